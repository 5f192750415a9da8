"""A scenario as the source of a run's choices (checking E-6, E-7)."""

from wfcheck.exec.scenario import Answer, Fails, Returns, Scenario, Vanishes
from wfcheck.exec.source import Settlement
from wfcheck.semantics.choice import Begin, EndedUnknown, Event, Failed, Result, Returned
from wfcheck.semantics.configuration import Configuration, Flight
from wfcheck.semantics.declared import action_output, event, input_map, trigger_payload
from wfcheck.semantics.program import ActionDecl, Opaque, Program
from wfcheck.syntax.expr import Expr, Lit


class Script:
    """A scenario being played: which answers are used up, which events have come."""

    def __init__(self, program: Program, scenario: Scenario) -> None:
        self._program = program
        self._scenario = scenario
        self._uses = [0] * len(scenario.answers)
        self._events = sorted(scenario.events, key=lambda event: event.at)
        self._cancels = sorted(scenario.cancels, key=lambda cancel: cancel.at)
        self._complaints: list[str] = []

    def begin(self) -> Begin:
        """The start that the scenario states."""
        scenario = self._scenario
        started_at = None if scenario.started_at is None else Lit(scenario.started_at)
        trigger, payload = self._trigger()
        return Begin(
            input_map(self._program, scenario.inputs),
            trigger,
            payload,
            started_at=started_at,
            dry_run=scenario.dry_run,
        )

    def _trigger(self) -> tuple[str | None, Expr | None]:
        triggers, name = self._program.triggers, self._scenario.trigger
        if not triggers:
            if name is not None:
                self._complain("trigger", f"`trigger`: `{self._program.path}` has no `on`")
            return None, None
        declared = next((t for t in triggers if t.name == name), None)
        if declared is None:
            names = ", ".join(f"`{t.name}`" for t in triggers)
            self._complain("trigger.name", f"`trigger` must name what starts the run: {names}")
            return None, None
        payload = trigger_payload(declared.trigger, self._scenario.payload)
        if isinstance(payload, str):
            self._complain(
                "trigger.payload", f"`trigger.payload` does not fit the manifest: {payload}"
            )
            return name, None
        return name, payload

    def answer(self, flight: Flight) -> Settlement | None:
        """E-7: the first matching answer not used up, in file order; the last one repeats."""
        operation = _operation(flight)
        matching = [
            number
            for number, answer in enumerate(self._scenario.answers)
            if answer.step in (None, flight.path) and answer.action in (None, operation)
        ]
        if not matching:
            self._complain("actions", f"`{flight.path}` ({operation}) has no answer")
            return None
        left = [n for n in matching if self._uses[n] < (self._scenario.answers[n].times or 1)]
        number = left[0] if left else matching[-1]
        self._uses[number] += 1
        answer = self._scenario.answers[number]
        result = self._result(answer, flight)
        return None if result is None else Settlement(result, answer.takes)

    def _result(self, answer: Answer, flight: Flight) -> Result | None:
        action = flight.action
        match answer.gives:
            case Returns(output=data):
                output = action_output(action, data)
                if not isinstance(output, str):
                    return Returned(output)
                why = output
            case Fails(code=code):
                if action is None or not action.known or code in codes_of(action):
                    return Failed(code)
                why = f"it cannot fail with `{code}`"
            case Vanishes():
                if action is None or action.may_end_unknown:
                    return EndedUnknown()
                why = "only a write that is not idempotent can end unknown"
        complaint = f"`{answer.place}` does not fit the manifest of `{_operation(flight)}`: {why}"
        self._complain(f"{answer.place}.{_gives(answer)}", complaint)
        return None

    def next_event(self, now: int, at: Configuration) -> int | None:
        """The next event of the scenario."""
        del now, at
        return self._events[0].at if self._events else None

    def events_at(self, now: int, at: Configuration) -> tuple[Event, ...]:
        """The events of this instant in file order."""
        del at
        found: list[Event] = []
        while self._events and self._events[0].at <= now:
            scripted = self._events.pop(0)
            read = event(
                self._program,
                scripted.event,
                scripted.payload,
                scripted.connection,
                scripted.configuration,
            )
            if isinstance(read, str):
                self._complain(
                    scripted.place, f"`{scripted.place}` does not fit the manifest: {read}"
                )
            else:
                found.append(read)
        return tuple(found)

    def next_cancel(self) -> int | None:
        """The next cancellation of the scenario."""
        return self._cancels[0].at if self._cancels else None

    def cancels_at(self, now: int) -> tuple[str | None, ...]:
        """The cancellations of this instant."""
        found: list[str | None] = []
        while self._cancels and self._cancels[0].at <= now:
            found.append(self._cancels.pop(0).step)
        return tuple(found)

    def complaints(self) -> tuple[str, ...]:
        """Missing and ill-fitting answers, then those that were not used, or too seldom."""
        unused: list[str] = []
        for answer, uses in zip(self._scenario.answers, self._uses, strict=True):
            place = answer.place
            if uses == 0:
                unused.append(self._scenario.told(place, f"`{place}` was not used"))
            elif answer.times is not None and uses < answer.times:
                seldom = f"`{place}` was used {uses} of {answer.times} times"
                unused.append(self._scenario.told(f"{place}.times", seldom))
        return (*self._complaints, *unused)

    def _complain(self, place: str, message: str) -> None:
        told = self._scenario.told(place, message)
        if told not in self._complaints:
            self._complaints.append(told)


def codes_of(action: ActionDecl) -> tuple[str, ...]:
    """The codes that an action can fail with (C-11)."""
    return (*action.errors, "action.failed")


def _gives(answer: Answer) -> str:
    match answer.gives:
        case Returns():
            return "returns"
        case Fails():
            return "fails"
        case Vanishes():
            return "unknown"


def _operation(flight: Flight) -> str:
    if flight.action is not None:
        return flight.action.name
    return flight.step.body.operation if isinstance(flight.step.body, Opaque) else ""
