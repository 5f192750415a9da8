"""One machine for known and unknown values: a symbolic path, made concrete, is the concrete run.

Every path of a small file is taken with unknowns up to a depth; values that meet its path condition
are put into its choices, and the choices are taken again without the decisions.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

import pytest

from tests.exec.playing import CORPUS, workspace_of
from wfcheck.semantics import moment
from wfcheck.semantics.choice import (
    Accept,
    Begin,
    Cancel,
    Choice,
    Decide,
    Event,
    Move,
    Outcome,
    Pass,
    Proceed,
    Returned,
    Symbol,
)
from wfcheck.semantics.configuration import Configuration
from wfcheck.semantics.conformance import conformance
from wfcheck.semantics.defined import SymbolTypes
from wfcheck.semantics.feasible import Feasible, feasible
from wfcheck.semantics.program import Program
from wfcheck.semantics.record import RecordEntry
from wfcheck.semantics.reduce import substitute
from wfcheck.semantics.step import choices, step
from wfcheck.semantics.types import EnumType, Field, Kind, ListOf, Nullable, Scalar
from wfcheck.semantics.values import conforms
from wfcheck.syntax.expr import Expr, Lit, MapLit, SymbolId
from wfcheck.syntax.literals import Duration, Timestamp, Value

VALUES: dict[Kind, tuple[Value, ...]] = {
    Kind.STRING: ("t", "u"),
    Kind.INT: (-1, 0, 1, 2, 3),
    Kind.NUMBER: (0, 1),
    Kind.BOOL: (False, True),
    Kind.DURATION: (Duration(0), Duration(60_000), Duration(120_000)),
    Kind.TIMESTAMP: (Timestamp(1_893_456_000_000),),
}

Path = tuple[Choice, ...]


def program(name: str) -> Program:
    return workspace_of(CORPUS / "wfcheck.toml").program(CORPUS / f"{name}.workfile")


def paths(
    program: Program, most: int, seed: int
) -> Iterator[tuple[Path, Configuration, tuple[RecordEntry, ...]]]:
    """Random symbolic runs to their ends: at most three events, nobody cancels."""
    rng = random.Random(seed)
    for _ in range(most):
        at = Configuration()
        path: Path = ()
        record: tuple[RecordEntry, ...] = ()
        events = 0
        for _ in range(80):
            offers = [c for c in choices(program, at) if not isinstance(c, Cancel)]
            offers = [c for c in offers if events < 3 or not isinstance(c, Accept)]
            offers = [c for c in offers if not isinstance(c, Decide) or possible(at, c)]
            if not offers:
                break
            choice = rng.choice(offers)
            events += isinstance(choice, Accept)
            moved = step(program, at, choice)
            at, path, record = moved.to, (*path, choice), (*record, *moved.entries)
        if at.ended is not None:
            yield path, at, record


def possible(at: Configuration, choice: Decide) -> bool:
    known = step_known(at, choice)
    return feasible(known, at.symbols) is not Feasible.UNSAT


def step_known(at: Configuration, choice: Decide) -> tuple[Expr, ...]:
    fact = choice.condition if choice.value else moment.negated(choice.condition)
    return (*at.known, fact)


def values_for(at: Configuration, rng: random.Random) -> dict[SymbolId, Expr] | None:
    """Values that meet the path condition, where two hundred tries find some."""
    for _ in range(200):
        found = {symbol.id: Lit(drawn(symbol, rng)) for symbol in at.symbols}
        if all(substitute(fact, found.get) == Lit(value=True) for fact in at.known):
            return dict(found)
    return None


def drawn(symbol: Symbol, rng: random.Random) -> Value:
    field = symbol.field
    for _ in range(50):
        value = of_type(field, rng)
        if conforms(value, field) is None:
            return value
    raise AssertionError(field)


def of_type(field: Field, rng: random.Random) -> Value:
    match field.type:
        case Scalar(kind):
            return rng.choice(VALUES[kind])
        case EnumType(members):
            return rng.choice(members)
        case Nullable(base):
            return rng.choice((None, of_type(replace(field, type=base), rng)))
        case ListOf():
            return ()
        case _:
            return rng.choice((None, 1))


def concrete(choice: Choice, known: dict[SymbolId, Expr]) -> Choice | None:
    match choice:
        case Begin(inputs=inputs, payload=payload):
            given = MapLit(tuple((n, substitute(v, known.get)) for n, v in inputs.entries))
            read = None if payload is None else substitute(payload, known.get)
            return replace(choice, inputs=given, payload=read, new=())
        case Outcome(result=Returned(output=output)):
            return replace(choice, result=Returned(substitute(output, known.get)), new=())
        case Accept(event=event):
            payload = substitute(event.payload, known.get)
            configuration = event.configuration and substitute(event.configuration, known.get)
            taken = Event(event.trigger, payload, event.connection, configuration)
            return Accept(taken)
        case Pass(by=by):
            return choice if by is None else Pass(substitute(by, known.get))
        case Decide():
            return None
        case Outcome() | Proceed() | Move() | Cancel():
            return choice
        case _:
            assert_never(choice)


def entry_with(entry: RecordEntry, known: dict[SymbolId, Expr]) -> RecordEntry:
    """An entry with values; without its message, which is for people and may name a value."""
    detail = ((k, substitute(v, known.get)) for k, v in entry.detail if k != "message")
    return replace(entry, detail=tuple(detail))


def agreements(program: Program, most: int, seed: int = 1) -> tuple[int, int]:
    """How many paths were made concrete, and how many of these came out otherwise."""
    rng = random.Random(seed)
    tried = different = 0
    for path, end, record in paths(program, most, seed):
        known = values_for(end, rng)
        if known is None:
            continue
        tried += 1
        at = Configuration()
        again: tuple[RecordEntry, ...] = ()
        for choice in path:
            taken = concrete(choice, known)
            if taken is None:
                continue
            moved = step(program, at, taken)
            assert moved.to.asked is None, (taken, moved.to.asked)
            at, again = moved.to, (*again, *moved.entries)
        told = tuple(entry_with(entry, {}) for entry in again)
        same = at.ended is not None and tuple(entry_with(e, known) for e in record) == told
        different += not same
    return tried, different


@pytest.mark.parametrize("name", ["desk", "relay", "sums", "parts"])
def test_symbolic_paths_are_concrete_runs(name: str) -> None:
    tried, different = agreements(program(name), 60)
    assert tried >= 10
    assert different == 0


def test_a_condition_that_is_not_asked_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Mutant: a checked assignment of an unknown value is taken to fit.
    def careless(value: Expr, target: Field, types: SymbolTypes) -> Expr | str:
        return conformance(value, target, types) if isinstance(value, Lit) else Lit(value=True)

    monkeypatch.setattr(moment, "conformance", careless)
    assert agreements(program("parts"), 60)[1] > 0


def test_a_need_that_is_not_asked_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Mutant: an open expression is taken to have a value.
    monkeypatch.setattr(moment, "needs", lambda *_: ())
    assert agreements(program("parts"), 60)[1] > 0


def test_known_conditions_are_never_asked_again() -> None:
    for path, _, _ in paths(program("sums"), 30, 3):
        asked = [choice.condition for choice in path if isinstance(choice, Decide)]
        assert len(asked) == len(set(asked))
