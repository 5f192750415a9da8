"""Nodes to states: declarations, subscriptions, timeouts (SWP, C-13)."""

from typing import Final

from wfcheck.catalog import (
    EVENT_NOT_LITERAL,
    FINAL_FALSE,
    INVALID_LITERAL,
    NO_STATES,
    RECOVERY_SHAPE,
)
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.settings import Edition
from wfcheck.syntax.nodes import Map, Scalar
from wfcheck.syntax.shape import Key, as_map, check_name
from wfcheck.workfile.ast import Ident, StateDecl, Step, Subscription, Timeout
from wfcheck.workfile.keys import NO_KEYS, Keys, Out, read_keys
from wfcheck.workfile.operations import is_operation
from wfcheck.workfile.read_fields import Position, read_fields
from wfcheck.workfile.read_literals import read_connection, read_deadline, refuse
from wfcheck.workfile.read_names import read_arguments, read_names
from wfcheck.workfile.read_steps import read_list
from wfcheck.workfile.read_transitions import TransitionReader

STATE_KEYS: Final = ("accepts", "on_enter", "steps", "on", "timeout", "final", "recovery")
EXIT_KEYS: Final = ("on", "timeout", "goto", "route")
SUBSCRIPTION_KEYS: Final = ("event", "match")
PROFILE_SUBSCRIPTION_KEYS: Final = ("configuration", "connection")


def read_states(key: Key, edition: Edition, out: Out) -> tuple[StateDecl, ...] | None:
    """The states of a document; None where there is no map of them, or an empty one."""
    node = as_map(key.value, out, "`states`")
    if node is None:
        return None
    if not node.entries:
        message = "`states` is empty: a file has one state at least"
        out.append(Finding(NO_STATES, key.span, message))
        return None
    reader = _StateReader(edition, TransitionReader(edition))
    return tuple(reader.state(key, out) for key in read_names(node, "`states`", out))


def read_event(key: Key, out: Out) -> Ident | None:
    """A literal `connector.trigger` reference."""
    match key.value:
        case Scalar(value=str(text)) if is_operation(text):
            return Ident(text, span=key.value.span)
        case node:
            expected = "`event` must name a trigger, written out as `connector.trigger`"
            refuse(node, expected, out, EVENT_NOT_LITERAL)
    return None


def check_recovery(key: Key, out: Out) -> None:
    """`recovery` is a map; what it holds is another profile's (C-9)."""
    if not isinstance(key.value, Map):
        refuse(key.value, "`recovery` must be a map", out, RECOVERY_SHAPE)


@dataclass(frozen=True, slots=True)
class _StateReader:
    edition: Edition
    transitions: TransitionReader

    def state(self, key: Key, out: Out) -> StateDecl:
        name, span = key.text, key.span
        # C-2.3: a state's name is a label
        check_name(name, span, out, what="the state", reserved=False)
        node = as_map(key.value, out, "a state")
        keys = NO_KEYS
        if node is not None:
            known = (*STATE_KEYS, *self.transitions.keys)
            keys = read_keys(node, known, "a state", out, self.transitions.refuse)
        final = _is_final(keys, out)
        accepts, recovery = keys.get("accepts"), keys.get("recovery")
        on, timeout = keys.get("on"), keys.get("timeout")
        if recovery:
            check_recovery(recovery, out)
        subscriptions = self._subscriptions(on, out) if on else ()
        deadline = self._timeout(timeout, out) if timeout else None
        # Beside `final` the presence of these keys is what is wrong, not how they go together.
        leaving = None if final and keys.has("final") else self.transitions.of(keys, out)
        return StateDecl(
            Ident(name, span=span),
            accepts=read_fields(accepts, Position.ACCEPTS, out) if accepts else (),
            on_enter=_steps(keys, "on_enter", out),
            steps=_steps(keys, "steps", out),
            subscriptions=() if final else subscriptions,
            timeout=None if final else deadline,
            exit=leaving,
            final=final or node is None,
            keys=tuple((key, at.span) for key, at in keys.written.items()),
            misspelt=keys.misspelt,
            reported=node is None,
            span=span,
        )

    def _subscriptions(self, key: Key, out: Out) -> tuple[Subscription, ...]:
        node = as_map(key.value, out, "`on`")
        if node is None:
            return ()
        found = (self._subscription(name, out) for name in read_names(node, "`on`", out))
        return tuple(subscription for subscription in found if subscription is not None)

    def _subscription(self, key: Key, out: Out) -> Subscription | None:
        name, span = key.text, key.span
        check_name(name, span, out, what="the subscription")
        node = as_map(key.value, out, "a subscription")
        if node is None:
            return None
        own = (*SUBSCRIPTION_KEYS, *self._edition_keys)
        known = (*own, *self.transitions.keys)
        keys = read_keys(node, known, "a subscription", out, self._refuse)
        event = keys.required("event", span, "a subscription", out)
        match = keys.required("match", span, "a subscription", out)
        configuration, connection = keys.get("configuration"), keys.get("connection")
        return Subscription(
            Ident(name, span=span),
            event=read_event(event, out) if event else None,
            event_key=keys.span("event"),
            match=read_arguments(match, out) if match else None,
            match_key=keys.span("match"),
            configuration=(read_arguments(configuration, out) if configuration else None),
            configuration_key=keys.span("configuration"),
            connection=read_connection(connection, out) if connection else None,
            exit=self.transitions.among(keys, span, out),
            span=span,
        )

    @property
    def _edition_keys(self) -> tuple[str, ...]:
        return PROFILE_SUBSCRIPTION_KEYS if self.edition is Edition.PROFILE else ()

    def _refuse(self, key: str) -> str | None:
        if key in PROFILE_SUBSCRIPTION_KEYS:
            return f"a subscription has no `{key}` in the draft edition"
        return self.transitions.refuse(key)

    def _timeout(self, key: Key, out: Out) -> Timeout | None:
        span = key.span
        node = as_map(key.value, out, "`timeout`")
        if node is None:
            return None
        known = ("after", *self.transitions.keys)
        keys = read_keys(node, known, "`timeout`", out, self.transitions.refuse)
        after = keys.required("after", span, "`timeout`", out)
        deadline = read_deadline(after, out) if after else None
        return Timeout(
            after=deadline.value if deadline else None,
            after_span=deadline.value_span if deadline else None,
            exit=self.transitions.among(keys, span, out),
            span=span,
        )


def _steps(keys: Keys, key: str, out: Out) -> tuple[Step, ...]:
    found = keys.get(key)
    return () if found is None else read_list(found.value, f"`{key}`", out) or ()


def _is_final(keys: Keys, out: Out) -> bool:
    """Whether a state is final; one with another value than `true`, where nothing leads out of it."""
    final = keys.get("final")
    if final is None:
        return False
    match final.value:
        case Scalar(value=True):
            return True
        case Scalar(value=False) as node:
            advice = "leave it out: a state is not final unless it says so"
            out.append(Finding(FINAL_FALSE, node.span, "`final` is never `false`", help=advice))
        case node:
            refuse(node, "`final` must be `true` where it is written", out, INVALID_LITERAL)
    return not keys.has(*EXIT_KEYS)
