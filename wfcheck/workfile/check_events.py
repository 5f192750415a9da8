"""Events: triggers that start a run, and what subscriptions listen to (C-10.1, C-11, SWP)."""

from wfcheck.catalog import (
    MATCH_FIELD,
    MISSING_CONFIGURATION,
    TRIGGER_KIND,
    UNKNOWN_CONFIGURATION,
)
from wfcheck.diagnostic import Finding
from wfcheck.semantics.infer import infer
from wfcheck.semantics.program import TriggerDecl as Declared
from wfcheck.semantics.scope import Scope
from wfcheck.semantics.types import UNKNOWN, Field, Type, base, field_of, read_type
from wfcheck.settings import Edition
from wfcheck.syntax.names import did_you_mean
from wfcheck.workfile import bindings
from wfcheck.workfile.ast import Arg, Subscription, TriggerDecl
from wfcheck.workfile.check_values import Destination, check_arguments, check_value
from wfcheck.workfile.checking import Checking
from wfcheck.workfile.resolve import Unresolved


def check_event(
    use: Subscription | TriggerDecl, inputs_only: Scope, checking: Checking
) -> Declared | None:
    """An event, its configuration and connection; its declaration, None where no manifest has it."""
    if use.event is None:
        _infer_all(use.configuration, inputs_only, checking)
        return None
    declared = checking.connectors.trigger(use.event.text)
    if isinstance(declared, Unresolved):
        checking.out.append(declared.at(use.event.span))
    if isinstance(declared, Unresolved) or not declared.known:
        _infer_all(use.configuration, inputs_only, checking)
        return None if isinstance(declared, Unresolved) else declared
    at = use.event_key or use.event.span
    to = Destination(
        declared.configuration,
        f"`{use.event.text}` has no configuration {{}}",
        f"`{use.event.text}` needs the configuration {{}}",
        UNKNOWN_CONFIGURATION,
        MISSING_CONFIGURATION,
        lambda: checking.is_unread(at, "configuration") or _is_refused(use, checking),
    )
    check_arguments(use.configuration or (), to, at, inputs_only, checking)
    selected = checking.connectors.connection(use.event.text, use.connection, at)
    if isinstance(selected, Finding) and (
        use.connection is not None or checking.value_beside(at, "connection") is None
    ):
        checking.out.append(selected)
    return declared


def _is_refused(use: Subscription | TriggerDecl, checking: Checking) -> bool:
    """Whether a configuration is written where the edition takes none, which was reported (C-13)."""
    at = use.event_key
    return (
        use.configuration is None
        and at is not None
        and (checking.value_beside(at, "configuration") is not None)
    )


def _infer_all(args: tuple[Arg, ...] | None, scope: Scope, checking: Checking) -> None:
    for arg in args or ():
        infer(arg.value, scope, checking.out)


def payload(declared: Declared | None) -> Type:
    """What an event's payload binds."""
    if declared is None or not declared.known:
        return UNKNOWN
    return bindings.readable(declared.payload)


def check_kind(subscription: Subscription, declared: Declared, checking: Checking) -> None:
    """A state listens to external and polled events, never to a schedule (SWP)."""
    if declared.kind == "schedule" and subscription.event is not None:
        checking.out.append(
            Finding(
                TRIGGER_KIND,
                subscription.event.span,
                f"`{declared.name}` is a schedule, which a state cannot wait for",
                help="use the state's `timeout`, or start the file by it with `on`",
            )
        )


def check_match(
    subscription: Subscription, declared: Declared | None, scope: Scope, checking: Checking
) -> None:
    """A match: only correlation fields, with values of their types, never null (SWP, C-11.2)."""
    # A schedule is the fault (`check_kind`); that it correlates on nothing only follows.
    if declared is None or not declared.known or declared.kind == "schedule":
        _infer_all(subscription.match, scope, checking)
        return
    fields = bindings.readable(declared.payload)
    given = {arg.name for arg in subscription.match or ()}
    absent = [name for name in declared.correlate_on if name not in given]
    meant: set[str] = set()
    for arg in subscription.match or ():
        field = field_of(fields, arg.name)
        if arg.name not in declared.correlate_on or field is None:
            meant.update(_refuse(arg, declared, absent, checking))
            infer(arg.value, scope, checking.out)
            continue
        wanted = Field(arg.name, base(read_type(field)))
        check_value(arg.value, arg.value_span, wanted, f"`{arg.name}`", scope, checking)
    if checking.settings.edition is Edition.DRAFT and subscription.match_key is not None:
        # C-13: the draft edition wants every field of `correlate_on`.
        for name in absent:
            if name not in meant and subscription.match:
                checking.out.append(
                    Finding(
                        MATCH_FIELD,
                        subscription.match_key,
                        f"this match lacks `{name}`: the draft edition asks for every field that"
                        f" `{declared.name}` correlates on",
                        help=f"give `{name}` the value that it must have",
                    )
                )


def _refuse(arg: Arg, declared: Declared, absent: list[str], checking: Checking) -> tuple[str, ...]:
    known = declared.correlate_on
    told = ", ".join(f"`{name}`" for name in known) if known else "nothing"
    hint = did_you_mean(arg.name, absent)
    checking.out.append(
        Finding(
            MATCH_FIELD,
            arg.span,
            f"`{arg.name}` is no field that `{declared.name}` correlates on",
            help=hint or f"it correlates on {told}",
        )
    )
    return () if hint is None else tuple(name for name in absent if f"`{name}`" in hint)
