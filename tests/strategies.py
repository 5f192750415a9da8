"""Hypothesis strategies: types, values of a type, expressions of a type. Recursive ones are cached."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from wfcheck.semantics.types import (
    BOOL,
    DURATION,
    FILE,
    INT,
    JSON,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    TIMESTAMP,
    UNKNOWN,
    EnumType,
    Field,
    Kind,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Special,
    Type,
    Unjoined,
    may_be_omitted,
    nullable,
)
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Name, Op, Text
from wfcheck.syntax.literals import (
    DURATION_LIMIT_MS,
    INT_MAX,
    INT_MIN,
    TIMESTAMP_MAX_MS,
    TIMESTAMP_MIN_MS,
    Duration,
    File,
    MapValue,
    Timestamp,
    Value,
)

MEMBERS = ("a", "b", "c")
NAMES = ("p", "q")

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@cache
def types(depth: int = 2) -> st.SearchStrategy[Type]:
    """Types that a declaration or an expression can have."""
    members = st.lists(st.sampled_from(MEMBERS), min_size=1, unique=True).map(sorted)
    plain: st.SearchStrategy[Type] = st.one_of(
        st.sampled_from([STRING, INT, NUMBER, BOOL, DURATION, TIMESTAMP, FILE]),
        st.builds(EnumType, members.map(tuple), st.booleans()),
        st.builds(EnumType, members.map(tuple), st.just(value=False), st.just(value=True)),
        st.sampled_from([NULL, NEVER, JSON, UNKNOWN]),
    )
    if not depth:
        return plain
    inner = types(depth - 1)
    fields = st.builds(Field, st.just(""), inner, st.booleans())
    objects = st.dictionaries(st.sampled_from(NAMES), fields, max_size=2).map(_object)
    return st.one_of(plain, inner.map(ListOf), inner.map(MapOf), objects, inner.map(nullable))


def _object(fields: dict[str, Field]) -> ObjectType:
    return ObjectType(
        tuple(Field(name, field.type, field.required) for name, field in sorted(fields.items()))
    )


@cache
def values(t: Type) -> st.SearchStrategy[Value]:
    """Values that conform to a type; of `never`, which has none, null."""
    match t:
        case Scalar(kind):
            return _scalars(kind)
        case EnumType(members, open=is_open):
            return texts if is_open else st.sampled_from(members)
        case ListOf(item):
            return st.lists(values(item), max_size=2).map(tuple)
        case MapOf(item):
            return st.dictionaries(texts, values(item), max_size=2).map(_map)
        case ObjectType(fields):
            parts = {f.name: _part(f) for f in fields if not may_be_omitted(f)}
            optional = {f.name: _part(f) for f in fields if may_be_omitted(f)}
            return st.fixed_dictionaries(parts, optional=optional).map(_map)
        case Nullable(inner):
            return st.none() | values(inner)
        case Special.JSON | Special.UNKNOWN | Unjoined():
            return _json()
        case Special.NULL | Special.NEVER:
            return st.none()


def _part(field: Field) -> st.SearchStrategy[Value]:
    return values(field.type) if field.required else st.none() | values(field.type)


def _map(entries: dict[str, Value]) -> MapValue:
    return MapValue(tuple(entries.items()))


ints = st.one_of(st.integers(-3, 3), st.integers(INT_MIN, INT_MAX))
numbers = st.one_of(
    st.fractions(max_denominator=12), st.decimals(places=3, min_value=-9, max_value=9).map(Fraction)
)


def _scalars(kind: Kind) -> st.SearchStrategy[Value]:
    match kind:
        case Kind.STRING:
            return texts
        case Kind.INT:
            return ints
        case Kind.NUMBER:
            return numbers
        case Kind.BOOL:
            return st.booleans()
        case Kind.DURATION:
            return st.integers(-DURATION_LIMIT_MS, DURATION_LIMIT_MS).map(Duration)
        case Kind.TIMESTAMP:
            return st.integers(TIMESTAMP_MIN_MS, TIMESTAMP_MAX_MS).map(Timestamp)
        case Kind.FILE:
            return st.builds(File, texts, st.integers(0, 9), st.just("text/plain"))


@cache
def _json(depth: int = 1) -> st.SearchStrategy[Value]:
    plain = st.one_of(st.none(), st.booleans(), ints, numbers, texts)
    if not depth:
        return plain
    inner = _json(depth - 1)
    return st.one_of(
        plain,
        st.lists(inner, max_size=2).map(tuple),
        st.dictionaries(texts, inner, max_size=2).map(_map),
    )


VARIABLES: dict[Kind, tuple[str, ...]] = {
    Kind.STRING: ("s", "t"),
    Kind.INT: ("i", "j"),
    Kind.NUMBER: ("n",),
    Kind.BOOL: ("b",),
    Kind.DURATION: ("d",),
    Kind.TIMESTAMP: ("at",),
}
"""The names that `exprs` reads, by their types."""


@cache
def exprs(kind: Kind, depth: int = 3) -> st.SearchStrategy[Expr]:
    """Well-typed expressions of a scalar type over the names of `VARIABLES`."""
    leaves: st.SearchStrategy[Expr] = st.one_of(
        st.sampled_from(VARIABLES[kind]).map(Name), _scalars(kind).map(Lit)
    )
    if not depth:
        return leaves

    def of(wanted: Kind) -> st.SearchStrategy[Expr]:
        return exprs(wanted, depth - 1)

    def apply(ops: tuple[Op, ...], *kinds: Kind) -> st.SearchStrategy[Expr]:
        return st.builds(Apply, st.sampled_from(ops), st.tuples(*map(of, kinds)))

    choice = st.builds(Cond, of(Kind.BOOL), of(kind), of(kind))
    return st.one_of(leaves, choice, *_applications(kind, apply, of))


def _applications(
    kind: Kind,
    apply: Callable[..., st.SearchStrategy[Expr]],
    of: Callable[[Kind], st.SearchStrategy[Expr]],
) -> list[st.SearchStrategy[Expr]]:
    k = Kind
    match kind:
        case k.INT:
            return [
                apply((Op.ADD, Op.SUB, Op.MUL, Op.FLOORDIV, Op.MOD), k.INT, k.INT),
                apply((Op.NEG, Op.ABS), k.INT),
                apply((Op.LENGTH, Op.INT), k.STRING),
                apply((Op.FLOOR, Op.CEIL), k.NUMBER),
            ]
        case k.NUMBER:
            return [
                apply((Op.ADD, Op.SUB, Op.MUL, Op.DIV), k.NUMBER, k.NUMBER),
                apply((Op.DIV,), k.INT, k.INT),
                apply((Op.ROUND,), k.NUMBER),
                apply((Op.SECONDS,), k.DURATION),
            ]
        case k.BOOL:
            return [
                apply((Op.AND, Op.OR), k.BOOL, k.BOOL),
                apply((Op.NOT,), k.BOOL),
                apply((Op.LT, Op.GE, Op.EQ), k.INT, k.NUMBER),
                apply((Op.IN, Op.STARTS_WITH, Op.NE), k.STRING, k.STRING),
                apply((Op.LE, Op.GT), k.TIMESTAMP, k.TIMESTAMP),
            ]
        case k.STRING:
            text = st.lists(st.one_of(texts, of(k.INT), of(k.STRING), of(k.DURATION)), max_size=3)
            return [
                apply((Op.LOWER, Op.TRIM), k.STRING),
                apply((Op.SLICE,), k.STRING, k.INT),
                apply((Op.REPLACE,), k.STRING, k.STRING, k.STRING),
                apply((Op.STRING,), k.NUMBER),
                text.map(tuple).map(Text),
            ]
        case k.DURATION:
            return [
                apply((Op.ADD, Op.SUB), k.DURATION, k.DURATION),
                apply((Op.MUL,), k.DURATION, k.INT),
                apply((Op.SUB,), k.TIMESTAMP, k.TIMESTAMP),
                apply((Op.DURATION,), k.STRING),
            ]
        case k.TIMESTAMP:
            return [
                apply((Op.ADD, Op.SUB, Op.PLUS), k.TIMESTAMP, k.DURATION),
                apply((Op.TIMESTAMP,), k.STRING),
            ]
        case _:
            return []
