import pytest

from wfcheck.semantics.types import (
    INT,
    JSON,
    STRING,
    EnumType,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Type,
)
from wfcheck.workfile.type_text import DEEPEST, TypeFault, has_object, parse_type, with_fields


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("string", STRING),
        (" int ", INT),
        ("string?", Nullable(STRING)),
        ("json?", JSON),
        ("list[int?]?", Nullable(ListOf(Nullable(INT)))),
        ("map[list[string]]", MapOf(ListOf(STRING))),
        ("enum[b, a]", EnumType(("a", "b"))),
        ("enum[a, b, ...]", EnumType(("a", "b"), open=True)),
        ("enum['on hold', \"it's\"]", EnumType(("it's", "on hold"))),
        ("enum['a\\'b\\n', \"\\u0041\"]", EnumType(("A", "a'b\n"))),
        ("enum[true, null, in]", EnumType(("in", "null", "true"))),
        ("list[object]", ListOf(ObjectType(()))),
        (
            'list[enum[a, "b c", ...]?]?',
            Nullable(ListOf(Nullable(EnumType(("a", "b c"), open=True)))),
        ),
    ],
)
def test_spells(text: str, expected: Type) -> None:
    assert parse_type(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the type ends where a type is expected"),
        ("strin", "`strin` is no type"),
        ("String", "`String` is no type"),
        ("list", "`list` needs the type of its elements"),
        ("list[]", "`]` stands where a type is expected"),
        ("list[string", "the type ends where `]` is expected to close `list[`"),
        ("map[string, int]", "`map` takes one type"),
        ("enum", "`enum` needs its members"),
        ("enum[]", "`]` stands where an enum member is expected"),
        ("enum[a b]", "`b` stands where `,` or `]` is expected after `a`"),
        ("enum[a,]", "`]` stands where an enum member is expected"),
        ("enum[...]", "`...` stands where an enum member is expected"),
        ("enum[a, ..., b]", "`,` stands where `]` is expected after `...`"),
        ("enum[a, a]", "the member `a` stands twice"),
        ("enum['\\q']", "`\\q` is no escape in a quoted member"),
        ("enum['\\ud800']", "`\\ud800` is no escape in a quoted member"),
        ("enum[1]", "`1` stands where an enum member is expected"),
        ("string??", "`?` stands after the end of the type"),
        ("int int", "`int` stands after the end of the type"),
        ("{{ x }}", "`{` stands where a type is expected"),
    ],
)
def test_spells_none(text: str, message: str) -> None:
    fault = parse_type(text)
    assert isinstance(fault, TypeFault)
    assert fault.message == message


def test_depth_is_bounded() -> None:
    deep = "list[" * 10_000 + "int" + "]" * 10_000
    assert parse_type(deep) == TypeFault(f"the type is nested more than {DEEPEST} levels deep")


def test_an_enum_of_very_many_members() -> None:
    names = [f"m{number}" for number in range(50_000)]
    assert parse_type(f"enum[{', '.join(names)}]") == EnumType(tuple(sorted(names)))
    assert isinstance(parse_type(f"enum[{', '.join(names)}, m7]"), TypeFault)


def test_a_near_type_is_offered() -> None:
    fault = parse_type("boolean")
    assert isinstance(fault, TypeFault)
    assert fault.help is not None
    assert "bool" in fault.help


def test_fields_take_the_place_of_an_object_at_any_depth() -> None:
    type_ = parse_type("map[list[object]?]")
    assert not isinstance(type_, TypeFault)
    assert has_object(type_)
    inner = ObjectType(())
    assert with_fields(type_, inner) == MapOf(Nullable(ListOf(inner)))
    assert not has_object(MapOf(ListOf(STRING)))
