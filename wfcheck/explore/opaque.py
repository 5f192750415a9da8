"""What comes from outside the manifests: results of constructs of other profiles, and of unknown connectors."""

from collections.abc import Iterator

from wfcheck.explore.parts import family, step_paths
from wfcheck.explore.reads import names_in
from wfcheck.semantics.program import Dispatch, ForEach, Opaque, Program, Step


def opaque_reads(program: Program) -> Iterator[str]:
    """The steps with an `unknown` result (C-6.8, C-11.3) that some expression reads, by path."""
    for part in family(program):
        names = names_in((part.steps, part.states, part.outputs))
        for path, step in step_paths(part):
            if step.id in names and _is_opaque(step):
                yield path


def _is_opaque(step: Step) -> bool:
    match step.body:
        case Opaque():
            return True
        case Dispatch(action=action) | ForEach(source=Dispatch(action=action)):
            return not action.known
        case _:
            return False
