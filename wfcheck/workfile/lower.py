"""A checked Workfile to a program: what runs, is searched, proved and drawn.

A file that has faults is lowered as far as it goes: what could not be read or found becomes an
operation whose result is unknown, and a subscription or case that leads nowhere is left out.
Whether the rest can be followed is for the caller to ask first (`rules.run.structure_holds`).
"""

from collections.abc import Iterator, Mapping

from wfcheck.classes import dataclass
from wfcheck.semantics import program
from wfcheck.semantics.program import Program
from wfcheck.semantics.types import Field
from wfcheck.span import Span
from wfcheck.workfile import ast
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.lower_steps import StepLowering
from wfcheck.workfile.lower_values import Declarations, assigned, projected, with_defaults


def lower(checked: CheckedWorkfile) -> Program:
    """The program of a file, its callees' programs inside it.

    Of a callee whose states cannot be followed nothing is known, as of one that is not there.
    """
    programs: dict[CheckedWorkfile, Program] = {}
    for document, path in _callees_first(checked):
        callees = tuple(
            (name, programs[callee])
            for name, callee in document.callees.items()
            if callee.can_be_followed
        )
        programs[document] = _Lowering.of(document, path, callees).lowered()
    return programs[checked]


def _callees_first(checked: CheckedWorkfile) -> Iterator[tuple[CheckedWorkfile, str]]:
    """A file and all that it calls, once each, callees before their callers; without recursion."""
    seen: set[CheckedWorkfile] = set()
    pending = [(checked, checked.source.file, False)]
    while pending:
        document, path, ready = pending.pop()
        if ready:
            yield document, path
        elif document not in seen:
            seen.add(document)
            pending.append((document, path, True))
            callees = reversed(tuple(document.callees.items()))
            pending += [(callee, name, False) for name, callee in callees]


@dataclass(frozen=True, slots=True)
class _Lowering:
    """Lowers one document."""

    checked: CheckedWorkfile
    path: str
    callees: tuple[tuple[str, Program], ...]
    declarations: Declarations
    steps: StepLowering
    accepts: Mapping[str, tuple[Field, ...]]  # by state

    @classmethod
    def of(
        cls, checked: CheckedWorkfile, path: str, callees: tuple[tuple[str, Program], ...]
    ) -> "_Lowering":
        declarations = Declarations(checked.connectors)
        inputs = {name: callee.inputs for name, callee in callees}
        notes = checked.notes
        steps = StepLowering(declarations, inputs, notes.subjects, notes.bound)
        accepts = {
            name: tuple(each.field for each in state.accepts)
            for name, state in checked.states.items()
        }
        return cls(checked, path, callees, declarations, steps, accepts)

    def lowered(self) -> Program:
        workfile = self.checked.workfile
        body = workfile.body
        states = body if isinstance(body, ast.States) else None
        return Program(
            path=self.path,
            edition=self.checked.settings.edition,
            inputs=tuple(each.field for each in workfile.inputs),
            triggers=tuple(self._triggers()),
            steps=None if states else self.steps.steps(_listed(body)),
            states=tuple(self._state(each) for each in states.states) if states else None,
            initial=states.initial.text if states and states.initial else None,
            outputs=projected(workfile.outputs),
            callees=self.callees,
            properties=tuple(
                program.Property(each.name, each.line, span=each.line_span)
                for each in workfile.properties
            ),
            recovery=workfile.recovery is not None or _recovers(states),
            input_spans=tuple((each.field.name, each.span) for each in workfile.inputs),
            initial_span=states.initial.span if states and states.initial else None,
            states_span=states.span if states else None,
        )

    def _triggers(self) -> Iterator[program.Trigger]:
        for trigger in self.checked.workfile.triggers:
            if trigger.event is None:
                continue
            declared = self.declarations.trigger(trigger.event.text)
            yield program.Trigger(
                trigger.name.text,
                declared,
                self._configuration(declared, trigger.configuration, trigger.span),
                self.declarations.connection(declared.name, trigger.connection, trigger.span),
                None if trigger.into is None else projected(trigger.into),
                span=trigger.span,
            )

    def _configuration(
        self,
        declared: program.TriggerDecl,
        written: tuple[ast.Arg, ...] | None,
        at: Span,
    ) -> tuple[program.Assign, ...]:
        fields = declared.configuration
        return with_defaults(assigned(written, fields), fields, at)

    def _state(self, state: ast.StateDecl) -> program.State:
        return program.State(
            state.name.text,
            accepts=tuple(each.field for each in state.accepts),
            on_enter=self.steps.steps(state.on_enter),
            steps=self.steps.steps(state.steps),
            subscriptions=tuple(self._subscriptions(state)),
            timeout=self._timeout(state.timeout),
            exit=self._transition(state.exit),
            final=state.final,
            span=state.span,
        )

    def _subscriptions(self, state: ast.StateDecl) -> Iterator[program.Subscription]:
        for each in state.subscriptions:
            leaving = self._transition(each.exit)
            if each.event is None or leaving is None:
                continue
            declared = self.declarations.trigger(each.event.text)
            yield program.Subscription(
                each.name.text,
                declared,
                assigned(each.match, declared.payload),
                self._configuration(declared, each.configuration, each.span),
                self.declarations.connection(declared.name, each.connection, each.span),
                leaving,
                span=each.span,
            )

    def _timeout(self, timeout: ast.Timeout | None) -> program.Timeout | None:
        leaving = None if timeout is None else self._transition(timeout.exit)
        if timeout is None or timeout.after is None or leaving is None:
            return None
        return program.Timeout(timeout.after, leaving, span=timeout.after_span)

    def _transition(self, transition: ast.Transition | None) -> program.Transition | None:
        match transition:
            case ast.Goto():
                return self._goto(transition)
            case ast.Route():
                return self._route(transition)
            case None:
                return None

    def _goto(self, goto: ast.Goto) -> program.Goto | None:
        if goto.target is None:
            return None
        accepts = self.accepts.get(goto.target.text, ())
        into = with_defaults(assigned(goto.into, accepts), accepts, goto.span, whole=True)
        return program.Goto(goto.target.text, into, goto.reset_timeout, span=goto.span)

    def _route(self, route: ast.Route) -> program.Route:
        cases = (
            (case, self._transition(case.exit)) for case in route.cases or () if not case.reported
        )
        return program.Route(
            route.subject,
            self.checked.notes.subjects.get(route.span),
            tuple(
                program.Case(case.label, leaving, span=case.span)
                for case, leaving in cases
                if leaving is not None
            ),
            self._transition(route.orelse),
            else_span=route.else_key,
            span=route.span,
        )


def _listed(body: ast.Steps | ast.States | None) -> tuple[ast.Step, ...]:
    return body.steps if isinstance(body, ast.Steps) else ()


def _recovers(states: ast.States | None) -> bool:
    """Whether a state declares `recovery`."""
    every = states.states if states else ()
    return any(key == "recovery" for state in every for key, _ in state.keys)
