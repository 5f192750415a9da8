"""Logic, comparison, membership, and what takes any value (C-5.4, C-5.8)."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from wfcheck.semantics.fault import Fault
from wfcheck.semantics.signature import Given, NullRule, OpDecl, Overload, Shape
from wfcheck.semantics.types import BOOL, DURATION, NUMBER, STRING, TIMESTAMP
from wfcheck.semantics.values import same, to_json
from wfcheck.syntax.expr import Op
from wfcheck.syntax.literals import Duration, Timestamp, Value


def _both(a: Value, b: Value) -> Value | Fault:
    return a and b if isinstance(a, bool) and isinstance(b, bool) else Fault.TYPE


def _either(a: Value, b: Value) -> Value | Fault:
    return a or b if isinstance(a, bool) and isinstance(b, bool) else Fault.TYPE


def _not(a: Value) -> Value | Fault:
    return not a if isinstance(a, bool) else Fault.TYPE


def _ordering(holds: Callable[[int], bool]) -> Callable[[Value, Value], Value | Fault]:
    """A comparison of two numbers, two durations or two timestamps by the sign of their difference."""

    def compare(a: Value, b: Value) -> Value | Fault:
        if isinstance(a, bool) or isinstance(b, bool):
            return Fault.TYPE
        match a, b:
            case (int() | Fraction(), int() | Fraction()):
                return holds((a > b) - (a < b))
            case (Duration(x), Duration(y)) | (Timestamp(x), Timestamp(y)):
                return holds((x > y) - (x < y))
            case _:
                return Fault.TYPE

    return compare


def is_in(element: Value, container: Value) -> Value | Fault:
    """Whether a list has an element, or a string a part."""
    match container:
        case tuple():
            return any(same(element, item) for item in container)
        case str():
            if element is None:
                return Fault.NULL
            return element in container if isinstance(element, str) else Fault.TYPE
        case _:
            return Fault.TYPE


def _not_in(element: Value, container: Value) -> Value | Fault:
    found = is_in(element, container)
    return found if isinstance(found, Fault) else not found


def _json(value: Value) -> Value | Fault:
    return json.dumps(to_json(value), ensure_ascii=False, separators=(",", ":"))


_LOGIC: Final = (Overload((BOOL, BOOL), BOOL),)
_EQUALITY: Final = (Overload((Shape.ANY, Shape.PEER), BOOL),)
_ORDER: Final = (
    Overload((NUMBER, NUMBER), BOOL),
    Overload((DURATION, DURATION), BOOL),
    Overload((TIMESTAMP, TIMESTAMP), BOOL),
)
_MEMBERSHIP: Final = (
    Overload((STRING, STRING), BOOL),
    Overload((Shape.ELEMENT, Shape.LIST), BOOL),
)

LOGIC_OPS: Final = (
    OpDecl(
        Op.OR,
        _LOGIC,
        _either,
        "True where the left or the right operand is; the right one is evaluated only where the left is false.",
        (("false or true", "true"), ("true or 1 / 0 > 0", "true")),
        lazy=True,
    ),
    OpDecl(
        Op.AND,
        _LOGIC,
        _both,
        "True where both operands are; the right one is evaluated only where the left is true.",
        (("true and false", "false"), ("false and 1 / 0 > 0", "false")),
        lazy=True,
    ),
    OpDecl(
        Op.NOT,
        (Overload((BOOL,), BOOL),),
        _not,
        "True where the operand is false.",
        (("not true", "false"),),
    ),
    OpDecl(
        Op.EQ,
        _EQUALITY,
        same,
        "Equality by value: ints and numbers numerically, null only with null.",
        (("1 == 1.0", "true"), ("'1' == 'a'", "false"), ("null == null", "true")),
        null=NullRule.ACCEPT,
    ),
    OpDecl(
        Op.NE,
        _EQUALITY,
        lambda a, b: not same(a, b),
        "The opposite of equality.",
        (("[1, 2] != [1, 2.0]", "false"), ("null != 'a'", "true")),
        null=NullRule.ACCEPT,
    ),
    OpDecl(
        Op.LT,
        _ORDER,
        _ordering(lambda sign: sign < 0),
        "Less than.",
        (("1 < 1.5", "true"), ("60m < 1h", "false")),
    ),
    OpDecl(Op.LE, _ORDER, _ordering(lambda sign: sign <= 0), "At most.", (("60m <= 1h", "true"),)),
    OpDecl(Op.GT, _ORDER, _ordering(lambda sign: sign > 0), "More than.", (("2d > 47h", "true"),)),
    OpDecl(Op.GE, _ORDER, _ordering(lambda sign: sign >= 0), "At least.", (("3 >= 4", "false"),)),
    OpDecl(
        Op.IN,
        _MEMBERSHIP,
        is_in,
        "Whether a list has an element, or a string a part.",
        (("2 in [1, 2]", "true"), ("'b' in 'abc'", "true")),
        null=NullRule.ELEMENT,
    ),
    OpDecl(
        Op.NOT_IN,
        _MEMBERSHIP,
        _not_in,
        "The opposite of `in`.",
        (("2 not in [1, 2]", "false"), ("'x' not in 'abc'", "true")),
        null=NullRule.ELEMENT,
    ),
    OpDecl(
        Op.DEFAULT,
        (Overload((Shape.ANY, Shape.ALTERNATIVE), Given.JOIN),),
        lambda value, alternative: alternative if value is None else value,
        "The value, or the argument where it is null.",
        (("null | default(3)", "3"), ("4 | default(3)", "4")),
        null=NullRule.ACCEPT,
    ),
    OpDecl(
        Op.JSON,
        (Overload((Shape.ANY,), STRING),),
        _json,
        "The value as JSON text.",
        (("null | json", "'null'"), ("[1, 'a'] | json", "'[1,\"a\"]'")),
        null=NullRule.ACCEPT,
    ),
)
