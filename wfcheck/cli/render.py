"""`wfcheck render`: the diagram of a Workfile."""

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, assert_never

import typer

from wfcheck.cli.opening import Need, open_program
from wfcheck.cli.options import (
    ConfigOption,
    EditionOption,
    OnePath,
    Overrides,
    StdinFilenameOption,
    TargetOption,
)
from wfcheck.cli.output import err, out, write_bytes
from wfcheck.errors import UsageError
from wfcheck.render.diagram import Diagram, state_diagram
from wfcheck.render.dot import dot, picture
from wfcheck.render.flow import step_diagram
from wfcheck.render.mermaid import mermaid
from wfcheck.settings import Theme
from wfcheck.syntax.names import nearest


class PictureFormat(StrEnum):
    """What a diagram is written as."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"
    DOT = "dot"
    MERMAID = "mermaid"


_SUFFIXES = {
    ".svg": PictureFormat.SVG,
    ".png": PictureFormat.PNG,
    ".pdf": PictureFormat.PDF,
    ".dot": PictureFormat.DOT,
    ".gv": PictureFormat.DOT,
    ".mmd": PictureFormat.MERMAID,
    ".mermaid": PictureFormat.MERMAID,
}


def render(
    file: OnePath,
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            help="Where it goes; without it, DOT to standard output.",
            metavar="FILE",
        ),
    ] = None,
    form: Annotated[
        PictureFormat | None, typer.Option("--as", help="What it is; by default what -o ends in.")
    ] = None,
    steps: Annotated[
        bool,
        typer.Option(
            "--steps", help="Every step of every state; a file without states shows them anyway."
        ),
    ] = False,
    edition: EditionOption = None,
    target: TargetOption = None,
    config: ConfigOption = None,
    stdin_filename: StdinFilenameOption = None,
) -> None:
    """Draw a Workfile as a diagram."""
    form = form or _form(output)
    overrides = Overrides.of(edition=edition, target=target, config=config)
    opened = open_program(file, overrides, Need.STRUCTURE, stdin_filename=stdin_filename)
    program = opened.program
    if program.states is None:
        diagram = step_diagram(program)
    else:
        source = opened.workspace.document(opened.file.path).source
        diagram = state_diagram(program, source, all_steps=steps)
    # the same picture wherever it is drawn from
    diagram = replace(diagram, title=opened.file.project.relative(opened.file.path))
    drawn = _drawn(diagram, form, opened.settings.theme)
    if output is None:
        out(drawn.decode())
    else:
        write_bytes(output, drawn)
        err(f"wrote {output}")


def _form(output: str | None) -> PictureFormat:
    if output is None:
        return PictureFormat.DOT
    suffix = Path(output).suffix.lower()
    if suffix not in _SUFFIXES:
        near = nearest(suffix, _SUFFIXES)
        raise UsageError(
            f"`{output}` does not say what to draw"
            + (f"; did you mean `{near}`?" if near else f"; --as takes {', '.join(PictureFormat)}")
        )
    return _SUFFIXES[suffix]


def _drawn(diagram: Diagram, form: PictureFormat, theme: Theme) -> bytes:
    match form:
        case PictureFormat.SVG | PictureFormat.PNG | PictureFormat.PDF:
            return picture(diagram, form.value, theme)
        case PictureFormat.DOT:
            return dot(diagram, theme).encode()
        case PictureFormat.MERMAID:
            return mermaid(diagram).encode()
        case _:
            assert_never(form)
