"""The flow of a program in step form: a box for each step, a choice box where a way is chosen."""

from dataclasses import field

from wfcheck.classes import dataclass
from wfcheck.render.diagram import Arrow, Box, Caption, Choice, Diagram, Kind, Section, merged
from wfcheck.render.words import body_words, expr_words, inner_steps, step_lines
from wfcheck.semantics.program import (
    Choose,
    Fail,
    ForEach,
    Parallel,
    Program,
    Repeat,
    RouteStep,
    Step,
    Stop,
)

END = "(end)"


def step_diagram(program: Program) -> Diagram:
    """The diagram of a program in step form."""
    flow = _Flow()
    ends = flow.steps(program.steps or (), "", [_Open("")])
    flow.boxes.append(Box(END, "end", final=True))
    flow.join(ends, END)
    first = next((arrow.target for arrow in flow.arrows if arrow.source == ""), END)
    boxes = tuple(
        Box(box.id, box.title, box.sections, box.id == first, box.final) for box in flow.boxes
    )
    arrows = merged([arrow for arrow in flow.arrows if arrow.source])
    return Diagram(program.path, boxes, tuple(flow.choices), arrows)


@dataclass(frozen=True, slots=True)
class _Open:
    """An arrow that has no target yet."""

    source: str
    caption: Caption = field(default_factory=Caption)


@dataclass(slots=True)
class _Flow:
    boxes: list[Box] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)

    def join(self, ends: list[_Open], target: str) -> None:
        for end in ends:
            self.arrows.append(Arrow(end.source, target, Kind.IMMEDIATE, (end.caption,)))

    def steps(self, steps: tuple[Step, ...], prefix: str, ends: list[_Open]) -> list[_Open]:
        """Draw a list after the arrows `ends`; the arrows that leave it."""
        for step in steps:
            ends = self.step(step, f"{prefix}{step.id}", ends)
        return ends

    def step(self, step: Step, path: str, ends: list[_Open]) -> list[_Open]:
        body = step.body
        if not isinstance(body, RouteStep | Choose | Parallel):
            self.boxes.append(_box(step, path))
            self.join(ends, path)
            if not isinstance(body, Stop | Fail):
                return [_Open(path)]
            # a guarded end is passed where its guard is false
            return [] if step.when is None else [_Open(path, Caption("else"))]
        self.choices.append(Choice(path, _question(step)))
        self.join(ends, path)
        after: list[_Open] = []
        for label, inner in inner_steps(body):
            after += self.steps(inner, f"{path}.", [_Open(path, Caption(label))])
        if not isinstance(body, Parallel) and not body.explicit_else:
            after.append(_Open(path, Caption("else")))
        return after


def _question(step: Step) -> str:
    match step.body:
        case RouteStep(subject):
            return f"{step.id}: {expr_words(subject)} ?"
        case Parallel():
            return f"{step.id}: all of"
        case _:
            return f"{step.id} ?"


def _box(step: Step, path: str) -> Box:
    lines = [body_words(step.body)]
    if step.when is not None:
        lines.append(f"if {expr_words(step.when)}")
    sections = [Section("", tuple(lines))]
    if isinstance(step.body, ForEach | Repeat):
        inner = [line for one in step.body.steps for line in step_lines(one, whole=True)]
        sections.append(Section("each time", tuple(inner)))
    return Box(path, step.id, tuple(sections), final=isinstance(step.body, Stop | Fail))
