"""Runs without a script: the same seed is the same run, and nothing drawn breaks a manifest."""

import pytest

from tests.exec.playing import CORPUS, workspace_of
from wfcheck.exec.draw import Draw
from wfcheck.exec.run import run
from wfcheck.semantics.replay import Replayed, replay

NAMES = ("desk", "lanes", "dry")


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_is_a_run(name: str) -> None:
    program = workspace_of(CORPUS / "wfcheck.toml").program(CORPUS / f"{name}.workfile")
    ends = set()
    for seed in range(8):
        first, again = run(program, Draw(program, seed)), run(program, Draw(program, seed))
        assert first == again
        replayed = replay(program, first.trace)
        assert isinstance(replayed, Replayed)
        assert replayed.record == first.record
        ends.add(first.end.outcome)
        assert first.end.code != "input.invalid"
    assert ends
