"""The solver's column of the operator table: how each operator and filter looks to z3.

`Opaque` is written out, so that "a refutation that rests on an uninterpreted function" is a lookup
and not a memory.
"""

from collections.abc import Mapping
from typing import Final

import z3

from wfcheck.semantics.types import Kind
from wfcheck.smt.encode_list import at_end, extreme, rearranged, total
from wfcheck.smt.encode_logic import (
    conjunction,
    default,
    disjunction,
    equality,
    inequality,
    json_text,
    membership,
    negation,
    non_membership,
    ordering,
)
from wfcheck.smt.encode_number import (
    DIFFERENCES,
    PRODUCTS,
    SUMS,
    arithmetic,
    ceiling,
    floor_of_ratio,
    magnitude,
    moved,
    quotient,
    real_floor,
    real_remainder,
    remainder,
    rounded,
    rounded_to_int,
    seconds,
    signed,
    whole_division,
)
from wfcheck.smt.encode_text import (
    containment,
    int_of_text,
    joined_text,
    length_of,
    part,
    parts_of,
    replaced_text,
    text_of_value,
    text_test,
)
from wfcheck.smt.session import Encoder, Opaque
from wfcheck.syntax.expr import Op

ENCODERS: Final[Mapping[Op, Encoder | Opaque]] = {
    Op.OR: disjunction,
    Op.AND: conjunction,
    Op.NOT: negation,
    Op.EQ: equality,
    Op.NE: inequality,
    Op.LT: ordering(lambda a, b: a < b),
    Op.LE: ordering(lambda a, b: a <= b),
    Op.GT: ordering(lambda a, b: a > b),
    Op.GE: ordering(lambda a, b: a >= b),
    Op.IN: membership,
    Op.NOT_IN: non_membership,
    Op.ADD: arithmetic(SUMS, lambda a, b: a + b),
    Op.SUB: arithmetic(DIFFERENCES, lambda a, b: a - b),
    Op.MUL: arithmetic(PRODUCTS, lambda a, b: a * b),
    Op.DIV: quotient,
    Op.FLOORDIV: whole_division(floor_of_ratio, real_floor),
    Op.MOD: whole_division(remainder, real_remainder),
    Op.NEG: signed(lambda term: -term, (Kind.INT, Kind.NUMBER, Kind.DURATION)),
    Op.LOWER: Opaque((Kind.STRING,), Kind.STRING),
    Op.UPPER: Opaque((Kind.STRING,), Kind.STRING),
    Op.TRIM: Opaque((Kind.STRING,), Kind.STRING),
    Op.LENGTH: length_of,
    Op.SPLIT: parts_of,
    Op.REPLACE: replaced_text,
    Op.SLICE: part,
    Op.STARTS_WITH: text_test(lambda a, b: z3.PrefixOf(b, a)),
    Op.ENDS_WITH: text_test(lambda a, b: z3.SuffixOf(b, a)),
    Op.CONTAINS: containment,
    Op.INT: int_of_text,
    Op.NUMBER: Opaque((Kind.STRING,), Kind.NUMBER, partial=True),
    Op.TIMESTAMP: Opaque((Kind.STRING,), Kind.TIMESTAMP, partial=True),
    Op.DURATION: Opaque((Kind.STRING,), Kind.DURATION, partial=True),
    Op.STRING: text_of_value,
    Op.FIRST: at_end(0),
    Op.LAST: at_end(-1),
    Op.MIN: extreme(Op.MIN, lambda a, b: a < b),
    Op.MAX: extreme(Op.MAX, lambda a, b: b < a),
    Op.SORT: rearranged(Op.SORT),
    Op.UNIQUE: rearranged(Op.UNIQUE),
    Op.JOIN: joined_text,
    Op.SUM: total,
    Op.ABS: signed(magnitude, (Kind.INT, Kind.NUMBER)),
    Op.FLOOR: rounded_to_int(z3.ToInt),
    Op.CEIL: rounded_to_int(ceiling),
    Op.ROUND: rounded,
    Op.SECONDS: seconds,
    Op.PLUS: moved(lambda a, b: a + b),
    Op.MINUS: moved(lambda a, b: a - b),
    Op.DEFAULT: default,
    Op.JSON: json_text,
}
assert ENCODERS.keys() == set(Op), f"no encoding for {set(Op) - ENCODERS.keys()}"
