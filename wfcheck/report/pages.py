"""The pages of rules, and the list of them, for a person."""

import re
import textwrap
from importlib import resources
from typing import Final

from wfcheck.diagnostic import Rule
from wfcheck.report.formats import PageFormat
from wfcheck.report.terminal import Paint, Terminal
from wfcheck.report.text import PAINTS

_MARK: Final = re.compile(r"[ \t]*#! .*$", re.MULTILINE)
_VERDICTS: Final = "A line with `#?` says how the example that it stands in is judged."
_ABOUT: Final = (
    "C and D numbers stand in the Workfile Core; SWP is the Stateful Workflow Profile, SPD its draft,"
    " WFC Workflow Constructs."
)
_HEADING: Final = re.compile(r"^#+ ")


def page_of(rule: Rule) -> str:
    """A rule's page as Markdown, without the marks that tests read; its summary where it has none."""
    file = resources.files("wfcheck").joinpath("pages", f"{rule.name}.md")
    if not file.is_file():
        return f"# {rule.name}\n\n{rule.summary}.\n"
    return _MARK.sub("", file.read_text(encoding="utf-8"))


def told_page(rule: Rule, form: PageFormat, terminal: Terminal) -> str:
    """A rule's page under its code and severity."""
    page = page_of(rule)
    if form is PageFormat.MARKDOWN:
        return page
    title, _, rest = page.partition("\n")
    name = terminal.paint(title.removeprefix("# "), Paint.STRONG)
    severity = terminal.paint(rule.severities, PAINTS[rule.severity])
    head = f"{name}  {severity}  {terminal.paint(rule.code.value, Paint.FAINT)}"
    about = f"{_VERDICTS} {_ABOUT}" if "#?" in rest else _ABOUT
    lines = [*_lines(rest, terminal), "", *textwrap.wrap(about, terminal.width)]
    return f"{head}\n{rule.summary}.\n" + "\n".join(lines)


def _lines(page: str, terminal: Terminal) -> list[str]:
    """Markdown as plain text: headings stand out, code is indented, fences are left out."""
    lines: list[str] = []
    in_code = False
    under_heading = False
    for line in page.splitlines():
        if line.startswith("```"):
            in_code = not in_code
        elif in_code:
            lines.append(terminal.text(f"    {line}".rstrip()))
        elif _HEADING.match(line):
            lines.append(terminal.paint(_HEADING.sub("", line).upper(), Paint.PLACE))
            under_heading = True
            continue
        elif line or not under_heading:
            lines += textwrap.wrap(
                terminal.text(line), terminal.width, break_long_words=False, break_on_hyphens=False
            ) or [""]
        under_heading = under_heading and not line
    return lines


def rule_list(rules: tuple[Rule, ...], form: PageFormat, terminal: Terminal) -> str:
    """The rules, one in a line."""
    if form is PageFormat.MARKDOWN:
        rows = [
            f"| `{rule.name}` | `{rule.code.value}` | {rule.severities} | {rule.summary} |"
            for rule in rules
        ]
        return "\n".join(["| rule | code | severity | what |", "|---|---|---|---|", *rows]) + "\n"
    names = max(len(rule.name) for rule in rules)
    codes = max(len(rule.code.value) for rule in rules)
    levels = max(len(rule.severities) for rule in rules)
    return "".join(
        f"{terminal.paint(rule.name.ljust(names), Paint.STRONG)}  "
        f"{terminal.paint(rule.severities.ljust(levels), PAINTS[rule.severity])}  "
        f"{terminal.paint(rule.code.value.ljust(codes), Paint.FAINT)}  {rule.summary}\n"
        for rule in rules
    )
