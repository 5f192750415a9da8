"""Values that stand at one place only: literal words, numbers, times, and expressions (C-3.4, D-37)."""

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from typing import Final

from wfcheck.catalog import INVALID_LITERAL, NEGATIVE_DURATION, TOO_LARGE, WRONG_SHAPE
from wfcheck.diagnostic import Finding
from wfcheck.syntax.expr import BROKEN, Expr, Lit, Text, Unknown
from wfcheck.syntax.literals import (
    Duration,
    MapValue,
    Timestamp,
    Value,
    in_limits,
    parse_duration,
    parse_timestamp,
)
from wfcheck.syntax.names import did_you_mean, shown
from wfcheck.syntax.template import read_value
from wfcheck.syntax.yaml import Entry, Map, Node, Scalar, Seq
from wfcheck.workfile.ast import Ident, Keyed
from wfcheck.workfile.keys import INTERPOLATION, Out, named_entries

DURATION_HELP: Final = "a duration is written like `30s`, `24h` or `1h30m`"
MOMENT_HELP: Final = "an instant is written like `2031-04-01T08:30:00Z`"


def shape_of(node: Node) -> str:
    """What a node is, in a sentence."""
    match node:
        case Map():
            return "a map"
        case Seq():
            return "a list"
        case Scalar(value=None):
            return "nothing"
        case Scalar(value=bool()):
            return "a boolean"
        case Scalar(value=str()):
            return "text"
        case Scalar():
            return "a number"


def is_broken(node: Node) -> bool:
    """Whether a node was reported where it was composed: nothing more is said about it."""
    return isinstance(node, Scalar) and node.broken


def as_map(entry: Entry, what: str, out: Out) -> Map | None:
    """The map that an entry holds; anything else is reported (C-1.7)."""
    if isinstance(entry.value, Map):
        return entry.value
    wrong_shape(entry, f"{what} is a map", out)
    return None


def as_seq(entry: Entry, what: str, out: Out) -> Seq | None:
    """The list that an entry holds; anything else is reported (C-1.7)."""
    if isinstance(entry.value, Seq):
        return entry.value
    wrong_shape(entry, f"{what} is a list", out)
    return None


def wrong_shape(entry: Entry, expected: str, out: Out) -> None:
    """Report what an entry holds, unless that has been done."""
    node = entry.value
    if not is_broken(node):
        out.append(Finding(WRONG_SHAPE, node.span, f"{expected}, not {shape_of(node)}"))


def read_word(entry: Entry, what: str, out: Out) -> Ident | None:
    """A literal string without interpolation (D-37)."""
    match entry.value:
        case Scalar(value=str(text)) if INTERPOLATION not in text:
            return Ident(text, span=entry.value.span)
        case Scalar(value=str()):
            message = f"{what} is written out, not computed"
            out.append(Finding(INVALID_LITERAL, entry.value.span, message))
        case _:
            wrong_shape(entry, f"{what} is one word", out)
    return None


def read_choice(entry: Entry, options: Sequence[str], out: Out) -> str | None:
    """One of a few literal words."""
    what = f"`{key_text(entry)}`"
    word = read_word(entry, what, out)
    if word is None or word.text in options:
        return None if word is None else word.text
    message = f"{what} takes {_listed(options)}, not `{word.text}`"
    out.append(Finding(INVALID_LITERAL, word.span, message, help=did_you_mean(word.text, options)))
    return None


def read_positive(entry: Entry, out: Out, *, unbounded: bool = False) -> int | None:
    """A positive integer literal; `unbounded`, where it is legal, is None."""
    match entry.value:
        case Scalar(value=str(text)) if unbounded and text == "unbounded":
            return None
        # Python's booleans are integers; a whole number such as 3.0 is an int (C-3.4).
        case Scalar(value=int() | Fraction() as number) if not isinstance(number, bool):
            if number.denominator == 1 and number >= 1:
                return int(number)
    if is_broken(entry.value):
        return None
    wanted = "a positive integer or `unbounded`" if unbounded else "a positive integer"
    out.append(
        Finding(
            INVALID_LITERAL, entry.value.span, f"`{key_text(entry)}` takes {wanted}, written out"
        )
    )
    return None


def read_bool(entry: Entry, out: Out) -> bool | None:
    """`true` or `false`, written out."""
    match entry.value:
        case Scalar(value=bool() as value):
            return value
        case node if not is_broken(node):
            message = f"`{key_text(entry)}` is `true` or `false`, not {shape_of(node)}"
            out.append(Finding(INVALID_LITERAL, node.span, message))
    return None


def read_prose(entry: Entry, out: Out) -> str | None:
    """Text for people, in which nothing is interpolated."""
    match entry.value:
        case Scalar(value=str(text)):
            return text
        case _:
            wrong_shape(entry, f"`{key_text(entry)}` is text", out)
    return None


class NoLiteral(Enum):
    """Why a node is no literal."""

    COMPUTED = "computed"  # an interpolation stands in it
    REPORTED = "reported"


def read_literal(node: Node, out: Out) -> Value | NoLiteral:
    """The value that a node writes out, in its YAML type (C-3.4)."""
    match node:
        case Scalar(broken=True):
            return NoLiteral.REPORTED
        case Scalar(value=str(text)) if INTERPOLATION in text:
            return NoLiteral.COMPUTED
        case Scalar(value=value):
            return value
        case Seq(items=items):
            parts = [read_literal(item, out) for item in items]
            none = _no_literal(parts)
            return (
                tuple(part for part in parts if not isinstance(part, NoLiteral))
                if none is None
                else none
            )
        case Map():
            entries = [(name, read_literal(at.value, out)) for name, at in named_entries(node, out)]
            none = _no_literal([part for _, part in entries])
            if none is not None:
                return none
            return MapValue(tuple((n, p) for n, p in entries if not isinstance(p, NoLiteral)))


def _no_literal(parts: Sequence[Value | NoLiteral]) -> NoLiteral | None:
    return next((part for part in parts if isinstance(part, NoLiteral)), None)


def read_text(entry: Entry, what: str, out: Out) -> Expr:
    """An expression-bearing scalar; a list, a map or nothing is reported."""
    if isinstance(entry.value, Scalar) and entry.value.value is not None:
        return read_value(entry.value, out)
    wrong_shape(entry, f"{what} is text", out)
    return Unknown(BROKEN, span=entry.value.span)


def read_duration(entry: Entry, out: Out) -> Keyed | None:
    """A nonnegative duration literal or a whole-value interpolation (D-37)."""
    return _read_time(entry, "a duration", DURATION_HELP, _duration, out)


def read_instant(entry: Entry, out: Out) -> Keyed | None:
    """A timestamp literal or a whole-value interpolation."""
    return _read_time(entry, "a timestamp", MOMENT_HELP, parse_timestamp, out)


def read_deadline(entry: Entry, out: Out) -> Keyed | None:
    """A duration literal, else a timestamp literal, or a whole-value interpolation (C-3.4)."""
    advice = f"{DURATION_HELP}; {MOMENT_HELP}"
    return _read_time(entry, "a duration or a timestamp", advice, _deadline, out)


def key_text(entry: Entry) -> str:
    """A key's text."""
    return str(entry.key.value) if isinstance(entry.key, Scalar) else ""


def _duration(text: str) -> Duration | None:
    return parse_duration(text, signed=True)


def _deadline(text: str) -> Duration | Timestamp | None:
    return _duration(text) or parse_timestamp(text)


def _read_time(
    entry: Entry,
    wanted: str,
    advice: str,
    parse: Callable[[str], Duration | Timestamp | None],
    out: Out,
) -> Keyed | None:
    what, span = f"`{key_text(entry)}`", entry.value.span
    if isinstance(entry.value, Map | Seq) or is_broken(entry.value):
        wrong_shape(entry, f"{what} is {wanted}", out)
        return None
    expr = read_value(entry.value, out)
    match expr:
        case Lit(str(text), plain=True):
            time = parse(text)
        case Lit(plain=True) | Text():
            time = None
        case _:
            return Keyed(expr, value_span=span, span=entry.key.span)
    if time is None:
        message = f"{what} is {wanted}, which {shown(entry.value.text)} is not"
        out.append(Finding(INVALID_LITERAL, span, message, help=advice))
    elif not in_limits(time):
        out.append(Finding(TOO_LARGE, span, f"{what} is beyond what {wanted} can be"))
    elif isinstance(time, Duration) and time.ms < 0:
        out.append(Finding(NEGATIVE_DURATION, span, f"{what} is a negative duration"))
    else:
        return Keyed(Lit(time, plain=True, span=span), value_span=span, span=entry.key.span)
    return None


def _listed(options: Sequence[str]) -> str:
    *others, last = (f"`{option}`" for option in options)
    return f"{', '.join(others)} or {last}" if others else last
