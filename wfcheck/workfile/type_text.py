"""Type strings, such as `list[enum[open, "on hold", ...]?]`, read by hand (C-3.1)."""

import re
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.semantics.types import (
    JSON,
    EnumType,
    Kind,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Type,
)
from wfcheck.syntax.names import nearest

DEEPEST: Final = 64  # levels of `list[…]` and `map[…]`; beyond, nobody means it

_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<word>[A-Za-z][A-Za-z0-9_]*)
      | (?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<mark>\.\.\.|[\[\],?])
      | (?P<other>\S)
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_ESCAPED: Final = {"\\": "\\", "n": "\n", "t": "\t", "'": "'", '"': '"'}
_SCALARS: Final = {kind.value: Scalar(kind) for kind in Kind}
_WORDS: Final = (*_SCALARS, "json", "enum", "list", "map", "object")


@dataclass(frozen=True, slots=True)
class TypeFault:
    """Why a text is no type, and what to do about it."""

    message: str
    help: str | None = None


class _Tokens:
    """The tokens of one type string, with one of lookahead."""

    def __init__(self, text: str) -> None:
        self._tokens = [(m.lastgroup or "", m[m.lastgroup or 0]) for m in _TOKEN.finditer(text)]
        self._at = 0

    def peek(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")

    def take(self) -> tuple[str, str]:
        token = self.peek()
        self._at += 1
        return token

    def accept(self, mark: str) -> bool:
        if self.peek() != ("mark", mark):
            return False
        self._at += 1
        return True

    def here(self) -> str:
        """What stands next, as the subject of a sentence."""
        _, text = self.peek()
        return f"`{text}` stands" if text else "the type ends"


def parse_type(text: str) -> Type | TypeFault:
    """The type that a text spells, each `object` in it without fields, or why it spells none."""
    tokens = _Tokens(text)
    type_ = _type(tokens, 0)
    if not isinstance(type_, TypeFault) and tokens.peek()[0] != "end":
        return TypeFault(f"{tokens.here()} after the end of the type")
    return type_


def has_object(type_: Type) -> bool:
    """Whether an `object` stands anywhere in a type."""
    match type_:
        case ObjectType():
            return True
        case ListOf(part) | MapOf(part) | Nullable(part):
            return has_object(part)
        case _:
            return False


def with_fields(type_: Type, fields: ObjectType) -> Type:
    """The type with `fields` in the place of its `object`."""
    match type_:
        case ObjectType():
            return fields
        case ListOf(item):
            return ListOf(with_fields(item, fields))
        case MapOf(item):
            return MapOf(with_fields(item, fields))
        case Nullable(base):
            return Nullable(with_fields(base, fields))
        case _:
            return type_


def _type(tokens: _Tokens, depth: int) -> Type | TypeFault:
    if depth > DEEPEST:
        return TypeFault(f"the type is nested more than {DEEPEST} levels deep")
    base = _base(tokens, depth)
    if isinstance(base, TypeFault) or not tokens.accept("?"):
        return base
    # C-3.1: `json?` is `json`
    return base if base is JSON else Nullable(base)


def _base(tokens: _Tokens, depth: int) -> Type | TypeFault:
    kind, word = tokens.peek()
    if kind != "word":
        return TypeFault(f"{tokens.here()} where a type is expected", f"types: {', '.join(_WORDS)}")
    tokens.take()
    match word:
        case "json":
            return JSON
        case "object":
            return ObjectType(())
        case "list":
            item = _element(tokens, word, depth)
            return item if isinstance(item, TypeFault) else ListOf(item)
        case "map":
            item = _element(tokens, word, depth)
            return item if isinstance(item, TypeFault) else MapOf(item)
        case "enum":
            return _enum(tokens)
        case _ if word in _SCALARS:
            return _SCALARS[word]
        case _:
            near = nearest(word, _WORDS)
            advice = f"did you mean `{near}`?" if near else f"types: {', '.join(_WORDS)}"
            return TypeFault(f"`{word}` is no type", advice)


def _element(tokens: _Tokens, word: str, depth: int) -> Type | TypeFault:
    if not tokens.accept("["):
        return TypeFault(f"`{word}` needs the type of its elements", f"write `{word}[string]`")
    item = _type(tokens, depth + 1)
    if isinstance(item, TypeFault) or tokens.accept("]"):
        return item
    if word == "map" and tokens.peek() == ("mark", ","):
        return TypeFault("`map` takes one type", "keys are strings; write the values' type alone")
    return TypeFault(f"{tokens.here()} where `]` is expected to close `{word}[`")


def _enum(tokens: _Tokens) -> EnumType | TypeFault:
    if not tokens.accept("["):
        return TypeFault("`enum` needs its members", "write `enum[open, closed]`")
    members: set[str] = set()
    while not (members and tokens.accept("...")):
        member = _member(tokens)
        if isinstance(member, TypeFault):
            return member
        if member in members:
            return TypeFault(f"the member `{member}` stands twice")
        members.add(member)
        if tokens.accept("]"):
            return EnumType(tuple(sorted(members)))
        if not tokens.accept(","):
            return TypeFault(f"{tokens.here()} where `,` or `]` is expected after `{member}`")
    if not tokens.accept("]"):
        return TypeFault(f"{tokens.here()} where `]` is expected after `...`")
    return EnumType(tuple(sorted(members)), open=True)


def _member(tokens: _Tokens) -> str | TypeFault:
    match tokens.peek():
        case ("word", text):
            tokens.take()
            return text
        case ("text", text):
            tokens.take()
            return _unquoted(text[1:-1])
        case _:
            return TypeFault(
                f"{tokens.here()} where an enum member is expected",
                "a member is a bare name or a quoted string",
            )


def _unquoted(text: str) -> str | TypeFault:
    parts: list[str] = []
    end = 0
    for found in _ESCAPE.finditer(text):
        code, char = found.groups()
        # A lone surrogate is no character.
        plain = _ESCAPED.get(char) if code is None else chr(int(code, 16))
        if plain is None or "\ud800" <= plain <= "\udfff":
            return TypeFault(f"`{found[0]}` is no escape in a quoted member")
        parts += (text[end : found.start()], plain)
        end = found.end()
    return "".join((*parts, text[end:]))
