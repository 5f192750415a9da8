"""How far a step or a step list has come: still at work, ended, failed, or ending its run."""

from collections.abc import Callable
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.configuration import StepOutcome
from wfcheck.semantics.control import Bindings, Block, Failure, Run, Work
from wfcheck.semantics.moment import Moment, Place
from wfcheck.syntax.expr import Expr, MapLit


@dataclass(frozen=True, slots=True)
class Bound:
    """A step has ended with an outcome that lets its list go on.

    `value` is its binding; None where its body binds nothing readable (C-6.7).
    """

    outcome: StepOutcome
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Done:
    """A step list has succeeded; its bindings."""

    bound: Bindings


@dataclass(frozen=True, slots=True)
class Stopping:
    """A stop was accepted: the run ends with its reason and result."""

    reason: Expr
    result: MapLit
    step: str


@dataclass(frozen=True, slots=True)
class DryEnding:
    """A control evaluation is affected: the dry run ends (C-8)."""

    step: str


Ending: TypeAlias = Failure | Stopping | DryEnding


@dataclass(frozen=True, slots=True)
class Broken:
    """A step list has ended before its end; what it had bound by then."""

    ending: Ending
    bound: Bindings


StepProgress: TypeAlias = Work | Bound | Ending
BlockProgress: TypeAlias = Block | Done | Broken

Advance: TypeAlias = Callable[[Block, Place, Moment], BlockProgress]
"""Move a step list as far as it goes without a choice: constructs are handed the way to their lists."""

AdvanceRun: TypeAlias = "Callable[[Run, Moment], RunProgress]"
"""The same for a child run."""


@dataclass(frozen=True, slots=True)
class RunDone:
    """A run has completed; its outputs, affected parts included."""

    outputs: MapLit


RunProgress: TypeAlias = Run | RunDone | Ending
