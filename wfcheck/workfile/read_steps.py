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
from wfcheck.syntax.names import did_you_mean, shown
from wfcheck.syntax.template import read_value
from wfcheck.syntax.yaml import Entry, Map, Node, Scalar
from wfcheck.workfile.ast import Action, Body, Faulty, Foreign, Ident, Modifiers, Step, Value
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.operations import (
    ACTION,
    BARE_NAMES,
    BESIDE,
    FOREIGN,
    NAMESPACE,
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
from wfcheck.workfile.read_literals import as_seq, is_broken, shape_of
from wfcheck.workfile.read_loops import read_for_each, read_repeat
from wfcheck.workfile.read_modifiers import read_modifiers
from wfcheck.workfile.read_names import check_extension, check_name, read_action_arguments

TRANSITION_KEYS: Final = frozenset({"goto", "route", "cases", "into", "accepts"})  # C-6.3


def read_list(entry: Entry, what: str, out: Out) -> tuple[Step, ...] | None:
    """A step list (C-6.1); None where it is no list."""
    node = as_seq(entry, what, out)
    if node is None:
        return None
    steps = (_step(item, out) for item in node.items)
    return tuple(step for step in steps if step is not None)


def _step(node: Node, out: Out) -> Step | None:
    if not isinstance(node, Map) or len(node.entries) != 1:
        if not is_broken(node):
            what = "a map of several keys" if isinstance(node, Map) else shape_of(node)
            if isinstance(node, Map) and not node.entries:
                what = "an empty map"
            message = f"a step is a map with one key, its name, not {what}"
            out.append(Finding(STEP_SHAPE, node.span, message))
        return None
    entry = node.entries[0]
    if not isinstance(entry.key, Scalar) or not isinstance(entry.key.value, str):
        if not is_broken(entry.key):
            message = f"the name of a step is text, not {shape_of(entry.key)}"
            out.append(Finding(STEP_SHAPE, node.span, message))
        return None
    name, span = entry.key.value, entry.key.span
    if check_extension(name, span, "a step list", out):
        return None
    check_name(name, span, out)
    body, modifiers = _body(entry, out)
    return Step(Ident(name, span=span), body, modifiers, span=span)


def _body(step: Entry, out: Out) -> tuple[Body, Modifiers]:
    """A step's body: an operation with what stands beside it, or a compact value (C-6.3)."""
    node = step.value
    if not isinstance(node, Map):
        if isinstance(node, Scalar) and node.value is None and not node.broken:
            # D-16
            message = f"{shown(_key(step))} has no body: it binds null"
            out.append(Finding(EMPTY_STEP, node.span, message, help="write `wf.value: null`"))
        return _compact(node, out), Modifiers()
    keys = [(_key(entry), entry) for entry in node.entries]
    operations = [entry for key, entry in keys if is_operation(key)]
    modifiers = [entry for key, entry in keys if key in tuple(Modifier)]
    match operations, modifiers:
        case [], []:
            _warn_about_compact(node, out)
            return _compact(node, out), Modifiers()
        case [], [first, *_]:
            message = f"`{_key(first)}` modifies an operation, and there is none"
            advice = "for a map of data, write `wf.value`"
            out.append(Finding(NO_OPERATION, first.key.span, message, help=advice))
        case [operation], _:
            return _operation(step, node, operation, out)
        case [first, second, *_], _:
            message = f"a step has one operation, not `{_key(first)}` and `{_key(second)}`"
            advice = "make two steps of it; for a map of data, write `wf.value`"
            out.append(Finding(SEVERAL_OPERATIONS, first.key.span, message, help=advice))
    return Faulty(span=step.key.span), Modifiers()


def _key(entry: Entry) -> str:
    """A key's text; empty for one that is none, which is neither operation nor modifier."""
    match entry.key:
        case Scalar(value=str(text)):
            return text
        case _:
            return ""


def _compact(node: Node, out: Out) -> Value:
    return Value(read_value(node, out), compact=True, span=node.span)


def _warn_about_compact(node: Map, out: Out) -> None:
    """Keys of a compact map that look as if something else was meant (C-6.2, C-6.3, WFC)."""
    advice = "if it is data, write `wf.value`"
    keys = [(_key(entry), entry.key.span) for entry in node.entries]
    for key, span in keys:
        if "." in key:
            message = f"{shown(key)} looks like an operation, and is data"
            out.append(Finding(DOTTED_KEY, span, message, help=advice))
        elif key in BARE_NAMES:
            message = f"`{key}` is data here; the construct is `{NAMESPACE}.{key}`"
            out.append(Finding(COMPACT_CONSTRUCT_NAME, span, message, help=advice))
    transitions = [(key, span) for key, span in keys if key in TRANSITION_KEYS]
    # `route` has been said already: as the construct, whose keys the others then are.
    if transitions and all(key not in BARE_NAMES for key, _ in transitions):
        key, span = transitions[0]
        message = f"`{key}` is data here: only states have transitions"
        out.append(Finding(TRANSITION_KEY_IN_VALUE, span, message, help=advice))


def _operation(step: Entry, node: Map, operation: Entry, out: Out) -> tuple[Body, Modifiers]:
    name = _key(operation)
    if not name.startswith(f"{NAMESPACE}."):
        keys = _keys_beside(node, name, ACTION, out)
        arguments = read_action_arguments(operation, f"what `{name}` takes", out)
        body: Body = (
            Faulty(span=operation.key.span)
            if arguments is None
            else Action(name, arguments, span=operation.key.span)
        )
        return body, read_modifiers(keys, read_list, out)
    if name not in tuple(Construct):
        message = f"there is no construct `{name}`"
        advice = did_you_mean(name, tuple(Construct))
        out.append(Finding(UNKNOWN_CONSTRUCT, operation.key.span, message, help=advice))
        return Faulty(span=operation.key.span), Modifiers()
    construct = Construct(name)
    if construct in FOREIGN:
        # C-6.8, D-39: its content and its modifiers are another profile's
        message = f"`{name}` belongs to a profile that is not supported here"
        out.append(Finding(UNSUPPORTED_CONSTRUCT, operation.key.span, message))
        return Foreign(name, span=operation.key.span), Modifiers()
    keys = _keys_beside(node, name, BESIDE[construct], out)
    body = _construct(construct, operation, keys, step.key.span, out)
    return body, read_modifiers(keys, read_list, out)


def _keys_beside(node: Map, operation: str, beside: Beside, out: Out) -> Keys:
    """What stands beside an operation, the operation itself left out."""
    others = {key for own in BESIDE.values() for key in own.keys}

    def refuse(key: str) -> str | None:
        if key in tuple(Modifier):
            return f"`{operation}` does not take the modifier `{key}`"
        if key in others and beside is ACTION:
            return f"`{key}` belongs to a construct, not beside the action `{operation}`"
        return None

    return read_keys(node, (*beside.all, operation), f"`{operation}`", out, refuse)


def _construct(construct: Construct, operation: Entry, keys: Keys, step: Span, out: Out) -> Body:
    match construct:
        case Construct.VALUE:
            value = read_value(operation.value, out)
            return Value(value, compact=False, span=operation.key.span)
        case Construct.ROUTE:
            return read_route(operation, keys, step, read_list, out)
        case Construct.CHOOSE:
            return read_choose(operation, keys, read_list, out)
        case Construct.FOR_EACH:
            return read_for_each(operation, keys, step, read_list, out)
        case Construct.PARALLEL:
            return read_parallel(operation, keys, read_list, out)
        case Construct.WAIT:
            return read_wait(operation, out)
        case Construct.REPEAT:
            return read_repeat(operation, keys, step, read_list, out)
        case Construct.CALL:
            return read_call(operation, keys, out)
        case Construct.STOP:
            return read_stop(operation, keys, out)
        case Construct.FAIL:
            return read_fail(operation, keys, out)
        case Construct.WAIT_FOR | Construct.AGENT | Construct.RENDER:
            return Foreign(construct, span=operation.key.span)
        case _:
            assert_never(construct)
