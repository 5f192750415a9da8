import pytest

from tests.workfile.reading import manifest
from wfcheck.semantics.program import Emission, RetryPolicy
from wfcheck.syntax.expr import Lit
from wfcheck.syntax.literals import Duration

MESSAGING = """\
connector: messaging
connections: { default: ops, names: [ops, sales] }
actions:
  post:
    effects: write
    input: { channel: { type: string, required: true }, text: string }
    output: { id: { type: string, unique: true } }
    errors: [messaging.rate_limited]
    retry: { max_attempts: 3, delay: 1s }
    emits: [{ event: messaging.approval, match: { request_id: id } }]
  find: { effects: read }
  put: { idempotent: true }
  drop: {}
triggers:
  approval:
    kind: external
    configuration: { channel: string }
    payload: { request_id: string, user: string }
    correlate_on: [request_id]
  tick: { kind: schedule }
"""


def test_a_manifest() -> None:
    found, told = manifest(MESSAGING)
    assert told == []
    assert found is not None
    assert (found.connector, found.connections, found.default) == (
        "messaging",
        ("ops", "sales"),
        "ops",
    )
    post = found.actions[0]
    assert (post.name, post.errors) == ("messaging.post", ("messaging.rate_limited",))
    assert [(field.name, field.required) for field in post.input] == [
        ("channel", True),
        ("text", False),
    ]
    assert post.retry == RetryPolicy(3, Lit(Duration(1000)))
    assert post.emits == (Emission("messaging.approval", (("request_id", "id"),)),)
    approval, tick = found.triggers
    assert (approval.correlate_on, approval.default_connection) == (("request_id",), "ops")
    assert (tick.kind, tick.payload) == ("schedule", ())


def test_effects_decide_what_may_be_repeated() -> None:
    found, _ = manifest(MESSAGING)
    assert found is not None
    assert [(each.writes, each.idempotent, each.may_end_unknown) for each in found.actions] == [
        (True, False, True),
        (False, True, False),
        (True, True, False),
        (True, False, True),
    ]


def test_declarations_have_places() -> None:
    found, _ = manifest(MESSAGING)
    assert found is not None
    places = ("messaging.post", "messaging.post.text", "messaging.approval.user", "messaging.x")
    assert [str(found.place(name)) for name in places] == [
        "a.yaml:4:3",
        "a.yaml:6:57",
        "a.yaml:18:36",
        "None",
    ]


def test_the_only_connection_is_the_default_of_events() -> None:
    found, _ = manifest(
        "connector: c\nconnections: { names: [a] }\ntriggers: { t: { kind: poll } }"
    )
    assert found is not None
    assert found.default is None
    assert found.triggers[0].default_connection == "a"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", ["1:1 wrong-shape"]),
        ("actions: {}", ["1:1 missing-key"]),
        ("connector: wf", ["1:12 reserved-name"]),
        ("connector: a b", ["1:12 invalid-name"]),
        ("connector: [a]", ["1:12 wrong-shape"]),
    ],
)
def test_without_a_connector_there_is_none(text: str, expected: list[str]) -> None:
    assert manifest(text) == (None, expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("action: {}", ["2:1 unknown-key"]),
        ("x-note: {}", []),
        ("actions: ~", ["2:10 wrong-shape"]),
        ("actions: { a: ~ }", ["2:15 wrong-shape"]),
        ("actions: { a-b: {}, x-c: {} }", ["2:12 invalid-name", "2:21 extension-content"]),
        ("actions: { a: { effect: read } }", ["2:17 unknown-key"]),
        ("actions: { a: { effects: reads } }", ["2:26 invalid-literal"]),
        ("actions: { a: { idempotent: 1 } }", ["2:29 invalid-literal"]),
        ("actions: { a: { errors: e } }", ["2:25 wrong-shape"]),
        ("actions: { a: { input: { x: strin } } }", ["2:29 invalid-type"]),
        ("actions: { a: { retry: { delay: 1s } } }", ["2:17 missing-key"]),
        (
            'actions: { a: { retry: { max_attempts: 2, delay: "{{ d }}" } } }',
            ["2:54 invalid-literal"],
        ),
        ("actions: { a: { emits: [{ match: {} }] } }", ["2:25 missing-key"]),
        ("actions: { a: { emits: [{ event: c.t }] } }", ["2:34 unknown-trigger"]),
        ("actions: { a: { emits: [{ event: other.t }] } }", []),
        ("triggers: { t: {} }", ["2:13 missing-key"]),
        ("triggers: { t: { kind: sometimes } }", ["2:24 invalid-literal"]),
        ("triggers: { t: { kind: poll, correlate_on: [k] } }", ["2:45 unknown-member"]),
        ("connections: { default: a }", ["2:1 missing-key"]),
        ("connections: { default: a, names: [b] }", ["2:25 unknown-connection"]),
        ("connections: { names: [a, a] }", ["2:27 name-collision"]),
        ("connections: [a]", ["2:14 wrong-shape"]),
    ],
)
def test_faults(line: str, expected: list[str]) -> None:
    found, told = manifest(f"connector: c\n{line}")
    assert told == expected
    assert found is not None


def test_what_an_action_emits_names_declared_fields() -> None:
    text = """\
        connector: c
        actions:
          a: { output: { id: string }, emits: [{ event: c.t, match: { k: id, j: id, i: ib } }] }
        triggers:
          t: { kind: poll, payload: { k: string, i: string } }
        """
    found, told = manifest(text)
    assert told == ["3:70 unknown-member", "3:80 unknown-member"]
    assert found is not None
    assert found.actions[0].emits == (Emission("c.t", (("k", "id"),)),)
