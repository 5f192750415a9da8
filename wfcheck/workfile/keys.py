"""Maps with a fixed set of keys: which are there, which are unknown, which are missing (C-1.4, D-30)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from wfcheck.catalog import UNKNOWN_KEY
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.names import nearest, shown
from wfcheck.syntax.nodes import Map
from wfcheck.syntax.shape import Key, keys, missing_key

Out: TypeAlias = list[Finding]


@dataclass(frozen=True, slots=True)
class Keys:
    """The known keys of one map, in document order.

    An unknown key that comes near a known one which is absent stands for it, since that is what was
    meant (D-30): its value is read, and nothing is missing. Such known keys are `misspelt`.
    """

    meant: Mapping[str, Key]
    misspelt: frozenset[str] = frozenset()

    @property
    def written(self) -> Mapping[str, Key]:
        """The keys that are spelt as they should be, for the rules on presence (D-1)."""
        return {text: key for text, key in self.meant.items() if text not in self.misspelt}

    def get(self, key: str) -> Key | None:
        return self.meant.get(key)

    def span(self, key: str) -> Span | None:
        """The place of a key, None where it is not written."""
        found = self.meant.get(key)
        return None if found is None else found.span

    def has(self, *keys: str) -> bool:
        """Whether one of the keys is there."""
        return any(key in self.meant for key in keys)

    def required(self, key: str, owner: Span, what: str, out: Out) -> Key | None:
        """A required key; where it is missing, that is reported at its owner."""
        found = self.meant.get(key)
        if found is None:
            missing_key(key, owner, out, what=what)
        return found

    def first(self, *keys: str) -> Key | None:
        """The first of some keys, in document order."""
        return next((key for text, key in self.meant.items() if text in keys), None)


NO_KEYS: Final = Keys({})


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
    found = list(keys(node, out))
    present = {key.text for key in found}
    absent = [key for key in known if key not in present]
    meant: dict[str, Key] = {}
    misspelt: set[str] = set()
    for key in found:
        if key.text in known:
            meant[key.text] = key
        elif not key.is_extension:
            reason = refuse(key.text) if refuse else None
            # A key that is still to come is likelier meant than one that is there already.
            near = None if reason else nearest(key.text, absent) or nearest(key.text, known)
            if near is not None and near in absent and near not in misspelt:
                misspelt.add(near)
                meant[near] = Key(near, key.node, key.value)
            message = reason or f"{what} has no key {shown(key.text)}"
            advice = f"did you mean `{near}`?" if near else None
            out.append(Finding(UNKNOWN_KEY, key.span, message, help=advice))
    return Keys(meant, frozenset(misspelt))
