"""The unknowns in any value of the machine: finding them, and putting others in their place.

Works on every frozen dataclass, tuple and expression, so that the explorer need not know how the
machine's work is laid out. What takes no part in a value's equality is left alone.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from wfcheck.syntax.expr import Expr, Lit, SymbolId, Unknown

T = TypeVar("T")


_LAID_OUT: dict[type, tuple[tuple[str, bool], ...]] = {}


def laid_out(cls: type) -> tuple[tuple[str, bool], ...]:
    """The names of a dataclass's fields, and whether they take part in its equality."""
    found = _LAID_OUT.get(cls)
    if found is None:
        parts = fields(cls) if is_dataclass(cls) else ()
        found = _LAID_OUT[cls] = tuple((f.name, f.compare) for f in parts if f.init)
    return found


def unknowns(value: object) -> dict[SymbolId, None]:
    """The unknowns in a value, each once, in a fixed order; those of the machine itself left out."""
    found: dict[SymbolId, None] = {}
    _collect(value, found)
    return found


def _collect(value: object, found: dict[SymbolId, None]) -> None:
    match value:
        case Unknown(id):
            if id >= 0:
                found[id] = None
        case Lit() | str() | int() | None:
            return
        case tuple():
            for item in value:
                _collect(item, found)
        case _:
            for name, compared in laid_out(type(value)):
                if compared:
                    _collect(getattr(value, name), found)


def put(value: T, instead: Mapping[SymbolId, Expr]) -> T:
    """The value with expressions in the place of its unknowns; the same object where none is there."""
    new: T = _put(value, instead)
    return new


def _put(value: Any, instead: Mapping[SymbolId, Expr]) -> Any:
    match value:
        case Unknown(id):
            return instead.get(id, value)
        case Lit() | str() | int() | None:
            return value
        case tuple():
            new = tuple(_put(item, instead) for item in value)
            same = all(a is b for a, b in zip(new, value, strict=True))
            return value if same else new
        case _:
            return _rebuilt(value, instead)


def _rebuilt(value: Any, instead: Mapping[SymbolId, Expr]) -> Any:
    made_of = laid_out(type(value))
    changed = False
    parts: dict[str, Any] = {}
    for name, compared in made_of:
        old = getattr(value, name)
        new = _put(old, instead) if compared else old
        changed = changed or new is not old
        parts[name] = new
    return type(value)(**parts) if changed else value
