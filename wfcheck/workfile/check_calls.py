"""`wf.call`: the callee, its inputs, what comes back (WFC, C-1.5, D-22, D-24)."""

from typing import Final

from wfcheck.catalog import (
    CALLEE_HAS_TRIGGERS,
    CALLEE_PATH,
    CALLEE_UNRESOLVED,
    MISSING_INPUT,
    UNKNOWN_INPUT,
)
from wfcheck.diagnostic import Finding
from wfcheck.project import NoCallee
from wfcheck.semantics.infer import infer
from wfcheck.semantics.scope import Scope
from wfcheck.semantics.types import UNKNOWN, Type
from wfcheck.workfile.ast import Call, Ident
from wfcheck.workfile.check_values import Destination, check_arguments
from wfcheck.workfile.checking import Checking

NO_FILE: Final = {
    NoCallee.ABSENT: "the project has no file `{path}`",
    NoCallee.OUTSIDE: "a symbolic link leads `{path}` out of the project",
    NoCallee.SHAPE: "`{path}` is no path from the project root",
}


def check_call(call: Call, scope: Scope, checking: Checking) -> Type:
    """A call, against the file that it names; its result, or `unknown` where there is no such file."""
    callee = None if call.path is None else checking.callees.get(call.path.text)
    if call.path is None or callee is None:
        _infer_all(call, scope, checking)
        return UNKNOWN
    if isinstance(callee, NoCallee):
        _infer_all(call, scope, checking)
        checking.out.append(_unresolved(call.path, callee))
        return UNKNOWN
    if callee.has_triggers:
        checking.out.append(
            Finding(
                CALLEE_HAS_TRIGGERS,
                call.path.span,
                f"`{call.path.text}` declares `on`: events start it, so it cannot be called",
                help="call a file without `on`, or move what both need into one",
            )
        )
        _infer_all(call, scope, checking)
        return callee.result
    inputs = Destination(
        tuple(declared.field for declared in callee.inputs),
        f"`{call.path.text}` has no input {{}}",
        f"`{call.path.text}` needs {{}}",
        UNKNOWN_INPUT,
        MISSING_INPUT,
        lambda: checking.is_unread(call.span, "with"),
    )
    check_arguments(call.with_, inputs, call.span, scope, checking)
    return callee.result


def _infer_all(call: Call, scope: Scope, checking: Checking) -> None:
    for arg in call.with_:
        infer(arg.value, scope, checking.out)


def _unresolved(path: Ident, reason: NoCallee) -> Finding:
    rule = CALLEE_PATH if reason is NoCallee.SHAPE else CALLEE_UNRESOLVED
    return Finding(
        rule,
        path.span,
        NO_FILE[reason].format(path=path.text),
        help="paths in `wf.call` begin at the project root",
    )
