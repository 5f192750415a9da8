"""Parts of a program in few words, for boxes and arrows."""

from typing import Final, assert_never

from wfcheck.semantics.program import (
    Assign,
    Body,
    Call,
    Choose,
    Compute,
    Dispatch,
    Fail,
    ForEach,
    Opaque,
    Parallel,
    Repeat,
    RouteStep,
    Step,
    Stop,
    Wait,
)
from wfcheck.span import Source
from wfcheck.syntax.expr import Expr, Lit
from wfcheck.syntax.literals import Duration, Timestamp, show_duration, show_timestamp
from wfcheck.syntax.unparse import unparse

_LONGEST: Final = 44  # characters of an expression


def shortened(text: str, longest: int = _LONGEST) -> str:
    """A text in one line, its end left out where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def expr_words(expr: Expr) -> str:
    """An expression as the file writes it, shortened."""
    return shortened(unparse(expr))


def duration_words(expr: Expr, source: Source | None = None) -> str:
    """A duration or an instant as the file writes it, where `source` is that file."""
    if isinstance(expr, Lit) and source is not None and expr.span is not None:
        if expr.span.file == source.file and expr.span.start.line == expr.span.end.line:
            return shortened(source.slice(expr.span))
    match expr:
        case Lit(Duration() as value):
            return show_duration(value)
        case Lit(Timestamp() as value):
            return show_timestamp(value)
        case _:
            return expr_words(expr)


def assign_words(entry: Assign, sign: str) -> str:
    """A named value: `request_id = notify.id`."""
    return shortened(f"{entry.name} {sign} {unparse(entry.value)}")


def step_lines(step: Step, *, whole: bool, depth: int = 0) -> list[str]:
    """A step in one line, with `whole` the steps inside it in lines below, indented."""
    guard = "" if step.when is None else f" if {expr_words(step.when)}"
    lines = [f"{'    ' * depth}{step.id}: {body_words(step.body)}{guard}"]
    if whole:
        for _, steps in inner_steps(step.body):
            for inner in steps:
                lines += step_lines(inner, whole=True, depth=depth + 1)
    return lines


def inner_steps(body: Body) -> tuple[tuple[str, tuple[Step, ...]], ...]:
    """The step lists inside a construct, each with what leads there."""
    match body:
        case RouteStep(_, _, cases, orelse, explicit):
            ways = tuple((case.label, case.steps) for case in cases)
            return (*ways, ("else", orelse)) if explicit else ways
        case Choose(arms, orelse, explicit):
            ways = tuple((f"if {expr_words(arm.when)}", arm.then) for arm in arms)
            return (*ways, ("else", orelse)) if explicit else ways
        case ForEach():
            return (("for each", body.steps),)
        case Parallel():
            return tuple((branch.name, branch.steps) for branch in body.branches)
        case Repeat():
            return (("repeat", body.steps),)
        case Compute() | Dispatch() | Opaque() | Wait() | Call() | Stop() | Fail():
            return ()
        case _:
            assert_never(body)


def body_words(body: Body) -> str:
    """What a step does."""
    match body:
        case Compute(value):
            return expr_words(value)
        case Dispatch(action):
            return action.name
        case Opaque(operation):
            return operation
        case RouteStep(subject):
            return f"route {expr_words(subject)}"
        case Choose(arms):
            return f"choose among {len(arms)}"
        case ForEach(source, as_name):
            over = source.action.name if isinstance(source, Dispatch) else expr_words(source)
            return f"for each {as_name} of {over}"
        case Parallel(branches):
            return shortened(f"parallel {', '.join(branch.name for branch in branches)}")
        case Wait(value, until):
            return f"wait {'until ' if until else ''}{duration_words(value)}"
        case Repeat():
            return f"repeat until {expr_words(body.until)}"
        case Call(path):
            return f"call {path}"
        case Stop(reason):
            return f"stop: {expr_words(reason)}"
        case Fail(reason, code):
            return f"fail {code}: {expr_words(reason)}"
        case _:
            assert_never(body)
