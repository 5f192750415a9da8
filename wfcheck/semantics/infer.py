"""An expression and a scope to a type, and what is wrong with it (C-5.1, C-5.4 to C-5.8).

One fault gives one finding, at the part of the expression that has it: what could not be typed is
`unknown`, which every operator takes.
"""

from typing import Final, assert_never

from wfcheck.catalog import (
    COMPARISON_NEVER_TRUE,
    FILTER_ARGUMENTS,
    GUARD_NOT_BOOLEAN,
    NO_JOIN,
    NOT_IN_SCOPE,
    NOT_READABLE,
    NULLABLE_IN_TEXT,
    NULLABLE_OPERAND,
    OPERAND_TYPE,
    STATE_NAME_READ,
    UNKNOWN_MEMBER,
    UNKNOWN_NAME,
)
from wfcheck.diagnostic import Finding, Label, Rule
from wfcheck.semantics import wording
from wfcheck.semantics.narrow import narrow, reference
from wfcheck.semantics.ops import OPS, OpDecl
from wfcheck.semantics.paths import element_type, has_members, member_type
from wfcheck.semantics.scope import Hidden, NotReadable, Scope, StateName, Visible
from wfcheck.semantics.signature import TEXTUAL, is_dynamic, offender, result_type
from wfcheck.semantics.types import (
    BOOL,
    NULL,
    STRING,
    UNKNOWN,
    EnumType,
    Field,
    Fit,
    ListOf,
    Nullable,
    ObjectType,
    Type,
    base,
    domain,
    fit,
    has_unjoined,
    join,
    may_be_null,
    show,
)
from wfcheck.semantics.values import list_type, type_of
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
)
from wfcheck.syntax.names import did_you_mean


def infer(expr: Expr, scope: Scope, out: list[Finding]) -> Type:
    """The type of an expression where a scope is visible; `unknown` where it has a fault, which `out` gets."""
    return _Inference(out).visit(expr, scope)


def infer_guard(expr: Expr, scope: Scope, out: list[Finding]) -> None:
    """Check a condition: a bool and not null; `unknown` and `json` are checked at run time (D-19)."""
    found = infer(expr, scope, out)
    if is_dynamic(found) or fit(found, BOOL) is Fit.YES:
        return
    nullable_bool = isinstance(found, Nullable) and (is_dynamic(found.base) or found.base == BOOL)
    message, help_ = wording.guard(found, expr, nullable_bool=nullable_bool)
    if expr.span is not None:
        out.append(Finding(GUARD_NOT_BOOLEAN, expr.span, message, help=help_))


class _Inference:
    """One expression; `scope` is passed along, since conditions narrow it."""

    __slots__ = ("out",)

    def __init__(self, out: list[Finding]) -> None:
        self.out = out

    def report(
        self,
        rule: Rule,
        at: Span | None,
        message: str,
        *,
        help_: str | None = None,
        label: Label | None = None,
    ) -> Type:
        """Note a fault, if the expression stands in a file; the type of what has one."""
        if at is not None:
            labels = () if label is None else (label,)
            self.out.append(Finding(rule, at, message, help=help_, labels=labels))
        return UNKNOWN

    def visit(self, expr: Expr, scope: Scope) -> Type:
        match expr:
            case Lit(value):
                return type_of(value)
            case Unknown():
                return UNKNOWN
            case Name() | Member() | Index():
                return self.whole_path(expr, scope)
            case Apply(Op.AND | Op.OR as op, (left, right)):
                self.condition(left, scope, op)
                self.condition(right, narrow(left, scope, holds=op is Op.AND), op)
                return BOOL
            case Apply(op, args):
                return self.application(expr, tuple([self.visit(a, scope) for a in args]), OPS[op])
            case Cond(test, then, orelse):
                self.condition(test, scope, None)
                first = self.visit(then, narrow(test, scope, holds=True))
                second = self.visit(orelse, narrow(test, scope, holds=False))
                joined = join(first, second)
                if joined is None:
                    return self.report(NO_JOIN, expr.span, wording.branches(first, second))
                return joined
            case ListLit(items):
                return list_type([self.visit(item, scope) for item in items])
            case MapLit(entries):
                return ObjectType(tuple([Field(n, self.visit(v, scope)) for n, v in entries]))
            case Text(parts):
                for part in parts:
                    if not isinstance(part, str):
                        self.text_part(part, self.visit(part, scope))
                return STRING
            case _:
                assert_never(expr)

    # -- paths

    def whole_path(self, expr: Expr, scope: Scope) -> Type:
        """A path that is read, and not only led through: all of it must have a type (D-21)."""
        found = self.path(expr, scope)
        if has_unjoined(found):
            part = wording.unjoined(expr, found)
            return self.report(NO_JOIN, expr.span, part)
        return found

    def path(self, expr: Expr, scope: Scope) -> Type:
        match expr:
            case Name(name):
                found = self.name(expr, name, scope)
            case Member(of, name):
                found = self.member(of, name, expr.name_span or expr.span, scope)
            case Index(of, key):
                found = self.element(expr, of, key, scope)
            case _:
                return self.visit(expr, scope)
        if scope.not_null and isinstance(found, Nullable) and reference(expr) in scope.not_null:
            return found.base
        return found

    def name(self, expr: Name, name: str, scope: Scope) -> Type:
        match scope.lookup(name):
            case Visible(t):
                return t
            case NotReadable():
                return self.report(NOT_READABLE, expr.span, wording.not_readable(name))
            case Hidden(reason, at, help_):
                label = None if at is None else Label(at, f"`{name}` is bound here")
                message = f"`{name}` {reason.value}"
                return self.report(NOT_IN_SCOPE, expr.span, message, help_=help_, label=label)
            case StateName():
                message = f"`{name}` is a state, and a state has no value"
                return self.report(STATE_NAME_READ, expr.span, message)
            case None:
                message = f"nothing binds `{name}`"
                help_ = _meant_input(name, scope) or did_you_mean(name, scope.names())
                return self.report(UNKNOWN_NAME, expr.span, message, help_=help_)
            case other:
                assert_never(other)

    def member(self, of: Expr, name: str, at: Span | None, scope: Scope) -> Type:
        outer = self.path(of, scope)
        found = member_type(outer, name)
        if found is not None:
            return found
        message, help_ = wording.no_member(of, outer, name)
        return self.report(UNKNOWN_MEMBER, at, message, help_=help_)

    def element(self, expr: Index, of: Expr, key: Expr, scope: Scope) -> Type:
        outer, inner = self.path(of, scope), self.visit(key, scope)
        if (
            isinstance(key, Lit)
            and isinstance(key.value, str)
            and isinstance(base(outer), ObjectType)
        ):
            return self.element_named(of, outer, key.value, key.span)
        if may_be_null(inner) and not is_dynamic(outer):
            return self.report(
                NULLABLE_OPERAND, key.span, wording.null_key(inner), help_=wording.SAY
            )
        found = element_type(outer, inner)
        if found is not None:
            return found
        # D-32: what has no elements at all is a fault of the reference, a wrong key one of types.
        if isinstance(base(outer), ObjectType) or not has_members(outer):
            at = key.span if has_members(outer) else expr.span
            return self.report(UNKNOWN_MEMBER, at, wording.no_element(of, outer))
        return self.report(OPERAND_TYPE, key.span, wording.wrong_key(outer, inner))

    def element_named(self, of: Expr, outer: Type, name: str, at: Span | None) -> Type:
        found = member_type(outer, name)
        if found is not None:
            return found
        message, help_ = wording.no_member(of, outer, name)
        return self.report(UNKNOWN_MEMBER, at, message, help_=help_)

    # -- applications

    def condition(self, expr: Expr, scope: Scope, op: Op | None) -> None:
        """An operand of `and`, `or`, or the test of a conditional."""
        found = self.visit(expr, scope)
        taker = "a conditional" if op is None else f"`{op.value}`"
        if may_be_null(found):
            message = wording.may_be_null(expr, taker)
            self.report(NULLABLE_OPERAND, expr.span, message, help_=wording.SAY)
        elif not is_dynamic(found) and fit(found, BOOL) is not Fit.YES:
            self.report(OPERAND_TYPE, expr.span, f"{taker} takes bool, not {show(found)}")

    def application(self, expr: Apply, types: tuple[Type, ...], decl: OpDecl) -> Type:
        if not decl.fewest <= len(types) <= decl.most:
            at = expr.op_span or expr.span
            return self.report(FILTER_ARGUMENTS, at, wording.argument_count(decl, len(types)))
        for position, (arg, t) in enumerate(zip(expr.args, types, strict=True)):
            if may_be_null(t) and not self.takes_null(decl, position, types):
                message = wording.may_be_null(arg, wording.taker(decl.op))
                return self.report(NULLABLE_OPERAND, arg.span, message, help_=wording.SAY)
        found = result_type(decl, types)
        if found is None:
            return self.rejected(expr, types, decl)
        if decl.op in _COMPARING:
            self.compared(expr, types)
        return found

    def takes_null(self, decl: OpDecl, position: int, types: tuple[Type, ...]) -> bool:
        """Whether an operand may be null: an element only where those of the list may be."""
        if not decl.takes_null(position):
            return False
        others = [base(t) for i, t in enumerate(types) if i != position]
        return decl.op not in _ELEMENT or any(
            is_dynamic(t) or (isinstance(t, ListOf) and _item_may_be_null(t.item)) for t in others
        )

    def rejected(self, expr: Apply, types: tuple[Type, ...], decl: OpDecl) -> Type:
        if decl.op is Op.DEFAULT:
            message = wording.branches(base(types[0]), types[1])
            return self.report(NO_JOIN, expr.op_span or expr.span, message)
        if decl.op in {Op.EQ, Op.NE}:
            message = wording.never_equal(types[0], types[1])
            return self.report(OPERAND_TYPE, expr.span, message)
        position = offender(decl, types)
        message, help_ = wording.operand(decl, types, position)
        return self.report(OPERAND_TYPE, expr.args[position].span, message, help_=help_)

    def compared(self, expr: Apply, types: tuple[Type, ...]) -> None:
        """C-5.4: an enum is compared with a literal that is none of its members."""
        left, right = expr.args
        self.compared_with(left, types[0], right)
        if expr.op in {Op.EQ, Op.NE}:
            self.compared_with(right, types[1], left)

    def compared_with(self, one: Expr, t: Type, other: Expr) -> None:
        enum = base(t)
        if not isinstance(enum, EnumType) or enum.literal or domain(enum) is None:
            return
        for literal in other.items if isinstance(other, ListLit) else (other,):
            if not isinstance(literal, Lit) or not isinstance(literal.value, str):
                continue
            if literal.value not in enum.members:
                message = wording.no_such_member(one, enum, literal.value)
                help_ = did_you_mean(literal.value, enum.members)
                self.report(COMPARISON_NEVER_TRUE, literal.span or other.span, message, help_=help_)

    # -- text

    def text_part(self, part: Expr, t: Type) -> None:
        """C-5.1: an interpolation in text must have a text form, and not be null."""
        if is_dynamic(t):
            return
        if may_be_null(t) and (t is NULL or _has_text(base(t))):
            message = wording.null_in_text(part)
            self.report(NULLABLE_IN_TEXT, part.span, message, help_=wording.SAY)
        elif not _has_text(t):
            message = f"{show(base(t))} has no form inside text"
            help_ = "`| json` shows any value" if not may_be_null(t) else None
            self.report(NULLABLE_IN_TEXT, part.span, message, help_=help_)


_COMPARING: Final = frozenset({Op.EQ, Op.NE, Op.IN, Op.NOT_IN})
_ELEMENT: Final = frozenset({Op.IN, Op.NOT_IN, Op.CONTAINS})


def _has_text(t: Type) -> bool:
    return is_dynamic(t) or any(fit(t, textual) is Fit.YES for textual in TEXTUAL)


def _item_may_be_null(item: Type) -> bool:
    return may_be_null(item) or is_dynamic(item)


def _meant_input(name: str, scope: Scope) -> str | None:
    """The help for a bare name that is the name of an input."""
    inputs = scope.lookup("inputs")
    if isinstance(inputs, Visible) and isinstance(inputs.type, ObjectType):
        if any(field.name == name for field in inputs.type.fields):
            return f"an input is read as `inputs.{name}`"
    return None
