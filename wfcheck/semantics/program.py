"""The machine's program: what every kind of file is lowered to.

Names stay names: an expression reads `inputs`, `run`, `error` and the bindings that its place sees,
innermost scope first (C-6.9). Everything else is resolved: actions and triggers carry their
declarations, defaults are filled in, literal durations are `Lit(Duration)`, callees are programs.
"""

from dataclasses import field
from typing import TypeAlias

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Field, Type
from wfcheck.settings import Edition
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr


@dataclass(frozen=True, slots=True)
class Placed:
    """Base of what has a place in a file; equality disregards it."""

    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Assign(Placed):
    """One named value and what its destination declares; `span` is the value's.

    `target` is None where any value will do (outputs, a stop's result, trigger `into`).
    """

    name: str
    value: Expr
    target: Field | None = None
    name_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


# -- what manifests declare


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """C-6.5; `codes` None lists all codes."""

    max_attempts: int
    delay: Expr
    exponential: bool = False
    codes: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Emission:
    """An event that a call can cause: payload field to output field (C-11)."""

    event: str
    match: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ActionDecl:
    """An action of a manifest (C-11); `known` is False where its connector has no manifest (C-11.3)."""

    name: str  # `connector.action`
    writes: bool
    idempotent: bool
    input: tuple[Field, ...]
    output: tuple[Field, ...]
    errors: tuple[str, ...] = ()
    retry: RetryPolicy | None = None
    emits: tuple[Emission, ...] = ()
    known: bool = True

    @property
    def may_end_unknown(self) -> bool:
        """Whether an attempt can end with its effect unknown (C-7.1)."""
        return self.writes and not self.idempotent


@dataclass(frozen=True, slots=True)
class TriggerDecl:
    """A trigger of a manifest (C-11)."""

    name: str  # `connector.trigger`
    kind: str  # external | poll | schedule
    configuration: tuple[Field, ...]
    payload: tuple[Field, ...]
    correlate_on: tuple[str, ...] = ()
    known: bool = True
    # E-6: of its connector; an event without a connection has it
    default_connection: str | None = None
    # C-11, checking 2: fields that the `emits` of some action matches
    emitted_on: tuple[str, ...] = ()
    emitted_by: tuple[str, ...] = ()  # the actions that do


# -- steps


@dataclass(frozen=True, slots=True)
class Compute(Placed):
    """`wf.value`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Dispatch(Placed):
    """A connector action."""

    action: ActionDecl
    args: tuple[Assign, ...]
    connection: str | None = None


@dataclass(frozen=True, slots=True)
class Opaque(Placed):
    """A construct of another profile: an action whose result is `unknown` (C-6.8)."""

    operation: str


@dataclass(frozen=True, slots=True)
class RouteCase(Placed):
    """A label and the steps under it; `span` is the label's."""

    label: str
    steps: "tuple[Step, ...]"


@dataclass(frozen=True, slots=True)
class RouteStep(Placed):
    """`wf.route`; `explicit_else` tells whether `else` is written; `span` is the operation key."""

    subject: Expr
    domain: Type | None  # the subject's static type where the validator found one
    cases: tuple[RouteCase, ...]
    orelse: "tuple[Step, ...]"
    explicit_else: bool
    else_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Arm(Placed):
    """An arm of `wf.choose`; `span` is that of its guard's key `when`."""

    when: Expr
    then: "tuple[Step, ...]"


@dataclass(frozen=True, slots=True)
class Choose(Placed):
    """`wf.choose`."""

    arms: tuple[Arm, ...]
    orelse: "tuple[Step, ...]"
    explicit_else: bool
    else_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ForEach(Placed):
    """`wf.for_each` over an expression or an action source (`Dispatch`); `max` None is unbounded."""

    source: Expr | Dispatch
    as_name: str
    steps: "tuple[Step, ...]"
    max: int | None
    concurrency: int
    retain: str  # all | failures | none
    keep_going: bool  # on_iteration_fail: continue


@dataclass(frozen=True, slots=True)
class Branch(Placed):
    """A branch of `wf.parallel`."""

    name: str
    steps: "tuple[Step, ...]"


@dataclass(frozen=True, slots=True)
class Parallel(Placed):
    """`wf.parallel`."""

    branches: tuple[Branch, ...]
    keep_going: bool  # on_branch_fail: continue


@dataclass(frozen=True, slots=True)
class Wait(Placed):
    """`wf.wait`: `until` a timestamp, or for a duration; `span` is the value's."""

    value: Expr
    until: bool


@dataclass(frozen=True, slots=True)
class Repeat(Placed):
    """`wf.repeat`; `until_span` is the place of its condition's key, `every_span` of the pace's value."""

    steps: "tuple[Step, ...]"
    every: Expr
    max: int
    until: Expr
    until_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)
    every_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Call(Placed):
    """`wf.call`; the callee is `Program.callee(path)`; `args` carry the callee's input declarations."""

    path: str
    args: tuple[Assign, ...]


@dataclass(frozen=True, slots=True)
class Stop(Placed):
    """`wf.stop`."""

    reason: Expr
    result: tuple[Assign, ...]


@dataclass(frozen=True, slots=True)
class Fail(Placed):
    """`wf.fail`."""

    reason: Expr
    code: str


Body: TypeAlias = (
    Compute
    | Dispatch
    | Opaque
    | RouteStep
    | Choose
    | ForEach
    | Parallel
    | Wait
    | Repeat
    | Call
    | Stop
    | Fail
)


@dataclass(frozen=True, slots=True)
class OnFail:
    """`on_fail`: `steps` None for `continue`."""

    steps: "tuple[Step, ...] | None"


@dataclass(frozen=True, slots=True)
class Step(Placed):
    """One step; `span` is its id's, `when_span` that of the key `when`.

    `binds` is the type of what its body binds, before `when` and `on_fail` make it nullable (C-6.7);
    None where that is not known. Provers describe by it what they cannot follow: loops, calls.
    """

    id: str
    body: Body
    when: Expr | None = None
    retry: RetryPolicy | None = None
    on_fail: OnFail | None = None
    timeout: Expr | None = None
    abort_on_unknown: bool = False
    binds: Type | None = None
    when_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


# -- states


@dataclass(frozen=True, slots=True)
class Goto(Placed):
    """A direct transition; `span` is the key `goto`.

    `into` carries the target's declarations, with defaults and omitted optional names filled in
    as literals (C-3.3).
    """

    target: str
    into: tuple[Assign, ...]
    reset_timeout: bool = False


@dataclass(frozen=True, slots=True)
class Case(Placed):
    """A label and its transition; `span` is the label's."""

    label: str
    exit: "Transition"


@dataclass(frozen=True, slots=True)
class Route(Placed):
    """A routed transition; `span` is the key `route`."""

    subject: Expr
    domain: Type | None
    cases: tuple[Case, ...]
    orelse: "Transition | None"
    else_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


Transition: TypeAlias = Goto | Route


@dataclass(frozen=True, slots=True)
class Subscription(Placed):
    """A subscription; `connection` and `configuration` resolved (C-11.4); `span` is its name's."""

    name: str
    trigger: TriggerDecl
    match: tuple[Assign, ...]
    configuration: tuple[Assign, ...]
    connection: str | None
    exit: Transition


@dataclass(frozen=True, slots=True)
class Timeout(Placed):
    """A state's timeout; `span` is the value of `after`."""

    after: Expr
    exit: Transition


@dataclass(frozen=True, slots=True)
class State(Placed):
    """One state; `span` is its name's."""

    name: str
    accepts: tuple[Field, ...]
    on_enter: tuple[Step, ...]
    steps: tuple[Step, ...]
    subscriptions: tuple[Subscription, ...]
    timeout: Timeout | None
    exit: Transition | None
    final: bool

    @property
    def waits(self) -> bool:
        """Whether an entry ends by an event or a timeout."""
        return not self.final and self.exit is None


@dataclass(frozen=True, slots=True)
class Trigger(Placed):
    """An entry of the top-level `on`; `into` None binds the payload under the trigger's own name."""

    name: str
    trigger: TriggerDecl
    configuration: tuple[Assign, ...]
    connection: str | None
    into: tuple[Assign, ...] | None


@dataclass(frozen=True, slots=True)
class Property(Placed):
    """A line of `x-properties`; `span` is the line's."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Program:
    """One file, ready to run. Exactly one of `steps` and `states` is not None."""

    path: str  # as named by the user, or relative to the project root for a callee
    edition: Edition
    inputs: tuple[Field, ...]
    triggers: tuple[Trigger, ...]
    steps: tuple[Step, ...] | None
    states: tuple[State, ...] | None
    initial: str | None
    outputs: tuple[Assign, ...]
    callees: "tuple[tuple[str, Program], ...]" = ()
    properties: tuple[Property, ...] = ()
    recovery: bool = False  # the file or a state declares recovery: an assumption (C-9)
    input_spans: tuple[tuple[str, Span], ...] = field(default=(), compare=False, repr=False)
    initial_span: Span | None = field(default=None, compare=False, repr=False)
    states_span: Span | None = field(default=None, compare=False, repr=False)

    def state(self, name: str) -> State:
        """The state of that name; KeyError where there is none."""
        for state in self.states or ():
            if state.name == name:
                return state
        raise KeyError(name)

    def callee(self, path: str) -> "Program":
        """The program that `wf.call` names; KeyError where there is none."""
        for name, program in self.callees:
            if name == path:
                return program
        raise KeyError(path)
