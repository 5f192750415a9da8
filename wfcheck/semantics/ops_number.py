"""Arithmetic of numbers, durations and timestamps, and their filters (C-3.9, C-5.4, C-5.8)."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from wfcheck.semantics.fault import Fault
from wfcheck.semantics.json_values import is_short
from wfcheck.semantics.signature import ARITHMETIC, OpDecl, Overload
from wfcheck.semantics.types import DURATION, INT, NUMBER, STRING, TIMESTAMP, Type
from wfcheck.semantics.values import text_of, whole
from wfcheck.syntax.expr import Apply, Expr, Lit, Op
from wfcheck.syntax.literals import (
    DURATION_LIMIT_MS,
    INT_MAX,
    INT_MIN,
    TIMESTAMP_MAX_MS,
    TIMESTAMP_MIN_MS,
    Duration,
    Timestamp,
    Value,
    in_limits,
)

_MOST_PLACES: Final = 10_000  # to round at more would only make digits that no value may have


# -- values


def _in_range(value: int | Duration | Timestamp) -> Value | Fault:
    return value if in_limits(value) else Fault.ARITHMETIC


def _short(value: Fraction) -> Value | Fault:
    return value if is_short(value) else Fault.LIMIT


def are_ints(*values: Value) -> bool:
    """Whether all values are ints of the language: bools are none."""
    return all(isinstance(v, int) and not isinstance(v, bool) for v in values)


def _numeric(
    a: Value, b: Value, combine: Callable[[Fraction, Fraction], Fraction | int]
) -> Value | Fault:
    """Combine two numbers exactly: an int of two ints, which has 64 bits; else a number."""
    if not isinstance(a, int | Fraction) or not isinstance(b, int | Fraction):
        return Fault.TYPE
    if isinstance(a, bool) or isinstance(b, bool):
        return Fault.TYPE
    result = Fraction(combine(Fraction(a), Fraction(b)))
    return _in_range(result.numerator) if are_ints(a, b) else _short(result)


def _add(a: Value, b: Value) -> Value | Fault:
    match a, b:
        case Duration(x), Duration(y):
            return _in_range(Duration(x + y))
        case Timestamp(x), Duration(y):
            return _in_range(Timestamp(x + y))
        case _:
            return _numeric(a, b, operator.add)


def _sub(a: Value, b: Value) -> Value | Fault:
    match a, b:
        case (Duration(x), Duration(y)) | (Timestamp(x), Timestamp(y)):
            return _in_range(Duration(x - y))
        case Timestamp(x), Duration(y):
            return _in_range(Timestamp(x - y))
        case _:
            return _numeric(a, b, operator.sub)


def _mul(a: Value, b: Value) -> Value | Fault:
    if isinstance(a, Duration):
        times = whole(b)
        return Fault.TYPE if times is None else _in_range(Duration(a.ms * times))
    return _numeric(a, b, operator.mul)


def _div(a: Value, b: Value) -> Value | Fault:
    # The quotient is a number, also of two ints.
    number = Fraction(a) if isinstance(a, int) and not isinstance(a, bool) else a
    return _divided(number, b, operator.truediv)


def _divided(
    a: Value, b: Value, combine: Callable[[Fraction, Fraction], Fraction | int]
) -> Value | Fault:
    if b == 0 and _numeric(a, b, operator.add) is not Fault.TYPE:
        return Fault.ARITHMETIC
    return _numeric(a, b, combine)


def _neg(a: Value) -> Value | Fault:
    return Duration(-a.ms) if isinstance(a, Duration) else _numeric(0, a, operator.sub)


def _abs(a: Value) -> Value | Fault:
    return _neg(a) if isinstance(a, int | Fraction) and a < 0 else _numeric(0, a, operator.add)


def _floor(a: Value) -> Value | Fault:
    return _rounded_down(a, 1)


def _ceil(a: Value) -> Value | Fault:
    return _rounded_down(a, -1)


def _rounded_down(a: Value, sign: int) -> Value | Fault:
    if isinstance(a, bool) or not isinstance(a, int | Fraction):
        return Fault.TYPE
    return _in_range(sign * (sign * a // 1))


def _round(a: Value, places: Value = 0) -> Value | Fault:
    digits = whole(places)
    if digits is None or isinstance(a, bool) or not isinstance(a, int | Fraction):
        return Fault.TYPE
    if digits > _MOST_PLACES:
        finite = 10**_MOST_PLACES % Fraction(a).denominator == 0
        return a if finite else Fault.LIMIT
    rounded = Fraction(round(Fraction(a), digits)) if digits >= -_MOST_PLACES else Fraction(0)
    return _in_range(rounded.numerator) if are_ints(a) else _short(rounded)


def _seconds(a: Value) -> Value | Fault:
    return Fraction(a.ms, 1000) if isinstance(a, Duration) else Fault.TYPE


def _plus(a: Value, b: Value) -> Value | Fault:
    return _add(a, b) if isinstance(a, Timestamp) else Fault.TYPE


def _minus(a: Value, b: Value) -> Value | Fault:
    return _sub(a, b) if isinstance(a, Timestamp) and isinstance(b, Duration) else Fault.TYPE


def _string(a: Value) -> Value | Fault:
    text = None if isinstance(a, bool) else text_of(a)
    return Fault.TYPE if text is None else text


# -- what must hold, as conditions that always have a value: numbers have no range, so the result is
#    computed as a number, and compared with the limits of its type


def _number(expr: Expr, t: Type) -> Expr:
    """The operand as a number: seconds of a duration, seconds since 1970 of a timestamp."""
    if t == TIMESTAMP:
        since = Apply(Op.SUB, (expr, Lit(Timestamp(0))))
        return Apply(Op.SECONDS, (since,))
    if t == DURATION:
        return Apply(Op.SECONDS, (expr,))
    return Apply(Op.MUL, (expr, Lit(Fraction(1))))


def _between(value: Expr, low: Fraction, high: Fraction) -> tuple[Expr, ...]:
    return (Apply(Op.GE, (value, Lit(low))), Apply(Op.LE, (value, Lit(high))))


_LIMITS: Final = {
    INT: (Fraction(INT_MIN), Fraction(INT_MAX)),
    DURATION: (Fraction(-DURATION_LIMIT_MS, 1000), Fraction(DURATION_LIMIT_MS, 1000)),
    TIMESTAMP: (Fraction(TIMESTAMP_MIN_MS, 1000), Fraction(TIMESTAMP_MAX_MS, 1000)),
}


def _fits_result(op: Op) -> Callable[[tuple[Expr, ...], tuple[Type, ...]], tuple[Expr, ...]]:
    """The result of adding, subtracting or multiplying is within the range of the first operand's type."""

    def needs(args: tuple[Expr, ...], types: tuple[Type, ...]) -> tuple[Expr, ...]:
        a, b = args
        # A number has no range, and two instants are never further apart than a duration may be long.
        if types[0] not in _LIMITS or types[1] not in {INT, DURATION}:
            return ()
        return _between(Apply(op, (_number(a, types[0]), _number(b, types[1]))), *_LIMITS[types[0]])

    return needs


def _divisor_not_zero(args: tuple[Expr, ...], _: tuple[Type, ...]) -> tuple[Expr, ...]:
    return (Apply(Op.NE, (args[1], Lit(0))),)


def _quotient_in_range(args: tuple[Expr, ...], types: tuple[Type, ...]) -> tuple[Expr, ...]:
    if types != (INT, INT):
        return _divisor_not_zero(args, types)
    # The smallest int has no opposite.
    above = Apply(Op.OR, (Apply(Op.NE, (args[1], Lit(-1))), Apply(Op.NE, (args[0], Lit(INT_MIN)))))
    return (*_divisor_not_zero(args, types), above)


def _has_opposite(args: tuple[Expr, ...], types: tuple[Type, ...]) -> tuple[Expr, ...]:
    return (Apply(Op.NE, (args[0], Lit(INT_MIN))),) if types[0] == INT else ()


def _floor_in_range(args: tuple[Expr, ...], types: tuple[Type, ...]) -> tuple[Expr, ...]:
    if types[0] == INT:
        return ()
    low, high = Lit(Fraction(INT_MIN)), Lit(Fraction(INT_MAX + 1))
    return (Apply(Op.GE, (args[0], low)), Apply(Op.LT, (args[0], high)))


def _ceil_in_range(args: tuple[Expr, ...], types: tuple[Type, ...]) -> tuple[Expr, ...]:
    if types[0] == INT:
        return ()
    low, high = Lit(Fraction(INT_MIN - 1)), Lit(Fraction(INT_MAX))
    return (Apply(Op.GT, (args[0], low)), Apply(Op.LE, (args[0], high)))


def _round_in_range(args: tuple[Expr, ...], types: tuple[Type, ...]) -> tuple[Expr, ...]:
    places = args[1] if len(args) > 1 else Lit(0)
    if types[0] != INT or (isinstance(places, Lit) and (whole(places.value) or 0) >= 0):
        return ()
    return _between(Apply(Op.ROUND, (_number(args[0], INT), places)), *_LIMITS[INT])


_SAME_KIND: Final = (Overload((INT,), INT), Overload((NUMBER,), NUMBER))
_SHIFT: Final = (Overload((TIMESTAMP, DURATION), TIMESTAMP),)
_OF_NUMBER: Final = (Overload((NUMBER,), INT),)

NUMBER_OPS: Final = (
    OpDecl(
        Op.ADD,
        (*ARITHMETIC, Overload((DURATION, DURATION), DURATION), *_SHIFT),
        _add,
        "The sum of two numbers or two durations; a timestamp moved by a duration.",
        (("1 + 2.5", "3.5"), ("1h + 45m", "1h45m")),
        needs=_fits_result(Op.ADD),
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.SUB,
        (
            *ARITHMETIC,
            Overload((DURATION, DURATION), DURATION),
            *_SHIFT,
            Overload((TIMESTAMP, TIMESTAMP), DURATION),
        ),
        _sub,
        "The difference of two numbers, durations or timestamps; a timestamp moved back by a duration.",
        (("1 - 2", "-1"), ("1h - 45m", "15m")),
        needs=_fits_result(Op.SUB),
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.MUL,
        (*ARITHMETIC, Overload((DURATION, INT), DURATION)),
        _mul,
        "The product of two numbers; a duration so many times.",
        (("2 * 1.5", "3.0"), ("45m * 2", "1h30m")),
        needs=_fits_result(Op.MUL),
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.DIV,
        (Overload((NUMBER, NUMBER), NUMBER),),
        _div,
        "The exact quotient, a number.",
        (("1 / 4", "0.25"), ("1 / 3 * 3 == 1", "true")),
        needs=_divisor_not_zero,
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.FLOORDIV,
        ARITHMETIC,
        lambda a, b: _divided(a, b, operator.floordiv),
        "The quotient rounded down.",
        (("7 // 2", "3"), ("7 // -2", "-4")),
        needs=_quotient_in_range,
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.MOD,
        ARITHMETIC,
        lambda a, b: _divided(a, b, operator.mod),
        "What the quotient rounded down leaves; it has the divisor's sign.",
        (("7 % 3", "1"), ("7 % -2", "-1")),
        needs=_divisor_not_zero,
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.NEG,
        (*_SAME_KIND, Overload((DURATION,), DURATION)),
        _neg,
        "The opposite of a number or a duration.",
        (("-(1 - 3)", "2"), ("-(1h) < 0s", "true")),
        needs=_has_opposite,
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.ABS,
        _SAME_KIND,
        _abs,
        "The number without its sign.",
        (("(-3) | abs", "3"),),
        needs=_has_opposite,
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.FLOOR,
        _OF_NUMBER,
        _floor,
        "The nearest int below.",
        (("2.5 | floor", "2"), ("(-2.5) | floor", "-3")),
        needs=_floor_in_range,
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.CEIL,
        _OF_NUMBER,
        _ceil,
        "The nearest int above.",
        (("2.5 | ceil", "3"), ("(-2.5) | ceil", "-2")),
        needs=_ceil_in_range,
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.ROUND,
        (Overload((INT, INT), INT, optional=1), Overload((NUMBER, INT), NUMBER, optional=1)),
        _round,
        "The number rounded to so many decimal places (0), halves to the even digit.",
        (("2.5 | round", "2.0"), ("2.675 | round(2)", "2.68")),
        needs=_round_in_range,
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.SECONDS,
        (Overload((DURATION,), NUMBER),),
        _seconds,
        "The duration in seconds.",
        (("1500ms | seconds", "1.5"),),
    ),
    OpDecl(
        Op.PLUS,
        _SHIFT,
        _plus,
        "The timestamp moved by a duration.",
        (("timestamp('2028-02-28T12:00:00Z') | plus(1d)", "timestamp('2028-02-29T12:00:00Z')"),),
        needs=_fits_result(Op.ADD),
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.MINUS,
        _SHIFT,
        _minus,
        "The timestamp moved back by a duration.",
        (("timestamp('2030-03-01T00:00:00Z') | minus(1d)", "timestamp('2030-02-28T00:00:00Z')"),),
        needs=_fits_result(Op.SUB),
        fault=Fault.ARITHMETIC,
    ),
    OpDecl(
        Op.STRING,
        tuple(Overload((t,), STRING) for t in (STRING, NUMBER, DURATION, TIMESTAMP)),
        _string,
        "The value as it stands in text.",
        (("(1 / 3) | string", "'1/3'"), ("90m | string", "'1h30m'")),
    ),
)
