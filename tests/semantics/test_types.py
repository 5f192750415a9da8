from itertools import permutations

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
    NULL,
    NUMBER,
    STRING,
    UNKNOWN,
    EnumType,
    Field,
    Fit,
    Limits,
    ListOf,
    MapOf,
    ObjectType,
    Type,
    Unjoined,
    domain,
    fit,
    fit_field,
    has_unjoined,
    is_json_compatible,
    join,
    merge,
    nullable,
    read_type,
    show,
    unclosed,
)
from wfcheck.semantics.values import conforms
from wfcheck.syntax.literals import Value

RED = EnumType(("green", "red"))
WARM = EnumType(("orange", "red"))
OPEN = EnumType(("green", "red"), open=True)
TEXT = EnumType(("red",), literal=True)
POINT = ObjectType((Field("x", INT), Field("y", INT, required=False)))
YES, CHECKED, NO = Fit.YES, Fit.CHECKED, Fit.NO

# Small scope: every pair and triple of these, before any random type.
SOME: tuple[Type, ...] = (
    STRING, INT, NUMBER, BOOL, FILE, RED, WARM, OPEN, TEXT, NULL, NEVER, JSON, UNKNOWN,
    nullable(INT), nullable(RED), ListOf(INT), ListOf(NUMBER), ListOf(NEVER), MapOf(STRING),
    POINT, ObjectType((Field("x", NUMBER),)), ObjectType((Field("y", STRING),)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (INT, INT, YES),
        (INT, nullable(INT), YES),
        (NULL, nullable(INT), YES),
        (NULL, INT, NO),
        (nullable(INT), INT, NO),
        (nullable(INT), nullable(NUMBER), YES),
        (INT, NUMBER, YES),
        (NUMBER, INT, CHECKED),
        (RED, STRING, YES),
        (STRING, RED, CHECKED),
        (RED, OPEN, YES),
        (OPEN, RED, CHECKED),
        (RED, WARM, CHECKED),
        (RED, EnumType(("blue",)), NO),
        (TEXT, RED, YES),
        (EnumType(("blue",), literal=True), RED, NO),
        (JSON, DURATION, CHECKED),
        (JSON, nullable(INT), CHECKED),
        (nullable(STRING), JSON, YES),
        (DURATION, JSON, NO),
        (ListOf(DURATION), JSON, NO),
        (ListOf(UNKNOWN), JSON, CHECKED),
        (UNKNOWN, INT, CHECKED),
        (INT, UNKNOWN, CHECKED),
        (NEVER, FILE, YES),
        (ListOf(NEVER), ListOf(STRING), YES),
        (ListOf(INT), ListOf(STRING), NO),
        (ListOf(STRING), STRING, NO),
        (ListOf(nullable(STRING)), ListOf(STRING), NO),
        (ObjectType((Field("x", INT),)), POINT, YES),
        (ObjectType((Field("y", INT),)), POINT, NO),
        (ObjectType((Field("x", INT), Field("z", INT))), POINT, NO),
        (ObjectType((Field("x", NUMBER),)), POINT, CHECKED),
        (ObjectType((Field("x", INT), Field("y", nullable(INT)))), POINT, YES),
        (ObjectType((Field("a", INT), Field("b", NUMBER))), MapOf(NUMBER), YES),
        (MapOf(INT), POINT, NO),
        (Unjoined((INT, STRING)), JSON, YES),
        (ListOf(Unjoined((INT, STRING))), ListOf(INT), NO),
    ],
)
def test_fit(a: Type, b: Type, expected: Fit) -> None:
    assert fit(a, b) is expected


def test_fit_of_a_field_knows_what_null_means_and_which_constraints_hold() -> None:
    optional = Field("n", INT, required=False)
    assert fit_field(nullable(INT), optional) is YES
    assert fit_field(nullable(INT), Field("n", INT)) is NO
    assert fit_field(INT, Field("n", INT, limits=Limits(min=1))) is CHECKED
    assert fit_field(INT, Field("n", STRING, limits=Limits(pattern="x"))) is NO
    assert fit_field(STRING, Field("id", STRING, limits=Limits(unique=True))) is YES


def test_an_object_keeps_what_its_declaration_promises() -> None:
    bounded = ObjectType((Field("x", INT, limits=Limits(min=1)),))
    other = ObjectType((Field("x", NUMBER, limits=Limits(min=1)),))
    free = ObjectType((Field("x", INT),))
    assert fit(bounded, other) is YES
    assert fit(free, bounded) is CHECKED
    assert fit(bounded, free) is YES


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (RED, WARM, EnumType(("green", "orange", "red"))),
        (RED, OPEN, OPEN),
        (RED, STRING, STRING),
        (RED, TEXT, EnumType(("green", "red"), literal=True)),
        (OPEN, TEXT, STRING),
        (INT, NUMBER, NUMBER),
        (INT, NULL, nullable(INT)),
        (NULL, NEVER, NULL),
        (JSON, ListOf(INT), JSON),
        (JSON, DURATION, None),
        (UNKNOWN, FILE, UNKNOWN),
        (INT, STRING, None),
        (ListOf(INT), ListOf(STRING), None),
        (nullable(INT), nullable(STRING), None),
        (ObjectType((Field("x", INT),)), ObjectType(()), ObjectType((Field("x", INT, required=False),))),
    ],
)  # fmt: skip
def test_join(a: Type, b: Type, expected: Type | None) -> None:
    assert join(a, b) == expected


def equal(a: Type | None, b: Type | None) -> bool:
    """Equal but for the order in which fields are declared."""
    if a is None or b is None:
        return a is b
    return a == b or (fit(a, b) is YES and fit(b, a) is YES)


def check_laws(a: Type, b: Type, c: Type) -> None:
    ab = join(a, b)
    assert equal(ab, join(b, a)), "commutes"
    assert join(a, a) == a, "idempotent"
    if ab is not None and UNKNOWN not in {a, b}:
        assert fit(a, ab) is not NO, "takes both sides"
        assert fit(b, ab) is not NO
    bc = join(b, c)
    if ab is not None and bc is not None:
        assert equal(join(ab, c), join(a, bc)), "associates where defined"
    if fit(a, b) is YES and fit(b, c) is YES:
        assert fit(a, c) is YES, "yes is transitive"


def test_laws_of_all_small_types() -> None:
    for a in SOME:
        for b in SOME:
            for c in SOME:
                check_laws(a, b, c)


@given(types(), types(), types())
def test_laws(a: Type, b: Type, c: Type) -> None:
    for triple in permutations((a, b, c)):
        check_laws(*triple)


@given(st.data(), types(), types())
def test_what_fits_conforms(data: st.DataObject, a: Type, b: Type) -> None:
    if fit(a, b) is not YES or a is NEVER:
        return
    value: Value = data.draw(values(a))
    if conforms(value, Field("", a)) is None:
        assert conforms(value, Field("", b)) is None


def test_a_part_without_a_join_only_matters_to_its_reader() -> None:
    a = ObjectType((Field("same", INT), Field("other", ListOf(INT))))
    b = ObjectType((Field("same", NUMBER), Field("other", STRING)))
    merged = merge(a, b)
    assert join(a, b) is None
    assert merged == ObjectType(
        (Field("same", NUMBER), Field("other", Unjoined((ListOf(INT), STRING))))
    )
    assert has_unjoined(merged)
    assert not has_unjoined(merge(a, a))


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (RED, {"green", "red"}),
        (TEXT, {"red"}),
        (OPEN, None),
        (STRING, None),
        (nullable(RED), None),
        (JSON, None),
        (unclosed(RED), None),
        (unclosed(TEXT), None),
    ],
)
def test_domain(t: Type, expected: set[str] | None) -> None:
    assert domain(t) == expected


def test_unclosed_reaches_inside() -> None:
    inside = ObjectType((Field("tier", RED),))
    assert unclosed(ListOf(nullable(inside))) == ListOf(
        nullable(ObjectType((Field("tier", OPEN),)))
    )


def test_readers_of_an_optional_field_see_null() -> None:
    assert read_type(Field("a", INT, required=False)) == nullable(INT)
    assert read_type(Field("a", INT, required=False, default=3)) == INT
    assert read_type(Field("a", JSON, required=False)) == JSON


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (nullable(ListOf(nullable(INT))), "list[int?]?"),
        (EnumType(("on hold", "open"), open=True), "enum['on hold', open, ...]"),
        (MapOf(JSON), "map[json]"),
        (POINT, "{x: int, y: int?}"),
        (TEXT, "string"),
        (ListOf(NEVER), "list"),
        (UNKNOWN, "unknown"),
        (Unjoined((INT, STRING)), "int or string"),
    ],
)
def test_show(t: Type, expected: str) -> None:
    assert show(t) == expected


def test_json_compatible() -> None:
    compatible = {t for t in SOME if is_json_compatible(t)}
    assert {NULL, RED, OPEN, JSON, POINT, nullable(INT)} <= compatible
    assert not {FILE, UNKNOWN} & compatible
