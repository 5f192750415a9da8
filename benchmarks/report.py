"""`make benchmarks`: measures everything and writes reports/benchmarks.md from what it measured."""

import platform
import sys
from pathlib import Path

from benchmarks import bench_explore, bench_lint
from benchmarks.measure import Row

TARGET = Path(__file__).parent.parent / "reports" / "benchmarks.md"


def main() -> int:
    rows: list[Row] = [*bench_lint.rows(), *bench_explore.rows()]
    lines = [
        "# Benchmarks",
        "",
        (
            f"Written by `make benchmarks` on {platform.machine()}, "
            f"Python {platform.python_version()}. Processor seconds; medians, ratios measured in pairs."
        ),
        "",
        "| what | result | against |",
        "|---|---|---|",
        *(f"| {row.what} | {row.result} | {row.against} |" for row in rows),
        "",
    ]
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
