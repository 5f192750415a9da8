"""Maps with a fixed set of keys: which are there, which are unknown, which are missing (C-1.4, D-30)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from wfcheck.catalog import MISSING_KEY, UNKNOWN_KEY
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.names import nearest, shown
from wfcheck.syntax.shape import text_key
from wfcheck.syntax.yaml import Entry, Map

EXTENSION: Final = "x-"  # C-1.4
INTERPOLATION: Final = "{{"

Out: TypeAlias = list[Finding]


@dataclass(frozen=True, slots=True)
class Keys:
    """The known keys of one map, in document order.

    `misspelt` are known keys that are absent while an unknown key comes near them: what is
    missing then is not reported as well (D-30).
    """

    entries: Mapping[str, Entry]
    misspelt: frozenset[str] = frozenset()

    def get(self, key: str) -> Entry | None:
        return self.entries.get(key)

    def span(self, key: str) -> Span | None:
        """The place of a key, None where it is not written."""
        entry = self.entries.get(key)
        return None if entry is None else entry.key.span

    def has(self, *keys: str) -> bool:
        """Whether one of the keys is written, or was meant by a misspelt one."""
        return any(key in self.entries or key in self.misspelt for key in keys)

    def required(self, key: str, owner: Span, what: str, out: Out) -> Entry | None:
        """The entry of a required key; where it is missing, that is reported at its owner."""
        entry = self.entries.get(key)
        if entry is None and key not in self.misspelt:
            out.append(Finding(MISSING_KEY, owner, f"{what} needs `{key}`"))
        return entry

    def first(self, *keys: str) -> Entry | None:
        """The first entry, in document order, whose key is one of these."""
        return next((entry for key, entry in self.entries.items() if key in keys), None)


def read_keys(
    node: Map,
    known: Iterable[str],
    what: str,
    out: Out,
    refuse: Callable[[str], str | None] | None = None,
) -> Keys:
    """The known keys of a map; the others are reported, extension keys (`x-`) passed over.

    `what` names the map in messages. `refuse` may say more about a key that is not known: a key
    of another edition, of another construct.
    """
    known = tuple(known)
    entries: dict[str, Entry] = {}
    unknown: list[tuple[str, Entry]] = []
    for name, entry in named_entries(node, out):
        if name in known:
            entries[name] = entry
        elif not name.startswith(EXTENSION):
            unknown.append((name, entry))
    absent = [key for key in known if key not in entries]
    misspelt: set[str] = set()
    for name, entry in unknown:
        reason = refuse(name) if refuse else None
        near = None if reason else nearest(name, absent) or nearest(name, known)
        if near is not None and near in absent:
            misspelt.add(near)
        message = reason or f"{shown(name)} is no key of {what}"
        advice = f"did you mean `{near}`?" if near else None
        out.append(Finding(UNKNOWN_KEY, entry.key.span, message, help=advice))
    return Keys(entries, frozenset(misspelt))


def named_entries(node: Map, out: Out) -> Iterator[tuple[str, Entry]]:
    """The entries of a map under their names; keys that can be no name are reported (C-1.1, C-5.1)."""
    for entry in node.entries:
        name = text_key(entry.key, out)
        if name is not None:
            yield name, entry
