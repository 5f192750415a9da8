"""Which case a subject takes: by equality, whatever the order of the cases (WFC wf.route)."""

from wfcheck.semantics.control import Failure
from wfcheck.semantics.dry import affected
from wfcheck.semantics.moment import Affected, Moment, Place, type_fault
from wfcheck.syntax.expr import Apply, Expr, Lit, Op


def matching(
    subject: Expr, labels: tuple[str, ...], place: Place, moment: Moment
) -> int | Failure | Affected:
    """The position of the label that the subject equals, -1 where there is none."""
    value = moment.value(subject, place)
    if isinstance(value, Failure):
        return value
    if affected(value):
        return Affected.AFFECTED
    if isinstance(value, Lit) and not isinstance(value.value, str):
        return type_fault()
    for position, label in enumerate(labels):
        if moment.decide(Apply(Op.EQ, (value, Lit(label)))):
            return position
    return -1
