"""./test --repeat: runs the same tests several times, perhaps under load, and counts how often each of them failed."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import stages
from stages import Stage

BUSY_LOOP = """
import os, sys
while os.getppid() == int(sys.argv[1]):  # ends with its parent, even if that is killed
    sum(range(1_000_000))
"""


def repeat(rounds: int, load: int, to_run: Sequence[Stage]) -> bool:
    """Run these stages several times. Returns whether everything passed every time."""
    failed: Counter[str] = Counter()
    seconds = []
    with under_load(load):
        for number in range(1, rounds + 1):
            results = stages.run_all(to_run)
            seconds.append(sum(result.seconds for result in results))
            failed.update(failed_names(results))
            print(f"\nround {number} of {rounds}: {stages.summary(to_run)} in {seconds[-1]:.0f} s", flush=True)
    beside = f" beside {load} busy processes" if load else ""
    print(f"\n{rounds} rounds{beside}, {min(seconds):.0f} to {max(seconds):.0f} s each")
    for name, times in failed.most_common():
        print(f"failed {times} of {rounds} times: {name}")
    if not failed:
        print("nothing failed")
    return not failed


def failed_names(results: Sequence[stages.Result]) -> set[str]:
    """The tests that failed, or the name of a stage that failed without a failed test."""
    found = set()
    for result in results:
        if not result.passed:
            found.update(stages.failed_tests([result.stage]) or [result.stage.name])
    return found


@contextmanager
def under_load(processes: int) -> Iterator[None]:
    """Keep the cores busy with so many processes inside the block."""
    busy = [subprocess.Popen([sys.executable, "-IS", "-c", BUSY_LOOP, str(os.getpid())]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
