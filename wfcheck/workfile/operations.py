"""The operations of steps: how their keys look, which keys and modifiers stand beside them (C-6.2, C-6.4)."""

import re
from enum import StrEnum
from typing import Final

from wfcheck.classes import dataclass
from wfcheck.syntax.names import NAME

# C-6.2: exactly two names joined by a dot
OPERATION: Final = re.compile(rf"({NAME.pattern})\.({NAME.pattern})")
NAMESPACE: Final = "wf"


class Modifier(StrEnum):
    """What may stand beside an operation, whatever it is."""

    WHEN = "when"
    RETRY = "retry"
    ON_FAIL = "on_fail"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    ON_UNKNOWN = "on_unknown"


class Construct(StrEnum):
    """The operations of the reserved namespace."""

    VALUE = "wf.value"
    ROUTE = "wf.route"
    CHOOSE = "wf.choose"
    FOR_EACH = "wf.for_each"
    PARALLEL = "wf.parallel"
    WAIT = "wf.wait"
    REPEAT = "wf.repeat"
    CALL = "wf.call"
    STOP = "wf.stop"
    FAIL = "wf.fail"
    # C-6.8: of other profiles
    WAIT_FOR = "wf.wait_for"
    AGENT = "wf.agent"
    RENDER = "wf.render"


@dataclass(frozen=True, slots=True)
class Beside:
    """The keys of its own, and the modifiers, that an operation takes."""

    keys: tuple[str, ...]
    modifiers: tuple[Modifier, ...]

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.keys, *self.modifiers)


_GUARDED: Final = (Modifier.WHEN,)
_NESTING: Final = (Modifier.WHEN, Modifier.ON_FAIL)
_CALLING: Final = (Modifier.WHEN, Modifier.RETRY, Modifier.ON_FAIL, Modifier.TIMEOUT)

ACTION: Final = Beside((), tuple(Modifier))
BESIDE: Final = {
    Construct.VALUE: Beside((), _GUARDED),
    Construct.ROUTE: Beside(("cases", "else"), _NESTING),
    Construct.CHOOSE: Beside(("else",), _NESTING),
    Construct.FOR_EACH: Beside(
        ("as", "steps", "max", "concurrency", "retain", "on_iteration_fail"), _NESTING
    ),
    Construct.PARALLEL: Beside(("on_branch_fail",), _NESTING),
    Construct.WAIT: Beside((), _GUARDED),
    Construct.REPEAT: Beside(("every", "max", "until"), _NESTING),
    Construct.CALL: Beside(("with",), _CALLING),
    Construct.STOP: Beside(("result",), _GUARDED),
    Construct.FAIL: Beside(("code",), _GUARDED),
}
OWN_KEYS: Final = frozenset(key for beside in BESIDE.values() for key in beside.keys)
MODIFIERS: Final = frozenset(Modifier)
CONSTRUCTS: Final = frozenset(Construct)
FOREIGN: Final = (Construct.WAIT_FOR, Construct.AGENT, Construct.RENDER)
BARE_NAMES: Final = frozenset(construct.removeprefix(f"{NAMESPACE}.") for construct in Construct)
"""Construct names without their prefix: a compact map that has one as a key may mean the construct."""


def is_operation(key: str) -> bool:
    """Whether a key has the form of an operation."""
    return OPERATION.fullmatch(key) is not None
