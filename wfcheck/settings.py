"""What a project and a command can set (`cli.md`, C-12, C-13)."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Edition(StrEnum):
    """Which of the two profiles a file follows (C-13)."""

    PROFILE = "profile"
    DRAFT = "draft"


class MissingManifests(StrEnum):
    """What a connector without a manifest is (C-11.3)."""

    ERROR = "error"
    WARN = "warn"


CAPABILITIES: Final = (
    "states-profile",
    "wf.composition",
    "wf.action-source-iteration",
    "durable-execution",
    "initiation.external",
    "initiation.poll",
    "initiation.schedule",
)


@dataclass(frozen=True, slots=True)
class Target:
    """What a deployment supports; the default supports everything (C-12)."""

    capabilities: tuple[str, ...] = CAPABILITIES
    call_depth: int | None = None  # None: no limit


@dataclass(frozen=True, slots=True)
class Bounds:
    """What keeps an exploration finite (`checking.md` 2)."""

    max_entries: int = 8
    max_states: int = 1_000_000
    max_list: int = 2
    timeout: float | None = None  # seconds


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one project."""

    edition: Edition = Edition.PROFILE
    connectors: str = "connectors"
    missing_manifests: MissingManifests = MissingManifests.ERROR
    target: Target = field(default_factory=Target)
    bounds: Bounds = field(default_factory=Bounds)
    rlimit: int = 2_000_000  # solver steps for each obligation
