"""Scenario files: what happens in a run and what is expected of it (`cli.md`, checking E-6).

Reading is tolerant: what is malformed is a finding, and the other scenarios of the file still run.
"""

from collections.abc import Iterator
from dataclasses import field
from typing import Final, TypeAlias

from wfcheck.catalog import INVALID_LITERAL
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.exec.places import Places, places_of
from wfcheck.syntax.literals import (
    Duration,
    MapValue,
    Timestamp,
    Value,
    parse_duration,
    parse_timestamp,
)
from wfcheck.syntax.names import shown
from wfcheck.syntax.shape import (
    Key,
    as_bool,
    as_int,
    as_map,
    as_seq,
    as_text,
    read_keys,
    text_key,
    wrong_shape,
)
from wfcheck.syntax.yaml import Map, Node, Scalar, Seq

Out: TypeAlias = list[Finding]

SCENARIO_KEYS: Final = (
    "name",
    "workfile",
    "inputs",
    "actions",
    "trigger",
    "events",
    "cancel",
    "dry_run",
    "started_at",
    "expect",
)
ANSWER_KEYS: Final = ("step", "action", "returns", "fails", "unknown", "takes", "times")
EVENT_KEYS: Final = ("at", "event", "payload", "connection", "configuration")
EXPECT_KEYS: Final = (
    "outcome",
    "code",
    "reason",
    "outputs",
    "states",
    "steps",
    "attempts",
    "delivered",
    "undelivered",
    "affected",
    "at",
    "bindings",
)


@dataclass(frozen=True, slots=True)
class Returns:
    """The answer of an action that succeeds, as written."""

    output: Value


@dataclass(frozen=True, slots=True)
class Fails:
    """The answer of an action that fails."""

    code: str


@dataclass(frozen=True, slots=True)
class Vanishes:
    """The answer of an action that ends unknown."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer for a step path or an operation; `takes` in milliseconds, `times` None for once."""

    place: str  # `actions[2]`
    step: str | None
    action: str | None
    gives: Returns | Fails | Vanishes
    takes: int = 0
    times: int | None = None


@dataclass(frozen=True, slots=True)
class ScriptedEvent:
    """An event and its instant, in milliseconds from the run's start."""

    place: str
    at: int
    event: str
    payload: Value
    connection: str | None = None
    configuration: MapValue | None = None


@dataclass(frozen=True, slots=True)
class ScriptedCancel:
    """A cancellation from outside: of the run, or of the child run called at `step`."""

    at: int
    step: str | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a scenario expects, by key; what is not named is not compared."""

    parts: tuple[tuple[str, Value], ...] = ()

    def get(self, key: str) -> Value:
        """What is expected under a key; null where nothing is."""
        return dict(self.parts).get(key)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as written; `broken` tells why it cannot be run as it stands."""

    name: str | None = None
    workfile: str | None = None
    inputs: MapValue = MapValue(())
    answers: tuple[Answer, ...] = ()
    trigger: str | None = None
    payload: Value = None
    events: tuple[ScriptedEvent, ...] = ()
    cancels: tuple[ScriptedCancel, ...] = ()
    dry_run: bool = False
    started_at: Timestamp | None = None
    expect: Expectation = Expectation()
    broken: tuple[Finding, ...] = ()
    places: Places = field(default=Places(), compare=False, repr=False)

    def told(self, place: str, message: str) -> str:
        """A sentence about a part of the scenario, in one line that begins with its place."""
        return self.places.told(place, message)


def read_scenarios(root: Node) -> tuple[Scenario, ...]:
    """The scenarios of a composed file: one, or a list of them."""
    nodes = root.items if isinstance(root, Seq) else (root,)
    return tuple(_read_scenario(node) for node in nodes)


def _read_scenario(node: Node) -> Scenario:
    out: Out = []
    if not isinstance(node, Map):
        wrong_shape(node, out, "a scenario", "a map")
        return Scenario(broken=tuple(out), places=places_of(node))
    keys = read_keys(node, SCENARIO_KEYS, out, what="a scenario")
    trigger, payload = _trigger(keys.get("trigger"), out)
    return Scenario(
        name=_text(keys.get("name"), out),
        workfile=_text(keys.get("workfile"), out),
        inputs=_map_value(keys.get("inputs"), out) or MapValue(()),
        answers=tuple(_answers(keys.get("actions"), out)),
        trigger=trigger,
        payload=payload,
        events=tuple(_events(keys.get("events"), out)),
        cancels=tuple(_cancels(keys.get("cancel"), out)),
        dry_run=_bool(keys.get("dry_run"), out),
        started_at=_timestamp(keys.get("started_at"), out),
        expect=_expectation(keys.get("expect"), out),
        broken=tuple(out),
        places=places_of(node),
    )


# -- answers, events, cancellations


def _answers(key: Key | None, out: Out) -> Iterator[Answer]:
    for position, node in _items(key, out):
        keys = read_keys(node, ANSWER_KEYS, out, what="an answer")
        place = f"actions[{position}]"
        step, action = _text(keys.get("step"), out), _text(keys.get("action"), out)
        if step is None and action is None:
            what = "an answer names a `step`, an `action`, or both"
            out.append(Finding(INVALID_LITERAL, node.span, what))
            continue
        gives = _gives(node, keys, out)
        if gives is not None:
            takes = _duration(keys.get("takes"), out) or 0
            times = _count(keys.get("times"), out)
            yield Answer(place, step, action, gives, takes, times)


def _gives(node: Map, keys: dict[str, Key], out: Out) -> Returns | Fails | Vanishes | None:
    given = [keys[name] for name in ("returns", "fails", "unknown") if name in keys]
    if len(given) != 1:
        what = "an answer has exactly one of `returns`, `fails` and `unknown: true`"
        out.append(Finding(INVALID_LITERAL, given[1].span if given else node.span, what))
        return None
    match given[0].text:
        case "returns":
            return Returns(data_of(given[0].value, out))
        case "fails":
            code = _text(given[0], out)
            return None if code is None else Fails(code)
        case _:
            return Vanishes() if _bool(given[0], out) else None


def _events(key: Key | None, out: Out) -> Iterator[ScriptedEvent]:
    for position, node in _items(key, out):
        keys = read_keys(node, EVENT_KEYS, out, what="an event", required=("at", "event"))
        at, event = _duration(keys.get("at"), out), _text(keys.get("event"), out)
        payload = data_of(keys["payload"].value, out) if "payload" in keys else MapValue(())
        if at is not None and event is not None:
            yield ScriptedEvent(
                f"events[{position}]",
                at,
                event,
                payload,
                _text(keys.get("connection"), out),
                _map_value(keys.get("configuration"), out),
            )


def _cancels(key: Key | None, out: Out) -> Iterator[ScriptedCancel]:
    if key is None:
        return
    nodes = key.value.items if isinstance(key.value, Seq) else (key.value,)
    for node in nodes:
        whole = as_map(node, out, "`cancel`")
        if whole is None:
            continue
        keys = read_keys(whole, ("at", "step"), out, what="a cancellation", required=("at",))
        at = _duration(keys.get("at"), out)
        if at is not None:
            yield ScriptedCancel(at, _text(keys.get("step"), out))


def _trigger(key: Key | None, out: Out) -> tuple[str | None, Value]:
    whole = None if key is None else as_map(key.value, out, "`trigger`")
    if whole is None:
        return None, None
    keys = read_keys(whole, ("name", "payload"), out, what="a trigger", required=("name",))
    payload = data_of(keys["payload"].value, out) if "payload" in keys else MapValue(())
    return _text(keys.get("name"), out), payload


# -- what is expected


def _expectation(key: Key | None, out: Out) -> Expectation:
    whole = None if key is None else as_map(key.value, out, "`expect`")
    if whole is None:
        return Expectation()
    keys = read_keys(whole, EXPECT_KEYS, out, what="`expect`")
    parts = ((name, _expected(part, out)) for name, part in keys.items())
    return Expectation(tuple((name, value) for name, value in parts if value is not _UNREAD))


def _expected(key: Key, out: Out) -> Value:
    match key.text:
        case "at":
            at = _duration(key, out)
            return _UNREAD if at is None else Duration(at)
        case "states" | "delivered" | "affected":
            listed = as_seq(key.value, out, f"`{key.text}`")
            return _UNREAD if listed is None else data_of(listed, out)
        case "steps" | "attempts" | "bindings" | "outputs":
            mapped = as_map(key.value, out, f"`{key.text}`")
            return _UNREAD if mapped is None else data_of(mapped, out)
        case _:
            return data_of(key.value, out)


_UNREAD: Final = MapValue((("", None),))


# -- parts


def _items(key: Key | None, out: Out) -> Iterator[tuple[int, Map]]:
    whole = None if key is None else as_seq(key.value, out, f"`{key.text}`")
    if whole is None or key is None:
        return
    for position, node in enumerate(whole.items):
        item = as_map(node, out, f"`{key.text}[{position}]`")
        if item is not None:
            yield position, item


def _text(key: Key | None, out: Out) -> str | None:
    return None if key is None else as_text(key.value, out, f"`{key.text}`")


def _bool(key: Key | None, out: Out) -> bool:
    return key is not None and as_bool(key.value, out, f"`{key.text}`") is True


def _count(key: Key | None, out: Out) -> int | None:
    count = None if key is None else as_int(key.value, out, f"`{key.text}`")
    if key is not None and count is not None and count < 1:
        out.append(Finding(INVALID_LITERAL, key.value.span, f"`{key.text}` is at least 1"))
        return None
    return count


def _duration(key: Key | None, out: Out) -> int | None:
    """A duration that is not negative, in milliseconds."""
    if key is None:
        return None
    text = key.value.value if isinstance(key.value, Scalar) else None
    duration = parse_duration(text) if isinstance(text, str) else None
    if duration is not None:
        return duration.ms
    help_ = "a duration is written like `90s`, `1h30m` or `500ms`"
    what = f"`{key.text}` is no duration"
    if isinstance(text, str):
        what = f"{shown(text)} is no duration"
    out.append(Finding(INVALID_LITERAL, key.value.span, what, help=help_))
    return None


def _timestamp(key: Key | None, out: Out) -> Timestamp | None:
    text = None if key is None else as_text(key.value, out, f"`{key.text}`")
    if key is None or text is None:
        return None
    instant = parse_timestamp(text)
    if instant is None:
        help_ = "a timestamp is written like `2030-01-01T00:00:00Z`"
        what = f"{shown(text)} is no timestamp"
        out.append(Finding(INVALID_LITERAL, key.value.span, what, help=help_))
    return instant


def _map_value(key: Key | None, out: Out) -> MapValue | None:
    whole = None if key is None else as_map(key.value, out, f"`{key.text}`")
    value = None if whole is None else data_of(whole, out)
    return value if isinstance(value, MapValue) else None


def data_of(node: Node, out: Out) -> Value:
    """A node as plain data."""
    match node:
        case Scalar(value):
            return value
        case Seq(items):
            return tuple(data_of(item, out) for item in items)
        case Map(entries):
            pairs = ((text_key(entry.key, out), entry.value) for entry in entries)
            return MapValue(tuple((k, data_of(v, out)) for k, v in pairs if k is not None))
