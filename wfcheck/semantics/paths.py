"""The types of members and elements (C-3.8, C-5.5)."""

from typing import assert_never

from wfcheck.semantics.types import (
    INT,
    JSON,
    NEVER,
    NULL,
    STRING,
    UNKNOWN,
    EnumType,
    Fit,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Special,
    Type,
    Unjoined,
    field_of,
    fit,
    nullable,
    read_type,
)


def member_type(of: Type, name: str) -> Type | None:
    """The type of `of.name`, None where there is no such member."""
    match of:
        case Nullable(inner):
            # C-5.5: a member of null is null.
            found = member_type(inner, name)
            return None if found is None else nullable(found)
        case ObjectType():
            field = field_of(of, name)
            return None if field is None else read_type(field)
        case MapOf(item):
            return nullable(item)
        case Special.JSON | Special.UNKNOWN:
            return of
        case Special.NULL | Special.NEVER:
            return NULL
        case Unjoined():
            return UNKNOWN
        case Scalar() | EnumType() | ListOf():
            return None
        case _:
            assert_never(of)


def element_type(of: Type, key: Type) -> Type | None:
    """The type of `of[key]`, None where nothing can be taken by such a key."""
    match of:
        case Nullable(inner):
            found = element_type(inner, key)
            return None if found is None else nullable(found)
        case ListOf(item):
            # C-5.5: null where the list is shorter.
            return nullable(item) if _may_be(key, INT) else None
        case MapOf(item):
            return nullable(item) if _may_be(key, STRING) else None
        case ObjectType():
            # C-5.5: only a declared member, which a string literal names.
            names = key.members if isinstance(key, EnumType) and key.literal else ()
            return member_type(of, names[0]) if len(names) == 1 else None
        case Special.JSON:
            return JSON if _may_be(key, INT) or _may_be(key, STRING) else None
        case Special.UNKNOWN | Unjoined():
            return UNKNOWN
        case Special.NULL | Special.NEVER:
            return NULL
        case Scalar() | EnumType():
            return None
        case _:
            assert_never(of)


def _may_be(key: Type, wanted: Type) -> bool:
    """Whether a key is taken: one of the wanted type, or one that is checked at run time."""
    inner = key.base if isinstance(key, Nullable) else key
    return inner in {JSON, UNKNOWN, NULL, NEVER} or fit(inner, wanted) is Fit.YES


def has_members(t: Type) -> bool:
    """Whether values of a type have members or elements at all (D-32)."""
    match t:
        case Nullable(inner):
            return has_members(inner)
        case Scalar() | EnumType():
            return False
        case _:
            return True
