"""Values on their way to declared destinations, and declarations on their way to a program (C-3.3, C-3.4)."""

from collections.abc import Iterable
from dataclasses import replace

from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.semantics.program import ActionDecl, Assign, TriggerDecl
from wfcheck.semantics.types import (
    NO_DEFAULT,
    Field,
    ListOf,
    MapOf,
    ObjectType,
    Type,
    base,
    field_of,
)
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr, ListLit, Lit, MapLit
from wfcheck.workfile.ast import Arg, Ident
from wfcheck.workfile.literal_values import literal, read_as
from wfcheck.workfile.resolve import Connectors, Unresolved


def lower_value(expr: Expr, expected: Type) -> Expr:
    """An expression where a type is expected: plain literals are read as values of it (C-3.4)."""
    known = literal(expr)
    if known is not None:
        return replace(known, value=read_as(known.value, expected)) if known.plain else known
    match expr, base(expected):
        case ListLit(items), ListOf(item):
            return replace(expr, items=tuple(lower_value(part, item) for part in items))
        case MapLit(entries), MapOf(item):
            return replace(expr, entries=tuple((n, lower_value(v, item)) for n, v in entries))
        case MapLit(entries), ObjectType() as of:
            return replace(expr, entries=tuple((n, _lower_member(n, v, of)) for n, v in entries))
        case _:
            return expr


def _lower_member(name: str, value: Expr, of: ObjectType) -> Expr:
    field = field_of(of, name)
    return value if field is None else lower_value(value, field.type)


def projected(args: Iterable[Arg] | None) -> tuple[Assign, ...]:
    """A projection: names that take any value."""
    return tuple(
        Assign(arg.name, arg.value, span=arg.value_span, name_span=arg.span)
        for arg in args or ()
        if not arg.reported
    )


def assigned(args: Iterable[Arg] | None, fields: tuple[Field, ...]) -> tuple[Assign, ...]:
    """Named values with what their destinations declare, as far as they do."""
    declared = {field.name: field for field in fields}
    return tuple(_assign(arg, declared.get(arg.name)) for arg in args or () if not arg.reported)


def _assign(arg: Arg, target: Field | None) -> Assign:
    value = arg.value if target is None else lower_value(arg.value, target.type)
    return Assign(arg.name, value, target, span=arg.value_span, name_span=arg.span)


def with_defaults(
    assigns: tuple[Assign, ...], fields: tuple[Field, ...], at: Span, *, whole: bool = False
) -> tuple[Assign, ...]:
    """Values, and the defaults of what was left out; with `whole`, null where there is none (C-3.3)."""
    given = {assign.name for assign in assigns}
    left_out = (field for field in fields if field.name not in given)
    return assigns + tuple(
        Assign(
            field.name, Lit(None if field.default is NO_DEFAULT else field.default), field, span=at
        )
        for field in left_out
        if whole or field.default is not NO_DEFAULT
    )


@dataclass(frozen=True, slots=True)
class Declarations:
    """What the manifests declare, with something in the place of what they do not (C-11.3)."""

    connectors: Connectors

    def action(self, operation: str) -> ActionDecl:
        found = self.connectors.action(operation)
        if isinstance(found, Unresolved):
            return ActionDecl(
                operation, writes=True, idempotent=False, input=(), output=(), known=False
            )
        return found

    def trigger(self, event: str) -> TriggerDecl:
        found = self.connectors.trigger(event)
        if isinstance(found, Unresolved):
            return TriggerDecl(event, "external", configuration=(), payload=(), known=False)
        on = self._emitted_on(event)
        return replace(found, emitted_on=on, emitted_by=self._emitted_by(event) if on else ())

    def connection(self, name: str, written: Ident | None, at: Span) -> str | None:
        """The connection that a use selects (C-11.4); None also where it selects none."""
        found = self.connectors.connection(name, written, at)
        return None if isinstance(found, Finding) else found

    def _emitted_on(self, event: str) -> tuple[str, ...]:
        """The payload fields that some action's `emits` of an event matches, in order."""
        names = {
            name: None
            for manifest in self.connectors.manifests.values()
            for action in manifest.actions
            for emission in action.emits
            if emission.event == event
            for name, _ in emission.match
        }
        return tuple(names)

    def _emitted_by(self, event: str) -> tuple[str, ...]:
        """The actions whose `emits` of an event match some field of it, in order."""
        return tuple(
            action.name
            for manifest in self.connectors.manifests.values()
            for action in manifest.actions
            if any(emission.event == event and emission.match for emission in action.emits)
        )
