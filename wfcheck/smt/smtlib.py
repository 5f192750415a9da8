"""Obligations as SMT-LIB 2 files, which another solver can check.

Each file holds one question with the answer that was given. An obligation that some values must
meet (a case, a guard) is proved by `sat`, one that no values may break by `unsat`.
"""

from collections.abc import Mapping

from wfcheck.semantics.types import Field
from wfcheck.smt.demand import Demand
from wfcheck.smt.solve import Unsure, pose
from wfcheck.syntax.expr import SymbolId


def script(title: str, demands: tuple[Demand, ...], symbols: Mapping[SymbolId, Field]) -> str:
    """The SMT-LIB 2 text that asks whether the demands can be met at once; `title` stands above it."""
    head = [f"; {line}" for line in title.splitlines()]
    question = pose(demands, symbols)
    if isinstance(question, Unsure):
        return "\n".join([*head, f"; not written: {question.reason}", ""])
    # The first line is z3's own comment.
    body = question.smtlib().partition("\n")[2]
    return "\n".join([*head, body])
