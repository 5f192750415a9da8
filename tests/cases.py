"""Marked files: what is expected of a file stands in the file itself.

`#! error document.control target-undeclared` at a line's end expects that diagnostic on that line, the
rule's name being optional; several are separated by `;`. On lines of their own, `#? error document.key`
expects one anywhere, `#? valid` no error, `#? quiet` no warning either. Errors must agree exactly,
warnings and infos that are expected must be there.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from wfcheck.diagnostic import Diagnostic
from wfcheck.project import Project
from wfcheck.rules.run import lint
from wfcheck.settings import load_settings
from wfcheck.workfile.workspace import Workspace

SUFFIXES: Final = (".workfile", ".workfile.yaml", ".workfile.yml")
MARK: Final = re.compile(r"(?:^|\s)#!\s*(?P<body>.+?)\s*$")
HEAD: Final = re.compile(r"^\s*#\?\s*(?P<body>.+?)\s*$")


@dataclass(frozen=True, slots=True)
class Expected:
    """One expected diagnostic; `line` None means anywhere, `rule` None any rule of the code."""

    severity: str
    code: str
    rule: str | None
    line: int | None

    def fits(self, found: "Told") -> bool:
        return (
            (self.severity, self.code) == (found.severity, found.code)
            and self.rule in (None, found.rule)
            and self.line in (None, found.line)
        )

    def __str__(self) -> str:
        place = "" if self.line is None else f" at line {self.line}"
        return f"{self.severity} {self.code} {self.rule or ''}".rstrip() + place


@dataclass(frozen=True, slots=True)
class Told:
    """What a mark can say of a diagnostic, and its message for a person."""

    severity: str
    code: str
    rule: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.severity} {self.code} {self.rule} at line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Expectations:
    """All that a file expects of itself."""

    diagnostics: tuple[Expected, ...]
    valid: bool
    quiet: bool

    @property
    def marked(self) -> bool:
        return bool(self.diagnostics) or self.valid or self.quiet


def read_expectations(text: str) -> Expectations:
    """The marks in a text."""
    found: list[Expected] = []
    words: set[str] = set()
    for number, line in enumerate(re.split(r"\r\n|\n", text), 1):
        head, mark = HEAD.match(line), MARK.search(line)
        match = head or mark
        for part in match["body"].split(";") if match else ():
            if head and part.strip() in ("valid", "quiet"):
                words.add(part.strip())
                continue
            severity, code, *rule = part.split()[:3]
            found.append(
                Expected(severity, code, rule[0] if rule else None, None if head else number)
            )
    return Expectations(tuple(found), "valid" in words, "quiet" in words)


def differences(expected: Expectations, found: Iterable[Told]) -> list[str]:
    """What is missing and what is too much, in words; empty where all is as expected."""
    left = list(found)
    told: list[str] = []
    for one in sorted(expected.diagnostics, key=lambda e: (e.line is None, e.rule is None)):
        hit = next((f for f in left if one.fits(f)), None)
        if hit is None:
            told.append(f"missing {one}")
        else:
            left.remove(hit)
    strict = {"error", "warning"} if expected.quiet else {"error"}
    told += [f"unexpected {f}" for f in left if f.severity in strict]
    return told


def told(diagnostic: Diagnostic) -> Told:
    finding = diagnostic.finding
    rule = finding.rule
    return Told(diagnostic.severity, rule.code, rule.name, finding.span.start.line, finding.message)


@cache
def workspace(root: Path) -> Workspace:
    return Workspace(Project(root), load_settings(root))


def lint_file(path: Path) -> list[Told]:
    """What `lint` says about a file, in the project that the file belongs to."""
    return [told(diagnostic) for diagnostic in lint(workspace(Project.of(path).root), path)]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig", errors="replace")


def marked_files(folder: Path) -> Iterator[Path]:
    """The Workfiles and manifests below a folder that expect something of themselves."""
    for path in sorted(folder.rglob("*")):
        is_case = path.name.endswith(SUFFIXES) or path.parent.name == "connectors"
        if path.is_file() and is_case and read_expectations(text_of(path)).marked:
            yield path


def check_file(path: Path) -> list[str]:
    """The differences between what a file expects of `lint` and what it gets."""
    return differences(read_expectations(text_of(path)), lint_file(path))
