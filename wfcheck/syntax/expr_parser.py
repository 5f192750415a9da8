"""Expression text to tree (C-5.2, C-5.3)."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final, TypeAlias

from wfcheck.catalog import EXPRESSION_SYNTAX, TOO_LARGE, UNKNOWN_FILTER
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Rule
from wfcheck.span import Span
from wfcheck.syntax.expr import (
    BROKEN,
    FILTERS,
    Apply,
    Cond,
    Expr,
    Index,
    ListLit,
    Lit,
    Member,
    Name,
    Op,
    Unknown,
)
from wfcheck.syntax.expr_fault import describe
from wfcheck.syntax.grammar import Branch, Leaf, Unexpected, grammar
from wfcheck.syntax.literals import (
    Duration,
    in_limits,
    parse_duration,
    parse_number,
    parse_timestamp,
)
from wfcheck.syntax.names import RESERVED, did_you_mean, shown

# C-1.3
MOST_BYTES: Final = 64 * 1024
MOST_LEVELS: Final = 200

Place: TypeAlias = Callable[[int, int], Span]
"""Offsets into an expression's text to the place in the file."""


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """What is wrong with an expression, and what could be read of it: `Unknown(BROKEN)` for the rest."""

    findings: tuple[Finding, ...]
    partial: Expr


def parse_expr(text: str, place: Place) -> Expr | SyntaxFault:
    """The tree of an expression, every node with its place; or what is wrong with the text."""
    if len(text) > MOST_BYTES // 4 and len(text.encode()) > MOST_BYTES:
        message = f"the expression is longer than the {MOST_BYTES // 1024} KiB that are read"
        return _fault(TOO_LARGE, place(0, len(text)), message)
    path = _PATH.fullmatch(text)
    if path is not None and path[1] not in _NO_BINDING and path[2].count(".") < MOST_LEVELS:
        return _path(path, place)
    tree = grammar("expr").parse(text)
    if isinstance(tree, Unexpected):
        told = describe(text, tree)
        return _fault(EXPRESSION_SYNTAX, place(told.start, told.end), told.message, told.help)
    builder = _Builder(place)
    expr = builder.build(tree)
    return SyntaxFault(tuple(builder.findings), expr) if builder.findings else expr


def _fault(rule: Rule, span: Span, message: str, help_: str | None = None) -> SyntaxFault:
    return SyntaxFault((Finding(rule, span, message, help=help_),), Unknown(BROKEN, span=span))


# Most expressions are a path of names: read without the grammar, which would say the same.
_PATH: Final = re.compile(
    r"\s*([A-Za-z_][A-Za-z0-9_]*)((?:\.[A-Za-z_][A-Za-z0-9_]*)*)\s*", re.ASCII
)


def _path(path: re.Match[str], place: Place) -> Expr:
    start, at = path.span(1)
    expr: Expr = Name(path[1], span=place(start, at))
    for name in path[2].split(".")[1:]:
        begin, at = at + 1, at + 1 + len(name)
        expr = Member(expr, name, span=place(start, at), name_span=place(begin, at))
    return expr


class _Builder:
    """Turns a tree of the grammar into an expression, from the leaves up and without recursion."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.findings: list[Finding] = []

    def build(self, root: Branch) -> Expr:
        pending: list[tuple[Branch, bool]] = [(root, False)]
        done: list[tuple[Expr, int]] = []  # with its levels
        while pending:
            branch, are_children_built = pending.pop()
            parts = _operands(branch)
            if not are_children_built and parts:
                pending.append((branch, True))
                pending.extend((part, False) for part in reversed(parts))
                continue
            operands = done[len(done) - len(parts) :]
            del done[len(done) - len(parts) :]
            expr = self._expr(branch, tuple(expr for expr, _ in operands))
            levels = 1 + max((levels for _, levels in operands), default=0)
            if isinstance(expr, Cond) and branch.rule == "filter":
                levels += 2  # an unknown filter
            if levels > MOST_LEVELS:
                # The readers of the tree may be recursive: none that is deeper reaches them (C-1.3).
                message = f"the expression is nested deeper than {MOST_LEVELS} levels"
                return self._broken(TOO_LARGE, root.start, root.end, message)
            done.append((expr, levels))
        return done[0][0]

    def _expr(self, branch: Branch, args: tuple[Expr, ...]) -> Expr:
        parts = branch.children
        span = self._place(branch.start, branch.end)
        match branch.rule:
            case "name":
                return self._name(_leaf(parts[0]), span)
            case "numeral":
                return self._numeral(_leaf(parts[0]), span, sign=1)
            case "string":
                return self._string(_leaf(parts[0]), span)
            case "group":
                return args[0]
            case "list":
                return ListLit(args, span=span)
            case "call":
                return self._call(_leaf(parts[0]), branch, args, span)
            case "member":
                name = _leaf(parts[2])
                return Member(args[0], name.text, span=span, name_span=self._span(name))
            case "index":
                return Index(args[0], args[1], span=span)
            case "filter":
                return self._filter(_leaf(parts[2]), args, span)
            case "cond":
                return Cond(args[1], args[0], args[2], span=span)
            case "not_in":
                op_span = self._place(parts[1].start, parts[2].end)
                return Apply(Op.NOT_IN, args, span=span, op_span=op_span)
            case "binary":
                operator = _token(parts[1])
                return Apply(Op(operator.text), args, span=span, op_span=self._span(operator))
            case "unary":
                operator = _leaf(parts[0])
                if not args:
                    return self._numeral(_leaf(_branch(parts[1]).children[0]), span, sign=-1)
                op = Op.NEG if operator.text == "-" else Op.NOT
                return Apply(op, args, span=span, op_span=self._span(operator))
            case rule:
                raise AssertionError(f"no such rule in the grammar: {rule}")

    # -- atoms

    def _name(self, leaf: Leaf, span: Span) -> Expr:
        if leaf.text in _CONSTANTS:
            return Lit(_CONSTANTS[leaf.text], span=span)
        if leaf.text in _NO_BINDING:
            # C-2.3
            message = f"found `{leaf.text}` where a value is expected"
            return self._broken(EXPRESSION_SYNTAX, leaf.start, leaf.end, message)
        return Name(leaf.text, span=span)

    def _numeral(self, leaf: Leaf, span: Span, *, sign: int) -> Expr:
        """A number or duration, with the minus before it where there is one: the limits differ."""
        number = parse_number(leaf.text) if _DIGITS.fullmatch(leaf.text) else None
        value = parse_duration(leaf.text) if number is None else number
        match value:
            case Duration(ms):
                value = Duration(sign * ms)
            case int() | Fraction():
                value = sign * value
            case _:
                # D-33
                message = f"{shown(leaf.text)} is neither a number nor a duration"
                help_ = "a duration has units in falling order: `1d`, `1h30m`, `500ms`"
                return self._broken(EXPRESSION_SYNTAX, leaf.start, leaf.end, message, help_)
        if in_limits(value):
            return Lit(value, span=span)
        # C-3.9
        message = f"{shown(leaf.text)} is out of range"
        return self._broken(TOO_LARGE, leaf.start, leaf.end, message)

    def _string(self, leaf: Leaf, span: Span) -> Expr:
        parts: list[str] = []
        at = 1
        for escape in _ESCAPE.finditer(leaf.text, 1, len(leaf.text) - 1):
            parts.append(leaf.text[at : escape.start()])
            at = escape.end()
            value = _unescaped(escape[0])
            if value is None:
                start = leaf.start + escape.start()
                message = f"{shown(escape[0])} is no escape"
                help_ = r"escapes are `\\`, `\n`, `\t`, `\'`, `\"` and `\uXXXX`"
                return self._broken(EXPRESSION_SYNTAX, start, leaf.start + at, message, help_)
            parts.append(value)
        parts.append(leaf.text[at:-1])
        return Lit("".join(parts), span=span)

    def _call(self, name: Leaf, branch: Branch, args: tuple[Expr, ...], span: Span) -> Expr:
        """`timestamp('…')`, the only thing that is written as a call."""
        if name.text != "timestamp":
            message = f"{shown(name.text)} is no function; there are only filters"
            offer = f"x | {name.text}" if name.text in _FILTERS else "x | name(argument)"
            help_ = f"a filter is written behind its value: `{offer}`"
            return self._broken(EXPRESSION_SYNTAX, name.start, branch.end, message, help_)
        text = args[0].value if len(args) == 1 and isinstance(args[0], Lit) else None
        if not isinstance(text, str):
            message = "`timestamp` takes one text, an instant as in RFC 3339"
            help_ = "a text that is computed is converted by the filter: `x | timestamp`"
            return self._broken(EXPRESSION_SYNTAX, name.start, branch.end, message, help_)
        value = parse_timestamp(text)
        if value is None:
            message = f"{shown(text)} is no instant as in RFC 3339"
            help_ = "write it as `2031-04-01T09:00:00Z`"
            return self._broken(EXPRESSION_SYNTAX, name.start, branch.end, message, help_)
        if not in_limits(value):
            message = f"{shown(text)} is out of range; years go from 0001 to 9999"
            return self._broken(TOO_LARGE, name.start, branch.end, message)
        return Lit(value, span=span)

    def _filter(self, name: Leaf, args: tuple[Expr, ...], span: Span) -> Expr:
        op = _FILTERS.get(name.text)
        if op is None:
            message = f"there is no filter {shown(name.text)}"
            help_ = did_you_mean(name.text, _FILTERS)
            broken = self._broken(UNKNOWN_FILTER, name.start, name.end, message, help_)
            # Its operands are checked all the same, and what it gives may be anything.
            return Cond(broken, ListLit(args, span=span), broken, span=span)
        return Apply(op, args, span=span, op_span=self._span(name))

    # -- places

    def _span(self, leaf: Leaf) -> Span:
        return self._place(leaf.start, leaf.end)

    def _broken(
        self, rule: Rule, start: int, end: int, message: str, help_: str | None = None
    ) -> Unknown:
        span = self._place(start, end)
        self.findings.append(Finding(rule, span, message, help=help_))
        return Unknown(BROKEN, span=span)


_CONSTANTS: Final = {"true": True, "false": False, "null": None}
_NO_BINDING: Final = RESERVED - {"inputs", "run", "error"}
_FILTERS: Final = {op.value: op for op in Op if op in FILTERS}
_DIGITS: Final = re.compile(r"[0-9]+(\.[0-9]+)?")

# Two escapes of surrogates are one character; one alone is none.
_ESCAPE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL
)
_SIMPLE_ESCAPES: Final = {r"\\": "\\", r"\n": "\n", r"\t": "\t", r"\'": "'", r"\"": '"'}


def _unescaped(escape: str) -> str | None:
    """The character that an escape stands for, None where it stands for none."""
    if len(escape) == 2:
        return _SIMPLE_ESCAPES.get(escape)
    units = [int(escape[i + 2 : i + 6], 16) for i in range(0, len(escape), 6)]
    text = b"".join(unit.to_bytes(2, "big") for unit in units)
    try:
        return text.decode("utf-16-be")
    except UnicodeDecodeError:
        return None


def _operands(branch: Branch) -> list[Branch]:
    """The branches that are expressions of their own, from left to right."""
    if branch.rule == "unary":
        operator, operand = branch.children
        is_negative_numeral = _leaf(operator).text == "-" and _branch(operand).rule == "numeral"
        return [] if is_negative_numeral else [_branch(operand)]
    operands: list[Branch] = []
    for child in branch.children:
        if isinstance(child, Branch) and child.rule == "arguments":
            operands.extend(part for part in child.children if isinstance(part, Branch))
        elif isinstance(child, Branch) and child.rule != "comparator":
            operands.append(child)
    return operands


def _leaf(tree: Leaf | Branch) -> Leaf:
    assert isinstance(tree, Leaf)
    return tree


def _branch(tree: Leaf | Branch) -> Branch:
    assert isinstance(tree, Branch)
    return tree


def _token(tree: Leaf | Branch) -> Leaf:
    """An operator, which the grammar may have wrapped into a rule of its own."""
    return tree if isinstance(tree, Leaf) else _leaf(tree.children[0])
