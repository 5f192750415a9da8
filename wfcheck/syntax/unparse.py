"""The expression tree back to text, with no more parentheses than its meaning needs (C-5.2)."""

from enum import IntEnum
from fractions import Fraction
from typing import Final, assert_never

from wfcheck.syntax.expr import (
    FILTERS,
    Apply,
    Cond,
    Expr,
    Index,
    ListLit,
    Lit,
    MapLit,
    Member,
    Name,
    Op,
    Text,
    Unknown,
)
from wfcheck.syntax.literals import (
    Duration,
    File,
    MapValue,
    Timestamp,
    Value,
    show_duration,
    show_number,
    show_timestamp,
)


class Level(IntEnum):
    """How tightly a form binds, loosest first: the levels of the grammar."""

    COND = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    NEG = 7
    FILTER = 8
    POSTFIX = 9
    ATOM = 10


def unparse(expr: Expr) -> str:
    """The text of an expression; `parse_expr` reads it back to an equal tree.

    Forms that expressions have no text for are written as in YAML's flow style (`{a: 1}`), text with
    interpolations between quotation marks, and an unknown as `?`.
    """
    return _text(expr)[0]


def _text(expr: Expr) -> tuple[str, Level]:
    match expr:
        case Lit(value):
            return _literal(value)
        case Name(name):
            return name, Level.ATOM
        case Member(of, name):
            return f"{_at(of, Level.POSTFIX)}.{name}", Level.POSTFIX
        case Index(of, key):
            return f"{_at(of, Level.POSTFIX)}[{unparse(key)}]", Level.POSTFIX
        case Cond(test, then, orelse):
            text = f"{_at(then, Level.OR)} if {_at(test, Level.OR)} else {_at(orelse, Level.COND)}"
            return text, Level.COND
        case Apply(op, args):
            return _application(op, args)
        case ListLit(items):
            return f"[{', '.join(map(unparse, items))}]", Level.ATOM
        case MapLit(entries):
            inside = ", ".join(f"{_quoted(name)}: {unparse(value)}" for name, value in entries)
            return f"{{{inside}}}", Level.ATOM
        case Text(parts):
            inside = "".join(
                part if isinstance(part, str) else f"{{{{ {unparse(part)} }}}}" for part in parts
            )
            return _quoted(inside), Level.ATOM
        case Unknown():
            return "?", Level.ATOM
        case _:
            assert_never(expr)


def _at(expr: Expr, level: Level) -> str:
    """The text of an operand, in parentheses where it binds less tightly than its place needs."""
    text, own = _text(expr)
    return text if own >= level else f"({text})"


# The level of each operator, and that of its left and right operand: chains go to the left, and
# comparisons have none.
_BINARY: Final[dict[Op, Level]] = {
    Op.OR: Level.OR,
    Op.AND: Level.AND,
    Op.EQ: Level.COMPARISON,
    Op.NE: Level.COMPARISON,
    Op.LT: Level.COMPARISON,
    Op.LE: Level.COMPARISON,
    Op.GT: Level.COMPARISON,
    Op.GE: Level.COMPARISON,
    Op.IN: Level.COMPARISON,
    Op.NOT_IN: Level.COMPARISON,
    Op.ADD: Level.SUM,
    Op.SUB: Level.SUM,
    Op.MUL: Level.PRODUCT,
    Op.DIV: Level.PRODUCT,
    Op.FLOORDIV: Level.PRODUCT,
    Op.MOD: Level.PRODUCT,
}


def _application(op: Op, args: tuple[Expr, ...]) -> tuple[str, Level]:
    if op in FILTERS:
        receiver, *others = args
        inside = f"({', '.join(map(unparse, others))})" if others else ""
        return f"{_at(receiver, Level.FILTER)} | {op.value}{inside}", Level.FILTER
    if op is Op.NOT:
        return f"not {_at(args[0], Level.NOT)}", Level.NOT
    if op is Op.NEG:
        # `-5` is a number, so that the negation of 5 takes parentheses.
        text, level = _text(args[0])
        is_numeral = level is Level.ATOM and text[0].isdigit()
        return f"-({text})" if is_numeral else f"-{_at(args[0], Level.NEG)}", Level.NEG
    level = _BINARY[op]
    tighter = Level(level + 1)
    left = _at(args[0], tighter if level is Level.COMPARISON else level)
    return f"{left} {op.value} {_at(args[1], tighter)}", level


def _literal(value: Value) -> tuple[str, Level]:
    match value:
        case None:
            return "null", Level.ATOM
        case bool():
            return ("true" if value else "false"), Level.ATOM
        case int() | Fraction():
            return _signed(show_number(value))
        case Duration():
            return _signed(show_duration(value))
        case Timestamp():
            return f"timestamp('{show_timestamp(value)}')", Level.ATOM
        case str():
            return _quoted(value), Level.ATOM
        case tuple():
            return f"[{', '.join(_literal(item)[0] for item in value)}]", Level.ATOM
        case MapValue(entries):
            inside = ", ".join(f"{_quoted(name)}: {_literal(item)[0]}" for name, item in entries)
            return f"{{{inside}}}", Level.ATOM
        case File(name):
            return f"<file {_quoted(name)}>", Level.ATOM
        case _:
            assert_never(value)


def _signed(text: str) -> tuple[str, Level]:
    """A number's text: a fraction is a product, and a minus binds as the operator does."""
    if "/" in text:
        return text.replace("/", " / "), Level.PRODUCT
    return text, Level.NEG if text.startswith("-") else Level.ATOM


_ESCAPES: Final = {ord("\\"): r"\\", ord("'"): r"\'", ord("\n"): r"\n", ord("\t"): r"\t"} | {
    code: f"\\u{code:04x}" for code in (*range(9), *range(11, 32), 0x7F, 0x85, 0x2028, 0x2029)
}


def _quoted(text: str) -> str:
    return f"'{text.translate(_ESCAPES)}'"
