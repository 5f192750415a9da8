"""Maps with a fixed set of keys: which are there, which are unknown, which are missing (C-1.4, D-30)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from wfcheck.catalog import UNKNOWN_KEY
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.names import nearest, shown
from wfcheck.syntax.nodes import Map
from wfcheck.syntax.shape import Key, keys, missing_key

Out: TypeAlias = list[Finding]


@dataclass(frozen=True, slots=True)
class Keys:
    """The known keys of one map, in document order.

    `misspelt` are known keys that are absent while an unknown key comes near them: what is
    missing then is not reported as well (D-30).
    """

    written: Mapping[str, Key]
    misspelt: frozenset[str] = frozenset()

    def get(self, key: str) -> Key | None:
        return self.written.get(key)

    def span(self, key: str) -> Span | None:
        """The place of a key, None where it is not written."""
        found = self.written.get(key)
        return None if found is None else found.span

    def has(self, *keys: str) -> bool:
        """Whether one of the keys is written, or was meant by a misspelt one."""
        return any(key in self.written or key in self.misspelt for key in keys)

    def required(self, key: str, owner: Span, what: str, out: Out) -> Key | None:
        """A required key; where it is missing, that is reported at its owner."""
        found = self.written.get(key)
        if found is None and key not in self.misspelt:
            missing_key(key, owner, out, what=what)
        return found

    def first(self, *keys: str) -> Key | None:
        """The first of some keys, in document order."""
        return next((key for text, key in self.written.items() if text in keys), None)


NO_KEYS = Keys({})


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
    written: dict[str, Key] = {}
    unknown: list[Key] = []
    for key in keys(node, out):
        if key.text in known:
            written[key.text] = key
        elif not key.is_extension:
            unknown.append(key)
    absent = [key for key in known if key not in written]
    misspelt: set[str] = set()
    for key in unknown:
        reason = refuse(key.text) if refuse else None
        # A key that is still to come is likelier meant than one that is there already.
        near = None if reason else nearest(key.text, absent) or nearest(key.text, known)
        if near is not None and near in absent:
            misspelt.add(near)
        message = reason or f"{what} has no key {shown(key.text)}"
        advice = f"did you mean `{near}`?" if near else None
        out.append(Finding(UNKNOWN_KEY, key.span, message, help=advice))
    return Keys(written, frozenset(misspelt))
