"""What the YAML parser found wrong, in an author's words."""

from typing import Final

from wfcheck.classes import dataclass

_INDENT: Final = "is the line indented as its neighbours are?"


@dataclass(frozen=True, slots=True)
class Told:
    """A syntax fault at an offset; `opened` is the bracket that it leaves open, where there is one."""

    at: int
    message: str
    help: str | None = None
    opened: int | None = None


def describe(text: str, problem: str, at: int, context: int | None) -> Told:
    """A parser's problem at an offset, within what began at `context`, as a person would say it."""
    here = text[at : at + 1]
    found = (
        f"`{here}`" if here.strip() else "the end of the line" if here else "the end of the file"
    )
    began = at if context is None else context
    if here == "\t":
        problem = "tab"
    line = text[text.rfind("\n", 0, at) + 1 : at]
    mark = line[-1:]
    match problem:
        case (
            "did not find expected key"
            | "did not find expected ',' or '}'"
            | "did not find expected ',' or ']'"
        ) if mark in ("'", '"') and here.strip() and mark in line[:-1]:
            other = "'" if mark == '"' else '"'
            message = f"the text ends at the `{mark}` before this"
            return Told(at, message, f"inside `{mark}…{mark}` quote with `{other}`")
        case "tab":
            return Told(at, "a tab stands where YAML takes only spaces", "indent with spaces")
        case "found character that cannot start any token":
            return Told(at, f"{found} begins no value in YAML", "put the text in quotes")
        case (
            "mapping values are not allowed in this context" | "mapping values are not allowed here"
        ):
            help_ = f"text with a colon in it needs quotes; else: {_INDENT}"
            return Told(at, "the `:` of a key is not expected here", help_)
        case "could not find expected ':'":
            return Told(began, "this line is no key with `:`, and no text can stand here", _INDENT)
        case "did not find expected ',' or '}'" | "did not find expected ',' or ']'":
            close = problem[-2]
            return Told(at, f"found {found} where `,` or `{close}` is expected", opened=context)
        case "did not find expected key" if line.rstrip().endswith("}}") and "{{" in line:
            message = "a text that begins with an interpolation stands in quotes"
            return Told(at, message, "put quotation marks around the whole text")
        case "did not find expected key":
            return Told(at, f"found {found} where a key is expected", _INDENT)
        case "did not find expected '-' indicator":
            return Told(at, f"found {found} where the next `-` of a list is expected", _INDENT)
        case "block sequence entries are not allowed in this context":
            return Told(at, "an item of a list is not expected here", _INDENT)
        case "did not find expected node content":
            return Told(at, f"found {found} where a value is expected")
        case "found unexpected end of stream":
            return Told(began, f"the quotation mark `{text[began : began + 1]}` is never closed")
        case "found unknown escape character":
            escape = text[at : at + 2]
            return Told(at, f"`{escape}` is no escape of YAML", "write `\\\\` for a backslash")
        case "found undefined tag handle":
            return Told(at, "a tag is not taken", "write the plain value")
        case "did not find expected <document start>":
            return Told(at, f"found {found} behind the end of the document")
        case "did not find expected comment or line break":
            return Told(at, f"found {found} where the line must end")
        case _:
            return Told(at, f"YAML cannot read this: {problem or 'it is malformed'}")
