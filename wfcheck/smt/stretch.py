"""Long texts and lists for conditions that turn over at a length, made without the solver.

The solver builds a text code point by code point, and gives up on those of some hundreds. What
makes a length matter is left out first; the values that meet the rest are then made longer, until
the evaluator finds every demand met.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from wfcheck.semantics.lengths import longer, longer_list
from wfcheck.semantics.types import Field, Kind, Limits, ListOf, Scalar, base
from wfcheck.semantics.values import conforms
from wfcheck.smt.decode import filler
from wfcheck.smt.demand import Breaks, Demand, Exists, Fails, Unmet, expression, met
from wfcheck.smt.wishes import wished
from wfcheck.syntax.expr import Apply, Expr, Lit, Op, SymbolId, Unknown, walk
from wfcheck.syntax.literals import Value

_SHORT: Final = 64  # the solver is good at lengths up to this
_LONGEST: Final = 100_000  # code points, or elements
_MOST_TRIES: Final = 400

Model = Mapping[SymbolId, Value]


def stretched(
    demands: tuple[Demand, ...], symbols: Mapping[SymbolId, Field], *, rlimit: int
) -> Model | None:
    """Values with long texts or lists that meet every demand; None where none is found, or no length is long."""
    asked = _asked(demands, symbols)
    sizes = _sizes(demands, asked.values())
    if not any(size > _SHORT + 1 for size in sizes):
        return None
    fields = {id_: _unmeasured(field) for id_, field in asked.items()}
    start = wished(tuple(map(_relaxed, demands)), fields, rlimit=rlimit)
    if start is None:
        return None
    tries = (tried for tried in _tries(start, asked, sizes))
    for tried in islice(tries, _MOST_TRIES):
        if _fits(tried, asked) and all(met(demand, tried) for demand in demands):
            return {**start, **tried}
    return None


def _asked(demands: tuple[Demand, ...], symbols: Mapping[SymbolId, Field]) -> dict[SymbolId, Field]:
    parts = (part for demand in demands for part in walk(expression(demand)))
    ids = dict.fromkeys(part.id for part in parts if isinstance(part, Unknown))
    return {id_: symbols[id_] for id_ in ids if id_ in symbols}


def _fits(model: Model, fields: Mapping[SymbolId, Field]) -> bool:
    return all(conforms(value, fields[id_]) is None for id_, value in model.items())


# -- lengths


def _sizes(demands: tuple[Demand, ...], fields: Iterable[Field]) -> tuple[int, ...]:
    """The lengths at which something turns over."""
    found: dict[int, None] = {}
    for demand in demands:
        for limit in (*_limits(demand), *_literals(expression(demand))):
            found.update(dict.fromkeys((limit + 1, limit, limit - 1)))
    for field in fields:
        for limit in _of(field.limits):
            found.setdefault(limit)
    return tuple(sorted(size for size in found if 0 < size <= _LONGEST))


def _of(limits: Limits) -> Iterator[int]:
    yield from (size for size in (limits.max_length, limits.min_length) if size is not None)


def _limits(demand: Demand) -> Iterator[int]:
    match demand:
        case Breaks(_, field):
            yield from _of(field.limits)
        case Unmet(inner):
            yield from _limits(inner)
        case _:
            return


def _literals(expr: Expr) -> Iterator[int]:
    """The numbers of an expression that measures something."""
    parts = tuple(walk(expr))
    if any(map(_is_measure, parts)):
        for part in parts:
            if isinstance(part, Lit) and isinstance(part.value, int):
                yield int(part.value)


def _is_measure(part: Expr) -> bool:
    return isinstance(part, Apply) and part.op is Op.LENGTH


# -- what is left without them


def _unmeasured(field: Field) -> Field:
    limits = replace(field.limits, min_length=None)
    return replace(field, limits=limits)


def _relaxed(demand: Demand) -> Demand:
    """The demand as far as it says nothing of lengths."""
    expr = expression(demand)
    match demand:
        case Exists():
            return demand
        case Breaks(_, field) if any(True for _ in _of(field.limits)):
            return Exists(expr)
        case Breaks():
            return demand
        case Fails() | Unmet():
            return Lit(value=True) if any(map(_is_measure, walk(expr))) else demand
        case _:
            return Exists(expr) if any(map(_is_measure, walk(expr))) else demand


# -- longer values


def _tries(
    start: Model, fields: Mapping[SymbolId, Field], sizes: tuple[int, ...]
) -> Iterator[Model]:
    """No longer than declared, then each text or list at each length alone, then all as long as they may be."""
    own = {id_: start[id_] for id_ in fields if id_ in start}
    open_ = [id_ for id_ in own if _can_grow(fields[id_])]
    least = {id_: _first(own[id_], fields[id_], fields[id_].limits.min_length) for id_ in open_}
    ready = {**own, **least}
    yield ready
    for id_ in open_:
        # what is read well at any length, before what is not
        for some in (slice(0, 1), slice(1, None)):
            for size in sizes:
                for value in tuple(_grown(own[id_], fields[id_], size))[some]:
                    yield {**ready, id_: value}
    for size in sizes:
        grown = {}
        for id_ in open_:
            most = fields[id_].limits.max_length
            grown[id_] = _first(own[id_], fields[id_], size if most is None else min(size, most))
        yield {**ready, **grown}


def _can_grow(field: Field) -> bool:
    plain = base(field.type)
    return isinstance(plain, ListOf) or plain == Scalar(Kind.STRING)


def _first(value: Value, field: Field, size: int | None) -> Value:
    """The nicest value of that length which the declaration allows, else the one there is."""
    if size is None or (isinstance(value, str | tuple) and len(value) == size):
        return value
    grown = _grown(value, field, size)
    return next((other for other in grown if conforms(other, field) is None), value)


def _grown(value: Value, field: Field, size: int) -> Iterator[Value]:
    plain = base(field.type)
    if isinstance(plain, ListOf):
        yield longer_list(value, size, filler(plain.item))
    else:
        name = field.name.rpartition(".")[2] or "value"
        yield from longer(value if isinstance(value, str) else "", size, name)
