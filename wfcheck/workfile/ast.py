"""The Workfile document: what was written, every name with its place.

Reading is tolerant: what could not be read has been reported and is None, empty, or
`Unknown(BROKEN)`, so that the rest can still be checked.
"""

from dataclasses import field
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Field
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr


@dataclass(frozen=True, slots=True)
class Node:
    """Base of the document's nodes: where one stands. Equality disregards it."""

    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name where it is written."""

    text: str
    reported: bool = field(default=False, kw_only=True)  # it is none: look nothing up

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class FieldDecl(Node):
    """A declared field (inputs, accepts, manifests); `span` is the name's."""

    field: Field
    members: tuple["FieldDecl", ...] = ()  # the declarations of an object's fields


@dataclass(frozen=True, slots=True)
class Arg(Node):
    """One entry of a map from names to values (arguments, match, into, with, outputs); `span` is the name's."""

    name: str
    value: Expr
    value_span: Span = field(compare=False, repr=False, kw_only=True)
    reported: bool = field(default=False, kw_only=True)  # the name is no name: look nothing up


# -- transitions


@dataclass(frozen=True, slots=True)
class Goto(Node):
    """A direct transition; `span` is the key `goto`. `into` is None where it is not written."""

    target: Ident | None
    into: tuple[Arg, ...] | None
    reset_timeout: bool = False  # draft edition (C-13)


@dataclass(frozen=True, slots=True)
class Case(Node):
    """One case of a routed transition; `span` is the label's."""

    label: str
    exit: "Transition | None"
    reported: bool = field(
        default=False, kw_only=True
    )  # the label is none: in no domain, nor missed


@dataclass(frozen=True, slots=True)
class Route(Node):
    """A routed transition; `span` is the key `route`. `cases` is None where it is not written or no map."""

    subject: Expr
    subject_span: Span = field(compare=False, repr=False, kw_only=True)
    cases: tuple[Case, ...] | None
    cases_key: Span | None = field(compare=False, repr=False, kw_only=True)
    orelse: "Transition | None"
    else_key: Span | None = field(compare=False, repr=False, kw_only=True)


Transition: TypeAlias = Goto | Route


# -- steps


@dataclass(frozen=True, slots=True)
class Retry(Node):
    """`retry` (C-6.5); None where a key is not written."""

    max_attempts: int | None
    delay: Expr | None
    backoff: str | None
    codes: tuple[Ident, ...] | None


@dataclass(frozen=True, slots=True)
class OnFail(Node):
    """`on_fail`: None for `continue`, else the handler's steps; `span` is the key."""

    steps: "tuple[Step, ...] | None"


@dataclass(frozen=True, slots=True)
class Keyed(Node):
    """A modifier's value; `span` is its key."""

    value: Expr
    value_span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The modifiers of a step (C-6.4), each None where it is not written."""

    when: Keyed | None = None
    retry: Retry | None = None
    on_fail: OnFail | None = None
    timeout: Keyed | None = None
    connection: Ident | None = None
    on_unknown: Ident | None = None


@dataclass(frozen=True, slots=True)
class Value(Node):
    """`wf.value`, explicit or compact; `span` is the key or the body."""

    value: Expr
    compact: bool


@dataclass(frozen=True, slots=True)
class Action(Node):
    """A connector action; `span` is the operation key."""

    operation: str  # `connector.action`
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class StepCase(Node):
    """One case of `wf.route`; `span` is the label's."""

    label: str
    steps: "tuple[Step, ...]"
    reported: bool = field(
        default=False, kw_only=True
    )  # the label is none: in no domain, nor missed


@dataclass(frozen=True, slots=True)
class RouteStep(Node):
    """`wf.route`; `span` is the operation key. `orelse` is None where `else` is not written."""

    subject: Expr
    subject_span: Span = field(compare=False, repr=False, kw_only=True)
    cases: tuple[StepCase, ...] | None
    cases_key: Span | None = field(compare=False, repr=False, kw_only=True)
    orelse: "tuple[Step, ...] | None"
    else_key: Span | None = field(compare=False, repr=False, kw_only=True)
    whole: bool = field(
        default=True, kw_only=True
    )  # else what it binds is not known: a list was none


@dataclass(frozen=True, slots=True)
class Arm(Node):
    """One arm of `wf.choose`; `span` is the arm's, `when_key` that of its guard's key."""

    when: Expr
    when_span: Span = field(compare=False, repr=False, kw_only=True)
    when_key: Span = field(compare=False, repr=False, kw_only=True)
    then: "tuple[Step, ...]"


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`wf.choose`."""

    arms: tuple[Arm, ...]
    orelse: "tuple[Step, ...] | None"
    else_key: Span | None = field(compare=False, repr=False, kw_only=True)
    whole: bool = field(
        default=True, kw_only=True
    )  # else what it binds is not known: a list was none


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`wf.for_each` over an expression or an action source."""

    subject: "Expr | Action"
    subject_span: Span = field(compare=False, repr=False, kw_only=True)
    as_: Ident | None
    steps: "tuple[Step, ...]"
    max: int | None = None  # None: unbounded
    max_key: Span | None = field(default=None, compare=False, repr=False, kw_only=True)
    concurrency: int = 1
    retain: str = "all"  # all | failures | none
    retain_key: Span | None = field(default=None, compare=False, repr=False, kw_only=True)
    on_iteration_fail: str = "fail_fast"  # fail_fast | continue


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """One branch of `wf.parallel`; `span` is its name's."""

    name: str
    steps: "tuple[Step, ...]"


@dataclass(frozen=True, slots=True)
class Parallel(Node):
    """`wf.parallel`."""

    branches: tuple[Branch, ...]
    on_branch_fail: str = "fail_fast"
    whole: bool = field(
        default=True, kw_only=True
    )  # else what it binds is not known: a list was none


@dataclass(frozen=True, slots=True)
class Wait(Node):
    """`wf.wait`; `mode` is `for` or `until`, its key at `mode_key`."""

    mode: str
    value: Expr
    value_span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`wf.repeat`; a missing key has been reported and is None."""

    steps: "tuple[Step, ...]"
    every: Keyed | None
    max: int | None
    until: Keyed | None


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`wf.call`; `path` is None where it is malformed."""

    path: Ident | None
    with_: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """`wf.stop`; `result` is None where it is not written."""

    reason: Expr
    reason_span: Span = field(compare=False, repr=False, kw_only=True)
    result: tuple[Arg, ...] | None


@dataclass(frozen=True, slots=True)
class Fail(Node):
    """`wf.fail`."""

    reason: Expr
    reason_span: Span = field(compare=False, repr=False, kw_only=True)
    code: str = "failed"


@dataclass(frozen=True, slots=True)
class Foreign(Node):
    """A construct of another profile (C-6.8): an action whose result is `unknown`."""

    operation: str


@dataclass(frozen=True, slots=True)
class Faulty(Node):
    """A body that could not be read as a whole; reported, binds `unknown`.

    `values` and `lists` are what was read of it, which is checked all the same.
    """

    values: tuple[Expr, ...] = ()
    lists: tuple[tuple["Step", ...], ...] = ()


Body: TypeAlias = (
    Value
    | Action
    | RouteStep
    | Choose
    | ForEach
    | Parallel
    | Wait
    | Repeat
    | Call
    | Stop
    | Fail
    | Foreign
    | Faulty
)


@dataclass(frozen=True, slots=True)
class Step(Node):
    """One step; `span` is its id's."""

    id: Ident
    body: Body
    modifiers: Modifiers


# -- states


@dataclass(frozen=True, slots=True)
class Subscription(Node):
    """One entry of `on`; `span` is its name's. `match` and others are None where not written."""

    name: Ident
    event: Ident | None
    event_key: Span | None = field(compare=False, repr=False, kw_only=True)
    match: tuple[Arg, ...] | None
    match_key: Span | None = field(compare=False, repr=False, kw_only=True)
    configuration: tuple[Arg, ...] | None
    configuration_key: Span | None = field(compare=False, repr=False, kw_only=True)
    connection: Ident | None
    exit: Transition | None


@dataclass(frozen=True, slots=True)
class Timeout(Node):
    """A state's `timeout`; `span` is the key."""

    after: Expr | None
    after_span: Span | None = field(compare=False, repr=False, kw_only=True)
    exit: Transition | None


@dataclass(frozen=True, slots=True)
class StateDecl(Node):
    """One state; `span` is its name's."""

    name: Ident
    accepts: tuple[FieldDecl, ...]
    on_enter: tuple[Step, ...]
    steps: tuple[Step, ...]
    subscriptions: tuple[Subscription, ...]
    timeout: Timeout | None
    exit: Transition | None
    final: bool
    keys: tuple[tuple[str, Span], ...]  # every known key, in document order: presence counts (D-1)
    misspelt: frozenset[str] = frozenset()  # known keys that unknown ones were meant to be (D-30)
    reported: bool = False  # its value is no map: ask nothing of it


# -- the document


@dataclass(frozen=True, slots=True)
class TriggerDecl(Node):
    """One entry of the top-level `on` (C-10.1); `span` is its name's."""

    name: Ident
    event: Ident | None
    event_key: Span | None = field(compare=False, repr=False, kw_only=True)
    configuration: tuple[Arg, ...] | None
    configuration_key: Span | None = field(compare=False, repr=False, kw_only=True)
    connection: Ident | None
    into: tuple[Arg, ...] | None


@dataclass(frozen=True, slots=True)
class Steps(Node):
    """A steps-form body; `span` is the key `steps`."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class States(Node):
    """A state-form body; `span` is the key `states`. `initial` is None where absent or malformed."""

    initial: Ident | None
    states: tuple[StateDecl, ...]


@dataclass(frozen=True, slots=True)
class PropertyLine(Node):
    """One entry of `x-properties`; `span` is the name's."""

    name: str
    line: str
    line_span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Workfile(Node):
    """A whole document; `span` is the file's first character."""

    name: str | None
    inputs: tuple[FieldDecl, ...]
    triggers: tuple[TriggerDecl, ...]
    triggers_key: Span | None = field(compare=False, repr=False, kw_only=True)
    body: Steps | States | None
    outputs: tuple[Arg, ...]
    outputs_key: Span | None = field(compare=False, repr=False, kw_only=True)
    recovery: Span | None = field(compare=False, repr=False, kw_only=True)
    properties: tuple[PropertyLine, ...]
