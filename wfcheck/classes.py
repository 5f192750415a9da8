"""`dataclass` as the standard library has it, but making a frozen class costs a tenth.

The standard library compiles six methods for each frozen class, more than a millisecond a class in
Python 3.11; `wfcheck lint` makes more than two hundred classes before it reads a file. Here `__init__`,
`__eq__` and `__hash__` are compiled when they are first called, and the others are shared.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from dataclasses import dataclass as standard
from typing import TYPE_CHECKING, Any, TypeVar, cast

_C = TypeVar("_C", bound=type)


def _frozen(cls: _C) -> _C:
    """A frozen, slotted dataclass."""
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # else the standard library asks `inspect` for a signature
    made: Any = standard(init=False, repr=False, eq=False, slots=True)(cls)
    parts = fields(made)
    methods = {
        "__repr__": _repr,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__getstate__": _getstate,
        "__setstate__": _setstate,
        "__init__": _init_when_called(made, parts),
        "__eq__": _eq(made, [part.name for part in parts if part.compare]),
        "__hash__": _hash(
            made,
            [part.name for part in parts if (part.compare if part.hash is None else part.hash)],
        ),
    }
    written = made.__dict__
    for name, method in methods.items():
        # a class that defines `__eq__` alone has the value None for `__hash__`
        if written.get(name) is None:
            setattr(made, name, method)
    return cast("_C", made)


def _init_when_called(cls: type, parts: tuple[Field[Any], ...]) -> Callable[..., None]:
    def first(self: Any, *args: object, **named: object) -> None:
        method = _init(cls, parts)
        cls.__init__ = method  # type: ignore[misc]
        method(self, *args, **named)

    return first


def _init(cls: type, parts: tuple[Field[Any], ...]) -> Callable[..., None]:
    """`__init__` with the fields as parameters; values are set through the slots themselves."""
    given: dict[str, object] = {}
    lines: list[str] = []
    positional: list[str] = []
    named: list[str] = []
    for part in parts:
        name = part.name
        given[f"set_{name}"] = getattr(cls, name).__set__
        value = name
        parameter = name
        if part.default_factory is not MISSING:
            given[f"default_{name}"] = part.default_factory
            value = f"default_{name}() if {name} is MISSING else {name}"
            parameter = f"{name}=MISSING"
        elif part.default is not MISSING:
            given[f"default_{name}"] = part.default
            parameter = f"{name}=default_{name}"
        if part.init:
            (named if part.kw_only else positional).append(parameter)
            lines.append(f"  set_{name}(self, {value})")
        elif parameter != name:
            lines.append(f"  set_{name}(self, default_{name})")
    if hasattr(cls, "__post_init__"):
        lines.append("  self.__post_init__()")
    star = ["*"] if named else []
    parameters = ", ".join(["self", *positional, *star, *named])
    text = f"def __init__({parameters}):\n" + ("\n".join(lines) or "  pass")
    init: Callable[..., None] = _compiled(cls, "__init__", text, MISSING=MISSING, **given)
    init.__annotations__ = {part.name: part.type for part in parts if part.init}
    return init


def _eq(cls: type, names: list[str]) -> Callable[[Any, object], bool]:
    """`__eq__` that compiles itself when it is first called; likewise `_hash`."""

    def first(self: Any, other: object) -> bool:
        text = (
            "def __eq__(self, other):\n"
            "  if other.__class__ is self.__class__:\n"
            f"    return {_values('self', names)} == {_values('other', names)}\n"
            "  return NotImplemented"
        )
        method = _compiled(cls, "__eq__", text)
        cls.__eq__ = method  # type: ignore[method-assign]
        equal: bool = method(self, other)
        return equal

    return first


def _hash(cls: type, names: list[str]) -> Callable[[Any], int]:
    def first(self: Any) -> int:
        text = f"def __hash__(self):\n  return hash({_values('self', names)})"
        method = _compiled(cls, "__hash__", text)
        cls.__hash__ = method  # type: ignore[method-assign]
        number: int = method(self)
        return number

    return first


def _values(of: str, names: list[str]) -> str:
    return f"({''.join(f'{of}.{name}, ' for name in names)})"


def _compiled(cls: type, name: str, text: str, **given: object) -> Callable[..., Any]:
    space: dict[str, Any] = dict(given)
    exec(text, space)  # noqa: S102  (the names of fields are all that is put into a text)
    method: Callable[..., Any] = space[name]
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    return method


def _repr(self: Any) -> str:
    shown = (f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: object, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"cannot change `{name}` of {type(self).__name__}")


def _getstate(self: Any) -> list[object]:
    return [getattr(self, part.name) for part in fields(self)]


def _setstate(self: Any, state: list[object]) -> None:
    for part, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, part.name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414
else:

    def dataclass(
        *, frozen: bool = False, slots: bool = False, **options: bool
    ) -> Callable[[_C], _C]:
        """As `dataclasses.dataclass`; what is no plain frozen slotted class is made by that."""
        if frozen and slots and not options:
            return _frozen
        return standard(frozen=frozen, slots=slots, **options)
