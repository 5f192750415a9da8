"""The JSON contract of `wfcheck test` (`cli.md`)."""

from collections.abc import Sequence

from wfcheck.classes import dataclass
from wfcheck.report.contract.lint import Json


@dataclass(frozen=True, slots=True)
class Tested:
    """One scenario that was run: passed where it has no failures."""

    path: str
    name: str | None
    failures: tuple[str, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        return not self.failures


def tested_report(tested: Sequence[Tested]) -> dict[str, Json]:
    """What `wfcheck test --format json` prints."""
    passed = sum(scenario.passed for scenario in tested)
    return {
        "schema_version": 1,
        "scenarios": [tested_json(scenario) for scenario in tested],
        "summary": {"passed": passed, "failed": len(tested) - passed},
    }


def tested_json(scenario: Tested) -> dict[str, Json]:
    """One scenario."""
    return {
        "path": scenario.path,
        "name": scenario.name,
        "passed": scenario.passed,
        "failures": list(scenario.failures),
        "seconds": round(scenario.seconds, 3),
    }
