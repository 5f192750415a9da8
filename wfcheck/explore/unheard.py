"""Putting an event into a path where nobody hears it, and the path on which it is heard beside it."""

from collections.abc import Sequence

from wfcheck.explore.explored import Unheard
from wfcheck.explore.rerun import Stretch
from wfcheck.semantics.choice import Accept, Choice, Event, Move, Outcome, Pass, Symbol
from wfcheck.semantics.configuration import entries
from wfcheck.semantics.types import Field
from wfcheck.syntax.expr import Expr, MapLit, SymbolId, Unknown


def with_event(
    taken: list[list[Choice]],
    walk: Sequence[Stretch],
    unheard: Unheard,
    payload: Expr | None = None,
) -> None:
    """Put the event into the leaps' choices; with that payload, or any that the wait would take."""
    # The node that `wait` leaps lead to.
    at = walk[unheard.wait - 1].leap.to.at
    for entry in entries(at):
        for active in entry.active:
            if f"{entry.state.name}.{active.name}" == unheard.subscription and active.match:
                subscribed = next(s for s in entry.state.subscriptions if s.name == active.name)
                fields, match = subscribed.trigger.payload, dict(active.match)
                made, new = _payload(fields, match, _next(taken, walk))
                if payload is not None:
                    made, new = payload, ()
                event = Event(active.trigger, made, active.connection, active.configuration)
                _insert(taken, unheard, Accept(event, new))
                return


def delayed(taken: list[list[Choice]], unheard: Unheard) -> None:
    """Put in the moment that the event would have taken where it is not heard."""
    leap = taken[unheard.leap]
    if _works(leap, unheard):
        leap[:0] = [Pass(None)]


def _insert(taken: list[list[Choice]], unheard: Unheard, accept: Accept) -> None:
    if unheard.leap == len(taken):
        taken.append([accept])
        return
    leap = taken[unheard.leap]
    moment = [Pass(None)] if _works(leap, unheard) else []
    leap[unheard.choices : unheard.choices] = [accept, *moment]


def _works(leap: list[Choice], unheard: Unheard) -> bool:
    # D-15: work ends before events are accepted, so what ends next ends at a later instant.
    return unheard.choices == 0 and isinstance(leap[0], Outcome | Move)


def _next(taken: list[list[Choice]], walk: Sequence[Stretch]) -> int:
    """A number that no unknown of the path has."""
    used = [symbol.id for stretch in walk for symbol in stretch.leap.to.at.symbols]
    used += [s.id for leap in taken for choice in leap for s in getattr(choice, "new", ())]
    return max(used, default=-1) + 1


def _payload(
    fields: tuple[Field, ...], match: dict[str, Expr], first: int
) -> tuple[Expr, tuple[Symbol, ...]]:
    new: list[Symbol] = []
    parts: list[tuple[str, Expr]] = []
    for declared in fields:
        if declared.name in match:
            parts.append((declared.name, match[declared.name]))
            continue
        symbol = Symbol(SymbolId(first + len(new)), declared.name, declared)
        new.append(symbol)
        parts.append((declared.name, Unknown(symbol.id)))
    return MapLit(tuple(parts)), tuple(new)
