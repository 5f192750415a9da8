from wfcheck.semantics.scope import Hidden, NotReadable, Reason, Scope, StateName, Visible
from wfcheck.semantics.types import INT, STRING
from wfcheck.syntax.expr import Name


def test_a_scope_never_changes() -> None:
    outer = Scope.of({"inputs": STRING})
    inner = outer.bind("a", INT)
    assert "a" in inner
    assert "a" not in outer
    assert outer.lookup("a") is None


def test_entries_say_why_a_name_is_not_visible() -> None:
    hidden = Hidden(Reason.OWN_ID)
    scope = Scope.of({"a": INT}).bind_unreadable("nap").hide("own", hidden).with_states(["s", "a"])
    assert scope.lookup("a") == Visible(INT)
    assert scope.lookup("nap") == NotReadable()
    assert scope.lookup("own") == hidden
    assert scope.lookup("s") == StateName()
    assert ["a" in scope, "nap" in scope, "own" in scope, "s" in scope] == [
        True,
        True,
        False,
        False,
    ]
    assert list(scope.names()) == ["a"]


def test_the_latest_entry_counts() -> None:
    scope = Scope().hide("a", Hidden(Reason.LATER_STEP)).bind("b", INT).bind("a", STRING)
    assert scope.lookup("a") == Visible(STRING)
    assert list(scope.bind_unreadable("a").names()) == ["b"]


def test_long_lists_keep_few_layers() -> None:
    scope = Scope()
    for i in range(2000):
        scope = scope.bind(f"s{i}", INT)
    assert len(scope.layers) < 12
    assert all(f"s{i}" in scope for i in range(2000))


def test_narrowing_adds_up() -> None:
    scope = Scope.of({"a": INT})
    narrowed = scope.narrow([Name("a")])
    assert scope.narrow([]) is scope
    assert narrowed.bind("b", INT).not_null == {Name("a")}
    assert narrowed.narrow([Name("a")]) is narrowed
