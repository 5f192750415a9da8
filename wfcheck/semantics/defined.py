"""When an expression has a value, as an expression (C-5.6).

Partiality is said in the language itself: `a // b` needs `b != 0`, and `a and b` needs what `a` needs,
and what `b` needs only where `a` is true. A condition that is itself without a value does not hold;
that is how a conversion is said to succeed (`(s | int) != null`), for which the language has no words.

Nothing is claimed about operands of type `unknown`, about the elements of a list of json, and about
the size of values (`checking.md` 2).
"""

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.ops import OPS, OpDecl
from wfcheck.semantics.paths import element_type, member_type
from wfcheck.semantics.reduce import fault_of, reducer
from wfcheck.semantics.signature import TEXTUAL, Param, Shape, fitting, is_dynamic, result_type
from wfcheck.semantics.types import (
    BOOL,
    INT,
    JSON,
    NULL,
    NUMBER,
    STRING,
    UNKNOWN,
    Field,
    Fit,
    ListOf,
    MapOf,
    ObjectType,
    Type,
    base,
    fit,
    is_json_compatible,
    join,
    may_be_null,
)
from wfcheck.semantics.values import list_type, type_of
from wfcheck.span import Span
from wfcheck.syntax.expr import (
    BROKEN,
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
    SymbolId,
    Text,
    Unknown,
)
from wfcheck.syntax.literals import INT_MAX, INT_MIN

SymbolTypes: TypeAlias = Callable[[SymbolId], Type]
"""The type of an unknown, as its readers see it."""


@dataclass(frozen=True, slots=True)
class Need:
    """What must hold for an expression to have a value, the fault where it does not, and its place."""

    condition: Expr
    fault: Fault
    at: Span | None = None


def needs(expr: Expr, types: SymbolTypes | None = None) -> tuple[Need, ...]:
    """What an expression needs, in the order of evaluation; what certainly holds is left out.

    A need is looked at only where those before it hold: the first that does not is the fault. Without
    `types`, unknowns can be anything, and nothing is said about their types, null and ranges.
    """
    walk = _Walk(types or _any_type)
    try:
        walk.visit(expr)
    except RecursionError:
        walk.visits += _MOST_VISITS
    if walk.visits > _MOST_VISITS:
        # Values that grew with every round: nobody can say, which is what an unknown says.
        walk.found.append(Need(Unknown(BROKEN), Fault.LIMIT, expr.span))
    return tuple(walk.found)


def defined(expr: Expr, types: SymbolTypes | None = None) -> Expr:
    """Whether an expression has a value, as a condition."""
    condition: Expr = TRUE
    for need in needs(expr, types):
        condition = need.condition if condition == TRUE else _and(condition, need.condition)
    return condition


def type_in(expr: Expr, types: SymbolTypes) -> Type:
    """The type of a reduced expression, `unknown` where it certainly has no value."""
    return _Walk(types).visit(expr)


def met(condition: Expr) -> bool | None:
    """Whether a reduced condition holds, None where unknowns decide; without a value it does not."""
    if isinstance(condition, Lit):
        return condition.value is True
    return False if fault_of(condition) is not None else None


TRUE: Final = Lit(value=True)
FALSE: Final = Lit(value=False)


_MOST_VISITS: Final = 20_000  # of parts of one expression, each with the guards around it


def _any_type(_: SymbolId) -> Type:
    return UNKNOWN


def _and(a: Expr, b: Expr) -> Expr:
    return Apply(Op.AND, (a, b))


def _not_null(expr: Expr) -> Expr:
    return Apply(Op.NE, (expr, Lit(None)))


class _Walk:
    """One walk in the order of evaluation, that collects needs under the guards around them."""

    __slots__ = ("found", "guards", "reduce", "type_of_symbol", "visited", "visits")

    def __init__(self, type_of_symbol: SymbolTypes) -> None:
        self.type_of_symbol = type_of_symbol
        self.found: list[Need] = []
        self.guards: tuple[Expr, ...] = ()
        self.visits = 0
        self.reduce = reducer(lambda _: None)
        # By identity: what a part is, its type, and under which guards it was visited first.
        self.visited: dict[int, tuple[Expr, Type, tuple[Expr, ...]]] = {}

    def need(self, condition: Expr, fault: Fault, at: Expr) -> None:
        for guard in reversed(self.guards):
            condition = Cond(guard, condition, TRUE)
        reduced = self.reduce(condition)
        if reduced != TRUE:
            self.found.append(Need(reduced, fault, at.span))

    def under(self, guard: Expr, expr: Expr) -> Type:
        """Visit what is evaluated only where a condition holds."""
        outside, self.guards = self.guards, (*self.guards, guard)
        t = self.visit(expr)
        self.guards = outside
        return t

    def visit(self, expr: Expr) -> Type:
        """Collect what an expression needs; its type, `unknown` where it certainly has no value."""
        before = self.visited.get(id(expr))
        if before is not None and before[2] == self.guards[: len(before[2])]:
            # A value that is used again, where it was evaluated before: its needs are said.
            return before[1]
        self.visits += 1 + len(self.guards)
        if self.visits > _MOST_VISITS:
            return UNKNOWN
        t = self._visit(expr)
        self.visited[id(expr)] = expr, t, self.guards
        return t

    def _visit(self, expr: Expr) -> Type:
        match expr:
            case Lit(value):
                return type_of(value)
            case Name():
                return UNKNOWN
            case Unknown(symbol):
                return self.type_of_symbol(symbol)
            case Member(of, name):
                return self.member(expr, of, name)
            case Index(of, key):
                return self.index(expr, of, key)
            case Apply(Op.AND | Op.OR, (left, right)):
                self.condition(left)
                guard = left if expr.op is Op.AND else Apply(Op.NOT, (left,))
                outside, self.guards = self.guards, (*self.guards, guard)
                self.condition(right)
                self.guards = outside
                return BOOL
            case Apply(op, args):
                return self.application(expr, OPS[op], args)
            case Cond(test, then, orelse):
                self.condition(test)
                a, b = self.under(test, then), self.under(Apply(Op.NOT, (test,)), orelse)
                joined = join(a, b)
                return UNKNOWN if joined is None else joined
            case ListLit(items):
                return list_type([self.visit(item) for item in items])
            case MapLit(entries):
                return ObjectType(tuple(Field(name, self.visit(part)) for name, part in entries))
            case Text(parts):
                for part in parts:
                    if not isinstance(part, str):
                        self.text_part(part)
                return STRING
            case _:
                assert_never(expr)

    def condition(self, expr: Expr) -> None:
        """A condition: a bool, not null."""
        t = self.visit(expr)
        self.not_null(expr, t)
        self.of_type(expr, t, (BOOL,))

    def text_part(self, part: Expr) -> None:
        """An interpolation in text: not null, and of a type with a text form (C-5.1)."""
        t = self.visit(part)
        self.not_null(part, t)
        self.of_type(part, t, TEXTUAL)

    def not_null(self, expr: Expr, t: Type) -> None:
        if may_be_null(t) or t is JSON:
            self.need(_not_null(expr), Fault.NULL, expr)

    def of_type(self, expr: Expr, t: Type, wanted: tuple[Param, ...]) -> None:
        """Values of `t` that are not null are of one of the wanted types."""
        if t is NULL:
            return
        if t is JSON:
            self.need(_json_is(expr, wanted), Fault.TYPE, expr)
        elif not any(isinstance(p, Shape) or _takes(p, base(t)) for p in wanted):
            self.need(FALSE, Fault.TYPE, expr)

    def member(self, expr: Expr, of: Expr, name: str) -> Type:
        outer = self.visit(of)
        if outer is JSON:
            self.need(_or_null(of, _json_starts(of, "{")), Fault.TYPE, expr)
        found = member_type(outer, name)
        if found is None:
            self.need(_or_null(of, FALSE) if may_be_null(outer) else FALSE, Fault.TYPE, expr)
        return UNKNOWN if found is None else found

    def index(self, expr: Expr, of: Expr, key: Expr) -> Type:
        outer, inner = self.visit(of), self.visit(key)
        if may_be_null(inner) or inner is JSON:
            self.need(_or_null(of, _not_null(key)), Fault.NULL, expr)
        found = element_type(outer, inner)
        if found is None:
            self.need(_or_null(of, FALSE) if may_be_null(outer) else FALSE, Fault.TYPE, expr)
            return UNKNOWN
        wanted = INT if isinstance(base(outer), ListOf) else STRING
        if inner is JSON and isinstance(base(outer), ListOf | MapOf):
            self.need(_or_null(of, _json_is(key, (wanted,))), Fault.TYPE, expr)
        if outer is JSON and base(inner) not in {JSON, UNKNOWN}:
            start = "[" if fit(base(inner), INT) is Fit.YES else "{"
            self.need(_or_null(of, _json_starts(of, start)), Fault.TYPE, expr)
        return found

    def application(self, expr: Apply, decl: OpDecl, args: tuple[Expr, ...]) -> Type:
        types = tuple([self.visit(arg) for arg in args])
        if not decl.fewest <= len(args) <= decl.most:
            self.need(FALSE, Fault.TYPE, expr)
            return UNKNOWN
        for position, (arg, t) in enumerate(zip(args, types, strict=True)):
            if not decl.takes_null(position):
                self.not_null(arg, t)
        taken = fitting(decl, types)
        if not taken:
            self.need(FALSE, Fault.TYPE, expr)
            return UNKNOWN
        for position, (arg, t) in enumerate(zip(args, types, strict=True)):
            self.of_type(arg, t, tuple(o.params[position] for o in taken))
        if decl.needs is not None and decl.fault is not None:
            for condition in decl.needs(args, tuple(map(base, types))):
                self.need(condition, decl.fault, expr)
        found = result_type(decl, types)
        return UNKNOWN if found is None else found


def _takes(wanted: Type, t: Type) -> bool:
    return is_dynamic(t) or fit(t, wanted) is Fit.YES


def _or_null(of: Expr, condition: Expr) -> Expr:
    """C-5.5: null flows, so a path of null needs nothing more."""
    return Apply(Op.OR, (Apply(Op.EQ, (of, Lit(None))), condition))


# -- what a json value is: the language has no test for it but its text


_STARTS: Final = ((STRING, '"'), (NUMBER, "-0123456789"), (BOOL, "tf"))


def _json_starts(expr: Expr, starts: str) -> Expr:
    """Whether the JSON text of a value begins with one of some characters, which tells its kind."""
    first = Apply(Op.SLICE, (Apply(Op.JSON, (expr,)), Lit(0), Lit(1)))
    return Apply(Op.IN, (first, Lit(starts)))


def _json_is(expr: Expr, wanted: tuple[Param, ...]) -> Expr:
    """Whether a json value, not null, is of one of some types; those of no json are none of them."""
    starts = ""
    for param in wanted:
        if isinstance(param, Shape):
            if param in {Shape.ANY, Shape.PEER, Shape.ALTERNATIVE, Shape.ELEMENT}:
                return TRUE
            starts += "["
        elif isinstance(param, ListOf):
            starts += "["
        elif is_json_compatible(param):
            starts += next((chars for t, chars in _STARTS if fit(param, t) is Fit.YES), "")
    if not starts:
        return FALSE
    test = _json_starts(expr, "".join(dict.fromkeys(starts)))
    return _and(test, _is_int(expr)) if all(param == INT for param in wanted) else test


def _is_int(expr: Expr) -> Expr:
    remainder = Apply(Op.MOD, (expr, Lit(1)))
    whole = Apply(Op.EQ, (remainder, Lit(0)))
    above = Apply(Op.GE, (expr, Lit(INT_MIN)))
    return _and(_and(whole, above), Apply(Op.LE, (expr, Lit(INT_MAX))))
