"""The JSON contract of traces (`cli.md`): written for people and tools, read back to be replayed.

`timeout` and `wait` moves follow from the instants; they are told, and skipped when a trace is read.
"""

import json
from collections.abc import Iterator
from typing import Any, assert_never

from wfcheck.classes import dataclass
from wfcheck.report.contract.lint import Json
from wfcheck.report.contract.run import instant_json, value_json
from wfcheck.semantics.choice import (
    Accept,
    Begin,
    Cancel,
    Choice,
    Decide,
    EndedUnknown,
    Event,
    Failed,
    Move,
    Outcome,
    Pass,
    Proceed,
    Result,
    Returned,
    TimedOut,
)
from wfcheck.semantics.configuration import Ended
from wfcheck.semantics.driver import Recorded
from wfcheck.semantics.record import RecordKind
from wfcheck.semantics.trace import Taken, Trace
from wfcheck.semantics.types import UNKNOWN
from wfcheck.semantics.values import Mismatch, from_json
from wfcheck.syntax.expr import Expr, Lit, MapLit
from wfcheck.syntax.literals import parse_duration, parse_timestamp


def trace_report(
    workfile: str, trace: Trace, record: tuple[Recorded, ...], end: Ended
) -> dict[str, Json]:
    """A trace as a file; `record` and `end` are those of its replay."""
    start = trace.start
    labels = {
        r.entry.path: _text(r.entry.get("action"))
        for r in record
        if r.entry.kind is RecordKind.ATTEMPT and r.entry.get("action") is not None
    }
    moves = sorted(
        (*_moves(trace, labels), *_timeouts(record)), key=lambda move: (move.at, move.rank)
    )
    extra: dict[str, Json] = {}
    if start.started_at is not None:
        extra["started_at"] = value_json(start.started_at)
    if start.dry_run:
        extra["dry_run"] = True
    if trace.until is not None:
        extra["until"] = instant_json(trace.until)
    return {
        "schema_version": 1,
        "workfile": workfile,
        "inputs": value_json(start.inputs),
        "trigger": _trigger_json(start),
        **extra,
        "moves": [move.content for move in moves],
        "loop_from": None if trace.loop_from is None else _position(moves, trace.loop_from),
        "result": _result_json(end),
    }


def _result_json(end: Ended) -> dict[str, Json]:
    return {
        "outcome": end.outcome.value,
        "code": end.code,
        "outputs": value_json(end.outputs),
    }


@dataclass(frozen=True, slots=True)
class _Told:
    """A move as told; `number` is its position among the trace's own moves, None for one that follows."""

    at: int
    rank: int
    content: dict[str, Json]
    number: int | None = None


def _position(moves: list[_Told], number: int) -> int:
    return next((i for i, move in enumerate(moves) if move.number == number), len(moves))


def _trigger_json(start: Begin) -> Json:
    if start.trigger is None:
        return None
    payload = None if start.payload is None else value_json(start.payload)
    return {"name": start.trigger, "payload": payload}


def _moves(trace: Trace, labels: dict[str, str]) -> Iterator[_Told]:
    for number, taken in enumerate(trace.moves):
        content = _move(taken.choice, labels)
        if content is not None:
            yield _Told(taken.at, 0, {"at": instant_json(taken.at), **content}, number)


def _timeouts(record: tuple[Recorded, ...]) -> Iterator[_Told]:
    """The deadlines that fired: they follow from the instants."""
    for recorded in record:
        entry = recorded.entry
        if entry.kind is RecordKind.TRANSITION and _text(entry.get("by")) == "timeout":
            label = f"the deadline of {entry.path} passes"
            content = _content("timeout", step=entry.path, label=label)
            yield _Told(recorded.at, 1, {"at": instant_json(recorded.at), **content})


def _move(choice: Choice, labels: dict[str, str]) -> dict[str, Json] | None:
    match choice:
        case Outcome(path=path, result=result):
            outcome, code, value = _result(result)
            return _content(
                "action",
                step=path,
                label=labels.get(path),
                outcome=outcome,
                code=code,
                value=value,
            )
        case Accept(event=event):
            content = _content(
                "event",
                label=event.trigger,
                event=event.trigger,
                connection=event.connection,
                payload=value_json(event.payload),
            )
            if event.configuration is not None:
                content["configuration"] = value_json(event.configuration)
            return content
        case Decide(condition=condition, value=value):
            return _content("decide", label=str(value_json(condition)), value=value)
        case Move(path=path):
            return _content("branch", step=path)
        case Cancel(path=path):
            return _content("cancel", step=path)
        case Begin() | Proceed() | Pass():
            return None
        case _:
            assert_never(choice)


def _result(result: Result) -> tuple[str, str | None, Json]:
    match result:
        case Returned(output=output, in_part=in_part):
            return "part" if in_part else "ok", None, value_json(output)
        case Failed(code=code):
            return "failed", code, None
        case TimedOut():
            return "timeout", "action.timeout", None
        case EndedUnknown():
            return "unknown", "action.unknown", None
        case _:
            assert_never(result)


def _content(
    kind: str,
    *,
    step: str | None = None,
    label: str | None = None,
    outcome: str | None = None,
    code: str | None = None,
    event: str | None = None,
    connection: str | None = None,
    payload: Json = None,
    value: Json = None,
) -> dict[str, Json]:
    return {
        "kind": kind,
        "step": step,
        "label": label,
        "outcome": outcome,
        "code": code,
        "event": event,
        "connection": connection,
        "payload": payload,
        "value": value,
    }


def _text(value: Expr | None) -> str:
    return value.value if isinstance(value, Lit) and isinstance(value.value, str) else ""


# -- reading


class _Unreadable(Exception):  # noqa: N818 - ends the reading; never leaves this module
    pass


@dataclass(frozen=True, slots=True)
class ReadTrace:
    """A trace that was read; its values get their types when it is replayed.

    `places` are the positions of its moves in the file, `result` is how it says that it ended.
    """

    trace: Trace
    places: tuple[int, ...]
    result: Json

    def place(self, move: int) -> int:
        """Where a move of the trace stands in the file."""
        return self.places[move] if move < len(self.places) else move

    def differs(self, end: Ended) -> str | None:
        """How an end is another than the trace says, None where it is the same or nothing is said."""
        if not isinstance(self.result, dict):
            return None
        for key, now in _result_json(end).items():
            if key in self.result and self.result[key] != now:
                return f"its {key} was {json.dumps(self.result[key])}, and now is {json.dumps(now)}"
        return None


def read_trace(text: str) -> ReadTrace | str:
    """A trace file's text, or why it is none."""
    try:
        content = json.loads(text)
        return _trace(content)
    except (ValueError, RecursionError) as error:
        return f"no JSON: {error}"
    except _Unreadable as fault:
        return str(fault)


def _trace(content: object) -> ReadTrace:
    whole = _map(content, "a trace")
    moves: list[Taken] = []
    places: list[int] = []
    positions: list[int] = []  # of each move in the file, among those that are read
    for number, move in enumerate(_list(whole.get("moves"), "`moves`")):
        positions.append(len(moves))
        taken = _taken(_map(move, f"`moves[{number}]`"), f"moves[{number}]")
        if taken is not None:
            moves.append(taken)
            places.append(number)
    loop = whole.get("loop_from")
    # A cycle that needs no moves begins after the last one.
    starts = (*positions, len(moves))
    loop_from = starts[loop] if isinstance(loop, int) and 0 <= loop < len(starts) else None
    until = _instant(whole["until"], "until") if "until" in whole else None
    trace = Trace(_begin(whole), tuple(moves), loop_from, until)
    result: Json = whole.get("result") if isinstance(whole.get("result"), dict) else None
    return ReadTrace(trace, tuple(places), result)


def _begin(whole: dict[str, object]) -> Begin:
    inputs = _value(whole.get("inputs", {}), "inputs")
    trigger = None if whole.get("trigger") is None else _map(whole["trigger"], "`trigger`")
    started = whole.get("started_at")
    at = parse_timestamp(started) if isinstance(started, str) else None
    if not isinstance(inputs, MapLit):
        raise _Unreadable("`inputs` is no map")
    return Begin(
        inputs,
        None if trigger is None else _string(trigger, "name", "trigger"),
        None if trigger is None else _value(trigger.get("payload"), "trigger.payload"),
        started_at=None if at is None else Lit(at),
        dry_run=whole.get("dry_run") is True,
    )


def _taken(move: dict[str, object], place: str) -> Taken | None:
    at = _instant(move.get("at"), f"{place}.at")
    kind = _string(move, "kind", place)
    match kind:
        case "action":
            return Taken(at, Outcome(_string(move, "step", place), _read_result(move, place)))
        case "event":
            connection = move.get("connection")
            configuration = move.get("configuration")
            event = Event(
                _string(move, "event", place),
                _value(move.get("payload"), f"{place}.payload"),
                connection if isinstance(connection, str) else None,
                None if configuration is None else _value(configuration, f"{place}.configuration"),
            )
            return Taken(at, Accept(event))
        case "branch":
            return Taken(at, Move(_string(move, "step", place)))
        case "cancel":
            step = move.get("step")
            return Taken(at, Cancel(step if isinstance(step, str) else None))
        case "timeout" | "wait" | "decide":
            return None
        case _:
            raise _Unreadable(f"`{place}` is of no kind that a trace has: `{kind}`")


def _read_result(move: dict[str, object], place: str) -> Result:
    match move.get("outcome"):
        case "ok" | "part" as outcome:
            value = _value(move.get("value"), f"{place}.value")
            return Returned(value, in_part=outcome == "part")
        case "failed":
            return Failed(_string(move, "code", place))
        case "timeout":
            return TimedOut()
        case "unknown":
            return EndedUnknown()
        case other:
            raise _Unreadable(f"`{place}.outcome` is none that an action has: `{other}`")


def _value(data: object, place: str) -> Expr:
    value = from_json(data, UNKNOWN)
    if isinstance(value, Mismatch):
        raise _Unreadable(f"`{place}`: {value.why}")
    if isinstance(data, dict):
        return MapLit(tuple((name, _value(part, f"{place}.{name}")) for name, part in data.items()))
    return Lit(value)


def _instant(data: object, place: str) -> int:
    duration = parse_duration(data) if isinstance(data, str) else None
    if duration is None:
        raise _Unreadable(f"`{place}` is no duration")
    return duration.ms


def _string(content: dict[str, object], key: str, place: str) -> str:
    value = content.get(key)
    if not isinstance(value, str):
        raise _Unreadable(f"`{place}.{key}` is no text")
    return value


def _map(data: object, what: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise _Unreadable(f"{what} is no map")
    return data


def _list(data: object, what: str) -> list[object]:
    if not isinstance(data, list):
        raise _Unreadable(f"{what} is no list")
    return data
