"""Every obligation of a program with its proof (checking 6)."""

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Final, assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics.program import Program
from wfcheck.semantics.types import BOOL, EnumType, Field, base, show
from wfcheck.semantics.values import text_of
from wfcheck.semantics.verdict import NotProved, Proved, Refuted
from wfcheck.smt.broken import Broken
from wfcheck.smt.demand import Breaks, Unmet, expression, met
from wfcheck.smt.ground import Fact, equals, negated
from wfcheck.smt.obligation import (
    Apart,
    Never,
    Obligation,
    Outcome,
    ProofAnswer,
    Question,
    Reached,
    Round,
    Settled,
    Varies,
    questions,
    severity_of,
)
from wfcheck.smt.obligations.registry import obligations
from wfcheck.smt.places import Places
from wfcheck.smt.quick import Quick, Settling
from wfcheck.smt.smtlib import script
from wfcheck.smt.solve import RLIMIT, Answer, Sat, Unsat, Unsure, satisfiable, symbols_of
from wfcheck.smt.stretch import stretched
from wfcheck.smt.walk import walk
from wfcheck.smt.witness import witness
from wfcheck.syntax.expr import Lit, SymbolId, Unknown
from wfcheck.syntax.literals import MapValue, Value

BROKEN: Final = "the validator finds an error here"
"""Why what rests on an error is not decided."""


def prove(program: Program, *, rlimit: int = RLIMIT) -> tuple[ProofAnswer, ...]:
    """The obligations of a program in the order of its file, each with its proof."""
    found = walk(program)
    return tuple(_answers(found, obligations(found), rlimit))


def settle(found: Quick, *, rlimit: int = RLIMIT) -> tuple[tuple[Obligation, Outcome], ...]:
    """Ask the solver about what is open."""
    judge = _Judge(found.places.symbols.fields, rlimit)
    return tuple((obligation, judge.settle(obligation)) for obligation in found.open)


def scripts(program: Program, answers: tuple[ProofAnswer, ...]) -> Iterator[tuple[str, str]]:
    """Each obligation as SMT-LIB 2: a file's name, and its text."""
    found = walk(program)
    for obligation, answer in zip(obligations(found), answers, strict=True):
        head = f"{answer.path}: {answer.rule.name}: {answer.statement}\n{answer.status.value}"
        asked = questions(obligation.claim)
        for number, question in enumerate(asked, 1):
            part = f"-{number}" if len(asked) > 1 else ""
            wanted = "sat" if question.wanted else "unsat"
            text = script(f"{head}; it is proved by {wanted}", question.all, found.symbols.fields)
            yield f"{answer.id}{part}.smt2", text
        if not asked:
            yield f"{answer.id}.smt2", script(f"{head}, by the text alone", (), {})


def _answers(found: Places, listed: tuple[Obligation, ...], rlimit: int) -> Iterator[ProofAnswer]:
    judge = _Judge(found.symbols.fields, rlimit)
    broken = Broken(found.symbols)
    easy = Settling(found)
    for number, obligation in enumerate(listed, 1):
        begun = perf_counter()
        outcome = (
            Outcome(NotProved(BROKEN), obligation.statement)
            if broken.is_broken(obligation.claim)
            else _plainly(easy, obligation) or judge.settle(obligation)
        )
        yield ProofAnswer(
            f"{number:03}-{obligation.rule.name}",
            obligation.rule,
            found.program.path,
            obligation.span,
            outcome.statement,
            outcome.proof,
            severity_of(obligation.rule, outcome.proof),
            perf_counter() - begun,
        )


def _plainly(easy: Settling, obligation: Obligation) -> Outcome | None:
    """A proof that needs no solver and, being some values, no reasons; or that tells of lengths."""
    match obligation.claim:
        case Never(_, _, Breaks(_, Field(limits=limits))):
            if limits.min_length is None and limits.max_length is None:
                return None
        case Reached() | Varies():
            pass
        case _:
            return None
    outcome = easy.settle(obligation)
    return outcome if outcome is not None and isinstance(outcome.proof, Proved) else None


@dataclass(frozen=True, slots=True)
class _Judge:
    """One program's judge: the declarations of its symbols, and the limit of each question."""

    symbols: Mapping[SymbolId, Field]
    rlimit: int

    def settle(self, obligation: Obligation) -> Outcome:
        match obligation.claim:
            case Settled(proof):
                refuted = isinstance(proof, Refuted)
                return Outcome(proof, obligation.otherwise if refuted else obligation.statement)
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

    def _reached(self, obligation: Obligation, claim: Reached) -> Outcome:
        (question,) = questions(claim)
        match self._ask(question):
            case Sat():
                return Outcome(Proved(), obligation.statement)
            case Unsat() as core:
                return self._contradicted(claim.facts, core, obligation.otherwise)
            case Unsure() as unsure:
                return _open(obligation, unsure)

    def _contradicted(self, facts: tuple[Fact, ...], core: Unsat, otherwise: str) -> Outcome:
        because = self._because(facts, core)
        vacuous = all(number < len(facts) for number in core.conditions)
        return Outcome(Refuted(MapValue(()), because=because), otherwise, vacuous=vacuous)

    def _never(self, obligation: Obligation, claim: Never) -> Outcome:
        (question,) = questions(claim)
        match self._ask(question):
            case Unsat() as core:
                return Outcome(Proved(self._because(claim.facts, core)), obligation.statement)
            case Sat() as sat:
                model = self._model(question) or _named(sat.model, self.symbols)
                free = self._is_free(question, sat)
                return Outcome(Refuted(model, environment=free), obligation.otherwise)
            case Unsure() as unsure:
                return _open(obligation, unsure)

    def _varies(self, obligation: Obligation, claim: Varies) -> Outcome:
        for question, otherwise in zip(questions(claim), (claim.never, claim.always), strict=True):
            match self._ask(question):
                case Sat():
                    continue
                case Unsat() as core:
                    return self._contradicted(claim.facts, core, otherwise)
                case Unsure() as unsure:
                    return _open(obligation, unsure)
        return Outcome(Proved(), obligation.statement)

    def _apart(self, obligation: Obligation, claim: Apart) -> Outcome:
        (question,) = questions(claim)
        match self._ask(question):
            case Unsat() as core:
                return Outcome(Proved(self._because(claim.facts, core)), obligation.statement)
            case Unsure() as unsure:
                return _open(obligation, unsure)
            case Sat() as sat:
                model = self._model(question) or _named(sat.model, self.symbols)
        for inner, outer, said in (
            (claim.first, claim.second, claim.within[0]),
            (claim.second, claim.first, claim.within[1]),
        ):
            outside = Question(claim.facts, (inner, negated(outer)), wanted=True)
            if isinstance(self._ask(outside), Unsat):
                return Outcome(Refuted(model), said)
        return Outcome(Refuted(model, environment=True), obligation.otherwise)

    def _round(self, obligation: Obligation, claim: Round) -> Outcome:
        (question,) = questions(claim)
        match self._ask(question):
            case Unsat() as core:
                because = self._because(claim.facts, core)
                statement = f"{obligation.otherwise}; it is infeasible: no values go round"
                return Outcome(Refuted(MapValue(()), because=because), statement)
            case Sat():
                return Outcome(Refuted(self._model(question)), obligation.otherwise)
            case Unsure():
                return Outcome(Refuted(MapValue(())), obligation.otherwise)

    # -- questions

    def _ask(self, question: Question) -> Answer:
        long = stretched(question.all, self.symbols, rlimit=self.rlimit)
        if long is not None:
            return Sat(long)
        return satisfiable(question.all, self.symbols, rlimit=self.rlimit)

    def _model(self, question: Question) -> MapValue:
        """Readable values that answer a question, in the file's own names."""
        ids = dict.fromkeys(
            id_ for demand in question.all for id_ in symbols_of(expression(demand))
        )
        wanted = {id_: self.symbols[id_] for id_ in ids if id_ in self.symbols}
        return _named(witness(question.all, wanted, rlimit=self.rlimit) or {}, wanted)

    def _is_free(self, question: Question, sat: Sat) -> bool:
        """Checking 6: whether only unconstrained values of the environment refute the claim.

        With the constrained values of the refutation kept, other free values must fulfil it.
        """
        *others, demand = question.demands
        about = dict.fromkeys(
            id_
            for part in question.demands
            for id_ in symbols_of(expression(part))
            if id_ in self.symbols
        )
        kept = [id_ for id_ in about if _is_constrained(self.symbols[id_])]
        if len(kept) == len(about):
            return False
        fixed = (equals(Unknown(id_), Lit(sat.model[id_])) for id_ in kept if id_ in sat.model)
        fulfilled = Question(question.facts, (*others, *fixed, Unmet(demand)), wanted=True)
        # Mostly plain values do, and the solver need not look at what was found.
        free = {id_: self.symbols[id_] for id_ in about if id_ not in kept}
        tried = {**sat.model, **(witness((), free, rlimit=self.rlimit) or {})}
        if all(met(wanted, tried) for wanted in fulfilled.all):
            return True
        return not isinstance(self._ask(fulfilled), Unsat)

    def _because(self, facts: tuple[Fact, ...], core: Unsat) -> tuple[str, ...]:
        said = [facts[number].text for number in core.conditions if number < len(facts)]
        said += [_declared(self.symbols[id_]) for id_ in core.symbols if id_ in self.symbols]
        return tuple(dict.fromkeys(text for text in said if text))


def _open(obligation: Obligation, unsure: Unsure) -> Outcome:
    return Outcome(NotProved(unsure.reason, unsure.abstracted), obligation.statement)


def _named(model: Mapping[SymbolId, Value], symbols: Mapping[SymbolId, Field]) -> MapValue:
    """A model by the names of the file; which way something went has no name there."""
    named = {
        symbols[id_].name: value
        for id_, value in model.items()
        if id_ in symbols and " " not in symbols[id_].name
    }
    return MapValue(tuple(named.items()))


def _is_constrained(declared: Field) -> bool:
    """Whether a declaration bounds a value on all sides: what it leaves open, the environment fills."""
    plain = base(declared.type)
    limits = declared.limits
    return (
        plain == BOOL
        or (isinstance(plain, EnumType) and not plain.open)
        or (limits.min is not None and limits.max is not None)
        or limits.max_length is not None
        or limits.pattern is not None
    )


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
