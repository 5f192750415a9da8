"""The file of a baseline: `--write-baseline` writes it, `--baseline` reads it."""

import json

from wfcheck.errors import SettingsError
from wfcheck.report.contract.lint import Json
from wfcheck.report.findings import Baseline


def baseline_json(baseline: Baseline) -> dict[str, Json]:
    """A baseline by file, then fingerprint, both sorted: it lies in version control."""
    files: dict[str, Json] = {}
    for (file, fingerprint), count in sorted(baseline.counts.items()):
        inner = files.setdefault(file, {})
        assert isinstance(inner, dict)
        inner[fingerprint] = count
    return {"schema_version": 1, "baseline": files}


def read_baseline(text: str, name: str) -> Baseline:
    """The baseline in a text; raises SettingsError, which calls the file `name`."""
    try:
        content = json.loads(text)
        return Baseline(
            {
                (file, fingerprint): int(count)
                for file, inner in content["baseline"].items()
                for fingerprint, count in inner.items()
            }
        )
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise SettingsError(f"{name}: no baseline that `--write-baseline` wrote") from error
