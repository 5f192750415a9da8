import pytest

from tests.workfile.reading import read, states, told
from wfcheck.settings import Edition
from wfcheck.syntax.expr import Lit, Name
from wfcheck.syntax.literals import Duration, Timestamp
from wfcheck.workfile.ast import Goto, Route, StateDecl, States


def told_of(state: str, edition: Edition = Edition.PROFILE) -> list[str]:
    """What is said about the state `a`, whose name stands at 2:10 and whose value begins at 2:13."""
    return told(f"initial: a\nstates: {{a: {state} }}", edition)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("[]", ["2:13 wrong-shape"]),
        ("~", ["2:13 wrong-shape"]),
        ("{ final: true, description: x }", ["2:28 unknown-key"]),
        ("{ final: true, x-note: x }", []),
        ("{ final: false }", ["2:22 final-false"]),
        ("{ final: yes }", ["2:22 invalid-literal"]),
        ("{ final: 1 }", ["2:22 invalid-literal"]),
        ("{ final: true, recovery: [] }", ["2:38 recovery-shape"]),
        ("{ final: true, on_enter: {}, steps: ~ }", ["2:38 wrong-shape", "2:49 wrong-shape"]),
        ("{ final: true, accepts: [] }", ["2:37 wrong-shape"]),
        (
            "{ final: true, accepts: { if: int, x-b: int } }",
            [
                "2:39 reserved-name",
                "2:48 extension-content",
            ],
        ),
        ("{ on: [] }", ["2:19 wrong-shape"]),
        ("{ timeout: 24h }", ["2:24 wrong-shape"]),
        ("{ timeout: { goto: a } }", ["2:15 missing-key"]),
        ("{ timeout: { after: 1h } }", ["2:15 transition-missing"]),
        ("{ timeout: { after: soon, goto: a } }", ["2:33 invalid-literal"]),
        ("{ timeout: { after: -5s, goto: a } }", ["2:33 negative-duration"]),
        ("{ timeout: { after: 99999999999d, goto: a } }", ["2:33 too-large"]),
        ('{ timeout: { after: "{{ n }}m", goto: a } }', ["2:33 invalid-literal"]),
        ("{ timeout: { after: 1h, goto: a, retry: 1 } }", ["2:46 unknown-key"]),
        # D-30: a misspelt head of a transition is one fault
        ("{ gotto: a, into: {} }", ["2:15 unknown-key"]),
        ("{ timeout: { after: 1h, go_to: a } }", ["2:37 unknown-key"]),
    ],
)
def test_states(state: str, expected: list[str]) -> None:
    assert told_of(state) == expected


@pytest.mark.parametrize(
    ("transition", "expected"),
    [
        ("goto: [a]", ["2:21 wrong-shape"]),
        ("goto: 7", ["2:21 wrong-shape"]),
        ('goto: "{{ b }}"', ["2:21 invalid-literal"]),
        ("goto: two words", []),  # the target is told, not the one who names it
        ("goto: a, into: [b]", ["2:30 wrong-shape"]),
        ("goto: a, into: { if: 1, b-c: 2 }", ["2:32 reserved-name", "2:39 invalid-name"]),
        ("goto: a, route: x, cases: {}, else: {}", ["2:24 transition-shape"]),
        ("route: x, cases: { b: { goto: a } }, goto: a", ["2:52 transition-shape"]),
        ("goto: a, cases: {}, else: {}", ["2:24 transition-shape"]),
        ("into: {}", ["2:15 transition-shape"]),
        ("else: {}", ["2:15 transition-shape"]),
        ("route: x, cases: { b: { goto: a } }, into: {}", ["2:52 transition-shape"]),
        # D-45
        ("route: x, else: { goto: a }", ["2:15 missing-key"]),
        ("route: x, cases: { x-b: { goto: a } }", ["2:34 extension-content"]),
        ("route: x, case: { b: { goto: a } }", ["2:25 unknown-key"]),
        ("route: x, cases: {}", ["2:25 invalid-label"]),
        ("route: x, cases: []", ["2:32 wrong-shape"]),
        ("route: x, cases: { 1: { goto: a } }", ["2:34 invalid-label"]),
        (
            "route: x, cases: { b: a, c: [], d: ~ }",
            [
                "2:37 wrong-shape",
                "2:43 wrong-shape",
                "2:50 wrong-shape",
            ],
        ),
        (
            "route: x, cases: { b: {} }, else: {}",
            ["2:34 transition-missing", "2:43 transition-missing"],
        ),
        ("route: x, cases: { b: { goto: a, when: true } }", ["2:48 unknown-key"]),
        ("goto: a, reset_timeout: true", ["2:24 unknown-key"]),
    ],
)
def test_transitions(transition: str, expected: list[str]) -> None:
    assert told_of(f"{{ {transition} }}") == expected


@pytest.mark.parametrize(
    ("subscription", "expected"),
    [
        ("[]", ["2:24 wrong-shape"]),
        ("{ match: { k: 1 }, goto: a }", ["2:21 missing-key"]),
        ("{ event: m.e, goto: a }", ["2:21 missing-key"]),
        ("{ event: m.e, match: [k], goto: a }", ["2:45 wrong-shape"]),
        ("{ event: m.e, match: { k: 1 } }", ["2:21 transition-missing"]),
        ("{ event: m, match: { k: 1 }, goto: a }", ["2:33 event-not-literal"]),
        ("{ event: 5, match: { k: 1 }, goto: a }", ["2:33 event-not-literal"]),
        ("{ event: m.e, match: { k: 1 }, goto: a, timeout: {} }", ["2:64 unknown-key"]),
        ("{ event: m.e, match: { k: 1 }, goto: a, configuration: ~ }", ["2:79 wrong-shape"]),
        ("{ event: m.e, match: { x-k: 1 }, goto: a, x-note: 1 }", []),
    ],
)
def test_subscriptions(subscription: str, expected: list[str]) -> None:
    assert told_of(f"{{ on: {{ s: {subscription} }} }}") == expected


def test_names_of_subscriptions() -> None:
    body = "{ event: m.e, match: { k: 1 }, goto: a }"
    assert told_of(f"{{ on: {{ in: {body}, x-t: {body}, b-c: {body} }} }}") == [
        "2:21 reserved-name",
        "2:67 extension-content",
        "2:114 invalid-name",
    ]


def test_names_of_states_are_labels() -> None:
    text = "initial: if\nstates: { if: { goto: run }, run: { final: true }, x-a: {}, b c: { goto: if } }"
    assert told(text) == ["2:52 extension-content", "2:61 invalid-name"]


def test_keys_of_the_draft_edition() -> None:
    draft = Edition.DRAFT
    assert told_of("{ goto: a, reset_timeout: true }", draft) == []
    assert told_of("{ goto: a, reset_timeout: false }", draft) == ["2:39 invalid-literal"]
    assert told_of("{ reset_timeout: true }", draft) == ["2:15 transition-shape"]
    waiting = (
        "{ on: { s: { event: m.e, match: { k: 1 }, goto: a, connection: b, configuration: {} } } }"
    )
    assert told_of(waiting, draft) == ["2:64 unknown-key", "2:79 unknown-key"]


@pytest.mark.parametrize("edition", Edition)
def test_the_message_names_the_edition(edition: Edition) -> None:
    subscription = "{ event: m.e, match: { k: 1 }, goto: a, reset_timeout: true, connection: c }"
    text = f"initial: a\nstates: {{ a: {{ on: {{ s: {subscription} }} }} }}"
    (finding,) = read(text, edition)[1]
    assert "draft edition" in finding.message


def only(body: States) -> StateDecl:
    (state,) = body.states
    return state


def test_a_waiting_state() -> None:
    state = only(
        states(
            """\
            initial: a
            states:
              a:
                accepts: { n: { type: int, default: 1 } }
                on_enter: [{ b: 1 }]
                on:
                  answer:
                    event: mail.reply
                    configuration: { box: x }
                    match: { id: "{{ b }}" }
                    connection: main
                    route: "{{ answer.mood }}"
                    cases:
                      good: { goto: a, into: { n: 2 } }
                    else: { goto: a }
                timeout: { after: 1h, goto: a }
            """
        )
    )
    assert [key for key, _ in state.keys] == ["accepts", "on_enter", "on", "timeout"]
    assert [each.field.name for each in state.accepts] == ["n"]
    (subscription,) = state.subscriptions
    assert (str(subscription.event), str(subscription.connection)) == ("mail.reply", "main")
    assert [(arg.name, arg.value) for arg in subscription.match or ()] == [("id", Name("b"))]
    assert str(subscription.match_key) == "a.workfile:10:9"
    assert isinstance(subscription.exit, Route)
    assert subscription.exit.cases is not None
    inner = subscription.exit.cases[0].exit
    assert isinstance(inner, Goto)
    assert [arg.name for arg in inner.into or ()] == ["n"]
    assert state.timeout is not None
    assert state.timeout.after == Lit(Duration(3_600_000))
    assert (state.exit, state.final) == (None, False)


def test_a_deadline_is_a_duration_or_an_instant() -> None:
    state = only(
        states("initial: a\nstates: { a: { timeout: { after: 1970-01-01T00:00:00Z, goto: a } } }")
    )
    assert state.timeout is not None
    assert state.timeout.after == Lit(Timestamp(0))


def found(text: str) -> StateDecl:
    body = read(text)[0].body
    assert isinstance(body, States)
    return body.states[0]


def test_holes() -> None:
    assert found("initial: a\nstates: { a: [] }").reported
    # A value that is wrong leaves the state an end, unless something leads out of it.
    assert found("initial: a\nstates: { a: { final: yes } }").final
    assert not found("initial: a\nstates: { a: { final: false, goto: a } }").final
    misspelt = found("initial: a\nstates: { a: { gotto: a, into: {} } }")
    assert (misspelt.misspelt, [key for key, _ in misspelt.keys]) == (frozenset({"goto"}), ["into"])
    assert isinstance(misspelt.exit, Goto)
    both = found("initial: a\nstates: { a: { route: x, goto: a, cases: { b: { goto: a } } } }")
    assert isinstance(both.exit, Route)
    target = found("initial: a\nstates: { a: { goto: 7 } }").exit
    assert isinstance(target, Goto)
    assert target.target is None
    assert "on" in dict(found("initial: a\nstates: { a: { goto: a, on: {} } }").keys)


def test_an_end_leads_nowhere() -> None:
    state = found(
        "initial: a\nstates: { a: { final: true, goto: a, timeout: { after: 1h, goto: a } } }"
    )
    assert (state.exit, state.timeout, state.subscriptions) == (None, None, ())


def test_deep_transitions_are_read() -> None:
    text = "{ goto: a }"
    for _ in range(90):
        text = f"{{ route: x, cases: {{ b: {text} }} }}"
    assert told_of(text) == []
