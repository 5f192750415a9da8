"""Pictures: every transition is in them, once, in words of the file, and `dot` can draw them."""

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.render.programs import (
    APPROVAL,
    APPROVAL_PROGRAM,
    EMPTY,
    after,
    goto,
    large,
    program,
    step,
    waiting,
)
from wfcheck.errors import MissingToolError
from wfcheck.render.diagram import Arrow, Caption, Diagram, Kind, backward, merged, state_diagram
from wfcheck.render.dot import dot, picture
from wfcheck.render.mermaid import mermaid
from wfcheck.semantics.program import Case, Goto, Program, Route, State, Transition
from wfcheck.settings import Theme
from wfcheck.syntax.expr import Lit, Name
from wfcheck.syntax.literals import Duration

needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz's dot is missing")

KEYWORDS = ("node", "edge", "graph", "subgraph", "strict", "digraph", "n", "s")


def keywords() -> Program:
    """Names that mean something to the drawing tool."""
    states = [
        replace(EMPTY, name=name, exit=goto(following)) for name, following in pairwise(KEYWORDS)
    ]
    return program("node", *states, replace(EMPTY, name="s", final=True))


def targets(transition: Transition) -> list[str]:
    match transition:
        case Goto(target):
            return [target]
        case Route(_, _, cases, orelse):
            inner = [case.exit for case in cases] + ([] if orelse is None else [orelse])
            return [target for each in inner for target in targets(each)]


def transitions(drawn: Program) -> set[tuple[str, str, Kind]]:
    """The transition relation of a program: source, target, and what it is taken by."""
    found: set[tuple[str, str, Kind]] = set()
    for state in drawn.states or ():
        exits = [(Kind.EVENT, subscription.exit) for subscription in state.subscriptions]
        exits += [] if state.timeout is None else [(Kind.TIMEOUT, state.timeout.exit)]
        exits += [] if state.exit is None else [(Kind.IMMEDIATE, state.exit)]
        found |= {(state.name, target, kind) for kind, exit_ in exits for target in targets(exit_)}
    return found


def drawn_transitions(diagram: Diagram) -> set[tuple[str, str, Kind]]:
    """The same relation read off the picture, choice boxes passed through."""
    choices = {choice.id for choice in diagram.choices}
    found: set[tuple[str, str, Kind]] = set()

    def follow(source: str, at: str, kind: Kind) -> None:
        if at not in choices:
            found.add((source, at, kind))
            return
        for arrow in diagram.arrows:
            if arrow.source == at:
                assert arrow.kind is kind
                follow(source, arrow.target, kind)

    for arrow in diagram.arrows:
        if arrow.source not in choices:
            follow(arrow.source, arrow.target, arrow.kind)
    return found


NESTED = program(
    "a",
    replace(
        EMPTY,
        name="a",
        subscriptions=(
            waiting(
                "one",
                APPROVAL,
                Route(
                    Name("one"),
                    None,
                    (
                        Case("x y", Route(Name("kind"), None, (Case('"', goto("b")),), goto("a"))),
                        Case("z", goto("b")),
                    ),
                    None,
                ),
            ),
            waiting("two", APPROVAL, goto("b")),
        ),
        timeout=after(1, "a"),
    ),
    replace(EMPTY, name="b", final=True),
)

PROGRAMS = [APPROVAL_PROGRAM, keywords(), NESTED, large(12)]


@pytest.mark.parametrize("drawn", PROGRAMS)
def test_the_picture_has_the_transitions_of_the_program(drawn: Program) -> None:
    assert drawn_transitions(state_diagram(drawn)) == transitions(drawn)


@pytest.mark.parametrize("drawn", PROGRAMS)
def test_every_name_is_in_every_picture(drawn: Program) -> None:
    diagram = state_diagram(drawn)
    for text in (dot(diagram), mermaid(diagram)):
        assert all(f"<b>{state.name}</b>" in text.lower() for state in drawn.states or ())


def test_an_arrow_says_what_takes_it_in_the_words_of_the_file() -> None:
    captions = {
        (arrow.source, arrow.target): arrow.captions
        for arrow in state_diagram(APPROVAL_PROGRAM).arrows
    }
    choice = "awaiting_approval.decision"
    assert captions["awaiting_approval", choice] == (
        Caption("messaging.approval", ("request_id = notify.id",)),
    )
    assert captions[choice, "provisioning"] == (
        Caption("approve", carried=("approver := decision.user",)),
    )
    assert captions[choice, "escalated"] == (Caption("else"),)
    assert captions["awaiting_approval", "escalated"] == (Caption("after 1d"),)


def test_arrows_that_say_the_same_are_one() -> None:
    arrows = [
        Arrow("a", "b", Kind.EVENT, (Caption("x", carried=("c := d",)),)),
        Arrow("a", "b", Kind.EVENT, (Caption("y", carried=("c := d",)),)),
        Arrow("a", "b", Kind.EVENT, (Caption("z"),)),
        Arrow("a", "b", Kind.TIMEOUT, (Caption("after 1h"),)),
    ]
    assert merged(arrows) == (
        Arrow("a", "b", Kind.EVENT, (Caption("x, y", carried=("c := d",)), Caption("z"))),
        Arrow("a", "b", Kind.TIMEOUT, (Caption("after 1h"),)),
    )


def test_initial_and_final_states_stand_out() -> None:
    text = dot(state_diagram(APPROVAL_PROGRAM))
    assert '"(start)" -> awaiting_approval' in text
    assert text.count("peripheries=2") == 1
    assert "(start)" not in text[text.index("-> awaiting_approval") :].partition("closed")[2]


def test_the_kinds_of_arrows_differ_and_are_explained() -> None:
    text = dot(state_diagram(APPROVAL_PROGRAM))
    assert {"style=solid", "style=dashed", "style=bold"} <= set(re.findall(r"style=\w+", text))
    assert all(
        f">{word}</FONT>" in text for word in ("event", "timeout", "at once, after the steps")
    )
    assert "timeout" not in dot(state_diagram(keywords()))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=15))
def test_without_backward_arrows_nothing_goes_round(edges: list[tuple[int, int]]) -> None:
    states = [
        replace(
            EMPTY,
            name=f"s{number}",
            subscriptions=tuple(
                waiting(f"e{i}", APPROVAL, goto(f"s{target}"))
                for i, (source, target) in enumerate(edges)
                if source == number
            ),
        )
        for number in range(6)
    ]
    diagram = state_diagram(program("s0", *states))
    back = backward(diagram)
    left = {(a.source, a.target) for a in diagram.arrows} - back
    nodes = {box.id for box in diagram.boxes}
    while leaves := {node for node in nodes if not any(s == node and t in nodes for s, t in left)}:
        nodes -= leaves
    assert nodes == set()


def test_a_diagram_is_the_same_every_time() -> None:
    assert dot(state_diagram(large(15))) == dot(state_diagram(large(15)))


@needs_dot
@pytest.mark.parametrize("drawn", PROGRAMS)
def test_graphviz_draws_each_state_once(drawn: Program) -> None:
    plain = subprocess.run(
        ["dot", "-Tplain"],
        input=dot(state_diagram(drawn)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stderr == ""
    nodes = Counter(
        line.split()[1].strip('"') for line in plain.stdout.splitlines() if line.startswith("node")
    )
    assert all(nodes[state.name] == 1 for state in drawn.states or ())


@needs_dot
@pytest.mark.parametrize(
    ("form", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
@pytest.mark.parametrize("theme", Theme)
def test_pictures_are_what_they_claim(form: str, begins: bytes, theme: Theme) -> None:
    assert picture(state_diagram(APPROVAL_PROGRAM), form, theme).startswith(begins)


NASTY = ('<b>"x" & \\N|`\x00\u202e</b>', "a:b:c", "]]>", "%s {} $", "#35;", "ü 日本 🙂")


@needs_dot
@pytest.mark.parametrize("text", NASTY)
def test_odd_texts_are_drawn_as_they_are(text: str) -> None:
    route = Route(Lit(text), None, (Case(text, goto("b")),), goto("a"))
    odd = program(
        "a",
        replace(EMPTY, name="a", subscriptions=(waiting("e", APPROVAL, route),)),
        replace(EMPTY, name="b", final=True),
    )
    svg = picture(state_diagram(odd), "svg").decode()
    assert svg.count('class="node"') == 4  # start, a, its choice, b
    assert mermaid(state_diagram(odd)).count("-->") == 4


def test_without_graphviz_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingToolError) as caught:
        picture(state_diagram(APPROVAL_PROGRAM), "svg")
    assert "apt-get install graphviz" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert dot(state_diagram(APPROVAL_PROGRAM)).startswith("digraph")


def test_a_long_list_of_steps_is_cut_unless_wanted_whole() -> None:
    state: State = replace(
        EMPTY, name="a", steps=tuple(step(f"s{n}") for n in range(9)), final=True
    )
    short = state_diagram(program("a", state)).boxes[0].sections[0].lines
    whole = state_diagram(program("a", state), all_steps=True).boxes[0].sections[0].lines
    assert len(short) == 5
    assert short[-1] == "and 5 more"
    assert len(whole) == 9


def test_durations_are_shown_in_words_where_there_is_no_file() -> None:
    odd = after(36, "a")
    assert odd.after == Lit(Duration(36 * 3_600_000))
    diagram = state_diagram(program("a", replace(EMPTY, name="a", timeout=odd)))
    assert diagram.arrows[0].captions[0].head == "after 1d12h"
