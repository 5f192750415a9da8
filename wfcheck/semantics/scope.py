"""What a place sees, and why not the others (C-2.2, C-6.9).

A scope never changes: what is bound, hidden or known at a place gives a new one. Names are kept in layers
that at least double in size from the innermost outwards, so that a long list of steps costs no more
than its length times a logarithm, and so does a reader of any of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Type
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr


@dataclass(frozen=True, slots=True)
class Visible:
    """A binding that can be read."""

    type: Type


@dataclass(frozen=True, slots=True)
class NotReadable:
    """A step that binds nothing that can be read: a wait, stop or fail (C-6.7)."""


class Reason(Enum):
    """Why a name that is bound somewhere is not visible at a place, as the end of a sentence (C-6.9)."""

    LATER_STEP = "is a later step"
    OWN_ID = "is the step that this stands in"
    OTHER_BRANCH = "is bound in another branch"
    OTHER_ITERATION = "is bound inside an iteration"
    INNER = "is bound inside another step"
    OTHER_ENTRY = "is bound in another state"
    STEPS = "is bound in `steps`, which run after this is evaluated"
    PAYLOAD = "is the payload of a subscription"
    ON_FAIL = "is visible in an `on_fail` list alone"
    TRIGGER = "is the payload of a trigger with `into`, which alone sees it"
    INPUTS_ONLY = "is not visible here, where only `inputs` is"


@dataclass(frozen=True, slots=True)
class Hidden:
    """A name that is bound elsewhere: why it is not visible, where it is bound, and what to read instead."""

    reason: Reason
    at: Span | None = None
    help: str | None = None


@dataclass(frozen=True, slots=True)
class StateName:
    """The name of a state, which is a label and no value."""


Entry: TypeAlias = Visible | NotReadable | Hidden | StateName


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """The names of a place, and which references are known not to be null there (C-5.7)."""

    layers: tuple[Mapping[str, Entry], ...] = ()
    not_null: frozenset[Expr] = frozenset()

    @staticmethod
    def of(types: Mapping[str, Type]) -> "Scope":
        """A scope of these bindings and nothing else."""
        return Scope(({name: Visible(t) for name, t in types.items()},))

    def bind(self, name: str, t: Type) -> "Scope":
        """With a binding that can be read."""
        return self.put(name, Visible(t))

    def bind_unreadable(self, name: str) -> "Scope":
        """With a step that binds nothing that can be read."""
        return self.put(name, NotReadable())

    def hide(self, name: str, hidden: Hidden) -> "Scope":
        """With a name that is known, and not visible here."""
        return self.put(name, hidden)

    def with_states(self, names: Iterable[str]) -> "Scope":
        """With state names, which nothing reads; a binding of the same name goes before."""
        return Scope((*self.layers, dict.fromkeys(names, StateName())), self.not_null)

    def put(self, name: str, entry: Entry) -> "Scope":
        """With an entry for a name, in place of any other."""
        top: Mapping[str, Entry] = {name: entry}
        rest = self.layers
        while rest and len(top) >= len(rest[0]):
            top, rest = {**rest[0], **top}, rest[1:]
        return Scope((top, *rest), self.not_null)

    def narrow(self, references: Iterable[Expr]) -> "Scope":
        """Where these references are known not to be null; in the form that `narrow.reference` gives."""
        added = self.not_null | frozenset(references)
        return self if len(added) == len(self.not_null) else replace(self, not_null=added)

    def lookup(self, name: str) -> Entry | None:
        """What a name is here; None where nothing is known of it."""
        return next((layer[name] for layer in self.layers if name in layer), None)

    def __contains__(self, name: str) -> bool:
        """Whether a name is bound here, readable or not."""
        return isinstance(self.lookup(name), Visible | NotReadable)

    def names(self) -> Iterator[str]:
        """The names that can be read here, in alphabetical order."""
        known: dict[str, Entry] = {}
        for layer in reversed(self.layers):
            known |= layer
        return (name for name in sorted(known) if isinstance(known[name], Visible))
