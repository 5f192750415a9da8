"""Paths made concrete: values for their unknowns, instants for their choices, and a replay.

A moment takes a millisecond, everything else as long as the timers say. What does not replay is no
trace (`checking.md` 5).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from wfcheck.classes import dataclass
from wfcheck.explore.oracle import Oracle
from wfcheck.explore.readable import closed, readable
from wfcheck.semantics.choice import (
    Accept,
    Begin,
    Cancel,
    Choice,
    Decide,
    Move,
    Outcome,
    Pass,
    Proceed,
    Returned,
    Symbol,
)
from wfcheck.semantics.configuration import Configuration
from wfcheck.semantics.program import Program
from wfcheck.semantics.step import choices, step
from wfcheck.semantics.trace import Taken, Trace
from wfcheck.semantics.types import Field
from wfcheck.syntax.expr import Expr, Lit, MapLit, SymbolId
from wfcheck.syntax.literals import Duration, MapValue, Value

Witness: TypeAlias = Callable[
    [tuple[Expr, ...], Mapping[SymbolId, Field]], Mapping[SymbolId, Value] | None
]
"""A solver: readable values that make the conditions true, None where it finds none."""

_MOMENT: Final = Duration(1)


@dataclass(frozen=True, slots=True)
class Concrete:
    """A trace, and where it ends."""

    trace: Trace
    end: Configuration


def model_of(
    known: tuple[Expr, ...], symbols: tuple[Symbol, ...], oracle: Oracle, witness: Witness | None
) -> Mapping[SymbolId, Value] | None:
    """Values for every unknown of a path."""
    conditions = (*known, *oracle.laws(symbols))
    quick = readable(conditions, symbols)
    if quick is not None or witness is None:
        return quick
    return witness(conditions, {symbol.id: symbol.field for symbol in symbols})


def concrete(
    program: Program, taken: Iterable[Choice], model: Mapping[SymbolId, Value]
) -> Concrete | None:
    """The choices with values and instants; None where the machine does not offer one of them."""
    at = Configuration()
    now = 0
    start: Begin | None = None
    moves: list[Taken] = []
    for choice in taken:
        match choice:
            case Decide():
                continue
            case Pass(by=None):
                concrete_choice: Choice | None = Pass(Lit(_MOMENT))
                now += _MOMENT.ms
            case Pass():
                concrete_choice, ms = _to_the_earliest(program, at)
                now += ms
            case Proceed():
                concrete_choice = choice if choice in choices(program, at) else None
            case Begin():
                concrete_choice = start = _begin(choice, model)
            case Outcome() | Accept() | Move() | Cancel():
                concrete_choice = _valued(choice, model)
                moves.append(Taken(now, concrete_choice))
        if concrete_choice is None:
            return None
        at = step(program, at, concrete_choice).to
        if at.asked is not None:
            return None
    return None if start is None else Concrete(Trace(start, tuple(moves), until=now), at)


def is_move(choice: Choice) -> bool:
    """Whether a trace holds the choice; the others follow from its instants."""
    return isinstance(choice, Outcome | Accept | Move | Cancel)


def _to_the_earliest(program: Program, at: Configuration) -> tuple[Choice | None, int]:
    for offered in choices(program, at):
        match offered:
            case Pass(by=Lit(Duration(ms))):
                return offered, ms
            case _:
                pass
    return None, 0


def _begin(choice: Begin, model: Mapping[SymbolId, Value]) -> Begin:
    inputs = tuple((name, closed(value, model)) for name, value in choice.inputs.entries)
    return replace(
        choice,
        inputs=MapLit(inputs),
        payload=None if choice.payload is None else _whole(closed(choice.payload, model)),
        started_at=None if choice.started_at is None else closed(choice.started_at, model),
        new=(),
    )


def _valued(
    choice: Outcome | Accept | Move | Cancel, model: Mapping[SymbolId, Value]
) -> Outcome | Accept | Move | Cancel:
    match choice:
        case Outcome(result=Returned(output) as result):
            whole = replace(result, output=_whole(closed(output, model)))
            return replace(choice, result=whole, new=())
        case Accept(event=event):
            payload = _whole(closed(event.payload, model))
            configuration = event.configuration
            if configuration is not None:
                configuration = _whole(closed(configuration, model))
            event = replace(event, payload=payload, configuration=configuration)
            return Accept(event)
        case _:
            return choice


def _whole(value: Expr) -> Expr:
    """A map of known parts as the known value that it is."""
    match value:
        case MapLit(entries):
            parts = [(name, _whole(part)) for name, part in entries]
            if all(isinstance(part, Lit) for _, part in parts):
                return Lit(MapValue(tuple((n, p.value) for n, p in parts if isinstance(p, Lit))))
            return MapLit(tuple(parts))
        case _:
            return value
