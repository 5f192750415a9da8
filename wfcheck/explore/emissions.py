"""What calls cause: the events that an `emits` of a manifest promises (`checking.md` 2)."""

from collections.abc import Iterator
from dataclasses import replace

from wfcheck.explore.canonical import Emitted, Node
from wfcheck.semantics.choice import (
    EndedUnknown,
    Failed,
    Outcome,
    Returned,
    Symbol,
    TimedOut,
)
from wfcheck.semantics.configuration import Configuration, Flight
from wfcheck.semantics.program import ActionDecl
from wfcheck.syntax.expr import Apply, Expr, Lit, MapLit, Member, Op, SymbolId, Unknown


def came_from(record: Emitted, match: dict[str, Expr]) -> Iterator[Expr]:
    """What must hold for an event with these values to come from that call."""
    for name, value in record.match:
        wanted = match.get(name)
        if wanted is not None and wanted != value:
            yield Apply(Op.EQ, (wanted, value))


def with_unique(choice: Outcome, action: ActionDecl | None) -> Outcome:
    """The outcome with the outputs that an `emits` matches never equal to another call's."""
    match choice.result:
        case Returned(output=MapLit(entries=values)) if action is not None:
            sources = {source for emission in action.emits for _, source in emission.match}
            ids = {v.id for name, v in values if name in sources and isinstance(v, Unknown)}
        case _:
            return choice
    return replace(choice, new=tuple(_unique(s) if s.id in ids else s for s in choice.new))


def _unique(symbol: Symbol) -> Symbol:
    limits = replace(symbol.field.limits, unique=True)
    return replace(symbol, field=replace(symbol.field, limits=limits))


def emitting(node: Node, choice: Outcome, flight: Flight, awaited: frozenset[str]) -> Node:
    """The node with the events that the call has caused, or may have, if anybody waits for them."""
    action = flight.action
    if action is None:
        return node
    emits = [emission for emission in action.emits if emission.match and emission.event in awaited]
    if not emits:
        return node
    match choice.result:
        case Returned(output=output):
            values = {field.name: _member(output, field.name) for field in action.output}
            at = node.at
        case TimedOut() | EndedUnknown():
            at, values = _guessed(node.at, action, flight)
        case Failed():
            return node
    caused = tuple(
        Emitted(emission.event, tuple((name, values[source]) for name, source in emission.match))
        for emission in emits
    )
    return replace(node, at=at, emitted=(*node.emitted, *caused))


def _guessed(
    at: Configuration, action: ActionDecl, flight: Flight
) -> tuple[Configuration, dict[str, Expr]]:
    """Fresh unknowns for the outputs that nobody was told."""
    first = max((symbol.id for symbol in at.symbols), default=-1) + 1
    sources = dict.fromkeys(source for e in action.emits for _, source in e.match)
    fields = [field for field in action.output if field.name in sources]
    new = [
        _unique(Symbol(SymbolId(first + number), f"{flight.path}.{field.name}", field))
        for number, field in enumerate(fields)
    ]
    values: dict[str, Expr] = {
        field.name: Unknown(symbol.id) for field, symbol in zip(fields, new, strict=True)
    }
    return replace(at, symbols=(*at.symbols, *new)), values


def _member(output: Expr, name: str) -> Expr:
    match output:
        case MapLit(entries):
            return dict(entries)[name]
        case Lit():
            return Lit(None)
        case _:
            return Member(output, name)
