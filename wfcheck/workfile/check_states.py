"""State entries: the phases of an entry, and what each of them sees (SWP, D-8, D-10)."""

from collections.abc import Iterator

from wfcheck.catalog import NAME_COLLISION, NOT_ASSIGNABLE
from wfcheck.diagnostic import Finding, Label
from wfcheck.semantics.infer import infer
from wfcheck.semantics.scope import Hidden, Reason, Scope
from wfcheck.semantics.types import DURATION, TIMESTAMP, Fit, Type, fit, read_type, show
from wfcheck.workfile.ast import Ident, StateDecl, Timeout
from wfcheck.workfile.check_events import check_event, check_kind, check_match, payload
from wfcheck.workfile.check_steps import check_list, collides, hide_all
from wfcheck.workfile.check_transitions import check_transition
from wfcheck.workfile.checking import Checking
from wfcheck.workfile.whereabouts import ahead, payload_of_another


def check_state(
    state: StateDecl,
    root: Scope,
    inputs_only: Scope,
    states: dict[str, StateDecl],
    checking: Checking,
) -> dict[str, Type]:
    """A state; what an entry of it binds at its top, by name."""
    bound: dict[str, Type] = {}
    scope = root
    for accepted in state.accepts:
        name = Ident(accepted.field.name, span=accepted.span)
        if not collides(name, scope, checking):
            bound[name.text] = read_type(accepted.field)
            scope = scope.bind(name.text, bound[name.text])
            checking.doubt(name.text, bound[name.text])
    scope = hide_all(_not_yet(state), scope)
    events = [check_event(s, inputs_only, checking) for s in state.subscriptions]
    entered, scope = check_list(state.on_enter, scope, checking)
    # D-8: `match` and `after` are fixed here, before `steps`.
    for subscription, declared in zip(state.subscriptions, events, strict=True):
        if declared is not None:
            check_kind(subscription, declared, checking)
        check_match(subscription, declared, scope, checking)
    if state.timeout is not None:
        _check_after(state.timeout, scope, checking)
    done, scope = check_list(state.steps, scope, checking)
    _check_subscription_names(state, root, checking)
    for subscription, declared in zip(state.subscriptions, events, strict=True):
        # D-10: a payload is visible in its own subscription's transition alone.
        event = subscription.event
        if event is None or not checking.connectors.is_absent(event.text):
            checking.doubt(subscription.name.text, payload(declared))
        inside = scope.bind(subscription.name.text, payload(declared))
        check_transition(subscription.exit, inside, states, checking)
    if state.timeout is not None:
        check_transition(state.timeout.exit, scope, states, checking)
    check_transition(state.exit, scope, states, checking)
    return {**bound, **entered, **done}


def _not_yet(state: StateDecl) -> dict[str, Hidden]:
    """The names of an entry that its first phases do not see (D-8, D-10)."""
    payloads = {
        subscription.name.text: payload_of_another(subscription)
        for subscription in state.subscriptions
    }
    return {**payloads, **ahead(state.steps, Reason.STEPS)}


def _check_after(timeout: Timeout, scope: Scope, checking: Checking) -> None:
    if timeout.after is None or timeout.after_span is None:
        return
    before = len(checking.out)
    found = infer(timeout.after, scope, checking.out)
    if len(checking.out) > before:
        return
    if all(fit(found, wanted) is Fit.NO for wanted in (DURATION, TIMESTAMP)):
        checking.out.append(
            Finding(
                NOT_ASSIGNABLE,
                timeout.after_span,
                f"`after` takes a duration or a timestamp, never null; this is {show(found)}",
            )
        )


def _names(state: StateDecl) -> Iterator[Ident]:
    yield from (Ident(accepted.field.name, span=accepted.span) for accepted in state.accepts)
    yield from (step.id for step in (*state.on_enter, *state.steps))


def _check_subscription_names(state: StateDecl, root: Scope, checking: Checking) -> None:
    """A subscription's name is distinct from accepted values and step ids of its entry (SWP-178)."""
    names = {name.text: name for name in _names(state)}
    for subscription in state.subscriptions:
        other = names.get(subscription.name.text)
        if other is None:
            collides(subscription.name, root, checking)
            continue
        first, later = sorted((other, subscription.name), key=lambda name: name.span.start.offset)
        checking.out.append(
            Finding(
                NAME_COLLISION,
                later.span,
                f"`{later.text}` is already a name in this state",
                help="choose another name: a name is bound once and never hidden",
                labels=(Label(first.span, "bound here"),),
            )
        )
