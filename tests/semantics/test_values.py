import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import types, values
from wfcheck.semantics.types import (
    BOOL,
    DURATION,
    FILE,
    INT,
    JSON,
    NEVER,
    NUMBER,
    STRING,
    TIMESTAMP,
    UNKNOWN,
    EnumType,
    Field,
    Limits,
    ListOf,
    MapOf,
    ObjectType,
    Type,
    nullable,
    show,
)
from wfcheck.semantics.values import (
    VALUE_LIMIT,
    Mismatch,
    coerce,
    conforms,
    from_json,
    same,
    text_of,
    to_json,
    type_of,
    within_size,
)
from wfcheck.syntax.literals import (
    INT_MAX,
    Duration,
    File,
    MapValue,
    Timestamp,
    Value,
)

HALF = Fraction(1, 2)
POINT = ObjectType((Field("x", INT), Field("y", INT, required=False)))


def point(**members: Value) -> MapValue:
    return MapValue(tuple(members.items()))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (1, Fraction(1), True),
        (1, True, False),
        (0, False, False),
        (True, True, True),
        ("1", 1, False),
        (None, None, True),
        (None, False, False),
        ((1, 2), (Fraction(1), 2), True),
        ((1,), (True,), False),
        ((1,), (1, 2), False),
        (point(a=1, b=2), point(b=2, a=Fraction(1)), True),
        (point(a=None), point(), False),
        (Duration(0), Timestamp(0), False),
        (Duration(0), 0, False),
    ],
)
def test_same(a: Value, b: Value, expected: bool) -> None:
    assert same(a, b) is expected
    assert same(b, a) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, Fraction(1, 2)), "list[number]"),
        ((1, "a"), "list[json]"),
        ((1, None), "list[int?]"),
        ((1, Duration(0)), "list[unknown]"),
        ((), "list"),
        (point(x=1), "{x: int}"),
        (None, "null"),
        (File("a", 1, "b"), "file"),
    ],
)
def test_type_of(value: Value, expected: str) -> None:
    assert show(type_of(value)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, "true"),
        (Fraction(-5, 3), "-5/3"),
        (Fraction(5, 2), "2.5"),
        (Fraction(4, 2), "2"),
        (Duration(-5_400_000), "-1h30m"),
        (Timestamp(0), "1970-01-01T00:00:00Z"),
        (None, None),
        ((1,), None),
    ],
)
def test_text_of(value: Value, expected: str | None) -> None:
    assert text_of(value) == expected


@pytest.mark.parametrize(
    ("data", "t", "expected"),
    [
        ("17/6", NUMBER, Fraction(17, 6)),
        (0.1, NUMBER, Fraction(1, 10)),
        (3, NUMBER, Fraction(3)),
        (3.0, INT, 3),
        ("1h30m", DURATION, Duration(5_400_000)),
        ("-1s", DURATION, Duration(-1000)),
        ("1970-01-01T01:00:00+01:00", TIMESTAMP, Timestamp(0)),
        ({"name": "a", "size": 1, "media_type": "b"}, FILE, File("a", 1, "b")),
        ({"x": 1}, POINT, point(x=1)),
        ({"x": 1, "y": None}, POINT, point(x=1, y=None)),
        ([1, [None]], JSON, (1, (None,))),
        ("1h", JSON, "1h"),
        (2**70, JSON, Fraction(2**70)),
    ],
)
def test_from_json(data: object, t: Type, expected: Value) -> None:
    found = from_json(data, t)
    assert not isinstance(found, Mismatch)
    assert type(found) is type(expected)
    assert found == expected


@pytest.mark.parametrize(
    ("data", "t", "why"),
    [
        (None, INT, "null where int is expected"),
        (True, INT, "a bool where int is expected"),
        (True, NUMBER, "a bool where number is expected"),
        (2.5, INT, "the number 2.5 where int is expected"),
        (2**63, INT, "the number 9223372036854775808 where int is expected"),
        ("5", NUMBER, "the text `5` where number is expected"),
        ("2/4", NUMBER, "the text `2/4` where number is expected"),
        ("soon", DURATION, "the text `soon` where duration is expected"),
        ({"name": "a"}, FILE, "a map where file is expected"),
        ({"y": 1}, POINT, "`x` is missing"),
        ({"x": 1, "z": 1}, POINT, "`z` is not declared"),
        ({"a": [1, "x"]}, MapOf(ListOf(INT)), "`a[1]`: the text `x` where int is expected"),
        ("blue", EnumType(("red",)), "`blue` is no member of enum[red]"),
        ({1: 2}, MapOf(INT), "the key 1 is no text"),
        (object(), JSON, "object is no data"),
        (float("inf"), NUMBER, "the number inf where number is expected"),
        (float("nan"), JSON, "a number beyond every limit"),
    ],
)
def test_from_json_says_why_not(data: object, t: Type, why: str) -> None:
    assert str(from_json(data, t)) == why


def test_from_json_is_not_exhausted_by_nesting() -> None:
    data: object = 1
    for _ in range(5000):
        data = [data]
    assert isinstance(from_json(data, JSON), Mismatch)


@given(st.data(), types())
def test_json_round_trip(data: st.DataObject, t: Type) -> None:
    value = data.draw(values(t))
    if t in {NEVER, UNKNOWN} or isinstance(type_of(value), ListOf):
        return
    found = from_json(json.loads(json.dumps(to_json(value))), t)
    assert not isinstance(found, Mismatch)
    assert same(found, value)


@pytest.mark.parametrize(
    ("value", "field", "why"),
    [
        (3, Field("n", INT), None),
        (Fraction(3), Field("n", INT), None),
        (HALF, Field("n", INT), "number where int is expected"),
        (True, Field("n", INT), "bool where int is expected"),
        (INT_MAX + 1, Field("n", INT), "a number of more than 64 bits where int is expected"),
        (None, Field("n", INT), "null where int is expected"),
        (None, Field("n", INT, required=False), None),
        (0, Field("n", INT, limits=Limits(min=1)), "0 is below the minimum 1"),
        (HALF, Field("n", NUMBER, limits=Limits(max=0)), "0.5 is above the maximum 0"),
        (Duration(7_200_000), Field("d", DURATION, limits=Limits(max=Duration(3_600_000))), "2h is above the maximum 1h"),
        ("a", Field("s", STRING, limits=Limits(min_length=2)), "it has 1 character, fewer than 2"),
        ((1, 2), Field("l", ListOf(INT), limits=Limits(max_length=1)), "it has 2 elements, more than 1"),
        ("AB", Field("s", STRING, limits=Limits(pattern="[A-Z]{3}")), "it does not match the pattern `[A-Z]{3}`"),
        ("ABC", Field("s", STRING, limits=Limits(pattern="[A-Z]{3}")), None),
        (None, Field("s", nullable(STRING), limits=Limits(pattern="x")), None),
        ("blue", Field("c", EnumType(("red",))), "`blue` is no member of enum[red]"),
        ("blue", Field("c", EnumType(("red",), open=True)), None),
        ((1, "a"), Field("l", ListOf(INT)), "`[1]`: string where int is expected"),
        (point(a=Duration(1)), Field("j", JSON), "{a: duration} where json is expected"),
        (point(y=1), Field("p", POINT), "`x` is missing"),
        (point(x=1, z=1), Field("p", POINT), "`z` is not declared"),
        (point(x=1, y=None), Field("p", POINT), None),
        (Duration(1), Field("u", UNKNOWN), None),
        (1, Field("b", BOOL), "int where bool is expected"),
    ],
)  # fmt: skip
def test_conforms(value: Value, field: Field, why: str | None) -> None:
    assert conforms(value, field) == why


def test_a_constraint_of_a_member_is_told_at_its_path() -> None:
    inner = ObjectType((Field("n", INT, limits=Limits(min=1)),))
    field = Field("p", ObjectType((Field("inner", inner),)))
    assert conforms(point(inner=point(n=0)), field) == "`inner.n`: 0 is below the minimum 1"


def test_coerce_gives_what_readers_see() -> None:
    defaulted = ObjectType((Field("x", INT), Field("y", INT, required=False, default=7)))
    assert coerce(Fraction(3), Field("n", INT)) == 3
    assert type(coerce(Fraction(3), Field("n", INT))) is int
    assert type(coerce(3, Field("n", NUMBER))) is Fraction
    assert coerce(None, Field("n", INT, required=False, default=4)) == 4
    assert coerce(None, Field("n", INT, required=False)) is None
    assert coerce(point(x=1), Field("p", POINT)) == point(x=1, y=None)
    assert coerce((point(x=Fraction(1)),), Field("l", ListOf(defaulted))) == (point(x=1, y=7),)


@given(st.data(), types())
def test_what_conforms_still_conforms_coerced(data: st.DataObject, t: Type) -> None:
    value = data.draw(values(t))
    if t is not NEVER and conforms(value, Field("", t)) is None:
        assert conforms(coerce(value, Field("", t)), Field("", t)) is None


def test_sizes() -> None:
    nested: Value = ()
    for _ in range(300):
        nested = (nested,)
    assert within_size("ä" * (VALUE_LIMIT // 2))
    assert not within_size("ä" * (VALUE_LIMIT // 2 + 1))
    assert not within_size(nested)
    assert not within_size(2**10_000)
    assert within_size("\ud800")
