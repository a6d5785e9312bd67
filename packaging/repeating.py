"""./test --repeat: the same tests again and again, under load if asked for, and which of them failed how often."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import stages
from stages import Stage

BUSY = """
import os, sys
while os.getppid() == int(sys.argv[1]):  # whoever is killed leaves nobody behind
    sum(range(1_000_000))
"""


def repeat(rounds: int, load: int, wanted: Sequence[Stage]) -> bool:
    """Runs these stages so often: did everything pass every time?"""
    failed: Counter[str] = Counter()
    seconds = []
    with under_load(load):
        for number in range(1, rounds + 1):
            results = stages.run_all(wanted)
            seconds.append(sum(result.seconds for result in results))
            failed.update(failures(results))
            print(f"\nround {number} of {rounds}: {stages.counted(wanted)} in {seconds[-1]:.0f} s", flush=True)
    beside = f" beside {load} busy processes" if load else ""
    print(f"\n{rounds} rounds{beside}, {min(seconds):.0f} to {max(seconds):.0f} s each")
    for name, times in failed.most_common():
        print(f"failed {times} of {rounds} times: {name}")
    if not failed:
        print("nothing failed")
    return not failed


def failures(results: Sequence[stages.Result]) -> set[str]:
    """The tests that failed; a stage that failed without any goes by its own name."""
    found = set()
    for result in results:
        if not result.passed:
            found.update(stages.failures([result.stage]) or [result.stage.name])
    return found


@contextmanager
def under_load(processes: int) -> Iterator[None]:
    """So many processes keep the cores busy meanwhile."""
    busy = [subprocess.Popen([sys.executable, "-IS", "-c", BUSY, str(os.getpid())]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
