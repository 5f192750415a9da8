"""What can move without a choice, and where the order of such moves is itself a choice (D-26)."""

from typing import assert_never

from wfcheck.semantics.configuration import ZERO
from wfcheck.semantics.control import (
    Attempt,
    Block,
    Calling,
    Chosen,
    Forked,
    Handling,
    Lane,
    Pause,
    Phase,
    Repeating,
    Rest,
    Run,
    Sourcing,
)
from wfcheck.semantics.moment import Moment, Round
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
from wfcheck.syntax.expr import Lit
from wfcheck.syntax.literals import Duration


def ready(block: Block, moment: Moment) -> bool:
    """Whether a step list moves now."""
    work = block.work
    if work is None:
        return True
    path = block.path + block.steps[block.at].id
    match work:
        case Attempt():
            return path in moment.answers
        case Pause(left=left) | Rest(left=left):
            return left == ZERO
        case Sourcing(work=Attempt()):
            return f"{path}.(source)" in moment.answers
        case Sourcing(work=inner):
            return inner.left == ZERO
        case Chosen(block=inner_block) | Handling(block=inner_block):
            return ready(inner_block, moment)
        case Forked(source=Attempt()) if f"{path}.(source)" in moment.answers:
            return True
        case Forked(lanes=(), items=items, next=begun, source=source):
            return source is None or begun < len(items)
        case Forked(lanes=lanes):
            return any(ready(lane.block, moment) for lane in lanes)
        case Repeating(block=inner_block, left=left):
            return left == ZERO if inner_block is None else ready(inner_block, moment)
        case Calling(run=run):
            return _run_ready(run, moment)
        case _:
            assert_never(work)


def contended(lanes: tuple[Lane, ...], moment: Moment) -> bool:
    """Whether two branches are ready and one of them can end the run at once: their order matters."""
    able = [lane.block for lane in lanes if ready(lane.block, moment)]
    return len(able) > 1 and any(_can_end_at_once(block) for block in able)


def concerned(block: Block, moment: Moment) -> bool:
    """Whether a selection, a deadline or a cancellation may move a child run inside a step list."""
    return (moment.round is not Round.NONE or moment.cancelled is not None) and _calls(block)


def _calls(block: Block) -> bool:
    match block.work:
        case Calling():
            return True
        case Chosen(block=inner) | Handling(block=inner) | Repeating(block=Block() as inner):
            return _calls(inner)
        case Forked(lanes=lanes):
            return any(_calls(lane.block) for lane in lanes)
        case _:
            return False


def _run_ready(run: Run, moment: Moment) -> bool:
    if run.block is not None:
        return ready(run.block, moment)
    if run.entry is None:
        return True
    return run.entry.phase is not Phase.WAITING and ready(run.entry.block, moment)


def _can_end_at_once(block: Block) -> bool:
    rest = block.steps[block.at :] if block.work is None else block.steps[block.at + 1 :]
    match block.work:
        case Chosen(block=inner) | Handling(block=inner) | Repeating(block=Block() as inner):
            inside = _can_end_at_once(inner)
        case Forked(lanes=lanes):
            inside = any(_can_end_at_once(lane.block) for lane in lanes)
        case _:
            inside = False
    return inside or _ends_at_once(rest)


def _ends_at_once(steps: tuple[Step, ...]) -> bool:
    """Whether a stop or fail can be reached before anything that takes a choice or time."""
    for step in steps:
        body = step.body
        match body:
            case Stop() | Fail():
                return True
            case Dispatch() | Opaque():
                if step.when is None:
                    return False
            case Wait(value=Lit(Duration(ms)), until=False):
                if step.when is None and ms > 0:
                    return False
            case RouteStep() | Choose() | ForEach() | Parallel() | Repeat():
                if any(_ends_at_once(inner) for inner in _lists(body)):
                    return True
            case Compute() | Wait() | Call():
                pass
            case _:
                assert_never(body)
    return False


def _lists(body: RouteStep | Choose | ForEach | Parallel | Repeat) -> tuple[tuple[Step, ...], ...]:
    match body:
        case RouteStep(cases=cases, orelse=orelse):
            return (*(case.steps for case in cases), orelse)
        case Choose(arms=arms, orelse=orelse):
            return (*(arm.then for arm in arms), orelse)
        case ForEach(steps=steps) | Repeat(steps=steps):
            return (steps,)
        case Parallel(branches=branches):
            return tuple(branch.steps for branch in branches)
        case _:
            assert_never(body)
