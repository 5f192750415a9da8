import pytest

from tests.semantics.reading import expr
from wfcheck.semantics.narrow import facts, narrow, reference
from wfcheck.semantics.scope import Scope
from wfcheck.syntax.expr import Expr
from wfcheck.syntax.unparse import unparse


def shown(references: frozenset[Expr]) -> str:
    return " ".join(sorted(map(unparse, references)))


@pytest.mark.parametrize(
    ("text", "when_true", "when_false"),
    [
        ("a != null", "a", ""),
        ("null != a", "a", ""),
        ("a == null", "", "a"),
        ("a.b != null", "a a.b", ""),
        ("a['b'][0] != null", "a a.b a.b[0]", ""),
        ("a[k.x] != null", "a a[k.x]", ""),
        ("(a | first) != null", "", ""),
        ("a != b", "", ""),
        ("a", "", ""),
        ("not (a == null)", "a", ""),
        ("a != null and b != null", "a b", ""),
        ("a == null and b == null", "", ""),
        ("a == null or b == null", "", "a b"),
        ("a != null or b != null", "", ""),
        ("a != null or a != null and b", "a", ""),
        ("a != null and (b or c != null)", "a", ""),
        ("a == null or b", "", "a"),
        ("b and a != null", "a", ""),
        ("a != null if b else a != null", "a", ""),
        ("b != null if a != null else false", "", ""),
        ("c if a == null else b != null", "", ""),
    ],
)
def test_facts(text: str, when_true: str, when_false: str) -> None:
    found = facts(expr(text))
    assert (shown(found.when_true), shown(found.when_false)) == (when_true, when_false)


def test_narrow_takes_the_side_that_holds() -> None:
    condition = expr("a == null")
    assert narrow(condition, Scope(), holds=True).not_null == frozenset()
    assert narrow(condition, Scope(), holds=False).not_null == {expr("a")}


def test_references_have_one_form() -> None:
    assert reference(expr("a['b']")) == expr("a.b")
    assert reference(expr("a[0]")) == expr("a[0]")
    assert reference(expr("[1][0]")) is None
