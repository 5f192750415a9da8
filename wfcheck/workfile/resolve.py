"""Names to declarations: operations and events to what the manifests say of them (C-11)."""

from collections.abc import Mapping
from typing import TypeAlias

from wfcheck.catalog import (
    AMBIGUOUS_CONNECTION,
    UNKNOWN_ACTION,
    UNKNOWN_CONNECTION,
    UNKNOWN_CONNECTOR,
    UNKNOWN_TRIGGER,
)
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Rule
from wfcheck.semantics.program import ActionDecl, TriggerDecl
from wfcheck.span import Span
from wfcheck.syntax.names import did_you_mean
from wfcheck.workfile.ast import Ident
from wfcheck.workfile.manifest import Manifest, unknown_action, unknown_trigger


@dataclass(frozen=True, slots=True)
class Unresolved:
    """What no manifest has: the rule that says so, and how."""

    rule: Rule
    message: str
    help: str | None = None

    def at(self, span: Span) -> Finding:
        return Finding(self.rule, span, self.message, help=self.help)


@dataclass(frozen=True, slots=True)
class Connectors:
    """The connectors of a project.

    `broken` are those whose manifest could not be read; they, and where `on_trust` holds all without a
    manifest, are believed to have whatever is asked of them (C-11.3).
    """

    manifests: Mapping[str, Manifest]
    on_trust: bool = False
    broken: frozenset[str] = frozenset()

    def action(self, operation: str) -> ActionDecl | Unresolved:
        """The declaration of `connector.action`."""
        connector, _, name = operation.partition(".")
        manifest = self.manifests.get(connector)
        if manifest is None:
            if self.is_trusted(connector):
                return unknown_action(operation)
            return self._no_connector(connector)
        declared = {action.name.partition(".")[2]: action for action in manifest.actions}
        if name not in declared and "actions" in manifest.unread:
            return unknown_action(operation)
        return declared.get(name) or Unresolved(
            UNKNOWN_ACTION,
            f"connector `{connector}` has no action `{name}`",
            did_you_mean(name, declared),
        )

    def trigger(self, event: str) -> TriggerDecl | Unresolved:
        """The declaration of `connector.trigger`."""
        connector, _, name = event.partition(".")
        manifest = self.manifests.get(connector)
        if manifest is None:
            if self.is_trusted(connector):
                return unknown_trigger(event)
            return self._no_connector(connector)
        declared = {trigger.name.partition(".")[2]: trigger for trigger in manifest.triggers}
        if name not in declared and "triggers" in manifest.unread:
            return unknown_trigger(event)
        return declared.get(name) or Unresolved(
            UNKNOWN_TRIGGER,
            f"connector `{connector}` has no trigger `{name}`",
            did_you_mean(name, declared),
        )

    def is_trusted(self, connector: str) -> bool:
        """Whether a connector has no manifest that could be asked, and is believed."""
        return connector not in self.manifests and (self.on_trust or connector in self.broken)

    def is_absent(self, name: str) -> bool:
        """Whether `connector.something` is unknown though nothing is wrong: it needs no manifest."""
        connector = name.partition(".")[0]
        return self.on_trust and connector not in self.broken and connector not in self.manifests

    def _no_connector(self, connector: str) -> Unresolved:
        return Unresolved(
            UNKNOWN_CONNECTOR,
            f"no manifest declares the connector `{connector}`",
            did_you_mean(connector, self.manifests) or "add its manifest to the project",
        )

    def connection(self, name: str, written: Ident | None, at: Span) -> "str | Finding | None":
        """The connection that a use of `connector.something` selects (C-11.4).

        None is the one unnamed connection of a connector that declares none.
        """
        connector = name.partition(".")[0]
        manifest = self.manifests.get(connector)
        if written is not None and written.reported:
            return None
        if manifest is None or "connections" in manifest.unread:
            return written.text if written is not None else None
        if written is not None:
            if written.text in manifest.connections:
                return written.text
            return Finding(
                UNKNOWN_CONNECTION,
                written.span,
                f"connector `{connector}` declares no connection `{written.text}`",
                help=did_you_mean(written.text, manifest.connections) or _declared(manifest),
            )
        if manifest.default is not None:
            return manifest.default
        if len(manifest.connections) > 1:
            return Finding(
                AMBIGUOUS_CONNECTION,
                at,
                f"connector `{connector}` declares several connections and no default",
                help=_declared(manifest),
            )
        return manifest.connections[0] if manifest.connections else None


def _declared(manifest: Manifest) -> str:
    if not manifest.connections:
        return "remove `connection`: it declares none"
    return "declared are " + ", ".join(f"`{name}`" for name in manifest.connections)


Resolved: TypeAlias = ActionDecl | Unresolved
