"""What a scenario expects against what happened (checking E-8)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from wfcheck.exec.places import Places
from wfcheck.exec.run import RunResult
from wfcheck.exec.scenario import Expectation
from wfcheck.semantics.json_values import read_fraction
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.semantics.values import same, to_json
from wfcheck.syntax.expr import Expr, Lit, MapLit
from wfcheck.syntax.literals import (
    Duration,
    File,
    MapValue,
    Timestamp,
    Value,
    parse_duration,
    parse_timestamp,
    show_duration,
)
from wfcheck.syntax.names import nearest

NOWHERE: Final = Places()


Difference: TypeAlias = tuple[str, str]
"""A key of `expect`, and what is said after it."""


def differences(
    expected: Expectation, result: RunResult, places: Places = NOWHERE
) -> tuple[str, ...]:
    """Every difference, each a sentence that names the key of `expect`; `places` are the scenario's."""
    found = (d for key, value in expected.parts for d in _compare(key, value, result))
    return tuple(places.told(f"expect.{key}", f"`{key}`: {what}") for key, what in found)


def _compare(key: str, expected: Value, result: RunResult) -> Iterator[Difference]:
    match key:
        case "outcome":
            yield from _single(key, expected, result.end.outcome.value)
        case "code":
            yield from _single(key, expected, result.end.code)
        case "reason":
            yield from _single(key, expected, known(result.end.reason))
        case "at":
            at = None if result.at is None else Duration(result.at)
            yield from _single(key, expected, at)
        case "outputs":
            yield from _outputs(expected, known(result.end.outputs))
        case "states":
            yield from _single(key, expected, states(result))
        case "delivered":
            yield from _single(key, expected, delivered(result))
        case "undelivered":
            yield from _single(key, expected, undelivered(result))
        case "affected":
            yield from _single(key, _sorted(expected), _sorted(result.end.affected))
        case "steps":
            # A step that never began and was not even recorded has not run.
            yield from _by_path(key, expected, outcomes(result), "not_run")
        case "attempts":
            yield from _by_path(key, expected, attempts(result), 0)
        case "bindings":
            yield from _by_path(key, expected, bindings(result), None)
        case _:
            raise AssertionError(key)


# -- what happened


def states(result: RunResult) -> tuple[Value, ...]:
    """The states that the top run entered, in order."""
    entries = _of(result, RecordKind.ENTRY)
    return tuple(known(entry.get("state")) for entry in entries if "/" not in entry.path)


def delivered(result: RunResult) -> tuple[Value, ...]:
    """The subscriptions that took an event, by path, in order over all runs."""
    return tuple(entry.path for entry in _of(result, RecordKind.DELIVERED))


def undelivered(result: RunResult) -> int:
    """How many events were accepted and delivered to nobody."""
    accepted = {entry.get("number") for entry in _of(result, RecordKind.ACCEPTED)}
    taken = {entry.get("number") for entry in _of(result, RecordKind.DELIVERED)}
    return len(accepted - taken)


def outcomes(result: RunResult) -> dict[str, Value]:
    """The outcome of each step, the last one where a call was tried again."""
    return {entry.path: known(entry.get("outcome")) for entry in _of(result, RecordKind.STEP)}


def attempts(result: RunResult) -> dict[str, Value]:
    """How often each action, source or call was attempted."""
    counts: dict[str, Value] = {}
    for entry in _of(result, RecordKind.ATTEMPT):
        number = counts.get(entry.path, 0)
        if entry.get("outcome") is None and isinstance(number, int):
            counts[entry.path] = number + 1
    return counts


def bindings(result: RunResult) -> dict[str, Value]:
    """What each step has bound."""
    return {entry.path: known(entry.get("value")) for entry in _of(result, RecordKind.STEP)}


def known(value: Expr | None) -> Value:
    """A value of a concrete run; what a dry run left out is null."""
    match value:
        case Lit(content):
            return content
        case MapLit(entries):
            return MapValue(tuple((name, known(part)) for name, part in entries))
        case _:
            return None


def _of(result: RunResult, kind: RecordKind) -> Iterator[RecordEntry]:
    return (recorded.entry for recorded in result.record if recorded.entry.kind is kind)


# -- comparison


def _single(key: str, expected: Value, actual: Value) -> Iterator[Difference]:
    if not agrees(expected, actual):
        yield key, f"expected {_told(expected)}, got {_told(actual)}"


def _outputs(expected: Value, actual: Value) -> Iterator[Difference]:
    assert isinstance(expected, MapValue)
    assert isinstance(actual, MapValue)
    if not expected.entries:
        yield from _single("outputs", expected, actual)
    for name, value in expected.entries:
        if name not in actual:
            near = nearest(name, (output for output, _ in actual.entries))
            hint = f"; did you mean `{near}`?" if near else ""
            said = f"expected {_told(value)}, but there is no such output{hint}"
            yield f"outputs.{name}", said
        else:
            yield from _single(f"outputs.{name}", value, actual.get(name))


def _by_path(
    key: str, expected: Value, found: dict[str, Value], absent: Value
) -> Iterator[Difference]:
    assert isinstance(expected, MapValue)
    for path, value in expected.entries:
        if path in found or agrees(value, absent):
            actual = found.get(path, absent)
            yield from _single(f"{key}.{path}", value, actual)
        else:
            yield f"{key}.{path}", f"expected {_told(value)}, but there is no such step"


def agrees(expected: Value, actual: Value) -> bool:
    """Whether a value is the one that a scenario writes; values compare by value."""
    match actual:
        case Duration():
            text = parse_duration(expected, signed=True) if isinstance(expected, str) else expected
            return text == actual
        case Timestamp():
            instant = parse_timestamp(expected) if isinstance(expected, str) else expected
            return instant == actual
        case File():
            return expected == actual or to_json(expected) == to_json(actual)
        case Fraction() if isinstance(expected, str):
            return read_fraction(expected) == actual
        case tuple():
            return (
                isinstance(expected, tuple)
                and len(expected) == len(actual)
                and all(map(agrees, expected, actual))
            )
        case MapValue(entries):
            return (
                isinstance(expected, MapValue)
                and {name for name, _ in expected.entries} == {name for name, _ in entries}
                and all(agrees(expected.get(name), value) for name, value in entries)
            )
        case _:
            return same(expected, actual)


def _sorted(names: Value) -> Value:
    if not isinstance(names, tuple):
        return names
    return tuple(sorted(names, key=str))


def _told(value: Value) -> str:
    match value:
        case None:
            return "null"
        case str():
            return f"`{value}`"
        case Duration():
            return show_duration(value)
        case tuple():
            return f"[{', '.join(_told(item) for item in value)}]"
        case MapValue(entries):
            return "{" + ", ".join(f"{name}: {_told(part)}" for name, part in entries) + "}"
        case _:
            return str(to_json(value)).lower() if isinstance(value, bool) else str(to_json(value))
