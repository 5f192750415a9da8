"""Connectors without a manifest, which are taken on trust (C-11.3)."""

from collections.abc import Iterator

from wfcheck.catalog import MISSING_MANIFEST
from wfcheck.diagnostic import Finding
from wfcheck.rules.rule import finds
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.needs import connector_uses


@finds(MISSING_MANIFEST)
def missing_manifest(checked: CheckedWorkfile) -> Iterator[Finding]:
    if not checked.connectors.on_trust:
        return
    told = set(checked.connectors.broken)
    for connector, span in connector_uses(checked.workfile):
        if connector not in told and checked.connectors.is_trusted(connector):
            told.add(connector)
            yield Finding(
                MISSING_MANIFEST,
                span,
                f"no manifest declares `{connector}`, so nothing that it takes or returns is checked",
                help="add its manifest to the project",
            )
