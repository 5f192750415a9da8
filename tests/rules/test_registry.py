"""The registry is the folder, in the order of the catalogue."""

from pathlib import Path

from wfcheck.catalog import RULES
from wfcheck.rules import registry
from wfcheck.rules.registry import FINDERS


def test_every_file_is_listed() -> None:
    folder = Path(registry.__file__).parent / "workfile"
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert {finder.rule.name.replace("-", "_") for finder in FINDERS} == files


def test_functions_are_named_as_their_rules() -> None:
    for finder in FINDERS:
        assert getattr(finder.find, "__name__") == finder.rule.name.replace("-", "_")  # noqa: B009


def test_catalogue_order() -> None:
    order = [RULES.index(finder.rule) for finder in FINDERS]
    assert order == sorted(set(order))
