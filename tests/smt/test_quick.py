"""What is proved about assignments without the solver, against every small value."""

from itertools import product

import pytest

from wfcheck.semantics.types import INT, STRING, Field, Limits, Nullable, Type
from wfcheck.semantics.values import conforms
from wfcheck.smt.quick import _is_narrower
from wfcheck.syntax.literals import Value

BOUNDS = (None, 0, 1)
TYPES: tuple[Type, ...] = (INT, Nullable(INT))
NUMBERS = [
    Field("n", type_, required=required, limits=Limits(min=low, max=high))
    for low, high, type_, required in product(BOUNDS, BOUNDS, TYPES, (True, False))
]
TEXTS = [
    Field("t", STRING, limits=Limits(min_length=low, max_length=high, pattern=pattern))
    for low, high, pattern in product(BOUNDS, BOUNDS, (None, "a*"))
]


def leaks(source: Field, target: Field, values: tuple[Value, ...]) -> list[Value]:
    """What the source may hold and the target may not."""
    return [v for v in values if conforms(v, source) is None and conforms(v, target) is not None]


@pytest.mark.parametrize(
    ("fields", "values"),
    [(NUMBERS, (None, -1, 0, 1, 2)), (TEXTS, ("", "a", "b", "aa", "ab"))],
)
def test_what_is_narrower_leaks_nothing(fields: list[Field], values: tuple[Value, ...]) -> None:
    pairs = [(a, b) for a, b in product(fields, fields) if _is_narrower(a, b)]
    assert [(a, b) for a, b in pairs if leaks(a, b, values)] == []
    assert len(pairs) > len(fields)


@pytest.mark.parametrize("other", [STRING, Nullable(STRING)])
def test_another_type_is_never_narrower(other: Type) -> None:
    assert not _is_narrower(Field("a", INT), Field("a", other))
