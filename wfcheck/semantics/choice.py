"""What the environment may decide. `choices` lists these as templates; a driver takes one.

A template's values may hold fresh `Unknown`s (an action's output, a payload): the explorer keeps
them, a concrete driver puts values in their place. `step` accepts any conforming choice.
"""

from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Field
from wfcheck.syntax.expr import Expr, MapLit, SymbolId


@dataclass(frozen=True, slots=True)
class Symbol:
    """A typed unknown: where it comes from (`inputs.order`, `charge.ref`), and what its declaration says."""

    id: SymbolId
    origin: str
    field: Field


@dataclass(frozen=True, slots=True)
class Event:
    """An accepted event; `configuration` None fits any (E-6), `connection` None is the default one."""

    trigger: str
    payload: Expr
    connection: str | None = None
    configuration: Expr | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """An attempt succeeded with these outputs.

    `in_part`: an action source has yielded the first elements of its list and goes on, so that the loop
    may begin before it is found to be too long (D-28); only the explorer tries that.
    """

    output: Expr
    in_part: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """An attempt failed with a code."""

    code: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """An attempt passed its `timeout`: it failed with `action.timeout`."""


@dataclass(frozen=True, slots=True)
class EndedUnknown:
    """An attempt ended unknown: its effect may or may not have happened (C-7.1)."""


Result: TypeAlias = Returned | Failed | TimedOut | EndedUnknown


@dataclass(frozen=True, slots=True)
class Begin:
    """The run starts: with these inputs (a map expression), by this trigger's event where the file has `on`.

    `started_at` is a timestamp; None is 2030-01-01T00:00:00Z (E-6).
    """

    inputs: MapLit
    trigger: str | None = None
    payload: Expr | None = None
    new: tuple[Symbol, ...] = ()
    started_at: Expr | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The action attempt in flight at `path` settles, now."""

    path: str
    result: Result
    new: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Accept:
    """An event is accepted, now."""

    event: Event
    new: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Proceed:
    """The acceptances of this instant are over: what they and due deadlines select happens (D-15)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Time passes: by a duration, or (None) by a moment shorter than every timer that runs."""

    by: Expr | None


@dataclass(frozen=True, slots=True)
class Decide:
    """A condition over unknowns turns out true or false; it is the first one that the machine asks for."""

    condition: Expr
    value: bool


@dataclass(frozen=True, slots=True)
class Move:
    """Which of several ready branches moves next, by path."""

    path: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """A cancellation from outside: of the run (None), or of the child run called at `path`."""

    path: str | None = None


Choice: TypeAlias = Begin | Outcome | Accept | Proceed | Pass | Decide | Move | Cancel
