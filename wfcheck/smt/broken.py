"""Which obligations the validator's own errors leave without a meaning.

What only follows from an error is not told again: a condition over a name that nothing binds, or that
cannot have a value whatever the unknowns are, proves and refutes nothing.
"""

from dataclasses import dataclass, field
from typing import assert_never

from wfcheck.semantics.defined import FALSE
from wfcheck.semantics.fault import Fault
from wfcheck.semantics.types import BOOL, JSON, UNKNOWN, base
from wfcheck.smt.demand import expression
from wfcheck.smt.ground import Symbols
from wfcheck.smt.obligation import Apart, Claim, Never, Reached, Round, Settled, Varies
from wfcheck.syntax.expr import BROKEN, Expr, Name, Unknown, walk

_ERRORS = (Fault.TYPE, Fault.NULL)


@dataclass(slots=True)
class Broken:
    """Answers for one program, each expression examined once."""

    symbols: Symbols
    _known: dict[int, tuple[Expr, bool]] = field(default_factory=dict)

    def is_broken(self, claim: Claim) -> bool:
        """Whether something in a claim has an error of its own."""
        match claim:
            case Settled() | Round():
                return False
            case Reached(facts, condition) | Varies(facts, condition):
                if base(self.symbols.type(condition)) not in {BOOL, JSON, UNKNOWN}:
                    return True
                own: tuple[Expr, ...] = (condition,)
            case Never(facts, _, demand):
                own = (expression(demand),)
            case Apart(facts, first, second):
                own = (first, second)
            case _:
                assert_never(claim)
        return any(map(self._examined, (*(fact.condition for fact in facts), *own)))

    def _examined(self, expr: Expr) -> bool:
        # Keyed by identity: facts are shared by all places that they lead to.
        if id(expr) not in self._known:
            self._known[id(expr)] = (expr, self._has_error(expr))
        return self._known[id(expr)][1]

    def _has_error(self, expr: Expr) -> bool:
        for part in walk(expr):
            if isinstance(part, Name) or (isinstance(part, Unknown) and part.id == BROKEN):
                return True
        return any(
            need.condition == FALSE and need.fault in _ERRORS for need in self.symbols.needs(expr)
        )
