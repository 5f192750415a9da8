"""Internal work cancellation (C-7.5): what is in flight is `cancelled`, what has not begun `not_run`."""

from typing import assert_never

from wfcheck.semantics.configuration import RunOutcome, StepOutcome
from wfcheck.semantics.control import (
    Attempt,
    Block,
    Calling,
    Chosen,
    Entry,
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
from wfcheck.semantics.moment import Moment
from wfcheck.semantics.program import ForEach, Step
from wfcheck.semantics.record import RecordKind


def cancel_run(run: Run, moment: Moment) -> None:
    """Cancel a run with all its work."""
    if run.block is not None:
        cancel_block(run.block, moment)
    if run.entry is not None:
        cancel_entry(run.entry, moment)
    moment.record(RecordKind.RUN_ENDED, run.path, outcome=RunOutcome.CANCELLED.value)


def cancel_entry(entry: Entry, moment: Moment) -> None:
    """Cancel an entry's lists."""
    cancel_block(entry.block, moment)
    if entry.phase is Phase.ON_ENTER:
        not_run(entry.state.steps, entry.path + ".", moment)


def cancel_block(block: Block, moment: Moment) -> None:
    """Cancel a step list: its current step, and those after it."""
    begun = block.at
    if block.work is not None:
        step = block.steps[block.at]
        path = block.path + step.id
        cancel_work(step, path, block.work, moment)
        moment.step(path, StepOutcome.CANCELLED)
        begun += 1
    not_run(block.steps[begun:], block.path, moment)


def cancel_work(step: Step, path: str, work: Work, moment: Moment) -> None:
    """Cancel what a step is doing, without an outcome of the step itself."""
    match work:
        case Attempt(number=number):
            cancel_attempt(path, number, moment)
        case Sourcing(work=Attempt(number=number)):
            cancel_attempt(f"{path}.(source)", number, moment)
        case Calling(run=run, number=number):
            cancel_run(run, moment)
            moment.record(RecordKind.ATTEMPT, path, number=number, outcome="cancelled")
        case Chosen(block=block) | Handling(block=block):
            cancel_block(block, moment)
        case Forked(lanes=lanes, items=items, next=begun, source=source):
            if source is not None:
                cancel_attempt(f"{path}.(source)", source.number, moment)
            for lane in lanes:
                cancel_block(lane.block, moment)
            if isinstance(step.body, ForEach):
                for position in range(begun, len(items)):
                    not_run(step.body.steps, f"{path}[{position}].", moment)
        case Repeating(block=Block() as block):
            cancel_block(block, moment)
        case Pause() | Rest() | Sourcing() | Repeating():
            pass
        case _:
            assert_never(work)


def not_run(steps: tuple[Step, ...], list_path: str, moment: Moment) -> None:
    """Steps that will not begin."""
    for step in steps:
        moment.step(list_path + step.id, StepOutcome.NOT_RUN)


def cancel_attempt(path: str, number: int, moment: Moment) -> None:
    """Cancel an attempt in flight: it settles now; what it still returns is dropped (E-2)."""
    moment.record(RecordKind.ATTEMPT, path, number=number, outcome="cancelled")
    moment.late.append(path)
