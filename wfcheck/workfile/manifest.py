"""Connector manifests: what a project's connectors can do, and which events they have (C-11)."""

from dataclasses import field
from typing import Final

from wfcheck.catalog import (
    INVALID_LITERAL,
    NAME_COLLISION,
    RESERVED_NAME,
    UNKNOWN_CONNECTION,
    UNKNOWN_MEMBER,
    UNKNOWN_TRIGGER,
    WRONG_SHAPE,
)
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Label
from wfcheck.semantics.program import ActionDecl, Emission, RetryPolicy, TriggerDecl
from wfcheck.semantics.types import Field
from wfcheck.span import Source, Span, file_start
from wfcheck.syntax.expr import Lit
from wfcheck.syntax.literals import Duration
from wfcheck.syntax.names import did_you_mean, shown
from wfcheck.syntax.nodes import Map, Node, Seq
from wfcheck.syntax.shape import Key, as_map, as_seq, check_name, kind
from wfcheck.syntax.shape import keys as text_keys
from wfcheck.workfile.ast import Ident, Retry
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.operations import NAMESPACE
from wfcheck.workfile.read_fields import Position, read_fields
from wfcheck.workfile.read_literals import is_broken, read_bool, read_choice, read_word
from wfcheck.workfile.read_modifiers import read_retry, read_words
from wfcheck.workfile.read_names import read_names
from wfcheck.workfile.read_states import read_event

MANIFEST_KEYS: Final = ("connector", "connections", "actions", "triggers")
ACTION_KEYS: Final = ("effects", "idempotent", "input", "output", "errors", "retry", "emits")
TRIGGER_KEYS: Final = ("kind", "configuration", "payload", "correlate_on")
EFFECTS: Final = ("none", "read", "write")
KINDS: Final = ("external", "poll", "schedule")
NO_PAUSE: Final = Lit(Duration(0), plain=True)


@dataclass(frozen=True, slots=True)
class Manifest:
    """One connector; its actions and triggers are named `connector.name`.

    `connections` are the names that it declares; none means one unnamed connection (C-11.4).
    `unread` are the keys whose values are not what they should be, which was reported: whatever is
    asked of them is believed. `places` are where its declarations stand: `connector.name`, and `connector.name.field` for
    the fields of an action's input and output and of a trigger's configuration and payload.
    """

    connector: str
    connections: tuple[str, ...]
    default: str | None
    actions: tuple[ActionDecl, ...]
    triggers: tuple[TriggerDecl, ...]
    connector_span: Span = field(compare=False, repr=False)
    unread: frozenset[str] = frozenset()
    places: tuple[tuple[str, Span], ...] = field(default=(), compare=False, repr=False)

    def place(self, name: str) -> Span | None:
        """Where an action, a trigger, or a field of one is declared."""
        return next((span for declared, span in self.places if declared == name), None)


def read_manifest(node: Node, source: Source, out: Out) -> Manifest | None:
    """A manifest's nodes; None where they do not even name a connector, which has been reported."""
    start = file_start(source.file)
    if not isinstance(node, Map):
        if not is_broken(node):
            out.append(Finding(WRONG_SHAPE, start, f"a manifest must be a map, not {kind(node)}"))
        return None
    keys = read_keys(node, MANIFEST_KEYS, "a manifest", out)
    connector = keys.required("connector", start, "a manifest", out)
    name = _connector(connector, out) if connector else None
    connections, actions, triggers = (keys.get(key) for key in MANIFEST_KEYS[1:])
    names, default = _connections(connections, out) if connections else ((), None)
    # C-11.4: the default, else the only one
    alone = names[0] if len(names) == 1 else None
    reader = _Reader(name.text if name else "", default or alone, out, [])
    declared = reader.triggers(triggers) if triggers else ()
    offered = reader.actions(actions, declared) if actions else ()
    if name is None:
        return None
    unread = {key.text for key in (actions, triggers) if key and not isinstance(key.value, Map)}
    if connections is not None and not names:
        unread.add(connections.text)
    return Manifest(
        name.text,
        names,
        default,
        offered,
        declared,
        name.span,
        frozenset(unread),
        tuple(reader.places),
    )


def _connector(key: Key, out: Out) -> Ident | None:
    name = read_word(key.value, "`connector`", out)
    if name is None or not check_name(
        name.text, name.span, out, what="the connector", reserved=False
    ):
        return None
    if name.text == NAMESPACE:
        message = f"`{NAMESPACE}` is the namespace of the constructs, and no connector"
        out.append(Finding(RESERVED_NAME, name.span, message))
        return None
    return name


def _connections(key: Key, out: Out) -> tuple[tuple[str, ...], str | None]:
    """The declared connections, and the one that is the default."""
    node = as_map(key.value, out, "`connections`")
    if node is None:
        return (), None
    keys = read_keys(node, ("default", "names"), "`connections`", out)
    listed, chosen = keys.required("names", key.span, "`connections`", out), keys.get("default")
    words = (read_words(listed, "a connection", out) if listed else None) or ()
    names: dict[str, Span] = {}
    for word in words:
        if word.text in names:
            message = f"the connection {shown(word.text)} is named twice"
            label = Label(names[word.text], "first named here")
            out.append(Finding(NAME_COLLISION, word.span, message, labels=(label,)))
        names.setdefault(word.text, word.span)
    default = read_word(chosen.value, "`default`", out) if chosen else None
    if default is not None and listed is not None and default.text not in names:
        message = f"the default connection {shown(default.text)} is not among `names`"
        advice = did_you_mean(default.text, names)
        out.append(Finding(UNKNOWN_CONNECTION, default.span, message, help=advice))
    return tuple(names), default.text if default else None


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the declarations of one connector."""

    connector: str
    default_connection: str | None
    out: Out
    places: list[tuple[str, Span]]

    def triggers(self, key: Key) -> tuple[TriggerDecl, ...]:
        return tuple([self._trigger(name) for name in self._names(key)])

    def actions(self, key: Key, triggers: tuple[TriggerDecl, ...]) -> tuple[ActionDecl, ...]:
        return tuple([self._action(name, triggers) for name in self._names(key)])

    def _names(self, key: Key) -> list[Key]:
        """The names that a map declares."""
        what = f"`{key.text}`"
        node = as_map(key.value, self.out, what)
        found = [] if node is None else list(read_names(node, what, self.out))
        for name in found:
            check_name(name.text, name.span, self.out, what="the name", reserved=False)
            self.places.append((f"{self.connector}.{name.text}", name.span))
        return found

    def _trigger(self, key: Key) -> TriggerDecl:
        name = f"{self.connector}.{key.text}"
        node = as_map(key.value, self.out, "a trigger")
        if node is None:
            return unknown_trigger(name)
        keys = read_keys(node, TRIGGER_KEYS, "a trigger", self.out)
        sort = keys.required("kind", key.span, "a trigger", self.out)
        payload = self._fields(key, keys, "payload", Position.PAYLOAD)
        correlated = keys.get("correlate_on")
        return TriggerDecl(
            name,
            (read_choice(sort, KINDS, self.out) if sort else None) or "external",
            self._fields(key, keys, "configuration", Position.CONFIGURATION),
            payload,
            self._correlated(correlated, payload) if correlated else (),
            default_connection=self.default_connection,
            known=_are_maps(keys, "configuration", "payload")
            and (correlated is None or isinstance(correlated.value, Seq)),
        )

    def _correlated(self, key: Key, payload: tuple[Field, ...]) -> tuple[str, ...]:
        words = read_words(key, "a payload field", self.out) or ()
        return tuple(
            word.text
            for word in words
            if self._declared(word.text, word.span, payload, "the payload")
        )

    def _action(self, key: Key, triggers: tuple[TriggerDecl, ...]) -> ActionDecl:
        name = f"{self.connector}.{key.text}"
        node = as_map(key.value, self.out, "an action")
        if node is None:
            return unknown_action(name)
        keys = read_keys(node, ACTION_KEYS, "an action", self.out)
        effects, idempotent = keys.get("effects"), keys.get("idempotent")
        errors, retry, emits = keys.get("errors"), keys.get("retry"), keys.get("emits")
        writes = effects is None or read_choice(effects, EFFECTS, self.out) in ("write", None)
        safe = read_bool(idempotent, self.out) if idempotent else None
        codes = read_words(errors, "a failure code", self.out) if errors else None
        policy = read_retry(retry, self.out) if retry else None
        output = self._fields(key, keys, "output", Position.OUTPUT)
        return ActionDecl(
            name,
            writes=writes,
            idempotent=not writes if safe is None else safe,
            input=self._fields(key, keys, "input", Position.INPUT),
            output=output,
            errors=tuple(code.text for code in codes or ()),
            retry=retry_policy(policy, self.out) if policy else None,
            emits=self._emits(emits, output, triggers) if emits else (),
            known=_are_maps(keys, "input", "output"),
        )

    def _fields(self, owner: Key, keys: Keys, key: str, position: Position) -> tuple[Field, ...]:
        found = keys.get(key)
        fields = read_fields(found, position, self.out) if found else ()
        name = f"{self.connector}.{owner.text}"
        self.places.extend((f"{name}.{each.field.name}", each.span) for each in fields)
        return tuple(each.field for each in fields)

    def _emits(
        self, key: Key, output: tuple[Field, ...], triggers: tuple[TriggerDecl, ...]
    ) -> tuple[Emission, ...]:
        node = as_seq(key.value, self.out, "`emits`")
        items = () if node is None else node.items
        found = (self._emission(item, output, triggers) for item in items)
        return tuple(emission for emission in found if emission is not None)

    def _emission(
        self, item: Node, output: tuple[Field, ...], triggers: tuple[TriggerDecl, ...]
    ) -> Emission | None:
        node = as_map(item, self.out, "what an action emits")
        if node is None:
            return None
        keys = read_keys(node, ("event", "match"), "what an action emits", self.out)
        event_key = keys.required("event", node.span, "what an action emits", self.out)
        event = read_event(event_key, self.out) if event_key else None
        match = keys.get("match")
        trigger = self._emitted(event, triggers) if event else None
        pairs = self._emission_match(match, output, trigger) if match else ()
        return None if event is None else Emission(event.text, pairs)

    def _emitted(self, event: Ident, triggers: tuple[TriggerDecl, ...]) -> TriggerDecl | None:
        """The trigger of this connector that an action emits; of another's nothing is known here."""
        declared = {trigger.name: trigger for trigger in triggers}
        if event.text not in declared and event.text.startswith(f"{self.connector}."):
            message = f"the connector has no trigger {shown(event.text)}"
            advice = did_you_mean(event.text, declared)
            self.out.append(Finding(UNKNOWN_TRIGGER, event.span, message, help=advice))
        return declared.get(event.text)

    def _emission_match(
        self, key: Key, output: tuple[Field, ...], trigger: TriggerDecl | None
    ) -> tuple[tuple[str, str], ...]:
        """Payload fields with the output fields that they equal."""
        node = as_map(key.value, self.out, "`match`")
        pairs: list[tuple[str, str]] = []
        for pair in () if node is None else text_keys(node, self.out):
            source = read_word(pair.value, "the field of the output", self.out)
            known = trigger is None or self._declared(
                pair.text, pair.span, trigger.payload, "the payload"
            )
            if source and self._declared(source.text, source.span, output, "the output") and known:
                pairs.append((pair.text, source.text))
        return tuple(pairs)

    def _declared(self, name: str, span: Span, fields: tuple[Field, ...], of: str) -> bool:
        names = [declared.name for declared in fields]
        if name not in names:
            message = f"{of} has no field {shown(name)}"
            advice = did_you_mean(name, names)
            self.out.append(Finding(UNKNOWN_MEMBER, span, message, help=advice))
        return name in names


def _are_maps(keys: Keys, *names: str) -> bool:
    """Whether what is written under these keys could be read."""
    return all(isinstance(key.value, Map) for key in map(keys.get, names) if key is not None)


def unknown_action(name: str) -> ActionDecl:
    """An action of which nothing is known, so that anything is believed of it (C-11.3)."""
    return ActionDecl(name, writes=True, idempotent=False, input=(), output=(), known=False)


def unknown_trigger(name: str) -> TriggerDecl:
    """A trigger of which nothing is known."""
    return TriggerDecl(name, "external", configuration=(), payload=(), known=False)


def retry_policy(retry: Retry, out: Out) -> RetryPolicy | None:
    """A manifest's `retry`, in which nothing is computed."""
    if retry.delay is not None and not isinstance(retry.delay, Lit):
        span = retry.delay.span or retry.span
        out.append(Finding(INVALID_LITERAL, span, "`delay` must be written out in a manifest"))
        return None
    if retry.max_attempts is None:
        return None
    return RetryPolicy(
        retry.max_attempts,
        retry.delay or NO_PAUSE,
        exponential=retry.backoff == "exponential",
        codes=None if retry.codes is None else tuple(code.text for code in retry.codes),
    )
