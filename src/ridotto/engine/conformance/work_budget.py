"""What a run of the kit has spent: work, which is the same on every machine, or seconds."""

from time import perf_counter
from typing import NamedTuple


class Cost(NamedTuple):
    """What holding a law usually takes when the rules are compiled, in tenths of a millisecond."""

    once: float
    each_move: float = 0.0  # of those played so far
    idle: float = 0.2  # where there is nothing to compare


STEP = 0.5  # a move of the game under trial
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


class Work:
    """Counts what is done by its usual cost: the speed of the machine changes nothing."""

    def __init__(self) -> None:
        self.done = 0.0

    def read(self) -> float:
        """How much is spent so far."""
        return self.done

    def step(self) -> None:
        self.done += STEP

    def hold(self, law: str, moves: int, checks: int) -> None:
        """A law was held after so many moves, and has made so many comparisons."""
        cost = COSTS[law]
        self.done += cost.once + cost.each_move * moves if checks else cost.idle


class Seconds(Work):
    """Reads the clock instead: the faster the machine, the more is tried."""

    def read(self) -> float:
        return perf_counter()
