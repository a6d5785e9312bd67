"""The search for the best move of one seat: trees on several threads, within a budget."""

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

MAX_BUDGET = 1_000_000_000  # simulations or seconds
MAX_THREADS = 4
SLICE_SECONDS = 0.01  # between two looks at the clock
EARLY_FRACTION, EARLY_LEAD = (
    1 / 8,
    0.8,
)  # after this part of the time, a lead of this share of all visits ends the search
CONFIDENCE = 1.96  # standard errors in a margin: 95 %


class BadBudget(RidottoError):
    """A budget is missing, not positive or too large."""


class NotAsked(RidottoError):
    """The seat has nothing to decide, or the game is over."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search may think: a number of simulations, of seconds, or both, whichever ends first.

    Raises:
        BadBudget: Neither is given, or one is not above 0 and below `MAX_BUDGET`.

    Example:
        >>> Budget(simulations=5000, seconds=1.5)
        Budget(simulations=5000, seconds=1.5)
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise BadBudget(msg("A search needs a budget: simulations or seconds."))
        whole = self.simulations is None or type(self.simulations) is int
        for amount in (self.simulations, self.seconds):
            if amount is not None and not (whole and 0 < amount < MAX_BUDGET):
                shown = str(amount)[:20]
                raise BadBudget(
                    msg("The budget must be above 0 and below {max}, not {amount}.", max=MAX_BUDGET, amount=shown)
                )


class MoveStats(NamedTuple):
    """What a search has found out about a move."""

    move: int
    visits: int  # simulations that began with it
    share: float  # expected share of the victory
    margin: float  # of error of the share: 95 %


class Search:
    """A search for the best move of one seat.

    >>> search = Search(state, seat=state.actor(), seed=1)
    >>> search.run(Budget(simulations=200))
    >>> search.best() in state.moves(state.actor())
    True
    """

    def __init__(
        self,
        state: "State",
        seat: int,
        seed: int = 0,
        threads: int = 1,
        knowledge: "Callable[[], Knowledge] | None" = None,
    ) -> None:
        """Prepare a search; `run` starts it.

        Args:
            state: The true state, or any state that the seat cannot tell from it. The search redeals what the seat
                cannot know in every simulation, and does not change the state.
            seat: A seat that owes a decision.
            seed: With one thread and a number of simulations, the same seed gives the same result.
            threads: The number of threads, each with trees of its own.
            knowledge: Makes the knowledge for each thread; by default that of the game.

        Raises:
            NotAsked: The seat has nothing to decide, or the game is over.
        """
        require_decision(state, seat)
        new_knowledge = knowledge or state.game.knowledge
        self.seat, self.players = seat, state.seats
        self.trees = [Tree(state, seat, new_knowledge(), seed + thread) for thread in range(max(1, threads))]
        self._stopped = False

    def run(self, budget: Budget, thorough: bool = False) -> None:
        """Think for the budget, continuing where the last run ended.

        The search ends early once its choice is settled, unless it is `thorough`.
        """
        share = None if budget.simulations is None else -(-budget.simulations // len(self.trees))
        until = None if budget.seconds is None else perf_counter() + budget.seconds
        hasty = not thorough and (budget.simulations is None or len(self.trees) == 1)
        errors: list[BaseException] = []

        def think_along(tree: Tree) -> None:
            try:
                self._think(tree, share, until, hasty=False)
            except BaseException as error:
                errors.append(error)

        threads = [Thread(target=think_along, args=(tree,)) for tree in self.trees[1:]]
        try:
            for thread in threads:
                thread.start()
            self._think(self.trees[0], share, until, hasty)
            if hasty:
                self.stop()
            for thread in threads:
                thread.join()
        finally:  # also after an exception such as Ctrl-C
            self.stop()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
            self._stopped = False
        for error in errors:
            raise error

    def compare(self, first: int, second: int, simulations: int) -> None:
        """Think about two moves until both have as many visits, and share the remaining simulations between them."""
        visits = {row.move: row.visits for row in self.move_stats()}
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
            tree.force_first_move(move)
        self.run(Budget(simulations), thorough=True)
        for tree in self.trees:
            tree.force_first_move(-1)

    def stop(self) -> None:
        """End a run on another thread within a few hundredths of a second."""
        self._stopped = True

    def _think(self, tree: Tree, simulations: int | None, until: float | None, hasty: bool) -> None:
        """Run one tree in slices, checking the clock, signals and `stop` between them.

        The result depends on the number of simulations, not on the slices.
        """
        end = None if simulations is None else tree.simulations + simulations
        batch, began = 1, perf_counter()
        early = began if until is None else began + EARLY_FRACTION * (until - began)
        while True:
            before = tree.simulations
            todo = batch if end is None else min(batch, end - before)
            if tree.run(todo, end if hasty and end is not None else 0) or tree.simulations == end or self._stopped:
                break
            now = perf_counter()
            took, began = max(now - began, 1e-6), now
            if until is not None:
                lead, rate = tree.visit_lead(), (tree.simulations - before) / took
                settled = lead > rate * (until - now) or (now > early and lead > EARLY_LEAD * tree.simulations)
                if now >= until or (hasty and settled):
                    break
            batch = max(1, min(2 * batch, int(batch * SLICE_SECONDS / took)))

    @property
    def simulations(self) -> int:
        """The number of simulations so far, on all threads."""
        return sum(tree.simulations for tree in self.trees)

    @property
    def decisions(self) -> int:
        """The number of decisions in all simulations."""
        return sum(tree.decisions for tree in self.trees)

    def move_stats(self) -> list[MoveStats]:
        """All legal moves of the seat, the most visited first."""
        sums: dict[int, list[float]] = {}
        for tree in self.trees:
            for move, *found in tree.move_stats():
                sums[move] = [a + b for a, b in zip(sums.get(move, [0, 0.0, 0.0]), found, strict=True)]
        rows = [_stats(move, int(visits), total, squares) for move, (visits, total, squares) in sums.items()]
        return sorted(rows, key=lambda row: (-row.visits, -row.share, row.move))

    def best(self) -> int:
        """The move to make: the most visited one."""
        return self.move_stats()[0].move


def _stats(move: int, visits: int, total: float, squares: float) -> MoveStats:
    if not visits:
        return MoveStats(move, 0, 0.0, 1.0)
    share = total / visits
    variance = max(0.0, squares / visits - share * share)
    standard_error = sqrt(variance / visits) + 1 / visits  # few simulations that all agree prove little
    return MoveStats(move, visits, share, min(1.0, CONFIDENCE * standard_error))


def require_decision(state: "State", seat: int) -> None:
    """Check that the seat owes a decision.

    Raises:
        NotAsked: It does not, or the game is over.
    """
    if state.over:
        raise NotAsked(msg("The game is over: there's nothing to decide."))
    if seat not in state.actors():
        raise NotAsked(msg("Seat {seat} has nothing to decide right now.", seat=seat))


def default_threads(budget: Budget) -> int:
    """One thread for a number of simulations, so that results can be repeated; else one per core, up to four."""
    return 1 if budget.simulations is not None else min(MAX_THREADS, available_cores())


def available_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
