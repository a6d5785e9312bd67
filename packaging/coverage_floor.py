"""./test --coverage: compares the branch coverage of uncompiled code, layer by layer, with floors that only rise.

The floors are in coverage.json. A layer below its floor fails. A layer above it raises the floor: commit the file then.
"""

import json
import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import stages

FLOORS = stages.ROOT / "packaging" / "coverage.json"
MEASURED = stages.REPORTS / "coverage.json"
SLACK = 0.3  # per cent: the coverage of threads and processes differs a little from run to run


def check() -> int:
    measure = ("--cov=ridotto", "--cov-branch", "--cov-report=", f"--cov-report=json:{MEASURED}")
    data = str(stages.REPORTS / "coverage.sqlite")
    result = stages.run_all([stages.pytest_stage("coverage", *measure, "--ignore=tests/browser", COVERAGE_FILE=data)])[
        0
    ]
    if not result.passed:
        return 1
    floors: dict[str, float] = json.loads(FLOORS.read_text())
    layers = by_layer(json.loads(MEASURED.read_text())["files"])
    fallen = compare(layers, floors)
    raised = {name: max(floors.get(name, 0.0), floor_of(share)) for name, share in sorted(layers.items())}
    if raised != floors:
        FLOORS.write_text(json.dumps(raised, indent=2) + "\n")
        print(f"The floors in {FLOORS.relative_to(stages.ROOT)} have risen: please commit them.")
    return 1 if fallen else 0


def by_layer(files: dict[str, Any]) -> dict[str, float]:
    """The share of lines and branches that were run, in per cent, without compiled modules: they cannot be measured."""
    covered: defaultdict[str, int] = defaultdict(int)
    total: defaultdict[str, int] = defaultdict(int)
    for file, found in files.items():
        if (stages.ROOT / file).with_suffix(".pxd").exists():
            continue
        layer, summary = layer_of(Path(file)), found["summary"]
        covered[layer] += summary["covered_lines"] + summary["covered_branches"]
        total[layer] += summary["num_statements"] + summary["num_branches"]
    return {layer: 100 * covered[layer] / total[layer] for layer in total if total[layer]}


def layer_of(file: Path) -> str:
    """The package in `ridotto` that a file belongs to, or its module."""
    return Path(*file.parts[file.parts.index("ridotto") + 1 :]).with_suffix("").parts[0]


def floor_of(share: float) -> float:
    """The floor for a measured share: a little less, rounded down to tenths."""
    return math.floor(10 * (share - SLACK)) / 10


def compare(layers: dict[str, float], floors: dict[str, float]) -> list[str]:
    """Print the coverage of every layer. Returns the layers below their floors."""
    for name, share in sorted(layers.items()):
        floor = floors.get(name, 0.0)
        print(f"{'ok    ' if share >= floor else 'FALLEN'}  {share:5.1f} %  {name} (at least {floor:.1f} %)")
    return [name for name, share in layers.items() if share < floors.get(name, 0.0)]
