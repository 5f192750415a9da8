"""`check` tells a fault once: the run that ends with it, at the scalar that an obligation blames."""

import json
from pathlib import Path
from typing import Any

import pytest

from wfcheck.cli.app import run

TILL = """
connector: till
actions:
  pay:
    effects: write
    input:
      amount: { type: number, required: true, min: 0 }
      note: { type: string, max_length: 4 }
"""
INPUTS = """inputs:
  price: { type: number, required: true }
  qty: { type: int, required: true }
  text: { type: string, required: true, max_length: 9 }
"""


def told(folder: Path, steps: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    (folder / "wfcheck.toml").write_text("")
    (folder / "connectors").mkdir()
    (folder / "connectors" / "till.yaml").write_text(TILL)
    (folder / "a.workfile").write_text(f"{INPUTS}{steps}")
    run(["check", str(folder / "a.workfile"), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    found: list[dict[str, Any]] = report["files"][0]["diagnostics"]
    return found


def rules(found: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    return [(d["rule"], d["line"], d["column"]) for d in found]


def test_the_fault_stands_at_the_argument_that_breaks_its_declaration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = 'steps:\n  - t: { till.pay: { amount: "{{ inputs.price * inputs.qty }}" } }\n'
    (fault,) = told(tmp_path, steps, capsys)
    assert rules([fault]) == [("fault", 6, 30)]
    assert fault["severity"] == "error"
    assert fault["help"].startswith("for example: inputs.price = 1, inputs.qty = -1; `wfcheck ")


def test_of_two_arguments_the_one_that_the_run_names_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = (
        'steps:\n  - t:\n      till.pay:\n        amount: "{{ inputs.price }}"\n'
        '        note: "{{ inputs.text }}"\n'
    )
    found = told(tmp_path, steps, capsys)
    assert sorted(d["rule"] for d in found) == ["assignment", "fault"]
    assert {d["line"] for d in found} == {8, 9}


def test_what_another_step_does_is_another_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = (
        "steps:\n  - first: { wf.value: 1 }\n"
        '  - t: { wf.value: "{{ 10 // inputs.qty }}" }\n'
        '  - u: { wf.value: "{{ 10 // (inputs.qty - 1) }}" }\n'
    )
    found = rules(told(tmp_path, steps, capsys))
    assert sorted(rule for rule, _, _ in found) == ["fault", "no-fault"]
    assert sorted(line for _, line, _ in found) == [7, 8]


def test_two_obligations_that_may_be_it_are_both_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = (
        "steps:\n  - t:\n      wf.value:\n"
        '        a: "{{ 10 // inputs.qty }}"\n        b: "{{ 10 // (inputs.qty - 1) }}"\n'
    )
    found = rules(told(tmp_path, steps, capsys))
    assert ("fault", 6, 5) in found
    assert [line for rule, line, _ in found if rule == "no-fault"] == [8, 9]
