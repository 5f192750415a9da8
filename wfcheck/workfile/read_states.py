"""Nodes to states: declarations, subscriptions, timeouts (SWP, C-13)."""

from dataclasses import dataclass
from typing import Final

from wfcheck.catalog import (
    EVENT_NOT_LITERAL,
    FINAL_FALSE,
    INVALID_LITERAL,
    NO_STATES,
    RECOVERY_SHAPE,
)
from wfcheck.diagnostic import Finding
from wfcheck.settings import Edition
from wfcheck.syntax.yaml import Entry, Map, Scalar
from wfcheck.workfile.ast import Ident, StateDecl, Step, Subscription, Timeout
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.operations import is_operation
from wfcheck.workfile.read_fields import Position, read_fields
from wfcheck.workfile.read_literals import (
    as_map,
    is_broken,
    read_deadline,
    read_word,
    shape_of,
)
from wfcheck.workfile.read_names import check_name, read_arguments, read_names
from wfcheck.workfile.read_steps import read_list
from wfcheck.workfile.read_transitions import TransitionReader

STATE_KEYS: Final = ("accepts", "on_enter", "steps", "on", "timeout", "final", "recovery")
EXIT_KEYS: Final = ("on", "timeout", "goto", "route")
SUBSCRIPTION_KEYS: Final = ("event", "match")
PROFILE_SUBSCRIPTION_KEYS: Final = ("configuration", "connection")


def read_states(entry: Entry, edition: Edition, out: Out) -> tuple[StateDecl, ...] | None:
    """The states of a document; None where there is no map of them, or an empty one."""
    node = as_map(entry, "`states`", out)
    if node is None:
        return None
    if not node.entries:
        message = "`states` is empty: a file has one state at least"
        out.append(Finding(NO_STATES, entry.key.span, message))
        return None
    reader = _StateReader(edition, TransitionReader(edition))
    return tuple(
        reader.state(name, state, out) for name, state in read_names(node, "`states`", out)
    )


def read_event(entry: Entry, out: Out) -> Ident | None:
    """A literal `connector.trigger` reference."""
    match entry.value:
        case Scalar(value=str(text)) if is_operation(text):
            return Ident(text, span=entry.value.span)
        case node if not is_broken(node):
            message = "`event` names a trigger, written out as `connector.trigger`"
            out.append(Finding(EVENT_NOT_LITERAL, node.span, message))
    return None


def check_recovery(entry: Entry, out: Out) -> None:
    """`recovery` is a map; what it holds is another profile's (C-9)."""
    if not isinstance(entry.value, Map) and not is_broken(entry.value):
        message = f"`recovery` is a map, not {shape_of(entry.value)}"
        out.append(Finding(RECOVERY_SHAPE, entry.value.span, message))


@dataclass(frozen=True, slots=True)
class _StateReader:
    edition: Edition
    transitions: TransitionReader

    def state(self, name: str, entry: Entry, out: Out) -> StateDecl:
        span = entry.key.span
        check_name(name, span, out, reserved=False)  # C-2.3: a state's name is a label
        node = as_map(entry, "a state", out)
        keys = Keys({})
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
            keys=tuple((key, at.key.span) for key, at in keys.entries.items()),
            misspelt=keys.misspelt,
            reported=node is None,
            span=span,
        )

    def _subscriptions(self, entry: Entry, out: Out) -> tuple[Subscription, ...]:
        node = as_map(entry, "`on`", out)
        if node is None:
            return ()
        found = (self._subscription(name, at, out) for name, at in read_names(node, "`on`", out))
        return tuple(subscription for subscription in found if subscription is not None)

    def _subscription(self, name: str, entry: Entry, out: Out) -> Subscription | None:
        span = entry.key.span
        check_name(name, span, out)
        node = as_map(entry, "a subscription", out)
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
            match=read_arguments(match, "`match`", out) if match else None,
            match_key=keys.span("match"),
            configuration=(
                read_arguments(configuration, "`configuration`", out) if configuration else None
            ),
            configuration_key=keys.span("configuration"),
            connection=read_word(connection, "`connection`", out) if connection else None,
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

    def _timeout(self, entry: Entry, out: Out) -> Timeout | None:
        span = entry.key.span
        node = as_map(entry, "`timeout`", out)
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
    entry = keys.get(key)
    return () if entry is None else read_list(entry, f"`{key}`", out) or ()


def _is_final(keys: Keys, out: Out) -> bool:
    """Whether a state is final; one with another value than `true`, where nothing leads out of it."""
    entry = keys.get("final")
    if entry is None:
        return False
    match entry.value:
        case Scalar(value=True):
            return True
        case Scalar(value=False):
            advice = "leave it out: a state is not final unless it says so"
            out.append(Finding(FINAL_FALSE, entry.value.span, "`final` is never `false`", advice))
        case node if not is_broken(node):
            message = f"`final` is `true` where it is written, not {shape_of(node)}"
            out.append(Finding(INVALID_LITERAL, node.span, message))
    return not keys.has(*EXIT_KEYS)
