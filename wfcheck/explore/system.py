"""Transition systems: the search's whole view of the world."""

from collections.abc import Hashable, Iterable
from typing import Protocol, TypeVar

S = TypeVar("S", bound=Hashable)
C = TypeVar("C")


class TransitionSystem(Protocol[S, C]):
    """States, and what can happen in them; `choices` keeps one order for equal states."""

    def initial(self) -> Iterable[S]:
        """The states in which a run can begin."""
        ...

    def choices(self, state: S) -> Iterable[C]:
        """What can happen next; nothing where a run has ended."""
        ...

    def step(self, state: S, choice: C) -> S:
        """The state after one of `choices(state)`."""
        ...
