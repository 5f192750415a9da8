"""Expression text to trees, for tests that read better so."""

from wfcheck.span import Source
from wfcheck.syntax.expr import Expr
from wfcheck.syntax.expr_parser import SyntaxFault, parse_expr


def expr(text: str) -> Expr:
    found = parse_expr(text, Source("test.workfile", text).span)
    assert not isinstance(found, SyntaxFault), found
    return found
