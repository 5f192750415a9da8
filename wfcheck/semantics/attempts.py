"""Attempts of actions: dispatch, settlement, the pause before the next one (C-6.5, C-7.1)."""

from typing import assert_never

from wfcheck.semantics.choice import EndedUnknown, Failed, Result, Returned, TimedOut
from wfcheck.semantics.configuration import AFFECTED, NOTHING, Instant, StepOutcome
from wfcheck.semantics.control import Attempt, Cause, Failure
from wfcheck.semantics.dry import affected
from wfcheck.semantics.moment import Moment, Place, span_of_time
from wfcheck.semantics.program import Dispatch, Opaque
from wfcheck.semantics.progress import Bound
from wfcheck.semantics.record import RecordKind
from wfcheck.syntax.expr import Expr, Lit, MapLit

SUPPRESSED = Bound(StepOutcome.SUPPRESSED, AFFECTED)


def dispatch(
    body: Dispatch | Opaque,
    path: str,
    number: int,
    timeout: Expr | None,
    place: Place,
    moment: Moment,
) -> Attempt | Bound | Failure:
    """Begin an attempt; a dry run suppresses one with write effects or affected arguments (C-8)."""
    args = _arguments(body, place, moment)
    if isinstance(args, Failure):
        return args
    writes = not isinstance(body, Dispatch) or body.action.writes
    if moment.dry_run and (writes or affected(args)):
        return SUPPRESSED
    left = None if timeout is None else span_of_time(timeout, place, moment)
    if isinstance(left, Failure):
        return left
    if left is not None and affected(left):
        return SUPPRESSED
    operation = body.action.name if isinstance(body, Dispatch) else body.operation
    moment.record(RecordKind.ATTEMPT, path, number=number, action=operation, args=args)
    return Attempt(args, number, left, moment.instant is Instant.SELECTED)


def settle_attempt(
    result: Result, path: str, number: int, *, abort: bool, moment: Moment
) -> Expr | Failure:
    """What an attempt's result comes to: the action's output, or a failure (C-7.2 (1))."""
    match result:
        case Returned(output):
            value = moment.closed(output)
            moment.record(
                RecordKind.ATTEMPT, path, number=number, outcome="succeeded", result=value
            )
            return value
        case Failed(code, message):
            failure = Failure(code, Cause.ORDINARY, message, path)
        case TimedOut():
            failure = Failure("action.timeout", Cause.ORDINARY, "", path)
        case EndedUnknown():
            # C-7.2 (1): `abort` bypasses everything, `fail` goes on here and is never retried.
            cause = Cause.ABORT if abort else Cause.FAULT
            failure = Failure("action.unknown", cause, "", path)
        case _:
            assert_never(result)
    ended = "unknown" if isinstance(result, EndedUnknown) else "failed"
    moment.record(RecordKind.ATTEMPT, path, number=number, outcome=ended, code=failure.code)
    return failure


def _arguments(body: Dispatch | Opaque, place: Place, moment: Moment) -> MapLit | Failure:
    if isinstance(body, Opaque):
        return NOTHING
    values = moment.assign(body.args, place)
    if isinstance(values, Failure):
        return values
    fitted = moment.fit(values, body.args)
    if isinstance(fitted, Failure):
        return fitted
    # C-3.3: null for an optional argument means that it is absent.
    optional = {a.name for a in body.args if a.target is not None and not a.target.required}
    given = (
        (name, value)
        for name, value in fitted.entries
        if not (name in optional and isinstance(value, Lit) and value.value is None)
    )
    return MapLit(tuple(given))
