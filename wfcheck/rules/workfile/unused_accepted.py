"""Names that a state accepts and never reads (D-5)."""

import re
from collections.abc import Iterator

from wfcheck.catalog import UNUSED_ACCEPTED
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.syntax.expr import BROKEN, Name, Unknown, walk
from wfcheck.workfile.ast import StateDecl, Workfile
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.walk import state_expressions


@finds(UNUSED_ACCEPTED)
def unused_accepted(checked: CheckedWorkfile) -> Iterator[Finding]:
    for state in checked.states.values():
        if not state.accepts or checked.faulty_in(state):
            continue
        read = _names_read(checked.workfile, state)
        for accepted in state.accepts:
            if read is not None and accepted.field.name not in read:
                yield Finding(
                    UNUSED_ACCEPTED,
                    accepted.span,
                    f"`{state.name.text}` accepts `{accepted.field.name}` and never reads it",
                    help="read it, or carry it no further than here",
                )


def _names_read(workfile: Workfile, state: StateDecl) -> set[str] | None:
    """The bare names that a state's expressions read; None where one of them could not be read."""
    expressions = list(state_expressions(state))
    if state.final:
        expressions += [output.value for output in workfile.outputs]
    names = {word for line in workfile.properties for word in re.findall(r"\w+", line.line)}
    for expression in expressions:
        for node in walk(expression):
            match node:
                case Name(name):
                    names.add(name)
                case Unknown(id=identity) if identity == BROKEN:
                    return None
                case _:
                    pass
    return names
