"""Nodes to transitions: direct or routed, nested in each other (SWP, D-1, D-45)."""

from dataclasses import dataclass
from typing import Final

from wfcheck.catalog import INVALID_LITERAL, TRANSITION_MISSING, TRANSITION_SHAPE
from wfcheck.diagnostic import Finding
from wfcheck.settings import Edition
from wfcheck.span import Span
from wfcheck.syntax.template import read_value
from wfcheck.syntax.yaml import Entry, Scalar
from wfcheck.workfile.ast import Case, Goto, Route, Transition
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.read_constructs import read_case_map, read_labels
from wfcheck.workfile.read_literals import as_map, is_broken, read_word
from wfcheck.workfile.read_names import check_extension, read_projection

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
        if not keys.has("goto", "route") and self._strays(keys) is None:
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

    def nested(self, entry: Entry, what: str, out: Out) -> Transition | None:
        """A transition in a map of its own: a case, or `else`."""
        node = as_map(entry, what, out)
        if node is None:
            return None
        keys = read_keys(node, self.keys, "a transition", out, self.refuse)
        return self.among(keys, entry.key.span, out)

    def _check_shape(self, keys: Keys, out: Out) -> None:
        goto, route = keys.get("goto"), keys.get("route")
        if goto and route:
            first, later = [key for key in keys.entries if key in ("goto", "route")]
            message = f"a transition has either `{first}` or `{later}`, not both"
            out.append(Finding(TRANSITION_SHAPE, keys.entries[later].key.span, message))
        elif (stray := self._strays(keys)) is not None:
            key, head = stray
            message = f"`{key}` stands only beside `{head}`"
            out.append(Finding(TRANSITION_SHAPE, keys.entries[key].key.span, message))

    def _strays(self, keys: Keys) -> tuple[str, str] | None:
        """The first key whose head is not there, and that head."""
        for key in keys.entries:
            if key in ("into", RESET) and not keys.has("goto"):
                return key, "goto"
            if key in ("cases", "else") and not keys.has("route"):
                return key, "route"
        return None

    def _goto(self, head: Entry, keys: Keys, out: Out) -> Goto:
        into, reset = keys.get("into"), keys.get(RESET)
        return Goto(
            read_word(head, "`goto`", out),
            read_projection(into, "`into`", out) if into else None,
            reset_timeout=_is_true(reset, out) if reset else False,
            span=head.key.span,
        )

    def _route(self, head: Entry, keys: Keys, out: Out) -> Route:
        cases = keys.required("cases", head.key.span, "`route`", out)  # D-45
        orelse = keys.get("else")
        return Route(
            read_value(head.value, out),
            subject_span=head.value.span,
            cases=self._cases(cases, out) if cases else None,
            cases_key=keys.span("cases"),
            orelse=self.nested(orelse, "`else`", out) if orelse else None,
            else_key=keys.span("else"),
            span=head.key.span,
        )

    def _cases(self, entry: Entry, out: Out) -> tuple[Case, ...] | None:
        node = read_case_map(entry, out)
        if node is None:
            return None
        return tuple(
            Case(
                label,
                self.nested(case, "a case", out),
                reported=reported,
                span=case.key.span,
            )
            for label, case, reported in read_labels(node, out)
            # D-45
            if reported or not check_extension(label, case.key.span, "`cases`", out)
        )


def _is_true(entry: Entry, out: Out) -> bool:
    match entry.value:
        case Scalar(value=True):
            return True
        case node if not is_broken(node):
            message = f"`{RESET}` is `true` where it is written"
            out.append(Finding(INVALID_LITERAL, node.span, message, help="or leave it out"))
    return False
