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
