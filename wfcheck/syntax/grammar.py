"""Lark behind one class: a text to a neutral tree, or the first token that does not fit.

Parsing is LALR and takes no recursion, however deep a text nests. The tables of a grammar are kept
beside it in the package, under the digest of the grammar and of lark's version: a file that does not
agree is not read, and the tables are computed from the grammar. `write_tables` makes them anew.
"""

import hashlib
import io
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, TypeAlias, cast

import lark
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from wfcheck.classes import dataclass

_FOLDER: Final = Path(__file__).parent
GRAMMARS: Final = ("expr",)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A token, and where it stands in the text."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(slots=True)
class Branch:
    """What a rule of the grammar matched, all its tokens included."""

    rule: str
    children: "list[Tree]"
    start: int
    end: int


Tree: TypeAlias = Leaf | Branch


@dataclass(frozen=True, slots=True)
class Unexpected:
    """The first place that fits no rule: a token, a character, or the end (`start == end`)."""

    start: int
    end: int
    expected: frozenset[str]  # the kinds of tokens that would have fitted


_SHORT: Final = 200  # code points of an expression that is worth keeping


class Grammar:
    """A grammar that is ready to parse."""

    def __init__(self, parser: lark.Lark) -> None:
        self._parser = parser
        # The same expressions stand in many files; trees are never changed.
        self._parse_short = lru_cache(maxsize=2048)(self._parse)

    def parse(self, text: str) -> Branch | Unexpected:
        """The tree of a text; its root is a branch, since no rule is a token alone."""
        return self._parse_short(text) if len(text) <= _SHORT else self._parse(text)

    def _parse(self, text: str) -> Branch | Unexpected:
        try:
            tree: object = self._parser.parse(text)
        except UnexpectedToken as fault:
            expected = frozenset(fault.accepts or fault.expected)
            if fault.token.type == "$END":
                return Unexpected(len(text), len(text), expected)
            token = _leaf(fault.token)
            return Unexpected(token.start, token.end, expected)
        except UnexpectedCharacters as fault:
            # The lexer knows only roughly what could follow; the parser knows from what stands before.
            start = cast("int", fault.pos_in_stream)
            before = self.parse(text[:start])
            expected = before.expected if isinstance(before, Unexpected) else frozenset({"$END"})
            return Unexpected(start, start + 1, expected)
        assert isinstance(tree, Branch)
        return tree


@cache
def grammar(name: str) -> Grammar:
    """The grammar in `NAME.lark`, from its tables where they agree with it."""
    text = (_FOLDER / f"{name}.lark").read_text(encoding="utf-8")
    try:
        stored = _tables_path(name).read_bytes()
    except OSError:
        stored = b""
    digest = _digest(text)
    if stored.startswith(digest):
        return Grammar(lark.Lark.load(io.BytesIO(stored[len(digest) :])))
    return Grammar(_build(text))


def write_tables(name: str) -> None:
    """Compute a grammar's tables and keep them beside it."""
    text = (_FOLDER / f"{name}.lark").read_text(encoding="utf-8")
    tables = io.BytesIO()
    _build(text).save(tables)
    _tables_path(name).write_bytes(_digest(text) + tables.getvalue())


def are_tables_fresh(name: str) -> bool:
    """Whether the tables kept in the package are those of the grammar and of lark as installed."""
    text = (_FOLDER / f"{name}.lark").read_text(encoding="utf-8")
    path = _tables_path(name)
    return path.is_file() and path.read_bytes().startswith(_digest(text))


def _tables_path(name: str) -> Path:
    return _FOLDER / f"{name}.tables"


def _digest(text: str) -> bytes:
    return hashlib.sha256(f"{lark.__version__}\n{text}".encode()).digest()


def _build(text: str) -> lark.Lark:
    return lark.Lark(
        text,
        parser="lalr",
        lexer="contextual",
        keep_all_tokens=True,
        maybe_placeholders=False,
        tree_class=_branch,
    )


def _branch(rule: str, children: list[lark.Token | Tree]) -> Branch:
    """A branch from what lark has collected; the lists of its helper rules stay as they are."""
    if rule.startswith("__"):
        return Branch(rule, cast("list[Tree]", children), 0, 0)
    # In place: lark goes on to use the list of a rule that it inlines.
    for i, child in enumerate(children):
        if isinstance(child, lark.Token):
            children[i] = _leaf(child)
    whole = cast("list[Tree]", children)
    return Branch(str(rule), whole, whole[0].start, whole[-1].end)


def _leaf(token: lark.Token) -> Leaf:
    assert token.start_pos is not None
    start = token.start_pos
    return Leaf(token.type, str(token), start, start + len(token))
