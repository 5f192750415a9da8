"""The cache changes nothing but the time that lint takes, whatever is in it and whoever writes to it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wfcheck.cli import gathering
from wfcheck.cli.app import run
from wfcheck.cli.inputs import Input

MANIFEST = """\
connector: mail
actions:
  send:
    effects: write
    input: { to: { type: string, required: true } }
    output: { id: string }
"""
CHILD = (
    "inputs: { who: string }\nsteps: [{ a: '{{ inputs.who }}' }]\noutputs: { told: '{{ a }}' }\n"
)
PARENT = """\
steps:
  - child: { wf.call: child.workfile, inputs: { who: ada } }
  - sent: { mail.send: { to: "{{ child.told }}" } }
  - odd: "{{ ghost }}"
  - quiet: "{{ ghost }}"  # wfcheck: ignore[unknown-name] soon
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("WFCHECK_CACHE_DIR", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "connectors").mkdir()
    (tmp_path / "connectors" / "mail.yaml").write_text(MANIFEST)
    (tmp_path / "child.workfile").write_text(CHILD)
    (tmp_path / "parent.workfile").write_text(PARENT)
    return tmp_path


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were not taken from the cache, since they were cleared last."""
    names: list[str] = []
    look = gathering.gather_with_proofs

    def noting(file: Input, *rest: object) -> object:
        names.append(file.path.name)
        return look(file, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(gathering, "gather_with_proofs", noting)
    return names


@pytest.fixture
def told(project: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What lint says about the project, which is the same without the cache."""

    def lint(*options: str) -> str:
        status = run(["lint", ".", "--format", "json", *options])
        said = capsys.readouterr()
        assert "internal error" not in said.err
        return f"{status}\n{said.out}\n{said.err}"

    return lint


def entries(project: Path) -> list[Path]:
    return sorted((project / ".wfcheck_cache").rglob("*.json"))


def test_a_second_run_looks_at_nothing(told: Callable[..., str], looked_at: list[str]) -> None:
    plain = told("--no-cache")
    assert sorted(looked_at) == ["child.workfile", "mail.yaml", "parent.workfile"]
    assert told() == plain
    looked_at.clear()
    assert told() == plain
    assert looked_at == []
    assert '"unknown-name"' in plain
    assert '"suppressed": 1' in plain


def test_without_a_cache_nothing_is_kept(project: Path, told: Callable[..., str]) -> None:
    told("--no-cache")
    (project / "wfcheck.toml").write_text("cache = false\n")
    told()
    assert entries(project) == []


@pytest.mark.parametrize("options", [("--select", "document.reference"), ("--ignore", "all")])
def test_selection_is_made_after_the_cache(
    told: Callable[..., str], looked_at: list[str], options: tuple[str, ...]
) -> None:
    told()
    looked_at.clear()
    selected = told(*options)
    assert looked_at == []
    assert selected == told("--no-cache", *options)


def change(path: str, old: str, new: str) -> Callable[[Path], None]:
    def made(project: Path) -> None:
        file = project / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))

    return made


def settings(text: str) -> Callable[[Path], None]:
    def made(project: Path) -> None:
        (project / "wfcheck.toml").write_text(text)

    return made


def removed(path: str) -> Callable[[Path], None]:
    return lambda project: (project / path).unlink()


@pytest.mark.parametrize(
    ("edit", "again"),
    [
        (change("parent.workfile", "odd", "strange"), ["parent.workfile"]),
        (
            change("child.workfile", "who: string", "who: int"),
            ["child.workfile", "parent.workfile"],
        ),
        (
            change("connectors/mail.yaml", "to: { type: string", "to: { type: int"),
            ["child.workfile", "mail.yaml", "parent.workfile"],
        ),
        (removed("connectors/mail.yaml"), ["child.workfile", "parent.workfile"]),
        (removed("child.workfile"), ["parent.workfile"]),
        (
            settings('[target]\ncapabilities = ["states-profile"]\n'),
            ["child.workfile", "mail.yaml", "parent.workfile"],
        ),
        (
            settings('[per-path."child.workfile"]\nedition = "draft"\n'),
            ["child.workfile", "parent.workfile"],
        ),
        (settings('[severity]\nunknown-name = "warning"\n'), []),
    ],
)
def test_what_an_entry_rests_on(
    project: Path,
    told: Callable[..., str],
    looked_at: list[str],
    edit: Callable[[Path], None],
    again: list[str],
) -> None:
    told()
    edit(project)
    looked_at.clear()
    changed = told()
    assert sorted(looked_at) == again
    assert changed == told("--no-cache")


def test_a_callee_of_a_callee_counts(
    project: Path, told: Callable[..., str], looked_at: list[str]
) -> None:
    (project / "grand.workfile").write_text("steps: [{ c: { wf.call: parent.workfile } }]\n")
    told()
    (project / "child.workfile").write_text(CHILD.replace("told:", "said:"))
    looked_at.clear()
    told()
    assert sorted(looked_at) == ["child.workfile", "grand.workfile", "parent.workfile"]


def test_another_wfcheck_has_other_entries(
    told: Callable[..., str], looked_at: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told()
    looked_at.clear()
    monkeypatch.setattr("wfcheck.cli.cache.wfcheck_itself", lambda: "another")
    told()
    assert len(looked_at) == 3


def hostile(value: object) -> Callable[[dict[str, object]], object]:
    """An entry of the right key that says something else."""
    return lambda entry: {**entry, "found": value}


def finding(place: object, rule: str = "unknown-name", message: str = "m") -> object:
    return {"findings": [[rule, place, message, None, [], [], None]], "comments": []}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: [],
        lambda _: None,
        lambda entry: {**entry, "calls": {"child.workfile": "absent"}},
        lambda entry: {**entry, "calls": 3},
        hostile(None),
        hostile({"findings": 1, "comments": []}),
        hostile({"findings": [1], "comments": []}),
        hostile({"findings": [], "comments": [[1, 2]]}),
        hostile(finding(["parent.workfile", 0, 10**9])),
        hostile(finding(["parent.workfile", -5, 3])),
        hostile(finding(["parent.workfile", True, 3])),
        hostile(finding(["parent.workfile", 1.5, 3])),
        hostile(finding(["../outside", 0, 1])),
        hostile(finding(["/etc/hostname", 0, 1])),
        hostile(finding(["nowhere.workfile", 0, 1])),
        hostile(finding(["parent.workfile", 0, 1], "no-such-rule")),
        hostile(finding(["parent.workfile", 0, 1], message="\x1b[2J")),
    ],
)
def test_an_entry_that_is_not_right_is_none(
    project: Path,
    told: Callable[..., str],
    looked_at: list[str],
    spoil: Callable[[dict[str, object]], object],
) -> None:
    (project.parent / "outside").write_text("secret")
    plain = told()
    for file in entries(project):
        file.write_text(json.dumps(spoil(json.loads(file.read_text()))))
    looked_at.clear()
    assert told() == plain
    assert sorted(looked_at) == ["child.workfile", "mail.yaml", "parent.workfile"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"null", b"cos\nsystem\n(S'true'\ntR.", b"{}" * 9],
)
def test_an_entry_that_is_no_json_is_none(
    project: Path, told: Callable[..., str], content: bytes
) -> None:
    plain = told()
    for file in entries(project):
        file.write_bytes(content)
    assert told() == plain


def test_a_cache_that_is_a_link_is_left_alone(project: Path, told: Callable[..., str]) -> None:
    elsewhere = project / ".elsewhere"
    elsewhere.mkdir()
    (project / ".wfcheck_cache").symlink_to(elsewhere)
    told()
    assert list(elsewhere.iterdir()) == []


def test_a_cache_that_is_a_file_is_left_alone(project: Path, told: Callable[..., str]) -> None:
    (project / ".wfcheck_cache").write_text("mine")
    assert told() == told("--no-cache")
    assert (project / ".wfcheck_cache").read_text() == "mine"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_cache_that_cannot_be_written(project: Path, told: Callable[..., str]) -> None:
    folder = project / ".wfcheck_cache"
    folder.mkdir(mode=0o500)
    assert told() == told("--no-cache")
    assert list(folder.iterdir()) == []


def test_the_cache_can_be_elsewhere(
    project: Path, told: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WFCHECK_CACHE_DIR", str(project / ".mine"))
    told()
    assert entries(project) == []
    assert len(list((project / ".mine").rglob("*.json"))) == 3


def test_standard_input_is_not_kept(project: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "wfcheck", "lint", "-"],
        input=b"steps: []\n",
        cwd=project,
        check=False,
    )
    assert entries(project) == []


def test_two_processes_at_once(project: Path, told: Callable[..., str]) -> None:
    for number in range(80):  # enough for two processes of the second one
        (project / f"f{number}.workfile").write_text(f"steps: [{{ a: '{{{{ x{number} }}}}' }}]\n")
    plain = told("--no-cache")
    command = [sys.executable, "-m", "wfcheck", "lint", ".", "--format", "json"]
    at_once = [
        subprocess.Popen([*command, "--jobs", jobs], stdout=subprocess.PIPE, cwd=project)
        for jobs in ("1", "2")
    ]
    said = [process.communicate()[0].decode() for process in at_once]
    assert set(said) == {plain.partition("\n")[2].rpartition("\n")[0]}
    assert told() == plain
    assert [file for file in (project / ".wfcheck_cache").rglob("*.[0-9]*") if file.is_file()] == []
