"""Every place of a program where something is to be proved, with what is known there."""

from enum import Enum
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.flow import Edge
from wfcheck.semantics.program import (
    Assign,
    Program,
    State,
)
from wfcheck.semantics.types import STRING, UNKNOWN, EnumType, Field, base
from wfcheck.smt.ground import Fact, Ground, Symbols
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition that decides whether something runs or ends: `when`, an arm's, or `until`."""

    condition: Expr
    what: str
    span: Span | None
    ground: Ground


@dataclass(frozen=True, slots=True)
class Choice:
    """One way out of a branching: a label, an arm or an `else`, and when it is taken."""

    text: str
    span: Span | None
    taken: Expr
    demanded: bool = False  # an `else` that the draft edition wants beside every case (C-13)


@dataclass(frozen=True, slots=True)
class Branching:
    """A route or a choose; `subject` None for a choose. `open` when values may be left over."""

    subject: Expr | None
    choices: tuple[Choice, ...]
    leftover: Expr  # when no choice that is written takes the value
    total: bool  # an `else` is written, or implied
    span: Span | None
    ground: Ground


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value that is computed."""

    value: Expr
    span: Span | None
    ground: Ground


@dataclass(frozen=True, slots=True)
class Assigned:
    """A value that goes into a declared place."""

    assign: Assign
    target: Field
    ground: Ground


@dataclass(frozen=True, slots=True)
class Pause:
    """A duration that may not be negative; a timestamp is none."""

    value: Expr
    what: str
    span: Span | None
    ground: Ground


@dataclass(frozen=True, slots=True)
class Waiting:
    """A state with its subscriptions, where their matches are fixed."""

    state: State
    ground: Ground


Place: TypeAlias = Guard | Branching | Scalar | Assigned | Pause | Waiting


@dataclass(frozen=True, slots=True)
class Timer:
    """A state's time limit, over symbols, and what is known where it is set."""

    after: Expr
    span: Span | None
    facts: tuple[Fact, ...]


class Way(Enum):
    """What a transition takes place by."""

    EVENT = "event"
    TIMEOUT = "timeout"
    EXIT = "exit"


@dataclass(frozen=True, slots=True)
class Passage:
    """One `goto`, and what is known where it is taken."""

    edge: Edge
    way: Way
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """What the walk found, in the order of the file."""

    program: Program
    symbols: Symbols
    found: tuple[Place, ...]
    timers: dict[str, Timer]
    pauses: dict[str, tuple[Expr, ...]]  # per state: waits that every entry passes
    passages: tuple[Passage, ...]

    def is_routable(self, branching: Branching) -> bool:
        """Whether what is routed by can be a label at all; the validator tells where it cannot."""
        if branching.subject is None:
            return True
        found = base(self.symbols.type(branching.ground.resolve(branching.subject)))
        return found in {STRING, UNKNOWN} or isinstance(found, EnumType)
