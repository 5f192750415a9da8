"""Every obligation of a program with its proof (checking 6)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import assert_never

from wfcheck.semantics.program import Program
from wfcheck.semantics.types import BOOL, NO_LIMITS, EnumType, Field, base, show
from wfcheck.semantics.values import text_of
from wfcheck.semantics.verdict import NotProved, Proof, Proved, Refuted
from wfcheck.smt.demand import Demand, Exists, Unmet, expression
from wfcheck.smt.ground import Fact, equals, negated
from wfcheck.smt.obligation import (
    Apart,
    Never,
    Obligation,
    ProofAnswer,
    Reached,
    Round,
    Settled,
    Varies,
    severity_of,
)
from wfcheck.smt.obligations.registry import obligations
from wfcheck.smt.places import Places, places
from wfcheck.smt.solve import RLIMIT, Answer, Sat, Unsat, Unsure, satisfiable, symbols_of
from wfcheck.smt.witness import witness
from wfcheck.syntax.expr import Expr, Lit, SymbolId, Unknown
from wfcheck.syntax.literals import MapValue, Value


def prove(program: Program, *, rlimit: int = RLIMIT) -> tuple[ProofAnswer, ...]:
    """The obligations of a program in the order of its file, each with its proof."""
    return tuple(_answers(places(program), rlimit))


def _answers(found: Places, rlimit: int) -> Iterator[ProofAnswer]:
    judge = _Judge(found.symbols.fields, rlimit)
    for number, obligation in enumerate(obligations(found), 1):
        begun = perf_counter()
        outcome = judge.settle(obligation)
        yield ProofAnswer(
            f"{number}-{obligation.rule.name}",
            obligation.rule,
            found.program.path,
            obligation.span,
            outcome.statement,
            outcome.proof,
            severity_of(obligation.rule, outcome.proof),
            perf_counter() - begun,
        )


@dataclass(frozen=True, slots=True)
class _Outcome:
    proof: Proof
    statement: str


@dataclass(frozen=True, slots=True)
class _Judge:
    """One program's judge: the declarations of its symbols, and the limit of each question."""

    symbols: Mapping[SymbolId, Field]
    rlimit: int

    def settle(self, obligation: Obligation) -> _Outcome:
        match obligation.claim:
            case Settled(proof):
                refuted = isinstance(proof, Refuted)
                return _Outcome(proof, obligation.otherwise if refuted else obligation.statement)
            case Reached() as claim:
                return self._reached(obligation, claim)
            case Never() as claim:
                return self._never(obligation, claim)
            case Varies() as claim:
                return self._varies(obligation, claim)
            case Apart() as claim:
                return self._apart(obligation, claim)
            case Round() as claim:
                return self._round(obligation, claim)
            case _:
                assert_never(obligation.claim)

    # -- the claims

    def _reached(self, obligation: Obligation, claim: Reached) -> _Outcome:
        match self._ask(claim.facts, claim.condition):
            case Sat():
                return _Outcome(Proved(), obligation.statement)
            case Unsat() as core:
                because = self._because(claim.facts, core)
                return _Outcome(Refuted(MapValue(()), because=because), obligation.otherwise)
            case Unsure() as unsure:
                return _open(obligation, unsure)

    def _never(self, obligation: Obligation, claim: Never) -> _Outcome:
        reads = tuple(Exists(read) for read in claim.reads)
        demands: tuple[Demand, ...] = (*claim.given, *reads, claim.demand)
        match self._ask(claim.facts, *demands):
            case Unsat() as core:
                return _Outcome(Proved(self._because(claim.facts, core)), obligation.statement)
            case Sat() as sat:
                return _Outcome(self._refuted(claim, demands, sat), obligation.otherwise)
            case Unsure() as unsure:
                return _open(obligation, unsure)

    def _varies(self, obligation: Obligation, claim: Varies) -> _Outcome:
        for condition, word in (
            (claim.condition, "never"),
            (negated(claim.condition), "always"),
        ):
            match self._ask(claim.facts, condition):
                case Sat():
                    continue
                case Unsat() as core:
                    because = self._because(claim.facts, core)
                    statement = obligation.otherwise.replace("constant", f"{word} true")
                    return _Outcome(Refuted(MapValue(()), because=because), statement)
                case Unsure() as unsure:
                    return _open(obligation, unsure)
        return _Outcome(Proved(), obligation.statement)

    def _apart(self, obligation: Obligation, claim: Apart) -> _Outcome:
        match self._ask(claim.facts, claim.first, claim.second):
            case Unsat() as core:
                return _Outcome(Proved(self._because(claim.facts, core)), obligation.statement)
            case Unsure() as unsure:
                return _open(obligation, unsure)
            case Sat():
                pass
        demands = (*_conditions(claim.facts), claim.first, claim.second)
        model = self._model(demands)
        for one, other in ((claim.first, claim.second), (claim.second, claim.first)):
            if isinstance(self._ask(claim.facts, one, negated(other)), Unsat):
                return _Outcome(Refuted(model), obligation.otherwise.replace("some", "every", 1))
        return _Outcome(Refuted(model, environment=True), obligation.otherwise)

    def _round(self, obligation: Obligation, claim: Round) -> _Outcome:
        match self._ask(claim.facts):
            case Unsat():
                model, more = MapValue(()), "; it is infeasible, no values go round"
            case Sat():
                model, more = self._model(_conditions(claim.facts)), ""
            case Unsure():
                model, more = MapValue(()), ""
        return _Outcome(Refuted(model), obligation.otherwise + more)

    # -- questions

    def _ask(self, facts: tuple[Fact, ...], *demands: Demand) -> Answer:
        return satisfiable((*_conditions(facts), *demands), self.symbols, rlimit=self.rlimit)

    def _model(self, demands: tuple[Demand, ...]) -> MapValue:
        """Readable values that meet the demands, in the file's own names."""
        ids = dict.fromkeys(id_ for demand in demands for id_ in symbols_of(expression(demand)))
        wanted = {id_: self.symbols[id_] for id_ in ids if id_ in self.symbols}
        return _named(witness(demands, wanted, rlimit=self.rlimit) or {}, wanted)

    def _refuted(self, claim: Never, demands: tuple[Demand, ...], sat: Sat) -> Refuted:
        conditions = _conditions(claim.facts)
        model = self._model((*conditions, *demands)) or _named(sat.model, self.symbols)
        return Refuted(model, environment=self._is_free(claim, demands, sat))

    def _is_free(self, claim: Never, demands: tuple[Demand, ...], sat: Sat) -> bool:
        """Checking 6: whether only unconstrained values of the environment refute the claim.

        With the constrained values of the refutation kept, other free values must fulfil it.
        """
        known = {id_ for fact in claim.facts for id_ in symbols_of(fact.condition)}
        about = dict.fromkeys(
            id_
            for demand in demands
            for id_ in symbols_of(expression(demand))
            if id_ in self.symbols
        )
        kept = [id_ for id_ in about if id_ in known or _is_constrained(self.symbols[id_])]
        if len(kept) == len(about):
            return False
        fixed = tuple(equals(Unknown(id_), Lit(sat.model[id_])) for id_ in kept if id_ in sat.model)
        met = Unmet(claim.demand)
        answer = self._ask(claim.facts, *demands[:-1], *fixed, met)
        return not isinstance(answer, Unsat)

    def _because(self, facts: tuple[Fact, ...], core: Unsat) -> tuple[str, ...]:
        said = [facts[number].text for number in core.conditions if number < len(facts)]
        said += [_declared(self.symbols[id_]) for id_ in core.symbols if id_ in self.symbols]
        return tuple(dict.fromkeys(text for text in said if text))


def _conditions(facts: tuple[Fact, ...]) -> tuple[Expr, ...]:
    return tuple(fact.condition for fact in facts)


def _open(obligation: Obligation, unsure: Unsure) -> _Outcome:
    return _Outcome(NotProved(unsure.reason, unsure.abstracted), obligation.statement)


def _named(model: Mapping[SymbolId, Value], symbols: Mapping[SymbolId, Field]) -> MapValue:
    """A model by the names of the file; which way something went has no name there."""
    named = {
        symbols[id_].name: value
        for id_, value in model.items()
        if id_ in symbols and " " not in symbols[id_].name
    }
    return MapValue(tuple(named.items()))


def _is_constrained(declared: Field) -> bool:
    """Whether a declaration says more of a value than its unbounded type."""
    plain = base(declared.type)
    finite = plain == BOOL or (isinstance(plain, EnumType) and not plain.open)
    return finite or replace(declared.limits, unique=False) != NO_LIMITS


def _declared(field: Field) -> str:
    """What a declaration says, for a list of reasons; nothing where it is only the type."""
    limits = field.limits
    parts = [
        f"{word} {text_of(value)}"
        for word, value in (
            ("at least", limits.min),
            ("at most", limits.max),
            ("length at least", limits.min_length),
            ("length at most", limits.max_length),
            ("pattern", limits.pattern),
        )
        if value is not None
    ]
    return f"{field.name}: {', '.join([show(field.type), *parts])}"
