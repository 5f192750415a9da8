"""The pages under docs: every block in them is run as what it is, and nothing goes unmentioned.

A `yaml` block begins with the path that it has in one small project (`# approval.workfile`), a `toml`
block is a configuration, a `console` block shows what a command prints in that project. The tables of
operators are written from the operator table, by `--update-golden`.
"""

import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from tests.cases import SUFFIXES, lint_file
from wfcheck.catalog import RULES
from wfcheck.cli.app import app
from wfcheck.diagnostic import Code
from wfcheck.exec.scenario import ANSWER_KEYS, EVENT_KEYS, EXPECT_KEYS, SCENARIO_KEYS
from wfcheck.report.formats import Format
from wfcheck.semantics.ops import OPS
from wfcheck.semantics.signature import OpDecl
from wfcheck.settings import CAPABILITIES, Settings, read_settings
from wfcheck.smt.obligations.registry import KINDS
from wfcheck.syntax.expr import FILTERS, OPERATORS, Op
from wfcheck.workfile.manifest import ACTION_KEYS, MANIFEST_KEYS, TRIGGER_KEYS
from wfcheck.workfile.operations import OWN_KEYS, Construct, Modifier

DOCS: Final = Path(__file__).parent.parent / "docs"
BLOCK: Final = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TABLES: Final = re.compile(r"(<!-- operators: .*? -->\n).*?(<!-- end of operators -->)", re.DOTALL)
CONSOLE: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROJECT: Final = '[per-path."draft/**"]\nedition = "draft"\n'

PAGES: Final = ("configuration", "properties", "scenarios")  # those that show commands

SETTINGS: Final = (
    *("edition", "connectors", "missing-manifests", "fail-on", "select", "ignore", "severity"),
    *("per-path", "baseline", "cache", "target", "capabilities", "call-depth", "explore"),
    *("max-entries", "max-states", "max-list", "timeout", "reduction", "properties"),
    *("prove", "rlimit", "render", "theme"),
)


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    pages = sorted(DOCS.glob("*.md"))
    found = (BLOCK.finditer(path.read_text(encoding="utf-8")) for path in pages)
    return [match["text"] for page in found for match in page if match["kind"] == kind]


def place(block: str) -> str:
    """The path that the first line of a block names."""
    found = re.match(r"# (\S+)\n", block)
    assert found, f"a block without its path:\n{block}"
    return found[1]


FILES: Final = {place(block): block for block in blocks("yaml")}
SCENARIOS: Final = [name for name in FILES if name.endswith(".scenario.yaml")]
LINTED: Final = [name for name in FILES if name not in SCENARIOS]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project that the pages show."""
    root = tmp_path_factory.mktemp("docs")
    (root / "wfcheck.toml").write_text(PROJECT, encoding="utf-8")
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def inside(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project, which is the working directory as well."""
    monkeypatch.chdir(project)
    for name in ("GITHUB_ACTIONS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    return project


def test_no_two_blocks_are_one_file() -> None:
    assert len(FILES) == len(blocks("yaml"))


@pytest.mark.parametrize("name", LINTED)
def test_a_file_has_no_errors(name: str, project: Path) -> None:
    assert name.endswith(SUFFIXES) or name.startswith("connectors/")
    assert [told for told in lint_file(project / name) if told.severity == "error"] == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_passes(name: str, inside: Path) -> None:
    result = CliRunner().invoke(app, ["test", name])
    assert result.exit_code == 0, (inside, result.output)


@pytest.mark.parametrize("block", blocks("toml"))
def test_a_configuration_can_be_read(block: str, tmp_path: Path) -> None:
    file = tmp_path / "wfcheck.toml"
    file.write_text(block, encoding="utf-8")
    assert read_settings(file) != Settings()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.usefixtures("inside")
def test_commands_print_what_is_shown(name: str, *, update_golden: bool) -> None:
    text = page(name)
    wanted = CONSOLE.sub(lambda found: f"```console\n{printed(found[1])}```", text)
    assert CONSOLE.search(text)
    if update_golden:
        (DOCS / f"{name}.md").write_text(wanted, encoding="utf-8")
    assert page(name) == wanted


def printed(block: str) -> str:
    """The commands of a block, each with what it prints."""
    commands = re.findall(r"^\$ wfcheck .*$", block, re.MULTILINE)
    results = [CliRunner().invoke(app, command.split()[2:]) for command in commands]
    told = zip(commands, results, strict=True)
    return "\n".join(f"{command}\n{result.output.rstrip()}\n" for command, result in told)


# -- the tables of operators


def operand_form(op: Op) -> str:
    return "unary `-`" if op is Op.NEG else f"`{op.value}`"


def row(decl: OpDecl) -> str:
    source, value = decl.examples[0]
    example = f"`{source}` is `{value}`".replace("|", "\\|")
    return f"| {operand_form(decl.op)} | {decl.doc.rstrip('.')} | {example} |\n"


def table(heading: str, ops: Iterable[Op]) -> str:
    rows = "".join(row(OPS[op]) for op in ops)
    return f"\n| {heading} | gives | example |\n|---|---|---|\n{rows}"


def tables() -> str:
    filters = [op for op in Op if op in FILTERS]
    operators = [op for op in Op if op in OPERATORS]
    return f"{table('operator', operators)}{table('filter', filters)}\n"


def test_the_operators_are_those_of_the_table(*, update_golden: bool) -> None:
    text = page("language")
    wanted = TABLES.sub(lambda found: f"{found[1]}{tables()}{found[2]}", text)
    assert TABLES.search(text)
    if update_golden:
        (DOCS / "language.md").write_text(wanted, encoding="utf-8")
    assert page("language") == wanted


# -- nothing goes unmentioned


def unmentioned(names: Iterable[str], text: str) -> list[str]:
    """Those that stand nowhere as code, be it alone or among more."""
    spans = " ".join(re.findall(r"`([^`\n]+)`", text))
    return [
        name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", spans)
    ]


def test_the_language_is_all_there() -> None:
    names = [*Construct, *Modifier, *OWN_KEYS, *(op.value for op in Op if op is not Op.NEG)]
    assert unmentioned([name for name in names if name[0].isalpha()], page("language")) == []
    assert all(f"`{op.value}`" in page("language") for op in OPERATORS - {Op.NEG})


def test_every_key_of_a_manifest_is_there() -> None:
    names = (*MANIFEST_KEYS, *ACTION_KEYS, *TRIGGER_KEYS)
    assert unmentioned(names, page("connectors")) == []


def test_every_key_of_a_scenario_is_there() -> None:
    names = (*SCENARIO_KEYS, *ANSWER_KEYS, *EVENT_KEYS, *EXPECT_KEYS)
    assert unmentioned(names, page("scenarios")) == []


def test_every_property_and_obligation_is_there() -> None:
    names = [rule.name for rule in RULES if rule.code is Code.EXPLORATION]
    names += [kind.__name__.replace("_", "-") for kind in KINDS]
    assert unmentioned(names, page("properties")) == []


def test_every_setting_is_there() -> None:
    assert unmentioned((*SETTINGS, *CAPABILITIES, *Format), page("configuration")) == []


def test_every_setting_is_known(tmp_path: Path) -> None:
    (block,) = (text for text in blocks("toml") if text.startswith("# every setting"))
    assert unmentioned(SETTINGS, f"`{' '.join(block.split())}`") == []
    file = tmp_path / "wfcheck.toml"
    file.write_text(block, encoding="utf-8")
    # `smt` is an option only, `properties_file` another form of `properties`
    assert unchanged(read_settings(file)) == ["smt", "properties_file"]


def unchanged(settings: Settings) -> list[str]:
    """The settings that are still at their defaults."""
    plain = Settings()
    pairs = ((settings, plain), (settings.target, plain.target), (settings.bounds, plain.bounds))
    return [
        part.name
        for ours, theirs in pairs
        for part in fields(ours)
        if getattr(ours, part.name) == getattr(theirs, part.name)
    ]
