"""Every small expression means the same to z3 as to the evaluator, and `satisfiable` never lies.

Expressions are encoded once over symbols; then every environment is put in.
"""

import pytest
import z3

from tests.small import TYPES, VALUES, environments, up_to
from wfcheck.semantics.reduce import reduce
from wfcheck.semantics.types import Field, Kind
from wfcheck.smt import encode
from wfcheck.smt.cells import equal, known
from wfcheck.smt.encode import Encoding
from wfcheck.smt.encoders import ENCODERS
from wfcheck.smt.session import Cells, Session
from wfcheck.smt.solve import Sat, Unsat, satisfiable
from wfcheck.smt.sorts import Cell, Plain, Term, boolean
from wfcheck.syntax.expr import Expr, Lit, Name, Op, SymbolId, Unknown, walk
from wfcheck.syntax.literals import Value

IDS = {name: SymbolId(number) for number, name in enumerate(TYPES)}
FIELDS = {IDS[name]: Field(name, type_) for name, type_ in TYPES.items()}


def open_form(expr: Expr) -> Expr:
    """The expression over symbols; reduced no further than that, so that z3 sees all of it."""
    return reduce(expr, lambda name: Unknown(IDS[name]))


def names(expr: Expr) -> frozenset[str]:
    return frozenset(part.name for part in walk(expr) if isinstance(part, Name))


def puts(encoding: Encoding, env: dict[str, Value]) -> list[tuple[Term, Term]]:
    found: list[tuple[Term, Term]] = []
    for name, value in env.items():
        cell = encoding.symbol(IDS[name])
        found.append((cell.null, z3.BoolVal(value is None)))
        shape = known(value).shape
        if isinstance(shape, Plain) and isinstance(cell.shape, Plain):
            found.append((cell.shape.term, shape.term))
    return [(a, b) for a, b in found if not z3.is_false(a)]


def difference(kind: Kind, size: int) -> str | None:
    """The first small expression and environment where the two disagree."""
    for expr in up_to(kind, size):
        encoding = Encoding(FIELDS)
        cell = encoding.encode(open_form(expr))
        for env in environments(names(expr)):
            values = {name: Lit(value) for name, value in env.items()}
            expected = reduce(expr, values.get)
            substituted = puts(encoding, env)
            exists = z3.simplify(z3.substitute(cell.ok, *substituted))
            if not isinstance(expected, Lit):
                if not z3.is_false(exists):
                    return f"{expr} in {env} has a value"
                continue
            same = z3.simplify(z3.substitute(equal(cell, known(expected.value)), *substituted))
            if not (z3.is_true(exists) and z3.is_true(same)):
                return f"{expr} in {env} is not {expected.value!r}"
    return None


@pytest.mark.parametrize(("kind", "size"), [(Kind.INT, 3), (Kind.BOOL, 4)])
def test_small_expressions_mean_the_same(kind: Kind, size: int) -> None:
    assert difference(kind, size) is None


def strict_or(_: Session, cells: Cells) -> Cell:
    a, b = (cell.shape for cell in cells)
    assert isinstance(a, Plain)
    assert isinstance(b, Plain)
    return boolean(z3.Or(a.term, b.term)).given(cells[0].ok, cells[1].ok)


def unguarded_sum(_: Session, cells: Cells) -> Cell:
    a, b = (cell.shape for cell in cells)
    assert isinstance(a, Plain)
    assert isinstance(b, Plain)
    return Cell(Plain(Kind.INT, a.term + b.term))


def blind_default(_: Session, cells: Cells) -> Cell:
    return cells[1]


MUTANTS = [
    (Op.OR, strict_or, Kind.BOOL, 5),
    (Op.ADD, unguarded_sum, Kind.INT, 3),
    (Op.DEFAULT, blind_default, Kind.INT, 3),
]


@pytest.mark.parametrize(("op", "mutant", "kind", "size"), MUTANTS)
def test_mutants_are_noticed(
    op: Op, mutant: object, kind: Kind, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode, "ENCODERS", {**ENCODERS, op: mutant})
    assert difference(kind, size) is not None


def test_satisfiable_is_never_wrong() -> None:
    unsure = 0
    for expr in up_to(Kind.BOOL, 4):
        condition = open_form(expr)
        answer = satisfiable((condition,), FIELDS)
        true = any(
            reduce(expr, {n: Lit(v) for n, v in env.items()}.get) == Lit(value=True)
            for env in environments(names(expr))
        )
        if isinstance(answer, Unsat):
            assert not true, expr
        elif isinstance(answer, Sat):
            model = {name: Lit(values[0]) for name, values in VALUES.items()}
            model |= {
                name: Lit(answer.model[id_]) for name, id_ in IDS.items() if id_ in answer.model
            }
            assert reduce(expr, model.get) == Lit(value=True), expr
        else:
            unsure += 1
    assert unsure == 0
