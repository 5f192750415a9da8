"""How fast `wfcheck lint` is: started cold on one small file, and on a project of many files."""

import sys
import tempfile
from pathlib import Path

from benchmarks.generate import workfiles, write_project
from benchmarks.measure import Row, pair

ROOT = Path(__file__).parent.parent
BOOKING = str(ROOT / "examples" / "booking" / "booking.workfile")
IMPORTS = "import typer, ruamel.yaml, lark"
LOADS = """
import sys
from pathlib import Path
from ruamel.yaml import YAML
for path in sorted(Path(sys.argv[1]).rglob("*.workfile")):
    YAML(typ="safe").load(path)
"""


def rows(files: int = 300) -> list[Row]:
    """The rows of the report."""
    wfcheck = [sys.executable, "-m", "wfcheck"]
    cold = pair([*wfcheck, "lint", BOOKING], [sys.executable, "-c", IMPORTS])
    with tempfile.TemporaryDirectory() as folder:
        write_project(Path(folder), list(workfiles(files, 7)))
        many = pair([*wfcheck, "lint", folder], [sys.executable, "-c", LOADS, folder], times=3)
    return [
        Row(
            "`wfcheck lint` of one small valid file, cold",
            f"{cold.first:.2f} s",
            f"{cold.ratio:.2f} × `{IMPORTS}` ({cold.second:.2f} s)",
        ),
        Row(
            f"`wfcheck lint` of {files} files",
            f"{many.first:.2f} s, {1000 * many.first / files:.1f} ms a file",
            f"{many.ratio:.2f} × loading them with ruamel.yaml alone ({many.second:.2f} s)",
        ),
    ]
