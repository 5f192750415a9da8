"""The promises that hold the house together."""

import subprocess
import sys
from pathlib import Path

import pytest

import wfcheck
from wfcheck.catalog import BY_NAME, RULES

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "wfcheck" / "pages"
BOOKING = "examples/booking/booking.workfile"
HEAVY = ("z3", "networkx", "rich", "graphviz", "pathspec", "pydantic")


def test_every_rule_says_what_it_is() -> None:
    assert all(rule.summary and not rule.summary.endswith(".") for rule in RULES)


def test_rule_names_are_unique() -> None:
    assert len(BY_NAME) == len(RULES)


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == set(BY_NAME)


def loaded(*arguments: str) -> set[str]:
    """The heavy packages that a command loads."""
    code = (
        "import sys\n"
        "from wfcheck.cli.app import run\n"
        f"status = run({list(arguments)!r})\n"
        f"print(status, *(name for name in {HEAVY!r} if name in sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    status, *names = done.stdout.splitlines()[-1].split()
    assert status == "0"
    return set(names)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("lint", "--no-smt", BOOKING),
        ("lint", BOOKING),
        ("lint", BOOKING, "--format", "sarif"),
        ("explain", "unreachable-state"),
    ],
)
def test_a_command_loads_only_what_it_needs(arguments: tuple[str, ...]) -> None:
    assert loaded(*arguments) == set()


def test_the_public_names_are_there() -> None:
    assert all(hasattr(wfcheck, name) for name in wfcheck.__all__)
