"""Lengths that no solver builds: what breaks a long limit is shown, and what keeps it is proved."""

from pathlib import Path
from typing import Final

import pytest

from wfcheck.diagnostic import Severity
from wfcheck.project import Project
from wfcheck.semantics.types import BOOL, STRING, Field, Limits, ListOf
from wfcheck.semantics.values import conforms
from wfcheck.semantics.verdict import Proved, Refuted
from wfcheck.settings import Settings
from wfcheck.smt.demand import Breaks, Demand, Exists, met
from wfcheck.smt.obligation import ProofAnswer, Status, model_text
from wfcheck.smt.prove import prove
from wfcheck.smt.stretch import stretched
from wfcheck.syntax.expr import Apply, Cond, Lit, Op, SymbolId, Text, Unknown
from wfcheck.workfile.workspace import Workspace

POST: Final = """
connector: post
actions:
  send:
    effects: write
    input: { text: { type: string, required: true, max_length: 4000 } }
  note:
    effects: write
    input: { text: { type: string, required: true, min_length: 300, max_length: 500 } }
  list:
    effects: write
    input: { names: { type: "list[string]", required: true, max_length: 200 } }
"""
INPUTS: Final = """
inputs:
  id: { type: string, required: true }
  short: { type: string, required: true, max_length: 100 }
  half: { type: string, required: true, max_length: 3000 }
  other: { type: string, required: true, max_length: 3000 }
  long: { type: string, required: true, min_length: 400, max_length: 5000 }
  slug: { type: string, required: true, pattern: "^[a-z]+-[0-9]+$" }
  n: { type: int, required: true }
  names: { type: "list[string]", required: true }
  ok: { type: bool, required: true }
  opt: { type: string }
"""


def proved(folder: Path, step: str) -> ProofAnswer:
    (folder / "connectors").mkdir()
    (folder / "connectors" / "post.yaml").write_text(POST)
    path = folder / "a.workfile"
    path.write_text(f"{INPUTS}steps:\n  - a: {step}\n")
    found = prove(Workspace(Project(folder), Settings()).program(path))
    (answer,) = (answer for answer in found if answer.rule.name == "assignment")
    return answer


@pytest.mark.parametrize(
    ("step", "shown", "severity"),
    [
        ("{ post.send: { text: '{{ inputs.id }}' } }", "(4001 characters)", Severity.INFO),
        ("{ post.send: { text: 'Order {{ inputs.id }}!' } }", "(3999 characters)", Severity.INFO),
        (
            "{ post.send: { text: '{{ inputs.half }}{{ inputs.other }}' } }",
            "3000",
            Severity.WARNING,
        ),
        ("{ post.send: { text: '{{ inputs.long }}' } }", "4001", Severity.WARNING),
        ("{ post.send: { text: '{{ inputs.slug }}' } }", "4001", Severity.WARNING),
        ("{ post.send: { text: '{{ inputs.id | upper }}' } }", '"id-id-', Severity.INFO),
        ("{ post.send: { text: '{{ inputs.half | upper }}' } }", "ß", Severity.WARNING),
        ("{ post.send: { text: '{{ inputs.opt | default(inputs.short) }}' } }", "", Severity.INFO),
        (
            "{ post.send: { text: '{{ inputs.short if inputs.ok else inputs.id }}' } }",
            "inputs.ok = false",
            Severity.INFO,
        ),
        (
            "{ post.send: { text: 'Hi {{ inputs.id }}' }, when: '{{ inputs.id | length > 3000 }}' }",
            "(3999 characters)",
            Severity.INFO,
        ),
        ("{ post.note: { text: '{{ inputs.id }}' } }", 'inputs.id = "id-1"', Severity.INFO),
        ("{ post.list: { names: '{{ inputs.names }}' } }", "(201 elements)", Severity.INFO),
    ],
)
def test_what_is_too_long_is_refuted_by_values(
    tmp_path: Path, step: str, shown: str, severity: Severity
) -> None:
    answer = proved(tmp_path, step)
    assert isinstance(answer.proof, Refuted)
    assert shown in model_text(answer.proof)
    assert answer.proof.model.entries
    assert answer.severity is severity


@pytest.mark.parametrize(
    ("step", "because"),
    [
        ("{ post.send: { text: 'Order {{ inputs.short }} ({{ inputs.n }})' } }", "10 to 129"),
        ("{ post.send: { text: '{{ inputs.id | slice(0, 4000) }}' } }", "0 to 4000"),
        ("{ post.send: { text: '{{ inputs.half | trim }}' } }", "0 to 3000"),
        ("{ post.send: { text: '{{ inputs.half if inputs.ok else inputs.short }}' } }", "alike"),
        (
            "{ post.send: { text: 'Hi {{ inputs.id }}' }, when: '{{ inputs.id | length < 3000 }}' }",
            "length < 3000",
        ),
    ],
)
def test_what_fits_is_proved(tmp_path: Path, step: str, because: str) -> None:
    answer = proved(tmp_path, step)
    assert answer.status is Status.PROVED
    assert isinstance(answer.proof, Proved)
    assert because in "; ".join(answer.proof.because)


DOC, PART, FLAG, NAMES = (Unknown(SymbolId(number)) for number in range(4))
FIELDS: Final = {
    DOC.id: Field("doc", STRING),
    PART.id: Field("part", STRING, limits=Limits(min_length=200, max_length=300)),
    FLAG.id: Field("flag", BOOL),
    NAMES.id: Field("names", ListOf(STRING)),
}
PLACE: Final = Field("text", STRING, limits=Limits(max_length=1000))


@pytest.mark.parametrize(
    "demands",
    [
        (Breaks(DOC, PLACE),),
        (Breaks(Text(("a ", DOC, " b ", PART)), PLACE),),
        (FLAG, Breaks(Cond(FLAG, DOC, Lit("short")), PLACE)),
        (Apply(Op.GT, (Apply(Op.LENGTH, (NAMES,)), Lit(500))),),
        (Exists(PART), Apply(Op.EQ, (Apply(Op.LENGTH, (PART,)), Lit(250)))),
    ],
)
def test_values_keep_their_declarations_and_meet_the_demands(demands: tuple[Demand, ...]) -> None:
    model = stretched(demands, FIELDS, rlimit=2_000_000)
    assert model is not None
    assert all(met(demand, model) for demand in demands)
    assert all(conforms(value, FIELDS[id_]) is None for id_, value in model.items())


@pytest.mark.parametrize(
    "demands",
    [
        (Breaks(PART, PLACE),),  # nothing so long is allowed
        (Breaks(DOC, Field("text", STRING, limits=Limits(max_length=9))),),  # the solver's matter
        (Exists(DOC),),
    ],
)
def test_there_are_none_where_no_length_breaks_a_long_limit(demands: tuple[Demand, ...]) -> None:
    assert stretched(demands, FIELDS, rlimit=2_000_000) is None
