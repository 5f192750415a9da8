"""What can be settled without the solver, and what lint makes of proofs.

Most files need no solver: closed domains, null tests and differences are decided by `feasible`.
Nothing here imports z3, so that `wfcheck lint` pays for it only where something stays open.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Final, assert_never

from wfcheck.catalog import (
    ASSIGNMENT,
    CASE_LABEL_OUTSIDE_ENUM,
    CASE_REACHABLE,
    COMPARISON_NEVER_TRUE,
    ELSE_PROHIBITED,
    GUARD_NOT_CONSTANT,
    IMMEDIATE_ACYCLIC,
    NEGATIVE_DURATION,
    NOT_ASSIGNABLE,
    OVERLAPPING_SUBSCRIPTIONS,
    ROUTE_EXHAUSTIVE,
    SUBSCRIPTIONS_DISJOINT,
    TIME_NONNEGATIVE,
)
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Rule, Severity
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.differences import magnitude
from wfcheck.semantics.feasible import Feasible, feasible
from wfcheck.semantics.lengths import Lengths, lengths
from wfcheck.semantics.program import Program
from wfcheck.semantics.types import (
    NO_LIMITS,
    EnumType,
    Field,
    Limits,
    Nullable,
    base,
    may_be_null,
    read_type,
)
from wfcheck.semantics.values import conforms
from wfcheck.semantics.verdict import Proved, Refuted
from wfcheck.smt.broken import Broken
from wfcheck.smt.demand import Breaks, Exists, Fails, Unmet, expression
from wfcheck.smt.ground import Fact, negated
from wfcheck.smt.obligation import (
    Apart,
    Claim,
    Never,
    Obligation,
    Outcome,
    Reached,
    Round,
    Settled,
    Varies,
    refutation,
)
from wfcheck.smt.obligations.registry import obligations
from wfcheck.smt.places import Places
from wfcheck.smt.walk import walk
from wfcheck.syntax.expr import Apply, Cond, Expr, Lit, Op, Unknown
from wfcheck.syntax.expr import walk as parts
from wfcheck.syntax.literals import MapValue, Value


@dataclass(frozen=True, slots=True)
class Quick:
    """The obligations of a program: those that are settled, and those that need the solver."""

    places: Places
    settled: tuple[tuple[Obligation, Outcome], ...]
    open: tuple[Obligation, ...]


def quick(program: Program) -> Quick:
    """Settle what needs no solver; a question of very many parts is not quick, and left to `prove`."""
    places = walk(program)
    broken = Broken(places.symbols)
    settled: list[tuple[Obligation, Outcome]] = []
    left: list[Obligation] = []
    for obligation in obligations(places):
        if obligation.rule in _VALIDATED:
            continue
        if not _is_small(obligation.claim, places) or broken.is_broken(obligation.claim):
            continue
        outcome = Settling(places).settle(obligation)
        if outcome is None:
            left.append(obligation)
        else:
            settled.append((obligation, outcome))
    return Quick(places, tuple(settled), tuple(left))


_VALIDATED: Final = (IMMEDIATE_ACYCLIC, ROUTE_EXHAUSTIVE)
"""What the validator says in each case: of cycles, and of labels or an `else` that are missing."""

_MOST_PARTS: Final = 300  # of a question: operators, values, members of domains


def _is_small(claim: Claim, places: Places) -> bool:
    match claim:
        case Settled() | Round():
            return True
        case Reached(facts, condition) | Varies(facts, condition):
            own: tuple[Expr, ...] = (condition,)
        case Never(facts, given, demand):
            own = (*given, expression(demand))
        case Apart(facts, first, second):
            own = (first, second)
        case _:
            assert_never(claim)
    if len(facts) > _MOST_PARTS:
        return False
    asked = (*(fact.condition for fact in facts), *own)
    left = _MOST_PARTS
    for part in chain.from_iterable(map(parts, asked)):
        left -= 1
        if isinstance(part, Unknown) and (field := places.symbols.fields.get(part.id)) is not None:
            plain = base(field.type)
            left -= len(plain.members) if isinstance(plain, EnumType) else 0
        if left < 0:
            return False
    return True


_SAME: Final[dict[Rule, tuple[Rule, ...]]] = {
    CASE_REACHABLE: (CASE_LABEL_OUTSIDE_ENUM, ELSE_PROHIBITED),
    GUARD_NOT_CONSTANT: (COMPARISON_NEVER_TRUE,),
    SUBSCRIPTIONS_DISJOINT: (OVERLAPPING_SUBSCRIPTIONS,),
    TIME_NONNEGATIVE: (NEGATIVE_DURATION,),
    ASSIGNMENT: (NOT_ASSIGNABLE,),
}
"""checking 6: rules by which the validator says the same."""


def findings(outcomes: Iterable[tuple[Obligation, Outcome]]) -> tuple[Finding, ...]:
    """The refuted obligations as findings; what only follows from another is left out."""
    return tuple(
        refutation(obligation.rule, obligation.span, outcome.statement, outcome.proof)
        for obligation, outcome in outcomes
        if obligation.span is not None
        and isinstance(outcome.proof, Refuted)
        and not outcome.vacuous
    )


def news(findings: Iterable[Finding], said: Iterable[Finding]) -> tuple[Finding, ...]:
    """The refuted obligations that the validator does not tell of already, in that line."""
    told: dict[tuple[str, int], list[Finding]] = {}
    for finding in said:
        told.setdefault(_line(finding), []).append(finding)
    return tuple(
        finding
        for finding in findings
        if not any(_is_same(finding, other) for other in told.get(_line(finding), ()))
    )


def _line(finding: Finding) -> tuple[str, int]:
    return finding.span.file, finding.span.start.line


def _is_same(finding: Finding, other: Finding) -> bool:
    """Whether the validator's finding says the same, or an error that the obligation follows from."""
    grave = (other.severity or other.rule.severity) is Severity.ERROR
    return other.rule in _SAME.get(finding.rule, ()) or (
        grave and other.rule.code is finding.rule.code
    )


@lru_cache(maxsize=2048)
def _feasible(asked: tuple[Expr, ...], symbols: tuple[Symbol, ...]) -> Feasible:
    """The quick test; the files of a project ask the same again and again."""
    return feasible(asked, symbols)


@dataclass(frozen=True, slots=True)
class Settling:
    """Settles obligations of one program without the solver."""

    places: Places

    def settle(self, obligation: Obligation) -> Outcome | None:
        """How an obligation comes out, None where that stays open; refutations show no values."""
        match obligation.claim:
            case Settled(proof):
                return Outcome(proof, obligation.statement)
            case Reached(facts, condition):
                found = self._ask(facts, condition)
                if found is Feasible.UNSAT:
                    return self._refuted(facts, obligation.otherwise)
                return Outcome(Proved(), obligation.statement) if found is Feasible.SAT else None
            case Varies() as claim:
                return self._varies(obligation, claim)
            case Never() as claim:
                return self._never(obligation, claim)
            case Apart() as claim:
                return self._apart(obligation, claim)
            case Round():
                return None
            case _:
                assert_never(obligation.claim)

    def _varies(self, obligation: Obligation, claim: Varies) -> Outcome | None:
        answers = []
        for condition, otherwise in (
            (claim.condition, claim.never),
            (negated(claim.condition), claim.always),
        ):
            answers.append(self._ask(claim.facts, condition))
            if answers[-1] is Feasible.UNSAT:
                return self._refuted(claim.facts, otherwise)
        certain = all(answer is Feasible.SAT for answer in answers)
        return Outcome(Proved(), obligation.statement) if certain else None

    def _never(self, obligation: Obligation, claim: Never) -> Outcome | None:
        match claim.demand:
            case Breaks(expr, target) if self._keeps(expr, target):
                return Outcome(Proved(("it is declared alike",)), obligation.statement)
            case Breaks(expr, target) if found := self._fits(claim.facts, expr, target):
                return Outcome(Proved((found,)), obligation.statement)
            case Exists() | Fails() | Breaks() | Unmet():
                return None
            case condition:
                unsat = self._ask(claim.facts, condition) is Feasible.UNSAT
                return Outcome(Proved(), obligation.statement) if unsat else None

    def _fits(self, facts: tuple[Fact, ...], expr: Expr, target: Field) -> str | None:
        """Why a text or list is as long as its place wants; None where that is open, or not all."""
        limits = target.limits
        low, high = limits.min_length, limits.max_length
        given, others = (
            self.places.symbols.type(expr),
            replace(limits, min_length=None, max_length=None),
        )
        if (low, high) == (None, None) or given != base(target.type) or others != NO_LIMITS:
            return None
        length = Apply(Op.LENGTH, (expr,))
        breaks = [Apply(Op.LT, (length, Lit(low)))] if low is not None else []
        breaks += [Apply(Op.GT, (length, Lit(high)))] if high is not None else []
        if any(self._ask(facts, condition) is not Feasible.UNSAT for condition in breaks):
            return None
        return _length_told(lengths(expr, self.places.symbols.fields.get), limits)

    def _keeps(self, expr: Expr, target: Field) -> bool:
        """Whether everything that a value can be is a right constant, or declared as narrowly."""
        pending = [expr]
        while pending:
            match pending.pop():
                case Lit(value):
                    kept = conforms(value, target) is None
                case Cond(_, then, orelse):
                    kept = True
                    pending += (then, orelse)
                case Unknown(id_):
                    source = self.places.symbols.fields.get(id_)
                    kept = source is not None and _is_narrower(source, target)
                case _:
                    return False
            if not kept:
                return False
        return True

    def _apart(self, obligation: Obligation, claim: Apart) -> Outcome | None:
        answer = self._ask(claim.facts, claim.first, claim.second)
        if answer is Feasible.UNSAT:
            return Outcome(Proved(), obligation.statement)
        if answer is Feasible.UNSURE:
            return None
        outside = (
            self._ask(claim.facts, claim.first, negated(claim.second)),
            self._ask(claim.facts, claim.second, negated(claim.first)),
        )
        for found, said in zip(outside, claim.within, strict=True):
            if found is Feasible.UNSAT:
                return Outcome(Refuted(MapValue(())), said)
        if Feasible.UNSURE in outside:
            return None
        return Outcome(Refuted(MapValue(()), environment=True), obligation.otherwise)

    def _refuted(self, facts: tuple[Fact, ...], otherwise: str) -> Outcome:
        vacuous = self._ask(facts) is Feasible.UNSAT
        return Outcome(Refuted(MapValue(())), otherwise, vacuous=vacuous)

    def _ask(self, facts: tuple[Fact, ...], *conditions: Expr) -> Feasible:
        asked = (*(fact.condition for fact in facts), *conditions)
        ids = dict.fromkeys(
            part.id for condition in asked for part in parts(condition) if isinstance(part, Unknown)
        )
        symbols = [symbol for id_ in ids if (symbol := self.places.symbols.read(id_)) is not None]
        return _feasible(asked, tuple(symbols))


def _length_told(found: Lengths | None, limits: Limits) -> str:
    wanted = " and ".join(
        f"{word} {size}"
        for word, size in (("at least", limits.min_length), ("at most", limits.max_length))
        if size is not None
    )
    if found is None or (found.most is None and limits.max_length is not None):
        return f"what leads here keeps its length {wanted}"
    most = "or more" if found.most is None else f"to {found.most}"
    return f"its length is {found.least} {most}, and is to be {wanted}"


def _is_narrower(source: Field, target: Field) -> bool:
    """Whether each value of a declaration keeps another one, as far as types and limits tell."""
    given, wanted = read_type(source), target.type
    takes_null = isinstance(wanted, Nullable) or not target.required
    if base(given) != base(wanted) or (may_be_null(given) and not takes_null):
        return False
    has, needs = source.limits, target.limits
    return (
        _is_within(has.min, has.max, needs.min, needs.max)
        and _is_within(has.min_length, has.max_length, needs.min_length, needs.max_length)
        and needs.pattern in {None, has.pattern}
    )


def _is_within(low: Value, high: Value, lowest: Value, highest: Value) -> bool:
    """Whether a range lies in another; None is no limit."""
    has, needs = (magnitude(low), magnitude(high)), (magnitude(lowest), magnitude(highest))
    return (needs[0] is None or (has[0] is not None and needs[0] <= has[0])) and (
        needs[1] is None or (has[1] is not None and has[1] <= needs[1])
    )
