"""What stands where an expression cannot go on, in an author's words."""

from wfcheck.classes import dataclass
from wfcheck.syntax.grammar import Unexpected
from wfcheck.syntax.names import shown


@dataclass(frozen=True, slots=True)
class Told:
    """A syntax fault at a stretch of the expression's text."""

    start: int
    end: int
    message: str
    help: str | None = None


def describe(text: str, fault: Unexpected) -> Told:
    """A place that does not fit the grammar, as a person would say it."""
    start, end = fault.start, fault.end
    before = text[:start].rstrip()
    if start == end:
        # What is missing at the end is shown at the last character that is there.
        start, end = max(len(before) - 1, 0), max(len(before), 1)
        found = "the expression ends"
    else:
        found = f"found {shown(_word(text, start, end))}"
    if not text.strip():
        return Told(
            0,
            max(len(text), 1),
            "the interpolation is empty",
            "put an expression between the braces",
        )
    here = text[fault.start :]
    if end - start == 1 and here[:1] in ("'", '"'):
        return Told(start, end, "the quotation mark is never closed")
    message = f"{found} where {_expected(fault, before)} is expected"
    return Told(start, end, message, _help(here, before))


def _word(text: str, start: int, end: int) -> str:
    for operator in ("&&", "||", "=>", "===", "!==", "**", "++", "--", "?.", "??"):
        if text.startswith(operator, start):
            return operator
    return text[start:end]


def _expected(fault: Unexpected, before: str) -> str:
    if fault.expected == {"NAME"}:
        return "the name of a filter" if before.endswith("|") else "a name"
    if "NUMERAL" in fault.expected:
        return "a value"
    if "ELSE" in fault.expected:
        return "`else`"
    for kind, mark in (("RPAR", "`)`"), ("RSQB", "`]`")):
        if kind in fault.expected:
            return f"an operator or {mark}"
    return "an operator or the end"


def _help(here: str, before: str) -> str | None:
    match here[:1]:
        case "=" if not here.startswith("=="):
            return "values are compared with `==`"
        case "&":
            return "conditions are joined with `and`"
        case "!":
            return "a condition is denied with `not`"
        case "?":
            return "write `a if condition else b`"
        case "<" | ">" | "=":
            return "comparisons cannot be chained; join two with `and`"
        case "|" if before.endswith("|"):
            return "conditions are joined with `or`"
        case _:
            return None
