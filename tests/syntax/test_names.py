import pytest
from hypothesis import given
from hypothesis import strategies as st

from wfcheck.syntax.names import RESERVED, did_you_mean, is_name, nearest, shown


@pytest.mark.parametrize("text", ["a", "A1", "to_do", "x" * 64, "is", "true"])
def test_names(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize("text", ["", "1a", "_a", "a-b", "a b", "ä", "x" * 65, "a\n", "a.b"])
def test_no_names(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("oder", "order"),
        ("ordre", "order"),
        ("Order", "order"),
        ("order_id", "orderId"),
        ("on-enter", "on_enter"),
        ("onenter", "on_enter"),
        ("chanel", "channel"),
        ("chnanel", "channel"),
        ("goot", "goto"),
        ("outputs", "output"),
        ("aprove", "approve"),
        ("configuraton", "configuration"),
    ],
)
def test_a_slip_of_the_finger_is_recognised(name: str, meant: str) -> None:
    others = ["unrelated", "something_else", "id"]
    assert nearest(name, [*others, meant]) == meant
    assert did_you_mean(name, [*others, meant]) == f"did you mean `{meant}`?"


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("who", ["why", "how"]),
        ("id", ["is", "it"]),
        ("colour", ["channel", "text"]),
        ("reject", ["approve"]),
        ("a", ["b", ""]),
        ("", ["a"]),
        ("same", ["same"]),
        ("order" * 100, ["order" * 99]),
        ("anything", []),
    ],
)
def test_another_word_is_not_suggested(name: str, known: list[str]) -> None:
    assert nearest(name, known) is None
    assert did_you_mean(name, known) is None


def test_the_nearest_wins_then_the_alphabet() -> None:
    assert nearest("chanel", ["chapel", "channel", "panel"]) == "channel"
    assert nearest("stats", {"states", "status"}) == "states"
    assert nearest("stats", ["status", "states"]) == "states"


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=6))
def test_a_suggestion_is_known_and_another_name(name: str, known: list[str]) -> None:
    found = nearest(name, known)
    assert found is None or (found in known and found != name)
    assert found == nearest(name, reversed(known))


def test_reserved_words_have_the_form_of_names() -> None:
    assert len(RESERVED) == 13
    assert all(is_name(word) for word in RESERVED)


def test_shown_text_stays_on_one_short_line() -> None:
    assert shown("a\n b") == "`a b`"
    assert len(shown("x" * 1000)) == 62


def test_among_very_many_names_only_other_capitals_are_looked_for() -> None:
    known = [f"state{number}" for number in range(2_000)]
    assert nearest("State7", known) == "state7"
    assert nearest("stade7", known) is None
