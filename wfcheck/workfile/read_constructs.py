"""The constructs that choose, run side by side, call and end (WFC); loops stand in `read_loops`."""

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from wfcheck.catalog import (
    ARM_SHAPE,
    CALLEE_PATH,
    INVALID_FAILURE_CODE,
    INVALID_LABEL,
    WAIT_SHAPE,
    WRONG_SHAPE,
)
from wfcheck.diagnostic import Finding
from wfcheck.project import is_call_path
from wfcheck.span import Span
from wfcheck.syntax.expr import BROKEN, Expr, Unknown
from wfcheck.syntax.names import nearest, shown
from wfcheck.syntax.template import read_value
from wfcheck.syntax.yaml import Entry, Map, Node, Scalar
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
from wfcheck.workfile.keys import EXTENSION, INTERPOLATION, Keys, Out, named_entries, read_keys
from wfcheck.workfile.read_literals import (
    as_map,
    as_seq,
    is_broken,
    read_choice,
    read_duration,
    read_instant,
    read_text,
    shape_of,
    wrong_shape,
)
from wfcheck.workfile.read_modifiers import ListReader
from wfcheck.workfile.read_names import check_name, read_arguments, read_names, read_projection

FAILURE_CODE: Final = re.compile(r"[a-z][a-z0-9_]*")  # C-14
DEFAULT_CODE: Final = "failed"
FAIL_POLICY: Final = ("fail_fast", "continue")
ARM_KEYS: Final = ("when", "then")

T = TypeVar("T")


def read_route(
    operation: Entry, keys: Keys, step: Span, read_list: ListReader, out: Out
) -> RouteStep:
    """`wf.route`."""
    cases = keys.required("cases", step, "`wf.route`", out)
    orelse = keys.get("else")

    def steps(entry: Entry) -> tuple[Step, ...]:
        return read_list(entry, "a case", out) or ()

    return RouteStep(
        read_value(operation.value, out),
        subject_span=operation.value.span,
        cases=_step_cases(cases, steps, out) if cases else None,
        cases_key=keys.span("cases"),
        orelse=None if orelse is None else read_list(orelse, "`else`", out) or (),
        else_key=keys.span("else"),
        span=operation.key.span,
    )


def _step_cases(
    entry: Entry, steps: Callable[[Entry], tuple[Step, ...]], out: Out
) -> tuple[StepCase, ...] | None:
    node = read_case_map(entry, out)
    if node is None:
        return None
    return tuple(
        StepCase(label, steps(case), reported=reported, span=case.key.span)
        for label, case, reported in read_labels(node, out)
    )


def read_case_map(entry: Entry, out: Out) -> Map | None:
    """The map of `cases`, not empty."""
    node = as_map(entry, "`cases`", out)
    if node is not None and not node.entries:
        message = "`cases` is empty: there is nothing to choose from"
        out.append(Finding(INVALID_LABEL, entry.key.span, message))
        return None
    return node


def read_labels(node: Map, out: Out) -> Iterator[tuple[str, Entry, bool]]:
    """Each label of `cases`, with its entry, and whether it was reported as none (C-1.1, C-2.4)."""
    for entry in node.entries:
        match entry.key:
            case Scalar(value=str(label)) if INTERPOLATION not in label:
                yield label, entry, False
                continue
            case Scalar(value=str()):
                message = "a case label is written out, not computed"
                out.append(Finding(INVALID_LABEL, entry.key.span, message))
            case key if not is_broken(key):
                message = f"a case label is text, not {shape_of(key)}"
                advice = "quote it" if isinstance(key, Scalar) else None
                out.append(Finding(INVALID_LABEL, key.span, message, help=advice))
        yield _text(entry.key), entry, True


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""


def read_choose(operation: Entry, keys: Keys, read_list: ListReader, out: Out) -> Body:
    """`wf.choose`."""
    arms = as_seq(operation, "`wf.choose`", out)
    orelse = keys.get("else")
    otherwise = None if orelse is None else read_list(orelse, "`else`", out) or ()
    if arms is None:
        return Faulty(span=operation.key.span)
    if not arms.items:
        message = "`wf.choose` has no arms"
        out.append(Finding(ARM_SHAPE, arms.span, message, help="give it one arm at least"))
    return Choose(
        tuple(arm for item in arms.items if (arm := _arm(item, read_list, out)) is not None),
        otherwise,
        else_key=keys.span("else"),
        span=operation.key.span,
    )


def _arm(node: Node, read_list: ListReader, out: Out) -> Arm | None:
    if not isinstance(node, Map):
        if not is_broken(node):
            message = f"an arm is a map with `when` and `then`, not {shape_of(node)}"
            out.append(Finding(WRONG_SHAPE, node.span, message))
        return None
    entries = {
        name: entry
        for name, entry in named_entries(node, out)
        if not name.startswith(EXTENSION)  # D-40
    }
    _check_arm(node, entries, out)
    when, then = entries.get("when"), entries.get("then")
    return Arm(
        read_value(when.value, out) if when else Unknown(BROKEN, span=node.span),
        when_span=when.value.span if when else node.span,
        when_key=when.key.span if when else node.span,
        then=read_list(then, "`then`", out) or () if then else (),
        span=node.span,
    )


def _check_arm(node: Map, entries: dict[str, Entry], out: Out) -> None:
    """Report, once an arm, members that it does not have or should have."""
    unknown = [name for name in entries if name not in ARM_KEYS]
    missing = [name for name in ARM_KEYS if name not in entries]
    if unknown:
        near = nearest(unknown[0], missing or ARM_KEYS)
        message = f"an arm has `when` and `then`, and no {shown(unknown[0])}"
        advice = f"did you mean `{near}`?" if near else None
        out.append(Finding(ARM_SHAPE, node.span, message, help=advice))
    elif missing:
        message = f"an arm needs {' and '.join(f'`{name}`' for name in missing)}"
        out.append(Finding(ARM_SHAPE, node.span, message))


def read_parallel(operation: Entry, keys: Keys, read_list: ListReader, out: Out) -> Body:
    """`wf.parallel`."""
    node = as_map(operation, "`wf.parallel`", out)
    policy = keys.get("on_branch_fail")
    on_branch_fail = read_choice(policy, FAIL_POLICY, out) if policy else None
    if node is None:
        return Faulty(span=operation.key.span)
    if not node.entries:
        # D-35
        out.append(Finding(WRONG_SHAPE, node.span, "`wf.parallel` has no branches"))
    branches: list[Branch] = []
    for name, entry in read_names(node, "`wf.parallel`", out):
        check_name(name, entry.key.span, out)
        steps = read_list(entry, "a branch", out) or ()
        branches.append(Branch(name, steps, span=entry.key.span))
    return Parallel(tuple(branches), on_branch_fail or "fail_fast", span=operation.key.span)


def read_wait(operation: Entry, out: Out) -> Body:
    """`wf.wait`: exactly one of `for` and `until`."""
    faulty = Faulty(span=operation.key.span)
    node = as_map(operation, "`wf.wait`", out)
    if node is None:
        return faulty
    modes = read_keys(node, ("for", "until"), "`wf.wait`", out)
    until, length = modes.get("until"), modes.get("for")
    if (until is None) == (length is None):
        if not modes.misspelt:
            message = "`wf.wait` takes exactly one of `for` and `until`"
            out.append(Finding(WAIT_SHAPE, operation.key.span, message))
        return faulty
    value = read_instant(until, out) if until else None
    if length:
        value = read_duration(length, out)
    if value is None:
        return faulty
    mode = "until" if until else "for"
    return Wait(mode, value.value, value_span=value.value_span, span=operation.key.span)


def read_call(operation: Entry, keys: Keys, out: Out) -> Call:
    """`wf.call`."""
    arguments = keys.get("with")
    return Call(
        _callee(operation, out),
        (read_arguments(arguments, "`with`", out) or ()) if arguments else (),
        span=operation.key.span,
    )


def _callee(operation: Entry, out: Out) -> Ident | None:
    match operation.value:
        case Scalar(value=str(path)):
            if is_call_path(path) and INTERPOLATION not in path:
                return Ident(path, span=operation.value.span)
            message = (
                "the path of `wf.call` is written out, not computed"
                if INTERPOLATION in path
                else f"{shown(path)} is no path from the project's root"
            )
            advice = "separate folders by `/`; leave out a first `/`, `.` and `..`"
            out.append(Finding(CALLEE_PATH, operation.value.span, message, help=advice))
        case _:
            wrong_shape(operation, "`wf.call` takes the path of a Workfile", out)
    return None


def read_stop(operation: Entry, keys: Keys, out: Out) -> Stop:
    """`wf.stop`."""
    result = keys.get("result")
    return Stop(
        _reason(operation, "the reason of `wf.stop`", out),
        reason_span=operation.value.span,
        result=read_projection(result, "`result`", out) if result else None,
        span=operation.key.span,
    )


def read_fail(operation: Entry, keys: Keys, out: Out) -> Fail:
    """`wf.fail`."""
    code = keys.get("code")
    return Fail(
        _reason(operation, "the reason of `wf.fail`", out),
        reason_span=operation.value.span,
        code=_failure_code(code, out) if code else DEFAULT_CODE,
        span=operation.key.span,
    )


def _reason(operation: Entry, what: str, out: Out) -> Expr:
    return read_text(operation, what, out)


def _failure_code(entry: Entry, out: Out) -> str:
    match entry.value:
        case Scalar(value=str(code)) if FAILURE_CODE.fullmatch(code):
            return code
        case node if not is_broken(node):
            # D-23: no dot, so that it cannot equal a system's code
            message = "a failure code is a lower-case word, written out"
            advice = "a letter, then letters, digits and `_`, as in `threshold_exceeded`"
            out.append(Finding(INVALID_FAILURE_CODE, node.span, message, help=advice))
    return DEFAULT_CODE
