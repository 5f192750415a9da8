"""Values that the machine cannot ask about, tried one by one beside the unknown ones.

Of an unknown value of type json, and of an unknown text where a pattern is declared, the machine takes
it that it fits where it is put (C-3.5: checked): no condition of the language says so.
"""

from collections.abc import Iterator
from typing import Final, TypeVar

from wfcheck.explore.parts import family
from wfcheck.explore.unknowns import laid_out, put
from wfcheck.semantics.choice import Accept, Begin, Choice, Outcome, Symbol
from wfcheck.semantics.program import Program
from wfcheck.semantics.types import JSON, NO_LIMITS, STRING, Limits
from wfcheck.span import Span
from wfcheck.syntax.expr import Lit

_C = TypeVar("_C", bound=Choice)

_ODD: Final = Lit("?")  # a text that patterns do not mean


def variants(choice: _C, *, texts: bool) -> Iterator[_C]:
    """The choice, and again with its new json values, or its new texts, being certain ones.

    The declarations stay with the choice: an unknown that nothing holds is forgotten.
    """
    yield choice
    new = new_in(choice)
    json = [symbol.id for symbol in new if symbol.field.type is JSON]
    if json:
        yield put(choice, dict.fromkeys(json, Lit(0)))
        yield put(choice, dict.fromkeys(json, Lit("text")))
    free = [s.id for s in new if s.field.type == STRING and s.field.limits == NO_LIMITS]
    if texts and free:
        yield put(choice, dict.fromkeys(free, _ODD))


def new_in(choice: Choice) -> tuple[Symbol, ...]:
    """The unknowns that a choice brings in."""
    return choice.new if isinstance(choice, Begin | Outcome | Accept) else ()


def declares_patterns(program: Program) -> bool:
    """Whether a program or one that it calls puts a value where a pattern is declared."""
    pending: list[object] = [(p.steps, p.states, p.inputs) for p in family(program)]
    while pending:
        match pending.pop():
            case Limits(pattern=pattern):
                if pattern is not None:
                    return True
            case Program() | Span() | Lit() | str() | int() | None:
                pass
            case tuple() as parts:
                pending.extend(parts)
            case part:
                pending.extend(getattr(part, name) for name, _ in laid_out(type(part)))
    return False
