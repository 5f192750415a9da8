"""How fast `wfcheck explore` and `wfcheck prove` answer about the examples."""

import json
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Row, seconds

ROOT = Path(__file__).parent.parent
EXAMPLES = (
    "examples/approval/approval.workfile",
    "examples/approval-draft/approval.workfile",
    "examples/booking/booking.workfile",
    "examples-faulty/booking/booking.workfile",
)


def rows() -> list[Row]:
    """The rows of the report."""
    found: list[Row] = []
    wfcheck = [sys.executable, "-m", "wfcheck"]
    for example in EXAMPLES:
        explore = [*wfcheck, "explore", str(ROOT / example)]
        took = sorted(seconds(explore) for _ in range(3))[1]
        asked = subprocess.run(
            [*explore, "--format", "json"], capture_output=True, text=True, check=False
        )
        report = json.loads(asked.stdout)
        violated = [p["name"] for p in report["properties"] if p["verdict"] == "violated"]
        found.append(
            Row(
                f"`wfcheck explore {example}`",
                f"{took:.2f} s",
                f"{report['configurations']} configurations; "
                + (f"violated: {', '.join(violated)}" if violated else "all properties hold"),
            )
        )
        took = sorted(seconds([*wfcheck, "prove", str(ROOT / example)]) for _ in range(3))[1]
        found.append(Row(f"`wfcheck prove {example}`", f"{took:.2f} s", ""))
    return found
