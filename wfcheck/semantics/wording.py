"""What is said of faults in expressions, in the author's words."""

from typing import Final, assert_never

from wfcheck.semantics.paths import has_members
from wfcheck.semantics.signature import OpDecl, Param, Shape
from wfcheck.semantics.types import (
    EnumType,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Type,
    Unjoined,
    base,
    show,
)
from wfcheck.syntax.expr import FILTERS, Expr, Lit, Member, Name, Op
from wfcheck.syntax.names import did_you_mean

SAY: Final = "say what null stands for, as in `| default(…)`, or test for it with `!= null`"


def path_text(expr: Expr) -> str | None:
    """A path of names as the author wrote it, None of anything else."""
    match expr:
        case Name(name):
            return name
        case Member(of, name):
            outer = path_text(of)
            return None if outer is None else f"{outer}.{name}"
        case _:
            return None


def named(expr: Expr) -> str:
    """What a message calls an operand."""
    text = path_text(expr)
    return "this" if text is None else f"`{text}`"


def guard(found: Type, expr: Expr, *, nullable_bool: bool) -> tuple[str, str | None]:
    """A condition that is no bool, or may be null."""
    if nullable_bool:
        return f"a condition must not be null, and {named(expr)} may be", SAY
    if isinstance(expr, Lit) and expr.plain and isinstance(expr.value, str):
        help_ = "an expression stands in `{{ }}`; the bools are `true` and `false`"
        return "a condition must be a bool, and this is text", help_
    return f"a condition must be a bool, and {named(expr)} is {show(found)}", None


def not_readable(name: str) -> str:
    return f"`{name}` binds no value: a wait, a stop and a failure have none"


def branches(first: Type, second: Type) -> str:
    return f"this is {show(first)} or {show(second)}, which no type takes both"


def unjoined(expr: Expr, found: Type) -> str:
    """A binding that branches give types without a join."""
    parts, path = _first_unjoined(found, "")
    types = " or ".join(dict.fromkeys(show(part) for part in parts))
    inside = f"`{path}` in it" if path else "it"
    return f"{named(expr)} has no type: {inside} is {types}, depending on the branch taken"


def _first_unjoined(t: Type, path: str) -> tuple[tuple[Type, ...], str]:
    match t:
        case Unjoined(parts):
            return parts, path
        case Nullable(inner):
            return _first_unjoined(inner, path)
        case ListOf(item) | MapOf(item):
            return _first_unjoined(item, path)
        case ObjectType(fields):
            for field in fields:
                found = _first_unjoined(field.type, f"{path}.{field.name}" if path else field.name)
                if found[0]:
                    return found
            return (), path
        case _:
            return (), path


def no_member(of: Expr, outer: Type, name: str) -> tuple[str, str | None]:
    """A member that a value does not have, and what may have been meant."""
    owner = base(outer)
    if not has_members(outer):
        return f"{named(of)} is {show(owner)}, which has no members", None
    if isinstance(owner, ListOf):
        help_ = "an element is read as `[0]`, the length as `| length`"
        return f"{named(of)} is a list, which has no member `{name}`", help_
    names = [field.name for field in owner.fields] if isinstance(owner, ObjectType) else []
    meant = did_you_mean(name, names) or _known(names)
    return f"{named(of)} has no member `{name}`", meant


_MOST_NAMED: Final = 12


def _known(names: list[str]) -> str | None:
    if not names or len(names) > _MOST_NAMED:
        return None
    return f"it has {', '.join(f'`{name}`' for name in names)}"


def no_element(of: Expr, outer: Type) -> str:
    if has_members(outer):
        return f"{named(of)} is an object: its members are read by their names, as literals"
    return f"{named(of)} is {show(base(outer))}, which has no elements"


def wrong_key(outer: Type, key: Type) -> str:
    wanted = "an int" if isinstance(base(outer), ListOf) else "a string"
    return f"an element is taken by {wanted}, not by {show(key)}"


def null_key(key: Type) -> str:
    return f"an element is taken by a position or name, and this may be null ({show(key)})"


def taker(op: Op) -> str:
    """What a message calls an operator or filter."""
    return f"the filter `{op.value}`" if op in FILTERS else f"`{symbol(op)}`"


def symbol(op: Op) -> str:
    """An operator as it is written."""
    return "-" if op is Op.NEG else op.value


def may_be_null(expr: Expr, by: str) -> str:
    if isinstance(expr, Lit):
        return f"{by} does not take null"
    return f"{by} does not take null, and {named(expr)} may be null"


def null_in_text(part: Expr) -> str:
    if isinstance(part, Lit):
        return "null has no form inside text"
    return f"null has no form inside text, and {named(part)} may be null"


def argument_count(decl: OpDecl, given: int) -> str:
    """A filter with too few or too many arguments; its receiver is no argument."""
    fewest, most = decl.fewest - 1, decl.most - 1
    if fewest == most:
        wanted = "no arguments" if not most else _count(most)
    else:
        wanted = f"{fewest} or {_count(most)}"
    return f"the filter `{decl.op.value}` takes {wanted}, not {given - 1}"


def _count(number: int) -> str:
    return "1 argument" if number == 1 else f"{number} arguments"


def never_equal(first: Type, second: Type) -> str:
    return f"{show(first)} and {show(second)} are never equal"


def no_such_member(one: Expr, enum: EnumType, literal: str) -> str:
    return f"{named(one)} is never '{literal}': it is {show(enum)}"


def operand(decl: OpDecl, types: tuple[Type, ...], position: int) -> tuple[str, str | None]:
    """An operand that an operator does not take, beside those before it."""
    found = show(base(types[position]))
    by = taker(decl.op)
    if position == 0 or decl.op in FILTERS:
        accepted = _accepted(decl, position)
        if decl.op in FILTERS and position:
            return f"{by} takes {accepted} as its argument, not {found}", None
        return f"{by} takes {accepted}, not {found}", _text_help(decl.op, types)
    return f"{by} does not take {show(base(types[0]))} and {found}", _text_help(decl.op, types)


def _accepted(decl: OpDecl, position: int) -> str:
    """The types that some overload takes at a position."""
    params = [o.params[position] for o in decl.overloads if position < len(o.params)]
    shown = [text for text in dict.fromkeys(map(_shown, params)) if text]
    # An int is a number.
    shown = [
        text for text in shown if text.replace("int", "number") not in shown or "int" not in text
    ]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _shown(param: Param) -> str:
    if not isinstance(param, Shape):
        return show(param)
    match param:
        case Shape.LIST:
            return "a list"
        case Shape.ORDERED:
            return "a list of what has an order"
        case Shape.TEXTS:
            return "a list of what has a text form"
        case Shape.ELEMENT:
            return "an element of the list"
        case Shape.ANY | Shape.PEER | Shape.ALTERNATIVE:
            return "any value"
        case _:
            assert_never(param)


def _text_help(op: Op, types: tuple[Type, ...]) -> str | None:
    if op is Op.ADD and any(show(base(t)) == "string" for t in types):
        return "texts are put together in a text: `{{ a }}{{ b }}`"
    return None
