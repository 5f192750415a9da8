"""How `check` tells what was neither proved nor refuted."""

from wfcheck.catalog import BY_NAME
from wfcheck.diagnostic import Severity
from wfcheck.report.checked import Checked, CheckedFile, checked_text
from wfcheck.report.findings import Findings
from wfcheck.report.terminal import Terminal
from wfcheck.semantics.verdict import NotProved, Proof, Proved
from wfcheck.smt.obligation import ProofAnswer
from wfcheck.span import file_start


def told(proof: Proof) -> list[str]:
    answer = ProofAnswer(
        "1",
        BY_NAME["no-fault"],
        "a.workfile",
        file_start("a.workfile"),
        "`x` has a value",
        proof,
        Severity.WARNING,
    )
    file = CheckedFile("a.workfile", (answer,))
    checked = Checked((file,), Findings(("a.workfile",), ()), ())
    return checked_text(checked, Terminal()).splitlines()


def test_a_file_with_an_open_obligation_is_not_ok() -> None:
    lines = told(NotProved("the solver gave up"))
    assert lines[0] == "undecided a.workfile  (1 proof)"
    assert "a.workfile:1:1: undecided: `x` has a value: the solver gave up [no-fault]" in lines


def test_a_file_with_all_proved_is_ok() -> None:
    lines = told(Proved())
    assert lines[0] == "ok a.workfile  (1 proof)"
    assert not any("undecided" in line for line in lines)
