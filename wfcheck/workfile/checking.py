"""What checking one document has at hand, and what it notes for those who come after."""

from collections.abc import Mapping
from dataclasses import field

from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding
from wfcheck.project import NoCallee
from wfcheck.semantics.program import ActionDecl
from wfcheck.semantics.types import Type
from wfcheck.settings import Settings
from wfcheck.span import Span
from wfcheck.syntax.expr import Expr, Name, Unknown, walk
from wfcheck.syntax.yaml import Map, Node
from wfcheck.workfile.ast import FieldDecl
from wfcheck.workfile.bindings import has_unknown
from wfcheck.workfile.nodes import map_with
from wfcheck.workfile.resolve import Connectors


@dataclass(frozen=True, slots=True)
class Callee:
    """What a caller sees of a file: its inputs and its result; `result` is unknown within a cycle."""

    inputs: tuple[FieldDecl, ...]
    result: Type
    has_triggers: bool
    faulty: bool  # it has errors of its own, so that its result may be less than it would be


@dataclass(frozen=True, slots=True)
class StopShape:
    """What a `wf.stop` adds to the run's result; None where it gives no result."""

    span: Span  # of the operation key
    shape: Mapping[str, Type] | None


@dataclass(slots=True)
class Notes:
    """Facts that checking finds on its way; by the place of the key that they are about."""

    subjects: dict[Span, Type] = field(default_factory=dict)  # by `route`: its subject's type
    actions: dict[Span, ActionDecl] = field(default_factory=dict)  # by operation key
    bound: dict[Span, Type] = field(default_factory=dict)  # by step id: what its body binds
    places: dict[str, Span] = field(default_factory=dict)  # where a name was bound last
    stops: list[StopShape] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)  # names whose type an earlier fault left open


@dataclass(frozen=True, slots=True)
class Checking:
    """One document's check: what it may ask, where its findings go, what it notes."""

    settings: Settings
    connectors: Connectors
    callees: Mapping[str, Callee | NoCallee]
    out: list[Finding]
    notes: Notes
    root: Node | None = None

    def value_beside(self, at: Span, key: str) -> Node | None:
        """What is written under a key in the map that holds the key at `at`; None where nothing is."""
        found = map_with(self.root, at.start.offset)
        return None if found is None else found.get(key)

    def is_unread(self, at: Span, key: str) -> bool:
        """Whether a key beside the one at `at` is written, but holds no map: that was reported."""
        value = self.value_beside(at, key)
        return value is not None and not isinstance(value, Map)

    def is_doubtful(self, expr: Expr) -> bool:
        """Whether an expression is unknown for a fault: its own, or that of a name that it reads."""
        return any(
            isinstance(node, Unknown)
            or (isinstance(node, Name) and node.name in self.notes.doubtful)
            for node in walk(expr)
        )

    def doubt(self, name: str, t: Type) -> None:
        """Note a name whose type is unknown though it is declared: the declaration has a fault."""
        if has_unknown(t):
            self.notes.doubtful.add(name)
