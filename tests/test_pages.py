"""The pages of the rules: their headings, and their examples, run as the tests that they are.

A line `#? settings: KEY = VALUE` in an example goes to the `wfcheck.toml` of the project around it.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

import wfcheck
from tests.cases import differences, lint_file, read_expectations
from wfcheck.catalog import RULES
from wfcheck.explore.explore import Options, explore
from wfcheck.project import Project
from wfcheck.report.contract.explore import verdict_word
from wfcheck.semantics.program import Program
from wfcheck.settings import load_settings
from wfcheck.smt.prove import prove
from wfcheck.workfile.workspace import Workspace

PAGES: Final = Path(wfcheck.__file__).parent / "pages"
PROJECT: Final = Path(__file__).parent / "corpus" / "pages"
HEADINGS: Final = ("What", "Why", "Bad", "Good", "Exceptions", "See")
SETTING: Final = re.compile(r"^#\? settings: (?P<line>.+)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """One fenced block of a page."""

    rule: str
    heading: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule}-{self.heading.lower()}"


def sections(page: Path) -> dict[str, str]:
    parts = re.split(r"^## (\w+)\n", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def examples() -> Iterator[Example]:
    for page in sorted(PAGES.glob("*.md")):
        for heading, body in sections(page).items():
            for text in re.findall(r"^```yaml\n(.*?)^```$", body, re.MULTILINE | re.DOTALL):
                yield Example(page.stem, heading, text)


def is_about_lint(example: Example) -> bool:
    return not re.search(r"#[!?] ?(refuted|proved|flags:|[a-z-]+: (holds|violated))", example.text)


LINTED: Final = [example for example in examples() if is_about_lint(example)]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project in which the examples stand."""
    return shutil.copytree(PROJECT, tmp_path / "project")


def settle(example: Example, project: Path) -> Path:
    """Writes an example into the project, its settings into the project's file."""
    settings = "".join(f"{line}\n" for line in SETTING.findall(example.text))
    (project / "wfcheck.toml").write_text(settings, encoding="utf-8")
    path = project / "example.workfile"
    path.write_text(SETTING.sub("", example.text), encoding="utf-8")
    return path


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == {rule.name for rule in RULES}


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_a_page_has_its_headings_in_order(page: Path) -> None:
    assert page.read_text(encoding="utf-8").startswith(f"# {page.stem}\n")
    assert tuple(sections(page)) == HEADINGS


@pytest.mark.parametrize("example", LINTED, ids=str)
def test_a_linted_example_gets_what_it_marks(example: Example, project: Path) -> None:
    path = settle(example, project)
    expected = read_expectations(path.read_text(encoding="utf-8"))
    found = lint_file(path)
    assert not differences(expected, found)
    assert len(found) == len(expected.diagnostics), found
    if example.heading == "Bad":
        assert example.rule in {f.rule for f in found}


PROVED: Final = [e for e in examples() if re.search(r"#[!?] ?(refuted|proved) ", e.text)]
EXPLORED: Final = [
    e for e in examples() if re.search(r"^#\? [a-z-]+: (holds|violated)$", e.text, re.MULTILINE)
]


def open_program(path: Path) -> Program:
    project = Project.of(path)
    return Workspace(project, load_settings(project.root)).program(path)


@pytest.mark.parametrize("example", PROVED, ids=str)
def test_a_proved_example_gets_what_it_marks(example: Example, project: Path) -> None:
    path = settle(example, project)
    wanted = [
        (number if mark == "!" else None, status, kind)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for mark, status, kind in re.findall(r"#([!?]) (refuted|proved) ([a-z-]+)", line)
    ]
    got = {
        (answer.span.start.line if answer.span else 1, str(answer.status), answer.rule.name)
        for answer in prove(open_program(path))
    }
    for line, status, kind in wanted:
        assert any(
            (line or at, status, kind) == (at, got_status, got_kind)
            for at, got_status, got_kind in got
        ), got
    refuted = {(line, kind) for line, status, kind in got if status == "refuted"}
    assert refuted == {(line, kind) for line, status, kind in wanted if status == "refuted"}
    assert any(kind == example.rule for _, _, kind in wanted)


@pytest.mark.parametrize("example", EXPLORED, ids=str)
def test_an_explored_example_gets_what_it_marks(example: Example, project: Path) -> None:
    path = settle(example, project)
    named = frozenset(re.findall(r"^#\? flags: --property (\S+)$", example.text, re.MULTILINE))
    found = explore(open_program(path), Options(named=named))
    verdicts = {answer.name: verdict_word(answer.verdict) for answer in found.properties}
    wanted = dict(re.findall(r"^#\? ([a-z-]+): (holds|violated)$", example.text, re.MULTILINE))
    assert example.rule in wanted
    assert verdicts == verdicts | wanted
