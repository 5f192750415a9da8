"""Values to try where the solver's own rest on operators that it cannot express.

Texts that a condition mentions, in either case, and texts that conversions take, are what people
write conditions about; the evaluator says whether they will do.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Final

from wfcheck.semantics.types import STRING, EnumType, Field, base
from wfcheck.syntax.expr import Expr, Lit, SymbolId, walk
from wfcheck.syntax.literals import Value

_MOST_TEXTS: Final = 24
_MOST_TRIES: Final = 300
_USUAL: Final = ("a", "1", "-1", "1h", "2030-01-01T00:00:00Z", "", "x, y")


def guess(
    exprs: tuple[Expr, ...],
    model: Mapping[SymbolId, Value],
    fields: Mapping[SymbolId, Field],
    confirms: Callable[[Mapping[SymbolId, Value]], bool],
) -> Mapping[SymbolId, Value] | None:
    """The model with other texts in it, if the evaluator confirms some."""
    texts = tuple(dict.fromkeys(islice(_texts(exprs), _MOST_TEXTS)))
    open_ = [id_ for id_ in model if id_ in fields and _is_text(fields[id_])]
    choices = ((model[id_], *texts) for id_ in open_)
    for values in islice(product(*choices), _MOST_TRIES):
        tried = {**model, **dict(zip(open_, values, strict=True))}
        if confirms(tried):
            return tried
    return None


def _is_text(declared: Field) -> bool:
    plain = base(declared.type)
    return plain == STRING or isinstance(plain, EnumType)


def _texts(exprs: tuple[Expr, ...]) -> Iterator[str]:
    for expr in exprs:
        for part in walk(expr):
            if isinstance(part, Lit) and isinstance(part.value, str):
                yield from (part.value, part.value.lower(), part.value.upper())
    yield from _USUAL
