"""Small projects for the explorer: one manifest, one Workfile, its exploration."""

from pathlib import Path
from typing import Final

from wfcheck.explore.answer import Exploration
from wfcheck.explore.explore import Options, explore
from wfcheck.project import Project
from wfcheck.report.contract.explore import verdict_word
from wfcheck.semantics.program import Program
from wfcheck.settings import Settings
from wfcheck.workfile.workspace import Workspace

OFFICE: Final = """
connector: office
actions:
  ask:
    effects: write
    input: { text: { type: string, required: true } }
    output: { ticket: string, level: int, extra: json }
    errors: [office.closed]
    emits: [{ event: office.answer, match: { ticket: ticket } }]
  look:
    effects: read
    input: {}
    output: { count: int, found: bool }
triggers:
  answer: { kind: external, payload: { ticket: string, word: "enum[yes, no]" }, correlate_on: [ticket] }
  bell: { kind: external, payload: { door: string, rings: int }, correlate_on: [door] }
  alarm: { kind: external, payload: { door: string }, correlate_on: [door] }
"""


def program(folder: Path, text: str, **others: str) -> Program:
    """The program of a Workfile in a project with the office; `others` are callees by name."""
    (folder / "wfcheck.toml").write_text("")
    (folder / "connectors").mkdir(exist_ok=True)
    (folder / "connectors" / "office.yaml").write_text(OFFICE)
    for name, callee in others.items():
        (folder / f"{name}.workfile").write_text(callee)
    (folder / "a.workfile").write_text(text)
    return Workspace(Project(folder), Settings()).program(folder / "a.workfile")


def exploration(
    folder: Path, text: str, options: Options | None = None, **others: str
) -> Exploration:
    """The exploration of that program."""
    return explore(program(folder, text, **others), options)


def verdicts(found: Exploration) -> dict[str, str]:
    """The verdicts by property."""
    return {answer.name: verdict_word(answer.verdict) for answer in found.properties}


def violated(found: Exploration) -> set[str]:
    """The properties that are violated."""
    return {name for name, verdict in verdicts(found).items() if verdict == "violated"}
