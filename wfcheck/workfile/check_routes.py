"""Routes, of steps and of transitions: the subject's type, and the labels against its domain (C-4)."""

from collections.abc import Sequence

from wfcheck.catalog import (
    CASE_LABEL_OUTSIDE_ENUM,
    CASE_MISSING,
    ELSE_PROHIBITED,
    ELSE_REQUIRED,
    OPEN_ENUM_WITHOUT_ELSE,
    ROUTE_SUBJECT_TYPE,
    ROUTE_WITHOUT_ELSE,
)
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.semantics.infer import infer
from wfcheck.semantics.scope import Scope
from wfcheck.semantics.types import STRING, UNKNOWN, EnumType, Type, domain, may_be_null, show
from wfcheck.semantics.wording import path_text
from wfcheck.settings import Edition
from wfcheck.span import Span
from wfcheck.syntax.names import nearest
from wfcheck.workfile.ast import Case, Route, RouteStep, StepCase
from wfcheck.workfile.checking import Checking


@dataclass(frozen=True, slots=True)
class Subject:
    """A route's subject; `type` is None where it is faulty, so that nothing follows from it."""

    type: Type | None
    name: str = "the subject"  # what a message calls it

    @property
    def closed(self) -> frozenset[str] | None:
        """The closed domain, None where there is none (C-4)."""
        return None if self.type is None else domain(self.type)


def check_subject(route: Route | RouteStep, scope: Scope, checking: Checking) -> Subject:
    """A route's subject: a string or an enum, not null (WFC)."""
    before = len(checking.out)
    found = infer(route.subject, scope, checking.out)
    faulty = len(checking.out) > before
    if faulty or (found is UNKNOWN and checking.is_doubtful(route.subject)):
        return Subject(None)
    checking.notes.subjects[route.span] = found
    if found == STRING or isinstance(found, EnumType) or found is UNKNOWN:
        path = path_text(route.subject)
        return Subject(found) if path is None else Subject(found, f"`{path}`")
    help_ = "route a string or an enum"
    if may_be_null(found):
        help_ = "say what null stands for: `| default('none')`"
    checking.out.append(
        Finding(
            ROUTE_SUBJECT_TYPE,
            route.subject_span,
            f"a route takes a string or an enum, never null; this is {show(found)}",
            help=help_,
        )
    )
    return Subject(None)


def check_cases(route: RouteStep, subject: Subject, checking: Checking) -> None:
    """`cases` and `else` of `wf.route` (WFC, D-20, D-41)."""
    if subject.type is None or route.cases is None:
        return
    closed = subject.closed
    if closed is not None:
        _check_labels(route.cases, route.cases_key, subject, closed, checking)
        _refuse_else(route.else_key, checking)
    elif route.else_key is None and subject.type == STRING:
        checking.out.append(
            Finding(
                ROUTE_WITHOUT_ELSE,
                route.span,
                "a value that no case names runs nothing, and the step succeeds",
                help="say so with `else: []`, or handle it there",
            )
        )
    elif route.else_key is None and isinstance(subject.type, EnumType):
        checking.out.append(
            Finding(
                OPEN_ENUM_WITHOUT_ELSE,
                route.span,
                "the enum is open: a member that it gains later runs nothing here",
                help="say so with `else: []`, or handle it there",
            )
        )


def check_transition_cases(route: Route, subject: Subject, checking: Checking) -> None:
    """`cases` and `else` of a routed transition (SWP-126 to SWP-142; C-13 for the draft edition)."""
    if subject.type is None or route.cases is None:
        return
    closed = subject.closed
    if closed is not None:
        _check_labels(route.cases, route.cases_key, subject, closed, checking)
        if checking.settings.edition is Edition.PROFILE:
            _refuse_else(route.else_key, checking)
            return
    if route.else_key is None:
        why = (
            "the draft edition asks for `else` in every routed transition"
            if closed is not None
            else f"{subject.name} is {show(subject.type)}, which can have a value that no case names"
        )
        checking.out.append(
            Finding(ELSE_REQUIRED, route.span, f"this route needs `else`: {why}", help="add `else`")
        )


def _refuse_else(key: Span | None, checking: Checking) -> None:
    if key is not None:
        checking.out.append(
            Finding(
                ELSE_PROHIBITED,
                key,
                "every value of the subject's enum has its case, so `else` can never be taken",
                help="remove `else`",
            )
        )


def _check_labels(
    cases: Sequence[Case | StepCase],
    key: Span | None,
    subject: Subject,
    closed: frozenset[str],
    checking: Checking,
) -> None:
    missing = [member for member in sorted(closed) if all(member != case.label for case in cases)]
    told = set[str]()
    for case in cases:
        if case.reported or case.label in closed:
            continue
        near = nearest(case.label, missing)
        # D-30; a label in other capitals is another label (C-2.4), and its member still has no case.
        if near is not None and near.casefold() != case.label.casefold():
            told.add(near)
        checking.out.append(
            Finding(
                CASE_LABEL_OUTSIDE_ENUM,
                case.span,
                f"{subject.name} is never `{case.label}`",
                help=f"did you mean `{near}`?"
                if near
                else "it is one of " + ", ".join(f"`{member}`" for member in sorted(closed)),
            )
        )
    left = [member for member in missing if member not in told]
    if left and key is not None and not any(case.reported for case in cases):
        names = ", ".join(f"`{member}`" for member in left)
        checking.out.append(
            Finding(
                CASE_MISSING,
                key,
                f"there is no case for {names}",
                help="give each member of the subject's enum a case",
            )
        )
