"""What a project and a command can set (`cli.md`, C-12, C-13), and the files that say it.

`load_settings` reads `wfcheck.toml`, or `[tool.wfcheck]` of `pyproject.toml`, in a project's root. A
setting or rule that does not exist is a `SettingsError`, which names the nearest one.
"""

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from wfcheck.catalog import BY_NAME
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Code, Rule, Severity
from wfcheck.errors import SettingsError, UsageError


class Edition(StrEnum):
    """Which of the two profiles a file follows (C-13)."""

    PROFILE = "profile"
    DRAFT = "draft"


class MissingManifests(StrEnum):
    """What a connector without a manifest is (C-11.3)."""

    ERROR = "error"
    WARN = "warn"


class Reduction(StrEnum):
    """Which of the two explorations runs (`checking.md` 7)."""

    FULL = "full"
    NONE = "none"


class Theme(StrEnum):
    """The colours of diagrams."""

    LIGHT = "light"
    DARK = "dark"


CAPABILITIES: Final = (
    "states-profile",
    "wf.composition",
    "wf.action-source-iteration",
    "durable-execution",
    "initiation.external",
    "initiation.poll",
    "initiation.schedule",
)

DEFAULT_RLIMIT: Final = 2_000_000


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
class Failing:
    """Which results fail a command: `--fail-on`, `fail-on`."""

    level: Severity | None = Severity.ERROR  # None: findings never fail
    inconclusive: bool = False
    unsupported: bool = False

    def __contains__(self, severity: object) -> bool:
        """Whether a result of that severity fails the command."""
        if severity is Severity.UNSUPPORTED:
            return self.unsupported
        ranked = (Severity.ERROR, Severity.WARNING, Severity.INFO)
        return (
            self.level is not None
            and isinstance(severity, Severity)
            and ranked.index(severity) <= ranked.index(self.level)
        )


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rules speak, and how loudly.

    A selector is a rule's name, a code (`document.key`), a family of codes (`document`) or `all`. A
    closer selector beats a wider one; `ignore` beats `select` where both are as close.
    """

    select: tuple[str, ...] | None = None  # None: all
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, Severity | None], ...] = ()  # None: off

    def level(self, rule: Rule, own: Severity | None = None) -> Severity | None:
        """The severity of a rule's findings, None where they are not selected.

        `own` is the finding's severity where the rule leaves it open.
        """
        chosen = 0 if self.select is None else _closeness(self.select, rule)
        if chosen < 0 or _closeness(self.ignore, rule) >= chosen:
            return None
        rated = [(_closeness((name,), rule), level) for name, level in self.severity]
        best = max((closeness for closeness, _ in rated), default=-1)
        if best < 0:
            return own or rule.severity
        return next(level for closeness, level in reversed(rated) if closeness == best)

    def then(self, other: "Selection") -> "Selection":
        """The selection with another one, which goes further, on top."""
        return Selection(
            self.select if other.select is None else other.select,
            (*self.ignore, *other.ignore),
            (*self.severity, *other.severity),
        )


@dataclass(frozen=True, slots=True)
class PathSettings:
    """What is set for the files that a glob matches (`per-path`)."""

    glob: str
    selection: Selection = Selection()
    edition: Edition | None = None
    missing_manifests: MissingManifests | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one project, or (`for_path`) of one of its files."""

    edition: Edition = Edition.PROFILE
    connectors: str = "connectors"
    missing_manifests: MissingManifests = MissingManifests.ERROR
    target: Target = field(default_factory=Target)
    bounds: Bounds = field(default_factory=Bounds)
    rlimit: int = DEFAULT_RLIMIT  # solver steps for each obligation
    smt: bool = True  # whether `lint` may ask the solver
    failing: Failing = field(default_factory=Failing)
    selection: Selection = field(default_factory=Selection)
    per_path: tuple[PathSettings, ...] = ()
    baseline: str | None = None  # relative to the project root
    cache: str | None = ".wfcheck_cache"  # a folder relative to the project root; None: no cache
    reduction: Reduction = Reduction.FULL
    properties: tuple[str, ...] = ()  # built-in properties that are off unless named
    properties_file: str | None = None  # an author's properties, relative to the project root
    property_severity: tuple[tuple[str, Severity | None], ...] = ()  # None: off
    theme: Theme = Theme.LIGHT

    def for_path(self, path: str) -> "Settings":
        """The settings of one file; `path` is relative to the project root, with `/`."""
        settings = self
        for entry in self.per_path:
            if glob_matches(entry.glob, path):
                settings = replace(
                    settings,
                    selection=settings.selection.then(entry.selection),
                    edition=entry.edition or settings.edition,
                    missing_manifests=entry.missing_manifests or settings.missing_manifests,
                )
        return settings


def load_settings(root: Path) -> Settings:
    """The settings of the project at `root`; the defaults where it has no configuration file.

    Raises SettingsError for a file that cannot be used.
    """
    file = root / "wfcheck.toml"
    if file.is_file():
        return read_settings(file)
    file = root / "pyproject.toml"
    return read_settings(file) if file.is_file() else Settings()


def read_settings(file: Path) -> Settings:
    """The settings in a configuration file; in a `pyproject.toml`, those of `[tool.wfcheck]`."""
    content = _toml(file)
    if file.name == "pyproject.toml":
        tool = content.get("tool")
        entries = tool.get("wfcheck", {}) if isinstance(tool, dict) else {}
        if not isinstance(entries, dict):
            raise SettingsError(f"{file}: `tool.wfcheck` is no table")
        content = entries
    return _settings(_Table(str(file), "", content))


def read_target(file: Path) -> Target:
    """A target in a file of its own: `capabilities` and `call-depth`, also under `[target]`."""
    content = _toml(file)
    inner = content.get("target")
    return _target(_Table(str(file), "", inner if isinstance(inner, dict) else content))


def _toml(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{file}: no TOML: {error}") from error


def failing(words: Iterable[str]) -> Failing:
    """What `--fail-on` says: the widest level named, and what is added to it."""
    level: Severity | None = Severity.ERROR
    named: list[str] = []
    inconclusive = unsupported = False
    for word in words:
        match word:
            case "inconclusive":
                inconclusive = True
            case "unsupported":
                unsupported = True
            case "error" | "warning" | "info" | "never":
                named.append(word)
            case _:
                known = ("error", "warning", "info", "inconclusive", "unsupported", "never")
                raise UsageError(f"`{word}` is no level to fail on{_hint(word, known)}")
    if named:
        widest = max(named, key=("never", "error", "warning", "info").index)
        level = None if widest == "never" else Severity(widest)
    return Failing(level, inconclusive, unsupported)


def selectors(words: Iterable[str]) -> tuple[str, ...]:
    """Rule names, codes and families as given, each checked; raises UsageError naming the nearest."""
    chosen = tuple(words)
    known = _selectors()
    for word in chosen:
        if word not in known:
            raise UsageError(f"`{word}` is no rule{_hint(word, known)}")
    return chosen


@cache
def _selectors() -> tuple[str, ...]:
    families = dict.fromkeys(code.value.partition(".")[0] for code in Code)
    return (*BY_NAME, *(code.value for code in Code), *families, "all")


def _closeness(chosen: Iterable[str], rule: Rule) -> int:
    code = rule.code.value
    widening = ("all", code.partition(".")[0], code, rule.name)
    return max((widening.index(name) for name in chosen if name in widening), default=-1)


def glob_matches(glob: str, path: str) -> bool:
    """Whether a `/`-separated path matches: `**` spans folders, a glob without `/` fits anywhere."""
    return _glob(glob).fullmatch(path) is not None


@cache
def _glob(glob: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", glob if "/" in glob else f"**/{glob}")
    meaning = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(meaning.get(part) or re.escape(part) for part in parts), re.DOTALL)


# -- reading


_E = TypeVar("_E", bound=StrEnum)


class _Table:
    """A TOML table that is read key by key; `close` complains about what nobody asked for."""

    def __init__(self, file: str, name: str, entries: Mapping[str, object]) -> None:
        self.file = file
        self.name = name
        self.entries = entries
        self.asked: list[str] = []

    def refuse(self, key: str, why: str) -> SettingsError:
        place = f"{self.name}.{key}" if self.name else key
        return SettingsError(f"{self.file}: `{place}` {why}")

    def get(self, key: str) -> object:
        self.asked.append(key)
        return self.entries.get(key)

    def string(self, key: str) -> str | None:
        value = self.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self.refuse(key, "is no string")

    def folder(self, key: str, default: str) -> str | None:
        """A folder; `true` is the default one, `false` is none."""
        if isinstance(value := self.get(key), bool):
            return default if value else None
        return self.string(key) or default

    def strings(self, key: str) -> tuple[str, ...] | None:
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, str):
            return (value,)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise self.refuse(key, "is no list of strings")

    def whole(self, key: str, default: int, least: int = 1) -> int:
        value = self.get(key)
        if value is None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        raise self.refuse(key, f"is no whole number from {least}")

    def seconds(self, key: str) -> float | None:
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return float(value)
        raise self.refuse(key, "is no number of seconds above 0")

    def choice(self, key: str, kind: type[_E]) -> _E | None:
        word = self.string(key)
        if word is None:
            return None
        known = tuple(member.value for member in kind)
        if word not in known:
            raise self.refuse(key, f"is `{word}`, not one of {', '.join(known)}")
        return kind(word)

    def checked(
        self, key: str, check: Callable[[Iterable[str]], tuple[str, ...]]
    ) -> tuple[str, ...] | None:
        words = self.strings(key)
        try:
            return None if words is None else check(words)
        except UsageError as error:
            raise self.refuse(key, f"has a wrong entry: {error}") from error

    def levels(self, key: str, known: Iterable[str]) -> tuple[tuple[str, Severity | None], ...]:
        table = self.table(key)
        names = tuple(known)
        found: list[tuple[str, Severity | None]] = []
        for name in table.entries:
            if name not in names:
                raise table.refuse(name, f"is no rule{_hint(name, names)}")
            word = table.string(name)
            if word not in ("error", "warning", "info", "off"):
                raise table.refuse(name, "is not one of error, warning, info, off")
            found.append((name, None if word == "off" else Severity(word)))
        return tuple(found)

    def table(self, key: str) -> "_Table":
        value = self.get(key)
        if value is None:
            value = {}
        if not isinstance(value, dict):
            raise self.refuse(key, "is no table")
        return _Table(self.file, f"{self.name}.{key}" if self.name else key, value)

    def close(self) -> None:
        for key in self.entries:
            if key not in self.asked:
                raise self.refuse(key, f"is no setting{_hint(key, self.asked)}")


def _settings(table: _Table) -> Settings:
    explore = table.table("explore")
    properties = explore.get("properties")
    file = properties if isinstance(properties, str) else None
    prove, render = table.table("prove"), table.table("render")
    named = () if file else explore.checked("properties", _properties) or ()
    settings = Settings(
        edition=table.choice("edition", Edition) or Edition.PROFILE,
        connectors=table.string("connectors") or "connectors",
        missing_manifests=table.choice("missing-manifests", MissingManifests)
        or MissingManifests.ERROR,
        target=_target(table.table("target")),
        bounds=_bounds(explore),
        rlimit=prove.whole("rlimit", DEFAULT_RLIMIT),
        failing=_failing(table),
        selection=_selection(table),
        per_path=_per_path(table.table("per-path")),
        baseline=table.string("baseline"),
        cache=table.folder("cache", ".wfcheck_cache"),
        reduction=explore.choice("reduction", Reduction) or Reduction.FULL,
        properties=named,
        properties_file=file,
        property_severity=explore.levels("severity", _property_names()),
        theme=render.choice("theme", Theme) or Theme.LIGHT,
    )
    for part in (table, explore, prove, render):
        part.close()
    return settings


def _target(table: _Table) -> Target:
    capabilities = table.checked("capabilities", _capabilities)
    # C-12: a limit on the depth of calls is at least 8
    depth = table.whole("call-depth", 0, least=8) or None
    table.close()
    return Target(CAPABILITIES if capabilities is None else capabilities, depth)


def _bounds(table: _Table) -> Bounds:
    least = Bounds()
    return Bounds(
        max_entries=table.whole("max-entries", least.max_entries),
        max_states=table.whole("max-states", least.max_states),
        max_list=table.whole("max-list", least.max_list, least=0),
        timeout=table.seconds("timeout"),
    )


def _failing(table: _Table) -> Failing:
    words = table.strings("fail-on")
    try:
        return Failing() if words is None else failing(words)
    except UsageError as error:
        raise table.refuse("fail-on", f"has a wrong entry: {error}") from error


def _selection(table: _Table) -> Selection:
    return Selection(
        table.checked("select", selectors),
        table.checked("ignore", selectors) or (),
        table.levels("severity", _selectors()),
    )


def _per_path(table: _Table) -> tuple[PathSettings, ...]:
    found: list[PathSettings] = []
    for glob in table.entries:
        part = table.table(glob)
        found.append(
            PathSettings(
                glob,
                _selection(part),
                part.choice("edition", Edition),
                part.choice("missing-manifests", MissingManifests),
            )
        )
        part.close()
    return tuple(found)


def _property_names() -> tuple[str, ...]:
    return tuple(rule.name for rule in BY_NAME.values() if rule.code is Code.EXPLORATION)


def _properties(words: Iterable[str]) -> tuple[str, ...]:
    return _known(words, _property_names(), "built-in property")


def _capabilities(words: Iterable[str]) -> tuple[str, ...]:
    return _known(words, CAPABILITIES, "capability")


def _known(words: Iterable[str], known: tuple[str, ...], what: str) -> tuple[str, ...]:
    chosen = tuple(words)
    for word in chosen:
        if word not in known:
            raise UsageError(f"`{word}` is no {what}{_hint(word, known)}")
    return chosen


def _hint(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean `{near[0]}`?" if near else ""
