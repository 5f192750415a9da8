"""What is going on in a run: a tree of step lists, constructs, entries and child runs.

Every node is an immutable value. What only names a place (paths, positions, numbers, the program's
own steps) takes no part in equality: two nodes that behave alike are equal wherever a run's history
has brought them. Times are relative to now and only as long as something waits for them.
"""

from dataclasses import field
from enum import StrEnum
from typing import Final, TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.choice import Event
from wfcheck.semantics.program import Program, State, Step
from wfcheck.syntax.expr import Expr, MapLit

Bindings: TypeAlias = tuple[tuple[str, Expr], ...]
"""Names and their values, in the order in which they were bound."""


MAX_EXCEEDED: Final = "flow.max_exceeded"
"""The code of a for_each whose list has more elements than its `max`."""


class Cause(StrEnum):
    """What may still intercept a failure (C-7.2, C-7.3)."""

    ORDINARY = "ordinary"  # retry, on_fail and the policies around it
    FAULT = "fault"  # the same without retry: an evaluation fault, an unknown outcome
    AUTHOR = (
        "author"  # `wf.fail`, or a fault in the expressions of a stop or a fail: nothing in its run
    )
    ABORT = "abort"  # `on_unknown: abort`: nothing at all


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a step, a construct or a run failed; `step` is the path of the innermost failing step."""

    code: str
    cause: Cause = Cause.ORDINARY
    message: str = field(default="", compare=False)
    step: str = field(default="", compare=False)
    reason: Expr | None = None  # the reason of a `wf.fail`


# -- step lists and what their current step is doing


@dataclass(frozen=True, slots=True)
class Block:
    """A step list in progress, and its scope.

    `given` are names that the scope has from outside: the element of an iteration, `error`, what an
    entry accepts. `bound` are the bindings of its steps. A block whose `work` is None is about to
    begin its step `at`, and moves without any choice.
    """

    at: int = 0
    given: Bindings = ()
    bound: Bindings = ()
    work: "Work | None" = None
    steps: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    path: str = field(default="", compare=False)  # what stands before the ids of its steps


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt of an action in flight; `left` is the time to its `timeout`, None without one.

    One that was dispatched after `Proceed` may still settle at that instant, older ones not (D-15).
    """

    args: MapLit
    number: int = 1
    left: Expr | None = None
    after_proceed: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """The delay before the next attempt, after `made` attempts."""

    made: int
    left: Expr


@dataclass(frozen=True, slots=True)
class Rest:
    """`wf.wait`, with the time left."""

    left: Expr


@dataclass(frozen=True, slots=True)
class Chosen:
    """The selected branch of a route or choose: the position of its case or arm, -1 for `else`."""

    branch: int
    block: Block


@dataclass(frozen=True, slots=True)
class Lane:
    """A branch of a parallel or an iteration of a for_each, in progress."""

    position: int
    block: Block


@dataclass(frozen=True, slots=True)
class Landed:
    """A branch or iteration that has ended, with its scope; None where it is not retained."""

    position: int
    scope: Expr | None
    failed: bool


@dataclass(frozen=True, slots=True)
class Forked:
    """A parallel or for_each in progress; `items` are the elements, `next` the first not yet begun.

    `source` is an action source that goes on: it will yield one element more than `max` (D-28).
    """

    lanes: tuple[Lane, ...]
    landed: tuple[Landed, ...] = ()
    items: tuple[Expr, ...] = ()
    next: int = 0
    source: Attempt | None = None


@dataclass(frozen=True, slots=True)
class Sourcing:
    """The action source of a for_each at work."""

    work: Attempt | Pause


@dataclass(frozen=True, slots=True)
class Repeating:
    """A `wf.repeat`: the scopes of its iterations so far, then one in progress or the pause before it."""

    every: Expr
    done: tuple[Expr, ...]
    block: Block | None
    left: Expr | None = None


@dataclass(frozen=True, slots=True)
class Calling:
    """A child run in progress; `left` is the time to the call's `timeout`."""

    run: "Run"
    number: int = 1
    left: Expr | None = None


@dataclass(frozen=True, slots=True)
class Handling:
    """An `on_fail` list at work on a failure."""

    failure: Failure
    block: Block


Work: TypeAlias = (
    Attempt | Pause | Rest | Chosen | Forked | Sourcing | Repeating | Calling | Handling
)


# -- entries and runs


class Phase(StrEnum):
    """How far an entry has come (D-8)."""

    ON_ENTER = "on_enter"
    STEPS = "steps"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class Active:
    """An active subscription: its fixed configuration, and its match once that is fixed (D-8)."""

    name: str
    trigger: str
    connection: str | None
    configuration: Expr
    match: Bindings | None = None
    default_connection: str | None = field(default=None, compare=False)  # of the trigger


@dataclass(frozen=True, slots=True)
class Retained:
    """An event that the entry may still deliver (D-9).

    `age` is the time since its acceptance, kept only until a deadline that may lie in the past is
    fixed. `number` counts the run's acceptances.
    """

    event: Event
    age: Expr | None = None
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """One stay in a state, with its own scope."""

    state: State = field(compare=False, repr=False)
    name: str
    phase: Phase
    block: Block
    active: tuple[Active, ...] = ()
    retained: tuple[Retained, ...] = ()
    timer: Expr | None = None  # time left to the deadline, never negative; None: no deadline (yet)
    passed: bool = False  # the deadline lies before this instant
    position: int = field(default=0, compare=False)  # counted for each state of a run, from zero
    path: str = field(default="", compare=False)  # `awaiting_approval[2]`


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its root scope, and where it is. At most one of `block` and `entry` is not None.

    `started_at` is None where the program reads no absolute time.
    """

    program: Program = field(compare=False, repr=False)
    root: Bindings
    block: Block | None
    entry: Entry | None
    started_at: Expr | None = None
    path: str = field(default="", compare=False)  # the calling step; empty for the top run
    parent: str | None = field(default=None, compare=False)
    id: str = field(default="", compare=False)
    counts: tuple[tuple[str, int], ...] = field(default=(), compare=False)  # entries of each state
    immediate: int = field(default=0, compare=False)  # immediate transitions in a row

    @property
    def prefix(self) -> str:
        """What stands before the step paths and entries of this run (C-7.6)."""
        return f"{self.path}/" if self.path else ""
