"""Finding one's way in a document's nodes by an offset."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import assert_never

from wfcheck.diagnostic import Keys
from wfcheck.syntax.yaml import Map, Node, Scalar, Seq


def keys_to(root: Node | None, offset: int) -> Keys:
    """The keys and positions from the root to what stands at an offset."""
    found: list[str | int] = []
    node = root
    while node is not None:
        match node:
            case Scalar():
                node = None
            case Seq(items):
                at = bisect_right(items, offset, key=lambda item: item.start) - 1
                if at < 0:
                    break
                found.append(at)
                node = items[at]
            case Map(entries):
                at = bisect_right(entries, offset, key=lambda entry: entry.key.start) - 1
                if at < 0:
                    break
                entry = entries[at]
                found.append(entry.key.text if isinstance(entry.key, Scalar) else at)
                node = entry.value if offset >= entry.value.start else None
            case _:
                assert_never(node)
    return tuple(found)


def map_with(root: Node | None, offset: int) -> Map | None:
    """The map that has a key at an offset."""
    node = root
    while node is not None:
        match node:
            case Scalar():
                return None
            case Seq(items):
                at = bisect_right(items, offset, key=lambda item: item.start) - 1
                node = items[at] if at >= 0 else None
            case Map(entries):
                at = bisect_right(entries, offset, key=lambda entry: entry.key.start) - 1
                if at >= 0 and entries[at].key.start == offset:
                    return node
                node = entries[at].value if at >= 0 else None
            case _:
                assert_never(node)
    return None


def scalars(root: Node) -> Iterator[tuple[int, int]]:
    """Where every scalar begins and ends, keys included; an alias stands where it is used."""
    pending = [root]
    while pending:
        match pending.pop():
            case Scalar() as scalar:
                yield scalar.start, scalar.end
            case Seq(items):
                pending += items
            case Map(entries):
                for entry in entries:
                    pending += (entry.key, entry.value)
            case other:
                assert_never(other)
