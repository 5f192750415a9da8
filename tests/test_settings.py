"""Configuration files: what they set, and what they are told when they are wrong."""

from pathlib import Path

import pytest

from wfcheck.catalog import DEADLOCK, EXTENSION_CONTENT, RULES, UNKNOWN_KEY, UNREACHABLE_STATE
from wfcheck.diagnostic import Severity
from wfcheck.errors import SettingsError, UsageError
from wfcheck.settings import (
    Bounds,
    Edition,
    Failing,
    MissingManifests,
    Reduction,
    Selection,
    Settings,
    Theme,
    failing,
    glob_matches,
    load_settings,
    selectors,
)

EVERYTHING = """
edition = "draft"
connectors = "manifests"
missing-manifests = "warn"
fail-on = ["warning", "inconclusive"]
select = ["document", "unreachable-state"]
ignore = ["extension-content"]
baseline = "wfcheck-baseline.json"
cache = ".wfcheck_cache"

[severity]
unreachable-state = "error"
deadlock = "off"

[per-path."old/**"]
edition = "profile"
ignore = ["unknown-key"]

[target]
capabilities = ["states-profile"]
call-depth = 9

[explore]
max-entries = 3
max-states = 1000
max-list = 0
timeout = 2.5
reduction = "none"
properties = ["terminates"]
severity = { lost-event = "error" }

[prove]
rlimit = 5

[render]
theme = "dark"
"""


def load(folder: Path, text: str, name: str = "wfcheck.toml") -> Settings:
    (folder / name).write_text(text, encoding="utf-8")
    return load_settings(folder)


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings()


def test_every_setting_is_read(tmp_path: Path) -> None:
    settings = load(tmp_path, EVERYTHING)
    assert settings.edition is Edition.DRAFT
    assert settings.connectors == "manifests"
    assert settings.missing_manifests is MissingManifests.WARN
    assert settings.failing == Failing(Severity.WARNING, inconclusive=True)
    assert settings.baseline == "wfcheck-baseline.json"
    assert settings.cache == ".wfcheck_cache"
    assert settings.target.capabilities == ("states-profile",)
    assert settings.target.call_depth == 9
    assert settings.bounds == Bounds(3, 1000, 0, 2.5)
    assert settings.reduction is Reduction.NONE
    assert settings.properties == ("terminates",)
    assert settings.property_severity == (("lost-event", Severity.ERROR),)
    assert settings.rlimit == 5
    assert settings.theme is Theme.DARK
    assert settings.selection.level(UNREACHABLE_STATE) is Severity.ERROR
    assert settings.selection.level(EXTENSION_CONTENT) is None
    assert settings.selection.level(DEADLOCK) is None
    assert settings.selection.level(UNKNOWN_KEY) is Severity.ERROR
    old = settings.for_path("old/deep/a.workfile")
    assert old.edition is Edition.PROFILE
    assert old.selection.level(UNKNOWN_KEY) is None
    assert settings.for_path("new/a.workfile") == settings


def test_pyproject_is_read_where_it_has_the_table(tmp_path: Path) -> None:
    settings = load(tmp_path, '[tool.wfcheck]\nedition = "draft"\n', "pyproject.toml")
    assert settings.edition is Edition.DRAFT
    assert load(tmp_path, "[tool.black]\n", "pyproject.toml") == Settings()


def test_wfcheck_toml_comes_before_pyproject(tmp_path: Path) -> None:
    load(tmp_path, '[tool.wfcheck]\nedition = "draft"\n', "pyproject.toml")
    assert load(tmp_path, "").edition is Edition.PROFILE


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('editon = "draft"', "`editon` is no setting; did you mean `edition`?"),
        ('edition = "drafts"', "`edition` is `drafts`, not one of profile, draft"),
        ("edition = 3", "`edition` is no string"),
        ('select = ["unreachable-stat"]', "did you mean `unreachable-state`?"),
        ('ignore = "docment"', "did you mean `document`?"),
        ("[severity]\nunreachable-sate = 'off'", "did you mean `unreachable-state`?"),
        ("[severity]\nunreachable-state = 'loud'", "is not one of error, warning, info, off"),
        ("[target]\ncapabilities = ['wf.compositions']", "did you mean `wf.composition`?"),
        ("[target]\ncall-depth = 7", "`target.call-depth` is no whole number from 8"),
        ("[explore]\nmax-entry = 3", "`explore.max-entry` is no setting; did you mean"),
        ("[explore]\nmax-states = true", "is no whole number"),
        ("[explore]\ntimeout = 0", "is no number of seconds above 0"),
        ("[explore]\nproperties = ['deadlok']", "did you mean `deadlock`?"),
        ("[explore.severity]\ndeadlok = 'off'", "did you mean `deadlock`?"),
        ("[per-path.'a/*']\nignor = []", "`per-path.a/*.ignor` is no setting; did you mean"),
        ("prove = 3", "`prove` is no table"),
        ("fail-on = 'warnings'", "did you mean `warning`?"),
        ("edition = ", "no TOML"),
        ("a = " + "[" * 5000, "no TOML"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("words", "means"),
    [
        ([], Failing(Severity.ERROR)),
        (["warning"], Failing(Severity.WARNING)),
        (["never"], Failing(None)),
        (["never", "inconclusive"], Failing(None, inconclusive=True)),
        (["unsupported"], Failing(Severity.ERROR, unsupported=True)),
        (["error", "info"], Failing(Severity.INFO)),
    ],
)
def test_levels_to_fail_on(words: list[str], means: Failing) -> None:
    assert failing(words) == means


def test_a_level_includes_what_is_worse_and_leaves_unsupported_aside() -> None:
    assert Severity.ERROR in Failing(Severity.WARNING)
    assert Severity.INFO not in Failing(Severity.WARNING)
    assert Severity.UNSUPPORTED not in Failing(Severity.INFO)
    assert Severity.UNSUPPORTED in Failing(None, unsupported=True)
    assert Severity.ERROR not in Failing(None)


def test_a_closer_selector_beats_a_wider_one() -> None:
    assert Selection(("unknown-key",), ("document",)).level(UNKNOWN_KEY) is Severity.ERROR
    assert Selection(("document",), ("unknown-key",)).level(UNKNOWN_KEY) is None
    assert Selection(None, ("all",)).level(UNKNOWN_KEY) is None
    assert Selection(("unknown-key",), ("unknown-key",)).level(UNKNOWN_KEY) is None


def test_all_rules_speak_unless_told_otherwise() -> None:
    assert all(Selection().level(rule) is rule.severity for rule in RULES)


def test_a_selector_that_does_not_exist_is_refused() -> None:
    assert selectors(["document.key", "deadlock", "all"]) == ("document.key", "deadlock", "all")
    with pytest.raises(UsageError, match="did you mean `deadlock`"):
        selectors(["dedlock"])


@pytest.mark.parametrize(
    ("glob", "path", "matches"),
    [
        ("*.workfile", "a/b/c.workfile", True),
        ("a/*.workfile", "a/b/c.workfile", False),
        ("a/**", "a/b/c.workfile", True),
        ("**/c.*", "c.workfile", True),
        ("a/?.workfile", "a/c.workfile", True),
        ("a+(b)/[x]", "a+(b)/[x]", True),
    ],
)
def test_globs(glob: str, path: str, *, matches: bool) -> None:
    assert glob_matches(glob, path) is matches
