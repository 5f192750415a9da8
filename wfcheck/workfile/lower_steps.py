"""Steps to steps of a program: declarations resolved, policies merged, callees found."""

from collections.abc import Mapping
from typing import Final, assert_never

from wfcheck.classes import dataclass
from wfcheck.semantics import program
from wfcheck.semantics.program import RetryPolicy
from wfcheck.semantics.types import Field, Type
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr, Lit
from wfcheck.syntax.literals import Duration
from wfcheck.workfile import ast
from wfcheck.workfile.lower_values import Declarations, assigned, projected, with_defaults

NO_TIME: Final = Lit(Duration(0), plain=True)
UNREAD: Final = "unread"
"""The operation of a body that could not be read."""


@dataclass(frozen=True, slots=True)
class StepLowering:
    """Lowers the steps of one document.

    `inputs` are the declared inputs of the callees that there are, by path; `subjects` the types
    of route subjects and `bound` those of what bodies bind, by the place of their keys.
    """

    declarations: Declarations
    inputs: Mapping[str, tuple[Field, ...]]
    subjects: Mapping[Span, Type]
    bound: Mapping[Span, Type]

    def steps(self, steps: tuple[ast.Step, ...] | None) -> tuple[program.Step, ...]:
        return tuple(self._step(step) for step in steps or ())

    def _step(self, step: ast.Step) -> program.Step:
        body = self._body(step)
        modifiers = step.modifiers
        when, unknown = modifiers.when, modifiers.on_unknown
        on_fail = modifiers.on_fail
        return program.Step(
            step.id.text,
            body,
            when=None if when is None else when.value,
            retry=_retry(modifiers.retry, body),
            on_fail=None if on_fail is None else self._on_fail(on_fail),
            timeout=None if modifiers.timeout is None else modifiers.timeout.value,
            abort_on_unknown=unknown is not None and unknown.text == "abort",
            binds=self.bound.get(step.span),
            span=step.span,
            when_span=None if when is None else when.span,
        )

    def _on_fail(self, on_fail: ast.OnFail) -> program.OnFail:
        return program.OnFail(None if on_fail.steps is None else self.steps(on_fail.steps))

    def _body(self, step: ast.Step) -> program.Body:
        body = step.body
        match body:
            case ast.Value():
                return program.Compute(body.value, span=body.value.span or body.span)
            case ast.Action():
                return self._dispatch(body, step.modifiers.connection)
            case ast.RouteStep():
                return self._route(body)
            case ast.Choose():
                return self._choose(body)
            case ast.ForEach():
                return self._for_each(body)
            case ast.Parallel():
                return self._parallel(body)
            case ast.Wait():
                return program.Wait(body.value, until=body.mode == "until", span=body.value_span)
            case ast.Repeat():
                return self._repeat(body)
            case ast.Call():
                return self._call(body)
            case ast.Stop():
                return program.Stop(body.reason, projected(body.result), span=body.span)
            case ast.Fail():
                return program.Fail(body.reason, body.code, span=body.span)
            case ast.Foreign():
                return program.Opaque(body.operation, span=body.span)
            case ast.Faulty():
                return program.Opaque(UNREAD, span=body.span)
            case _:
                assert_never(body)

    def _dispatch(self, action: ast.Action, connection: ast.Ident | None) -> program.Dispatch:
        declared = self.declarations.action(action.operation)
        args = with_defaults(assigned(action.args, declared.input), declared.input, action.span)
        selected = self.declarations.connection(action.operation, connection, action.span)
        return program.Dispatch(declared, args, selected, span=action.span)

    def _route(self, route: ast.RouteStep) -> program.RouteStep:
        cases = tuple(
            program.RouteCase(case.label, self.steps(case.steps), span=case.span)
            for case in route.cases or ()
            if not case.reported
        )
        return program.RouteStep(
            route.subject,
            self.subjects.get(route.span),
            cases,
            self.steps(route.orelse),
            explicit_else=route.orelse is not None,
            else_span=route.else_key,
            span=route.span,
        )

    def _choose(self, choose: ast.Choose) -> program.Choose:
        arms = tuple(
            program.Arm(arm.when, self.steps(arm.then), span=arm.when_key) for arm in choose.arms
        )
        return program.Choose(
            arms,
            self.steps(choose.orelse),
            explicit_else=choose.orelse is not None,
            else_span=choose.else_key,
            span=choose.span,
        )

    def _for_each(self, loop: ast.ForEach) -> program.ForEach:
        source: Expr | program.Dispatch
        if isinstance(loop.subject, ast.Action):
            source = self._dispatch(loop.subject, None)
        else:
            source = loop.subject
        return program.ForEach(
            source,
            loop.as_.text if loop.as_ else "",
            self.steps(loop.steps),
            loop.max,
            loop.concurrency,
            loop.retain,
            keep_going=loop.on_iteration_fail == "continue",
            span=loop.span,
        )

    def _parallel(self, parallel: ast.Parallel) -> program.Parallel:
        branches = tuple(
            program.Branch(branch.name, self.steps(branch.steps), span=branch.span)
            for branch in parallel.branches
        )
        keep_going = parallel.on_branch_fail == "continue"
        return program.Parallel(branches, keep_going=keep_going, span=parallel.span)

    def _repeat(self, repeat: ast.Repeat) -> program.Repeat:
        # What is missing has been reported; a loop without it runs once.
        until, every = repeat.until, repeat.every
        return program.Repeat(
            self.steps(repeat.steps),
            every=NO_TIME if every is None else every.value,
            max=repeat.max or 1,
            until=Lit(True) if until is None else until.value,
            until_span=repeat.span if until is None else until.span,
            every_span=repeat.span if every is None else every.value_span,
            span=repeat.span,
        )

    def _call(self, call: ast.Call) -> program.Call | program.Opaque:
        """A call; of a callee that is not there nothing is known."""
        fields = None if call.path is None else self.inputs.get(call.path.text)
        if call.path is None or fields is None:
            return program.Opaque("wf.call", span=call.span)
        return program.Call(call.path.text, assigned(call.with_, fields), span=call.span)


def _retry(retry: ast.Retry | None, body: program.Body) -> RetryPolicy | None:
    """The step's policy, else its action's (C-7.2)."""
    if retry is None or retry.max_attempts is None:
        return body.action.retry if isinstance(body, program.Dispatch) else None
    return RetryPolicy(
        retry.max_attempts,
        NO_TIME if retry.delay is None else retry.delay,
        exponential=retry.backoff == "exponential",
        codes=None if retry.codes is None else tuple(code.text for code in retry.codes),
    )
