"""The expression tree, one for known and unknown values alike (C-5.2).

A symbolic value is an expression with an `Unknown` in it. Two trees that say the same are equal
wherever they stand: spans take no part in comparison.
"""

from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum
from typing import Final, NewType, TypeAlias, assert_never

from wfcheck.classes import dataclass
from wfcheck.span import Span
from wfcheck.syntax.literals import Value


class Op(StrEnum):
    """Every operator and filter; declared once each in `semantics/ops.py` (C-5.4, C-5.8)."""

    OR = "or"
    AND = "and"
    NOT = "not"
    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    IN = "in"
    NOT_IN = "not in"
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    FLOORDIV = "//"
    MOD = "%"
    NEG = "neg"
    LOWER = "lower"
    UPPER = "upper"
    TRIM = "trim"
    LENGTH = "length"
    SPLIT = "split"
    REPLACE = "replace"
    SLICE = "slice"
    STARTS_WITH = "starts_with"
    ENDS_WITH = "ends_with"
    CONTAINS = "contains"
    INT = "int"
    NUMBER = "number"
    TIMESTAMP = "timestamp"
    DURATION = "duration"
    STRING = "string"
    FIRST = "first"
    LAST = "last"
    MIN = "min"
    MAX = "max"
    SORT = "sort"
    UNIQUE = "unique"
    JOIN = "join"
    SUM = "sum"
    ABS = "abs"
    FLOOR = "floor"
    CEIL = "ceil"
    ROUND = "round"
    SECONDS = "seconds"
    PLUS = "plus"
    MINUS = "minus"
    DEFAULT = "default"
    JSON = "json"


OPERATORS: Final = frozenset(list(Op)[: list(Op).index(Op.NEG) + 1])
FILTERS: Final = frozenset(Op) - OPERATORS
"""Those written `x | name(args)`; the receiver is the first argument of the `Apply`."""

SymbolId = NewType("SymbolId", int)

BROKEN: Final = SymbolId(-1)
"""The unknown that stands for an expression that could not be read; its type is `unknown`."""


@dataclass(frozen=True, slots=True)
class ExprNode:
    """Base of the nodes: where it stands, or None for one that no file holds."""

    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Lit(ExprNode):
    """A known value; `plain` where it is a YAML scalar without interpolation (C-3.4)."""

    value: Value
    plain: bool = field(default=False, compare=False, kw_only=True)

    def __eq__(self, other: object) -> bool:
        # Python's True == 1 == 1.0 is not the language's equality.
        if not isinstance(other, Lit):
            return NotImplemented
        return type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


@dataclass(frozen=True, slots=True)
class Name(ExprNode):
    """A bare name: a binding, `inputs`, `run` or `error`."""

    name: str


@dataclass(frozen=True, slots=True)
class Member(ExprNode):
    """`of.name`; `name_span` is the place of the name alone."""

    of: "Expr"
    name: str
    name_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Index(ExprNode):
    """`of[key]`."""

    of: "Expr"
    key: "Expr"


@dataclass(frozen=True, slots=True)
class Apply(ExprNode):
    """An operator or filter and its operands; `op_span` is the place of the operator or filter name."""

    op: Op
    args: tuple["Expr", ...]
    op_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Cond(ExprNode):
    """`then if test else orelse`."""

    test: "Expr"
    then: "Expr"
    orelse: "Expr"


@dataclass(frozen=True, slots=True)
class ListLit(ExprNode):
    """`[a, b]`, or a YAML list with expressions in it; `plain` where it is that."""

    items: tuple["Expr", ...]
    plain: bool = field(default=False, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class MapLit(ExprNode):
    """A YAML map with expressions in it, and any object whose parts are not all known.

    `key_spans` are the places of the keys, in the order of the entries, where a file holds them.
    """

    entries: tuple[tuple[str, "Expr"], ...]
    key_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Text(ExprNode):
    """A scalar with text around its interpolations (C-5.1)."""

    parts: tuple["str | Expr", ...]


@dataclass(frozen=True, slots=True)
class Unknown(ExprNode):
    """A typed unknown: an input, an action's output, a payload field. Its type is kept by the owner of the id."""

    id: SymbolId


Expr: TypeAlias = Lit | Name | Member | Index | Apply | Cond | ListLit | MapLit | Text | Unknown


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside one, from left to right."""
    match expr:
        case Lit() | Name() | Unknown():
            return ()
        case Member(of, _):
            return (of,)
        case Index(of, key):
            return (of, key)
        case Apply(_, args):
            return args
        case Cond(test, then, orelse):
            return (test, then, orelse)
        case ListLit(items):
            return items
        case MapLit(entries):
            return tuple(value for _, value in entries)
        case Text(parts):
            return tuple(part for part in parts if not isinstance(part, str))
        case _:
            assert_never(expr)


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and all inside it, outermost first, without recursion."""
    pending = [expr]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(children(current)))
