"""What a command that checks has found, ready to be told."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace

from wfcheck.classes import dataclass
from wfcheck.diagnostic import Diagnostic, Severity
from wfcheck.span import Source


@dataclass(frozen=True, slots=True)
class Baseline:
    """Findings that a project lives with: how many of each file and fingerprint."""

    counts: Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Findings:
    """The diagnostics of some files in report order, and what was left out of them."""

    files: tuple[str, ...]  # as named to the user, the clean ones too
    diagnostics: tuple[Diagnostic, ...]
    suppressed: int = 0
    baselined: int = 0
    sources: Mapping[str, Source] = field(default_factory=dict)  # by the files' names, for excerpts

    def without(self, known: Baseline, names: Mapping[str, str]) -> "Findings":
        """These findings without those of a baseline, in which files go by the names that `names` gives."""
        left = Counter(known.counts)
        kept: list[Diagnostic] = []
        for diagnostic in self.diagnostics:
            file = diagnostic.finding.span.file
            key = (names.get(file, file), diagnostic.fingerprint)
            if left[key] > 0:
                left[key] -= 1
            else:
                kept.append(diagnostic)
        dropped = len(self.diagnostics) - len(kept)
        return replace(self, diagnostics=tuple(kept), baselined=self.baselined + dropped)

    def baseline(self, names: Mapping[str, str]) -> Baseline:
        """The baseline that would take all of these findings away."""
        return Baseline(
            Counter(
                (names.get(d.finding.span.file, d.finding.span.file), d.fingerprint)
                for d in self.diagnostics
            )
        )

    def count(self, severity: Severity) -> int:
        return sum(1 for diagnostic in self.diagnostics if diagnostic.severity is severity)

    def by_rule(self) -> tuple[tuple[str, int], ...]:
        """Each rule with its number of diagnostics, the most frequent first."""
        counts = Counter(diagnostic.finding.rule.name for diagnostic in self.diagnostics)
        return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


_PLURALS = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("info", "infos"),
    Severity.UNSUPPORTED: ("unsupported", "unsupported"),
}


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """A number and its noun."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def summary(findings: Findings) -> str:
    """The closing line: what was found in how many files, and what was not shown."""
    parts = [
        counted(number, *_PLURALS[severity])
        for severity in Severity
        if (number := findings.count(severity))
    ]
    line = f"{', '.join(parts) or 'no findings'} in {counted(len(findings.files), 'file')}"
    aside = [
        f"{number} {word}"
        for number, word in (
            (findings.suppressed, "suppressed"),
            (findings.baselined, "in baseline"),
        )
        if number
    ]
    return f"{line} ({', '.join(aside)})" if aside else line
