from collections.abc import Iterator
from pathlib import Path

import pytest

from wfcheck.syntax import grammar as module
from wfcheck.syntax.grammar import (
    GRAMMARS,
    Branch,
    Unexpected,
    are_tables_fresh,
    grammar,
    write_tables,
)


@pytest.mark.parametrize("name", GRAMMARS)
def test_the_tables_of_the_package_are_fresh(name: str) -> None:
    # After a change of the grammar or of lark: wfcheck.syntax.grammar.write_tables(name).
    assert are_tables_fresh(name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the grammars, without tables."""
    for name in GRAMMARS:
        text = (module._FOLDER / f"{name}.lark").read_text(encoding="utf-8")
        (tmp_path / f"{name}.lark").write_text(text, encoding="utf-8")
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    grammar.cache_clear()
    yield tmp_path
    grammar.cache_clear()


@pytest.mark.parametrize("stored", [None, b"", b"nonsense", b"\0" * 32 + b"foreign"])
def test_without_good_tables_they_are_computed(folder: Path, stored: bytes | None) -> None:
    if stored is not None:
        (folder / "expr.tables").write_bytes(stored)
    assert not are_tables_fresh("expr")
    assert isinstance(grammar("expr").parse("a + b"), Branch)


def test_written_tables_parse_alike(folder: Path) -> None:
    computed = grammar("expr").parse("a + [b, 'c'] | first")
    write_tables("expr")
    assert are_tables_fresh("expr")
    grammar.cache_clear()
    assert grammar("expr").parse("a + [b, 'c'] | first") == computed


def test_a_change_of_the_grammar_makes_tables_stale(folder: Path) -> None:
    write_tables("expr")
    path = folder / "expr.lark"
    path.write_text(path.read_text(encoding="utf-8") + "\n// changed\n", encoding="utf-8")
    assert not are_tables_fresh("expr")


def test_a_fault_knows_what_would_have_fitted() -> None:
    found = grammar("expr").parse("a +")
    assert isinstance(found, Unexpected)
    assert (found.start, found.end) == (3, 3)
    assert {"NAME", "NUMERAL", "STRING"} <= found.expected
    assert grammar("expr").parse("a ? b") == Unexpected(2, 3, frozenset({"$END"}))
