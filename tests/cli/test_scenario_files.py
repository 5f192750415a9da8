"""Scenario files on the command line: what is wrong with them is said with its place."""

from pathlib import Path

import pytest

from wfcheck.cli.app import run
from wfcheck.cli.status import Status

WORKFILE = """\
inputs:
  sku: { type: string, required: true }
initial: waiting
states:
  waiting:
    on:
      reply: { event: shop.reply, match: { sku: "{{ inputs.sku }}" }, goto: closed }
    timeout: { after: 1h, goto: closed }
  closed: { final: true }
"""
SHOP = """\
connector: shop
triggers:
  reply: { kind: external, payload: { sku: string }, correlate_on: [sku] }
  refused: { kind: external, payload: {} }
actions:
  capture: { effects: write, output: {} }
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "connectors").mkdir()
    (tmp_path / "connectors" / "shop.yaml").write_text(SHOP, encoding="utf-8")
    (tmp_path / "order.workfile").write_text(WORKFILE, encoding="utf-8")
    return tmp_path


def written(text: str) -> str:
    Path("a.scenario.yaml").write_text(f"workfile: order.workfile\n{text}", encoding="utf-8")
    return "a.scenario.yaml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "inputs: { sku: a }\nevents: [{ at: 1m, event: shop.rply }]\n",
            (
                "a.scenario.yaml:3:27: `shop.rply`: connector `shop` has no trigger `rply`;"
                " did you mean `reply`?"
            ),
        ),
        (
            "inputs: { sku: a }\nactions: [{ action: shop.captrue, returns: {} }]\n",
            (
                "a.scenario.yaml:3:21: `shop.captrue`: connector `shop` has no action `captrue`;"
                " did you mean `capture`?"
            ),
        ),
        (
            "inputs: { sku: a }\nactions: [{ step: nowhere, returns: {} }]\n",
            "a.scenario.yaml:3:19: `order.workfile` has no step `nowhere`",
        ),
        (
            "inputs: { sku: a }\nexpect: { outcome: complted }\n",
            "a.scenario.yaml:3:20: `complted` is no outcome of a run; did you mean `completed`?",
        ),
        (
            "inputs: { skuu: a }\n",
            (
                "a.scenario.yaml:2:9: `inputs` cannot start the run: `skuu` is not declared;"
                " did you mean `sku`?"
            ),
        ),
        ("", "a.scenario.yaml:1:1: `inputs` cannot start the run: `sku` is missing"),
        (
            "inputs: { sku: a }\nexpect: { states: [closed] }\n",
            "a.scenario.yaml:3:19: `states`: expected [`closed`], got [`waiting`, `closed`]",
        ),
        (
            "inputs: { sku: a }\nexpects: {}\n",
            "a.scenario.yaml:3:1: a scenario has no key `expects`; did you mean `expect`?",
        ),
    ],
)
def test_a_failure_stands_at_its_place(
    text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["test", written(text)]) == Status.FINDINGS
    assert (
        capsys.readouterr().out == f"failed a.scenario.yaml\n  {said}\n\n0 of 1 scenarios passed\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "expect: { outcome: failed, code: input.invalid }\n",
        "expect: { outcome: failed }\n",
        # accepted by the run though nobody waits for it
        (
            "inputs: { sku: a }\nevents: [{ at: 1m, event: shop.refused }]\n"
            "expect: { undelivered: 1, outcome: completed }\n"
        ),
    ],
)
def test_what_is_expected_is_no_failure(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", written(text)]) == Status.PASSED, capsys.readouterr().out


def test_a_workfile_is_no_scenario_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", "order.workfile"]) == Status.USAGE
    captured = capsys.readouterr()
    assert "order.workfile: not a scenario file" in captured.err
    assert captured.out == ""


def test_a_folder_without_scenarios_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", "."]) == Status.TROUBLE
    captured = capsys.readouterr()
    assert captured.err == "wfcheck: nothing to check: no .scenario.yaml file in .\n"
    assert captured.out == ""


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ("{}", "input.invalid (`sku` is missing)"),
        ("{ sku: a, skuu: b }", "input.invalid (`skuu` is not declared; did you mean `sku`?)"),
        ("{ sku: 3 }", "input.invalid (`sku`: int where string is expected)"),
    ],
)
def test_a_run_says_which_input_is_wrong(
    inputs: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("in.yaml").write_text(inputs, encoding="utf-8")
    assert run(["run", "order.workfile", "--inputs", "in.yaml"]) == Status.FINDINGS
    assert said in capsys.readouterr().out


def test_a_run_says_what_its_scenario_misspells(capsys: pytest.CaptureFixture[str]) -> None:
    scenario = written("inputs: { sku: a }\nevents: [{ at: 1m, event: shop.rply }]\n")
    assert run(["run", "order.workfile", "--scenario", scenario]) == Status.FINDINGS
    captured = capsys.readouterr()
    assert "has no trigger `rply`; did you mean `reply`?" in captured.err
    assert "completed" in captured.out
