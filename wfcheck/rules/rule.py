"""A finder: a function from a checked Workfile to the findings of one catalogued rule."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Rule
from wfcheck.workfile.check import CheckedWorkfile

Find: TypeAlias = Callable[[CheckedWorkfile], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Finder:
    """A rule, and how its findings are found."""

    rule: Rule
    find: Find

    def __call__(self, checked: CheckedWorkfile) -> Iterator[Finding]:
        return self.find(checked)


def finds(rule: Rule) -> Callable[[Find], Finder]:
    """Make a function the finder of a catalogued rule."""
    return lambda find: Finder(rule, find)
