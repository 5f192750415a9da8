"""One name for all configurations that go on alike: unknowns numbered in order of appearance."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from wfcheck.classes import dataclass
from wfcheck.explore.facts import components, reduced
from wfcheck.explore.forget import Forgetter
from wfcheck.explore.unknowns import put, unknowns
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.configuration import Configuration
from wfcheck.semantics.types import Field
from wfcheck.syntax.expr import Expr, SymbolId, Unknown

_STAND_IN: Final = Unknown(SymbolId(0))


@dataclass(frozen=True, slots=True)
class Emitted:
    """An event that a call may have caused: its payload's fields that the call's output gives."""

    event: str
    match: tuple[tuple[str, Expr], ...]

    def get(self, name: str) -> Expr | None:
        return next((value for field, value in self.match if field == name), None)


@dataclass(frozen=True, slots=True)
class Node:
    """What the explorer visits: a configuration, and what it does not tell but the run's past does."""

    at: Configuration
    emitted: tuple[Emitted, ...] = ()
    final: str | None = None  # the state in which the top run has ended


Names: TypeAlias = tuple[SymbolId, ...]
"""By the number of an unknown in a canonical node: what it was called before."""


def canonical(node: Node, forgetter: Forgetter) -> tuple[Node, Names]:
    """The node that stands for all that go on alike, and where its unknowns come from."""
    at = forgetter.forget(node.at)
    symbols = {symbol.id: symbol for symbol in at.symbols}
    live = unknowns((at.run, at.ended, at.now))
    caused = node.emitted if at.ended is None else ()
    recorded = unknowns(caused)
    facts = reduced(at.known, live.keys() | recorded.keys(), symbols)
    alone, groups = _groups(facts, caused, live)
    names: dict[SymbolId, SymbolId] = {}
    for id_ in live:
        names[id_] = SymbolId(len(names))
    to = {old: Unknown(new) for old, new in names.items()}
    known: list[Expr] = sorted((put(fact, to) for fact in alone), key=repr)
    emitted: list[Emitted] = []
    for group in _distinct(groups, to, symbols):
        for id_ in unknowns(group):
            if id_ not in names:
                names[id_] = SymbolId(len(names))
        renamed = put(group, {old: Unknown(new) for old, new in names.items()})
        known += [part for part in renamed if not isinstance(part, Emitted)]
        emitted += [part for part in renamed if isinstance(part, Emitted)]
    after = replace(
        at,
        run=put(at.run, to),
        ended=put(at.ended, to),
        now=put(at.now, to),
        known=tuple(known),
        symbols=_symbols(names, symbols),
    )
    return Node(after, tuple(emitted), node.final), tuple(names)


_Group: TypeAlias = tuple[Expr | Emitted, ...]


def _groups(
    facts: Iterable[Expr], emitted: tuple[Emitted, ...], live: Mapping[SymbolId, None]
) -> tuple[tuple[Expr, ...], list[_Group]]:
    """The facts about live unknowns, and the facts and events that share forgotten ones."""
    alone, groups = components(facts, live.keys())
    left: list[_Group] = [*groups]
    for record in emitted:
        ids = {id_ for id_ in unknowns(record) if id_ not in live}
        touching = [group for group in left if ids & unknowns(group).keys()]
        left = [group for group in left if group not in touching]
        left.append((record, *(part for group in touching for part in group)))
    return alone, left


def _distinct(
    groups: list[_Group], to: Mapping[SymbolId, Unknown], symbols: Mapping[SymbolId, Symbol]
) -> list[_Group]:
    """The groups in a fixed order; one of those that only the names of unknowns tell apart.

    Facts that say the same of two forgotten values say it of one; and of two events that nothing
    tells apart, one can stand for both.
    """
    found: dict[str, _Group] = {}
    for group in groups:
        ordered = tuple(sorted(group, key=lambda part: _shape(part, to)))
        local = dict(to)
        declared: list[tuple[str, Field]] = []
        for id_ in unknowns(ordered):
            if id_ not in local:
                local[id_] = Unknown(SymbolId(10**9 + len(local)))
                declared.append((_origin(symbols[id_]), symbols[id_].field))
        found.setdefault(repr((put(ordered, local), declared)), ordered)
    return [found[key] for key in sorted(found)]


def _shape(part: Expr | Emitted, to: Mapping[SymbolId, Unknown]) -> str:
    blank = {id_: to.get(id_, _STAND_IN) for id_ in unknowns(part)}
    return repr(put(part, blank))


def _symbols(
    names: Mapping[SymbolId, SymbolId], symbols: Mapping[SymbolId, Symbol]
) -> tuple[Symbol, ...]:
    """The declarations under their new numbers."""
    return tuple(
        Symbol(new, _origin(symbols[old]), symbols[old].field) for old, new in names.items()
    )


def _origin(symbol: Symbol) -> str:
    """Where an unknown comes from, as far as it makes a difference: an input stays what it is.

    Which of several calls returned a value is no difference, or a path would go on by what it forgot.
    """
    return symbol.origin if symbol.origin.startswith("inputs.") else ""
