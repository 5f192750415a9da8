"""`wf.for_each` and `wf.repeat` (WFC, D-18)."""

from typing import Final

from wfcheck.catalog import FOR_EACH_LITERAL, SOURCE_SHAPE
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.expr import BROKEN, Expr, Unknown
from wfcheck.syntax.nodes import Map, Scalar, Seq
from wfcheck.syntax.shape import Key, check_name, keys
from wfcheck.syntax.template import read_value
from wfcheck.workfile.ast import Action, Body, Faulty, ForEach, Ident, Repeat
from wfcheck.workfile.keys import Keys, Out
from wfcheck.workfile.operations import NAMESPACE, is_operation
from wfcheck.workfile.read_constructs import FAIL_POLICY
from wfcheck.workfile.read_literals import (
    is_null,
    read_choice,
    read_duration,
    read_positive,
    read_word,
    refuse,
)
from wfcheck.workfile.read_modifiers import ListReader, read_condition
from wfcheck.workfile.read_names import read_action_arguments

RETAIN: Final = ("all", "failures", "none")


def read_for_each(
    operation: Key, beside: Keys, step: Span, read_list: ListReader, out: Out
) -> Body:
    """`wf.for_each` over an expression or an action source."""
    subject = _subject(operation, out)
    name = beside.required("as", step, "`wf.for_each`", out)
    body = beside.required("steps", step, "`wf.for_each`", out)
    limit, concurrency = beside.get("max"), beside.get("concurrency")
    retain, policy = beside.get("retain"), beside.get("on_iteration_fail")
    element = _element(name, out) if name else None
    steps = read_list(body.value, "`steps`", out) if body else None
    most = read_positive(limit, out, unbounded=True) if limit else None
    together = read_positive(concurrency, out) if concurrency else None
    kept = read_choice(retain, RETAIN, out) if retain else None
    on_fail = read_choice(policy, FAIL_POLICY, out) if policy else None
    if element is None or steps is None:
        args = subject.args if isinstance(subject, Action) else ()
        values = tuple(a.value for a in args) if isinstance(subject, Action) else (subject,)
        return Faulty(values, (steps or (),), span=operation.span)
    return ForEach(
        subject,
        element,
        steps,
        subject_span=operation.value.span,
        max=most,
        max_key=beside.span("max"),
        concurrency=together or 1,
        retain=kept or "all",
        retain_key=beside.span("retain"),
        on_iteration_fail=on_fail or "fail_fast",
        span=operation.span,
    )


def _element(key: Key, out: Out) -> Ident | None:
    name = read_word(key.value, "`as`", out)
    if name is not None:
        check_name(name.text, name.span, out, what="the element's name")
    return name


def _subject(operation: Key, out: Out) -> Expr | Action:
    node = operation.value
    if isinstance(node, Map) and (operations := _operations(node)):
        return _source(node, operations, out) or Unknown(BROKEN, span=node.span)
    if isinstance(node, Map | Seq):
        # D-18
        message = "`wf.for_each` takes an expression or an action, not a value that is written out"
        advice = "bind the list in a step before, and take that"
        out.append(Finding(FOR_EACH_LITERAL, node.span, message, help=advice))
        return read_value(node, out) if isinstance(node, Seq) else Unknown(BROKEN, span=node.span)
    if is_null(node):
        refuse(node, "`wf.for_each` must be given a list or an action", out)
        return Unknown(BROKEN, span=node.span)
    return read_value(node, out)


def _operations(node: Map) -> list[str]:
    texts = (entry.key.value for entry in node.entries if isinstance(entry.key, Scalar))
    return [text for text in texts if isinstance(text, str) and is_operation(text)]


def _source(node: Map, operations: list[str], out: Out) -> Action | None:
    """An action source: exactly one connector action and nothing else."""
    found = list(keys(node, out))
    if len(operations) > 1:
        message = "a source is one action, not several"
    elif operations[0].startswith(f"{NAMESPACE}."):
        message = f"a source is an action of a connector, which `{operations[0]}` is not"
    elif len(found) > 1:
        message = "a source is an action alone, without modifiers or other keys"
    else:
        arguments = read_action_arguments(found[0], out) or ()
        return Action(operations[0], arguments, span=found[0].span)
    out.append(Finding(SOURCE_SHAPE, node.span, message))
    return None


def read_repeat(operation: Key, beside: Keys, step: Span, read_list: ListReader, out: Out) -> Body:
    """`wf.repeat`."""
    every = beside.required("every", step, "`wf.repeat`", out)
    limit = beside.required("max", step, "`wf.repeat`", out)
    until = beside.required("until", step, "`wf.repeat`", out)
    steps = read_list(operation.value, "`wf.repeat`", out)
    pace = read_duration(every, out) if every else None
    most = read_positive(limit, out) if limit else None
    condition = read_condition(until, out) if until else None
    if steps is None:
        return Faulty((pace.value,) if pace else (), span=operation.span)
    return Repeat(steps, pace, most, condition, span=operation.span)
