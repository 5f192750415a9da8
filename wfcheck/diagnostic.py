"""What is said to an author: rules, findings, and findings with their severity decided."""

from enum import StrEnum
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.span import Span


class Severity(StrEnum):
    """How bad it is, in the order in which reports sort (`cli.md`)."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    UNSUPPORTED = "unsupported"


class Code(StrEnum):
    """The static codes of C-14."""

    DOCUMENT_SYNTAX = "document.syntax"
    DOCUMENT_KEY = "document.key"
    DOCUMENT_NAME = "document.name"
    DOCUMENT_TYPE = "document.type"
    DOCUMENT_REFERENCE = "document.reference"
    DOCUMENT_CONTROL = "document.control"
    DOCUMENT_LIMIT = "document.limit"
    DEPENDENCY_UNRESOLVED = "dependency.unresolved"
    DEPENDENCY_AMBIGUOUS_CONNECTION = "dependency.ambiguous_connection"
    STATE_AMBIGUOUS_SUBSCRIPTION = "state.ambiguous_subscription"
    DEPLOYMENT_UNSUPPORTED = "deployment.unsupported"
    DEPLOYMENT_LIMIT = "deployment.limit"
    EXPLORATION = "exploration"  # not of C-14: what an exploration found, under its property's name


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the catalogue: what is configured, suppressed and explained."""

    name: str
    code: Code
    severity: Severity
    summary: str
    milder: tuple[Severity, ...] = ()  # what a finding may be instead, where that is its own matter

    @property
    def severities(self) -> str:
        """The severities of its findings in one word, the gravest first: `error/info`."""
        return "/".join(severity.value for severity in (self.severity, *self.milder))


@dataclass(frozen=True, slots=True)
class Label:
    """A second place, and why it matters."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace what stands at `span` by `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together; `safe` when they cannot change what a valid file means."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool


Keys: TypeAlias = tuple[str | int, ...]
"""The keys and positions that lead from a document's root to a place in it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, at one place, in one sentence without a full stop; the author's names in backticks."""

    rule: Rule
    span: Span
    message: str
    help: str | None = None
    labels: tuple[Label, ...] = ()
    fix: Fix | None = None
    keys: Keys = ()
    severity: Severity | None = None  # where the rule leaves it open (proofs): the finding's own


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding that was selected, with the severity that the settings give it."""

    severity: Severity
    finding: Finding
    fingerprint: str = ""
