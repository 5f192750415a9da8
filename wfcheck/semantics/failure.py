"""Where a step's failure goes: C-7.2 (1) to (3) and C-7.3, as an ordered list of policies.

The iteration or branch around it (4) is asked in `lanes`, the construct around that (5) by this list
again, the run (7) in `advance`; `recovery` (6) is not modelled (C-9).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.configuration import StepOutcome
from wfcheck.semantics.control import Block, Cause, Failure, Handling, Pause
from wfcheck.semantics.dry import affected
from wfcheck.semantics.moment import NULL, Moment, Place, span_of_time
from wfcheck.semantics.program import Call, Dispatch, ForEach, RetryPolicy, Step
from wfcheck.semantics.progress import Bound, StepProgress
from wfcheck.syntax.expr import Apply, Expr, Lit, MapLit, Op


@dataclass(frozen=True, slots=True)
class Where:
    """A step of a list that moves."""

    step: Step
    path: str
    list_path: str  # what stands before the ids of its list
    place: Place

    def failed(self, failure: Failure, made: int, moment: Moment) -> StepProgress:
        """Where the step's failure goes, after `made` attempts (0 for what makes none).

        The policies are asked in turn; the first that has an answer decides.
        """
        named = failure if failure.step else replace(failure, step=self.path)
        for policy in POLICIES:
            answer = policy(self, named, made, moment)
            if answer is not None:
                return answer
        return named


Policy: TypeAlias = Callable[[Where, Failure, int, Moment], StepProgress | None]


def _author_or_abort(_at: Where, failure: Failure, _made: int, _moment: Moment) -> Failure | None:
    # C-7.3: nothing intercepts these in their own run.
    return failure if failure.cause in (Cause.AUTHOR, Cause.ABORT) else None


def _retry(at: Where, failure: Failure, made: int, moment: Moment) -> StepProgress | None:
    # C-7.2 (2): evaluation faults and unknown outcomes are never retried.
    policy = retry_policy(at.step)
    if policy is None or failure.cause is not Cause.ORDINARY or made == 0:
        return None
    if made >= policy.max_attempts:
        return None
    if policy.codes is not None and failure.code not in policy.codes:
        return None
    # C-6.5: exponential doubles.
    doubled = Lit(2 ** (made - 1) if policy.exponential else 1)
    delay = span_of_time(_times(policy.delay, doubled), at.place, moment)
    if isinstance(delay, Failure):
        return delay
    return None if affected(delay) else Pause(made, delay)  # C-8: what is affected is not computed


def _continue(at: Where, _failure: Failure, _made: int, _moment: Moment) -> Bound | None:
    on_fail = at.step.on_fail
    if on_fail is None or on_fail.steps is not None:
        return None
    return Bound(StepOutcome.FAILED, NULL)


def _handle(at: Where, failure: Failure, _made: int, _moment: Moment) -> Handling | None:
    on_fail = at.step.on_fail
    if on_fail is None or on_fail.steps is None:
        return None
    given = (("error", error_of(failure, at.list_path)),)
    return Handling(failure, Block(given=given, steps=on_fail.steps, path=f"{at.path}.(on_fail)."))


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
