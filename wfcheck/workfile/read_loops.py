"""`wf.for_each` and `wf.repeat` (WFC, D-18)."""

from typing import Final

from wfcheck.catalog import FOR_EACH_LITERAL, SOURCE_SHAPE
from wfcheck.diagnostic import Finding
from wfcheck.span import Span
from wfcheck.syntax.expr import BROKEN, Expr, Unknown
from wfcheck.syntax.template import read_value
from wfcheck.syntax.yaml import Entry, Map, Scalar, Seq
from wfcheck.workfile.ast import Action, Body, Faulty, ForEach, Ident, Repeat
from wfcheck.workfile.keys import Keys, Out, named_entries
from wfcheck.workfile.operations import NAMESPACE, is_operation
from wfcheck.workfile.read_constructs import FAIL_POLICY
from wfcheck.workfile.read_literals import (
    read_choice,
    read_duration,
    read_positive,
    read_word,
    wrong_shape,
)
from wfcheck.workfile.read_modifiers import ListReader, read_condition
from wfcheck.workfile.read_names import check_name, read_action_arguments

RETAIN: Final = ("all", "failures", "none")


def read_for_each(
    operation: Entry, keys: Keys, step: Span, read_list: ListReader, out: Out
) -> Body:
    """`wf.for_each` over an expression or an action source."""
    subject = _subject(operation, out)
    as_entry = keys.required("as", step, "`wf.for_each`", out)
    steps_entry = keys.required("steps", step, "`wf.for_each`", out)
    steps = read_list(steps_entry, "`steps`", out) if steps_entry else None
    limit, concurrency = keys.get("max"), keys.get("concurrency")
    retain, policy = keys.get("retain"), keys.get("on_iteration_fail")
    element = _element(as_entry, out) if as_entry else None
    most = read_positive(limit, out, unbounded=True) if limit else None
    together = read_positive(concurrency, out) if concurrency else None
    kept = read_choice(retain, RETAIN, out) if retain else None
    on_fail = read_choice(policy, FAIL_POLICY, out) if policy else None
    if element is None or steps is None:
        return Faulty(span=operation.key.span)
    return ForEach(
        subject,
        element,
        steps,
        subject_span=operation.value.span,
        max=most,
        max_key=keys.span("max"),
        concurrency=together or 1,
        retain=kept or "all",
        retain_key=keys.span("retain"),
        on_iteration_fail=on_fail or "fail_fast",
        span=operation.key.span,
    )


def _element(entry: Entry, out: Out) -> Ident | None:
    name = read_word(entry, "`as`", out)
    if name is not None:
        check_name(name.text, name.span, out)
    return name


def _subject(operation: Entry, out: Out) -> Expr | Action:
    node = operation.value
    if isinstance(node, Map) and any(_operations(node)):
        return _source(node, out) or Unknown(BROKEN, span=node.span)
    if isinstance(node, Map | Seq):
        # D-18
        message = "`wf.for_each` takes an expression or an action, not a list that is written out"
        advice = "bind the list in a step before, and take that"
        out.append(Finding(FOR_EACH_LITERAL, node.span, message, help=advice))
    elif node.value is None:
        if not node.broken:
            wrong_shape(operation, "`wf.for_each` takes a list or an action", out)
    else:
        return read_value(node, out)
    return Unknown(BROKEN, span=node.span)


def _operations(node: Map) -> list[str]:
    keys = (entry.key.value for entry in node.entries if isinstance(entry.key, Scalar))
    return [key for key in keys if isinstance(key, str) and is_operation(key)]


def _source(node: Map, out: Out) -> Action | None:
    """An action source: exactly one connector action and nothing else."""
    entries = list(named_entries(node, out))
    operations = _operations(node)
    if len(operations) > 1:
        message = "a source is one action, not several"
    elif operations[0].startswith(f"{NAMESPACE}."):
        message = f"a source is an action of a connector, which `{operations[0]}` is not"
    elif len(entries) > 1:
        message = "a source is an action alone, without modifiers or other keys"
    else:
        name, entry = entries[0]
        arguments = read_action_arguments(entry, f"`{name}`", out)
        return None if arguments is None else Action(name, arguments, span=entry.key.span)
    out.append(Finding(SOURCE_SHAPE, node.span, message))
    return None


def read_repeat(operation: Entry, keys: Keys, step: Span, read_list: ListReader, out: Out) -> Body:
    """`wf.repeat`."""
    every = keys.required("every", step, "`wf.repeat`", out)
    limit = keys.required("max", step, "`wf.repeat`", out)
    until = keys.required("until", step, "`wf.repeat`", out)
    steps = read_list(operation, "`wf.repeat`", out)
    pace = read_duration(every, out) if every else None
    most = read_positive(limit, out) if limit else None
    condition = read_condition(until, out) if until else None
    if steps is None:
        return Faulty(span=operation.key.span)
    return Repeat(steps, pace, most, condition, span=operation.key.span)
