"""Maps from names to things: projections, arguments, and what an author names (C-2, D-45)."""

from collections.abc import Iterator

from wfcheck.catalog import EXTENSION_CONTENT
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.names import shown
from wfcheck.syntax.nodes import Map
from wfcheck.syntax.shape import EXTENSION, Key, as_map, check_name, keys
from wfcheck.syntax.template import read_value
from wfcheck.workfile.ast import Arg
from wfcheck.workfile.keys import Out
from wfcheck.workfile.read_literals import is_null


def read_names(node: Map, what: str, out: Out) -> Iterator[Key]:
    """The keys of a map from names to things; an extension key has no place there (D-45)."""
    return (key for key in keys(node, out) if not refuse_extension(key.text, key.span, what, out))


def refuse_extension(text: str, span: Span, what: str, out: Out) -> bool:
    """Whether a key of a map from names to things is meant as an extension key; then it is reported."""
    if not text.startswith(EXTENSION):
        return False
    message = f"{what} has no fixed keys, so that {shown(text)} is no extension key there"
    out.append(Finding(EXTENSION_CONTENT, span, message))
    return True


def read_arguments(key: Key, out: Out) -> tuple[Arg, ...] | None:
    """A map from declared names to values; which names are declared is not decided here (D-40)."""
    node = as_map(key.value, out, f"`{key.text}`")
    return None if node is None else tuple(_arg(argument, out) for argument in keys(node, out))


def read_action_arguments(key: Key, out: Out) -> tuple[Arg, ...] | None:
    """The arguments of an action: as others, but that null means none (C-1.7)."""
    return () if is_null(key.value) else read_arguments(key, out)


def read_projection(key: Key, out: Out) -> tuple[Arg, ...] | None:
    """A binding projection: its names are names that the author gives."""
    what = f"`{key.text}`"
    node = as_map(key.value, out, what)
    if node is None:
        return None
    return tuple(
        _arg(name, out, reported=not check_name(name.text, name.span, out, what="the name"))
        for name in read_names(node, what, out)
    )


def _arg(key: Key, out: Out, *, reported: bool = False) -> Arg:
    value, span = read_value(key.value, out), key.value.span
    return Arg(key.text, value, value_span=span, reported=reported, span=key.span)
