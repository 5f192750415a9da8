"""Evaluation, with `?1` to `?9` in place of what is not known."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.semantics.reading import expr
from tests.strategies import VARIABLES, exprs, values
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.reduce import fault_of, reduce, substitute
from wfcheck.semantics.types import Field, Kind, Scalar
from wfcheck.semantics.values import VALUE_LIMIT, conforms
from wfcheck.syntax.expr import (
    Apply,
    Cond,
    Expr,
    ListLit,
    Lit,
    MapLit,
    Member,
    Name,
    Op,
    SymbolId,
    Text,
    Unknown,
)
from wfcheck.syntax.literals import File, MapValue
from wfcheck.syntax.unparse import unparse

U1, U2, U3 = (Unknown(SymbolId(i)) for i in (1, 2, 3))
BOUND: dict[str, Expr] = {
    "x": U1,
    "y": U2,
    "c": U3,
    "o": MapLit((("a", U1), ("b", Lit(3)), ("n", Lit(None)))),
    "l": ListLit((U1, Lit(2))),
    "part": ListLit((Apply(Op.FLOORDIV, (Lit(1), U1)), Lit(2))),
    "data": Lit(MapValue((("a", MapValue((("b", (1, None)),))),))),
    "file": Lit(File("a", 1, "b")),
}


def reduced(text: str) -> Expr:
    return reduce(expr(text), BOUND.get)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # paths: null flows (C-5.5)
        ("data.a.b", "[1, null]"),
        ("data.a.b[-2]", "1"),
        ("data.a.b[7]", "null"),
        ("data.a.zz", "null"),
        ("data.zz.deep[3].er", "null"),
        ("null[x]", "null"),
        ("o.b + 1", "4"),
        ("o.n.deep", "null"),
        ("o['a']", "o.a"),
        ("x['a']", "x.a"),
        ("l[1]", "2"),
        ("l[5]", "null"),
        ("part[1]", "part[1]"),
        # only as far as needed (C-5.6)
        ("false and 1 / 0 > 0", "false"),
        ("true or 1 / 0 > 0", "true"),
        ("1 if true else 1 / 0", "1"),
        ("x > 0 and 1 / 0 > 0", "x > 0 and 1 / 0 > 0"),
        # what keeps its value, whatever is unknown
        ("x > 1 and true", "x > 1"),
        ("true and x > 1", "x > 1"),
        ("false or x > 1", "x > 1"),
        ("x > 1 or x > 1", "x > 1"),
        ("not (x > 1)", "x <= 1"),
        ("not (x == y)", "x != y"),
        ("not (x in y)", "x not in y"),
        ("not not (x > 1)", "x > 1"),
        ("x == x", "true"),
        ("x != x", "false"),
        ("o != null", "true"),
        ("o == 5", "false"),
        ("l == null", "false"),
        ("l == [1]", "false"),
        ("'in' == ('in' if x > 1 else 'low' if x > 0 else 'high')", "true if x > 1 else false if x > 0 else false"),
        ("('in' if x > 1 else 'low') == 'low'", "x <= 1"),
        ("true if x > 1 else false", "x > 1"),
        ("null | default(x)", "x"),
        ("3 | default(x)", "3"),
        ("o | default(x)", "o"),
        # what must not be dropped: it may have no value
        ("x and true", "x and true"),
        ("true and x", "true and x"),
        ("1 / x == 1 / x", "1 / x == 1 / x"),
        ("not not x", "not not x"),
        ("1 / x > 0 and false", "1 / x > 0 and false"),
        ("3 | default(1 / x)", "3 | default(1 / x)"),
        ("[1 / x] == null", "[1 / x] == null"),
        ("x / 0", "x / 0"),
    ],
)  # fmt: skip
def test_reduce(text: str, expected: str) -> None:
    assert reduced(text) == reduced(expected)
    assert len(unparse(reduced(text))) <= len(unparse(reduced(expected)))


def test_a_member_of_a_choice_is_a_choice_of_members() -> None:
    choice = Cond(expr("x > 1"), Name("o"), Lit(None))
    assert reduce(Member(choice, "b"), BOUND.get) == reduced("3 if x > 1 else null")


def test_a_kept_expression_is_kept_as_it_is() -> None:
    assert reduced("1 / x == 1 / x") == Apply(
        Op.EQ, (Apply(Op.DIV, (Lit(1), U1)), Apply(Op.DIV, (Lit(1), U1)))
    )
    assert reduced("x and true") == Apply(Op.AND, (U1, Lit(value=True)))
    assert reduced("unbound.a") == Member(Name("unbound"), "a")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 / 0 + x", Fault.ARITHMETIC),
        ("x + 1 / 0", Fault.ARITHMETIC),
        ("[x, 1 / 0]", Fault.ARITHMETIC),
        ("(1 / 0 > 0) and x", Fault.ARITHMETIC),
        ("x if 1 / 0 > 0 else y", Fault.ARITHMETIC),
        ("(1 / 0).a", Fault.ARITHMETIC),
        ("x[1 / 0]", Fault.ARITHMETIC),
        ("('a' | int) + 1 / 0", Fault.VALUE),
        ("1 and x", Fault.TYPE),
        ("null or x", Fault.NULL),
        ("true and 1", Fault.TYPE),
        ("x if 1 else y", Fault.TYPE),
        ("x if null else y", Fault.NULL),
        ("data.a.b.c", Fault.TYPE),
        ("data['a']['b']['c']", Fault.TYPE),
        ("data.a.b[null]", Fault.NULL),
        ("data[0]", Fault.TYPE),
        ("file.name", Fault.TYPE),
        ("x / y + 1 / 0", None),
        ("x > 0 and 1 / 0 > 0", None),
        ("x", None),
        ("3", None),
    ],
)
def test_faults(text: str, fault: Fault | None) -> None:
    assert fault_of(reduced(text)) is fault


def text_of(*parts: str | Expr) -> Expr:
    return reduce(Text(parts), BOUND.get)


def test_text() -> None:
    assert text_of("a ", expr("1 / 4"), " b") == Lit("a 0.25 b")
    assert text_of("a ", expr("x"), " ", expr("2"), "b") == Text(("a ", U1, " 2b"))
    assert text_of("a", Text(("b", expr("x"))), "c") == Text(("ab", U1, "c"))
    assert text_of() == Lit("")


def test_faults_in_text() -> None:
    assert fault_of(text_of("a ", expr("null"))) is Fault.NULL
    assert fault_of(text_of("a ", expr("[1]"), expr("1 / 0"))) is Fault.TYPE
    assert fault_of(text_of("a ", expr("1 / 0"), expr("null"))) is Fault.ARITHMETIC
    assert fault_of(text_of("a ", Text(("b", expr("null"))))) is Fault.NULL
    assert fault_of(text_of(expr("x"), expr("null"))) is None


def test_values_over_the_limit_are_not_made() -> None:
    big: Expr = Lit("x" * (VALUE_LIMIT // 2))
    twice = reduce(Text((big, big)), BOUND.get)
    thrice = reduce(Text((big, big, "y")), BOUND.get)
    assert fault_of(twice) is None
    assert fault_of(thrice) is Fault.LIMIT
    assert fault_of(reduce(ListLit((big, big)), BOUND.get)) is Fault.LIMIT
    nested: Expr = Lit(0)
    for _ in range(60):
        nested = reduce(ListLit((nested, nested)), BOUND.get)
        if fault_of(nested) is not None:
            break
    assert fault_of(nested) is Fault.LIMIT


def test_known_parts_make_a_known_whole() -> None:
    bound = {"o": MapLit((("a", Lit(1)), ("l", ListLit((Lit(2),)))))}
    whole = Lit(MapValue((("a", 1), ("l", (2,)))))
    assert reduce(Name("o"), bound.get) == whole
    assert reduce(expr("o | json"), bound.get) == Lit('{"a":1,"l":[2]}')
    assert fault_of(bound["o"]) is None


def test_substitute_puts_in_what_unknowns_turned_out_to_be() -> None:
    open_ = reduced("x // y + 1")
    known = {U1.id: Lit(7), U2.id: Lit(2)}
    assert substitute(open_, known.get) == Lit(4)
    assert fault_of(substitute(open_, {**known, U2.id: Lit(0)}.get)) is Fault.ARITHMETIC


def test_values_that_grew_too_deep_stay_open() -> None:
    deep: Expr = U1
    for _ in range(50_000):
        deep = Apply(Op.NEG, (deep,))
    known = {U1.id: Lit(1)}
    assert substitute(deep, known.get) is deep


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.FILE])
@settings(max_examples=40)
@given(data=st.data())
def test_never_raises_and_keeps_types(kind: Kind, data: st.DataObject) -> None:
    made = data.draw(exprs(kind, 2))
    names = {name: k for k, group in VARIABLES.items() for name in group}
    bound = {n: Lit(data.draw(values(Scalar(k)))) for n, k in names.items()}
    found = reduce(made, bound.get)
    if isinstance(found, Lit):
        assert conforms(found.value, Field("", Scalar(kind))) is None
    else:
        assert fault_of(found) in {Fault.ARITHMETIC, Fault.VALUE, Fault.LIMIT}
