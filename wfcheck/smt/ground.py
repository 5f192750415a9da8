"""What is known at a place: what its names stand for, and the conditions that led there.

A name stands for an expression over symbols: the definition of a binding, put in. A definition too
large to be put in everywhere is a symbol of its type instead.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.defined import Need, needs, type_in
from wfcheck.semantics.program import Subscription, Trigger
from wfcheck.semantics.reduce import reducer
from wfcheck.semantics.types import BOOL, UNKNOWN, Field, Limits, ObjectType, Type, read_type
from wfcheck.syntax.expr import (
    BROKEN,
    Apply,
    Cond,
    Expr,
    ListLit,
    Lit,
    MapLit,
    Member,
    Name,
    Op,
    SymbolId,
    Unknown,
    walk,
)
from wfcheck.syntax.unparse import unparse

_MOST_NODES: Final = 400


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that holds where a place is reached, and how the file puts it."""

    condition: Expr
    text: str


class Names(Mapping[str, Expr]):
    """What names are bound to: a value, never changed.

    Steps bind one name after the other, and each place keeps what was bound before it. Layers that
    double in size share all but the logarithm of that.
    """

    __slots__ = ("_layers",)

    def __init__(self, layers: tuple[Mapping[str, Expr], ...] = ()) -> None:
        self._layers = layers  # the newest first

    def binding(self, bound: Mapping[str, Expr]) -> "Names":
        """The same, with more names."""
        top, rest = dict(bound), self._layers
        while rest and len(top) >= len(rest[0]):
            top, rest = {**rest[0], **top}, rest[1:]
        return Names((top, *rest))

    def __getitem__(self, name: str) -> Expr:
        for layer in self._layers:
            if name in layer:
                return layer[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        # In the order in which they were bound first.
        return iter(dict.fromkeys(name for layer in reversed(self._layers) for name in layer))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Scope:
    """What names stand for at a place; each expression of the file is resolved once."""

    __slots__ = ("_names", "_reduce", "_resolved")

    def __init__(self, names: Mapping[str, Expr]) -> None:
        self._names = names
        self._reduce = reducer(names.get)
        # By identity; the expression is kept, so that no other takes its place in memory.
        self._resolved: dict[int, tuple[Expr, Expr]] = {}

    def resolve(self, expr: Expr) -> Expr:
        if isinstance(expr, Lit):
            return expr
        known = self._resolved.get(id(expr))
        if known is None:
            known = self._resolved[id(expr)] = expr, self._resolve(expr)
        return known[1]

    def _resolve(self, expr: Expr) -> Expr:
        for part in walk(expr):
            if isinstance(part, Member) and _lacks(self._reduce(part.of), part.name):
                return Unknown(BROKEN)
        return self._reduce(expr)


class Ground:
    """What a place stands on: a value, never changed."""

    __slots__ = ("_scope", "facts", "scope")

    def __init__(
        self, scope: Mapping[str, Expr], facts: tuple[Fact, ...] = (), same: _Scope | None = None
    ) -> None:
        self.scope = scope
        self.facts = facts
        self._scope = same or _Scope(scope)

    def knowing(self, *facts: Fact) -> "Ground":
        """The same, with more known."""
        return Ground(self.scope, self.facts + facts, self._scope)

    def binding(self, bound: Mapping[str, Expr]) -> "Ground":
        """The same, with more names."""
        if not bound:
            return self
        names = self.scope if isinstance(self.scope, Names) else Names((self.scope,))
        return Ground(names.binding(bound), self.facts)

    def resolve(self, expr: Expr) -> Expr:
        """An expression of this place over symbols alone; one that reads what is not there is broken."""
        return self._scope.resolve(expr)

    def fact(self, condition: Expr, *, holds: bool = True) -> Fact:
        """That a condition of this place is true, or false."""
        resolved = self.resolve(condition)
        if holds:
            return Fact(resolved, unparse(condition))
        return Fact(negated(resolved), unparse(Apply(Op.NOT, (condition,))))

    def read(self, expr: Expr) -> tuple[Expr, ...]:
        """The definitions of the bindings that an expression of this place reads, where they may fault."""
        names = dict.fromkeys(part.name for part in walk(expr) if isinstance(part, Name))
        read = (self.scope[name] for name in names if name in self.scope)
        return tuple(value for value in read if not all(map(_is_certain, walk(value))))


def _lacks(value: Expr, name: str) -> bool:
    """Whether a value is an object, on whatever way, that never has the member (C-3.8)."""
    match value:
        case MapLit(entries):
            return all(key != name for key, _ in entries)
        case Cond(_, then, Lit(None)):
            return _lacks(then, name)
        case Cond(_, then, orelse):
            return _lacks(then, name) and _lacks(orelse, name)
        case _:
            return False


def _is_certain(part: Expr) -> bool:
    return isinstance(part, Lit | Unknown | ListLit | MapLit)


def negated(condition: Expr) -> Expr:
    """That a condition is false (not merely without a value)."""
    return Apply(Op.NOT, (condition,))


def equals(a: Expr, b: Expr) -> Expr:
    """That two expressions have the same value."""
    return Apply(Op.EQ, (a, b))


def both(*conditions: Expr) -> Expr:
    """That all conditions are true; `true` of none. Many nest no deeper than their number has digits."""
    level = list(conditions) or [Lit(True)]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [*(Apply(Op.AND, pair) for pair in pairs), *level[len(level) & ~1 :]]
    return level[0]


@dataclass(slots=True)
class Symbols:
    """The unknowns of one program, in the order in which the walk meets them."""

    fields: dict[SymbolId, Field] = field(default_factory=dict)
    calls: dict[SymbolId, int] = field(default_factory=dict)  # which call made a unique value

    _read: dict[SymbolId, Symbol] = field(default_factory=dict, repr=False)
    # By identity of expressions, which are kept: what was found out about them.
    _types: dict[int, tuple[Expr, Type]] = field(default_factory=dict, repr=False)
    _needs: dict[int, tuple[Expr, tuple[Need, ...]]] = field(default_factory=dict, repr=False)

    def new(self, declared: Field, origin: str) -> Unknown:
        """A new unknown; `origin` is its name in the file's own words."""
        id_ = SymbolId(len(self.fields))
        self.fields[id_] = replace(declared, name=origin)
        return Unknown(id_)

    def type_of(self, id_: SymbolId) -> Type:
        """What readers of an unknown see."""
        return read_type(self.fields[id_]) if id_ in self.fields else UNKNOWN

    def read(self, id_: SymbolId) -> Symbol | None:
        """An unknown as its readers see it: what may be absent is nullable (C-3.3)."""
        if id_ not in self._read and id_ in self.fields:
            declared = self.fields[id_]
            seen = replace(declared, type=read_type(declared), required=True)
            self._read[id_] = Symbol(id_, declared.name, seen)
        return self._read.get(id_)

    def type(self, expr: Expr) -> Type:
        """The type of an expression over symbols."""
        if isinstance(expr, Unknown):
            return self.type_of(expr.id)
        known = self._types.get(id(expr))
        if known is None:
            known = self._types[id(expr)] = expr, type_in(expr, self.type_of)
        return known[1]

    def needs(self, expr: Expr) -> tuple[Need, ...]:
        """What an expression over symbols needs to have a value."""
        if isinstance(expr, Lit | Unknown):
            return ()
        known = self._needs.get(id(expr))
        if known is None:
            known = self._needs[id(expr)] = expr, needs(expr, self.type_of)
        return known[1]

    def flag(self, text: str) -> Unknown:
        """An unknown that no file names: which way something went. A sentence is no name of a file."""
        return self.new(Field(text, BOOL), text)

    def described(self, declared: Field, origin: str) -> Expr:
        """A new value of a declaration; of an object that is always there, its parts."""
        if isinstance(declared.type, ObjectType) and declared.required:
            return self.record(declared.type.fields, origin)
        return self.new(declared, origin)

    def record(self, fields: tuple[Field, ...], origin: str) -> MapLit:
        """A new object with these fields; `origin` is what its members are read from."""
        return MapLit(
            tuple(
                (part.name, self.described(part, f"{origin}.{part.name}" if origin else part.name))
                for part in fields
            )
        )

    def event(self, waited: Subscription | Trigger) -> Expr:
        """A new payload of an event that is waited for."""
        if not waited.trigger.known:
            return self.new(Field(waited.name, UNKNOWN), waited.name)
        return self.record(waited.trigger.payload, waited.name)

    def bounded(self, value: Expr, origin: str) -> Expr:
        """A binding's definition, or a symbol of its type where it is too large to be put in."""
        count = 0
        for count, _ in enumerate(walk(value)):
            if count > _MOST_NODES:
                return self.new(Field(origin, self.type(value)), origin)
        return value


COUNT: Final = Limits(min=0)
