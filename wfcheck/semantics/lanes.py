"""Branches of a parallel and iterations of a for_each: started, moved, joined (E-1, C-7.2 (4))."""

from dataclasses import replace
from typing import assert_never

from wfcheck.semantics.binding import scope_value
from wfcheck.semantics.cancel import cancel_attempt, cancel_block, not_run
from wfcheck.semantics.configuration import StepOutcome
from wfcheck.semantics.control import (
    Bindings,
    Block,
    Cause,
    Failure,
    Forked,
    Landed,
    Lane,
)
from wfcheck.semantics.failure import error_of
from wfcheck.semantics.moment import NULL, Moment, Place
from wfcheck.semantics.program import ForEach, Parallel
from wfcheck.semantics.progress import Advance, Bound, Broken, Done, Ending
from wfcheck.semantics.readiness import concerned, contended, ready
from wfcheck.syntax.expr import Expr, ListLit, Lit, MapLit


def move_lanes(
    body: ForEach | Parallel,
    forked: Forked,
    path: str,
    place: Place,
    moment: Moment,
    advance: Advance,
) -> Forked | Bound | Ending:
    """Move every branch as far as it goes, start the next iterations, and join when all have ended."""
    moved: set[int] = set()
    while True:
        forked = _start(body, forked, path)
        lane = _next(forked, moved, moment)
        if lane is None:
            break
        moved.add(lane.position)
        progress = advance(lane.block, place, moment)
        match progress:
            case Block():
                forked = _replaced(forked, replace(lane, block=progress))
            case Done(bound):
                scope = _scope(body, lane, bound, NULL)
                forked = _landed(body, forked, lane, scope, failed=False)
            case Broken(Failure(cause=Cause.ORDINARY | Cause.FAULT) as failure, bound) if (
                body.keep_going
            ):
                error = error_of(failure, lane.block.path)
                scope = _scope(body, lane, bound, error)
                forked = _landed(body, forked, lane, scope, failed=True)
            case Broken(ending):
                _cancel_others(body, forked, lane, path, moment)
                return ending
            case _:
                assert_never(progress)
    if forked.lanes or forked.next < len(forked.items) or forked.source is not None:
        return forked
    return Bound(StepOutcome.SUCCEEDED, _joined(body, forked))


def _start(body: ForEach | Parallel, forked: Forked, path: str) -> Forked:
    """As many iterations as `concurrency` allows, in source order (E-1)."""
    if isinstance(body, Parallel):
        return forked
    room = body.concurrency - len(forked.lanes)
    until = min(forked.next + max(room, 0), len(forked.items))
    started = tuple(
        Lane(
            i,
            Block(given=((body.as_name, forked.items[i]),), steps=body.steps, path=f"{path}[{i}]."),
        )
        for i in range(forked.next, until)
    )
    return replace(forked, lanes=(*forked.lanes, *started), next=until)


def _next(forked: Forked, moved: set[int], moment: Moment) -> Lane | None:
    """The branch that moves now; None where all wait, or where their order is a choice (D-26)."""
    left = tuple(lane for lane in forked.lanes if lane.position not in moved)
    if contended(forked.lanes, moment):
        chosen = [lane for lane in left if moment.lets(lane.block.path)]
        return chosen[0] if chosen else None
    able = (lane for lane in left if ready(lane.block, moment) or concerned(lane.block, moment))
    return next(able, None)


def _replaced(forked: Forked, lane: Lane) -> Forked:
    lanes = tuple(lane if old.position == lane.position else old for old in forked.lanes)
    return replace(forked, lanes=lanes)


def _landed(
    body: ForEach | Parallel, forked: Forked, lane: Lane, scope: Expr, *, failed: bool
) -> Forked:
    kept: Expr | None = scope
    if isinstance(body, ForEach):
        retained = body.retain == "all" or (body.retain == "failures" and failed)
        kept = scope if retained else None
    lanes = tuple(old for old in forked.lanes if old.position != lane.position)
    landed = (*forked.landed, Landed(lane.position, kept, failed))
    in_order = tuple(sorted(landed, key=lambda end: end.position))
    return replace(forked, lanes=lanes, landed=in_order)


def _scope(body: ForEach | Parallel, lane: Lane, bound: Bindings, error: Expr) -> MapLit:
    """The scope of a branch or iteration; the element is no member of it (D-43)."""
    steps = body.steps if isinstance(body, ForEach) else body.branches[lane.position].steps
    return MapLit((*scope_value(bound, steps).entries, ("error", error)))


def _joined(body: ForEach | Parallel, forked: Forked) -> Expr:
    if isinstance(body, Parallel):
        names = (body.branches[end.position].name for end in forked.landed)
        scopes = (end.scope for end in forked.landed)
        return MapLit(tuple((n, s) for n, s in zip(names, scopes, strict=True) if s is not None))
    failed = sum(end.failed for end in forked.landed)
    count = len(forked.landed)
    counts = (("count", count), ("succeeded", count - failed), ("failed", failed))
    members: list[tuple[str, Expr]] = [(name, Lit(value)) for name, value in counts]
    scopes_kept = tuple(end.scope for end in forked.landed if end.scope is not None)
    match body.retain:
        case "all":
            members.append(("items", ListLit(scopes_kept)))
        case "failures":
            members.append(("failures", ListLit(scopes_kept)))
        case _:
            pass
    return MapLit(tuple(members))


def _cancel_others(
    body: ForEach | Parallel, forked: Forked, lane: Lane, path: str, moment: Moment
) -> None:
    """C-7.5: the source and the siblings of a branch that ends the construct, then what has not begun."""
    if forked.source is not None:
        cancel_attempt(f"{path}.(source)", forked.source.number, moment)
    for other in forked.lanes:
        if other.position != lane.position:
            cancel_block(other.block, moment)
    if isinstance(body, ForEach):
        for position in range(forked.next, len(forked.items)):
            not_run(body.steps, f"{path}[{position}].", moment)
