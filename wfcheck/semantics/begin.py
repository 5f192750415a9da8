"""How each kind of step begins: up to its first work in progress, or its end (C-6)."""

from typing import assert_never

from wfcheck.semantics.attempts import dispatch
from wfcheck.semantics.binding import readable
from wfcheck.semantics.configuration import AFFECTED, ZERO, StepOutcome
from wfcheck.semantics.control import (
    MAX_EXCEEDED,
    Attempt,
    Block,
    Calling,
    Cause,
    Chosen,
    Failure,
    Forked,
    Lane,
    Repeating,
    Rest,
    Sourcing,
)
from wfcheck.semantics.dry import affected
from wfcheck.semantics.moment import NULL, Affected, Moment, Place, span_of_time, type_fault
from wfcheck.semantics.program import (
    Call,
    Choose,
    Compute,
    Dispatch,
    Fail,
    ForEach,
    Opaque,
    Parallel,
    Repeat,
    RouteStep,
    Step,
    Stop,
    Wait,
)
from wfcheck.semantics.progress import Bound, DryEnding, Ending, StepProgress, Stopping
from wfcheck.semantics.record import RecordKind
from wfcheck.semantics.select import matching
from wfcheck.semantics.starting import checked_inputs, child, start
from wfcheck.syntax.expr import Apply, Expr, Index, ListLit, Lit, Op
from wfcheck.syntax.literals import Timestamp


def begin(step: Step, path: str, place: Place, moment: Moment) -> StepProgress:
    """Begin a step: first its guard, then its body."""
    if step.when is not None:
        holds = moment.truth(step.when, place)
        if isinstance(holds, Failure):
            return holds
        if isinstance(holds, Affected):
            # C-8: an affected stop is suppressed; every other affected guard ends the dry run.
            is_stop = isinstance(step.body, Stop)
            return Bound(StepOutcome.SUPPRESSED, None) if is_stop else DryEnding(path)
        if not holds:
            return Bound(StepOutcome.SKIPPED, NULL if readable(step.body) else None)
    return _begin_body(step, path, place, moment)


def _begin_body(step: Step, path: str, place: Place, moment: Moment) -> StepProgress:
    match step.body:
        case Compute(value=expr):
            value = moment.value(expr, place)
            return value if isinstance(value, Failure) else Bound(StepOutcome.SUCCEEDED, value)
        case Dispatch() | Opaque() as body:
            return dispatch(body, path, 1, step.timeout, place, moment)
        case RouteStep() as body:
            labels = tuple(case.label for case in body.cases)
            return _chosen(matching(body.subject, labels, place, moment), body, path, moment)
        case Choose() as body:
            return _chosen(_first_arm(body, place, moment), body, path, moment)
        case ForEach(source=Dispatch() as source):
            return begin_source(source, path, 1, place, moment)
        case ForEach() as body:
            return _begin_for_each(body, path, place, moment)
        case Parallel(branches=branches):
            lanes = (
                Lane(i, Block(steps=branch.steps, path=f"{path}.{branch.name}."))
                for i, branch in enumerate(branches)
            )
            return Forked(tuple(lanes))
        case Wait() as body:
            return _begin_wait(body, path, place, moment)
        case Repeat() as body:
            every = span_of_time(body.every, place, moment)
            if isinstance(every, Failure):
                return every
            if affected(every):
                return DryEnding(path)
            return Repeating(every, (), Block(steps=body.steps, path=f"{path}[0]."))
        case Call() as body:
            return begin_call(step, body, path, 1, place, moment)
        case Stop() as body:
            return _stop(body, path, place, moment)
        case Fail() as body:
            return _fail(body, path, place, moment)
        case _:
            assert_never(step.body)


# -- branching


def _first_arm(body: Choose, place: Place, moment: Moment) -> int | Failure | Affected:
    for position, arm in enumerate(body.arms):
        holds = moment.truth(arm.when, place)
        if isinstance(holds, Failure | Affected):
            return holds
        if holds:
            return position
    return -1


def _chosen(
    chosen: int | Failure | Affected, body: RouteStep | Choose, path: str, moment: Moment
) -> StepProgress:
    if isinstance(chosen, Failure):
        return chosen
    if isinstance(chosen, Affected):
        return DryEnding(path)
    moment.branches.append((path, chosen))
    if chosen < 0:
        steps = body.orelse
    elif isinstance(body, RouteStep):
        steps = body.cases[chosen].steps
    else:
        steps = body.arms[chosen].then
    return Chosen(chosen, Block(steps=steps, path=path + "."))


# -- iteration


def _begin_for_each(body: ForEach, path: str, place: Place, moment: Moment) -> StepProgress:
    assert not isinstance(body.source, Dispatch)
    source = moment.value(body.source, place)
    if isinstance(source, Failure):
        return source
    return iterate(body, source, path, moment)


def begin_source(
    source: Dispatch, path: str, number: int, place: Place, moment: Moment
) -> StepProgress:
    """Begin an attempt of an action source; a suppressed one makes the list affected (C-8)."""
    attempt = dispatch(source, f"{path}.(source)", number, None, place, moment)
    if isinstance(attempt, Bound):
        return DryEnding(path)
    return attempt if isinstance(attempt, Failure) else Sourcing(attempt)


def iterate(body: ForEach, source: Expr, path: str, moment: Moment) -> StepProgress:
    """The iterations over a list, none of them begun."""
    items = _items(body, source, moment)
    if isinstance(items, Affected):
        return DryEnding(path)
    return items if isinstance(items, Failure) else Forked((), (), items)


def iterate_in_part(body: ForEach, source: Expr, attempt: Attempt, moment: Moment) -> Forked | None:
    """The iterations over the first elements of a list that is too long; None where it is not (D-28)."""
    if body.max is None or affected(source):
        return None
    length = moment.reduced(Apply(Op.LENGTH, (source,)))
    if moment.decide(Apply(Op.LE, (length, Lit(body.max)))):
        return None
    items = tuple(moment.reduced(Index(source, Lit(i))) for i in range(body.max))
    return Forked((), (), items, source=attempt)


def _items(body: ForEach, source: Expr, moment: Moment) -> tuple[Expr, ...] | Failure | Affected:
    """The elements of a list; more than `max` fails before any iteration begins."""
    if affected(source):
        return Affected.AFFECTED
    match source:
        case Lit(value):
            if not isinstance(value, tuple):
                return type_fault()
            items: tuple[Expr, ...] = tuple(Lit(item) for item in value)
        case ListLit(elements):
            items = elements
        case _:
            return _symbolic_items(body, source, moment)
    if body.max is not None and len(items) > body.max:
        return Failure(MAX_EXCEEDED)
    return items


def _symbolic_items(body: ForEach, source: Expr, moment: Moment) -> tuple[Expr, ...] | Failure:
    length = moment.reduced(Apply(Op.LENGTH, (source,)))
    if body.max is not None and not moment.decide(Apply(Op.LE, (length, Lit(body.max)))):
        return Failure(MAX_EXCEEDED)
    count = 0
    while not moment.decide(Apply(Op.EQ, (length, Lit(count)))):
        count += 1
        if count == body.max:
            break
    return tuple(moment.reduced(Index(source, Lit(i))) for i in range(count))


# -- waiting


def _begin_wait(body: Wait, path: str, place: Place, moment: Moment) -> StepProgress:
    if not body.until:
        left = span_of_time(body.value, place, moment)
    else:
        left = _time_until(body.value, place, moment)
    if isinstance(left, Failure):
        return left
    if affected(left):
        return DryEnding(path)
    return Bound(StepOutcome.SUCCEEDED, None) if left == ZERO else Rest(left)


def _time_until(target: Expr, place: Place, moment: Moment) -> Expr | Failure:
    """The time to a timestamp, `ZERO` where it is not later than now."""
    value = moment.value(target, place)
    if isinstance(value, Failure) or affected(value):
        return value
    if isinstance(value, Lit) and not isinstance(value.value, Timestamp):
        return type_fault()
    assert moment.now is not None
    left = moment.reduced(Apply(Op.SUB, (value, moment.now)))
    return left if moment.decide(Apply(Op.GT, (left, ZERO))) else ZERO


# -- calls


def begin_call(
    step: Step, body: Call, path: str, number: int, place: Place, moment: Moment
) -> StepProgress:
    """Start a child run; values that its inputs do not take fail the calling step (D-22)."""
    callee = place.run.program.callee(body.path)
    values = moment.assign(body.args, place)
    if isinstance(values, Failure):
        return values
    inputs = checked_inputs(callee.inputs, values, moment)
    if isinstance(inputs, Failure):
        return inputs
    left = None if step.timeout is None else span_of_time(step.timeout, place, moment)
    if isinstance(left, Failure):
        return left
    if left is not None and affected(left):
        return Bound(StepOutcome.SUPPRESSED, AFFECTED)
    moment.record(RecordKind.ATTEMPT, path, number=number, call=body.path)
    run = child(callee, place.run, path, number, moment)
    return Calling(start(run, inputs, (), moment), number, left)


# -- ends


def _stop(body: Stop, path: str, place: Place, moment: Moment) -> Ending:
    # The reason first, then the result; a fault in either fails the run (C-7.3).
    reason = moment.value(body.reason, place)
    if isinstance(reason, Failure):
        return _author(reason, path)
    if not affected(reason) and not _is_text(reason):
        return _author(type_fault(), path)
    values = moment.assign(body.result, place)
    if isinstance(values, Failure):
        return _author(values, path)
    fitted = moment.fit(values, body.result)
    if isinstance(fitted, Failure):
        return _author(fitted, path)
    return Stopping(reason, fitted, path)


def _fail(body: Fail, path: str, place: Place, moment: Moment) -> Failure:
    reason = moment.value(body.reason, place)
    if isinstance(reason, Failure):
        return _author(reason, path)
    if not affected(reason) and not _is_text(reason):
        return _author(type_fault(), path)
    text = reason.value if isinstance(reason, Lit) and isinstance(reason.value, str) else ""
    return Failure(body.code, Cause.AUTHOR, text, path, reason)


def _is_text(reason: Expr) -> bool:
    return not isinstance(reason, Lit) or isinstance(reason.value, str)


def _author(failure: Failure, path: str) -> Failure:
    return Failure(failure.code, Cause.AUTHOR, failure.message, path)
