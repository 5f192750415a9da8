"""A run, told in the file's own words: when what happened, and how it ended."""

import json
from collections.abc import Iterable
from typing import Final, assert_never

from wfcheck.report.contract.run import instant_json, value_json
from wfcheck.report.terminal import Paint, Terminal
from wfcheck.semantics.brief import brief
from wfcheck.semantics.configuration import Ended, RunOutcome, StepOutcome
from wfcheck.semantics.driver import Recorded
from wfcheck.semantics.record import RecordEntry, RecordKind
from wfcheck.syntax.expr import Expr, Lit

RUN_PAINTS: Final = {
    RunOutcome.COMPLETED: Paint.GOOD,
    RunOutcome.STOPPED: Paint.GOOD,
    RunOutcome.FAILED: Paint.ERROR,
    RunOutcome.CANCELLED: Paint.WARNING,
    RunOutcome.DRY_RUN_ENDED: Paint.WARNING,
    RunOutcome.WAITING: Paint.INFO,
}
assert RUN_PAINTS.keys() == set(RunOutcome), "a run outcome without a colour"

STEP_PAINTS: Final = {
    StepOutcome.SUCCEEDED: Paint.GOOD,
    StepOutcome.FAILED: Paint.ERROR,
    StepOutcome.SKIPPED: Paint.FAINT,
    StepOutcome.NOT_RUN: Paint.FAINT,
    StepOutcome.CANCELLED: Paint.WARNING,
    StepOutcome.SUPPRESSED: Paint.WARNING,
}
assert STEP_PAINTS.keys() == set(StepOutcome), "a step outcome without a colour"


def run_text(
    record: Iterable[Recorded], end: Ended, terminal: Terminal, *, repeats_from: int | None = None
) -> str:
    """The history of a run, an instant a group, then its end and its outputs.

    `repeats_from` is the part of the record from which the run repeats for ever, so that it has no end.
    """
    recorded = tuple(record)
    width = max((len(instant_json(one.at)) for one in recorded), default=0)
    lines: list[str] = []
    last: int | None = None
    for number, one in enumerate(recorded):
        if number == repeats_from:
            lines.append(terminal.paint("from here it repeats:", Paint.STRONG))
        told = _told(one.entry, terminal)
        if told is None:
            continue
        instant = "" if one.at == last else instant_json(one.at)
        lines.append(f"{terminal.paint(instant.rjust(width), Paint.PLACE)}  {told}")
        last = one.at
    ending = _ending(end, terminal) if repeats_from is None else ["", "and so on, for ever"]
    return "\n".join([*lines, *ending]) + "\n"


def _told(entry: RecordEntry, terminal: Terminal) -> str | None:
    path = terminal.paint(terminal.text(entry.path), Paint.STRONG)
    match entry.kind:
        case RecordKind.RUN_STARTED:
            who = f"the child run of {path} starts" if entry.path else "the run starts"
            return f"{who}{_with(entry, 'inputs', terminal)}"
        case RecordKind.ENTRY:
            return f"enters {path}{_with(entry, 'accepted', terminal)}"
        case RecordKind.ATTEMPT:
            return _attempt(entry, path, terminal)
        case RecordKind.STEP:
            return _step(entry, path, terminal)
        case RecordKind.ACCEPTED:
            return f"event {_name(entry, 'event', terminal)} accepted{_with(entry, 'payload', terminal)}"
        case RecordKind.DELIVERED:
            return f"{path} takes event {_name(entry, 'event', terminal)}"
        case RecordKind.DROPPED:
            return terminal.paint(f"what {entry.path} returns is dropped", Paint.FAINT)
        case RecordKind.TIMER:
            return _timer(entry, path)
        case RecordKind.TRANSITION:
            to, by = _name(entry, "to", terminal), _plain(entry, "by")
            why = {"timeout": "its deadline passes", "immediate": "its lists are done"}
            return f"{path} goes to {to}: {why.get(by, f'by `{by}`')}"
        case RecordKind.RUN_ENDED:
            return f"the child run of {path} ends: {_outcome(entry)}" if entry.path else None
        case _:
            assert_never(entry.kind)


def _attempt(entry: RecordEntry, path: str, terminal: Terminal) -> str | None:
    number = entry.get("number")
    again = "" if number == Lit(1) or number is None else f", attempt {_json(number)}"
    action = entry.get("action")
    if action is not None:
        calls = f"{path} calls {_name(entry, 'action', terminal)}{again}"
        return f"{calls}{_with(entry, 'args', terminal)}"
    outcome = _plain(entry, "outcome")
    if outcome in ("", "succeeded"):
        return None  # the step's own outcome says it
    code = _plain(entry, "code")
    told = f"{path}: the attempt {'ended unknown' if outcome == 'unknown' else outcome}"
    return terminal.paint(told + (f" ({code})" if code else ""), Paint.FAINT)


def _step(entry: RecordEntry, path: str, terminal: Terminal) -> str:
    outcome = StepOutcome(_plain(entry, "outcome"))
    code = _plain(entry, "code")
    word = terminal.paint(outcome.value.replace("_", " "), STEP_PAINTS[outcome])
    told = f"{path} {word}" + (f": {code}" if code else "")
    value = entry.get("value")
    return told if value in (None, Lit(None)) else f"{told}{_with(entry, 'value', terminal)}"


def _timer(entry: RecordEntry, path: str) -> str:
    left, passed = entry.get("left"), entry.get("passed")
    if passed is not None:
        return f"the deadline of {path} passed {_plain_value(passed)} ago"
    return f"the deadline of {path} is in {'' if left is None else _plain_value(left)}"


def _outcome(entry: RecordEntry) -> str:
    code = _plain(entry, "code")
    return _plain(entry, "outcome") + (f" ({code})" if code else "")


def _ending(end: Ended, terminal: Terminal) -> list[str]:
    outcome = terminal.paint(end.outcome.value.replace("_", " "), RUN_PAINTS[end.outcome])
    head = outcome + (f": {end.code}" if end.code else "")
    if end.message:
        head += f" ({terminal.text(end.message)})"
    if end.reason is not None:
        head += f" ({terminal.text(_plain_value(end.reason))})"
    lines = ["", head]
    for name, value in end.outputs.entries:
        note = " (affected by the dry run)" if name in end.affected else ""
        lines.append(f"  {name}: {terminal.text(_json(value))}{note}")
    return lines


def _with(entry: RecordEntry, key: str, terminal: Terminal) -> str:
    value = entry.get(key)
    if value is None:
        return ""
    text = json.dumps(brief(value_json(value), terminal.ellipsis), ensure_ascii=False)
    if text == "{}":
        return ""
    shown = terminal.text(text)
    room = max(terminal.width - 20, 40)
    if len(shown) > room:
        shown = shown[:room] + terminal.ellipsis
    return " " + terminal.paint(shown, Paint.FAINT)


def _name(entry: RecordEntry, key: str, terminal: Terminal) -> str:
    return f"`{terminal.text(_plain(entry, key))}`"


def _plain(entry: RecordEntry, key: str) -> str:
    value = entry.get(key)
    return "" if value is None else _plain_value(value)


def _plain_value(value: Expr) -> str:
    data = value_json(value)
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)


def _json(value: Expr) -> str:
    return json.dumps(value_json(value), ensure_ascii=False)
