"""Reading small Workfiles: what they hold, and what is said about them where."""

from textwrap import dedent

from wfcheck.diagnostic import Finding
from wfcheck.settings import Edition
from wfcheck.span import Source
from wfcheck.syntax.yaml import compose
from wfcheck.workfile.ast import States, Step, Steps, Workfile
from wfcheck.workfile.manifest import Manifest, read_manifest
from wfcheck.workfile.read_document import read_document


def read(text: str, edition: Edition = Edition.PROFILE) -> tuple[Workfile, list[Finding]]:
    """A Workfile, and the findings of its reading in the order of the text."""
    out: list[Finding] = []
    source = Source("a.workfile", dedent(text))
    workfile = read_document(compose(source, out), source, edition, out)
    return workfile, sorted(out, key=lambda finding: finding.span.start.offset)


def told(text: str, edition: Edition = Edition.PROFILE) -> list[str]:
    """The findings as `line:column rule`."""
    return [_short(finding) for finding in read(text, edition)[1]]


def step(text: str) -> Step:
    """The only step of a file that is read without findings."""
    workfile, findings = read(text)
    assert findings == []
    assert isinstance(workfile.body, Steps)
    (only,) = workfile.body.steps
    return only


def states(text: str, edition: Edition = Edition.PROFILE) -> States:
    """The states of a file that is read without findings."""
    workfile, findings = read(text, edition)
    assert findings == []
    assert isinstance(workfile.body, States)
    return workfile.body


def manifest(text: str) -> tuple[Manifest | None, list[str]]:
    """A manifest, and what is said about it."""
    out: list[Finding] = []
    source = Source("a.yaml", dedent(text))
    node = compose(source, out)
    assert node is not None
    found = read_manifest(node, source, out)
    return found, [_short(each) for each in sorted(out, key=lambda f: f.span.start.offset)]


def _short(finding: Finding) -> str:
    start = finding.span.start
    return f"{start.line}:{start.column} {finding.rule.name}"
