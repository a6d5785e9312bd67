"""./test --coverage: which branches of what is not compiled are tested, layer by layer, against floors that only rise.

The floors stand in coverage.json. A layer that falls below its floor fails; one that rises above it lifts the floor,
and the file is to be committed.
"""

import json
import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import stages

FLOORS = stages.ROOT / "packaging" / "coverage.json"
MEASURED = stages.REPORTS / "coverage.json"
SLACK = 0.3  # per cent: what threads and processes reach differs a little from run to run


def check() -> int:
    measure = ("--cov=ridotto", "--cov-branch", "--cov-report=", f"--cov-report=json:{MEASURED}")
    data = str(stages.REPORTS / "coverage.sqlite")
    result = stages.run_all([stages.pytest("coverage", *measure, "--ignore=tests/browser", COVERAGE_FILE=data)])[0]
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
    """The share of lines and branches that were run, in per cent; without what is compiled, which cannot be seen."""
    done: defaultdict[str, int] = defaultdict(int)
    there: defaultdict[str, int] = defaultdict(int)
    for file, found in files.items():
        if (stages.ROOT / file).with_suffix(".pxd").exists():
            continue
        layer, summary = layer_of(Path(file)), found["summary"]
        done[layer] += summary["covered_lines"] + summary["covered_branches"]
        there[layer] += summary["num_statements"] + summary["num_branches"]
    return {layer: 100 * done[layer] / there[layer] for layer in there if there[layer]}


def layer_of(file: Path) -> str:
    """The package below `ridotto`, or the module if it is in none."""
    return Path(*file.parts[file.parts.index("ridotto") + 1 :]).with_suffix("").parts[0]


def floor_of(share: float) -> float:
    """A tenth of a per cent below what was measured, and a little more."""
    return math.floor(10 * (share - SLACK)) / 10


def compare(layers: dict[str, float], floors: dict[str, float]) -> list[str]:
    """Prints how every layer stands: those that have fallen."""
    for name, share in sorted(layers.items()):
        floor = floors.get(name, 0.0)
        print(f"{'ok    ' if share >= floor else 'FALLEN'}  {share:5.1f} %  {name} (at least {floor:.1f} %)")
    return [name for name, share in layers.items() if share < floors.get(name, 0.0)]
