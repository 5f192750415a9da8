"""Filters of strings, and those that strings share with lists (C-5.8)."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from wfcheck.semantics.fault import Fault
from wfcheck.semantics.json_values import is_short, read_fraction
from wfcheck.semantics.ops_logic import is_in
from wfcheck.semantics.signature import Given, NullRule, OpDecl, Overload, Shape
from wfcheck.semantics.types import BOOL, DURATION, INT, NUMBER, STRING, TIMESTAMP, ListOf, Type
from wfcheck.semantics.values import VALUE_LIMIT, text_size, whole
from wfcheck.syntax.expr import Apply, Expr, Lit, Op
from wfcheck.syntax.literals import Value, in_limits, parse_duration, parse_timestamp

_INT: Final = re.compile(r"[+-]?[0-9]+")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|[0-9]+/[0-9]+)")
_MOST_DIGITS: Final = 400


def _on_text(change: Callable[[str], Value | Fault]) -> Callable[[Value], Value | Fault]:
    def run(value: Value) -> Value | Fault:
        return change(value) if isinstance(value, str) else Fault.TYPE

    return run


def _on_texts(change: Callable[..., Value | Fault]) -> Callable[..., Value | Fault]:
    def run(*values: Value) -> Value | Fault:
        return change(*values) if all(isinstance(v, str) for v in values) else Fault.TYPE

    return run


def _length(value: Value) -> Value | Fault:
    return len(value) if isinstance(value, str | tuple) else Fault.TYPE


def _slice(value: Value, start: Value, end: Value = None) -> Value | Fault:
    i, j = whole(start), whole(end)
    if i is None or (j is None and end is not None) or not isinstance(value, str | tuple):
        return Fault.TYPE
    return value[i:j]


def _contains(value: Value, part: Value) -> Value | Fault:
    return is_in(part, value)


def _split(text: str, separator: str) -> Value | Fault:
    # Nothing stands between any two characters.
    return tuple(text.split(separator) if separator else text)


def _replace(text: str, old: str, new: str) -> Value | Fault:
    # checking E-11: all of them. The size is known before the text is made.
    times = text.count(old)
    size = text_size(text) + times * (text_size(new) - text_size(old))
    return text.replace(old, new) if size <= VALUE_LIMIT else Fault.LIMIT


def _int(text: str) -> Value | Fault:
    if not _INT.fullmatch(text) or len(text) > _MOST_DIGITS:
        return Fault.VALUE
    value = int(text)
    return value if in_limits(value) else Fault.VALUE


def _number(text: str) -> Value | Fault:
    if not _NUMBER.fullmatch(text) or len(text) > _MOST_DIGITS:
        return Fault.VALUE
    value = read_fraction(text)
    return Fault.VALUE if value is None or not is_short(value) else Fraction(value)


def _timestamp(text: str) -> Value | Fault:
    value = parse_timestamp(text)
    return Fault.VALUE if value is None or not in_limits(value) else value


def _duration(text: str) -> Value | Fault:
    value = parse_duration(text, signed=True)
    return Fault.VALUE if value is None or not in_limits(value) else value


def _converts(op: Op) -> Callable[[tuple[Expr, ...], tuple[Type, ...]], tuple[Expr, ...]]:
    """A text converts where its conversion has a value: the language has no other words for it."""

    def needs(args: tuple[Expr, ...], _: tuple[Type, ...]) -> tuple[Expr, ...]:
        return (Apply(Op.NE, (Apply(op, args), Lit(None))),)

    return needs


def _conversion(
    op: Op,
    result: Type,
    change: Callable[[str], Value | Fault],
    doc: str,
    *examples: tuple[str, str],
) -> OpDecl:
    return OpDecl(
        op,
        (Overload((STRING,), result),),
        _on_text(change),
        doc,
        examples,
        needs=_converts(op),
        fault=Fault.VALUE,
    )


_TO_TEXT: Final = (Overload((STRING,), STRING),)
_TEST: Final = (Overload((STRING, STRING), BOOL),)

TEXT_OPS: Final = (
    OpDecl(
        Op.LOWER,
        _TO_TEXT,
        _on_text(str.lower),
        "The text in lower case.",
        (("'Köln' | lower", "'köln'"),),
    ),
    OpDecl(
        Op.UPPER,
        _TO_TEXT,
        _on_text(str.upper),
        "The text in upper case.",
        (("'Köln' | upper", "'KÖLN'"),),
    ),
    OpDecl(
        Op.TRIM,
        _TO_TEXT,
        _on_text(str.strip),
        "The text without white space around it.",
        (("' a b ' | trim", "'a b'"),),
    ),
    OpDecl(
        Op.LENGTH,
        (Overload((STRING,), INT), Overload((Shape.LIST,), INT)),
        _length,
        "How many code points a string has, or elements a list.",
        (("'Köln🙂' | length", "5"), ("[1, 2] | length", "2")),
    ),
    OpDecl(
        Op.SPLIT,
        (Overload((STRING, STRING), ListOf(STRING)),),
        _on_texts(_split),
        "The parts between the separators.",
        (("'a,b,,c' | split(',')", "['a', 'b', '', 'c']"), ("'ab' | split('')", "['a', 'b']")),
    ),
    OpDecl(
        Op.REPLACE,
        (Overload((STRING, STRING, STRING), STRING),),
        _on_texts(_replace),
        "The text with every occurrence of the first argument replaced by the second.",
        (("'a-b-c' | replace('-', '+')", "'a+b+c'"),),
    ),
    OpDecl(
        Op.SLICE,
        (
            Overload((STRING, INT, INT), STRING, optional=1),
            Overload((Shape.LIST, INT, INT), Given.LIST, optional=1),
        ),
        _slice,
        "The part from one position up to another, the end where it is omitted; negative ones count from the end.",
        (
            ("'abcd' | slice(1, 3)", "'bc'"),
            ("[1, 2, 3] | slice(-2)", "[2, 3]"),
            ("'ab' | slice(1, 9)", "'b'"),
        ),
    ),
    OpDecl(
        Op.STARTS_WITH,
        _TEST,
        _on_texts(str.startswith),
        "Whether the text begins so.",
        (("'abc' | starts_with('ab')", "true"),),
    ),
    OpDecl(
        Op.ENDS_WITH,
        _TEST,
        _on_texts(str.endswith),
        "Whether the text ends so.",
        (("'abc' | ends_with('ab')", "false"),),
    ),
    OpDecl(
        Op.CONTAINS,
        (Overload((STRING, STRING), BOOL), Overload((Shape.LIST, Shape.ELEMENT), BOOL)),
        _contains,
        "Whether a string has a part, or a list an element.",
        (("'abc' | contains('b')", "true"), ("[1, 2] | contains(3)", "false")),
        null=NullRule.ELEMENT,
    ),
    _conversion(Op.INT, INT, _int, "The int that the text writes.", ("'-42' | int", "-42")),
    _conversion(
        Op.NUMBER,
        NUMBER,
        _number,
        "The number that the text writes.",
        ("'0.125' | number", "0.125"),
    ),
    _conversion(
        Op.TIMESTAMP,
        TIMESTAMP,
        _timestamp,
        "The instant that the text writes in RFC 3339.",
        ("'2031-05-06T07:08:09+02:00' | timestamp", "timestamp('2031-05-06T05:08:09Z')"),
    ),
    _conversion(
        Op.DURATION,
        DURATION,
        _duration,
        "The duration that the text writes.",
        ("'1h30m' | duration", "90m"),
    ),
)
