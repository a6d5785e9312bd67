"""A search for the best move of one seat: trees on several threads, a budget, and what they found."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ridotto.bots.tree import Tree
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg

if TYPE_CHECKING:
    from ridotto.engine.knowledge import Knowledge
    from ridotto.engine.state import State

MOST = 1_000_000_000  # simulations or seconds
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
        whole = self.simulations is None or type(self.simulations) is int
        for amount in (self.simulations, self.seconds):
            if amount is not None and not (whole and 0 < amount < MOST):
                wrong = str(amount)[:20]
                raise BadBudget(
                    msg("The budget must be above 0 and below {most}, not {amount}.", most=MOST, amount=wrong)
                )


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
        demand_asked(state, seat)
        knows = knowledge or state.game.knowledge
        self.seat, self.players = seat, state.seats
        self.trees = [Tree(state, seat, knows(), seed + thread) for thread in range(max(1, threads))]
        self._stopped = False

    def run(self, budget: Budget, thorough: bool = False) -> None:
        """Thinks on; a thorough search goes on when its choice can no longer change."""
        share = None if budget.simulations is None else -(-budget.simulations // len(self.trees))
        until = None if budget.seconds is None else perf_counter() + budget.seconds
        hasty = not thorough and (budget.simulations is None or len(self.trees) == 1)
        troubles: list[BaseException] = []

        def help_out(tree: Tree) -> None:
            try:
                self._think(tree, share, until, hasty=False)
            except BaseException as trouble:
                troubles.append(trouble)

        threads = [Thread(target=help_out, args=(tree,)) for tree in self.trees[1:]]
        try:
            for thread in threads:
                thread.start()
            self._think(self.trees[0], share, until, hasty)
            if hasty:
                self.stop()
            for thread in threads:
                thread.join()
        finally:  # Ctrl-C, say
            self.stop()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
            self._stopped = False
        for trouble in troubles:
            raise trouble

    def compare(self, first: int, second: int, simulations: int) -> None:
        """Thinks about whichever of two moves was tried less, until both were tried as often, or so many times more."""
        visits = {row.move: row.visits for row in self.tried()}
        behind = min(first, second, key=visits.__getitem__)
        lacking = min(simulations, abs(visits[first] - visits[second]))
        for move, more in (
            (behind, lacking),
            (first, (simulations - lacking) // 2),
            (second, (simulations - lacking) // 2),
        ):
            if more:
                self._think_about(move, more)

    def _think_about(self, move: int, simulations: int) -> None:
        for tree in self.trees:
            tree.think_about(move)
        self.run(Budget(simulations), thorough=True)
        for tree in self.trees:
            tree.think_about(-1)

    def stop(self) -> None:
        """Ends a run on another thread within a few hundredths of a second."""
        self._stopped = True

    def _think(self, tree: Tree, simulations: int | None, until: float | None, hasty: bool) -> None:
        """Slice by slice, so that clock, Ctrl-C and `stop` are heeded; what is found depends on the number alone."""
        end = None if simulations is None else tree.simulations + simulations
        batch, began = 1, perf_counter()
        obvious = began if until is None else began + OBVIOUS * (until - began)
        while True:
            before = tree.simulations
            todo = batch if end is None else min(batch, end - before)
            if tree.run(todo, end if hasty and end is not None else 0) or tree.simulations == end or self._stopped:
                break
            now = perf_counter()
            took, began = max(now - began, 1e-6), now
            if until is not None:
                lead, rate = tree.lead(), (tree.simulations - before) / took
                settled = lead > rate * (until - now) or (now > obvious and lead > CLEARLY * tree.simulations)
                if now >= until or (hasty and settled):
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


def demand_asked(state: "State", seat: int) -> None:
    """Refuses to think for a seat that has nothing to decide."""
    if state.over:
        raise NotAsked(msg("The game is over: there's nothing to decide."))
    if seat not in state.actors():
        raise NotAsked(msg("Seat {seat} has nothing to decide right now.", seat=seat))


def usual_threads(budget: Budget) -> int:
    """By the clock, as many as there are cores, up to four; a number of simulations is for one, to be repeatable."""
    return 1 if budget.simulations is not None else min(4, cores())


def cores() -> int:
    """How many this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
