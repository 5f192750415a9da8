"""Obligations: what is to be proved, where, under what is known there; and how each came out."""

import json
from enum import StrEnum
from typing import TypeAlias, assert_never

from wfcheck.catalog import IMMEDIATE_ACYCLIC, ROUTE_EXHAUSTIVE, SUBSCRIPTIONS_DISJOINT
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Rule, Severity
from wfcheck.semantics.brief import brief
from wfcheck.semantics.values import to_json
from wfcheck.semantics.verdict import NotProved, Proof, Proved, Refuted
from wfcheck.smt.demand import Demand, Exists
from wfcheck.smt.ground import Fact, negated
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
    """The condition is true for some values that keep to the facts, and false for others.

    `never` and `always` say what it is otherwise.
    """

    facts: tuple[Fact, ...]
    condition: Expr
    never: str
    always: str


@dataclass(frozen=True, slots=True)
class Apart:
    """No values that keep to the facts make both conditions true.

    `within` says what it is otherwise where the first implies the second, and the other way round.
    """

    facts: tuple[Fact, ...]
    first: Expr
    second: Expr
    within: tuple[str, str]


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
class Question:
    """Whether some values that keep to the facts meet all demands; `wanted` proves the claim."""

    facts: tuple[Fact, ...]
    demands: tuple[Demand, ...]
    wanted: bool

    @property
    def all(self) -> tuple[Demand, ...]:
        """The facts' conditions and the demands."""
        return (*(fact.condition for fact in self.facts), *self.demands)


def questions(claim: Claim) -> tuple[Question, ...]:
    """What a claim comes to: it is proved when each question has the answer that is wanted."""
    match claim:
        case Reached(facts, condition):
            return (Question(facts, (condition,), True),)
        case Never(facts, reads, demand, given):
            demands = (*given, *(Exists(read) for read in reads), demand)
            return (Question(facts, demands, False),)
        case Varies(facts, condition):
            true, false = (condition,), (negated(condition),)
            return (Question(facts, true, True), Question(facts, false, True))
        case Apart(facts, first, second):
            return (Question(facts, (first, second), False),)
        case Round(facts):
            return (Question(facts, (), False),)
        case Settled():
            return ()
        case _:
            assert_never(claim)


@dataclass(frozen=True, slots=True)
class Obligation:
    """A statement to be proved; `span` is the key that it is about, `otherwise` what a refutation says."""

    rule: Rule
    span: Span | None
    statement: str
    otherwise: str
    claim: Claim


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an obligation came out, and what holds then.

    It is `vacuous` where no values reach its place at all: another obligation tells of that.
    """

    proof: Proof
    statement: str
    vacuous: bool = False


class Status(StrEnum):
    """How an obligation comes out (checking 5)."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


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
    def status(self) -> Status:
        """How it came out."""
        match self.proof:
            case Proved():
                return Status.PROVED
            case Refuted():
                return Status.REFUTED
            case NotProved():
                return Status.UNKNOWN
            case _:
                assert_never(self.proof)

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


def refutation(rule: Rule, span: Span, statement: str, proof: Refuted) -> Finding:
    """A refuted obligation as a finding."""
    shown = model_text(proof)
    return Finding(
        rule,
        span,
        statement,
        help=f"for example: {shown}" if shown else None,
        severity=severity_of(rule, proof),
    )


def model_text(proof: Refuted) -> str:
    """The values that refute an obligation, in one line, long ones cut short; empty where all do."""
    return ", ".join(
        f"{name} = {json.dumps(brief(to_json(value)), ensure_ascii=False)}"
        for name, value in proof.model.entries
    )
