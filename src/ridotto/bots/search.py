"""A search for the best move of one seat: trees on several threads, a budget, and what they found."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, sqrt
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ridotto.bots.tree import Tree
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg

if TYPE_CHECKING:
    from ridotto.engine.knowledge import Knowledge
    from ridotto.engine.state import State

SLICE = 0.01  # seconds between two looks at the clock
OBVIOUS, CLEARLY = 1 / 8, 0.8  # who leads by so much after that part of the time will not be caught
CONFIDENCE = 1.96  # standard errors: 95 %


class BadBudget(RidottoError):
    """A search cannot think for no time at all."""


class NotAsked(RidottoError):
    """A seat that has nothing to decide."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search may think: so many simulations, so many seconds, or whichever is over first."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise BadBudget(msg("A search needs a budget: simulations or seconds."))
        for amount in (self.simulations, self.seconds):
            if amount is not None and not (isfinite(amount) and amount > 0):
                raise BadBudget(msg("The budget of a search must be above 0, not {amount}.", amount=str(amount)))


class Tried(NamedTuple):
    """A move that was thought about."""

    move: int
    visits: int
    share: float  # of the victory, as expected
    margin: float  # the true share lies as far away as that, at the most: 95 %


class Search:
    """Thinks about the decision of one seat. The state may be any world that the seat cannot tell from the truth."""

    def __init__(
        self,
        state: "State",
        seat: int,
        seed: int = 0,
        threads: int = 1,
        knowledge: "Callable[[], Knowledge] | None" = None,
    ) -> None:
        if state.over:
            raise NotAsked(msg("The game is over: there is nothing to decide."))
        if seat not in state.actors():
            raise NotAsked(msg("Seat {seat} has nothing to decide now.", seat=seat))
        knows = knowledge or state.game.knowledge
        self.seat = seat
        self.trees = [Tree(state, seat, knows(), seed + thread) for thread in range(threads)]
        self._stopped = False

    def run(self, budget: Budget, thorough: bool = False) -> None:
        """Thinks on; a thorough search goes on when its choice can no longer change."""
        share = None if budget.simulations is None else -(-budget.simulations // len(self.trees))
        until = None if budget.seconds is None else perf_counter() + budget.seconds
        threads = [Thread(target=self._think, args=(tree, share, until, thorough)) for tree in self.trees[1:]]
        for thread in threads:
            thread.start()
        try:
            self._think(self.trees[0], share, until, thorough)
            for thread in threads:
                thread.join()
        finally:  # Ctrl-C, say
            self.stop()
            for thread in threads:
                thread.join()
            self._stopped = False

    def stop(self) -> None:
        """Ends a run on another thread within a few hundredths of a second."""
        self._stopped = True

    def _think(self, tree: Tree, simulations: int | None, until: float | None, thorough: bool) -> None:
        """Slice by slice, so that clock, Ctrl-C and `stop` are heeded; what is found depends on the number alone."""
        end = None if simulations is None else tree.simulations + simulations
        batch, now = 1, perf_counter()
        obvious = now if until is None else now + OBVIOUS * (until - now)
        while not self._stopped and (end is None or tree.simulations < end) and (until is None or now < until):
            began, before = now, tree.simulations
            todo = batch if end is None else min(batch, end - tree.simulations)
            if tree.run(todo, 0 if thorough or end is None else end):
                break
            now = perf_counter()
            took = max(now - began, 1e-6)
            if until is not None and not thorough:
                lead = tree.lead()
                if lead > (tree.simulations - before) / took * (until - now):  # nobody can catch up
                    break
                if now > obvious and lead > CLEARLY * tree.simulations:
                    break
            batch = max(1, min(2 * batch, int(batch * SLICE / took)))

    @property
    def simulations(self) -> int:
        return sum(tree.simulations for tree in self.trees)

    @property
    def decisions(self) -> int:
        """In all simulated games together."""
        return sum(tree.decisions for tree in self.trees)

    def tried(self) -> list[Tried]:
        """All legal moves, the most visited first."""
        sums: dict[int, list[float]] = {}
        for tree in self.trees:
            for move, *found in tree.tried():
                sums[move] = [a + b for a, b in zip(sums.get(move, [0, 0.0, 0.0]), found, strict=True)]
        rows = [_tried(move, int(visits), total, squares) for move, (visits, total, squares) in sums.items()]
        return sorted(rows, key=lambda row: (-row.visits, -row.share, row.move))

    def best(self) -> int:
        """The move to make."""
        return self.tried()[0].move


def _tried(move: int, visits: int, total: float, squares: float) -> Tried:
    if not visits:
        return Tried(move, 0, 0.0, 1.0)
    share = total / visits
    variance = max(0.0, squares / visits - share * share)
    spread = sqrt(variance / visits) + 1 / visits  # of few simulations that all agree, little is known
    return Tried(move, visits, share, min(1.0, CONFIDENCE * spread))


def cores() -> int:
    """How many threads pay."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(4, usable))
