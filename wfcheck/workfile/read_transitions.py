"""Nodes to transitions: direct or routed, nested in each other (SWP, D-1, D-45)."""

from typing import Final

from wfcheck.catalog import INVALID_LITERAL, TRANSITION_MISSING, TRANSITION_SHAPE
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.settings import Edition
from wfcheck.span import Span
from wfcheck.syntax.nodes import Node, Scalar
from wfcheck.syntax.shape import Key, as_map
from wfcheck.syntax.template import read_value
from wfcheck.workfile.ast import Case, Goto, Route, Transition
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.read_constructs import read_labels
from wfcheck.workfile.read_literals import read_word, refuse
from wfcheck.workfile.read_names import read_projection, refuse_extension

DIRECT: Final = ("goto", "into")
ROUTED: Final = ("route", "cases", "else")
RESET: Final = "reset_timeout"  # draft edition (C-13)


@dataclass(frozen=True, slots=True)
class TransitionReader:
    """Reads the transitions of a file in one edition."""

    edition: Edition

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a transition in this edition."""
        reset = (RESET,) if self.edition is Edition.DRAFT else ()
        return (*DIRECT, *reset, *ROUTED)

    def refuse(self, key: str) -> str | None:
        """What is said about a key that only the other edition has."""
        if key == RESET and self.edition is not Edition.DRAFT:
            return f"`{RESET}` is a key of the draft edition"
        return None

    def among(self, keys: Keys, owner: Span, out: Out) -> Transition | None:
        """The transition among the keys of a map; where there is none, its owner is told."""
        if not keys.has("goto", "route") and self._stray(keys) is None:
            message = "a transition is missing: nothing says where to go"
            advice = "add `goto`, or `route` with `cases`"
            out.append(Finding(TRANSITION_MISSING, owner, message, help=advice))
            return None
        return self.of(keys, out)

    def of(self, keys: Keys, out: Out) -> Transition | None:
        """The transition among the keys of a map, None where there is none."""
        self._check_shape(keys, out)
        head = keys.first("goto", "route")
        # Both were reported; what stands first is taken.
        if head is None:
            return None
        if head is keys.get("goto"):
            return self._goto(head, keys, out)
        return self._route(head, keys, out)

    def nested(self, node: Node, owner: Span, what: str, out: Out) -> Transition | None:
        """A transition in a map of its own: a case, or `else`."""
        written = as_map(node, out, what)
        if written is None:
            return None
        keys = read_keys(written, self.keys, "a transition", out, self.refuse)
        return self.among(keys, owner, out)

    def _check_shape(self, keys: Keys, out: Out) -> None:
        heads = [key for text, key in keys.written.items() if text in ("goto", "route")]
        stray = self._stray(keys)
        if len(heads) > 1:
            first, later = heads
            message = f"a transition has either `{first.text}` or `{later.text}`, not both"
            out.append(Finding(TRANSITION_SHAPE, later.span, message))
        elif stray is not None:
            key, head = stray
            message = f"`{key.text}` stands only beside `{head}`"
            out.append(Finding(TRANSITION_SHAPE, key.span, message))

    def _stray(self, keys: Keys) -> tuple[Key, str] | None:
        """The first key whose head is not there, and that head."""
        for text, key in keys.written.items():
            if text in ("into", RESET) and not keys.has("goto"):
                return key, "goto"
            if text in ("cases", "else") and not keys.has("route"):
                return key, "route"
        return None

    def _goto(self, head: Key, keys: Keys, out: Out) -> Goto:
        into, reset = keys.get("into"), keys.get(RESET)
        return Goto(
            read_word(head.value, "`goto`", out),
            read_projection(into, out) if into else None,
            reset_timeout=_is_true(reset.value, out) if reset else False,
            span=head.span,
        )

    def _route(self, head: Key, keys: Keys, out: Out) -> Route:
        cases = keys.required("cases", head.span, "`route`", out)  # D-45
        orelse = keys.get("else")
        return Route(
            read_value(head.value, out),
            subject_span=head.value.span,
            cases=self._cases(cases, out) if cases else None,
            cases_key=keys.span("cases"),
            orelse=self.nested(orelse.value, orelse.span, "`else`", out) if orelse else None,
            else_key=keys.span("else"),
            span=head.span,
        )

    def _cases(self, key: Key, out: Out) -> tuple[Case, ...] | None:
        labels = read_labels(key, out)
        return (
            None
            if labels is None
            else tuple(
                Case(
                    label.text,
                    self.nested(label.value, label.span, "a case", out),
                    reported=label.reported,
                    span=label.span,
                )
                for label in labels
                # D-45
                if label.reported or not refuse_extension(label.text, label.span, "`cases`", out)
            )
        )


def _is_true(node: Node, out: Out) -> bool:
    if isinstance(node, Scalar) and node.value is True:
        return True
    refuse(node, f"`{RESET}` must be `true` where it is written", out, INVALID_LITERAL)
    return False
