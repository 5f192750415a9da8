"""The JSON contract of `wfcheck check` (`cli.md`)."""

from wfcheck.report.checked import Checked, CheckedFile
from wfcheck.report.contract.explore import explore_report
from wfcheck.report.contract.lint import Json, diagnostic_json, summary_json
from wfcheck.report.contract.prove import obligation_json, proof_summary
from wfcheck.report.contract.test import tested_json
from wfcheck.semantics.verdict import Holds, Undecided, Violated


def check_report(checked: Checked, exit_status: int) -> dict[str, Json]:
    """What `wfcheck check --format json` prints."""
    passed = sum(scenario.passed for scenario in checked.scenarios)
    return {
        "schema_version": 1,
        "files": [_file(file, checked) for file in checked.files],
        "scenarios": [tested_json(scenario) for scenario in checked.scenarios],
        "summary": {
            **summary_json(checked.findings),
            "obligations": proof_summary(
                answer for file in checked.files for answer in file.obligations
            ),
            "properties": {
                "holds": checked.verdicts(Holds),
                "violated": checked.verdicts(Violated),
                "unknown": checked.verdicts(Undecided),
            },
            "scenarios": {"passed": passed, "failed": len(checked.scenarios) - passed},
        },
        "exit_status": exit_status,
    }


def _file(file: CheckedFile, checked: Checked) -> dict[str, Json]:
    return {
        "path": file.path,
        "diagnostics": [diagnostic_json(diagnostic) for diagnostic in checked.diagnostics_of(file)],
        "obligations": [obligation_json(answer) for answer in file.obligations],
        "exploration": None if file.exploration is None else explore_report(file.exploration),
    }
