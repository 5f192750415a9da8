"""Diagrams as Graphviz pictures: the DOT text, and SVG, PNG or PDF where `dot` is installed."""

import textwrap
from collections.abc import Iterable
from html import escape
from typing import Final

import graphviz

from wfcheck.classes import dataclass
from wfcheck.errors import MissingToolError
from wfcheck.render.diagram import Arrow, Box, Caption, Choice, Diagram, Kind, backward
from wfcheck.settings import Theme

FONT: Final = "Helvetica,Arial,sans-serif"
_WRAP: Final = 30  # characters of a line beside an arrow
_MANY: Final = 7  # boxes, choices among them, from which on a picture grows downwards
_START: Final = "(start)"


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme."""

    paper: str
    ink: str
    faint: str
    box: str
    border: str
    final: str
    choice: str
    arrows: dict[Kind, str]


PALETTES: Final = {
    Theme.LIGHT: Palette(
        paper="#ffffff",
        ink="#1c2430",
        faint="#5b6675",
        box="#f4f7fb",
        border="#3f5874",
        final="#e6f2ea",
        choice="#fff7e0",
        arrows={Kind.EVENT: "#1f5fa8", Kind.TIMEOUT: "#b3541e", Kind.IMMEDIATE: "#3b4652"},
    ),
    Theme.DARK: Palette(
        paper="#161b22",
        ink="#e6edf3",
        faint="#9aa7b4",
        box="#212a35",
        border="#7d93ab",
        final="#1d3327",
        choice="#3a3320",
        arrows={Kind.EVENT: "#79b8ff", Kind.TIMEOUT: "#f0a875", Kind.IMMEDIATE: "#c3ccd6"},
    ),
}
assert PALETTES.keys() == set(Theme), "a theme without a palette"

_STYLES: Final = {
    Kind.EVENT: {"style": "solid", "arrowhead": "normal"},
    Kind.TIMEOUT: {"style": "dashed", "arrowhead": "normal"},
    Kind.IMMEDIATE: {"style": "bold", "arrowhead": "vee", "penwidth": "2", "arrowsize": "0.6"},
}
assert _STYLES.keys() == set(Kind), "a kind of arrow without a style"
_SAMPLES: Final = {
    Kind.EVENT: ("solid", 2),
    Kind.TIMEOUT: ("dashed", 2),
    Kind.IMMEDIATE: ("solid", 3),
}
assert _SAMPLES.keys() == set(Kind), "a kind of arrow without a sample"

_EXPLAINED: Final = {
    Kind.EVENT: "event",
    Kind.TIMEOUT: "timeout",
    Kind.IMMEDIATE: "at once, after the steps",
}
assert _EXPLAINED.keys() == set(Kind), "a kind of arrow that the legend cannot explain"


def dot(diagram: Diagram, theme: Theme = Theme.LIGHT) -> str:
    """The diagram as DOT text, the same for the same diagram."""
    return str(_graph(diagram, PALETTES[theme]).source)


def picture(diagram: Diagram, form: str, theme: Theme = Theme.LIGHT) -> bytes:
    """The diagram as `svg`, `png` or `pdf`; raises MissingToolError where `dot` is not installed."""
    graph = _graph(diagram, PALETTES[theme])
    if form == "png":
        graph.attr(dpi="144")
    try:
        drawn = graph.pipe(format=form)
    except graphviz.ExecutableNotFound as error:
        raise MissingToolError(
            f"{form} needs Graphviz's `dot`: apt-get install graphviz, brew install graphviz, or "
            "https://graphviz.org/download; `--as dot` and `--as mermaid` do without"
        ) from error
    assert isinstance(drawn, bytes)
    return drawn


def _graph(diagram: Diagram, palette: Palette) -> graphviz.Digraph:
    graph = graphviz.Digraph(comment=None)
    graph.attr(
        rankdir="TB" if len(diagram.boxes) + len(diagram.choices) >= _MANY else "LR",
        bgcolor=palette.paper,
        fontname=FONT,
        fontcolor=palette.faint,
        fontsize="11",
        label=_heading(diagram, palette),
        labelloc="t",
        labeljust="l",
        nodesep="0.4",
        ranksep="0.55",
        pad="0.2",
    )
    graph.attr("node", fontname=FONT, fontsize="11", fontcolor=palette.ink, color=palette.border)
    graph.attr("edge", fontname=FONT, fontsize="9", fontcolor=palette.ink, arrowsize="0.8")
    if any(box.initial for box in diagram.boxes):
        graph.node(
            _START,
            label="",
            shape="circle",
            style="filled",
            width="0.16",
            height="0.16",
            fillcolor=palette.ink,
            color=palette.ink,
            tooltip="start",
        )
    for box in diagram.boxes:
        _draw_box(graph, box, palette)
    for choice in diagram.choices:
        _draw_choice(graph, choice, palette)
    for box in diagram.boxes:
        if box.initial:
            graph.edge(_quoted(_START), _quoted(box.id), color=palette.ink, weight="4")
    back = backward(diagram)
    for arrow in diagram.arrows:
        _draw_arrow(graph, arrow, palette, back=(arrow.source, arrow.target) in back)
    return graph


def _draw_box(graph: graphviz.Digraph, box: Box, palette: Palette) -> None:
    rows = [f'<TR><TD ALIGN="CENTER"><B>{_text(box.title)}</B></TD></TR>']
    for section in box.sections:
        rows.append("<HR/>")
        lines = [_text(line) for line in section.lines]
        if section.title:
            title = f'<FONT POINT-SIZE="8" COLOR="{palette.faint}">{_text(section.title)}</FONT>'
            lines.insert(0, title)
        body = "".join(f'{line}<BR ALIGN="LEFT"/>' for line in lines)
        rows.append(
            f'<TR><TD ALIGN="LEFT" BALIGN="LEFT"><FONT POINT-SIZE="9">{body}</FONT></TD></TR>'
        )
    table = (
        f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="1" CELLPADDING="3">{"".join(rows)}</TABLE>'
    )
    graph.node(
        box.id,
        label=f"<{table}>",
        shape="box",
        style="rounded,filled",
        margin="0.04,0.02",
        peripheries="2" if box.final else "1",
        penwidth="1.6" if box.initial else "1.1",
        fillcolor=palette.final if box.final else palette.box,
        tooltip=box.title,
    )


def _draw_choice(graph: graphviz.Digraph, choice: Choice, palette: Palette) -> None:
    graph.node(
        choice.id,
        label=_html(_wrapped(choice.subject)),
        shape="hexagon",
        style="filled",
        fontsize="9",
        margin="0.02,0.01",
        height="0.3",
        fillcolor=palette.choice,
        tooltip=choice.subject,
    )


def _draw_arrow(graph: graphviz.Digraph, arrow: Arrow, palette: Palette, *, back: bool) -> None:
    colour = palette.arrows[arrow.kind]
    lines: list[str] = []
    for caption in arrow.captions:
        lines += _caption(caption, colour, palette)
    attributes = {"color": colour, **_STYLES[arrow.kind]}
    if lines:
        attributes["label"] = _html(f"&#160;{line}" for line in lines)
    if back:
        attributes["constraint"] = "false"
    elif arrow.kind is not Kind.TIMEOUT:
        attributes["weight"] = (
            "40"  # what is meant to happen runs straight, time limits go round it
        )
    graph.edge(_quoted(arrow.source), _quoted(arrow.target), **attributes)


def _caption(caption: Caption, colour: str, palette: Palette) -> list[str]:
    lines = [f'<FONT COLOR="{colour}"><B>{line}</B></FONT>' for line in _wrapped(caption.head)]
    for condition in caption.conditions:
        lines += _wrapped(condition)
    for carried in caption.carried:
        lines += [
            f'<FONT COLOR="{palette.faint}"><I>{line}</I></FONT>' for line in _wrapped(carried)
        ]
    return lines


def _heading(diagram: Diagram, palette: Palette) -> str:
    """The title and a sample of each kind of arrow that the picture has, as the graph's label.

    As a label it takes no part in the layout.
    """
    cells = [f'<TD ALIGN="LEFT"><FONT POINT-SIZE="12"><B>{_text(diagram.title)}</B></FONT></TD>']
    for kind in diagram.kinds:
        style, width = _SAMPLES[kind]
        line = (
            f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">'
            f'<TR><TD FIXEDSIZE="TRUE" WIDTH="34" HEIGHT="7"></TD></TR>'
            f'<TR><TD SIDES="T" BORDER="{width}" STYLE="{style}" FIXEDSIZE="TRUE" WIDTH="34" '
            f'HEIGHT="7" COLOR="{palette.arrows[kind]}"></TD></TR></TABLE>'
        )
        cells += [
            '<TD WIDTH="14"></TD>',
            f"<TD>{line}</TD>",
            f'<TD><FONT POINT-SIZE="9">{_EXPLAINED[kind]}</FONT></TD>',
        ]
    row = f"<TR>{''.join(cells)}</TR>"
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2" CELLPADDING="1">{row}</TABLE>>'


def _wrapped(text: str) -> list[str]:
    return [_text(line) for line in textwrap.wrap(text, _WRAP, break_on_hyphens=False)]


def _html(lines: Iterable[str]) -> str:
    """An HTML-like label of lines that stand to the left."""
    return "<" + "".join(f'{line}<BR ALIGN="LEFT"/>' for line in lines) + ">"


def _text(text: str) -> str:
    """A text inside an HTML-like label; what XML cannot hold is replaced."""
    legal = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return escape(legal)


def _quoted(name: str) -> str:
    """A name as the end of an edge: in quotes, a `:` would else begin a port."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"' if ":" in name else name
