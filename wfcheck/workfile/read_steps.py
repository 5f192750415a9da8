"""Nodes to steps: the list, each step's body, and what kind of body it is (C-6)."""

from typing import Final, assert_never

from wfcheck.catalog import (
    COMPACT_CONSTRUCT_NAME,
    DOTTED_KEY,
    EMPTY_STEP,
    NO_OPERATION,
    SEVERAL_OPERATIONS,
    STEP_SHAPE,
    TRANSITION_KEY_IN_VALUE,
    UNKNOWN_CONSTRUCT,
    UNSUPPORTED_CONSTRUCT,
)
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.names import nearest, shown
from wfcheck.syntax.nodes import Map, Node, Scalar
from wfcheck.syntax.shape import Key, as_seq, check_name, keys, kind
from wfcheck.syntax.template import read_value
from wfcheck.workfile.ast import Action, Body, Faulty, Foreign, Ident, Modifiers, Step, Value
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.operations import (
    ACTION,
    BARE_NAMES,
    BESIDE,
    CONSTRUCTS,
    FOREIGN,
    MODIFIERS,
    NAMESPACE,
    OWN_KEYS,
    Beside,
    Construct,
    Modifier,
    is_operation,
)
from wfcheck.workfile.read_constructs import (
    read_call,
    read_choose,
    read_fail,
    read_parallel,
    read_route,
    read_stop,
    read_wait,
)
from wfcheck.workfile.read_literals import is_broken, is_null
from wfcheck.workfile.read_loops import read_for_each, read_repeat
from wfcheck.workfile.read_modifiers import read_modifiers
from wfcheck.workfile.read_names import read_action_arguments, refuse_extension

TRANSITION_KEYS: Final = frozenset({"goto", "route", "cases", "into", "accepts"})  # C-6.3


def read_list(node: Node, what: str, out: Out) -> tuple[Step, ...] | None:
    """A step list (C-6.1); None where it is no list."""
    items = as_seq(node, out, what)
    if items is None:
        return None
    steps = (_step(item, out) for item in items.items)
    return tuple(step for step in steps if step is not None)


def _step(node: Node, out: Out) -> Step | None:
    if not isinstance(node, Map) or len(node.entries) != 1:
        if not is_broken(node):
            count = f" with {len(node.entries)} keys" if isinstance(node, Map) else ""
            message = f"a step must be a map with one key, its id, not {kind(node)}{count}"
            out.append(Finding(STEP_SHAPE, node.span, message))
        return None
    step = next(keys(node, out), None)
    if step is None or refuse_extension(step.text, step.span, "a step list", out):
        return None
    check_name(step.text, step.span, out, what="the step id")
    body, modifiers = _body(step, out)
    return Step(Ident(step.text, span=step.span), body, modifiers, span=step.span)


def _body(step: Key, out: Out) -> tuple[Body, Modifiers]:
    """A step's body: an operation with what stands beside it, or a compact value (C-6.3)."""
    node = step.value
    if not isinstance(node, Map):
        if is_null(node):
            # D-16
            message = f"{shown(step.text)} has no body: it binds null"
            out.append(Finding(EMPTY_STEP, node.span, message, help="write `wf.value: null`"))
        return _compact(node, out), Modifiers()
    written = _text_keys(node)
    operations = [key for key in written if is_operation(key.text)]
    modifiers = [key for key in written if key.text in MODIFIERS]
    match operations, modifiers:
        case [], []:
            _warn_about_compact(written, out)
            return _compact(node, out), Modifiers()
        case [], [first, *_]:
            message = f"`{first.text}` modifies an operation, and there is none"
            advice = "for a map of data, write `wf.value`"
            out.append(Finding(NO_OPERATION, first.span, message, help=advice))
            return Faulty((read_value(node, out),), span=step.span), Modifiers()
        case [operation], _:
            return _operation(step, node, operation, out)
        case [first, second, *_], _:
            message = f"a step has one operation, not `{first.text}` and `{second.text}`"
            advice = "make two steps of it; for a map of data, write `wf.value`"
            out.append(Finding(SEVERAL_OPERATIONS, first.span, message, help=advice))
    # What may be data is read as data; what holds steps is left alone.
    values = [
        read_value(key.value, out)
        for key in (*operations, *modifiers)
        if not key.text.startswith(f"{NAMESPACE}.") and key.text != Modifier.ON_FAIL
    ]
    return Faulty(tuple(values), span=step.span), Modifiers()


def _text_keys(node: Map) -> list[Key]:
    """The keys of a body by which its kind is known; what is no text is reported when it is read."""
    return [
        Key(entry.key.value, entry.key, entry.value)
        for entry in node.entries
        if isinstance(entry.key, Scalar) and isinstance(entry.key.value, str)
    ]


def _compact(node: Node, out: Out) -> Value:
    return Value(read_value(node, out), compact=True, span=node.span)


def _warn_about_compact(written: list[Key], out: Out) -> None:
    """Keys of a compact map that look as if something else was meant (C-6.2, C-6.3, WFC)."""
    advice = "if it is data, write `wf.value`"
    for key in written:
        if "." in key.text:
            message = f"{shown(key.text)} looks like an operation, and is data"
            out.append(Finding(DOTTED_KEY, key.span, message, help=advice))
        elif key.text in BARE_NAMES:
            message = f"`{key.text}` is data here; the construct is `{NAMESPACE}.{key.text}`"
            out.append(Finding(COMPACT_CONSTRUCT_NAME, key.span, message, help=advice))
    transitions = [key for key in written if key.text in TRANSITION_KEYS]
    # `route` has been said already: as the construct, whose keys the others then are.
    if transitions and all(key.text not in BARE_NAMES for key in transitions):
        message = f"`{transitions[0].text}` is data here: only states have transitions"
        out.append(Finding(TRANSITION_KEY_IN_VALUE, transitions[0].span, message, help=advice))


def _operation(step: Key, node: Map, operation: Key, out: Out) -> tuple[Body, Modifiers]:
    name, span = operation.text, operation.span
    if not name.startswith(f"{NAMESPACE}."):
        beside = _keys_beside(node, name, ACTION, out)
        # Arguments that are no map leave the call to be checked for the rest of it.
        action = Action(name, read_action_arguments(operation, out) or (), span=span)
        return action, read_modifiers(beside, read_list, out)
    if name not in CONSTRUCTS:
        message = f"there is no construct `{name}`"
        near = nearest(name.removeprefix(f"{NAMESPACE}."), BARE_NAMES)
        advice = None if near is None else f"did you mean `{NAMESPACE}.{near}`?"
        out.append(Finding(UNKNOWN_CONSTRUCT, span, message, help=advice))
        return Faulty(span=span), Modifiers()
    construct = Construct(name)
    if construct in FOREIGN:
        # C-6.8, D-39: its content and its modifiers are another profile's
        message = f"`{name}` belongs to a profile that is not supported here"
        out.append(Finding(UNSUPPORTED_CONSTRUCT, span, message))
        return Foreign(name, span=span), Modifiers()
    beside = _keys_beside(node, name, BESIDE[construct], out)
    body = _construct(construct, operation, beside, step.span, out)
    return body, read_modifiers(beside, read_list, out)


def _keys_beside(node: Map, operation: str, beside: Beside, out: Out) -> Keys:
    """What stands beside an operation, the operation itself left out."""

    def refuse(key: str) -> str | None:
        if key in MODIFIERS:
            return f"`{operation}` does not take the modifier `{key}`"
        if key in OWN_KEYS and beside is ACTION:
            return f"`{key}` belongs to a construct, not beside the action `{operation}`"
        return None

    return read_keys(node, (*beside.all, operation), f"`{operation}`", out, refuse)


def _construct(construct: Construct, operation: Key, beside: Keys, step: Span, out: Out) -> Body:
    match construct:
        case Construct.VALUE:
            value = read_value(operation.value, out)
            return Value(value, compact=False, span=operation.span)
        case Construct.ROUTE:
            return read_route(operation, beside, step, read_list, out)
        case Construct.CHOOSE:
            return read_choose(operation, beside, read_list, out)
        case Construct.FOR_EACH:
            return read_for_each(operation, beside, step, read_list, out)
        case Construct.PARALLEL:
            return read_parallel(operation, beside, read_list, out)
        case Construct.WAIT:
            return read_wait(operation, out)
        case Construct.REPEAT:
            return read_repeat(operation, beside, step, read_list, out)
        case Construct.CALL:
            return read_call(operation, beside, out)
        case Construct.STOP:
            return read_stop(operation, beside, out)
        case Construct.FAIL:
            return read_fail(operation, beside, out)
        case Construct.WAIT_FOR | Construct.AGENT | Construct.RENDER:
            return Foreign(construct, span=operation.span)
        case _:
            assert_never(construct)
