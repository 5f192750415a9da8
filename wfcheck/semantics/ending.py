"""How a run has ended: its outcome, its result, and what of it a dry run leaves out (C-8, C-10.2)."""

from typing import assert_never

from wfcheck.semantics.configuration import NOTHING, Ended, RunOutcome
from wfcheck.semantics.control import Failure, Run
from wfcheck.semantics.dry import affected
from wfcheck.semantics.moment import NULL, Moment
from wfcheck.semantics.progress import DryEnding, Ending, RunDone, Stopping
from wfcheck.semantics.record import RecordKind
from wfcheck.syntax.expr import Expr, ListLit, Lit, MapLit


def conclude(run: Run, progress: RunDone | Ending, moment: Moment) -> Ended:
    """Record the end of a run."""
    ended = ended_as(progress, moment)
    names = ListLit(tuple(Lit(name) for name in ended.affected))
    moment.record(
        RecordKind.RUN_ENDED,
        run.path,
        outcome=ended.outcome.value,
        code=ended.code,
        message=ended.message or None,
        reason=ended.reason,
        outputs=ended.outputs,
        affected=names if ended.affected else None,
    )
    return ended


def ended_as(progress: RunDone | Ending, moment: Moment) -> Ended:
    """The end that a run's last move comes to."""
    match progress:
        case RunDone(outputs):
            members, names = _without_affected(outputs, moment)
            return Ended(RunOutcome.COMPLETED, None, None, members, names)
        case Stopping(reason=reason, result=result):
            members, names = _without_affected(result, moment)
            return Ended(RunOutcome.STOPPED, None, *_reason(reason, names, members, moment))
        case DryEnding():
            return Ended(RunOutcome.DRY_RUN_ENDED)
        case Failure(code=code, reason=reason, message=message):
            if reason is None:
                return Ended(RunOutcome.FAILED, code, message=message)
            return Ended(RunOutcome.FAILED, code, *_reason(reason, (), NOTHING, moment))
        case _:
            assert_never(progress)


def _reason(
    reason: Expr, names: tuple[str, ...], members: MapLit, moment: Moment
) -> tuple[Expr, MapLit, tuple[str, ...]]:
    # E-5: an affected reason becomes null and is listed as `reason`.
    if affected(reason):
        return NULL, members, ("reason", *names)
    return moment.closed(reason), members, names


def _without_affected(result: MapLit, moment: Moment) -> tuple[MapLit, tuple[str, ...]]:
    """Affected members become null and are listed (C-8)."""
    names = tuple(name for name, value in result.entries if affected(value))
    members = tuple(
        (name, NULL if name in names else moment.closed(value)) for name, value in result.entries
    )
    return MapLit(members), names
