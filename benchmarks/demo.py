"""`make demo`: what wfcheck says about the examples, and about one with a fault on purpose."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FAULTY = "examples-faulty/booking/booking.workfile"

SCRIPT = (
    ("Everything about the examples: text, proofs, all runs, scenarios.", "check examples", 0),
    (
        "A booking that waits for two answers in one order. What can go wrong?",
        f"explore {FAULTY} --fail-on warning",
        1,
    ),
)


def wfcheck(arguments: str) -> int:
    """Run a command as a reader would, its output on the terminal."""
    print(f"$ wfcheck {arguments}", flush=True)
    command = [sys.executable, "-m", "wfcheck", *shlex.split(arguments)]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    print(flush=True)
    return status


def main() -> int:
    wrong = 0
    for about, arguments, expected in SCRIPT:
        print(f"# {about}")
        status = wfcheck(arguments)
        if status != expected:
            print(f"# ended with status {status}, not {expected}\n")
            wrong = 1
    if shutil.which("dot") is None:
        print("# Graphviz's dot is missing (apt-get install graphviz): no picture is drawn.")
    else:
        print("# A picture for the review document.")
        (ROOT / "demo").mkdir(exist_ok=True)
        wrong |= wfcheck("render examples/approval/approval.workfile -o demo/approval.svg")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
