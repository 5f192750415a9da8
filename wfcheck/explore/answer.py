"""What an exploration answers (`checking.md` 5; its JSON in `cli.md`)."""

from wfcheck.classes import dataclass
from wfcheck.diagnostic import Severity
from wfcheck.semantics.configuration import Ended
from wfcheck.semantics.driver import Recorded
from wfcheck.semantics.trace import Trace
from wfcheck.semantics.verdict import Bound, Verdict
from wfcheck.span import Span


@dataclass(frozen=True, slots=True)
class Shown:
    """A trace that was replayed, the record of its replay, and how it ends."""

    trace: Trace
    record: tuple[Recorded, ...]
    end: Ended
    timing: str | None = None  # what the run needs of the free durations
    repeats_from: int | None = None  # of a lasso: the first part of the record that comes again
    good: "Shown | None" = None  # the same run without what went wrong


@dataclass(frozen=True, slots=True)
class PropertyAnswer:
    """One property: its verdict, and the traces that show it, the shortest first."""

    name: str
    severity: Severity
    verdict: Verdict
    traces: tuple[Shown, ...] = ()
    good_trace: Shown | None = None  # the first trace without what went wrong
    timing: str | None = None  # what the violation needs of the free durations
    places: tuple[Span, ...] = ()
    assumptions: tuple[str, ...] = ()
    help: str | None = None  # what can be done about a violation


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often each item was reached: entries of states, transitions taken, steps begun."""

    states: tuple[tuple[str, int], ...] = ()
    transitions: tuple[tuple[str, int], ...] = ()
    steps: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Exploration:
    """One file, explored; complete where no bound cut anything off."""

    path: str
    bounds: tuple[Bound, ...]
    states: int  # nodes of the entry graph
    transitions: int  # its edges
    configurations: int
    seconds: float
    properties: tuple[PropertyAnswer, ...]
    coverage: Coverage
    all_states: int = 0  # of the file, reached or not
    all_transitions: int = 0
    unreplayed: int = 0  # traces that did not replay: faults of wfcheck, never violations
    assumptions: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return not self.bounds

    def property(self, name: str) -> PropertyAnswer | None:
        """The answer of that name, None where it was not asked or is not decided here."""
        return next((answer for answer in self.properties if answer.name == name), None)
