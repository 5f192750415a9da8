"""Diagrams as Mermaid flowcharts, which code hosts draw inside Markdown."""

from typing import Final

from wfcheck.render.diagram import Arrow, Box, Caption, Diagram, Kind

_LINES: Final = {Kind.EVENT: "-->", Kind.TIMEOUT: "-.->", Kind.IMMEDIATE: "==>"}
assert _LINES.keys() == set(Kind), "a kind of arrow without a line"

# Mermaid has no escape but entities, and takes a few words and signs for its own.
_ENTITIES: Final = {
    "#": "#35;",
    '"': "#quot;",
    "<": "#lt;",
    ">": "#gt;",
    "&": "#amp;",
    "`": "#96;",
    "|": "#124;",
    "\\": "#92;",
}


def mermaid(diagram: Diagram) -> str:
    """The diagram as a Mermaid flowchart, the same for the same diagram."""
    ids = {box.id: f"s{number}" for number, box in enumerate(diagram.boxes)}
    ids |= {choice.id: f"c{number}" for number, choice in enumerate(diagram.choices)}
    lines = ["flowchart TD"]
    lines += ['    start((" "))' for box in diagram.boxes if box.initial]
    lines += [f"    {ids[box.id]}{_shape(box)}" for box in diagram.boxes]
    lines += [
        f'    {ids[choice.id]}{{{{"{_text(choice.subject)}"}}}}' for choice in diagram.choices
    ]
    lines += [f"    start --> {ids[box.id]}" for box in diagram.boxes if box.initial]
    lines += [_arrow(arrow, ids) for arrow in diagram.arrows]
    return "\n".join(lines) + "\n"


def _shape(box: Box) -> str:
    lines = [f"<b>{_text(box.title)}</b>"]
    for section in box.sections:
        if section.title:
            lines.append(f"<i>{_text(section.title)}</i>")
        lines += [_text(line) for line in section.lines]
    label = "<br/>".join(lines)
    return f'[["{label}"]]' if box.final else f'("{label}")'


def _arrow(arrow: Arrow, ids: dict[str, str]) -> str:
    label = "<br/>".join(line for caption in arrow.captions for line in _caption(caption))
    said = f'|"{label}"|' if label else ""
    return f"    {ids[arrow.source]} {_LINES[arrow.kind]}{said} {ids[arrow.target]}"


def _caption(caption: Caption) -> list[str]:
    head = [f"<b>{_text(caption.head)}</b>"] if caption.head else []
    return [
        *head,
        *(_text(condition) for condition in caption.conditions),
        *(f"<i>{_text(carried)}</i>" for carried in caption.carried),
    ]


def _text(text: str) -> str:
    return "".join(
        _ENTITIES.get(char, char if char.isprintable() else "\N{REPLACEMENT CHARACTER}")
        for char in text
    )
