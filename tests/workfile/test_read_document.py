import pytest

from tests.workfile.reading import read, told
from wfcheck.workfile.ast import States, Steps


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # D-36
        ("", ["1:1 wrong-shape"]),
        ("~", ["1:1 wrong-shape"]),
        ("# only a comment\n- a: 1", ["1:1 wrong-shape"]),
        ("name: a", ["1:1 missing-key"]),
        ("steps: []\ninitial: a", ["2:1 unknown-key"]),
        ("steps: []\nstates: {a: {final: true}}", ["2:1 steps-and-states"]),
        ("initial: a\nstates: {a: {final: true}}\nsteps: []", ["3:1 steps-and-states"]),
        ("states: {a: {final: true}}", ["1:1 initial-missing"]),
        ("initial: [a]\nstates: {a: {final: true}}", ["1:10 wrong-shape"]),
        ("initial: a\nstates: {}", ["2:1 no-states"]),
        ("initial: a\nstates: []", ["2:9 wrong-shape"]),
        ("version: 2\nsteps: []", ["1:10 invalid-literal"]),
        ("version: true\nsteps: []", ["1:10 invalid-literal"]),
        # C-1.7, at the key where nothing is written
        ("steps:", ["1:1 wrong-shape"]),
        ("steps: ~", ["1:8 wrong-shape"]),
        (
            "steps: []\ninputs: ~\noutputs: [a]\nrecovery: x",
            [
                "2:9 wrong-shape",
                "3:10 wrong-shape",
                "4:11 recovery-shape",
            ],
        ),
        ("steps: []\nname: [a]\ndescription: {}", ["2:7 wrong-shape", "3:14 wrong-shape"]),
        # D-30: what a misspelt key meant is not missing as well
        ("stesp: []", ["1:1 unknown-key"]),
        ("initail: a\nstates: {a: {final: true}}", ["1:1 unknown-key"]),
        ("steps: []\nowner: me\nx-owner: me", ["2:1 unknown-key"]),
        # D-45
        (
            "steps: []\noutputs: {x-a: 1, b: 2, c d: 3, if: 4}",
            [
                "2:11 extension-content",
                "2:25 invalid-name",
                "2:33 reserved-name",
            ],
        ),
    ],
)
def test_top_level(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize("version", ["1", '"1"', "1.0"])
def test_version_of_the_format(version: str) -> None:
    assert told(f"version: {version}\nsteps: []") == []


def test_the_near_key_is_offered() -> None:
    _, (finding,) = read("steps: []\noutput: {}")
    assert finding.help == "did you mean `outputs`?"


def test_of_both_forms_the_first_is_taken() -> None:
    workfile, _ = read("steps: []\nstates: {a: {final: true}}")
    assert isinstance(workfile.body, Steps)
    workfile, _ = read("states: {a: {final: true}}\nsteps: []")
    assert isinstance(workfile.body, States)


def test_what_stands_beside_a_fault_is_still_read() -> None:
    text = """\
        steps: [a]
        states: {b: [c]}
        inputs: {d: strin}
        """
    assert told(text) == [
        "1:9 step-shape",
        "2:1 steps-and-states",
        "2:13 wrong-shape",
        "3:13 invalid-type",
    ]


@pytest.mark.parametrize(
    ("trigger", "expected"),
    [
        ("{ event: a.b, match: {} }", ["2:19 unknown-key"]),
        ("{ configuration: {} }", ["2:2 missing-key"]),
        ("{ evnt: a.b }", ["2:7 unknown-key"]),
        ("{ event: a }", ["2:14 event-not-literal"]),
        ('{ event: "a.{{ x }}" }', ["2:14 event-not-literal"]),
        ("{ event: { a.b: {} } }", ["2:14 event-not-literal"]),
        ("{ event: a.b, into: [c], connection: ~ }", ["2:25 wrong-shape", "2:42 wrong-shape"]),
        ("{ event: a.b, into: { is: 1 } }", ["2:27 reserved-name"]),
        ("a.b", ["2:5 wrong-shape"]),
    ],
)
def test_triggers(trigger: str, expected: list[str]) -> None:
    assert told(f"on:\n t: {trigger}\nsteps: []") == expected


def test_a_trigger() -> None:
    workfile, findings = read(
        """\
        on:
          mail: { event: inbox.came, configuration: { box: x }, into: { who: "{{ mail.from }}" } }
        steps: []
        """
    )
    assert findings == []
    (trigger,) = workfile.triggers
    assert (trigger.name.text, str(trigger.event)) == ("mail", "inbox.came")
    assert [arg.name for arg in trigger.configuration or ()] == ["box"]
    assert [arg.name for arg in trigger.into or ()] == ["who"]
    assert str(trigger.event_key) == "a.workfile:2:11"
    assert workfile.triggers_key is not None


def test_properties() -> None:
    workfile, findings = read(
        """\
        steps: []
        x-properties: { once: "at most 1 times enter a", odd: 5 }
        x-other: { odd: 5 }
        """
    )
    assert [(line.name, line.line) for line in workfile.properties] == [
        ("once", "at most 1 times enter a")
    ]
    assert [finding.rule.name for finding in findings] == ["wrong-shape"]


def test_nothing_composed_leaves_an_empty_document() -> None:
    workfile, findings = read("a: [")
    assert workfile.body is None
    assert [finding.rule.name for finding in findings] == ["yaml-syntax"]
