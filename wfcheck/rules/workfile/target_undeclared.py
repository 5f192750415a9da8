"""A `goto` that names no declared state (SWP-075)."""

from collections.abc import Iterator

from wfcheck.catalog import TARGET_UNDECLARED
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.syntax.names import nearest
from wfcheck.workfile.check import CheckedWorkfile


@finds(TARGET_UNDECLARED)
def target_undeclared(checked: CheckedWorkfile) -> Iterator[Finding]:
    for edge in checked.edges:
        if edge.target not in checked.states and edge.span is not None:
            near = nearest(edge.target, checked.states)
            yield Finding(
                TARGET_UNDECLARED,
                edge.span,
                f"`{edge.source}` goes to `{edge.target}`, which is not a declared state",
                help=f"did you mean `{near}`?" if near else "declare the state, or name another",
            )
