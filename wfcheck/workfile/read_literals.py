"""Values that stand in one form only: literal words, numbers and times, texts (C-3.4, D-37)."""

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction

from wfcheck.catalog import INVALID_LITERAL, NEGATIVE_DURATION, TOO_LARGE, WRONG_SHAPE
from wfcheck.diagnostic import Finding, Rule
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
from wfcheck.syntax.nodes import Map, Node, Scalar, Seq
from wfcheck.syntax.shape import Key, keys, kind
from wfcheck.syntax.template import is_interpolated, read_value
from wfcheck.workfile.ast import Ident, Keyed
from wfcheck.workfile.keys import Out

DURATION_HELP = "a duration is written like `30s`, `24h` or `1h30m`"
INSTANT_HELP = "an instant is written like `2031-04-01T08:30:00Z`"


def is_broken(node: Node) -> bool:
    """Whether a node was reported where it was composed: nothing more is said about it."""
    return isinstance(node, Scalar) and node.broken


def is_null(node: Node) -> bool:
    """Whether a node is null, written or not."""
    return isinstance(node, Scalar) and node.value is None and not node.broken


def refuse(node: Node, expected: str, out: Out, rule: Rule = WRONG_SHAPE) -> None:
    """Report what a node is instead of what was expected, unless it has been reported."""
    if not is_broken(node):
        out.append(Finding(rule, node.span, f"{expected}, not {kind(node)}"))


def read_word(node: Node, what: str, out: Out) -> Ident | None:
    """A literal string without interpolation (D-37)."""
    match node:
        case Scalar(value=str(text)) if not is_interpolated(node):
            return Ident(text, span=node.span)
        case Scalar(value=str()):
            out.append(
                Finding(INVALID_LITERAL, node.span, f"{what} must be written out, not computed")
            )
        case _:
            refuse(node, f"{what} must be a text", out)
    return None


def read_connection(key: Key, out: Out) -> Ident:
    """The name of a connection; one that cannot be read was meant as one all the same."""
    word = read_word(key.value, "`connection`", out)
    return word or Ident("", reported=True, span=key.value.span)


def read_choice(key: Key, options: Sequence[str], out: Out) -> str | None:
    """One of a few literal words."""
    what = f"`{key.text}`"
    word = read_word(key.value, what, out)
    if word is None or word.text in options:
        return None if word is None else word.text
    message = f"{what} takes {_listed(options)}, not {shown(word.text)}"
    advice = did_you_mean(word.text, options)
    out.append(Finding(INVALID_LITERAL, word.span, message, help=advice))
    return None


def read_positive(key: Key, out: Out, *, unbounded: bool = False) -> int | None:
    """A positive integer literal; `unbounded`, where it is legal, is None."""
    match key.value:
        case Scalar(value="unbounded") if unbounded:
            return None
        # Python's booleans are integers; a whole number such as 3.0 is an int (C-3.4).
        case Scalar(value=int() | Fraction() as number) if not isinstance(number, bool):
            if number.denominator == 1 and number >= 1:
                return int(number)
    wanted = "a positive integer or `unbounded`" if unbounded else "a positive integer"
    refuse(key.value, f"`{key.text}` must be {wanted}, written out", out, INVALID_LITERAL)
    return None


def read_bool(key: Key, out: Out) -> bool | None:
    """`true` or `false`, written out."""
    match key.value:
        case Scalar(value=bool() as value):
            return value
        case node:
            refuse(node, f"`{key.text}` must be `true` or `false`", out, INVALID_LITERAL)
    return None


def read_prose(key: Key, out: Out) -> str | None:
    """Text for people, in which nothing is interpolated."""
    match key.value:
        case Scalar(value=str(text)):
            return text
        case node:
            refuse(node, f"`{key.text}` must be a text", out)
    return None


def read_text(node: Node, what: str, out: Out) -> Expr:
    """An expression-bearing scalar; a list, a map or nothing is reported."""
    if isinstance(node, Scalar) and not is_null(node):
        return read_value(node, out)
    refuse(node, f"{what} must be a text", out)
    return Unknown(BROKEN, span=node.span)


class NoLiteral(Enum):
    """Why a node is no literal."""

    COMPUTED = "computed"  # an interpolation stands in it
    REPORTED = "reported"


def read_literal(node: Node, out: Out) -> Value | NoLiteral:
    """The value that a node writes out, in its YAML type (C-3.4)."""
    match node:
        case Scalar(broken=True):
            return NoLiteral.REPORTED
        case Scalar(value=value):
            return NoLiteral.COMPUTED if is_interpolated(node) else value
        case Seq(items=items):
            parts = [read_literal(item, out) for item in items]
            return _first_fault(parts) or tuple(_values(parts))
        case Map():
            named = [(key.text, read_literal(key.value, out)) for key in keys(node, out)]
            parts = [part for _, part in named]
            names = [name for name, _ in named]
            return _first_fault(parts) or MapValue(tuple(zip(names, _values(parts), strict=False)))


def _first_fault(parts: Sequence[Value | NoLiteral]) -> NoLiteral | None:
    return next((part for part in parts if isinstance(part, NoLiteral)), None)


def _values(parts: Sequence[Value | NoLiteral]) -> list[Value]:
    return [part for part in parts if not isinstance(part, NoLiteral)]


def read_duration(key: Key, out: Out) -> Keyed | None:
    """A nonnegative duration literal or a whole-value interpolation (D-37)."""
    return _read_time(key, "a duration", DURATION_HELP, _duration, out)


def read_instant(key: Key, out: Out) -> Keyed | None:
    """A timestamp literal or a whole-value interpolation."""
    return _read_time(key, "a timestamp", INSTANT_HELP, parse_timestamp, out)


def read_deadline(key: Key, out: Out) -> Keyed | None:
    """A duration literal, else a timestamp literal, or a whole-value interpolation (C-3.4)."""
    advice = f"{DURATION_HELP}; {INSTANT_HELP}"
    return _read_time(key, "a duration or a timestamp", advice, _deadline, out)


def _duration(text: str) -> Duration | None:
    return parse_duration(text, signed=True)


def _deadline(text: str) -> Duration | Timestamp | None:
    return _duration(text) or parse_timestamp(text)


def _read_time(
    key: Key,
    wanted: str,
    advice: str,
    parse: Callable[[str], Duration | Timestamp | None],
    out: Out,
) -> Keyed | None:
    what, node = f"`{key.text}`", key.value
    if not isinstance(node, Scalar) or node.broken:
        refuse(node, f"{what} must be {wanted}", out)
        return None
    value, span = read_value(node, out), node.span
    match value:
        case Lit(str(text), plain=True):
            time = parse(text)
        case Lit(plain=True) | Text():
            time = None
        case Lit(Duration(ms) as time) if ms < 0 and parse is not parse_timestamp:
            pass
        case _:
            return Keyed(value, value_span=span, span=key.span)
    if time is None:
        message = f"{what} must be {wanted}, not {kind(node)}"
        out.append(Finding(INVALID_LITERAL, span, message, help=advice))
    elif not in_limits(time):
        out.append(Finding(TOO_LARGE, span, f"{what} is beyond what {wanted} can be"))
    elif isinstance(time, Duration) and time.ms < 0:
        out.append(Finding(NEGATIVE_DURATION, span, f"{what} is a negative duration"))
    else:
        return Keyed(Lit(time, plain=True, span=span), value_span=span, span=key.span)
    return None


def _listed(options: Sequence[str]) -> str:
    *others, last = (f"`{option}`" for option in options)
    return f"{', '.join(others)} or {last}" if others else last
