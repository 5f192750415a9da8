"""A program as boxes and arrows, before any drawing tool sees it.

A state is a box, a routed transition a small choice box between the state and its targets. Arrows with
the same ends, kind and style become one arrow with several captions.
"""

from dataclasses import field, replace
from enum import StrEnum
from typing import assert_never

from wfcheck.classes import dataclass
from wfcheck.render.words import assign_words, duration_words, expr_words, step_lines
from wfcheck.semantics.program import (
    Assign,
    Goto,
    Program,
    Route,
    State,
    Step,
    Subscription,
    Transition,
)
from wfcheck.span import Source
from wfcheck.syntax.expr import Name


class Kind(StrEnum):
    """What makes a run take an arrow."""

    EVENT = "event"
    TIMEOUT = "timeout"
    IMMEDIATE = "immediate"


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of one kind in a box, such as the steps on entry."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A state, or a step of a file that has no states."""

    id: str
    title: str
    sections: tuple[Section, ...] = ()
    initial: bool = False
    final: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a route decides; `subject` is what it looks at."""

    id: str
    subject: str


@dataclass(frozen=True, slots=True)
class Caption:
    """What an arrow says: what happens, under which conditions, and what it carries over."""

    head: str = ""
    conditions: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrow:
    """A transition, or a part of a routed one."""

    source: str
    target: str
    kind: Kind
    captions: tuple[Caption, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """What is drawn, in the order of the file."""

    title: str
    boxes: tuple[Box, ...]
    choices: tuple[Choice, ...]
    arrows: tuple[Arrow, ...]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of arrows that occur: a legend explains no others."""
        return tuple(kind for kind in Kind if any(arrow.kind is kind for arrow in self.arrows))


def state_diagram(
    program: Program, source: Source | None = None, *, all_steps: bool = False
) -> Diagram:
    """The diagram of a program in state form; `all_steps` lists every step of a state.

    With the program's `source`, durations are written as they stand there.
    """
    drawing = _Drawing()
    for state in program.states or ():
        drawing.boxes.append(_box(state, initial=state.name == program.initial, whole=all_steps))
        for subscription in state.subscriptions:
            drawing.exit(
                state.name,
                f"{state.name}.{subscription.name}",
                Kind.EVENT,
                _event_caption(subscription, state),
                subscription.exit,
            )
        if state.timeout is not None:
            caption = Caption(f"after {duration_words(state.timeout.after, source)}")
            path = f"{state.name}.timeout"
            drawing.exit(state.name, path, Kind.TIMEOUT, caption, state.timeout.exit)
        if state.exit is not None:
            path = f"{state.name}.exit"
            drawing.exit(state.name, path, Kind.IMMEDIATE, Caption(), state.exit)
    return drawing.finished(program.path)


def backward(diagram: Diagram) -> frozenset[tuple[str, str]]:
    """The ends of arrows that lead back to where the flow came from.

    Without them there is no cycle, so the others give every box its rank. The flow is followed from
    the initial box, along arrows in the order of the file: what its author wrote first leads on.
    """
    following: dict[str, list[str]] = {}
    for arrow in diagram.arrows:
        following.setdefault(arrow.source, []).append(arrow.target)
    starts = sorted(diagram.boxes, key=lambda box: not box.initial)
    done: set[str] = set()
    back: set[tuple[str, str]] = set()
    for start in starts:
        on_path: dict[str, int] = {}  # how many of the arrows that leave it were followed
        path = [] if start.id in done else [start.id]
        while path:
            here = path[-1]
            number = on_path.setdefault(here, 0)
            if number == len(following.get(here, ())):
                done.add(path.pop())
                del on_path[here]
                continue
            on_path[here] += 1
            target = following[here][number]
            if target in on_path:
                back.add((here, target))
            elif target not in done:
                path.append(target)
    return frozenset(back)


@dataclass(slots=True)
class _Drawing:
    boxes: list[Box] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)

    def exit(
        self, source: str, path: str, kind: Kind, caption: Caption, transition: Transition
    ) -> None:
        """Draw a transition; a route whose ways all end alike needs no choice box."""
        match transition:
            case Goto(target, into, reset):
                told = replace(caption, carried=_carried(into, reset_timeout=reset))
                self.arrows.append(Arrow(source, target, kind, (told,)))
            case Route(subject, _, cases, orelse):
                choice = Choice(path, f"{expr_words(subject)} ?")
                self.choices.append(choice)
                self.arrows.append(Arrow(source, choice.id, kind, (caption,)))
                for case in cases:
                    inner = Caption(_label(case.label))
                    self.exit(choice.id, f"{path}.{case.label}", kind, inner, case.exit)
                if orelse is not None:
                    self.exit(choice.id, f"{path}.(else)", kind, Caption("else"), orelse)
            case _:
                assert_never(transition)

    def finished(self, title: str) -> Diagram:
        return Diagram(title, tuple(self.boxes), tuple(self.choices), merged(self.arrows))


def merged(arrows: list[Arrow]) -> tuple[Arrow, ...]:
    """Arrows with the same ends and kind as one; captions that differ only in their heads as one."""
    together: dict[tuple[str, str, Kind], list[Caption]] = {}
    for arrow in arrows:
        captions = together.setdefault((arrow.source, arrow.target, arrow.kind), [])
        for caption in arrow.captions:
            alike = (caption.conditions, caption.carried)
            twin = next((c for c in captions if (c.conditions, c.carried) == alike), None)
            if twin is None:
                captions.append(caption)
            else:
                heads = dict.fromkeys(head for head in (twin.head, caption.head) if head)
                captions[captions.index(twin)] = replace(twin, head=", ".join(heads))
    return tuple(
        Arrow(source, target, kind, tuple(captions))
        for (source, target, kind), captions in together.items()
    )


def _event_caption(subscription: Subscription, state: State) -> Caption:
    conditions = [assign_words(entry, "=") for entry in subscription.match]
    alike = [s for s in state.subscriptions if s.trigger.name == subscription.trigger.name]
    if len(alike) > 1:
        # only where one event is awaited twice does it matter from where it comes
        conditions += [assign_words(entry, "=") for entry in subscription.configuration]
        if subscription.connection is not None:
            conditions.append(f"connection {subscription.connection}")
    return Caption(subscription.trigger.name, tuple(conditions))


def _carried(into: tuple[Assign, ...], *, reset_timeout: bool) -> tuple[str, ...]:
    # what lowering filled in for omitted names was not written, so it is not drawn
    written = [entry for entry in into if entry.name_span is not None]
    kept = [entry.name for entry in written if entry.value == Name(entry.name)]
    lines = [f"with {', '.join(kept)}"] if kept else []
    lines += [assign_words(entry, ":=") for entry in written if entry.name not in kept]
    return (*lines, *(["timer starts again"] if reset_timeout else []))


def _label(label: str) -> str:
    return label if label.isidentifier() or label.replace("-", "").isalnum() else f'"{label}"'


def _box(state: State, *, initial: bool, whole: bool) -> Box:
    accepted = tuple(field.name if field.required else f"{field.name}?" for field in state.accepts)
    sections = (
        Section("accepts", (", ".join(accepted),) if accepted else ()),
        Section("on enter", _steps(state.on_enter, whole=whole)),
        Section("steps", _steps(state.steps, whole=whole)),
    )
    return Box(
        state.name,
        state.name,
        tuple(section for section in sections if section.lines),
        initial,
        state.final,
    )


def _steps(steps: tuple[Step, ...], *, whole: bool) -> tuple[str, ...]:
    lines = tuple(line for step in steps for line in step_lines(step, whole=whole))
    most = 5
    if whole or len(lines) <= most:
        return lines
    return (*lines[: most - 1], f"and {len(lines) - most + 1} more")
