"""Names that a state accepts and never reads (D-5)."""

import re
from collections.abc import Iterator

from wfcheck.catalog import UNUSED_ACCEPTED
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile, names_read
from wfcheck.workfile.walk import state_expressions


@finds(UNUSED_ACCEPTED)
def unused_accepted(checked: CheckedWorkfile) -> Iterator[Finding]:
    lines = (line.line for line in checked.workfile.properties)
    told = {word for line in lines for word in re.findall(r"\w+", line)}
    for state in checked.states.values():
        read = names_read(state_expressions(state))
        shown = checked.output_names if state.final else frozenset[str]()
        # What could not be read may have read anything.
        if read is None or shown is None or checked.faulty_in(state):
            continue
        for accepted in state.accepts:
            if accepted.field.name not in read | shown | told:
                yield Finding(
                    UNUSED_ACCEPTED,
                    accepted.span,
                    f"`{state.name.text}` accepts `{accepted.field.name}` and never reads it",
                    help="read it, or carry it no further than here",
                )
