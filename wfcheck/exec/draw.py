"""A run without a script: answers, events and values drawn from a seed, within the manifests.

The same seed draws the same run on every machine; a pattern is met by a few simple candidates or not
at all.
"""

import random
from fractions import Fraction
from typing import assert_never

from wfcheck.exec.script import codes_of
from wfcheck.exec.source import Settlement
from wfcheck.semantics.choice import (
    Begin,
    EndedUnknown,
    Event,
    Failed,
    Result,
    Returned,
)
from wfcheck.semantics.configuration import Configuration, EntryView, Flight, entries
from wfcheck.semantics.control import Active, Phase
from wfcheck.semantics.program import Program, TriggerDecl
from wfcheck.semantics.types import (
    NO_DEFAULT,
    EnumType,
    Field,
    Kind,
    Limits,
    ListOf,
    MapOf,
    Nullable,
    ObjectType,
    Scalar,
    Special,
    Type,
    Unjoined,
)
from wfcheck.semantics.values import conforms
from wfcheck.syntax.expr import Expr, Lit, MapLit
from wfcheck.syntax.literals import Duration, File, MapValue, Timestamp, Value

_WORDS = ("a", "b", "c", "alpha", "beta", "a1", "10", "x-1")
_MINUTE = 60_000
_DAY = 24 * 60 * _MINUTE
_FIRST = 1_893_456_000_000  # 2030-01-01T00:00:00Z
_MOST_EVENTS = 50


class Draw:
    """The source of a run that is drawn at random."""

    def __init__(
        self,
        program: Program,
        seed: int,
        *,
        inputs: MapLit | None = None,
        dry_run: bool = False,
    ) -> None:
        self._program = program
        self._random = random.Random(seed)  # noqa: S311 - drawn values, no secrets
        self._inputs = inputs
        self._dry_run = dry_run
        self._planned: int | None = None
        self._events = 0

    def begin(self) -> Begin:
        """The given inputs, or drawn ones; by any of the file's triggers."""
        inputs = self._inputs
        if inputs is None:
            given = (
                (field.name, Lit(self._value(field)))
                for field in self._program.inputs
                if field.required or self._random.random() < 0.5
            )
            inputs = MapLit(tuple(given))
        if not self._program.triggers:
            return Begin(inputs, dry_run=self._dry_run)
        trigger = self._random.choice(self._program.triggers)
        payload = self._object(trigger.trigger.payload)
        return Begin(inputs, trigger.name, Lit(payload), dry_run=self._dry_run)

    def answer(self, flight: Flight) -> Settlement | None:
        """Mostly a success; sometimes a declared failure or an unknown end."""
        takes = self._random.choice((0, 0, 1000, 30_000, 5 * _MINUTE))
        return Settlement(self._result(flight), takes)

    def _result(self, flight: Flight) -> Result:
        action, chance = flight.action, self._random.random()
        if action is None:
            return Returned(Lit(None))
        if chance < 0.15:
            return Failed(self._random.choice(codes_of(action)))
        if chance < 0.18 and action.may_end_unknown:
            return EndedUnknown()
        return Returned(Lit(self._object(action.output)))

    def next_event(self, now: int, at: Configuration) -> int | None:
        """Some minutes after an entry begins to wait, up to a most of events."""
        waiting = any(entry.active and entry.phase is Phase.WAITING for entry in entries(at))
        if not waiting or self._events >= _MOST_EVENTS:
            return None
        if self._planned is None or self._planned < now:
            self._planned = now + self._random.randrange(1, 240) * _MINUTE
        return self._planned

    def events_at(self, now: int, at: Configuration) -> tuple[Event, ...]:
        """An event for one of the active subscriptions, most of the time one that it takes."""
        if self._planned != now:
            return ()
        self._planned = None
        offers = [(entry, active) for entry in entries(at) for active in entry.active]
        if not offers:
            return ()
        self._events += 1
        return (self._event(*self._random.choice(offers)),)

    def _event(self, entry: EntryView, active: Active) -> Event:
        trigger = _trigger(entry, active)
        payload = dict(self._object(trigger.payload).entries)
        if self._random.random() < 0.8:
            payload |= {name: v.value for name, v in active.match or () if isinstance(v, Lit)}
        value: Expr = Lit(MapValue(tuple(payload.items())))
        return Event(active.trigger, value, active.connection, active.configuration)

    def next_cancel(self) -> int | None:
        """None: nobody cancels."""
        return None

    def cancels_at(self, now: int) -> tuple[str | None, ...]:
        """None."""
        del now
        return ()

    def complaints(self) -> tuple[str, ...]:
        """Nothing was promised."""
        return ()

    # -- values

    def _object(self, fields: tuple[Field, ...]) -> MapValue:
        return MapValue(tuple((field.name, self._value(field)) for field in fields))

    def _value(self, field: Field) -> Value:
        """A value that fits, where a few tries find one."""
        if not field.required and self._random.random() < 0.3:
            return None if field.default is NO_DEFAULT else field.default
        drawn: Value = None
        for _ in range(20):
            drawn = self._of(field.type, field.limits)
            if conforms(drawn, field) is None:
                return drawn
        return drawn if field.default is NO_DEFAULT else field.default

    def _of(self, t: Type, limits: Limits) -> Value:
        match t:
            case Nullable(base):
                return None if self._random.random() < 0.2 else self._of(base, limits)
            case Scalar(kind):
                return self._scalar(kind, limits)
            case EnumType(members):
                return self._random.choice(members) if members else ""
            case ListOf(item):
                count = self._random.randint(limits.min_length or 0, _most(limits, 2))
                return tuple(self._of(item, Limits()) for _ in range(count))
            case MapOf(item):
                return MapValue(((self._random.choice(_WORDS), self._of(item, Limits())),))
            case ObjectType(fields):
                return self._object(fields)
            case Special.JSON | Special.UNKNOWN | Unjoined():
                return self._random.choice((None, True, 1, "a", MapValue((("a", 1),))))
            case Special.NULL | Special.NEVER:
                return None
            case _:
                assert_never(t)

    def _scalar(self, kind: Kind, limits: Limits) -> Value:
        match kind:
            case Kind.BOOL:
                return self._random.random() < 0.5
            case Kind.STRING:
                return self._text(limits)
            case Kind.INT:
                return self._number(limits, 10)
            case Kind.NUMBER:
                return Fraction(self._number(limits, 10))
            case Kind.DURATION:
                low = limits.min.ms if isinstance(limits.min, Duration) else 0
                high = limits.max.ms if isinstance(limits.max, Duration) else low + 2 * _DAY
                return Duration(self._random.randint(low, max(low, high)))
            case Kind.TIMESTAMP:
                low = limits.min.ms if isinstance(limits.min, Timestamp) else _FIRST
                high = limits.max.ms if isinstance(limits.max, Timestamp) else low + 30 * _DAY
                return Timestamp(self._random.randint(low, max(low, high)))
            case Kind.FILE:
                return File("file.txt", 10, "text/plain")
            case _:
                assert_never(kind)

    def _number(self, limits: Limits, spread: int) -> int:
        low = limits.min if isinstance(limits.min, int | Fraction) else 0
        high = limits.max if isinstance(limits.max, int | Fraction) else low + spread
        least, most = -(-low // 1), high // 1
        return self._random.randint(int(least), max(int(least), int(most)))

    def _text(self, limits: Limits) -> str:
        word = self._random.choice(_WORDS)
        least = limits.min_length or 0
        word += "a" * max(0, least - len(word))
        return word if limits.max_length is None else word[: limits.max_length]


def _most(limits: Limits, otherwise: int) -> int:
    least = limits.min_length or 0
    most = limits.max_length if limits.max_length is not None else least + otherwise
    return max(least, min(most, least + otherwise))


def _trigger(entry: EntryView, active: Active) -> TriggerDecl:
    return next(s.trigger for s in entry.state.subscriptions if s.name == active.name)
