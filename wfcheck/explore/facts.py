"""Path conditions made small: facts about forgotten unknowns are eliminated where that is exact.

An unknown that no live value has can go when an equality says what it is, or when it only has to
differ from other values of an endless domain. Facts that hang together by forgotten unknowns alone
are dropped: they can be true, or the path would not have been explored. What is left says exactly
what can still matter about the live unknowns.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from wfcheck.explore.unknowns import put, unknowns
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.types import (
    NO_LIMITS,
    EnumType,
    Field,
    Kind,
    Limits,
    ListOf,
    MapOf,
    Scalar,
    Type,
)
from wfcheck.syntax.expr import Apply, Expr, Lit, Op, SymbolId, Unknown

_CONVERSIONS: Final = frozenset((Op.INT, Op.NUMBER, Op.TIMESTAMP, Op.DURATION))
_FREE: Final = frozenset((NO_LIMITS, Limits(unique=True)))


def pieces(facts: Iterable[Expr]) -> Iterator[Expr]:
    """The facts with conjunctions taken apart and negations of comparisons turned."""
    for fact in facts:
        match fact:
            case Apply(Op.AND, parts):
                yield from pieces(parts)
            case Apply(Op.NOT, (Apply(Op.NOT, (inner,)),)):
                yield from pieces((inner,))
            case Apply(Op.NOT, (Apply(Op.OR, (left, right)),)):
                yield from pieces((Apply(Op.NOT, (left,)), Apply(Op.NOT, (right,))))
            case Apply(Op.NOT, (Apply(Op.EQ, args),)):
                yield Apply(Op.NE, args)
            case Apply(Op.NOT, (Apply(Op.NE, args),)) if not _says_that_it_converts(args):
                yield Apply(Op.EQ, args)
            case _:
                yield fact


def _says_that_it_converts(args: tuple[Expr, ...]) -> bool:
    """Whether `x != null` says that a conversion has a value: without one, nothing equals null."""
    return any(isinstance(arg, Apply) and arg.op in _CONVERSIONS for arg in args)


def reduced(
    facts: Iterable[Expr], live: AbstractSet[SymbolId], symbols: Mapping[SymbolId, Symbol]
) -> tuple[Expr, ...]:
    """What the facts say about the live unknowns."""
    kept = dict.fromkeys(pieces(facts))
    while True:
        replaced = _by_equality(kept, live, symbols)
        if replaced is None:
            break
        kept = replaced
    kept = _without_free(kept, live, symbols)
    return tuple(_connected(kept, live))


def _by_equality(
    facts: dict[Expr, None], live: AbstractSet[SymbolId], symbols: Mapping[SymbolId, Symbol]
) -> dict[Expr, None] | None:
    """The facts without one forgotten unknown that an equality determines."""
    for fact in facts:
        match fact:
            case Apply(Op.EQ, (left, right)):
                pass
            case _:
                continue
        for own, other in ((left, right), (right, left)):
            if isinstance(own, Unknown) and own.id >= 0 and own.id not in live:
                if own.id not in unknowns(other) and _takes(symbols[own.id].field, other, symbols):
                    rest = (put(f, {own.id: other}) for f in facts if f is not fact)
                    return dict.fromkeys(f for f in rest if not _trivial(f))
    return None


def _takes(declared: Field, value: Expr, symbols: Mapping[SymbolId, Symbol]) -> bool:
    """Whether an unknown of this declaration can be any value that the other side can be."""
    match value:
        case Unknown(id):
            own = symbols[id].field if id in symbols else None
            return own is not None and (
                own.type == declared.type
                and own.limits in _FREE
                and declared.limits == NO_LIMITS
                and (own.required or not declared.required)
            )
        case Lit(constant):
            return constant is not None
        case _:
            return False


def _trivial(fact: Expr) -> bool:
    return isinstance(fact, Apply) and fact.op is Op.EQ and fact.args[0] == fact.args[1]


def _endless(type_: Type) -> bool:
    """Whether a type has more values than any number of facts can exclude."""
    match type_:
        case Scalar(kind):
            return kind is not Kind.BOOL
        case EnumType(open=open_):
            return open_
        case ListOf() | MapOf():
            return False
        case _:
            return False


def _without_free(
    facts: dict[Expr, None], live: AbstractSet[SymbolId], symbols: Mapping[SymbolId, Symbol]
) -> dict[Expr, None]:
    """The facts without those about unknowns that only have to differ from something."""
    while True:
        uses: dict[SymbolId, list[Expr]] = {}
        for fact in facts:
            for id_ in unknowns(fact):
                if id_ not in live:
                    uses.setdefault(id_, []).append(fact)
        free = next(
            (
                id_
                for id_, using in uses.items()
                if _endless(symbols[id_].field.type)
                and symbols[id_].field.limits in _FREE
                and all(_differs(fact, id_) for fact in using)
            ),
            None,
        )
        if free is None:
            return facts
        facts = dict.fromkeys(fact for fact in facts if fact not in uses[free])


def _differs(fact: Expr, id_: SymbolId) -> bool:
    match fact:
        case Apply(Op.NE, (Unknown(one), other)) if one == id_:
            return id_ not in unknowns(other)
        case Apply(Op.NE, (other, Unknown(one))) if one == id_:
            return id_ not in unknowns(other)
        case _:
            return False


def _connected(facts: dict[Expr, None], live: AbstractSet[SymbolId]) -> Iterator[Expr]:
    """The facts that hang together with a live unknown."""
    reached = set(live)
    left = [(fact, unknowns(fact).keys()) for fact in facts]
    kept: set[Expr] = set()
    growing = True
    while growing:
        growing = False
        for fact, ids in left:
            if fact not in kept and ids & reached:
                kept.add(fact)
                reached |= ids
                growing = True
    yield from (fact for fact in facts if fact in kept)


def components(
    facts: Iterable[Expr], live: AbstractSet[SymbolId]
) -> tuple[tuple[Expr, ...], tuple[tuple[Expr, ...], ...]]:
    """The facts about live unknowns alone, and the others grouped by the forgotten ones they share."""
    alone: list[Expr] = []
    groups: list[tuple[set[SymbolId], list[Expr]]] = []
    for fact in facts:
        gone = {id_ for id_ in unknowns(fact) if id_ not in live}
        if not gone:
            alone.append(fact)
            continue
        touching = [group for group in groups if group[0] & gone]
        merged = (set(gone), [fact])
        for ids, members in touching:
            merged[0].update(ids)
            merged[1][:0] = members
        groups = [group for group in groups if group not in touching] + [merged]
    return tuple(alone), tuple(tuple(members) for _, members in groups)
