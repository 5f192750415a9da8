"""Whether conditions can hold at once: the one place that asks the solver.

An answer is a sum. `Sat` carries values that the evaluator confirmed, `Unsat` the conditions and
symbols that contradict, `Unsure` the reason. Where a model rests on an uninterpreted function, what
the function really gives there is added, and the solver asked again, a few times.

Limits are solver steps (z3's `rlimit`), so that answers do not depend on the machine.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Final, TypeAlias

import z3

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Field
from wfcheck.semantics.values import conforms
from wfcheck.smt.cells import equal, known
from wfcheck.smt.conform import keeps
from wfcheck.smt.decode import UnreadableModelError, decode
from wfcheck.smt.demand import Breaks, Demand, Exists, Fails, Unmet, evaluated, expression, met
from wfcheck.smt.encode import Encoding, is_encodable
from wfcheck.smt.guess import guess
from wfcheck.smt.sorts import Cell, Term, conj, disj, negate
from wfcheck.syntax.expr import Expr, Lit, SymbolId, Unknown, walk
from wfcheck.syntax.literals import Value

RLIMIT: Final = 2_000_000

_ROUNDS: Final = 4
"""How often what an abstracted operator really gives is put in before giving up."""


_WISH_SHARE: Final = 10
"""A wish is worth so much less than an answer."""


@dataclass(frozen=True, slots=True)
class Sat:
    """The conditions hold for these values of their symbols; the evaluator says so too."""

    model: Mapping[SymbolId, Value]


@dataclass(frozen=True, slots=True)
class Unsat:
    """No values make the conditions hold: these conditions (by position) and declarations contradict."""

    conditions: tuple[int, ...] = ()
    symbols: tuple[SymbolId, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsure:
    """Not decided: why, and what was abstracted."""

    reason: str
    abstracted: tuple[str, ...] = ()


Answer: TypeAlias = Sat | Unsat | Unsure


def satisfiable(
    conditions: tuple[Demand, ...],
    symbols: Mapping[SymbolId, Field],
    *,
    rlimit: int = RLIMIT,
) -> Answer:
    """Whether some values that the declarations allow make every condition true.

    A condition that has no value (a fault, a null) is not true. Beside conditions, other demands
    can be made of expressions.
    """
    question = pose(conditions, symbols, rlimit=rlimit)
    return question if isinstance(question, Unsure) else question.answer()


def pose(
    demands: tuple[Demand, ...], symbols: Mapping[SymbolId, Field], *, rlimit: int = RLIMIT
) -> "Question | Unsure":
    """The question whether the demands can be met at once, ready to be asked."""
    if not all(is_encodable(expression(demand)) for demand in demands):
        return Unsure("the expression is too large for the solver")
    encoding = Encoding(symbols)
    terms = tuple(_term(encoding, demand) for demand in demands)
    return Question(demands, encoding, terms, rlimit)


class _Check(Enum):
    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class Question:
    """Demands with their encoding; asked as often as needed."""

    demands: tuple[Demand, ...]
    encoding: Encoding
    terms: tuple[Term, ...]
    rlimit: int
    lemmas: list[Term] = field(default_factory=list)
    _session: tuple[Term, tuple[Term, ...]] | None = None

    def answer(self) -> Answer:
        """Ask, until the evaluator agrees with the model or nothing more is learnt."""
        for _ in range(_ROUNDS):
            solver, guards = self._solver()
            match self._short_check(solver, guards):
                case _Check.UNSAT:
                    return self._contradiction(solver, guards)
                case _Check.UNKNOWN:
                    return Unsure(_reason(solver), self._abstracted())
                case _Check.SAT:
                    pass
            try:
                model = decode(solver.model(), self.encoding)
            except UnreadableModelError:
                return Unsure("the solver's values are none of the language", self._abstracted())
            if self.confirms(model):
                return Sat(model)
            guessed = guess(
                tuple(map(expression, self.demands)), model, self.encoding.symbols, self.confirms
            )
            if guessed is not None:
                return Sat(guessed)
            if not self.learn(model):
                break
        return Unsure("the evaluator does not confirm the solver's values", self._abstracted())

    def _short_check(self, solver: Term, guards: tuple[Term, ...]) -> _Check:
        """Ask for values that can be shown first: lists with no unseen elements."""
        if self.encoding.short:
            solver.push()
            solver.add(*self.encoding.short)
            if _check(solver, *guards) is _Check.SAT:
                return _Check.SAT
            solver.pop()
        return _check(solver, *guards)

    def accepts(self, wish: Term) -> bool:
        """Whether the wish can hold beside the conditions and all wishes accepted before it."""
        if self._session is None:
            self._session = self._solver()
            self._session[0].set("rlimit", max(self.rlimit // _WISH_SHARE, 1))
        solver, guards = self._session
        solver.push()
        solver.add(wish)
        accepted = _check(solver, *guards) is _Check.SAT
        solver.pop()
        if accepted:
            solver.add(wish)
        return accepted

    def wished(self) -> Mapping[SymbolId, Value] | None:
        """Confirmed values that fulfil the accepted wishes, None where the evaluator disagrees."""
        solver, guards = self._session if self._session is not None else self._solver()
        if _check(solver, *guards) is not _Check.SAT:
            return None
        try:
            model = decode(solver.model(), self.encoding)
        except UnreadableModelError:
            return None
        return model if self.confirms(model) else None

    def confirms(self, model: Mapping[SymbolId, Value]) -> bool:
        """Whether the values keep their declarations, and the evaluator finds every demand met."""
        declared = self.encoding.symbols
        return all(
            conforms(value, declared[id_]) is None
            for id_, value in model.items()
            if id_ in declared
        ) and all(met(demand, model) for demand in self.demands)

    def learn(self, model: Mapping[SymbolId, Value]) -> bool:
        """Put in what the abstracted operators really give for these values."""
        for expr, cell in self.encoding.uncertain:
            here = [
                equal(self.encoding.symbol(id_), known(model[id_]))
                for id_ in symbols_of(expr)
                if id_ in model
            ]
            self.lemmas.append(disj(negate(conj(*here)), _really(expr, cell, model)))
        return bool(self.encoding.uncertain)

    def smtlib(self) -> str:
        """The question in SMT-LIB 2, as it is asked first."""
        solver = z3.Solver()
        solver.add(*self.encoding.laws, *self.terms)
        solver.add(*(fact for facts in self.encoding.facts.values() for fact in facts))
        return str(solver.to_smt2())

    def _solver(self) -> tuple[Term, tuple[Term, ...]]:
        solver = z3.Solver()
        solver.set("rlimit", self.rlimit)
        solver.set("random_seed", 0)
        solver.add(*self.encoding.laws, *self.lemmas)
        guards = []
        for number, wanted in enumerate(self.terms):
            guard = z3.Bool(f"condition {number}")
            solver.add(z3.Implies(guard, wanted))
            guards.append(guard)
        for id_, facts in self.encoding.facts.items():
            guard = z3.Bool(f"declaration {id_}")
            solver.add(z3.Implies(guard, conj(*facts)))
            guards.append(guard)
        return solver, tuple(guards)

    def _contradiction(self, solver: Term, guards: tuple[Term, ...]) -> Unsat:
        core = {str(guard) for guard in solver.unsat_core()}
        used = [number for number, guard in enumerate(guards) if str(guard) in core]
        declared = tuple(self.encoding.facts)
        count = len(self.terms)
        return Unsat(
            tuple(number for number in used if number < count),
            tuple(declared[number - count] for number in used if number >= count),
        )

    def _abstracted(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.encoding.abstracted, *self.encoding.inexact]))


def _check(solver: Term, *guards: Term) -> _Check:
    """The only call of the solver."""
    answer = solver.check(*guards)
    if answer == z3.sat:
        return _Check.SAT
    return _Check.UNSAT if answer == z3.unsat else _Check.UNKNOWN


def _reason(solver: Term) -> str:
    said = str(solver.reason_unknown())
    if "resource" in said or "canceled" in said:
        return "the solver's limit of steps is reached"
    return f"the solver gives up: {said}"


def _really(expr: Expr, cell: Cell, model: Mapping[SymbolId, Value]) -> Term:
    value = evaluated(expr, model)
    if isinstance(value, Lit):
        return conj(cell.ok, equal(cell, known(value.value)))
    return negate(cell.ok)


def _term(encoding: Encoding, demand: Demand) -> Term:
    """The demand as the solver sees it."""
    match demand:
        case Exists(expr):
            return encoding.encode(expr).ok
        case Fails(expr):
            return negate(encoding.condition(expr))
        case Breaks(expr, field):
            cell = encoding.encode(expr)
            return conj(cell.ok, negate(keeps(encoding, cell, field)))
        case Unmet(inner):
            return negate(_term(encoding, inner))
        case _:
            return encoding.condition(demand)


def symbols_of(expr: Expr) -> tuple[SymbolId, ...]:
    """The symbols in an expression, each once, from left to right."""
    return tuple(dict.fromkeys(part.id for part in walk(expr) if isinstance(part, Unknown)))
