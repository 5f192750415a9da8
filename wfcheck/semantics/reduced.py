"""Reduced expressions: how they are made of reduced parts, what is certain of them, why they are stuck.

What simplifies here keeps value and fault, whatever the unknowns turn out to be (`reduce`).
"""

from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from wfcheck.semantics.fault import Fault
from wfcheck.semantics.ops import OPS, apply
from wfcheck.semantics.types import BOOL
from wfcheck.semantics.values import VALUE_LIMIT, text_of, text_size, whole, within_size
from wfcheck.span import Span
from wfcheck.syntax.expr import (
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
    children,
)
from wfcheck.syntax.literals import MapValue, Value

_MOST_LEAVES: Final = 16  # of a conditional into which an operator is drawn


def fault_of(expr: Expr) -> Fault | None:
    """Why a reduced expression has no value; None where it has one, or unknowns decide."""
    match expr:
        case Lit() | Name() | Unknown():
            return None
        case Member(Lit(value), _):
            return None if value is None or isinstance(value, MapValue) else Fault.TYPE
        case Index(Lit(value), Lit(key)):
            found = _indexed(value, key)
            return found if isinstance(found, Fault) else None
        case Apply(Op.AND | Op.OR, (Lit(value), _)) if not isinstance(value, bool):
            return _no_bool(value)
        case Apply(op, args):
            return _fault_of_application(op, args)
        case Cond(Lit(value), _, _):
            return None if isinstance(value, bool) else _no_bool(value)
        case ListLit() | MapLit():
            value = _value_of(expr)
            return None if value is None or within_size(value) else Fault.LIMIT
        case Text(parts):
            return _fault_of_text(parts)
        case Member() | Index() | Cond():
            return None
        case _:
            assert_never(expr)


def _fault_of_application(op: Op, args: tuple[Expr, ...]) -> Fault | None:
    values = _values(args)
    result = None if values is None else apply(op, values)
    return result if isinstance(result, Fault) else None


def _fault_of_text(parts: tuple[str | Expr, ...]) -> Fault | None:
    if all(isinstance(part, str) for part in parts):
        return Fault.LIMIT
    match parts:
        case (Lit(value), *_) if text_of(value) is None:
            return Fault.NULL if value is None else Fault.TYPE
        case _:
            return None


def _no_bool(value: Value) -> Fault:
    return Fault.NULL if value is None else Fault.TYPE


def _values(exprs: Iterable[Expr]) -> tuple[Value, ...] | None:
    """The values of expressions, None where one of them is not known."""
    values: list[Value] = []
    for expr in exprs:
        if isinstance(expr, Lit):
            values.append(expr.value)
            continue
        value = _value_of(expr)
        if value is None:
            return None
        values.append(value)
    return tuple(values)


def _value_of(expr: Expr) -> tuple[Value, ...] | MapValue | None:
    """The value of a list or map all parts of which are known, None of anything else."""
    match expr:
        case ListLit(items):
            return _values(items)
        case MapLit(entries):
            values = _values(part for _, part in entries)
            if values is None:
                return None
            return MapValue(tuple(zip((name for name, _ in entries), values, strict=True)))
        case _:
            return None


def settled(expr: Expr) -> Expr:
    """A list or map all parts of which are known, as the value that it is."""
    value = _value_of(expr)
    return Lit(value, span=expr.span) if value is not None and within_size(value) else expr


def joined(pieces: list[str | Expr], expr: Text) -> Expr:
    """A text of its parts, neighbouring known ones made one."""
    merged: list[str | Expr] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if isinstance(piece, str) and isinstance(last, str):
            if text_size(last) + text_size(piece) > VALUE_LIMIT:
                if all(isinstance(p, str) for p in merged):
                    return Text((last, piece), span=expr.span)
                merged.append(piece)
            else:
                merged[-1] = last + piece
        else:
            merged.append(piece)
    match merged:
        case []:
            return Lit("", span=expr.span)
        case [str() as text]:
            whole_text = text_size(text) <= VALUE_LIMIT
            return Lit(text, span=expr.span) if whole_text else Text((text,), span=expr.span)
        case _:
            return Text(tuple(merged), span=expr.span)


# -- what is certain


def is_certain(expr: Expr) -> bool:
    """Whether an expression has a value whatever its unknowns are and whatever their types."""
    pending, seen = [expr], set[int]()
    while pending:
        current = pending.pop()
        if id(current) in seen:
            continue
        match current:
            case Lit() | Unknown():
                pass
            case ListLit() | MapLit() | Apply(Op.EQ | Op.NE, _):
                seen.add(id(current))
                pending += children(current)
            case _:
                return False
    return True


def is_bool(expr: Expr) -> bool:
    """Whether the value of an expression, where it has one, is a bool."""
    for leaf in _leaves(expr):
        match leaf:
            case Lit(value):
                certain = isinstance(value, bool)
            case Apply(op, _):
                certain = op in _BOOLEAN
            case _:
                certain = False
        if not certain:
            return False
    return True


_BOOLEAN: Final = frozenset(
    op for op, decl in OPS.items() if all(o.result == BOOL for o in decl.overloads)
)


def _leaves(expr: Expr) -> Iterator[Expr]:
    """What a conditional chooses from; a conditional itself where it has very many leaves."""
    pending = [expr]
    for _ in range(2 * _MOST_LEAVES):
        if not pending:
            return
        current = pending.pop()
        if isinstance(current, Cond):
            pending += (current.orelse, current.then)
        else:
            yield current
    yield from pending


# -- paths (C-5.5)


def member(of: Expr, name: str, at: Expr) -> Expr:
    """A member of a reduced expression; `at` is the expression whose place it takes."""
    match of:
        case Lit(None):
            return Lit(None, span=at.span)
        case Lit(MapValue() as value):
            return Lit(value.get(name), span=at.span)
        case MapLit(entries):
            found = next((value for key, value in entries if key == name), None)
            return Lit(None, span=at.span) if found is None else found
        case Cond(test, then, orelse) if _has_members(of):
            return cond(test, member(then, name, at), member(orelse, name, at), at.span)
        case _ if fault_of(of) is not None:
            return of
        case _:
            name_span = at.name_span if isinstance(at, Member) else None
            return Member(of, name, span=at.span, name_span=name_span)


def _has_members(expr: Expr) -> bool:
    """Whether an expression chooses from maps and null."""
    return all(
        isinstance(leaf, MapLit)
        or (isinstance(leaf, Lit) and (leaf.value is None or isinstance(leaf.value, MapValue)))
        for leaf in _leaves(expr)
    )


def index(of: Expr, key: Expr, at: Expr) -> Expr:
    if isinstance(of, Lit) and of.value is None and is_certain(key):
        return Lit(None, span=at.span)
    if not isinstance(key, Lit):
        return Index(of, key, span=at.span)
    if isinstance(of, Lit):
        found = _indexed(of.value, key.value)
        return (
            Index(of, key, span=at.span) if isinstance(found, Fault) else Lit(found, span=at.span)
        )
    if isinstance(key.value, str):
        return member(of, key.value, at)
    position = whole(key.value)
    if isinstance(of, ListLit) and position is not None and is_certain(of):
        inside = -len(of.items) <= position < len(of.items)
        return of.items[position] if inside else Lit(None, span=at.span)
    return Index(of, key, span=at.span)


def _indexed(value: Value, key: Value) -> Value | Fault:
    """C-5.5: null where there is no such element; a negative position counts from the end."""
    if value is None:
        return None
    if key is None:
        return Fault.NULL
    position = whole(key)
    if isinstance(value, tuple) and position is not None:
        return value[position] if -len(value) <= position < len(value) else None
    if isinstance(value, MapValue) and isinstance(key, str):
        return value.get(key)
    return Fault.TYPE


# -- applications


def application(op: Op, args: tuple[Expr, ...], at: Apply) -> Expr:
    values = _values(args)
    if values is not None:
        result = apply(op, values)
        if not isinstance(result, Fault):
            return Lit(result, span=at.span)
        return Apply(op, args, span=at.span, op_span=at.op_span)
    drawn = _drawn_in(op, args, at)
    if drawn is not None:
        return drawn
    match op, args:
        case Op.NOT, (operand,):
            opposite = _opposite(operand, at)
            if opposite is not None:
                return opposite
        case ((Op.EQ | Op.NE), (a, b)):
            equal = _equal(a, b)
            if equal is not None:
                return Lit(equal is (op is Op.EQ), span=at.span)
        case Op.DEFAULT, (Lit(value), alternative):
            if value is None:
                return alternative
            if is_certain(alternative):
                return args[0]
        case Op.DEFAULT, (MapLit() as value, alternative) if is_certain(alternative):
            return value
        case _:
            pass
    return Apply(op, args, span=at.span, op_span=at.op_span)


_OPPOSITES: Final = {Op.EQ: Op.NE, Op.NE: Op.EQ, Op.IN: Op.NOT_IN, Op.NOT_IN: Op.IN} | {
    Op.LT: Op.GE,
    Op.GE: Op.LT,
    Op.GT: Op.LE,
    Op.LE: Op.GT,
}


def _opposite(operand: Expr, at: Apply) -> Expr | None:
    match operand:
        case Apply(Op.NOT, (inner,)) if is_bool(inner):
            return inner
        case Apply(op, args) if op in _OPPOSITES:
            return Apply(_OPPOSITES[op], args, span=at.span, op_span=operand.op_span)
        case _:
            return None


def _equal(a: Expr, b: Expr) -> bool | None:
    """Whether two operands, not both known, are certainly equal or certainly not."""
    if a == b and is_certain(a):
        return True
    for one, other in ((a, b), (b, a)):
        # A map is neither null nor a scalar, and a list is none either.
        if isinstance(one, MapLit) and isinstance(other, Lit):
            if not isinstance(other.value, MapValue):
                return False
        if isinstance(one, ListLit) and isinstance(other, Lit) and is_certain(one):
            if not isinstance(other.value, tuple) or len(other.value) != len(one.items):
                return False
    return None


def _drawn_in(op: Op, args: tuple[Expr, ...], at: Apply) -> Expr | None:
    """An operator on a choice between known values is a choice between its results."""
    choices = [i for i, arg in enumerate(args) if not isinstance(arg, Lit)]
    if len(choices) != 1:
        return None
    place = choices[0]
    if not all(isinstance(leaf, Lit) for leaf in _leaves(args[place])):
        return None

    def drawn(expr: Expr) -> Expr:
        if isinstance(expr, Cond):
            return cond(expr.test, drawn(expr.then), drawn(expr.orelse), at.span)
        return application(op, (*args[:place], expr, *args[place + 1 :]), at)

    return drawn(args[place])


def cond(test: Expr, then: Expr, orelse: Expr, span: Span | None) -> Expr:
    if is_bool(test):
        if then == Lit(value=True) and orelse == Lit(value=False):
            return test
        if then == Lit(value=False) and orelse == Lit(value=True):
            negated = Apply(Op.NOT, (test,), span=span)
            return application(Op.NOT, (test,), negated)
    return Cond(test, then, orelse, span=span)


def list_of(items: tuple[Expr, ...], at: ListLit) -> Expr:
    """A list of its elements."""
    return settled(ListLit(items, span=at.span))


def map_of(parts: tuple[Expr, ...], at: MapLit) -> Expr:
    """A map with other parts under the same names."""
    names = (name for name, _ in at.entries)
    return settled(MapLit(tuple(zip(names, parts, strict=True)), span=at.span))
