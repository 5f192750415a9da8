"""Steps after a stop or a failure that always happens."""

from collections.abc import Iterator
from itertools import pairwise

from wfcheck.catalog import UNREACHABLE_STEP
from wfcheck.diagnostic import Finding, Label
from wfcheck.rules.rule import finds
from wfcheck.workfile.ast import Fail, Stop
from wfcheck.workfile.check import CheckedWorkfile


@finds(UNREACHABLE_STEP)
def unreachable_step(checked: CheckedWorkfile) -> Iterator[Finding]:
    for steps in checked.lists:
        for step, after in pairwise(steps):
            if isinstance(step.body, Stop | Fail) and step.modifiers.when is None:
                ends = "stops" if isinstance(step.body, Stop) else "fails"
                yield Finding(
                    UNREACHABLE_STEP,
                    after.id.span,
                    f"`{after.id.text}` is never reached: `{step.id.text}` {ends} the run before it",
                    help=f"give `{step.id.text}` a `when`, or remove what follows it",
                    labels=(Label(step.id.span, f"every run that comes here {ends}"),),
                )
                break
