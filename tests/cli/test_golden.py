"""The layout of what commands print, one folder a case: `command`, its files, `stdout`, `exit`.

`pytest tests/cli --update-golden` writes `stdout` and `exit` anew; the difference is reviewed. What is
right or wrong in a Workfile is held elsewhere.
"""

import re
import shlex
from pathlib import Path

import pytest

from wfcheck.cli.app import run

GOLDEN = Path(__file__).parent.parent / "golden"
CASES = sorted(path.parent for path in GOLDEN.glob("*/*/command"))

# how long something took is the one thing that differs from run to run
SECONDS = re.compile(r'("seconds": |time="| in (?=[0-9.]+ s\b))[0-9.]+')


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_golden(
    case: Path,
    update_golden: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(case)
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("GITHUB_ACTIONS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    status = run(shlex.split((case / "command").read_text(encoding="utf-8")))
    stdout = SECONDS.sub(r"\g<1>0", capsys.readouterr().out)
    if update_golden:
        (case / "stdout").write_text(stdout, encoding="utf-8")
        (case / "exit").write_text(f"{status}\n", encoding="utf-8")
    assert stdout == (case / "stdout").read_text(encoding="utf-8")
    assert f"{status}\n" == (case / "exit").read_text(encoding="utf-8")


def test_there_are_goldens() -> None:
    assert {case.parent.name for case in CASES} >= {"lint", "render", "rules", "explain"}
