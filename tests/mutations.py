"""Faults put into good files, each by its number: the same number gives the same file every time.

`python -m tests.mutations --count 20000` checks that many of them, and tells which of them raised, ran
beyond the limit, or gave a finding outside the file. `--only N` repeats one, `--keep DIR` writes the
files that failed. A number means the same case as long as the good files stay the same.
"""

import argparse
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.cases import SUFFIXES
from wfcheck.catalog import CALLEE_INVALID
from wfcheck.exec.draw import Draw
from wfcheck.exec.run import run
from wfcheck.explore.explore import Options, explore
from wfcheck.project import Project
from wfcheck.render.diagram import state_diagram
from wfcheck.render.dot import dot
from wfcheck.render.flow import step_diagram
from wfcheck.render.mermaid import mermaid
from wfcheck.rules.run import examine, is_broken, structure_holds
from wfcheck.semantics.program import Program
from wfcheck.settings import Bounds, Settings, load_settings
from wfcheck.smt.prove import prove
from wfcheck.span import Source
from wfcheck.syntax.nodes import Map, Node, Scalar, Seq
from wfcheck.syntax.yaml import compose
from wfcheck.workfile.lower import lower
from wfcheck.workfile.workspace import Workspace

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = (
    ROOT / "examples",
    ROOT / "tests" / "corpus",
    ROOT.parent / "shared" / "cases",  # where it is there
)
SECONDS: Final = 20.0
"""Of processor time, after which a case is given up: a hang, not a measure."""
ENGINES_EACH: Final = 40
"""Every so many cases go through the engines as well, where their structure still holds."""


# -- the good files


@dataclass(frozen=True, slots=True)
class Seed:
    """A file without errors, and what it consists of."""

    path: Path
    text: str
    nodes: tuple[Node, ...]
    keys: tuple[Node, ...]


@cache
def settings_of(root: Path) -> Settings:
    return load_settings(root)


def workspace_with(path: Path, content: bytes) -> Workspace:
    """The project of a file, which holds other bytes."""
    root = Project.of(path).root
    return Workspace(Project(root, overlay={path: content}), settings_of(root))


@cache
def files() -> tuple[Path, ...]:
    """The Workfiles and manifests of the corpus, the examples and the cases, with errors or without."""
    return tuple(
        path
        for folder in FOLDERS
        for path in sorted(folder.rglob("*"))
        if path.name.endswith(SUFFIXES) or path.parent.name == "connectors"
        if path.is_file()
    )


@cache
def seed_of(path: Path) -> Seed | None:
    """A file without errors; None for others."""
    content = path.read_bytes()
    findings = examine(workspace_with(path, content), path).diagnostics
    if is_broken(diagnostic.finding for diagnostic in findings):
        return None
    text = content.decode("utf-8-sig")
    root = compose(Source(str(path), text), [])
    assert root is not None
    nodes, keys = parts_of(root)
    return Seed(path, text, nodes, keys)


def parts_of(root: Node) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Every node of a document but its keys, and every key, in document order."""
    nodes: list[Node] = []
    keys: list[Node] = []
    pending = [root]
    while pending:
        node = pending.pop()
        nodes.append(node)
        match node:
            case Map(entries):
                keys += [entry.key for entry in entries]
                pending += [entry.value for entry in reversed(entries)]
            case Seq(items):
                pending += reversed(items)
            case Scalar():
                pass
    return tuple(nodes), tuple(sorted(keys, key=lambda key: key.start))


# -- the faults


Mutation = Callable[[random.Random, Seed], bytes]


def misspelt(rng: random.Random, name: str) -> str:
    """A name with one letter left out, doubled, or changed, or two swapped."""
    at = rng.randrange(len(name)) if name else 0
    match rng.randrange(4):
        case 0 if len(name) > 1:
            return name[:at] + name[at + 1 :]
        case 1:
            return name[:at] + name[at : at + 1] * 2 + name[at + 1 :]
        case 2 if at + 1 < len(name):
            return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        case _:
            return name[:at] + rng.choice("aeioxz_") + name[at + 1 :]


def put(seed: Seed, start: int, end: int, text: str) -> bytes:
    """The seed with another text in the place of one."""
    return (seed.text[:start] + text + seed.text[end:]).encode()


VALUES: Final = (
    "null",
    "",
    "[]",
    "{}",
    "[null, [1, {a: b}]]",
    "{a: 1, goto: x, wf.value: [2]}",
    "x" * 5_000,
    '"{{ inputs.a.b[0] | length + 1 }}"',
    '"{{ "',
    "9223372036854775807",
    "-1",
    "2.5",
    "true",
    "5m",
    '"2030-01-01T00:00:00Z"',
    "'' ",
    "*nowhere",
    "!!str 1",
    "enum[a, b, ...]",
    "list[map[object?]]?",
    "[" * 150 + "]" * 150,
)


def _node(rng: random.Random, seed: Seed) -> bytes:
    node = rng.choice(seed.nodes)
    return put(seed, node.start, node.end, rng.choice(VALUES))


def _node_of_elsewhere(rng: random.Random, seed: Seed) -> bytes:
    node, other = rng.choice(seed.nodes), rng.choice(seed.nodes)
    return put(seed, node.start, node.end, seed.text[other.start : other.end])


def _key(rng: random.Random, seed: Seed) -> bytes:
    key = rng.choice(seed.keys or seed.nodes)
    return put(seed, key.start, key.end, misspelt(rng, seed.text[key.start : key.end]))


def _key_of_elsewhere(rng: random.Random, seed: Seed) -> bytes:
    key, other = rng.choice(seed.keys or seed.nodes), rng.choice(seed.keys or seed.nodes)
    return put(seed, key.start, key.end, seed.text[other.start : other.end])


def _piece_of_a_text(rng: random.Random, seed: Seed) -> bytes:
    """Something else within a scalar: most often within an expression."""
    texts = [node for node in seed.nodes if isinstance(node, Scalar) and node.end > node.start]
    node = rng.choice(texts or seed.nodes)
    at = rng.randint(node.start, node.end)
    end = min(node.end, at + rng.randrange(6))
    return put(seed, at, end, rng.choice(PIECES))


PIECES: Final = (
    *"[](){}.,:?|&*!%@`'\"\\<>=+-/#~",
    "{{",
    "}}",
    " and ",
    " in ",
    " is not ",
    " if ",
    " not ",
    "0",
    "inputs",
    "9" * 30,
    "null",
    "\n",
    "\t",
    "\0",
    "\u2028",
    "😀",
)


def _byte(rng: random.Random, seed: Seed) -> bytes:
    content = bytearray(seed.text.encode())
    for _ in range(rng.choice((1, 1, 1, 3, 20))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def _end(rng: random.Random, seed: Seed) -> bytes:
    content = seed.text.encode()
    return content[: rng.randrange(len(content))]


def _lines(rng: random.Random, seed: Seed) -> bytes:
    """A line left out, written twice, exchanged with another, moved in or out, cut in two."""
    lines = seed.text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = " " * rng.choice((1, 2, 4)) + lines[at]
        case 4:
            lines[at] = lines[at][rng.choice((1, 2)) :]
        case 5:
            lines[at] = lines[at].replace("  ", "\t", 1)
        case _:
            cut = rng.randint(0, len(lines[at]))
            lines[at : at + 1] = [lines[at][:cut], lines[at][cut:]]
    return "\n".join(lines).encode()


def _block_of_lines(rng: random.Random, seed: Seed) -> bytes:
    """Some lines left out, or moved elsewhere."""
    lines = seed.text.split("\n")
    at = rng.randrange(len(lines))
    taken = lines[at : at + rng.randint(1, 8)]
    del lines[at : at + len(taken)]
    if rng.randrange(2):
        to = rng.randint(0, len(lines))
        lines[to:to] = taken
    return "\n".join(lines).encode()


MUTATIONS: Final[tuple[Mutation, ...]] = (
    _node,
    _node,
    _node_of_elsewhere,
    _key,
    _key_of_elsewhere,
    _piece_of_a_text,
    _byte,
    _end,
    _lines,
    _block_of_lines,
)


@dataclass(frozen=True, slots=True)
class Case:
    """One good file with one fault, or two."""

    number: int
    path: Path
    content: bytes

    @property
    def is_for_engines(self) -> bool:
        return self.number // len(MUTATIONS) % ENGINES_EACH == 0


def case(number: int) -> Case:
    """The case of a number: the kind of fault and the file follow from it."""
    rng = random.Random(f"wfcheck {number}")
    seed = None
    while seed is None:
        seed = seed_of(rng.choice(files()))
    return Case(number, seed.path, MUTATIONS[number % len(MUTATIONS)](rng, seed))


# -- what is done with them


def look_at(case: Case) -> str:
    """Check a case as the commands do; what became of it in a word. Raises what wfcheck raises."""
    workspace = workspace_with(case.path, case.content)
    examined = examine(workspace, case.path)
    source = workspace.document(case.path).source
    for diagnostic in examined.diagnostics:
        finding = diagnostic.finding
        assert finding.message
        if source.text:  # which is not there where the bytes are no UTF-8
            assert finding.span.file == source.file
            assert 0 <= finding.span.start.offset <= finding.span.end.offset <= len(source.text)
    if workspace.is_manifest(case.path):
        return "manifest"
    whole = (*examined.diagnostics, *examined.suppressed)
    broken = is_broken(diagnostic.finding for diagnostic in whole)
    broken = broken or any(d.finding.rule is CALLEE_INVALID for d in whole)
    if case.is_for_engines and workspace.document(case.path).root is not None:
        program = lower(workspace.checked(case.path))
        prove(program, rlimit=200_000)
        if structure_holds(whole) and workspace.checked(case.path).can_be_followed:
            _draw(program)
            explore(program, Options(Bounds(max_states=200, max_entries=3, max_list=1)))
        if not broken:
            run(program, Draw(program, case.number))
    return "refused" if broken else "still valid"


def _draw(program: Program) -> None:
    for diagram in (
        step_diagram(program),
        *(state_diagram(program, all_steps=whole) for whole in (False, True) if program.states),
    ):
        assert dot(diagram)
        assert mermaid(diagram)


class OutOfTimeError(Exception):
    """A case has taken more than its processor time."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise OutOfTimeError in what runs longer, by the process's own time."""

    def stop(*_: Any) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def say(line: object) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutations")
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args(arguments)
    numbers = range(given.first, given.first + given.count)
    if given.only is not None:
        numbers = range(given.only, given.only + 1)
        say(case(given.only).path)
        sys.stdout.buffer.write(case(given.only).content + b"\n")
    ends: Counter[str] = Counter()
    slowest: list[tuple[float, int]] = []
    failed = False
    for number in numbers:
        one = case(number)
        begun = time.process_time()
        try:
            with limited():
                end = look_at(one)
        except Exception as fault:  # noqa: BLE001  (whatever it is, it is what is looked for)
            end, failed = f"{type(fault).__name__}", True
            place = traceback.extract_tb(fault.__traceback__)[-1]
            say(f"{number}: {one.path}: {fault!r:.200} at {place.filename}:{place.lineno}")
            if given.keep is not None:
                (given.keep / f"{number}-{one.path.name}").write_bytes(one.content)
        ends[end] += 1
        slowest = sorted([*slowest, (time.process_time() - begun, number)])[-5:]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    say(", ".join(f"{count} {end}" for end, count in sorted(ends.items())))
    times = ", ".join(f"{seconds:.2f} s (case {n})" for seconds, n in reversed(slowest))
    say(f"slowest: {times}")
    say(f"from {seed_of.cache_info().currsize} files; peak memory {memory} MiB")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
