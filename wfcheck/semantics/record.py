"""Record entries: what a step of the machine leaves in the history (`checking.md` 1, `cli.md`)."""

from enum import StrEnum

from wfcheck.classes import dataclass
from wfcheck.syntax.expr import Expr


class RecordKind(StrEnum):
    """The kinds of record entries, as the JSON contract spells them."""

    RUN_STARTED = "run.started"
    ENTRY = "entry"
    STEP = "step"
    ATTEMPT = "attempt"
    ACCEPTED = "accepted"
    DELIVERED = "delivered"
    DROPPED = "dropped"
    TIMER = "timer"
    TRANSITION = "transition"
    RUN_ENDED = "run.ended"


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One thing that happened, without its instant: the driver knows that.

    `path` is a step path, an entry (`awaiting_approval[0]`) or a subscription
    (`awaiting_approval[0].decision`); empty for the top run. `detail` holds what the kind adds
    (`outcome`, `code`, `value`, `event`, `payload`, `to`, ...), in a fixed order.
    """

    kind: RecordKind
    path: str
    detail: tuple[tuple[str, Expr], ...] = ()

    def get(self, key: str) -> Expr | None:
        """A part of the detail, None where it is absent."""
        return next((value for name, value in self.detail if name == key), None)
