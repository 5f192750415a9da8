"""Whether what is known of unknowns can be so: the quick test first, the solver where that is unsure.

The environment's own laws are added here: outputs declared `unique`, and those that an `emits`
matches, differ from call to call (`checking.md` 2), and lists are short.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeAlias

from wfcheck.explore.readable import readable
from wfcheck.explore.unknowns import unknowns
from wfcheck.semantics.choice import Symbol
from wfcheck.semantics.feasible import Feasible, feasible
from wfcheck.semantics.types import Field, ListOf, MapOf, Nullable, may_be_null, read_type
from wfcheck.syntax.expr import Apply, Expr, Lit, Op, SymbolId, Unknown

_TRIES: Final = 300  # values tried before the solver is asked

Satisfiable: TypeAlias = Callable[[tuple[Expr, ...], Mapping[SymbolId, Field]], bool | None]
"""A solver: whether the conditions can hold; None where it does not know."""


@dataclass(slots=True)
class Oracle:
    """Answers for one exploration, remembered; `unsure` counts the questions that stayed open."""

    solver: Satisfiable | None
    max_list: int
    unsure: int = 0
    asked_solver: int = 0
    short_lists: bool = False  # a list could be longer than `max-list`
    given_up: bool = False  # something was left out that no bound names
    _answers: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def possible(
        self, known: tuple[Expr, ...], more: tuple[Expr, ...], symbols: Iterable[Symbol]
    ) -> bool:
        """Whether `more` can hold beside `known`, which can; what stays open counts as possible."""
        if not more:
            return True
        declared = {symbol.id: symbol for symbol in symbols}
        conditions = (*more, *_about(more, known))
        used = tuple(declared[id_] for id_ in sorted(unknowns(conditions)) if id_ in declared)
        question = (conditions, used)
        if question not in self._answers:
            self._answers[question] = self._ask(conditions, used)
        return self._answers[question]

    def _ask(self, conditions: tuple[Expr, ...], used: tuple[Symbol, ...]) -> bool:
        conditions = (*conditions, *self.laws(used))
        match feasible(conditions, used):
            case Feasible.SAT:
                return True
            case Feasible.UNSAT:
                return False
            case Feasible.UNSURE:
                pass
        if readable(conditions, used, tries=_TRIES) is not None:
            return True
        if self.solver is not None:
            self.asked_solver += 1
            answer = self.solver(conditions, {symbol.id: symbol.field for symbol in used})
            if answer is not None:
                return answer
        self.unsure += 1
        return True

    def laws(self, used: Iterable[Symbol]) -> tuple[Expr, ...]:
        """What the environment keeps to beyond the declarations of these symbols."""
        found: list[Expr] = []
        groups: dict[Field, list[Symbol]] = {}
        for symbol in used:
            if symbol.field.limits.unique:
                groups.setdefault(symbol.field, []).append(symbol)
            if _is_list(symbol.field):
                most = symbol.field.limits.max_length
                self.short_lists = self.short_lists or most is None or most > self.max_list
                length = Apply(Op.LENGTH, (Unknown(symbol.id),))
                short = Apply(Op.LE, (length, Lit(self.max_list)))
                if may_be_null(read_type(symbol.field)):
                    short = Apply(Op.OR, (Apply(Op.EQ, (Unknown(symbol.id), Lit(None))), short))
                found.append(short)
        for group in groups.values():
            found += [
                Apply(Op.NE, (Unknown(one.id), Unknown(other.id)))
                for one, other in combinations(group, 2)
            ]
        return tuple(found)


def _is_list(declared: Field) -> bool:
    type_ = declared.type.base if isinstance(declared.type, Nullable) else declared.type
    return isinstance(type_, ListOf | MapOf)


def _about(more: tuple[Expr, ...], known: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """The known facts that are connected with `more` by unknowns, however far."""
    reached = set(unknowns(more))
    left = [(fact, unknowns(fact).keys()) for fact in known]
    taken: list[Expr] = []
    growing = True
    while growing:
        growing = False
        rest = []
        for fact, ids in left:
            if ids & reached:
                taken.append(fact)
                reached |= ids
                growing = True
            else:
                rest.append((fact, ids))
        left = rest
    return tuple(taken)
