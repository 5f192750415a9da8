"""Scenario files of the corpus, played in one process."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wfcheck.exec.expect import differences
from wfcheck.exec.run import RunResult, run
from wfcheck.exec.scenario import Scenario, read_scenarios
from wfcheck.exec.script import Script
from wfcheck.project import Project
from wfcheck.semantics.program import Program
from wfcheck.settings import load_settings
from wfcheck.syntax.yaml import Node, compose, read_source
from wfcheck.workfile.workspace import Workspace

CORPUS = Path(__file__).parent.parent / "corpus" / "exec"


@dataclass(frozen=True)
class Play:
    """A scenario and the program that it runs."""

    file: Path
    scenario: Scenario
    program: Program

    def run(self) -> RunResult:
        return run(self.program, Script(self.program, self.scenario))

    def failures(self) -> tuple[str, ...]:
        result = self.run()
        return (*result.complaints, *differences(self.scenario.expect, result))

    def __str__(self) -> str:
        return f"{self.file.name}: {self.scenario.name}"


def plays(pattern: str = "*.scenario.yaml") -> Iterator[Play]:
    workspaces: dict[Path, Workspace] = {}
    for file in sorted(CORPUS.rglob(pattern)):
        root = Project.of(file).root
        workspace = workspaces.setdefault(root, workspace_of(file))
        for scenario in scenarios_in(file.read_text(encoding="utf-8"), str(file)):
            assert not scenario.broken, scenario.broken
            assert scenario.workfile is not None
            yield Play(file, scenario, workspace.program(file.parent / scenario.workfile))


def workspace_of(file: Path) -> Workspace:
    project = Project.of(file)
    return Workspace(project, load_settings(project.root))


def scenarios_in(text: str, name: str = "test.scenario.yaml") -> tuple[Scenario, ...]:
    return read_scenarios(node(text, name))


def node(text: str, name: str = "test.scenario.yaml") -> Node:
    source = read_source(name, text.encode(), [])
    assert source is not None
    root = compose(source, [])
    assert root is not None
    return root
