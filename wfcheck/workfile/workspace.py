"""A project's files, each read and checked once: manifests, Workfiles, and what they call.

Files are read along the call graph first, then checked with callees before callers, so that a
caller knows what comes back. Within a cycle of calls results are unknown (D-31). Nothing here is
recursive: a chain of calls may be as long as a project has files.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from wfcheck.catalog import NAME_COLLISION
from wfcheck.classes import dataclass
from wfcheck.diagnostic import Finding, Label, Severity
from wfcheck.errors import UnreadableFileError
from wfcheck.project import NoCallee, Project
from wfcheck.semantics.flow import Edge, components
from wfcheck.semantics.program import Program
from wfcheck.semantics.types import UNKNOWN
from wfcheck.settings import MissingManifests, Settings
from wfcheck.span import Source, Span
from wfcheck.syntax.source import read_source
from wfcheck.syntax.yaml import Node, compose
from wfcheck.workfile.ast import Workfile
from wfcheck.workfile.check import CheckedWorkfile
from wfcheck.workfile.check_document import check_document
from wfcheck.workfile.checking import Callee, Checking, Notes
from wfcheck.workfile.lower import lower
from wfcheck.workfile.manifest import Manifest, read_manifest
from wfcheck.workfile.needs import needs
from wfcheck.workfile.read_document import read_document
from wfcheck.workfile.resolve import Connectors
from wfcheck.workfile.walk import calls


@dataclass(frozen=True, slots=True)
class Document:
    """A file as composed: its text, its nodes (None where they could not be read), what was found."""

    source: Source
    root: Node | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """A Workfile as read, before it is checked."""

    document: Document
    workfile: Workfile
    callees: Mapping[str, Path | NoCallee]


class Workspace:
    """One project: what it holds is read when it is asked for, once."""

    def __init__(self, project: Project, settings: Settings) -> None:
        self.project = project
        self.settings = settings
        self._documents: dict[Path, Document] = {}
        self._read: dict[Path, _Read] = {}
        self._checked: dict[Path, CheckedWorkfile] = {}
        self._programs: dict[Path, Program] = {}

    def settings_of(self, path: Path) -> Settings:
        """The settings that hold for one file (`per-path`)."""
        return self.settings.for_path(self.project.relative(path))

    def document(self, path: Path) -> Document:
        """A file's text and nodes; raises UnreadableFileError."""
        path = self.project.absolute(path)
        if path not in self._documents:
            out: list[Finding] = []
            source = read_source(self.project.shown(path), self.project.read(path), out)
            root = None if source is None else compose(source, out)
            text = source or Source(self.project.shown(path), "")
            self._documents[path] = Document(text, root, tuple(out))
        return self._documents[path]

    # -- manifests

    def is_manifest(self, path: Path) -> bool:
        """Whether a file is a connector manifest of this project."""
        return self.project.absolute(path) in self._manifests

    def manifest_findings(self, path: Path) -> tuple[Finding, ...]:
        """What is wrong with a manifest."""
        return self._manifests[self.project.absolute(path)][1]

    @cached_property
    def _manifests(self) -> Mapping[Path, tuple[Manifest | None, tuple[Finding, ...]]]:
        found: dict[Path, tuple[Manifest | None, tuple[Finding, ...]]] = {}
        first: dict[str, Span] = {}
        for path in self.project.manifests(self.settings.connectors):
            document = self.document(path)
            out = list(document.findings)
            manifest = None
            if document.root is not None:
                manifest = read_manifest(document.root, document.source, out)
            if manifest is not None and manifest.connector in first:
                out.append(_declared_twice(manifest, first[manifest.connector]))
            elif manifest is not None:
                first[manifest.connector] = manifest.connector_span
            found[path] = manifest, tuple(out)
        return MappingProxyType(found)

    @cached_property
    def connectors(self) -> Connectors:
        """The connectors that the project's manifests declare."""
        manifests: dict[str, Manifest] = {}
        broken: set[str] = set()
        for path, (manifest, _) in self._manifests.items():
            if manifest is None:
                broken.add(path.name.partition(".")[0])
            else:
                manifests.setdefault(manifest.connector, manifest)
        on_trust = self.settings.missing_manifests is MissingManifests.WARN
        return Connectors(manifests, on_trust, frozenset(broken))

    # -- Workfiles

    def checked(self, path: Path) -> CheckedWorkfile:
        """A Workfile with its facts and findings; raises UnreadableFileError."""
        path = self.project.absolute(path)
        if path not in self._checked:
            # Components are numbered in the order of their completion: callees first.
            number = components(self._read_along_calls(path))
            for name in sorted(number, key=lambda name: (number[name], name)):
                together = {Path(other) for other in number if number[other] == number[name]}
                self._checked[Path(name)] = self._check(Path(name), together)
        return self._checked[path]

    def callees(self, path: Path) -> Mapping[str, Path | NoCallee]:
        """What the calls of a checked file and of all those files lead to, by the paths written."""
        found: dict[str, Path | NoCallee] = {}
        pending, seen = [self.project.absolute(path)], set[Path]()
        while pending:
            at = pending.pop()
            if at not in seen and at in self._read:
                seen.add(at)
                found |= self._read[at].callees
                pending += (to for to in self._read[at].callees.values() if isinstance(to, Path))
        return found

    def program(self, path: Path) -> Program:
        """A Workfile ready to run; it must have no errors, nor may what it calls."""
        path = self.project.absolute(path)
        if path not in self._programs:
            self._programs[path] = lower(self.checked(path))
        return self._programs[path]

    def _read_along_calls(self, start: Path) -> list[Edge]:
        """Read a file and all that it leads to; the calls among those not checked yet."""
        graph = [Edge(str(start), str(start), immediate=True)]
        pending, seen = [start], {start}
        while pending:
            path = pending.pop()
            if path not in self._read:
                self._read[path] = self._read_one(path)
            for to in self._read[path].callees.values():
                if isinstance(to, Path) and to not in self._checked:
                    graph.append(Edge(str(path), str(to), immediate=True))
                    if to not in seen:
                        seen.add(to)
                        pending.append(to)
        return graph

    def _read_one(self, path: Path) -> _Read:
        document = self.document(path)
        out = list(document.findings)
        edition = self.settings_of(path).edition
        workfile = read_document(document.root, document.source, edition, out)
        paths = [call.path.text for call in calls(workfile) if call.path is not None]
        callees = {text: self._callee(text) for text in paths}
        return _Read(Document(document.source, document.root, tuple(out)), workfile, callees)

    def _callee(self, path: str) -> Path | NoCallee:
        found = self.project.callee(path)
        if isinstance(found, NoCallee):
            return found
        found = self.project.absolute(found)
        try:
            self.document(found)
        except UnreadableFileError:
            return NoCallee.ABSENT
        return found

    def _check(self, path: Path, together: set[Path]) -> CheckedWorkfile:
        """Check a file whose callees have been checked, but for those in a cycle with it."""
        read = self._read[path]
        out: list[Finding] = []
        notes = Notes()
        checking = Checking(
            self.settings_of(path),
            self.connectors,
            {text: self._seen(to) for text, to in read.callees.items()},
            out,
            notes,
            read.document.root,
        )
        completion = check_document(read.workfile, checking)
        found = [(text, to) for text, to in read.callees.items() if isinstance(to, Path)]
        callees = {text: self._checked[to] for text, to in found if to not in together}
        return CheckedWorkfile(
            source=read.document.source,
            root=read.document.root,
            workfile=read.workfile,
            settings=checking.settings,
            connectors=self.connectors,
            reading=read.document.findings,
            passed=tuple(out),
            notes=notes,
            completion=completion,
            callees=callees,
            needs=needs(
                read.workfile,
                self.connectors,
                {text: callee.needs for text, callee in callees.items()},
            ),
            call_depth=1 + max((callee.call_depth for callee in callees.values()), default=0),
            cyclic=frozenset(text for text, to in found if to in together),
        )

    def _seen(self, callee: Path | NoCallee) -> Callee | NoCallee:
        if isinstance(callee, NoCallee):
            return callee
        workfile = self._read[callee].workfile
        checked = self._checked.get(callee)
        result = UNKNOWN if checked is None else checked.completion.result
        faulty = checked is None or any(
            (finding.severity or finding.rule.severity) is Severity.ERROR
            for finding in checked.findings
        )
        return Callee(workfile.inputs, result, workfile.triggers_key is not None, faulty)


def _declared_twice(manifest: Manifest, first: Span) -> Finding:
    """C-1.6, C-11.1: one file a connector."""
    return Finding(
        NAME_COLLISION,
        manifest.connector_span,
        f"the connector `{manifest.connector}` has another manifest already",
        help="keep all that a connector has in one file",
        labels=(Label(first, "declared here"),),
    )
