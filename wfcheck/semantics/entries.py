"""The life of entries: from one list to the next, to a wait, to a transition, to the run's outputs."""

from dataclasses import replace

from wfcheck.semantics.cancel import not_run
from wfcheck.semantics.configuration import ZERO
from wfcheck.semantics.control import (
    Bindings,
    Block,
    Cause,
    Entry,
    Failure,
    Phase,
    Run,
)
from wfcheck.semantics.delivery import Delivery, purge, select
from wfcheck.semantics.entering import Kept, enter, fix, follow
from wfcheck.semantics.moment import Moment, Place, Round
from wfcheck.semantics.program import Transition
from wfcheck.semantics.progress import DryEnding, RunDone, RunProgress, Stopping
from wfcheck.semantics.record import RecordKind
from wfcheck.settings import Edition


def open_first(run: Run, moment: Moment) -> RunProgress:
    """The first entry of a run with states."""
    assert run.program.initial is not None
    return _open(run, run.program.initial, (), None, moment)


def list_done(run: Run, entry: Entry, bound: Bindings, moment: Moment) -> RunProgress:
    """An entry of which a list has succeeded: `on_enter`, then `steps`."""
    ended = replace(entry.block, at=len(entry.block.steps), bound=bound, work=None)
    entry = replace(entry, block=ended)
    if entry.phase is Phase.ON_ENTER:
        return _entered(run, entry, moment)
    place = Place(run).within(ended.given + bound)
    if entry.state.final:
        return outputs_of(run, place, moment)
    if entry.state.exit is None:
        return replace(run, entry=replace(entry, phase=Phase.WAITING))
    if run.immediate >= len(run.program.states or ()):
        # checking 1: more immediate transitions in a row than there are states never end.
        return Failure("internal.limit", Cause.FAULT)
    on = replace(run, entry=entry, immediate=run.immediate + 1)
    return _leave(on, entry, entry.state.exit, place, "immediate", moment)


def take_selection(run: Run, entry: Entry, moment: Moment) -> RunProgress:
    """What `Proceed` selects for an entry that waits: an event, else in its round the deadline."""
    entry, delivery = select(entry, moment)
    if isinstance(delivery, Failure):
        return delivery
    if delivery is not None:
        return _deliver(run, entry, delivery, moment)
    due = entry.passed or entry.timer == ZERO
    if not due or moment.round is not Round.DEADLINES:
        return replace(run, entry=entry)
    assert entry.state.timeout is not None
    place = Place(run).within(entry.block.given + entry.block.bound)
    on = replace(run, immediate=0)
    return _leave(on, entry, entry.state.timeout.exit, place, "timeout", moment)


def outputs_of(run: Run, place: Place, moment: Moment) -> RunDone | Failure:
    """The run's outputs after its normal completion; a fault fails the run (D-14)."""
    values = moment.assign(run.program.outputs, place)
    if isinstance(values, Failure):
        return values
    fitted = moment.fit(values, run.program.outputs)
    return fitted if isinstance(fitted, Failure) else RunDone(fitted)


def _open(
    run: Run, name: str, accepted: Bindings, kept: Kept | None, moment: Moment
) -> RunProgress:
    entered = enter(run, name, accepted, kept, moment)
    if isinstance(entered, Failure):
        state = run.program.state(name)
        not_run((*state.on_enter, *state.steps), f"{entered.step}.", moment)
    return entered


def _entered(run: Run, entry: Entry, moment: Moment) -> RunProgress:
    """After `on_enter`: the matches and the deadline are fixed, then `steps` begin."""
    fixed = fix(run, entry, moment)
    if isinstance(fixed, Failure | Stopping | DryEnding):
        not_run(entry.state.steps, entry.block.path, moment)
        return fixed
    fixed = purge(fixed, moment)
    if run.program.edition is Edition.DRAFT and fixed.state.waits:
        # E-3: in the draft a held event is chosen now, over what was accepted before; where the state
        # has an exit of its own, that follows its steps (C-13).
        fixed, delivery = select(fixed, moment)
        if delivery is not None:
            not_run(entry.state.steps, entry.block.path, moment)
        if isinstance(delivery, Failure):
            return delivery
        if delivery is not None:
            return _deliver(run, fixed, delivery, moment)
    ended = fixed.block
    steps = Block(given=ended.given, bound=ended.bound, steps=fixed.state.steps, path=ended.path)
    return replace(run, entry=replace(fixed, phase=Phase.STEPS, block=steps))


def _deliver(run: Run, entry: Entry, delivery: Delivery, moment: Moment) -> RunProgress:
    subscription, event = delivery.subscription, delivery.retained.event
    moment.record(
        RecordKind.DELIVERED,
        f"{entry.path}.{subscription.name}",
        number=delivery.retained.number,
        event=event.trigger,
        payload=event.payload,
    )
    # D-10: the payload is visible in its own subscription's transition alone.
    place = Place(run).within(entry.block.given + entry.block.bound)
    place = place.within(((subscription.name, event.payload),))
    on = replace(run, immediate=0)
    return _leave(on, entry, subscription.exit, place, subscription.name, moment)


def _leave(
    run: Run, entry: Entry, exit_: Transition, place: Place, by: str, moment: Moment
) -> RunProgress:
    target = follow(exit_, entry.path, place, moment)
    if isinstance(target, Failure | Stopping | DryEnding):
        return target
    moment.record(
        RecordKind.TRANSITION, entry.path, by=by, to=target.goto.target, into=target.accepted
    )
    # C-13: in the draft an event that leads back keeps the deadline, unless it resets it.
    back = target.goto.target == entry.name and by not in ("timeout", "immediate")
    draft = run.program.edition is Edition.DRAFT
    keeps = back and draft and not target.goto.reset_timeout
    kept = Kept(entry.timer, entry.passed) if keeps else None
    return _open(run, target.goto.target, target.accepted.entries, kept, moment)
