"""The conformance report: each numbered requirement with the tests that hold it, or why there is none.

    python -m tests.conformance          writes reports/conformance.md

A test covers a requirement by its own mark: `# covers: SWP-004 WFC-019` in a marked file or a scenario
file, `@pytest.mark.covers("SWP-004")` on a test, or the number under *See* on a rule's page, whose
examples are tests. `requirements.txt` lists the numbers with their kinds, `not_covered.txt` says why
one has no test.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
REPORT: Final = ROOT / "reports" / "conformance.md"
NUMBER: Final = re.compile(r"\b(?:SWP|SPD|WFC|CT|DW)-\d{3}\b")
COVERS: Final = re.compile(r"#\s*covers:(?P<ids>[^\n(]*)")
OBSERVED_BY_VALIDATOR: Final = frozenset({"static-error", "static-warning", "typing", "structural"})
VALIDATED: Final = ("SWP", "SPD", "WFC")


def requirements() -> dict[str, str]:
    """Every number with its kind, in the order of the sources."""
    lines = (ROOT / "tests" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0]: line.split()[1] for line in lines}


def reasons() -> dict[str, str]:
    """Why a number has no test; a family (`CT`) stands for all of its numbers."""
    lines = (ROOT / "tests" / "not_covered.txt").read_text(encoding="utf-8").splitlines()
    said = [line.partition(" ") for line in lines if line.strip() and not line.startswith("#")]
    return {number: reason for number, _, reason in said}


def marks_in_files() -> Iterator[tuple[str, str]]:
    """Numbers named by `# covers:` in marked files and scenario files, with the file."""
    for folder in ("tests/corpus", "examples"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in {".workfile", ".yaml", ".yml"}:
                for match in COVERS.finditer(path.read_text(encoding="utf-8", errors="replace")):
                    for number in NUMBER.findall(match["ids"]):
                        yield number, path.relative_to(ROOT).as_posix()


def marks_on_pages() -> Iterator[tuple[str, str]]:
    """Numbers under *See* of a rule's page."""
    for page in sorted((ROOT / "wfcheck" / "pages").glob("*.md")):
        see = page.read_text(encoding="utf-8").rpartition("## See")[2]
        for number in NUMBER.findall(see):
            yield number, page.relative_to(ROOT).as_posix()


def marks_on_tests() -> Iterator[tuple[str, str]]:
    """Numbers given to `pytest.mark.covers`, with the test."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    if ast.unparse(decorator).startswith("pytest.mark.covers("):
                        for number in NUMBER.findall(ast.unparse(decorator)):
                            yield number, f"{path.relative_to(ROOT).as_posix()}::{node.name}"


def covered() -> dict[str, list[str]]:
    """Every number that a test covers, with its tests."""
    found: dict[str, list[str]] = defaultdict(list)
    for source in (marks_in_files(), marks_on_pages(), marks_on_tests()):
        for number, test in source:
            if test not in found[number]:
                found[number].append(test)
    return dict(found)


def uncovered_observable() -> list[str]:
    """Numbers that a validator can observe, with neither a test nor a reason."""
    held, excused = covered(), reasons()
    return [
        number
        for number, kind in requirements().items()
        if kind in OBSERVED_BY_VALIDATOR
        and number.partition("-")[0] in VALIDATED
        and number not in held
        and number not in excused
    ]


def rows(known: dict[str, str], held: dict[str, list[str]]) -> Iterator[str]:
    excused = reasons()
    for number, kind in known.items():
        tests = ", ".join(f"`{test}`" for test in held.get(number, ()))
        reason = excused.get(number) or excused.get(number.partition("-")[0], "no test yet")
        yield f"| {number} | {kind} | {tests or reason} |"


def totals(known: dict[str, str], held: Iterable[str]) -> Iterator[str]:
    covered_numbers = set(held)
    yield "| source | requirements | covered | a validator can observe | of these covered |"
    yield "|---|---|---|---|---|"
    for family in ("SWP", "SPD", "WFC", "CT", "DW"):
        mine = [number for number in known if number.startswith(f"{family}-")]
        seen = [number for number in mine if known[number] in OBSERVED_BY_VALIDATOR]
        yield (
            f"| {family} | {len(mine)} | {len(covered_numbers.intersection(mine))}"
            f" | {len(seen)} | {len(covered_numbers.intersection(seen))} |"
        )


def report() -> str:
    """The whole report as Markdown."""
    known, held = requirements(), covered()
    lines = [
        "# Conformance",
        "",
        "Each numbered requirement of the five sources, with the tests that hold it, or why there is none.",
        "Made by `make reports` from the tests' own marks.",
        "",
        *totals(known, held),
        "",
        "| requirement | kind | held by |",
        "|---|---|---|",
        *rows(known, held),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(report(), encoding="utf-8")


if __name__ == "__main__":
    main()
