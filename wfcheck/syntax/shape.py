"""Reading a node as a declared shape; every mismatch becomes one finding.

Every function takes the node, the findings, and `what` the value is to the author (`"`steps`"`, `"the
state `waiting`"`), and gives None where the node has another shape, which has then been reported.
"""

from collections.abc import Collection, Iterator
from typing import Final, assert_never

from wfcheck.catalog import (
    EXPRESSION_SYNTAX,
    INVALID_NAME,
    MISSING_KEY,
    NON_STRING_KEY,
    RESERVED_NAME,
    UNKNOWN_KEY,
    WRONG_SHAPE,
)
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.names import NAME_LENGTH, RESERVED, did_you_mean, is_name, nearest, shown
from wfcheck.syntax.yaml import Map, Node, Scalar, Seq

EXTENSION: Final = "x-"


@dataclass(frozen=True, slots=True)
class Key:
    """A key that is a text, with its value."""

    text: str
    node: Scalar
    value: Node

    @property
    def span(self) -> Span:
        return self.node.span

    @property
    def is_extension(self) -> bool:
        """Whether it begins with `x-` (C-1.4)."""
        return self.text.startswith(EXTENSION)


def kind(node: Node) -> str:
    """What a node is, as messages say it: "a list", "null", "the number `5`"."""
    match node:
        case Map():
            return "a map"
        case Seq():
            return "a list"
        case Scalar(value, text):
            if isinstance(value, str):
                return f"the text {shown(value)}" if value.strip() else "an empty text"
            if value is None:
                return "null" if text else "nothing"
            return shown(text) if isinstance(value, bool) else f"the number {shown(text)}"
        case _:
            assert_never(node)


def as_map(node: Node, out: list[Finding], what: str) -> Map | None:
    """A node as a map; null is none (C-1.7)."""
    if isinstance(node, Map):
        return node
    wrong_shape(node, out, what, "a map")
    return None


def as_seq(node: Node, out: list[Finding], what: str) -> Seq | None:
    """A node as a list; null is none (C-1.7)."""
    if isinstance(node, Seq):
        return node
    wrong_shape(node, out, what, "a list")
    return None


def as_text(node: Node, out: list[Finding], what: str) -> str | None:
    """A node as a text, interpolations unread."""
    if isinstance(node, Scalar) and isinstance(node.value, str) and not node.broken:
        return node.value
    wrong_shape(node, out, what, "a text")
    return None


def as_bool(node: Node, out: list[Finding], what: str) -> bool | None:
    """A node as `true` or `false`."""
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    wrong_shape(node, out, what, "`true` or `false`")
    return None


def as_int(node: Node, out: list[Finding], what: str) -> int | None:
    """A node as a whole number; `3.0` is one (C-3.4)."""
    value = node.value if isinstance(node, Scalar) and not node.broken else None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    wrong_shape(node, out, what, "a whole number")
    return None


def wrong_shape(node: Node, out: list[Finding], what: str, expected: str) -> None:
    """Report a value of another shape than expected ("a list"); a broken scalar has been reported."""
    if isinstance(node, Scalar) and node.broken:
        return
    out.append(Finding(WRONG_SHAPE, node.span, f"{what} must be {expected}, not {kind(node)}"))


def text_key(key: Node, out: list[Finding]) -> str | None:
    """The text of a key; None where it is none or holds an interpolation, which is reported."""
    if isinstance(key, Scalar) and key.broken:
        return None
    if not isinstance(key, Scalar) or not isinstance(key.value, str):
        # C-1.1
        message = f"{kind(key)} cannot be a key; keys are texts"
        help_ = "put the key in quotes"
        if isinstance(key, Map) and key.source.text.startswith("{", key.start - 1):
            bare = shown(f"{{{key.source.slice(key.span)}}}")
            message = f"{bare} is a map for YAML; a text with an interpolation stands in quotes"
            help_ = f"put quotation marks around {bare}"
        out.append(Finding(NON_STRING_KEY, key.span, message, help=help_))
        return None
    if "{{" in key.value:
        # C-5.1
        message = f"the key {shown(key.text)} holds an interpolation; keys are fixed"
        out.append(Finding(EXPRESSION_SYNTAX, key.span, message))
        return None
    return key.value


def keys(node: Map, out: list[Finding]) -> Iterator[Key]:
    """The keys of a map that are texts, in order; the others are reported as they are passed."""
    for entry in node.entries:
        text = text_key(entry.key, out)
        if text is not None:
            assert isinstance(entry.key, Scalar)
            yield Key(text, entry.key, entry.value)


def read_keys(
    node: Map,
    allowed: Collection[str],
    out: list[Finding],
    *,
    what: str,
    required: Collection[str] = (),
    owner: Span | None = None,
) -> dict[str, Key]:
    """The keys of a map that has a fixed set of keys, by name, extension keys left out (C-1.4).

    An unknown key is reported with the nearest legal one; a required key that is absent at `owner`
    (the key that owns the map; the map itself where there is none), unless an unknown key is a
    misspelling of it (D-30). `what` names the map: `"a state"`.
    """
    found: dict[str, Key] = {}
    misspelt: set[str] = set()
    for key in keys(node, out):
        if key.text in allowed:
            found[key.text] = key
        elif not key.is_extension:
            near = unknown_key(key, allowed, out, what=what)
            if near is not None:
                misspelt.add(near)
    for name in required:
        if name not in found and name not in misspelt:
            missing_key(name, owner or node.span, out, what=what)
    return found


def unknown_key(key: Key, allowed: Collection[str], out: list[Finding], *, what: str) -> str | None:
    """Report a key that its map does not have, and give the legal key that it may have meant."""
    help_ = did_you_mean(key.text, allowed)
    if help_ is None and allowed:
        help_ = f"its keys are {', '.join(f'`{name}`' for name in sorted(allowed))}"
    message = f"{what} has no key {shown(key.text)}"
    out.append(Finding(UNKNOWN_KEY, key.span, message, help=help_))
    return nearest(key.text, allowed)


def missing_key(name: str, owner: Span, out: list[Finding], *, what: str) -> None:
    """Report a required key that is absent, at the key that owns the map."""
    out.append(Finding(MISSING_KEY, owner, f"{what} needs the key `{name}`"))


def check_name(
    text: str, span: Span, out: list[Finding], *, what: str, reserved: bool = True
) -> bool:
    """Whether a text is a name (C-2.1) and, with `reserved`, no reserved one (C-2.3); else it is reported.

    `what` says whose name it is: `"the step id"`.
    """
    if not is_name(text):
        message = f"{what} {shown(text)} is no name"
        help_ = (
            f"a name has at most {NAME_LENGTH} characters"
            if len(text) > NAME_LENGTH and is_name(text[:NAME_LENGTH])
            else "a name begins with a letter and goes on with letters, digits and `_`"
        )
        out.append(Finding(INVALID_NAME, span, message, help=help_))
        return False
    if reserved and text in RESERVED:
        message = f"{what} {shown(text)} is a word that expressions keep for themselves"
        out.append(Finding(RESERVED_NAME, span, message, help="choose another name"))
        return False
    return True
