"""Obligations: what is to be proved, where, under what is known there; and how each came out."""

from dataclasses import dataclass
from typing import TypeAlias

from wfcheck.catalog import IMMEDIATE_ACYCLIC, ROUTE_EXHAUSTIVE, SUBSCRIPTIONS_DISJOINT
from wfcheck.diagnostic import Rule, Severity
from wfcheck.semantics.verdict import Proof, Proved, Refuted
from wfcheck.smt.demand import Demand
from wfcheck.smt.ground import Fact
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr


@dataclass(frozen=True, slots=True)
class Reached:
    """Some values that keep to the facts make the condition true."""

    facts: tuple[Fact, ...]
    condition: Expr


@dataclass(frozen=True, slots=True)
class Never:
    """No values that keep to the facts, and give what is read a value, meet the demand.

    `given` is taken to be true: what other checks answer for.
    """

    facts: tuple[Fact, ...]
    reads: tuple[Expr, ...]
    demand: Demand
    given: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Varies:
    """The condition is true for some values that keep to the facts, and false for others."""

    facts: tuple[Fact, ...]
    condition: Expr


@dataclass(frozen=True, slots=True)
class Apart:
    """No values that keep to the facts make both conditions true."""

    facts: tuple[Fact, ...]
    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True)
class Round:
    """A cycle that the graph has, whether or not values that keep to the facts go round."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """What the text alone decides."""

    proof: Proof


Claim: TypeAlias = Reached | Never | Varies | Apart | Round | Settled


@dataclass(frozen=True, slots=True)
class Obligation:
    """A statement to be proved; `span` is the key that it is about, `otherwise` what a refutation says."""

    rule: Rule
    span: Span | None
    statement: str
    otherwise: str
    claim: Claim


@dataclass(frozen=True, slots=True)
class ProofAnswer:
    """An obligation with its proof; `seconds` is what it took, `statement` what holds."""

    id: str
    rule: Rule
    path: str
    span: Span | None
    statement: str
    proof: Proof
    severity: Severity
    seconds: float = 0.0

    @property
    def status(self) -> str:
        """`proved`, `refuted` or `unknown`."""
        match self.proof:
            case Proved():
                return "proved"
            case Refuted():
                return "refuted"
            case _:
                return "unknown"

    @property
    def by_environment(self) -> bool:
        """Whether only unconstrained values of the environment refute it (checking 6)."""
        return isinstance(self.proof, Refuted) and self.proof.environment


_GRAVE = (ROUTE_EXHAUSTIVE, SUBSCRIPTIONS_DISJOINT, IMMEDIATE_ACYCLIC)


def severity_of(rule: Rule, proof: Proof) -> Severity:
    """Checking 6: how bad it is; what is not refuted is told for information."""
    if not isinstance(proof, Refuted) or proof.environment:
        return Severity.INFO
    return Severity.ERROR if rule in _GRAVE else Severity.WARNING
