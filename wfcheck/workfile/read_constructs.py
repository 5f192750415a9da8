"""The constructs that choose, run side by side, call and end (WFC); loops stand in `read_loops`."""

import re
from collections.abc import Iterable
from typing import Final

from wfcheck.catalog import (
    ARM_SHAPE,
    CALLEE_PATH,
    INVALID_FAILURE_CODE,
    INVALID_LABEL,
    WAIT_SHAPE,
    WRONG_SHAPE,
)
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.project import is_call_path
from wfcheck.span import Span
from wfcheck.syntax.expr import BROKEN, Unknown
from wfcheck.syntax.names import nearest, shown
from wfcheck.syntax.nodes import Entry, Map, Node, Scalar, Seq
from wfcheck.syntax.shape import Key, as_map, as_seq, check_name, keys, kind
from wfcheck.syntax.template import is_interpolated, read_value
from wfcheck.workfile.ast import (
    Arm,
    Body,
    Branch,
    Call,
    Choose,
    Fail,
    Faulty,
    Ident,
    Parallel,
    RouteStep,
    Step,
    StepCase,
    Stop,
    Wait,
)
from wfcheck.workfile.keys import NO_KEYS, Keys, Out, read_keys
from wfcheck.workfile.read_literals import (
    is_broken,
    read_choice,
    read_duration,
    read_instant,
    read_text,
    refuse,
)
from wfcheck.workfile.read_modifiers import ListReader
from wfcheck.workfile.read_names import read_arguments, read_names, read_projection

FAILURE_CODE: Final = re.compile(r"[a-z][a-z0-9_]*")  # C-14
DEFAULT_CODE: Final = "failed"
FAIL_POLICY: Final = ("fail_fast", "continue")
ARM_KEYS: Final = ("when", "then")


def read_route(
    operation: Key, beside: Keys, step: Span, read_list: ListReader, out: Out
) -> RouteStep:
    """`wf.route`."""
    cases, orelse = beside.required("cases", step, "`wf.route`", out), beside.get("else")
    labels = read_labels(cases, out) if cases else None
    nested = [label.value for label in labels or ()] + ([orelse.value] if orelse else [])
    return RouteStep(
        read_value(operation.value, out),
        subject_span=operation.value.span,
        cases=None if labels is None else _step_cases(labels, read_list, out),
        cases_key=beside.span("cases"),
        orelse=_otherwise(orelse, read_list, out),
        else_key=beside.span("else"),
        whole=labels is not None and _are_lists(nested),
        span=operation.span,
    )


def _are_lists(nodes: Iterable[Node | None]) -> bool:
    return all(isinstance(node, Seq) for node in nodes)


def _otherwise(orelse: Key | None, read_list: ListReader, out: Out) -> tuple[Step, ...] | None:
    """The steps of `else`, None where it is not written."""
    return None if orelse is None else read_list(orelse.value, "`else`", out) or ()


def _step_cases(
    labels: tuple["Label", ...], read_list: ListReader, out: Out
) -> tuple[StepCase, ...]:
    return tuple(
        StepCase(
            label.text,
            read_list(label.value, "a case", out) or (),
            reported=label.reported,
            span=label.span,
        )
        for label in labels
    )


@dataclass(frozen=True, slots=True)
class Label:
    """A label of `cases` and what stands under it; `reported` where it is none."""

    text: str
    span: Span
    value: Node
    reported: bool


def read_labels(key: Key, out: Out) -> tuple[Label, ...] | None:
    """The labels of `cases`, compared exactly (C-1.1, C-2.4); None where there is no map of them."""
    node = as_map(key.value, out, "`cases`")
    if node is None:
        return None
    if not node.entries:
        message = "`cases` is empty: there is nothing to choose from"
        out.append(Finding(INVALID_LABEL, key.span, message))
        return None
    return tuple(_label(entry, out) for entry in node.entries)


def _label(entry: Entry, out: Out) -> Label:
    key = entry.key
    text = key.text if isinstance(key, Scalar) else ""
    if isinstance(key, Scalar) and isinstance(key.value, str) and not is_interpolated(key):
        return Label(text, key.span, entry.value, reported=False)
    if is_interpolated(key):
        message, advice = "a case label must be written out, not computed", None
        out.append(Finding(INVALID_LABEL, key.span, message))
    elif not is_broken(key):
        message = f"a case label must be a text, not {kind(key)}"
        advice = "put it in quotes" if isinstance(key, Scalar) else None
        out.append(Finding(INVALID_LABEL, key.span, message, help=advice))
    return Label(text, key.span, entry.value, reported=True)


def read_choose(operation: Key, beside: Keys, read_list: ListReader, out: Out) -> Body:
    """`wf.choose`."""
    arms = as_seq(operation.value, out, "`wf.choose`")
    written = beside.get("else")
    orelse = _otherwise(written, read_list, out)
    if arms is None:
        return Faulty((), (orelse or (),), span=operation.span)
    if not arms.items:
        message = "`wf.choose` has no arms"
        out.append(Finding(ARM_SHAPE, arms.span, message, help="give it one arm at least"))
    found = (_arm(item, read_list, out) for item in arms.items)
    nested = [item.get("then") if isinstance(item, Map) else None for item in arms.items]
    return Choose(
        tuple(arm for arm in found if arm is not None),
        orelse,
        else_key=beside.span("else"),
        whole=_are_lists(nested + ([written.value] if written else [])),
        span=operation.span,
    )


def _arm(item: Node, read_list: ListReader, out: Out) -> Arm | None:
    node = as_map(item, out, "an arm")
    if node is None:
        return None
    # D-40: an arm may have extension keys
    members = {key.text: key for key in keys(node, out) if not key.is_extension}
    _check_arm(node, members, out)
    when, then = members.get("when"), members.get("then")
    return Arm(
        read_value(when.value, out) if when else Unknown(BROKEN, span=node.span),
        when_span=when.value.span if when else node.span,
        when_key=when.span if when else node.span,
        then=read_list(then.value, "`then`", out) or () if then else (),
        span=node.span,
    )


def _check_arm(node: Map, members: dict[str, Key], out: Out) -> None:
    """Report, once an arm, members that it does not have or should have."""
    unknown = [name for name in members if name not in ARM_KEYS]
    missing = [name for name in ARM_KEYS if name not in members]
    if unknown:
        near = nearest(unknown[0], missing or ARM_KEYS)
        message = f"an arm has `when` and `then`, and no {shown(unknown[0])}"
        advice = f"did you mean `{near}`?" if near else None
        out.append(Finding(ARM_SHAPE, node.span, message, help=advice))
    elif missing:
        message = f"an arm needs {' and '.join(f'`{name}`' for name in missing)}"
        out.append(Finding(ARM_SHAPE, node.span, message))


def read_parallel(operation: Key, beside: Keys, read_list: ListReader, out: Out) -> Body:
    """`wf.parallel`."""
    node = as_map(operation.value, out, "`wf.parallel`")
    policy = beside.get("on_branch_fail")
    on_branch_fail = read_choice(policy, FAIL_POLICY, out) if policy else None
    if node is None:
        return Faulty(span=operation.span)
    if not node.entries:
        # D-35
        out.append(Finding(WRONG_SHAPE, node.span, "`wf.parallel` has no branches"))
    branches: list[Branch] = []
    whole = _are_lists(entry.value for entry in node.entries)
    for key in read_names(node, "`wf.parallel`", out):
        check_name(key.text, key.span, out, what="the branch")
        steps = read_list(key.value, "a branch", out) or ()
        branches.append(Branch(key.text, steps, span=key.span))
    return Parallel(
        tuple(branches), on_branch_fail or "fail_fast", whole=whole, span=operation.span
    )


def read_wait(operation: Key, out: Out) -> Body:
    """`wf.wait`: exactly one of `for` and `until`."""
    node = as_map(operation.value, out, "`wf.wait`")
    modes = NO_KEYS if node is None else read_keys(node, ("for", "until"), "`wf.wait`", out)
    length, until = modes.get("for"), modes.get("until")
    if node is not None and (length is None) == (until is None) and not modes.misspelt:
        message = "`wf.wait` takes exactly one of `for` and `until`"
        out.append(Finding(WAIT_SHAPE, operation.span, message))
    # A value that stands beside the other is still read.
    duration = read_duration(length, out) if length else None
    instant = read_instant(until, out) if until else None
    value = duration or instant
    if value is None or (length and until):
        times = (keyed.value for keyed in (duration, instant) if keyed is not None)
        return Faulty(tuple(times), span=operation.span)
    mode = "for" if length else "until"
    return Wait(mode, value.value, value_span=value.value_span, span=operation.span)


def read_call(operation: Key, beside: Keys, out: Out) -> Call:
    """`wf.call`."""
    arguments = beside.get("with")
    return Call(
        _callee(operation, out),
        (read_arguments(arguments, out) or ()) if arguments else (),
        span=operation.span,
    )


def _callee(operation: Key, out: Out) -> Ident | None:
    match operation.value:
        case Scalar(value=str(path)) as node if is_interpolated(node):
            message = "the path of `wf.call` must be written out, not computed"
            out.append(Finding(CALLEE_PATH, node.span, message))
        case Scalar(value=str(path)) as node if not is_call_path(path):
            message = f"{kind(node)} is no path from the project's root"
            advice = "separate folders by `/`; leave out a first `/`, `.` and `..`"
            out.append(Finding(CALLEE_PATH, node.span, message, help=advice))
        case Scalar(value=str(path)) as node:
            return Ident(path, span=node.span)
        case node:
            refuse(node, "`wf.call` must name the path of a Workfile", out)
    return None


def read_stop(operation: Key, beside: Keys, out: Out) -> Stop:
    """`wf.stop`."""
    result = beside.get("result")
    return Stop(
        read_text(operation.value, "the reason of `wf.stop`", out),
        reason_span=operation.value.span,
        result=read_projection(result, out) if result else None,
        span=operation.span,
    )


def read_fail(operation: Key, beside: Keys, out: Out) -> Fail:
    """`wf.fail`."""
    code = beside.get("code")
    return Fail(
        read_text(operation.value, "the reason of `wf.fail`", out),
        reason_span=operation.value.span,
        code=_failure_code(code.value, out) if code else DEFAULT_CODE,
        span=operation.span,
    )


def _failure_code(node: Node, out: Out) -> str:
    match node:
        case Scalar(value=str(code)) if FAILURE_CODE.fullmatch(code):
            return code
        case _ if not is_broken(node):
            # D-23: no dot, so that it cannot equal a system's code
            message = f"a failure code is a lower-case word, written out, not {kind(node)}"
            advice = "a letter, then letters, digits and `_`, as in `threshold_exceeded`"
            out.append(Finding(INVALID_FAILURE_CODE, node.span, message, help=advice))
    return DEFAULT_CODE
