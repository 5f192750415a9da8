"""Step lists: each step against its scope, in order, and what the list binds (C-6, WFC)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from wfcheck.catalog import NAME_COLLISION, NOT_IN_SCOPE, UNKNOWN_NAME
from wfcheck.diagnostic import Finding, Label
from wfcheck.semantics.infer import infer, infer_guard
from wfcheck.semantics.narrow import narrow
from wfcheck.semantics.scope import Hidden, Reason, Scope
from wfcheck.semantics.types import DURATION, STRING, TIMESTAMP, UNKNOWN, Type, nullable
from wfcheck.syntax.expr import Expr, Name, walk
from wfcheck.syntax.names import RESERVED
from wfcheck.workfile import bindings
from wfcheck.workfile.ast import (
    Action,
    Arg,
    Call,
    Choose,
    Fail,
    Faulty,
    ForEach,
    Foreign,
    Ident,
    Parallel,
    Repeat,
    RouteStep,
    Step,
    Stop,
    Value,
    Wait,
)
from wfcheck.workfile.bindings import has_unknown
from wfcheck.workfile.check_actions import (
    action_result,
    check_action,
    check_list_subject,
    check_source,
)
from wfcheck.workfile.check_calls import check_call
from wfcheck.workfile.check_routes import check_cases, check_subject
from wfcheck.workfile.check_values import expect
from wfcheck.workfile.checking import Callee, Checking, StopShape
from wfcheck.workfile.walk import every_step, inner_lists, step_expressions
from wfcheck.workfile.whereabouts import ahead


def check_list(
    steps: tuple[Step, ...], scope: Scope, checking: Checking
) -> tuple[dict[str, Type], Scope]:
    """A step list: what it binds that can be read, and the scope after it."""
    bound: dict[str, Type] = {}
    guarded: dict[Expr, dict[str, Type]] = {}
    scope = hide_all(ahead(steps), scope)
    for step in steps:
        name, when = step.id.text, step.modifiers.when
        seen = scope
        if name not in scope:
            seen = scope.hide(name, Hidden(Reason.OWN_ID, step.id.span))
        if when is not None and when.value in guarded:
            seen = _not_skipped(guarded[when.value], step, seen)
        unguarded = check_step(step, seen, checking)
        if name in RESERVED or collides(step.id, scope, checking):
            continue
        if unguarded is None:
            scope = scope.bind_unreadable(name)
            continue
        t = unguarded if when is None else nullable(unguarded)
        bound[name] = t
        scope = scope.bind(name, t)
        if when is not None:
            guarded.setdefault(when.value, {})[name] = unguarded
    return bound, scope


def _not_skipped(earlier: Mapping[str, Type], step: Step, scope: Scope) -> Scope:
    """C-5.7: a step sees those under the same condition as not skipped; only those it reads matter."""
    for inner in every_step(((step,),)):
        for expr in step_expressions(inner):
            for node in walk(expr):
                if isinstance(node, Name) and node.name in earlier:
                    scope = scope.bind(node.name, earlier[node.name])
    return scope


def hide_all(names: Mapping[str, Hidden], scope: Scope) -> Scope:
    """A scope in which these names are known and not visible, but for those that are visible already."""
    for name, hidden in names.items():
        if name not in scope:
            scope = scope.hide(name, hidden)
    return scope


def _apart(lists: Iterable[tuple[Step, ...]], scope: Scope) -> Scope:
    """The scope of branches, which do not see each other."""
    names: dict[str, Hidden] = {}
    for steps in lists:
        names |= ahead(steps, Reason.OTHER_BRANCH)
    return hide_all(names, scope)


def collides(name: Ident, scope: Scope, checking: Checking) -> bool:
    """Report a name that is visible already: there is no shadowing (C-2.2).

    Of a name that is visible, the place where it was bound last is the one: any other since then
    would itself have collided with it.
    """
    if name.text not in scope or name.text in RESERVED:
        checking.notes.places[name.text] = name.span
        return False
    first = checking.notes.places.get(name.text)
    checking.out.append(
        Finding(
            NAME_COLLISION,
            name.span,
            f"`{name.text}` is already a name here",
            help="choose another name: a name is bound once and never hidden",
            labels=() if first is None else (Label(first, "bound here"),),
        )
    )
    checking.notes.doubtful.add(name.text)
    return True


def check_step(step: Step, scope: Scope, checking: Checking) -> Type | None:
    """A step; the type of its binding but for its `when`, None where nothing of it can be read."""
    modifiers = step.modifiers
    if modifiers.when is not None:
        infer_guard(modifiers.when.value, scope, checking.out)
        scope = narrow(modifiers.when.value, scope, holds=True)
    delay = modifiers.retry.delay if modifiers.retry is not None else None
    if delay is not None and modifiers.retry is not None:
        expect(delay, delay.span or modifiers.retry.span, DURATION, "`delay`", scope, checking)
    if modifiers.timeout is not None:
        keyed = modifiers.timeout
        expect(keyed.value, keyed.value_span, DURATION, "`timeout`", scope, checking)
    before = len(checking.out)
    found = _check_body(step, scope, checking)
    if found is not None and has_unknown(found):
        if len(checking.out) > before or _reads_doubtful(step, checking):
            checking.notes.doubtful.add(step.id.text)
    match step.body:
        case RouteStep(whole=False) | Choose(whole=False) | Parallel(whole=False):
            checking.notes.doubtful.add(step.id.text)
            found = UNKNOWN
        case _:
            pass
    if found is not None:
        checking.notes.bound[step.span] = found
    if modifiers.on_fail is not None:
        if modifiers.on_fail.steps is not None:
            check_list(modifiers.on_fail.steps, scope.bind("error", bindings.ERROR), checking)
        found = None if found is None else nullable(found)
    return found


def _reads_doubtful(step: Step, checking: Checking) -> bool:
    steps = tuple(every_step(((step,),)))
    doubtful = checking.notes.doubtful
    return any(inner.id.text in doubtful for inner in steps[1:]) or any(
        checking.is_doubtful(expr) for expr in step_expressions(step)
    )


def _check_body(step: Step, scope: Scope, checking: Checking) -> Type | None:
    body = step.body
    match body:
        case Value(value):
            return infer(value, scope, checking.out)
        case Action():
            declared = check_action(body, step.modifiers.connection, scope, checking)
            if not checking.connectors.is_absent(body.operation):
                checking.doubt(step.id.text, action_result(declared))
            return action_result(declared)
        case RouteStep():
            return _check_route(body, scope, checking)
        case Choose():
            return _check_choose(body, scope, checking)
        case ForEach():
            return _check_for_each(body, scope, checking)
        case Parallel(branches, policy):
            inside = _apart((branch.steps for branch in branches), scope)
            scopes = {
                branch.name: check_list(branch.steps, inside, checking)[0] for branch in branches
            }
            return bindings.parallel(scopes, keep_going=policy == "continue")
        case Repeat():
            return _check_repeat(body, scope, checking)
        case Call(path):
            result = check_call(body, scope, checking)
            callee = None if path is None else checking.callees.get(path.text)
            if isinstance(callee, Callee) and callee.faulty:
                checking.doubt(step.id.text, result)
            return result
        case Wait(mode, value):
            wanted = DURATION if mode == "for" else TIMESTAMP
            expect(value, body.value_span, wanted, f"`{mode}`", scope, checking)
            return None
        case Stop():
            _check_stop(body, scope, checking)
            return None
        case Fail(reason):
            expect(reason, body.reason_span, STRING, "the reason", scope, checking)
            return None
        case Foreign():
            return UNKNOWN
        case Faulty(values, lists):
            checking.notes.doubtful.add(step.id.text)
            for value in values:
                infer(value, scope, checking.out)
            for steps in lists:
                _check_loosely(steps, scope, checking)
            return UNKNOWN
        case _:
            assert_never(body)


def _check_loosely(steps: tuple[Step, ...], scope: Scope, checking: Checking) -> None:
    """Steps inside a body with a fault, which may lack what it should bind for them."""
    inside = replace(checking, out=[])
    check_list(steps, scope, inside)
    checking.out.extend(f for f in inside.out if f.rule not in (UNKNOWN_NAME, NOT_IN_SCOPE))


def _check_route(body: RouteStep, scope: Scope, checking: Checking) -> Type:
    subject = check_subject(body, scope, checking)
    check_cases(body, subject, checking)
    scope = _apart(inner_lists(body), scope)
    scopes = [check_list(case.steps, scope, checking)[0] for case in body.cases or ()]
    if body.orelse is not None:
        scopes.append(check_list(body.orelse, scope, checking)[0])
    elif subject.closed is None:
        scopes.append({})  # D-21: the implicit `else`
    return bindings.object_of(bindings.across(scopes))


def _check_choose(body: Choose, scope: Scope, checking: Checking) -> Type:
    scopes: list[Mapping[str, Type]] = []
    scope = _apart(inner_lists(body), scope)
    for arm in body.arms:
        infer_guard(arm.when, scope, checking.out)
        inside = narrow(arm.when, scope, holds=True)
        scopes.append(check_list(arm.then, inside, checking)[0])
        scope = narrow(arm.when, scope, holds=False)
    scopes.append(check_list(body.orelse or (), scope, checking)[0])
    return bindings.object_of(bindings.across(scopes))


def _check_for_each(body: ForEach, scope: Scope, checking: Checking) -> Type:
    before = len(checking.out)
    if isinstance(body.subject, Action):
        item = check_source(body.subject, body.subject_span, scope, checking)
    else:
        item = check_list_subject(body.subject, body.subject_span, scope, checking)
    inside = scope
    if body.as_ is not None and not collides(body.as_, scope, checking):
        inside = scope.bind(body.as_.text, item)
        if has_unknown(item) and len(checking.out) > before:
            checking.notes.doubtful.add(body.as_.text)
    bound, _ = check_list(body.steps, inside, checking)
    return bindings.for_each(bound, body.retain, keep_going=body.on_iteration_fail == "continue")


def _check_repeat(body: Repeat, scope: Scope, checking: Checking) -> Type:
    if body.every is not None:
        keyed = body.every
        expect(keyed.value, keyed.value_span, DURATION, "`every`", scope, checking)
    bound, inside = check_list(body.steps, scope, checking)
    if body.until is not None:
        infer_guard(body.until.value, inside, checking.out)
    return bindings.repeat(bound)


def _check_stop(body: Stop, scope: Scope, checking: Checking) -> None:
    expect(body.reason, body.reason_span, STRING, "the reason", scope, checking)
    shape = None if body.result is None else infer_all(body.result, scope, checking)
    checking.notes.stops.append(StopShape(body.span, shape))


def infer_all(args: Iterable[Arg], scope: Scope, checking: Checking) -> dict[str, Type]:
    """The types of a projection's values, by name."""
    return {arg.name: infer(arg.value, scope, checking.out) for arg in args}
