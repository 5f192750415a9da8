"""Every marked file of the corpus gives what its marks say; the valid ones give nothing at all."""

from pathlib import Path

import pytest

from tests.cases import check_file, lint_file, marked_files, read_expectations, text_of

CORPUS = Path(__file__).parent.parent / "corpus" / "lint"
FILES = list(marked_files(CORPUS))
NAMES = [path.relative_to(CORPUS).as_posix() for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_marks(path: Path) -> None:
    assert check_file(path) == []


VALID = [path for path in FILES if path.parent.name == "valid"]


@pytest.mark.parametrize("path", VALID, ids=[path.name for path in VALID])
def test_valid_files_give_nothing(path: Path) -> None:
    assert lint_file(path) == []


def test_every_file_is_marked_and_names_its_rules() -> None:
    assert set(CORPUS.rglob("*.workfile")) == set(FILES)
    for path in FILES:
        for expected in read_expectations(text_of(path)).diagnostics:
            assert expected.rule is not None, f"{path.name}: {expected}"
