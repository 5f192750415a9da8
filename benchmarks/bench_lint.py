"""How fast `wfcheck lint` is: one small file, many files, one changed file, and files that grow."""

import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from benchmarks.generate import Writer, workfiles, write_project
from benchmarks.measure import Cost, Row, cost, pair

ROOT = Path(__file__).parent.parent
BOOKING = str(ROOT / "examples" / "booking" / "booking.workfile")
LINT = (sys.executable, "-m", "wfcheck", "lint")
IMPORTS = "import typer, ruamel.yaml, lark"
PARSE = """
import sys, yaml
from pathlib import Path
for path in sorted(Path(sys.argv[1]).rglob("*.workfile")):
    yaml.compose(path.read_text(), Loader=yaml.CSafeLoader)
"""
YAMLLINT = (
    sys.executable,
    "-m",
    "yamllint",
    "-d",
    "{extends: default, yaml-files: ['*.workfile']}",
)


def rows(files: int = 1500, times: int = 10) -> list[Row]:
    """The rows of the report."""
    with tempfile.TemporaryDirectory() as folder:
        return [
            *_start(times),
            *_many(Path(folder) / "many", files),
            *_growth(Path(folder) / "one"),
        ]


def _start(times: int) -> Iterator[Row]:
    imports = (sys.executable, "-c", IMPORTS)
    for what, options in (("", ("--no-cache",)), (", unchanged since the last time", ())):
        found = pair([*LINT, *options, BOOKING], imports, times=times)
        yield Row(
            f"`wfcheck lint` of one small valid file{what}",
            f"{found.first:.2f} s",
            f"{found.ratio:.2f} × `{IMPORTS}` ({found.second:.2f} s)",
        )


def _many(folder: Path, files: int) -> Iterator[Row]:
    lines = write_project(folder, list(workfiles(files, 7)))
    what = f"`wfcheck lint --jobs 2` of {files} files, {lines} lines"
    fresh = cost([*LINT, "--no-cache", "--jobs", "2", str(folder)])
    if find_spec("yaml") is not None:
        yield _against(what, fresh, "PyYAML's C composer, one process", _parse(folder))
    if find_spec("yamllint") is not None:
        yield _against(what, fresh, "yamllint", cost([*YAMLLINT, str(folder)]))
    filled = cost([*LINT, "--jobs", "2", str(folder)])
    changed = next(folder.rglob("*.workfile"))
    changed.write_text(changed.read_text() + "# changed\n")
    again = cost([*LINT, "--jobs", "2", str(folder)])
    yield Row(
        "the same after a change of one file, with the cache",
        f"{again.processor:.2f} s",
        f"{again.processor / filled.processor:.2f} × the run that filled the cache",
    )


def _parse(folder: Path) -> Cost:
    return cost([sys.executable, "-c", PARSE, str(folder)])


def _against(what: str, ours: Cost, name: str, theirs: Cost) -> Row:
    return Row(
        what,
        f"{ours.processor:.1f} s, {ours.elapsed:.1f} s elapsed",
        f"{ours.processor / theirs.processor:.2f} × {name} ({theirs.processor:.1f} s); "
        f"{ours.elapsed / theirs.elapsed:.2f} × elapsed",
    )


def _growth(folder: Path) -> Iterator[Row]:
    """One file of a kind at two sizes: twice as large should take twice as long."""
    write_project(folder, [])
    for what, size, text in GROWING:
        small, large = (_alone(folder, text(number)) for number in (size // 2, size))
        yield Row(
            f"`wfcheck lint` of one file with {size} {what}",
            f"{large.processor:.1f} s, {large.memory:.0f} MB",
            f"{large.processor / small.processor:.2f} × one with {size // 2}",
        )


def _alone(folder: Path, text: str) -> Cost:
    file = folder / "one.workfile"
    file.write_text(text, encoding="utf-8")
    return cost([*LINT, "--no-cache", str(file)])


def _chain(states: int) -> str:
    return Writer(random.Random(7)).workfile(states, compact=True)


def _cases(number: int) -> str:
    cases = "".join(f"      c{i}: {{ goto: done }}\n" for i in range(number))
    return (
        "inputs: { kind: { type: string, required: true } }\ninitial: sorting\nstates:\n"
        f"  sorting:\n    route: '{{{{ inputs.kind }}}}'\n    cases:\n{cases}"
        "    else: { goto: done }\n  done: { final: true }\n"
    )


def _diamonds(number: int) -> str:
    states = "".join(
        f"  s{i}: {{ route: '{{{{ inputs.side }}}}', "
        f"cases: {{ p: {{ goto: l{i} }}, q: {{ goto: r{i} }} }} }}\n"
        f"  l{i}: {{ goto: s{i + 1} }}\n  r{i}: {{ goto: s{i + 1} }}\n"
        for i in range(number)
    )
    return (
        'inputs: { side: { type: "enum[p, q]", required: true } }\n'
        f"initial: s0\nstates:\n{states}  s{number}: {{ final: true }}\n"
    )


def _steps(number: int) -> str:
    return "steps:\n  - s0: 1\n" + "".join(
        f"  - s{i}: '{{{{ s{i - 1} + 1 }}}}'\n" for i in range(1, number)
    )


def _nested(number: int) -> str:
    """Choices in choices, each in one line of its own."""
    opened = "".join(
        f"[{{c{i}: {{wf.choose: [{{when: '{{{{ inputs.n > {i} }}}}', then: " for i in range(number)
    )
    return (
        "inputs: { n: { type: int, required: true } }\n"
        f"steps: {opened}[{{x: 1}}]{'}], else: []}}]' * number}\n"
    )


GROWING: tuple[tuple[str, int, Callable[[int], str]], ...] = (
    ("states in a chain", 5000, _chain),
    ("cases in one state", 10_000, _cases),
    ("diamonds of immediate routes", 40, _diamonds),
    ("steps in a list, each reading the one before", 10_000, _steps),
    ("choices nested in each other (too deep: one finding)", 3000, _nested),
)
