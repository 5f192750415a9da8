"""What expressions need, over `x`, `y` (int), `n` (number), `s` (string), `m` (string?), `j` (json), `u` (unknown)."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.semantics.reading import expr
from tests.strategies import VARIABLES, exprs, values
from wfcheck.semantics.defined import defined, met, needs
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.reduce import fault_of, reduce, substitute
from wfcheck.semantics.types import (
    BOOL,
    DURATION,
    INT,
    JSON,
    NUMBER,
    STRING,
    TIMESTAMP,
    UNKNOWN,
    Field,
    Kind,
    ListOf,
    MapOf,
    ObjectType,
    Scalar,
    Type,
    nullable,
)
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Op, SymbolId, Text, Unknown
from wfcheck.syntax.literals import Duration, MapValue, Value

TYPES: dict[str, Type] = {
    "x": INT,
    "y": INT,
    "n": NUMBER,
    "s": STRING,
    "m": nullable(STRING),
    "b": BOOL,
    "d": DURATION,
    "t": TIMESTAMP,
    "j": JSON,
    "u": UNKNOWN,
    "ints": ListOf(INT),
    "table": MapOf(INT),
    "o": nullable(ObjectType((Field("a", INT),))),
}
SYMBOLS = {name: Unknown(SymbolId(i)) for i, name in enumerate(TYPES)}
BY_ID = {symbol.id: name for name, symbol in SYMBOLS.items()}


def type_of(symbol: SymbolId) -> Type:
    return TYPES[BY_ID[symbol]]


def open_(text: str) -> Expr:
    return reduce(expr(text), SYMBOLS.get)


def faults(text: str) -> list[Fault]:
    return [need.fault for need in needs(open_(text), type_of)]


A, N, T, V = Fault.ARITHMETIC, Fault.NULL, Fault.TYPE, Fault.VALUE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x", []),
        ("x / y", [A]),
        ("x / 4", []),
        ("x // 2", []),
        ("x // y", [A, A]),
        ("x % y", [A]),
        ("n / 0", [A]),
        ("x + 1", [A, A]),
        ("n + 1", []),
        ("n + n", []),
        ("-x", [A]),
        ("-n", []),
        ("-d", []),
        ("d + d", [A, A]),
        ("d * x", [A, A]),
        ("t + d", [A, A]),
        ("t | minus(1d)", [A, A]),
        ("t - t", []),
        ("n | floor", [A, A]),
        ("x | floor", []),
        ("x | round", []),
        ("x | round(-1)", [A, A]),
        ("ints | sum", [A]),
        ("[x, y] | sum", [A, A]),
        ("[n, x] | sum", []),
        ("s | int", [V]),
        ("'12' | int", []),
        ("'no' | int", [V]),
        ("m | upper", [N]),
        ("m == null", []),
        ("m | default('a') | upper", []),
        ("m in ['a', null]", []),
        ("ints[x]", []),
        ("table[m]", [N]),
        ("o.a", []),
        ("o.a + 1", [N, A, A]),
        ("j.a.b", [T, T]),
        ("j[0]", [T]),
        ("j[s]", [T]),
        ("ints[j]", [N, T]),
        ("j | upper", [N, T]),
        ("j and b", [N, T]),
        ("j + 1d", [N, T]),
        ("j == 1", []),
        ("j in ints", []),
        ("u + 1", []),
        ("u and u.a", []),
        ("x / y > 0 and s | int > 3", [A, V]),
        ("x == 0 or y / x > 1", [A]),
        ("1 / x if b else s | int", [A, V]),
        ("[1 / x, m | upper]", [A, N]),
        ("true + 1", [T]),
        ("x.a", [T]),
        ("b.a", [T]),
    ],
)  # fmt: skip
def test_needs(text: str, expected: list[Fault]) -> None:
    assert faults(text) == expected


def test_text_needs_what_can_be_shown() -> None:
    made = Text(("a", SYMBOLS["m"], SYMBOLS["j"], SYMBOLS["ints"], SYMBOLS["x"]))
    assert [need.fault for need in needs(made, type_of)] == [N, N, T, T]


def test_wrong_counts_of_arguments() -> None:
    assert [need.fault for need in needs(Apply(Op.SPLIT, (SYMBOLS["s"],)), type_of)] == [T]


def test_without_types_only_what_no_type_changes_is_said() -> None:
    assert [need.fault for need in needs(open_("x + 1 / y"))] == [A]


def test_each_need_has_its_place() -> None:
    found = needs(open_("b and x / y > 0"), type_of)
    assert [need.at for need in found] == [expr("b and x / y > 0").args[1].args[0].span]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "values_", "expected"),
    [
        ("j | upper", {"j": "a"}, True),
        ("j | upper", {"j": 1}, False),
        ("j | upper", {"j": None}, False),
        ("j + 1", {"j": 2}, True),
        ("j + 1", {"j": "2"}, False),
        ("j and b", {"j": True, "b": True}, True),
        ("j and b", {"j": "true", "b": True}, False),
        ("j | length", {"j": (1,)}, True),
        ("j | length", {"j": MapValue(())}, False),
        ("j.a", {"j": MapValue(())}, True),
        ("j.a", {"j": None}, True),
        ("j.a", {"j": (1,)}, False),
        ("j[0]", {"j": (1,)}, True),
        ("j[0]", {"j": MapValue(())}, False),
        ("s | slice(j)", {"s": "a", "j": 1}, True),
        ("s | slice(j)", {"s": "a", "j": 1.5}, False),
        ("j + 1d", {"j": 1}, False),
        ("s | int", {"s": "12"}, True),
        ("s | int", {"s": "a"}, False),
        ("d + d", {"d": Duration(4_000_000 * 86_400_000)}, False),
        ("d + d", {"d": Duration(2_000_000 * 86_400_000)}, True),
    ],
)
def test_defined(text: str, values_: dict[str, Value | float], expected: bool) -> None:
    condition = defined(open_(text), type_of)

    def known(symbol: SymbolId) -> Expr | None:
        value = values_.get(BY_ID[symbol])
        return Lit(Fraction(value) if isinstance(value, float) else value)

    assert met(substitute(condition, known)) is expected
    assert (fault_of(substitute(open_(text), known)) is None) is expected


def test_what_is_open_is_neither_met_nor_unmet() -> None:
    assert met(open_("x > 1")) is None
    assert met(open_("1 / 0 > 1")) is False
    assert met(Lit(1)) is False


SCALARS = {name: k for k, group in VARIABLES.items() for name in group}


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.FILE])
@settings(max_examples=40)
@given(data=st.data())
def test_needs_foretell_the_fault(kind: Kind, data: st.DataObject) -> None:
    made = data.draw(exprs(kind, 2))
    symbols = {name: Unknown(SymbolId(i)) for i, name in enumerate(SCALARS)}
    names = {symbol.id: name for name, symbol in symbols.items()}
    known = {
        symbol.id: Lit(data.draw(values(Scalar(SCALARS[name])))) for name, symbol in symbols.items()
    }
    found = needs(reduce(made, symbols.get), lambda symbol: Scalar(SCALARS[names[symbol]]))
    unmet = [need.fault for need in found if not met(substitute(need.condition, known.get))]
    fault = fault_of(reduce(made, lambda name: known[symbols[name].id]))
    assert fault in {*unmet[:1], Fault.LIMIT} if unmet else fault in {None, Fault.LIMIT}


def grown(grow: Callable[[Expr], Expr], rounds: int) -> Expr:
    value: Expr = SYMBOLS["x"]
    for _ in range(rounds):
        value = grow(value)
    return value


def test_a_value_that_is_used_again_is_looked_at_once() -> None:
    doubled = grown(lambda value: Apply(Op.MUL, (value, value)), 40)
    assert len(needs(doubled, type_of)) == 80


def test_nobody_can_say_for_values_without_end() -> None:
    chosen = grown(
        lambda value: Cond(SYMBOLS["b"], value, Apply(Op.DIV, (Lit(1), value))), rounds=60
    )
    deep = grown(lambda value: Apply(Op.NOT, (value,)), 50_000)
    for value in (chosen, deep):
        last = needs(value, type_of)[-1]
        assert met(last.condition) is None
        assert last.fault is Fault.LIMIT
