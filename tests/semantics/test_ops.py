from fractions import Fraction

import pytest

from tests.semantics.reading import expr
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.ops import OPS, NullRule, apply
from wfcheck.semantics.reduce import fault_of, reduce
from wfcheck.syntax.expr import Apply, Lit, Op
from wfcheck.syntax.literals import Value


def value_of(text: str) -> Value | Fault:
    found = reduce(expr(text), lambda _: None)
    fault = fault_of(found)
    if fault is not None:
        return fault
    assert isinstance(found, Lit)
    return found.value


EXAMPLES = [(decl.op, *example) for decl in OPS.values() for example in decl.examples]


@pytest.mark.parametrize(("op", "text", "expected"), EXAMPLES)
def test_examples(op: Op, text: str, expected: str) -> None:
    result = reduce(expr(text), lambda _: None)
    assert isinstance(result, Lit)
    assert reduce(Apply(Op.EQ, (result, expr(expected))), lambda _: None) == Lit(value=True)


def test_every_operator_is_declared_with_an_example() -> None:
    assert set(OPS) == set(Op)
    assert all(decl.examples and decl.doc.endswith(".") for decl in OPS.values())


def test_what_needs_something_names_the_fault() -> None:
    assert all((decl.needs is None) == (decl.fault is None) for decl in OPS.values())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 / 0", Fault.ARITHMETIC),
        ("1.5 // 0", Fault.ARITHMETIC),
        ("1 % 0.0", Fault.ARITHMETIC),
        ("9223372036854775807 + 1", Fault.ARITHMETIC),
        ("-9223372036854775807 - 2", Fault.ARITHMETIC),
        ("(-9223372036854775807 - 1) // -1", Fault.ARITHMETIC),
        ("-(-9223372036854775807 - 1)", Fault.ARITHMETIC),
        ("(9223372036854775807 + 0.5) | ceil", Fault.ARITHMETIC),
        ("9223372036854775807 | round(-1)", Fault.ARITHMETIC),
        ("[9223372036854775807, 1] | sum", Fault.ARITHMETIC),
        ("4000000d + 1ms", Fault.ARITHMETIC),
        ("2000001d * 2", Fault.ARITHMETIC),
        ("timestamp('9999-12-31T23:59:59Z') + 1d", Fault.ARITHMETIC),
        ("timestamp('0001-01-01T00:00:00Z') | minus(1ms)", Fault.ARITHMETIC),
        ("'seven' | int", Fault.VALUE),
        ("'4.0' | int", Fault.VALUE),
        ("' 4' | int", Fault.VALUE),
        ("'9223372036854775808' | int", Fault.VALUE),
        ("'1e3' | number", Fault.VALUE),
        ("'1/0' | number", Fault.VALUE),
        ("'soon' | timestamp", Fault.VALUE),
        ("'5000000d' | duration", Fault.VALUE),
        ("null + 1", Fault.NULL),
        ("1 + 'a'", Fault.TYPE),
        ("true + true", Fault.TYPE),
        ("true < false", Fault.TYPE),
        ("1d * 1.5", Fault.TYPE),
        ("1 in 'a'", Fault.TYPE),
        ("null in 'a'", Fault.NULL),
        ("[1, null] | sum", Fault.NULL),
        ("[1, 'a'] | sort", Fault.TYPE),
        ("[true] | max", Fault.TYPE),
        ("[[]] | join('')", Fault.TYPE),
        ("true | string", Fault.TYPE),
        ("'a' | slice(null)", Fault.NULL),
    ],
)
def test_faults(text: str, fault: Fault) -> None:
    assert value_of(text) is fault


def test_numbers_are_exact_and_wide() -> None:
    assert value_of("0.1 + 0.2 == 0.3") is True
    assert value_of("9007199254740993 * 1.5 * 2 / 3 == 9007199254740993") is True
    assert value_of("(9223372036854775807 + 0.5) * 2 > 9223372036854775807") is True


def test_null_is_looked_at_before_types_and_after_operands() -> None:
    assert value_of("null + 'a'") is Fault.NULL
    assert value_of("null + 1 / 0") is Fault.ARITHMETIC
    assert value_of("null in [null]") is True


def test_sizes_are_known_before_the_value_is_made() -> None:
    big = "x" * 10_000_000
    assert apply(Op.REPLACE, (big, "x", big)) is Fault.LIMIT
    assert apply(Op.JOIN, ((big, big), "")) is Fault.LIMIT
    assert apply(Op.JSON, ("\n" * 10_000_000,)) is Fault.LIMIT
    assert apply(Op.ROUND, (Fraction(1, 3), 10**9)) is Fault.LIMIT
    assert apply(Op.ROUND, (Fraction(1, 4), 10**9)) == Fraction(1, 4)
    assert apply(Op.INT, ("1" * 5000,)) is Fault.VALUE
    assert apply(Op.LENGTH, (big,)) == len(big)


def test_numbers_cannot_grow_without_end() -> None:
    number: Value | Fault = Fraction(1, 3)
    for _ in range(20):
        if isinstance(number, Fault):
            break
        number = apply(Op.MUL, (number, number))
    assert number is Fault.LIMIT


def test_wrong_counts_have_no_value() -> None:
    assert apply(Op.SPLIT, ("a",)) is Fault.TYPE
    assert apply(Op.UPPER, ("a", "b")) is Fault.TYPE


def test_elements_may_be_null_where_they_are_compared() -> None:
    rules = {op for op, decl in OPS.items() if decl.null is NullRule.ELEMENT}
    assert rules == {Op.IN, Op.NOT_IN, Op.CONTAINS}
    assert apply(Op.CONTAINS, ((1, None), None)) is True
    assert apply(Op.CONTAINS, (None, 1)) is Fault.NULL


def test_whole_numbers_are_positions() -> None:
    assert value_of("'abc' | slice(1.0)") == "bc"
    assert value_of("'abc' | slice(0.5)") is Fault.TYPE
