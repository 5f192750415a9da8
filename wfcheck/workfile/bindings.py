"""What constructs bind: the static shapes of their results (C-6.6, C-6.7, WFC)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, assert_never

from wfcheck.semantics.types import (
    BOOL,
    INT,
    NEVER,
    STRING,
    TIMESTAMP,
    UNKNOWN,
    EnumType,
    Field,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Special,
    Type,
    Unjoined,
    gathered,
    merge,
    nullable,
    read_type,
)

ERROR: Final = ObjectType((Field("code", STRING), Field("message", STRING), Field("step", STRING)))
"""`error` (C-6.6)."""

RUN: Final = ObjectType(
    (
        Field("id", STRING),
        Field("parent", nullable(STRING)),
        Field("dry_run", BOOL),
        Field("started_at", TIMESTAMP),
    )
)
"""`run` (C-5.9)."""


def object_of(members: Mapping[str, Type]) -> ObjectType:
    """An object whose readers see these types."""
    return ObjectType(tuple(Field(name, t) for name, t in members.items()))


def readable(fields: Iterable[Field]) -> ObjectType:
    """An object as readers of its declared fields see it (C-3.3)."""
    return ObjectType(tuple(Field(field.name, read_type(field)) for field in fields))


def across(scopes: Sequence[Mapping[str, Type]]) -> dict[str, Type]:
    """What is bound by whichever one of these scopes comes to be.

    A name has the join of its types where it is bound, nullable where some scope does not bind it
    (D-21); a join that does not exist only matters to who reads it.
    """
    bound: dict[str, list[Type]] = {}
    for scope in scopes:
        for name, t in scope.items():
            bound.setdefault(name, []).append(t)
    return {
        name: _merged(types) if len(types) == len(scopes) else nullable(_merged(types))
        for name, types in bound.items()
    }


def _merged(types: Iterable[Type]) -> Type:
    start: Type = NEVER
    return reduce(merge, gathered(types), start)


def _retained(body: Mapping[str, Type], *, partial: bool, error: Type | None) -> ObjectType:
    """A retained scope; `partial` where it may have failed part-way (D-17)."""
    members = {name: nullable(t) if partial else t for name, t in body.items()}
    return object_of(members if error is None else {**members, "error": error})


def for_each(body: Mapping[str, Type], retain: str, *, keep_going: bool) -> ObjectType:
    """`wf.for_each`: the counts, and the scopes that the retention mode keeps."""
    members: dict[str, Type] = {"count": INT, "succeeded": INT, "failed": INT}
    if retain == "all":
        members["items"] = ListOf(_retained(body, partial=keep_going, error=nullable(ERROR)))
    if retain == "failures":
        members["failures"] = ListOf(_retained(body, partial=True, error=ERROR))
    return object_of(members)


def repeat(body: Mapping[str, Type]) -> ObjectType:
    """`wf.repeat`; its iterations have no `error` (D-43)."""
    scope = _retained(body, partial=False, error=None)
    return object_of({"count": INT, "items": ListOf(scope)})


def parallel(branches: Mapping[str, Mapping[str, Type]], *, keep_going: bool) -> ObjectType:
    """`wf.parallel`: one scope a branch, each with its `error`."""
    return object_of(
        {
            name: _retained(body, partial=keep_going, error=nullable(ERROR))
            for name, body in branches.items()
        }
    )


def result(shapes: Sequence[Mapping[str, Type]]) -> Type:
    """A run's result: the join over normal completion and every declared stop (C-10.2)."""
    return object_of(across(shapes)) if shapes else UNKNOWN


def has_unknown(t: Type) -> bool:
    """Whether `unknown` stands anywhere in a type."""
    match t:
        case ListOf(item) | MapOf(item) | Nullable(item):
            return has_unknown(item)
        case ObjectType(fields):
            return any(has_unknown(field.type) for field in fields)
        case Unjoined(parts):
            return any(has_unknown(part) for part in parts)
        case Scalar() | EnumType() | Special():
            return t is UNKNOWN
        case _:
            assert_never(t)
