"""Fingerprints of findings, which survive that lines move (`cli.md`)."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

from wfcheck.diagnostic import Finding
from wfcheck.span import Source


def fingerprints(findings: Iterable[Finding], source: Source) -> list[str]:
    """A fingerprint for each finding, from its rule, keys and text; equal ones are numbered."""
    seen: Counter[str] = Counter()
    made: list[str] = []
    for finding in findings:
        text = " ".join(source.slice(finding.span).split())
        basis = "\0".join((finding.rule.name, "/".join(map(str, finding.keys)), text))
        seen[basis] += 1
        digest = sha256(f"{basis}\0{seen[basis]}".encode("utf-8", "surrogatepass"))
        made.append(digest.hexdigest()[:16])
    return made
