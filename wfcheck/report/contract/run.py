"""The JSON contract of `wfcheck run` (`cli.md`): how a run ended, and its record."""

from collections.abc import Iterable

from wfcheck.report.contract.lint import Json
from wfcheck.semantics.configuration import AFFECTED, Ended
from wfcheck.semantics.driver import Recorded
from wfcheck.semantics.values import to_json
from wfcheck.syntax.expr import Expr, ListLit, Lit, MapLit
from wfcheck.syntax.literals import Duration, Value, show_duration
from wfcheck.syntax.unparse import unparse


def run_report(end: Ended, record: Iterable[Recorded]) -> dict[str, Json]:
    """What `wfcheck run --format json` prints."""
    return {
        "schema_version": 1,
        "outcome": end.outcome.value,
        "code": end.code,
        "reason": None if end.reason is None else value_json(end.reason),
        "outputs": value_json(end.outputs),
        "record": [recorded_json(recorded) for recorded in record],
    }


def recorded_json(recorded: Recorded) -> dict[str, Json]:
    """One entry of the record; what a kind adds follows the path."""
    entry = recorded.entry
    detail = {name: value_json(value) for name, value in entry.detail}
    return {"at": instant_json(recorded.at), "kind": entry.kind.value, "path": entry.path, **detail}


def instant_json(ms: int) -> str:
    """Milliseconds since the run's start, as a duration."""
    return show_duration(Duration(ms))


def value_json(value: Expr) -> Json:
    """A value; affected parts of a dry run are null, what is not known is its expression."""
    match value:
        case Lit(content):
            return data_json(content)
        case MapLit(entries):
            return {name: value_json(part) for name, part in entries}
        case ListLit(items):
            return [value_json(item) for item in items]
        case _ if value == AFFECTED:
            return None
        case _:
            return unparse(value)


def data_json(value: Value) -> Json:
    """A known value (E-9)."""
    data = to_json(value)
    assert data is None or isinstance(data, bool | int | float | str | list | dict)
    return data
