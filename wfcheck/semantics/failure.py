"""Where a step's failure goes: C-7.2 (1) to (3) and C-7.3, as an ordered list of policies.

The iteration or branch around it (4) is asked in `lanes`, the construct around that (5) by this list
again, the run (7) in `advance`; `recovery` (6) is not modelled (C-9).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from wfcheck.semantics.configuration import StepOutcome
from wfcheck.semantics.control import Block, Cause, Failure, Handling, Pause
from wfcheck.semantics.moment import NULL, Moment, Place, span_of_time
from wfcheck.semantics.program import Call, Dispatch, ForEach, RetryPolicy, Step
from wfcheck.semantics.progress import Bound, StepProgress
from wfcheck.syntax.expr import Apply, Expr, Lit, MapLit, Op


@dataclass(frozen=True, slots=True)
class Failing:
    """A step that has failed: where, after how many attempts (0 for what makes none), and why."""

    step: Step
    path: str
    list_path: str  # what stands before the ids of its list
    made: int
    failure: Failure


Policy: TypeAlias = Callable[[Failing, Place, Moment], StepProgress | None]


def settle_failure(failing: Failing, place: Place, moment: Moment) -> StepProgress:
    """Ask the policies in turn; the first that has an answer decides."""
    for policy in POLICIES:
        answer = policy(failing, place, moment)
        if answer is not None:
            return answer
    return failing.failure


def _author_or_abort(failing: Failing, _place: Place, _moment: Moment) -> StepProgress | None:
    # C-7.3: nothing intercepts these in their own run.
    final = failing.failure.cause in (Cause.AUTHOR, Cause.ABORT)
    return failing.failure if final else None


def _retry(failing: Failing, place: Place, moment: Moment) -> StepProgress | None:
    # C-7.2 (2): evaluation faults and unknown outcomes are never retried.
    policy = retry_policy(failing.step)
    if policy is None or failing.failure.cause is not Cause.ORDINARY or failing.made == 0:
        return None
    if failing.made >= policy.max_attempts:
        return None
    if policy.codes is not None and failing.failure.code not in policy.codes:
        return None
    # C-6.5: exponential doubles.
    doubled = Lit(2 ** (failing.made - 1) if policy.exponential else 1)
    delay = span_of_time(_times(policy.delay, doubled), place, moment)
    return delay if isinstance(delay, Failure) else Pause(failing.made, delay)


def _continue(failing: Failing, _place: Place, _moment: Moment) -> StepProgress | None:
    on_fail = failing.step.on_fail
    if on_fail is None or on_fail.steps is not None:
        return None
    return Bound(StepOutcome.FAILED, NULL)


def _handle(failing: Failing, _place: Place, _moment: Moment) -> StepProgress | None:
    on_fail = failing.step.on_fail
    if on_fail is None or on_fail.steps is None:
        return None
    error = error_of(failing.failure, failing.list_path)
    block = Block(given=(("error", error),), steps=on_fail.steps, path=f"{failing.path}.(on_fail).")
    return Handling(failing.failure, block)


POLICIES: Final[tuple[Policy, ...]] = (_author_or_abort, _retry, _continue, _handle)


def retry_policy(step: Step) -> RetryPolicy | None:
    """The step's own policy, else that of the manifest (C-7.2)."""
    match step.body:
        case Dispatch(action=action):
            return step.retry or action.retry
        case ForEach(source=Dispatch(action=action)):
            return action.retry
        case Call():
            return step.retry
        case _:
            return None


def error_of(failure: Failure, scope_path: str) -> Expr:
    """The binding `error` of a scope whose step paths begin with `scope_path` (C-6.6)."""
    step = failure.step.removeprefix(scope_path)
    parts = (("code", Lit(failure.code)), ("message", Lit(failure.message)), ("step", Lit(step)))
    return MapLit(parts)


def _times(delay: Expr, factor: Lit) -> Expr:
    return delay if factor.value == 1 else Apply(Op.MUL, (delay, factor))
