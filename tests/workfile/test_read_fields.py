import pytest

from tests.workfile.reading import manifest, read, told
from wfcheck.semantics.types import (
    DURATION,
    INT,
    NO_DEFAULT,
    STRING,
    UNKNOWN,
    Field,
    Limits,
    ListOf,
    ObjectType,
)
from wfcheck.syntax.literals import Duration, MapValue
from wfcheck.workfile.ast import FieldDecl


def told_of(declaration: str) -> list[str]:
    """What is said about an input `a`, named at 2:9, whose declaration begins at 2:12."""
    return told(f"steps: []\ninputs: {{a: {declaration}}}")


def declared(declaration: str) -> FieldDecl:
    workfile, findings = read(f"steps: []\ninputs: {{a: {declaration}}}")
    assert findings == []
    return workfile.inputs[0]


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("strin", ["2:13 invalid-type"]),
        ("~", ["2:13 wrong-shape"]),
        ("[string]", ["2:13 wrong-shape"]),
        ("object", ["2:13 invalid-type"]),
        ("{ required: true }", ["2:10 missing-key"]),
        ("{ typ: string }", ["2:15 unknown-key"]),
        ("{ type: 5 }", ["2:21 invalid-type"]),
        ("{ type: string, requierd: true }", ["2:29 unknown-key"]),
        ('{ type: string, required: "yes" }', ["2:39 invalid-literal"]),
        ("{ type: string, description: [a] }", ["2:42 wrong-shape"]),
        ("{ type: string, x-label: A }", []),
        # a constraint of another type
        ("{ type: string, min: 1 }", ["2:29 unknown-key"]),
        ("{ type: 'list[int]', max: 1 }", ["2:34 unknown-key"]),
        ("{ type: int, max_length: 1 }", ["2:26 unknown-key"]),
        ("{ type: int, pattern: a }", ["2:26 unknown-key"]),
        ("{ type: string, fields: {} }", ["2:29 unknown-key"]),
        ("{ type: string, unique: true }", ["2:29 unknown-key"]),
        ("{ type: strin, min: 1 }", ["2:21 invalid-type"]),
        # bad values
        ("{ type: int, min: a }", ["2:31 invalid-type"]),
        ("{ type: int, min: 2, max: 1 }", ["2:39 invalid-type"]),
        ("{ type: duration, min: 5 }", ["2:36 invalid-type"]),
        ("{ type: duration, min: 2h, max: 1h }", ["2:45 invalid-type"]),
        ("{ type: duration, max: 9999999999d }", ["2:36 too-large"]),
        ("{ type: string, min_length: -1 }", ["2:41 invalid-type"]),
        ("{ type: string, min_length: 2, max_length: 1 }", ["2:56 invalid-type"]),
        ('{ type: string, pattern: "(?=a)" }', ["2:38 invalid-type"]),
        ("{ type: string, pattern: 5 }", ["2:38 invalid-type"]),
        # objects
        ("{ type: object }", ["2:10 missing-key"]),
        ("{ type: 'map[object]', fields: [] }", ["2:44 wrong-shape"]),
        ("{ type: object, fields: { b: strin } }", ["2:42 invalid-type"]),
        ("{ type: object, fields: { b: { type: object } } }", ["2:39 missing-key"]),
        # defaults
        ("{ type: string, default: 5 }", ["2:38 invalid-default"]),
        ("{ type: string, default: ~ }", ["2:38 invalid-default"]),
        ("{ type: 'string?', default: ~ }", []),
        ("{ type: int, default: '12' }", ["2:35 invalid-default"]),
        ("{ type: 'enum[a]', default: b }", ["2:41 invalid-default"]),
        ("{ type: 'enum[a, ...]', default: b }", []),
        ("{ type: int, min: 1, default: 0 }", ["2:43 invalid-default"]),
        ("{ type: string, pattern: '[A-Z]{3}', default: AB }", ["2:59 invalid-default"]),
        ("{ type: 'list[int]', default: [1, two] }", ["2:43 invalid-default"]),
        ("{ type: 'list[string]', min_length: 1, default: [] }", ["2:61 invalid-default"]),
        ('{ type: string, default: "{{ run.id }}" }', ["2:38 invalid-default"]),
        ('{ type: json, default: [{ b: "{{ c }}" }] }', ["2:36 invalid-default"]),
        ("{ type: number, default: .nan }", ["2:38 invalid-literal"]),
        ("{ type: duration, default: soon }", ["2:40 invalid-default"]),
        ("{ type: timestamp, default: 2030-02-30T00:00:00Z }", ["2:41 invalid-default"]),
        ("{ type: duration, default: 9999999999d }", ["2:40 too-large"]),
        ("{ type: object, fields: { b: string }, default: { c: 1 } }", ["2:61 invalid-default"]),
    ],
)
def test_declarations(declaration: str, expected: list[str]) -> None:
    assert told_of(declaration) == expected


def test_names() -> None:
    text = "steps: []\ninputs: { if: int, b-c: int, x-d: int, ok: int }"
    assert told(text) == ["2:11 reserved-name", "2:20 invalid-name", "2:30 extension-content"]


def test_shorthand_and_map() -> None:
    assert declared("string").field == Field("a", STRING, required=False)
    assert declared("{ type: int, required: true, description: D }").field == Field(
        "a", INT, description="D"
    )


def test_limits_and_defaults() -> None:
    assert declared("{ type: duration, min: 1m, max: 2h, default: 1h }").field == Field(
        "a",
        DURATION,
        required=False,
        default=Duration(3_600_000),
        limits=Limits(min=Duration(60_000), max=Duration(7_200_000)),
    )
    assert declared("{ type: string, min_length: 1, max_length: 9, pattern: a+ }").field == Field(
        "a", STRING, required=False, limits=Limits(min_length=1, max_length=9, pattern="a+")
    )
    assert declared("{ type: int, default: 3.0 }").field.default == 3
    assert declared("{ type: string }").field.default is NO_DEFAULT


def test_objects_and_their_members() -> None:
    found = declared(
        "{ type: 'list[object]', fields: { b: string, c: { type: int, required: true } },"
        " default: [{ c: 1 }] }"
    )
    inner = ObjectType((Field("b", STRING, required=False), Field("c", INT)))
    assert found.field.type == ListOf(inner)
    assert found.field.default == (MapValue((("c", 1),)),)
    assert [str(member.span) for member in found.members] == ["a.workfile:2:47", "a.workfile:2:58"]


def test_a_fault_leaves_the_type_unknown() -> None:
    workfile, _ = read("steps: []\ninputs: { a: strin, b: { type: object }, c: 5 }")
    assert [each.field.type for each in workfile.inputs] == [UNKNOWN, UNKNOWN, UNKNOWN]


def test_what_an_omitted_required_means() -> None:
    found, told_of_it = manifest(
        """\
        connector: c
        actions: { a: { input: { x: int }, output: { x: { type: string, unique: true } } } }
        triggers: { t: { kind: poll, configuration: { x: int }, payload: { x: int } } }
        """
    )
    assert told_of_it == []
    assert found is not None
    action, trigger = found.actions[0], found.triggers[0]
    fields = (action.input, action.output, trigger.configuration, trigger.payload)
    assert [each[0].required for each in fields] == [False, True, False, True]
    assert action.output[0].limits.unique
