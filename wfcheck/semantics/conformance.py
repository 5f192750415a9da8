"""Checked assignments, of known and unknown values alike: as a condition (C-3.5).

The language cannot say of which type a value of `json` or `unknown` is, nor that a text matches a
pattern: of unknown values these are taken to be as declared.
"""

from wfcheck.semantics.defined import SymbolTypes, type_in
from wfcheck.semantics.types import (
    INT,
    NO_DEFAULT,
    NUMBER,
    EnumType,
    Field,
    Fit,
    Limits,
    ListOf,
    MapOf,
    ObjectType,
    Special,
    Type,
    base,
    field_of,
    fit_field,
    may_be_null,
    written_type,
)
from wfcheck.semantics.values import coerce, conforms
from wfcheck.syntax.expr import Apply, Expr, ListLit, Lit, MapLit, Op

TRUE = Lit(value=True)
_NULL = Lit(None)


def conformance(value: Expr, target: Field, types: SymbolTypes) -> Expr | str:
    """What must hold for a value to fit a declaration, or why a known one does not."""
    if isinstance(value, Lit):
        if value.value is None and target.default is not NO_DEFAULT:
            return TRUE  # C-3.2, D-34: null means the default
        why = conforms(value.value, target)
        return TRUE if why is None else why
    if fit_field(type_in(value, types), target) is Fit.YES:
        return TRUE
    return _condition(value, target, types)


def as_declared(value: Expr, target: Field, types: SymbolTypes) -> Expr:
    """A value that fits, as its readers see it: defaults for nulls, whole numbers as ints."""
    if isinstance(value, Lit):
        if value.value is None and target.default is not NO_DEFAULT:
            return Lit(target.default)
        return Lit(coerce(value.value, target))
    if target.default is not NO_DEFAULT and may_be_null(type_in(value, types)):
        return Apply(Op.DEFAULT, (value, Lit(target.default)))
    return value


def _condition(value: Expr, target: Field, types: SymbolTypes) -> Expr:
    found = type_in(value, types)
    conditions = _of_type(value, found, target.type, types)
    conditions += _of_limits(value, found, target.limits)
    whole: Expr = TRUE
    for condition in conditions:
        whole = _and(whole, condition)
    if not may_be_null(found):
        return whole
    if may_be_null(written_type(target)) or target.default is not NO_DEFAULT:
        return Apply(Op.OR, (Apply(Op.EQ, (value, _NULL)), whole)) if conditions else TRUE
    return _and(Apply(Op.NE, (value, _NULL)), whole)


def _of_type(value: Expr, found: Type, target: Type, types: SymbolTypes) -> list[Expr]:
    match base(target), value:
        case EnumType(members, open=False), _:
            known = ListLit(tuple(Lit(member) for member in members))
            return [Apply(Op.IN, (value, known))]
        case t, _ if t == INT and base(found) == NUMBER:
            return [Apply(Op.EQ, (value, Apply(Op.FLOOR, (value,))))]
        case ListOf(item), ListLit(items):
            return [_part(part, Field("item", item), types) for part in items]
        case MapOf(item), MapLit(entries):
            return [_part(part, Field(name, item), types) for name, part in entries]
        case ObjectType() as t, MapLit(entries):
            declared = ((field_of(t, name), part) for name, part in entries)
            return [_part(part, field, types) for field, part in declared if field is not None]
        case _:
            return []


def _part(value: Expr, target: Field, types: SymbolTypes) -> Expr:
    condition = conformance(value, target, types)
    return Lit(value=False) if isinstance(condition, str) else condition


def _of_limits(value: Expr, found: Type, limits: Limits) -> list[Expr]:
    if base(found) in (Special.JSON, Special.UNKNOWN):
        return []
    conditions: list[Expr] = []
    if limits.min is not None:
        conditions.append(Apply(Op.GE, (value, Lit(limits.min))))
    if limits.max is not None:
        conditions.append(Apply(Op.LE, (value, Lit(limits.max))))
    length = Apply(Op.LENGTH, (value,))
    if limits.min_length is not None:
        conditions.append(Apply(Op.GE, (length, Lit(limits.min_length))))
    if limits.max_length is not None:
        conditions.append(Apply(Op.LE, (length, Lit(limits.max_length))))
    return conditions


def _and(a: Expr, b: Expr) -> Expr:
    return b if a == TRUE else Apply(Op.AND, (a, b))
