"""The operator table: every operator and filter, declared once (C-5.4, C-5.8)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from wfcheck.semantics.fault import Fault
from wfcheck.semantics.ops_list import LIST_OPS
from wfcheck.semantics.ops_logic import LOGIC_OPS
from wfcheck.semantics.ops_number import NUMBER_OPS
from wfcheck.semantics.ops_text import TEXT_OPS
from wfcheck.semantics.signature import Given, NullRule, OpDecl, Overload, Shape
from wfcheck.semantics.values import within_size
from wfcheck.syntax.expr import Op
from wfcheck.syntax.literals import Value

__all__ = ["OPS", "Given", "NullRule", "OpDecl", "Overload", "Shape", "apply"]


def _table(*groups: tuple[OpDecl, ...]) -> Mapping[Op, OpDecl]:
    """The declarations by operator; each operator once, and none missing."""
    declared = [decl for group in groups for decl in group]
    table = {decl.op: decl for decl in declared}
    twice = len(declared) - len(table)
    assert not twice, f"{twice} operators are declared twice"
    assert table.keys() == set(Op), f"no declaration for {set(Op) - table.keys()}"
    return MappingProxyType(table)


OPS: Final = _table(LOGIC_OPS, NUMBER_OPS, TEXT_OPS, LIST_OPS)


def apply(op: Op, values: tuple[Value, ...]) -> Value | Fault:
    """The value of an operator on known operands, all evaluated, or why there is none (C-5.6).

    Null comes before types, types before what else must hold, and operands go from left to right.
    """
    decl = OPS[op]
    if not decl.fewest <= len(values) <= decl.most:
        return Fault.TYPE
    for position, value in enumerate(values):
        if value is None and not decl.takes_null(position):
            return Fault.NULL
    result = decl.run(*values)
    if isinstance(result, str | tuple) and not within_size(result):
        return Fault.LIMIT
    return result
