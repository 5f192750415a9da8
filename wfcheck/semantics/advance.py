"""Moving without a choice: step lists and their constructs, as far as they go.

`advance` moves a list; a construct inside it moves its own lists through `advance` again, and a call
its child run through `advance_run`. A list that cannot move is returned as it is.
"""

from dataclasses import replace
from typing import Final, assert_never

from wfcheck.semantics.attempts import dispatch, settle_attempt
from wfcheck.semantics.begin import begin, begin_call, begin_source, iterate, iterate_in_part
from wfcheck.semantics.binding import readable, scope_value
from wfcheck.semantics.cancel import cancel_run, cancel_work, not_run
from wfcheck.semantics.choice import Failed, Returned
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
    Handling,
    Pause,
    Phase,
    Repeating,
    Rest,
    Run,
    Sourcing,
    Work,
)
from wfcheck.semantics.ending import conclude
from wfcheck.semantics.entries import list_done, open_first, outputs_of, take_selection
from wfcheck.semantics.failure import Where
from wfcheck.semantics.lanes import move_lanes
from wfcheck.semantics.moment import NULL, Affected, Moment, Place, Round
from wfcheck.semantics.program import Call, Dispatch, ForEach, Opaque, Parallel, Repeat
from wfcheck.semantics.progress import (
    BlockProgress,
    Bound,
    Broken,
    Done,
    DryEnding,
    Ending,
    RunDone,
    RunProgress,
    StepProgress,
    Stopping,
)
from wfcheck.semantics.record import RecordKind
from wfcheck.syntax.expr import Expr, ListLit, Lit, MapLit, Member

MOST_AT_ONCE: Final = 20_000
"""Iterations of one `wf.repeat` that may follow each other with nothing to wait for in between."""


def advance(block: Block, place: Place, moment: Moment) -> BlockProgress:
    """Move a step list as far as it goes without a choice."""
    while block.at < len(block.steps):
        step = block.steps[block.at]
        path = block.path + step.id
        at_step = Where(step, path, block.path, place.within(block.given + block.bound))
        progress, handled = _move(at_step, block.work, moment)
        match progress:
            case Bound(outcome, value):
                known = None if value is None else moment.closed(value)
                moment.step(path, outcome, value=known)
                bound = block.bound
                if readable(step.body):
                    bound = (*bound, (step.id, NULL if known is None else known))
                block = Block(block.at + 1, block.given, bound, None, block.steps, block.path)
            case Failure() | Stopping() | DryEnding():
                _record_end(at_step, progress, moment, handled=handled)
                not_run(block.steps[block.at + 1 :], block.path, moment)
                return Broken(progress, block.bound)
            case _:
                return Block(block.at, block.given, block.bound, progress, block.steps, block.path)
    return Done(block.bound)


def _move(at: Where, work: Work | None, moment: Moment) -> tuple[StepProgress, bool]:
    """Move a step; also whether its `on_fail` list was at work at last."""
    progress: StepProgress
    if work is None:
        progress = begin(at.step, at.path, at.place, moment)
        if isinstance(progress, Failure):
            progress = at.failed(progress, 0, moment)
    else:
        progress = work
    while not isinstance(progress, Bound | Failure | Stopping | DryEnding):
        after = _resume(at, progress, moment)
        if type(after) is type(progress):
            return after, False
        if isinstance(progress, Handling):
            return after, True
        progress = after
    return progress, False


def _record_end(at: Where, ending: Ending, moment: Moment, *, handled: bool) -> None:
    """The outcome of a step whose list is broken off (E-10)."""
    match ending:
        case Failure(code=code, cause=Cause.ORDINARY | Cause.FAULT):
            moment.step(at.path, StepOutcome.FAILED, code)
        case Failure(code=code, cause=cause, step=origin):
            called = cause is Cause.ABORT and isinstance(at.step.body, Call)
            own = origin == at.path or called or handled
            outcome = StepOutcome.FAILED if own else StepOutcome.CANCELLED
            moment.step(at.path, outcome, code if own else None)
        case Stopping(reason=reason, step=origin):
            if origin == at.path:
                moment.step(at.path, StepOutcome.SUCCEEDED, value=moment.closed(reason))
            else:
                moment.step(at.path, StepOutcome.FAILED if handled else StepOutcome.CANCELLED)
        case DryEnding(step=origin):
            own = origin == at.path
            moment.step(at.path, StepOutcome.SUPPRESSED if own else StepOutcome.CANCELLED)
        case _:
            assert_never(ending)


def _resume(at: Where, work: Work, moment: Moment) -> StepProgress:
    match work:
        case Attempt():
            return _answered(at, work, moment)
        case Pause():
            return _try_again(at, work, moment) if work.left == ZERO else work
        case Rest():
            return Bound(StepOutcome.SUCCEEDED, None) if work.left == ZERO else work
        case Chosen():
            return _in_branch(at, work, moment)
        case Forked(source=source):
            result = None if source is None else moment.answers.pop(f"{at.path}.(source)", None)
            if result == Failed(MAX_EXCEEDED):
                return _overrun(at, work, moment)
            body = at.step.body
            assert isinstance(body, ForEach | Parallel)
            moved = move_lanes(body, work, at.path, at.place, moment, advance)
            return at.failed(moved, 0, moment) if isinstance(moved, Failure) else moved
        case Sourcing():
            return _source(at, work, moment)
        case Repeating():
            return _repeat(at, work, moment)
        case Calling():
            return _call(at, work, moment)
        case Handling():
            return _handle(at, work, moment)
        case _:
            assert_never(work)


# -- attempts


def _answered(at: Where, attempt: Attempt, moment: Moment) -> StepProgress:
    result = moment.answers.pop(at.path, None)
    if result is None:
        return attempt
    abort = at.step.abort_on_unknown
    value = settle_attempt(result, at.path, attempt.number, abort=abort, moment=moment)
    if isinstance(value, Failure):
        return at.failed(value, attempt.number, moment)
    return Bound(StepOutcome.SUCCEEDED, value)


def _try_again(at: Where, pause: Pause, moment: Moment) -> StepProgress:
    body, number = at.step.body, pause.made + 1
    begun: StepProgress
    if isinstance(body, Call):
        begun = begin_call(at.step, body, at.path, number, at.place, moment)
    else:
        assert isinstance(body, Dispatch | Opaque)
        begun = dispatch(body, at.path, number, at.step.timeout, at.place, moment)
    return at.failed(begun, pause.made, moment) if isinstance(begun, Failure) else begun


def _source(at: Where, sourcing: Sourcing, moment: Moment) -> StepProgress:
    body = at.step.body
    assert isinstance(body, ForEach)
    assert isinstance(body.source, Dispatch)
    path = f"{at.path}.(source)"
    progress: StepProgress = sourcing
    while isinstance(progress, Sourcing):
        match progress.work:
            case Attempt(number=number) as attempt:
                result = moment.answers.pop(path, None)
                if result is None:
                    return progress
                if isinstance(result, Returned) and result.in_part:
                    rows = _rows(body.source, result.output, moment)
                    in_part = iterate_in_part(body, rows, attempt, moment)
                    if in_part is not None:
                        return in_part
                output = settle_attempt(result, path, number, abort=False, moment=moment)
                if not isinstance(output, Failure):
                    return _iterations(at, body, _rows(body.source, output, moment), moment)
                after = at.failed(output, number, moment)
                progress = Sourcing(after) if isinstance(after, Pause) else after
            case Pause(made=made, left=left):
                if left != ZERO:
                    return progress
                begun = begin_source(body.source, at.path, made + 1, at.place, moment)
                if isinstance(begun, Failure):
                    return at.failed(begun, made, moment)
                progress = begun
            case _:
                assert_never(progress.work)
    return progress


def _rows(source: Dispatch, output: Expr, moment: Moment) -> Expr:
    """The list that a source returns: its output declares exactly one field (WFC)."""
    return moment.reduced(Member(output, source.action.output[0].name))


def _overrun(at: Where, forked: Forked, moment: Moment) -> StepProgress:
    """A source has yielded one element too many: the loop fails, its iterations are cancelled (D-28)."""
    cancel_work(at.step, at.path, forked, moment)
    return at.failed(Failure(MAX_EXCEEDED), 0, moment)


def _iterations(at: Where, body: ForEach, rows: Expr, moment: Moment) -> StepProgress:
    begun = iterate(body, rows, at.path, moment)
    return at.failed(begun, 0, moment) if isinstance(begun, Failure) else begun


# -- constructs


def _in_branch(at: Where, chosen: Chosen, moment: Moment) -> StepProgress:
    progress = advance(chosen.block, at.place, moment)
    match progress:
        case Block():
            return Chosen(chosen.branch, progress)
        case Done(bound):
            return Bound(StepOutcome.SUCCEEDED, scope_value(bound, chosen.block.steps))
        case Broken(Failure() as failure):
            return at.failed(failure, 0, moment)
        case Broken(ending):
            return ending
        case _:
            assert_never(progress)


def _handle(at: Where, handling: Handling, moment: Moment) -> StepProgress:
    progress = advance(handling.block, at.place, moment)
    match progress:
        case Block():
            return Handling(handling.failure, progress)
        case Done():
            # C-6.5: handled; the outcome stays failed, the binding is null.
            return Bound(StepOutcome.FAILED, NULL)
        case Broken(ending):
            return ending  # E-4: it replaces the failure and goes on at C-7.2 (4)
        case _:
            assert_never(progress)


def _repeat(at: Where, repeating: Repeating, moment: Moment) -> StepProgress:
    body = at.step.body
    assert isinstance(body, Repeat)
    every, block, left = repeating.every, repeating.block, repeating.left
    done = list(repeating.done)
    while len(done) - len(repeating.done) < MOST_AT_ONCE:
        if block is None:
            if left != ZERO:
                return Repeating(every, tuple(done), None, left)
            block = Block(steps=body.steps, path=f"{at.path}[{len(done)}].")
        progress = advance(block, at.place, moment)
        match progress:
            case Block():
                return Repeating(every, tuple(done), progress)
            case Broken(Failure() as failure):
                return at.failed(failure, 0, moment)
            case Broken(ending):
                return ending
            case Done(bound):
                done.append(moment.closed(scope_value(bound, body.steps)))
                end = _until(at, body, done, at.place.within(bound), moment)
                if end is not None:
                    return end
                block, left = None, every
            case _:
                assert_never(progress)
    return at.failed(Failure("internal.limit", Cause.FAULT), 0, moment)


def _until(
    at: Where, body: Repeat, done: list[Expr], place: Place, moment: Moment
) -> StepProgress | None:
    """How the loop ends after an iteration, None where it goes on."""
    holds = moment.truth(body.until, place)
    if isinstance(holds, Failure):
        return at.failed(holds, 0, moment)
    if isinstance(holds, Affected):
        # C-8: an affected `until` ends its loop, whose result is affected.
        return Bound(StepOutcome.SUCCEEDED, AFFECTED)
    if holds:
        count = ("count", Lit(len(done)))
        return Bound(StepOutcome.SUCCEEDED, MapLit((count, ("items", ListLit(tuple(done))))))
    if len(done) >= body.max:
        return at.failed(Failure("flow.max_exhausted"), 0, moment)
    return None


# -- calls


def _call(at: Where, calling: Calling, moment: Moment) -> StepProgress:
    number = calling.number
    if moment.cancelled == at.path:
        moment.cancelled = None
        return _cut_off(at, calling.run, "flow.child_cancelled", number, moment)
    progress = advance_run(calling.run, moment)
    match progress:
        case Run():
            # D-15: deadlines last; a child that ends at that instant ends in time.
            if calling.left == ZERO and moment.round is Round.DEADLINES:
                return _cut_off(at, progress, "action.timeout", number, moment)
            return Calling(progress, number, calling.left)
        case RunDone(outputs):
            _attempt_ended(at.path, number, "succeeded", moment)
            return Bound(StepOutcome.SUCCEEDED, outputs)
        case Stopping(result=result):
            _attempt_ended(at.path, number, "succeeded", moment)
            return Bound(StepOutcome.SUCCEEDED, result)
        case DryEnding():
            _attempt_ended(at.path, number, "suppressed", moment)
            return Bound(StepOutcome.SUPPRESSED, AFFECTED)
        case Failure(cause=Cause.ABORT):
            # C-7.3: it bypasses every policy of the calling runs too.
            moment.record(
                RecordKind.ATTEMPT, at.path, number=number, outcome="failed", code=progress.code
            )
            return progress
        case Failure(code=code, message=message):
            moment.record(RecordKind.ATTEMPT, at.path, number=number, outcome="failed", code=code)
            failure = Failure(code, Cause.ORDINARY, message, at.path)
            return at.failed(failure, number, moment)
        case _:
            assert_never(progress)


def _cut_off(at: Where, run: Run, code: str, number: int, moment: Moment) -> StepProgress:
    cancel_run(run, moment)
    moment.record(RecordKind.ATTEMPT, at.path, number=number, outcome="failed", code=code)
    return at.failed(Failure(code, Cause.ORDINARY, "", at.path), number, moment)


def _attempt_ended(path: str, number: int, outcome: str, moment: Moment) -> None:
    moment.record(RecordKind.ATTEMPT, path, number=number, outcome=outcome)


# -- runs


def advance_run(run: Run, moment: Moment) -> RunProgress:
    """Move a run as far as it goes; its end is recorded."""
    progress = _in_states(run, moment) if run.program.steps is None else _in_steps(run, moment)
    if not isinstance(progress, Run):
        conclude(run, progress, moment)
    return progress


def _in_steps(run: Run, moment: Moment) -> RunProgress:
    assert run.block is not None
    progress = advance(run.block, Place(run), moment)
    match progress:
        case Block():
            return replace(run, block=progress)
        case Done(bound):
            return outputs_of(run, Place(run).within(bound), moment)
        case Broken(ending):
            return ending
        case _:
            assert_never(progress)


def _in_states(run: Run, moment: Moment) -> RunProgress:
    current: RunProgress = run if run.entry is not None else open_first(run, moment)
    may_select = moment.round is not Round.NONE
    while isinstance(current, Run):
        entry = current.entry
        assert entry is not None
        if entry.phase is Phase.WAITING:
            if not may_select:
                return current
            may_select = False  # what a selection makes waits for the next `Proceed`
            current = take_selection(current, entry, moment)
            continue
        progress = advance(entry.block, Place(current), moment)
        match progress:
            case Block():
                return replace(current, entry=replace(entry, block=progress))
            case Done(bound):
                current = list_done(current, entry, bound, moment)
            case Broken(ending):
                if entry.phase is Phase.ON_ENTER:
                    not_run(entry.state.steps, entry.block.path, moment)
                return ending
            case _:
                assert_never(progress)
    return current
