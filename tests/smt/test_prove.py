"""Proofs of whole files: the marks of the corpus, models, severities, and what lint makes of them."""

import re
from collections import Counter
from pathlib import Path

import pytest

from wfcheck.diagnostic import Severity
from wfcheck.project import Project
from wfcheck.semantics.program import Program
from wfcheck.semantics.verdict import NotProved, Proved, Refuted
from wfcheck.settings import load_settings
from wfcheck.smt.obligation import ProofAnswer, Status, questions
from wfcheck.smt.obligations.registry import KINDS, obligations
from wfcheck.smt.prove import prove, scripts, settle
from wfcheck.smt.quick import findings, quick
from wfcheck.smt.walk import walk
from wfcheck.syntax.literals import MapValue
from wfcheck.workfile.lower import lower
from wfcheck.workfile.workspace import Workspace

CORPUS = Path(__file__).parents[1] / "corpus" / "prove"
FILES = sorted(CORPUS.glob("*.workfile"))
MARK = re.compile(r"\s#!\s*(?P<body>.+?)\s*$")
HEAD = re.compile(r"^#\?\s*(?P<body>.+?)\s*$")


def program(path: Path) -> Program:
    workspace = Workspace(Project(CORPUS), load_settings(CORPUS))
    return lower(workspace.checked(path))


def expected(path: Path) -> list[tuple[int | None, str, str]]:
    """The marks of a file: a line (None for anywhere), a status and a kind."""
    out: list[tuple[int | None, str, str]] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = HEAD.match(line) or MARK.search(line)
        for part in found["body"].split(";") if found else ():
            status, kind = part.split()
            out.append((None if HEAD.match(line) else number, status, kind))
    return out


def told(answer: ProofAnswer) -> tuple[int, str, str]:
    line = 1 if answer.span is None else answer.span.start.line
    return line, answer.status.value, answer.rule.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_marked_files(path: Path) -> None:
    found = Counter(told(answer) for answer in prove(program(path)))
    for line, status, kind in expected(path):
        hits = [f for f in found if found[f] and f[1:] == (status, kind) and line in (None, f[0])]
        assert hits, f"missing {status} {kind} at line {line}; found {sorted(found)}"
        found[hits[0]] -= 1
    left = {f: count for f, count in found.items() if count and f[1] == "refuted"}
    assert not left


def written(tmp_path: Path, text: str) -> Program:
    (tmp_path / "connectors").symlink_to(CORPUS / "connectors")
    path = tmp_path / "file.workfile"
    path.write_text(text)
    return lower(Workspace(Project(tmp_path), load_settings(tmp_path)).checked(path))


def only(answers: tuple[ProofAnswer, ...], kind: str) -> ProofAnswer:
    (answer,) = (answer for answer in answers if answer.rule.name == kind)
    return answer


def test_a_refutation_shows_small_values_in_the_names_of_the_file(tmp_path: Path) -> None:
    text = (
        'inputs: { n: { type: int, required: true } }\nsteps:\n  - a: "{{ 1 // (inputs.n - 3) }}"\n'
    )
    answer = only(prove(written(tmp_path, text)), "no-fault")
    assert answer.proof == Refuted(MapValue((("inputs.n", 3),)), environment=True)
    assert answer.severity is Severity.INFO
    assert answer.span is not None
    assert answer.span.start.line == 3


def test_a_refutation_within_declared_bounds_is_a_warning(tmp_path: Path) -> None:
    text = (
        "inputs: { n: { type: int, required: true, min: 0, max: 9 } }\n"
        'steps:\n  - a: "{{ 1 // (inputs.n - 3) }}"\n'
    )
    answer = only(prove(written(tmp_path, text)), "no-fault")
    assert isinstance(answer.proof, Refuted)
    assert not answer.proof.environment
    assert answer.severity is Severity.WARNING


def test_a_proof_names_what_it_rests_on(tmp_path: Path) -> None:
    text = (
        "inputs: { n: { type: int, required: true }, m: { type: int, required: true, min: 2 } }\n"
        'steps:\n  - a: { wf.value: "{{ 6 // (inputs.n + inputs.m) }}",'
        ' when: "{{ inputs.n > 0 and inputs.n < 9 and inputs.m < 9 }}" }\n'
    )
    answers = prove(written(tmp_path, text))
    answer = next(a for a in answers if a.rule.name == "no-fault" and "6 //" in a.statement)
    assert isinstance(answer.proof, Proved)
    assert "inputs.n > 0 and inputs.n < 9 and inputs.m < 9" in answer.proof.because


OVERLAPS = """
inputs: {{ id: {{ type: string, required: true }}, by: {{ type: string, required: true }} }}
initial: a
states:
  a:
    on:
      x: {{ event: desk.answer, match: {{ id: "{{{{ inputs.id }}}}" }}, goto: done }}
      y: {{ event: desk.answer, match: {{ {second} }}, goto: done }}
  done: {{ final: true }}
"""


@pytest.mark.parametrize(
    ("second", "statement", "severity"),
    [
        ('by: "{{ inputs.by }}"', "some event fits both `x` and `y`", Severity.INFO),
        (
            'id: "{{ inputs.id }}", by: "{{ inputs.by }}"',
            "every event that fits `y` fits `x` too",
            Severity.ERROR,
        ),
    ],
)
def test_overlap_is_for_some_or_for_all_values(
    tmp_path: Path, second: str, statement: str, severity: Severity
) -> None:
    answers = prove(written(tmp_path, OVERLAPS.format(second=second)))
    answer = only(answers, "subscriptions-disjoint")
    assert (answer.statement, answer.severity) == (statement, severity)


CYCLE = """
inputs: { n: { type: int, required: true } }
initial: a
states:
  a:
    route: "{{ 'on' if inputs.n > 3 and inputs.n < 2 else 'out' }}"
    cases: { on: { goto: a }, out: { goto: done } }
  done: { final: true }
"""


def test_a_cycle_that_cannot_happen_is_refuted_and_said_to_be_infeasible(tmp_path: Path) -> None:
    answer = only(prove(written(tmp_path, CYCLE)), "immediate-acyclic")
    assert answer.status is Status.REFUTED
    assert answer.severity is Severity.ERROR
    assert "infeasible" in answer.statement


def test_a_limit_that_is_met_is_unknown(tmp_path: Path) -> None:
    text = (
        "inputs: { n: { type: int, required: true }, m: { type: int, required: true } }\n"
        "steps:\n  - a: { wf.value: 1, when: "
        '"{{ inputs.n * inputs.n * inputs.n + inputs.m * inputs.m == 70000001 * inputs.m }}" }\n'
    )
    answers = prove(written(tmp_path, text), rlimit=50)
    answer = only(answers, "guard-not-constant")
    assert isinstance(answer.proof, NotProved)
    assert "limit" in answer.proof.reason


def test_the_kinds_are_those_of_the_folder() -> None:
    folder = Path(__file__).parents[2] / "wfcheck" / "smt" / "obligations"
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "registry"}
    assert files == {kind.__name__ for kind in KINDS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_settled_quickly_is_what_the_solver_says(path: Path) -> None:
    lowered = program(path)
    by_solver = {(a.rule, a.span, a.statement): a.status for a in prove(lowered)}
    for obligation, outcome in quick(lowered).settled:
        status = by_solver[obligation.rule, obligation.span, outcome.statement]
        assert status is (Status.REFUTED if isinstance(outcome.proof, Refuted) else Status.PROVED)


def test_lint_tells_what_is_refuted_and_not_what_follows_from_it(tmp_path: Path) -> None:
    text = (
        "inputs: { n: { type: int, required: true } }\nsteps:\n"
        '  - a: { wf.choose: [{ when: "{{ inputs.n > 5 and inputs.n < 3 }}", then: [\n'
        '      { b: { wf.value: 1, when: "{{ inputs.n > 0 }}" } }] }], else: [] }\n'
    )
    found = quick(written(tmp_path, text))
    told_of = findings((*found.settled, *settle(found)))
    assert {(finding.rule.name, finding.span.start.line) for finding in told_of} == {
        ("case-reachable", 3),
        ("guard-not-constant", 3),
    }


def test_every_obligation_is_written_as_smtlib() -> None:
    lowered = program(CORPUS / "approval.workfile")
    answers = prove(lowered)
    files = dict(scripts(lowered, answers))
    asked = [questions(obligation.claim) for obligation in obligations(walk(lowered))]
    assert len(files) == sum(max(len(each), 1) for each in asked)
    assert all(text.startswith("; ") for text in files.values())
    assert all("(check-sat)" in text for text in files.values())
    apart = next(text for name, text in files.items() if "disjoint" in name)
    assert "one.id" in apart or "two.id" in apart


def test_the_same_file_has_the_same_proofs() -> None:
    lowered = program(CORPUS / "lists.workfile")
    first, second = (
        [(a.id, a.statement, a.proof, a.severity) for a in prove(lowered)] for _ in range(2)
    )
    assert first == second
