"""The results of scenarios, told for a person and as JUnit cases."""

from collections.abc import Sequence

from wfcheck.report.contract.test import Tested
from wfcheck.report.junit import JunitCase
from wfcheck.report.terminal import Paint, Terminal


def tested_text(tested: Sequence[Tested], terminal: Terminal) -> str:
    """A line for each scenario that failed, its differences below it, then the count."""
    lines: list[str] = []
    for scenario in tested:
        if scenario.passed:
            continue
        word = terminal.paint("failed", Paint.ERROR)
        lines.append(f"{word} {terminal.text(_title(scenario))}")
        lines += [f"  {terminal.text(failure)}" for failure in scenario.failures]
    passed = sum(scenario.passed for scenario in tested)
    if lines:
        lines.append("")
    lines.append(f"{passed} of {len(tested)} scenarios passed")
    return "\n".join(lines) + "\n"


def tested_cases(tested: Sequence[Tested]) -> tuple[JunitCase, ...]:
    """A JUnit case for each scenario."""
    return tuple(
        JunitCase(scenario.path, scenario.name or "scenario", scenario.failures, scenario.seconds)
        for scenario in tested
    )


def _title(scenario: Tested) -> str:
    return scenario.path if scenario.name is None else f"{scenario.path}: {scenario.name}"
