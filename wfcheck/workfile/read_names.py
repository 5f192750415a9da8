"""Maps from names to things: projections, arguments, and the names that an author gives (C-2, D-45)."""

from collections.abc import Iterator

from wfcheck.catalog import EXTENSION_CONTENT, INVALID_NAME, RESERVED_NAME
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.names import NAME_LENGTH, RESERVED, is_name, shown
from wfcheck.syntax.template import read_value
from wfcheck.syntax.yaml import Entry, Map, Scalar
from wfcheck.workfile.ast import Arg
from wfcheck.workfile.keys import EXTENSION, Out, named_entries
from wfcheck.workfile.read_literals import as_map


def check_name(name: str, span: Span, out: Out, *, reserved: bool = True) -> bool:
    """Whether a name has the syntax of names and is not reserved (where that matters); else reported."""
    if not is_name(name):
        message = f"{shown(name)} is no name"
        advice = f"a letter, then letters, digits and `_`, {NAME_LENGTH} characters at most"
        out.append(Finding(INVALID_NAME, span, message, help=advice))
        return False
    if reserved and name in RESERVED:
        message = f"`{name}` is a reserved name"
        out.append(Finding(RESERVED_NAME, span, message, help=f"write `{name}_`, for example"))
        return False
    return True


def read_names(node: Map, what: str, out: Out) -> Iterator[tuple[str, Entry]]:
    """The entries of a map from names to things; an extension key has no place there (D-45)."""
    for name, entry in named_entries(node, out):
        if not check_extension(name, entry.key.span, what, out):
            yield name, entry


def check_extension(name: str, span: Span, what: str, out: Out) -> bool:
    """Whether a key of a map from names to things is meant as an extension key; then it is reported."""
    if not name.startswith(EXTENSION):
        return False
    message = f"{what} has no fixed keys, so that {shown(name)} is no extension key there"
    out.append(Finding(EXTENSION_CONTENT, span, message))
    return True


def read_arguments(entry: Entry, what: str, out: Out) -> tuple[Arg, ...] | None:
    """A map from a declaration's names to values; what it may name is not decided here (D-40)."""
    node = as_map(entry, what, out)
    if node is None:
        return None
    return tuple(_arg(name, at, out) for name, at in named_entries(node, out))


def read_action_arguments(entry: Entry, what: str, out: Out) -> tuple[Arg, ...] | None:
    """The arguments of an action: as others, but that nothing means none (C-1.7)."""
    if isinstance(entry.value, Scalar) and entry.value.value is None and not entry.value.broken:
        return ()
    return read_arguments(entry, what, out)


def read_projection(entry: Entry, what: str, out: Out) -> tuple[Arg, ...] | None:
    """A binding projection: its names are names that the author gives."""
    node = as_map(entry, what, out)
    if node is None:
        return None
    return tuple(
        _arg(name, at, out, reported=not check_name(name, at.key.span, out))
        for name, at in read_names(node, what, out)
    )


def _arg(name: str, entry: Entry, out: Out, *, reported: bool = False) -> Arg:
    value = read_value(entry.value, out)
    return Arg(name, value, value_span=entry.value.span, span=entry.key.span, reported=reported)
