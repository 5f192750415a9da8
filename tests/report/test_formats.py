"""What machines read: every format is well-formed, whatever stands in a message."""

import json
from xml.etree import ElementTree as ET

import pytest

from tests.report.made import FINDINGS, SOURCE
from wfcheck.catalog import RULES
from wfcheck.diagnostic import Diagnostic, Finding, Severity
from wfcheck.report.annotations import annotations
from wfcheck.report.concise import concise
from wfcheck.report.contract.baseline import baseline_json, read_baseline
from wfcheck.report.findings import Findings
from wfcheck.report.formats import Format, told
from wfcheck.report.junit import junit, lint_cases
from wfcheck.report.markdown import markdown
from wfcheck.report.sarif import sarif
from wfcheck.report.terminal import Terminal

NASTY = Findings(
    ("n %,:.workfile",),
    (
        Diagnostic(
            Severity.UNSUPPORTED,
            Finding(RULES[0], SOURCE.span(0, 3), ']]> & "q" `a|b` \x00 \ud800\n::error::', "h|\r"),
            "f",
        ),
    ),
)


def as_json(findings: Findings, form: Format = Format.JSON) -> dict[str, object]:
    loaded = json.loads(told(findings, form, Terminal(), version="1"))
    assert isinstance(loaded, dict)
    return loaded


def test_json_is_the_contract() -> None:
    assert as_json(FINDINGS) == {
        "schema_version": 1,
        "files": 2,
        "diagnostics": [
            {
                "path": "flows/a.workfile",
                "line": 3,
                "column": 14,
                "end_line": 3,
                "end_column": 18,
                "severity": "error",
                "rule": "target-undeclared",
                "code": "document.reference",
                "message": "`goto` names the state `dome`, which does not exist",
                "help": "did you mean `dône`?",
                "related": [
                    {
                        "path": "flows/a.workfile",
                        "line": 4,
                        "column": 3,
                        "message": "the nearest state",
                    }
                ],
                "fingerprint": "f1",
            },
            {
                "path": "flows/a.workfile",
                "line": 4,
                "column": 3,
                "end_line": 4,
                "end_column": 7,
                "severity": "warning",
                "rule": "unused-accepted",
                "code": "document.control",
                "message": "100% odd | <b>,\nnot: ok",
                "help": None,
                "related": [],
                "fingerprint": "f2",
            },
        ],
        "summary": {
            "error": 1,
            "warning": 1,
            "info": 0,
            "unsupported": 0,
            "suppressed": 1,
            "baselined": 0,
        },
    }


def test_concise_is_one_line_each() -> None:
    assert concise(FINDINGS).splitlines() == [
        (
            "flows/a.workfile:3:14: error target-undeclared: "
            "`goto` names the state `dome`, which does not exist"
        ),
        "flows/a.workfile:4:3: warning unused-accepted: 100% odd | <b>, not: ok",
    ]


def test_annotations_escape_what_would_end_them() -> None:
    worst, other, closing = annotations(FINDINGS).splitlines()
    assert worst.startswith("::error file=flows/a.workfile,line=3,endLine=3,col=14,endColumn=17,")
    assert other.startswith("::warning ")
    assert other.endswith("::100%25 odd | <b>,%0Anot: ok")
    assert closing == "1 error, 1 warning in 2 files (1 suppressed)"
    assert "file=n %25%2C%3A.workfile" not in annotations(NASTY)  # its span names another file


def test_junit_fails_the_file_by_what_fails_the_command() -> None:
    cases = lint_cases(FINDINGS, FINDINGS.diagnostics[:1])
    tree = ET.fromstring(junit(cases, "wfcheck lint"))
    suite = tree.find("testsuite")
    assert suite is not None
    assert suite.get("tests") == "2"
    assert suite.get("failures") == "1"
    assert [case.get("name") for case in suite] == ["flows/a.workfile", "flows/clean.workfile"]
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert str(failure.get("message")).startswith("3:14: error target-undeclared")
    assert "unused-accepted" in str(suite.findtext("testcase/system-out"))


def test_sarif_has_what_code_scanning_needs() -> None:
    log = sarif(FINDINGS, RULES, "1.2.3")
    assert log["version"] == "2.1.0"
    runs = log["runs"]
    assert isinstance(runs, list)
    run = runs[0]
    assert isinstance(run, dict)
    assert run["columnKind"] == "unicodeCodePoints"
    results = run["results"]
    assert isinstance(results, list)
    assert results[0] == {
        "ruleId": "target-undeclared",
        "ruleIndex": [rule.name for rule in RULES].index("target-undeclared"),
        "level": "error",
        "message": {
            "text": "`goto` names the state `dome`, which does not exist. did you mean `dône`?"
        },
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "flows/a.workfile"},
                    "region": {"startLine": 3, "startColumn": 14, "endLine": 3, "endColumn": 18},
                }
            }
        ],
        "relatedLocations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "flows/a.workfile"},
                    "region": {"startLine": 4, "startColumn": 3, "endLine": 4, "endColumn": 7},
                },
                "message": {"text": "the nearest state"},
            }
        ],
        "partialFingerprints": {"wfcheck/v1": "f1"},
    }


def test_markdown_keeps_its_table() -> None:
    table = [line for line in markdown(FINDINGS).splitlines() if line.startswith("|")]
    assert len(table) == 4
    assert table[3].endswith("| 100% odd \\| \\<b\\>, not: ok |")
    nasty = [line for line in markdown(NASTY).splitlines() if line.startswith("|")]
    assert "`a\\|b`" in nasty[2]
    assert len(nasty) == 3


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("unicode", [True, False])
def test_no_message_breaks_a_format(form: Format, *, unicode: bool) -> None:
    shown = told(NASTY, form, Terminal(unicode=unicode), version="1", failing=NASTY.diagnostics)
    written = shown.encode("utf-8", "backslashreplace").decode()
    match form:
        case Format.JSON | Format.SARIF:
            assert json.loads(written)
            assert unicode or written.isascii()
        case Format.JUNIT:
            assert ET.fromstring(written).tag == "testsuites"
        case Format.CONCISE:
            assert written.count("\n") == 1
        case Format.GITHUB:
            assert [line for line in written.splitlines() if line.startswith("::error")] == []
        case Format.TEXT | Format.MARKDOWN:
            assert RULES[0].name in written


def test_a_baseline_takes_away_what_it_holds_and_no_more() -> None:
    names = {"flows/a.workfile": "a.workfile"}
    text = json.dumps(baseline_json(FINDINGS.baseline(names)))
    baseline = read_baseline(text, "b.json")
    left = FINDINGS.without(baseline, names)
    assert left.diagnostics == ()
    assert left.baselined == 2
    twice = Findings((), FINDINGS.diagnostics * 2).without(baseline, names)
    assert twice.baselined == 2
    assert len(twice.diagnostics) == 2
    assert FINDINGS.without(baseline, {}).baselined == 0
