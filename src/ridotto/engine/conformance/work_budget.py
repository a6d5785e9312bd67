"""Budgets of a conformance run: work, which is the same on every machine, or seconds."""

from time import perf_counter
from typing import NamedTuple


class Cost(NamedTuple):
    """What checking a law usually takes with compiled rules, in tenths of a millisecond."""

    fixed: float
    per_move: float = 0.0  # played so far
    idle: float = 0.2  # if there is nothing to compare


STEP_COST = 0.5  # of a move of the trial
COSTS = {
    "conserved": Cost(1),
    "copies": Cost(3),
    "determinism": Cost(0.5, 0.01),
    "ends": Cost(0.2),
    "commute": Cost(2),
    "legal": Cost(0.7),
    "refused": Cost(4),
    "redeal": Cost(9),
    "peek": Cost(20, idle=8),
    "memory": Cost(25, idle=5),
    "comes back": Cost(10),
    "plays on": Cost(3),
    "varies": Cost(2),
    "round trips": Cost(10),
    "texts": Cost(0.5),
    "records": Cost(5, 2.5),
    "shown": Cost(40),
    "told": Cost(40, idle=10),
    "unseen": Cost(20),
    "seals": Cost(10),
}


class WorkMeter:
    """Adds up the usual costs of all that is done, whatever the speed of the machine."""

    def __init__(self) -> None:
        self.spent = 0.0

    def read(self) -> float:
        """What has been spent so far."""
        return self.spent

    def add_step(self) -> None:
        self.spent += STEP_COST

    def add_check(self, law: str, moves: int, checks: int) -> None:
        """Count a law that was checked after so many moves and made so many comparisons."""
        cost = COSTS[law]
        self.spent += cost.fixed + cost.per_move * moves if checks else cost.idle


class SecondsMeter(WorkMeter):
    """Measures seconds instead: the faster the machine, the more is tested."""

    def read(self) -> float:
        return perf_counter()
