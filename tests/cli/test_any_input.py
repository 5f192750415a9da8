"""Whatever stands in a file: a diagnostic or one line, the right status, and the others still checked."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wfcheck.cli.app import run

CLEAN = b"steps:\n  - hello: { wf.value: 1 }\n"
APPROVAL = (Path(__file__).parents[2] / "examples/approval/approval.workfile").read_bytes()

NESTED = b"steps:\n  - a: { wf.value: " + b"[" * 250 + b"]" * 250 + b" }\n"

ODD = {
    "empty": b"",
    "blank": b" \n\t\n",
    "null": b"\0" * 50,
    "binary": bytes(range(256)),
    "utf16": "steps: []".encode("utf-16"),
    "lone_surrogate": b'steps: [{ a: { wf.value: "\\ud800" } }]',
    "not_utf8": b"steps: []\n# \xff\xfe\n",
    "deep": NESTED,
    "very_deep": b"[" * 60_000,
    "deep_maps": b"{a: " * 5_000,
    "recursive": b"steps: &a [*a]\n",
    "recursive_map": b"&a { steps: *a }\n",
    "laughs": b"a: &a [x,x,x,x,x,x,x,x,x,x]\n"
    + b"".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 10)}]\n".encode()
        for n in range(9)
    ),
    "two_documents": CLEAN + b"---\n" + CLEAN,
    "directive": b"%YAML 1.1\n---\n" + CLEAN,
    "tab": b"steps:\n\t- a: 1\n",
    "no_end": b"steps: [",
    "keys": b"? [a]\n: b\n? {c: d}\n: e\n1: 2\n",
    "long_line": b"steps: [{ a: { wf.value: '" + b"x" * 200_000 + b"{{ b }}' } }]",
    "long_expression": b"steps: [{ a: { wf.value: '{{ " + b"1+" * 40_000 + b"1 }}' } }]",
    "nested_expression": b"steps: [{ a: { wf.value: '{{ " + b"(" * 5_000 + b"1 }}' } }]",
    "crlf": CLEAN.replace(b"\n", b"\r\n"),
    "old_mac": CLEAN.replace(b"\n", b"\r"),
    "bom": b"\xef\xbb\xbf" + CLEAN,
    "next_line": "steps: []\u0085# \u2028\n".encode(),
}


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.workfile").write_bytes(CLEAN)
    return tmp_path


def lint(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[dict[str, object]], str]:
    """Lint `odd.workfile` beside a clean file: the status, its diagnostics, standard error."""
    status = run(["lint", "odd.workfile", "clean.workfile", "-f", "json", "--no-smt"])
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    found = report["diagnostics"]
    assert all(diagnostic["path"] == "odd.workfile" for diagnostic in found)
    assert report["files"] + captured.err.count("\n") == 2
    assert "internal error" not in captured.err
    return status, found, captured.err


@pytest.mark.parametrize("name", ODD)
def test_odd_files(name: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "odd.workfile").write_bytes(ODD[name])
    status, found, err = lint(capsys)
    assert err == ""
    assert status == any(diagnostic["severity"] == "error" for diagnostic in found)
    if name not in ("crlf", "old_mac", "bom", "lone_surrogate", "next_line", "long_line"):
        assert found
    for form in ("text", "concise", "github", "junit", "markdown", "sarif"):
        assert run(["lint", "odd.workfile", "-f", form, "--no-smt"]) == status
        capsys.readouterr()


def test_a_folder_with_the_name_of_a_workfile(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "odd.workfile").mkdir()
    assert run(["lint", "."]) == 0
    assert run(["lint", "odd.workfile", "clean.workfile"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "odd.workfile").write_bytes(CLEAN)
    (project / "odd.workfile").chmod(0)
    assert lint(capsys)[0] == 3


def test_a_link_to_nowhere(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "odd.workfile").symlink_to("nowhere")
    status, _, err = lint(capsys)
    assert status == 3
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"\xff", b"connector: [", b"actions: {}", b"- a"])
def test_a_broken_manifest_does_not_stop_the_files(
    content: bytes, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "connectors").mkdir()
    (project / "connectors" / "desk.yaml").write_bytes(content)
    assert run(["lint", ".", "-f", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["files"] == 2
    assert {diagnostic["path"] for diagnostic in report["diagnostics"]} == {"connectors/desk.yaml"}


@given(content=st.binary(max_size=200))
@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
def test_any_bytes(content: bytes, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "odd.workfile").write_bytes(content)
    lint(capsys)


@given(data=st.data())
@settings(
    max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
def test_a_workfile_with_a_piece_put_elsewhere(
    data: st.DataObject, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = st.integers(0, len(APPROVAL))
    start, end = sorted((data.draw(places), data.draw(places)))
    to = data.draw(places)
    odd = APPROVAL[:to] + APPROVAL[start:end][: data.draw(st.integers(0, 60))] + APPROVAL[to:]
    (project / "odd.workfile").write_bytes(odd)
    lint(capsys)
