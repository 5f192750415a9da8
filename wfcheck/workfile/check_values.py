"""Values against what their destinations declare: assignability, literals, argument maps (C-3.5, C-11.2)."""

from collections.abc import Callable, Iterable

from wfcheck.catalog import NOT_ASSIGNABLE, TOO_LARGE
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Label, Rule
from wfcheck.semantics.infer import infer
from wfcheck.semantics.scope import Scope
from wfcheck.semantics.types import (
    STRING,
    EnumType,
    Field,
    Fit,
    ListOf,
    MapOf,
    ObjectType,
    Type,
    base,
    field_of,
    fit,
    fit_field,
    may_be_null,
    may_be_omitted,
    show,
    written_type,
)
from wfcheck.semantics.values import conforms, type_of
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr, ListLit, Lit, MapLit
from wfcheck.syntax.literals import Duration, MapValue, Timestamp, Value, in_limits
from wfcheck.syntax.names import nearest
from wfcheck.workfile.ast import Arg
from wfcheck.workfile.checking import Checking
from wfcheck.workfile.literal_values import literal, read_as


@dataclass(frozen=True, slots=True)
class Destination:
    """A map of declared fields that takes values: which words and rules tell its faults."""

    fields: tuple[Field, ...]
    refusal: str  # "`messaging.post` has no argument {}"
    demand: str  # "`messaging.post` needs {}"
    unknown: Rule
    missing: Rule
    unread: Callable[[], bool]  # whether the map could not be read: nothing is missing then


def check_arguments(
    args: Iterable[Arg],
    to: Destination,
    at: Span,
    scope: Scope,
    checking: Checking,
    declared: Iterable[Label] = (),
) -> None:
    """A map of values against a destination; `at` is where something missing is told.

    A name that comes near to a missing one is told with it, as one fault (D-30).
    """
    given = {arg.name: arg for arg in args}
    fields = {field.name: field for field in to.fields}
    absent = [name for name in fields if name not in given]
    meant: set[str] = set()
    for arg in given.values():
        field = fields.get(arg.name)
        if field is not None:
            check_value(arg.value, arg.value_span, field, f"`{arg.name}`", scope, checking)
            continue
        infer(arg.value, scope, checking.out)
        if arg.reported:
            continue
        near = nearest(arg.name, absent)
        if near is not None:
            meant.add(near)
        near = near or nearest(arg.name, fields)
        checking.out.append(
            Finding(
                to.unknown,
                arg.span,
                to.refusal.format(f"`{arg.name}`"),
                help=f"did you mean `{near}`?" if near else _known(to),
                labels=tuple(declared),
            )
        )
    lacking = [
        field
        for name, field in fields.items()
        if name in absent and name not in meant and not may_be_omitted(field)
    ]
    if lacking and not to.unread():
        names = " and ".join(f"`{field.name}`" for field in lacking)
        types = ", ".join(f"`{field.name}` ({show(field.type)})" for field in lacking)
        checking.out.append(
            Finding(
                to.missing,
                at,
                to.demand.format(names),
                help=f"add {types}",
                labels=tuple(declared),
            )
        )


def _known(to: Destination) -> str:
    if not to.fields:
        return "it takes none"
    return f"it takes {', '.join(f'`{field.name}`' for field in to.fields)}"


def expect(
    expr: Expr, span: Span, wanted: Type, what: str, scope: Scope, checking: Checking
) -> None:
    """A value where a type is expected, which no declaration names."""
    check_value(expr, span, Field("", wanted), what, scope, checking)


def check_value(
    expr: Expr, span: Span, field: Field, what: str, scope: Scope, checking: Checking
) -> None:
    """A value against the declaration of its destination, part by part where it is written out."""
    known = literal(expr)
    if known is not None:
        _check_literal(known, span, field, what, checking)
        return
    match expr, base(field.type):
        case ListLit(items), ListOf(item):
            for part in items:
                check_value(part, part.span or span, Field("", item), what, scope, checking)
        case MapLit(entries), MapOf(item):
            for name, part in entries:
                inner = f"{what[:-1]}.{name}`"
                check_value(part, part.span or span, Field("", item), inner, scope, checking)
        case MapLit(entries), ObjectType() as wanted:
            _check_object(entries, span, wanted, what, scope, checking)
        case _:
            _check_type(expr, span, field, what, scope, checking)


def _check_literal(known: Lit, span: Span, field: Field, what: str, checking: Checking) -> None:
    value = read_as(known.value, field.type) if known.plain else known.value
    if any(not in_limits(time) for time in _times(value)):
        checking.out.append(
            Finding(TOO_LARGE, span, f"{what} is given a time beyond what can be represented")
        )
        return
    fault = conforms(value, field)
    if fault is None:
        return
    wanted = show(written_type(field))
    if isinstance(value, MapValue | tuple):
        message = f"{what} takes {wanted}: {fault}"
    elif fit(type_of(value), _without_domain(field.type)) is Fit.NO:
        message = f"{what} takes {wanted}, and this is {show(type_of(value))}"
    else:
        message = f"{what} does not take this: {fault}"
    checking.out.append(Finding(NOT_ASSIGNABLE, span, message))


def _without_domain(t: Type) -> Type:
    """The type of which an enum is a part: whether a word is its member is another question."""
    return STRING if isinstance(base(t), EnumType) else t


def _times(value: Value) -> Iterable[Duration | Timestamp]:
    pending = [value]
    while pending:
        match pending.pop():
            case Duration() | Timestamp() as time:
                yield time
            case tuple() as items:
                pending += items
            case MapValue(entries):
                pending += (part for _, part in entries)
            case _:
                pass


def _check_object(
    entries: tuple[tuple[str, Expr], ...],
    span: Span,
    wanted: ObjectType,
    what: str,
    scope: Scope,
    checking: Checking,
) -> None:
    given = dict(entries)
    for name, part in entries:
        declared = field_of(wanted, name)
        if declared is None:
            infer(part, scope, checking.out)
            message = f"{what} has no field `{name}`"
            near = nearest(name, [field.name for field in wanted.fields])
            checking.out.append(
                Finding(
                    NOT_ASSIGNABLE, span, message, help=f"did you mean `{near}`?" if near else None
                )
            )
        else:
            inner = f"{what[:-1]}.{name}`"
            check_value(part, part.span or span, declared, inner, scope, checking)
    for declared in wanted.fields:
        if declared.name not in given and not may_be_omitted(declared):
            checking.out.append(
                Finding(NOT_ASSIGNABLE, span, f"{what} lacks the field `{declared.name}`")
            )


def _check_type(
    expr: Expr, span: Span, field: Field, what: str, scope: Scope, checking: Checking
) -> None:
    found = infer(expr, scope, checking.out)
    if fit_field(found, field) is not Fit.NO:
        return
    wanted = written_type(field)
    may_be_null_only = may_be_null(found) and fit_field(base(found), field) is not Fit.NO
    checking.out.append(
        Finding(
            NOT_ASSIGNABLE,
            span,
            f"{what} takes {show(wanted)}, and this may be null"
            if may_be_null_only
            else f"{what} takes {show(wanted)}, and this is {show(found)}",
            help="say what null stands for, as in `| default(…)`, or test for it with `when`"
            if may_be_null_only
            else None,
        )
    )
