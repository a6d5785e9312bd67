"""Hints: the moves that a strong bot would consider for a seat, given what the seat may know, and the reasons."""

from dataclasses import dataclass, replace
from math import hypot, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ridotto.bots.search import CONFIDENCE, Budget, MoveStats, Search, default_threads
from ridotto.engine.outcomes import Playout

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.state import State

DEFAULT_BUDGET = Budget(seconds=1.0)
ALL_MOVES_SHARE, BEST_TWO_SHARE = 0.55, 0.25  # of the budget; the rest is for the reasons
MAX_WORLDS = 400  # in which the best two moves are played out
PLAYOUTS_COST = 8  # simulations that take as long as both playouts in one world, roughly
MIN_LEAD = 0.01  # of the share of the victory; a smaller lead is not worth mentioning


class Reason(NamedTuple):
    """The mean of an outcome after the best move and after the second best."""

    outcome: str
    best: float
    other: float
    is_significant: bool  # is the difference statistically significant?


@dataclass(frozen=True, slots=True)
class Hint:
    """The moves of a seat, the best first, and what speaks for and against the best one."""

    moves: list[MoveStats]
    reasons: tuple[Reason, ...] = ()
    game_goes_on: bool = False  # does the game usually go on after the horizon of the reasons?

    @property
    def rivals(self) -> list[MoveStats]:
        """The best move, and the second best if the search tried any other move."""
        return [row for row in self.moves[:2] if row.visits] or self.moves[:1]


def hint(state: "State", seat: int, budget: Budget | None = None, seed: int = 0, threads: int = 0) -> Hint:
    """Rate the moves of a seat, and find out what distinguishes the best two.

    Args:
        state: The true state, or any state that the seat cannot tell from it: the search redeals what the seat cannot
            know.
        seat: A seat that owes a decision.
        budget: How long to think; by default a second.
        seed: With a number of simulations, the same seed gives the same hint.
        threads: The number of threads; 0: as many as suit the budget.

    Raises:
        NotAsked: The seat has nothing to decide, or the game is over.
    """
    budget = budget or DEFAULT_BUDGET
    search = Search(state, seat, seed, threads or default_threads(budget))
    offered = offered_moves(state, seat)
    if len(offered) == 1:
        search.run(budget, thorough=True)
        return Hint(_stats_of(offered, search))
    began = perf_counter()
    search.run(_share_of(budget, ALL_MOVES_SHARE), thorough=True)
    total = search.simulations / ALL_MOVES_SHARE
    best, second, *_ = _stats_of(offered, search)
    if second.visits:
        search.compare(best.move, second.move, int(BEST_TWO_SHARE * total))
    found = Hint(_ranked(_stats_of(offered, search), best, second))
    worlds = min(MAX_WORLDS, 1 + int((1 - ALL_MOVES_SHARE - BEST_TWO_SHARE) * total / PLAYOUTS_COST))
    until = None if budget.seconds is None else began + budget.seconds
    return _with_reasons(search, state.game, found, range(worlds), seed, until)


def offered_moves(state: "State", seat: int) -> set[int]:
    """The legal moves that the table offers; of equivalent moves, it may offer only one."""
    game, legal = state.game, set(state.moves(seat))
    actions = game.scene(game.view(state, seat)).actions
    return legal & {game.parse(action.move) for action in actions if not action.then} or legal


def is_better(one: MoveStats, other: MoveStats) -> bool:
    """Is the lead of a move statistically significant and worth mentioning?"""
    lead = one.share - other.share
    return lead > hypot(one.margin, other.margin) and lead >= MIN_LEAD


def _stats_of(moves: set[int], search: Search) -> list[MoveStats]:
    return [row for row in search.move_stats() if row.move in moves]


def _share_of(budget: Budget, share: float) -> Budget:
    if budget.simulations is not None:
        budget = replace(budget, simulations=max(1, int(share * budget.simulations)))
    return budget if budget.seconds is None else replace(budget, seconds=share * budget.seconds)


def _ranked(rows: list[MoveStats], best: MoveStats, second: MoveStats) -> list[MoveStats]:
    """The two compared moves first; they change places only if the second has proved better."""
    by_move = {row.move: row for row in rows}
    first, other = by_move.pop(best.move), by_move.pop(second.move)
    if is_better(other, first):
        first, other = other, first
    return [first, other, *by_move.values()]


def _with_reasons(search: Search, game: "Game", found: Hint, worlds: range, seed: int, until: float | None) -> Hint:
    """Play out both moves in the same worlds with the same luck, so that all differences come from the moves."""
    if not game.has_module("bot.outcomes"):
        return found
    module, tree = game.module("bot.outcomes"), search.trees[0]
    horizon, luck = module.horizon(search.players), seed % (1 << 31) << 16
    outcomes: list[list[dict[str, float]]] = []  # by world and move
    unfinished = 0
    for world in worlds:
        playouts = [Playout(search.seat, *tree.play_line(row.move, luck + world, horizon)) for row in found.rivals]
        outcomes.append([module.outcomes(playout) for playout in playouts])
        unfinished += not playouts[0].after.over
        if until is not None and perf_counter() > until:
            break
    reasons = (_reason(name, [[values[name] for values in pair] for pair in outcomes]) for name in outcomes[0][0])
    return replace(found, reasons=tuple(reasons), game_goes_on=2 * unfinished > len(outcomes))


def _reason(name: str, pairs: list[list[float]]) -> Reason:
    count = len(pairs)
    means = [sum(values) / count for values in zip(*pairs, strict=True)]
    best, other = means[0], means[-1]
    variance = sum((pair[0] - pair[-1]) ** 2 for pair in pairs) / count - (best - other) ** 2
    return Reason(name, best, other, abs(best - other) > CONFIDENCE * (sqrt(max(0.0, variance) / count) + 1 / count))
