"""A name in a scenario that stands for nothing is said, with the nearest that stands for something."""

import pytest

from tests.exec.playing import CORPUS, plays, scenarios_in, workspace_of
from wfcheck.exec.names import misnamed, operations

PROGRAMS = workspace_of(CORPUS / "wfcheck.toml")
LANES = PROGRAMS.program(CORPUS / "lanes.workfile")
DESK = PROGRAMS.program(CORPUS / "desk.workfile")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (
            "actions: [{ step: 'asking[0].aks', fails: action.failed }]",
            "actions[0].step",
            "has no step `asking[0].aks`; did you mean `asking[0].ask`?",
        ),
        (
            "actions: [{ step: ask, fails: action.failed }]",
            "actions[0].step",
            "has no step `ask`; did you mean `asking[0].ask`?",
        ),
        ("expect: { outcome: complete }", "expect.outcome", "did you mean `completed`?"),
        ("expect: { outcome: 3 }", "expect.outcome", "`3` is no outcome of a run; there are"),
        ("expect: { states: [asking, answred] }", "expect.states[1]", "`answred` is no state"),
        (
            "expect: { steps: { 'asking[0].aks': not_run } }",
            "expect.steps.asking[0].aks",
            "did you mean `asking[0].ask`?",
        ),
        (
            "expect: { steps: { 'asking[0].ask': suceeded } }",
            "expect.steps.asking[0].ask",
            "did you mean `succeeded`?",
        ),
        ("expect: { attempts: { 'asking[0].ask/x': 1 } }", "expect.attempts", "calls no Workfile"),
        ("cancel: { at: 1s, step: nobody }", "cancel", "has no step `nobody`"),
    ],
)
def test_a_name_that_is_nowhere(text: str, place: str, message: str) -> None:
    (scenario,) = scenarios_in(text)
    assert not scenario.broken
    (found,) = misnamed(DESK, scenario)
    assert found.place.startswith(place)
    assert message in found.message
    assert scenario.places.at(found.place) is not None


def test_all_paths_of_the_corpus_are_known() -> None:
    for play in plays():
        assert misnamed(play.program, play.scenario) == (), str(play)


def test_paths_of_later_entries_are_those_of_the_first() -> None:
    (scenario,) = scenarios_in("expect: { attempts: { 'asking[7].ask': 0 } }")
    assert misnamed(DESK, scenario) == ()


def test_the_operations_of_a_program() -> None:
    assert operations(LANES) >= {"shop.pay", "shop.ask"}
