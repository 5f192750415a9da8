"""Outputs, over the scopes of all final states, and the run's result (SWP, D-6, C-10.2)."""

from collections.abc import Mapping, Sequence

from wfcheck.semantics.scope import Scope
from wfcheck.semantics.types import Type
from wfcheck.workfile import bindings
from wfcheck.workfile.ast import Workfile
from wfcheck.workfile.check_steps import infer_all
from wfcheck.workfile.checking import Checking


def check_outputs(
    workfile: Workfile,
    root: Scope,
    finals: Sequence[Mapping[str, Type]],
    checking: Checking,
) -> dict[str, Type]:
    """The types of the outputs, evaluated in whichever final entry a run completes (D-6)."""
    scope = root
    for name, t in bindings.across(finals).items():
        scope = scope.bind(name, t)
    return infer_all(workfile.outputs, scope, checking)
