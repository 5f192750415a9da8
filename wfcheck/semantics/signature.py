"""What an operator takes and gives: overloads, and which of them some operands choose (C-5.4, C-5.8).

A parameter is a type, or a shape where the operands' own types decide. An operand fits when every
value of it fits; `unknown` and `json` are taken everywhere and checked at run time.
"""

from collections.abc import Callable, Iterable
from dataclasses import field
from enum import Enum, auto
from functools import lru_cache
from typing import Final, TypeAlias, assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.types import (
    BOOL,
    DURATION,
    INT,
    JSON,
    NUMBER,
    STRING,
    TIMESTAMP,
    UNKNOWN,
    Fit,
    ListOf,
    Type,
    base,
    fit,
    has_unjoined,
    is_json_compatible,
    join,
    join_all,
    may_be_null,
    nullable,
    unclosed,
)
from wfcheck.syntax.expr import Expr, Op
from wfcheck.syntax.literals import Value


class Shape(Enum):
    """A parameter that is not one type."""

    ANY = auto()  # anything
    PEER = auto()  # what has a join with the first operand
    ALTERNATIVE = auto()  # what has a join with the first operand without its null
    LIST = auto()  # a list
    ORDERED = auto()  # a list of elements that have an order
    TEXTS = auto()  # a list of elements that have a text form
    ELEMENT = auto()  # what has a join with the elements of the list among the operands


class Given(Enum):
    """A result that depends on the operands."""

    JOIN = auto()  # the join of the first, without null, and the second
    LIST = auto()  # the list, its domains no longer closed
    MEMBER = auto()  # an element of the list, or null
    EXTREME = auto()  # likewise, its domain no longer closed


Param: TypeAlias = Type | Shape
Result: TypeAlias = Type | Given


@dataclass(frozen=True, slots=True)
class Overload:
    """One way to apply an operator; the last `optional` parameters may be left out."""

    params: tuple[Param, ...]
    result: Result
    optional: int = 0


class NullRule(Enum):
    """What an operator does with null."""

    REJECT = auto()  # `fault.null`
    ACCEPT = auto()  # it is a value like others
    ELEMENT = auto()  # only the element that is compared with those of a list may be null


Needs: TypeAlias = Callable[[tuple[Expr, ...], tuple[Type, ...]], tuple[Expr, ...]]
"""What must hold for operands of these types to have a value, as conditions that always have one."""


@dataclass(frozen=True, slots=True, eq=False)
class OpDecl:
    """An operator or filter, declared once for every reader.

    `run` takes values without null where the rule rejects it. It gives a fault instead of a value
    where there is none: `fault.type` for values that no overload takes, `fault` where `needs` does not hold.
    """

    op: Op
    overloads: tuple[Overload, ...]
    run: Callable[..., Value | Fault]
    doc: str
    examples: tuple[tuple[str, str], ...]
    lazy: bool = False  # operands are evaluated from left to right, only as far as needed (C-5.6)
    null: NullRule = NullRule.REJECT
    needs: Needs | None = None
    fault: Fault | None = None

    fewest: int = field(init=False)  # operands, a filter's receiver included
    most: int = field(init=False)
    _takes_null: tuple[bool, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        most = max(len(o.params) for o in self.overloads)
        object.__setattr__(self, "fewest", min(len(o.params) - o.optional for o in self.overloads))
        object.__setattr__(self, "most", most)
        object.__setattr__(self, "_takes_null", tuple(map(self._null_at, range(most))))

    def takes_null(self, position: int) -> bool:
        """Whether the operand at a position may be null when the expression is evaluated."""
        return self._takes_null[position]

    def _null_at(self, position: int) -> bool:
        match self.null:
            case NullRule.ACCEPT:
                return True
            case NullRule.REJECT:
                return False
            case NullRule.ELEMENT:
                return any(
                    Shape.ELEMENT in o.params[position : position + 1] for o in self.overloads
                )
            case _:
                assert_never(self.null)


def is_dynamic(t: Type) -> bool:
    """Whether a type says so little that the operator is checked at run time."""
    return t is UNKNOWN or t is JSON or has_unjoined(t)


@lru_cache(maxsize=4096)
def fitting(decl: OpDecl, operands: tuple[Type, ...]) -> tuple[Overload, ...]:
    """The overloads that take operands of these types, null not looked at where it is not taken."""
    types = tuple(_seen(decl, position, t) for position, t in enumerate(operands))
    return tuple(o for o in decl.overloads if _fits(o, types))


@lru_cache(maxsize=4096)
def result_type(decl: OpDecl, operands: tuple[Type, ...]) -> Type | None:
    """The type of an application, None where no overload takes these operands.

    Null in an operand that takes none is not looked at: it is a fault of its own.
    """
    types = tuple(_seen(decl, position, t) for position, t in enumerate(operands))
    fits = fitting(decl, operands)
    if not fits:
        return None
    if not any(map(is_dynamic, types)):
        return _result(fits[0].result, types)
    # Values of json are json: overloads for durations and the like are only taken when nothing else is.
    plain = [
        o
        for o in fits
        if all(_may_come_from_json(p, t) for p, t in zip(o.params, types, strict=False))
    ]
    joined = join_all(_result(o.result, types) for o in plain or fits)
    return UNKNOWN if joined is None else joined


def offender(decl: OpDecl, operands: tuple[Type, ...]) -> int:
    """The position of the first operand that makes every overload impossible."""
    types = tuple(_seen(decl, position, t) for position, t in enumerate(operands))
    for end in range(1, len(types) + 1):
        if not any(_fits_so_far(o, types[:end]) for o in decl.overloads):
            return end - 1
    return len(types) - 1


def _seen(decl: OpDecl, position: int, t: Type) -> Type:
    return t if decl.takes_null(position) else base(t)


def _fits(overload: Overload, types: tuple[Type, ...]) -> bool:
    most = len(overload.params)
    return most - overload.optional <= len(types) <= most and _fits_so_far(overload, types)


def _fits_so_far(overload: Overload, types: tuple[Type, ...]) -> bool:
    return len(types) <= len(overload.params) and all(
        _takes(param, t, types) for param, t in zip(overload.params, types, strict=False)
    )


def _takes(param: Param, t: Type, types: tuple[Type, ...]) -> bool:
    if not isinstance(param, Shape):
        return is_dynamic(t) or fit(t, param) is Fit.YES
    match param:
        case Shape.ANY:
            return True
        case Shape.PEER:
            first = types[0]
            return is_dynamic(t) or is_dynamic(first) or join(first, t) is not None
        case Shape.ALTERNATIVE:
            return join(base(types[0]), t) is not None
        case Shape.LIST:
            return isinstance(t, ListOf) or is_dynamic(t)
        case Shape.ORDERED:
            return is_dynamic(t) or (isinstance(t, ListOf) and _all_in(t.item, _ORDERED))
        case Shape.TEXTS:
            return is_dynamic(t) or (isinstance(t, ListOf) and _all_in(t.item, TEXTUAL))
        case Shape.ELEMENT:
            return _is_element(t, _list_among(types))
        case _:
            assert_never(param)


TEXTUAL: Final = (STRING, NUMBER, BOOL, DURATION, TIMESTAMP)
"""The types with a form inside text (C-5.1); enums are strings, ints numbers."""

_ORDERED: Final = (STRING, NUMBER, DURATION, TIMESTAMP)


def _all_in(item: Type, types: tuple[Type, ...]) -> bool:
    return is_dynamic(item) or any(fit(item, t) is Fit.YES for t in types)


def _list_among(types: Iterable[Type]) -> Type:
    return next((base(t) for t in types if isinstance(base(t), ListOf)), UNKNOWN)


def _is_element(t: Type, of: Type) -> bool:
    item = of.item if isinstance(of, ListOf) else UNKNOWN
    # The element may be null where the list's elements may be.
    if may_be_null(t) and not (may_be_null(item) or is_dynamic(item)):
        return False
    return is_dynamic(t) or is_dynamic(item) or join(item, t) is not None


def _may_come_from_json(param: Param, t: Type) -> bool:
    return t is not JSON or isinstance(param, Shape) or is_json_compatible(param)


def _result(result: Result, types: tuple[Type, ...]) -> Type:
    if not isinstance(result, Given):
        return result
    items = _list_among(types)
    item = items.item if isinstance(items, ListOf) else UNKNOWN
    match result:
        case Given.JOIN:
            joined = join(base(types[0]), types[1])
            return UNKNOWN if joined is None else joined
        case Given.LIST:
            return ListOf(unclosed(item))
        case Given.MEMBER:
            return nullable(item)
        case Given.EXTREME:
            return nullable(unclosed(item))
        case _:
            assert_never(result)


ARITHMETIC: Final = (Overload((INT, INT), INT), Overload((NUMBER, NUMBER), NUMBER))
