"""Hints: what a strong bot would consider in somebody's place, by what that seat may know, and what speaks for it."""

from dataclasses import dataclass, replace
from math import hypot, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ridotto.bots.search import CONFIDENCE, Budget, Search, Tried, usual_threads
from ridotto.engine.outcomes import Course

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.state import State

USUAL = Budget(seconds=1.0)
FIRST_LOOK, SECOND_LOOK = 0.55, 0.25  # of the budget: for all moves, for the two best; the rest is for the reasons
WORLDS = 400  # in which the two best moves are watched, one after the other
DEAR = 8  # simulations that a watched world costs, about
ROUGHLY = 0.01  # one game of 100: what is nearer than that is equal


class Reason(NamedTuple):
    """What came of the best move and of the next, on average; `sure` if the difference is more than chance."""

    outcome: str
    best: float
    other: float
    sure: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat can choose from, the best first, and what speaks for and against the best one."""

    tried: list[Tried]
    reasons: tuple[Reason, ...] = ()
    further: bool = False  # does the game mostly go on where the reasons end?

    @property
    def rivals(self) -> list[Tried]:
        """The best move, and the next if any other was worth a thought."""
        return [row for row in self.tried[:2] if row.visits] or self.tried[:1]


def hint(state: "State", seat: int, budget: Budget | None = None, seed: int = 0, threads: int = 0) -> Hint:
    """The moves of a seat with the share of victory to expect and how sure that is, and why the best one is best.

    Any state will do that the seat cannot tell from the truth: the search begins by dealing anew what it cannot know.
    """
    budget = budget or USUAL
    search = Search(state, seat, seed, threads or usual_threads(budget))
    offered = choices(state, seat)
    if len(offered) == 1:
        search.run(budget, thorough=True)
        return Hint(_among(offered, search))
    began = perf_counter()
    search.run(_part(budget, FIRST_LOOK), thorough=True)
    whole = search.simulations / FIRST_LOOK
    best, other, *_ = _among(offered, search)
    if other.visits:
        search.compare(best.move, other.move, int(SECOND_LOOK * whole))
    found = Hint(_in_order(_among(offered, search), best, other))
    worlds = min(WORLDS, 1 + int((1 - FIRST_LOOK - SECOND_LOOK) * whole / DEAR))
    until = None if budget.seconds is None else began + budget.seconds
    return _watched(search, state.game, found, range(worlds), seed, until)


def choices(state: "State", seat: int) -> set[int]:
    """The legal moves that a person can make at the table: of two that come to the same, it may offer only one."""
    game, legal = state.game, set(state.moves(seat))
    actions = game.scene(game.view(state, seat)).actions
    return legal & {game.parse(action.move) for action in actions if not action.then} or legal


def _among(offered: set[int], search: Search) -> list[Tried]:
    return [row for row in search.tried() if row.move in offered]


def is_better(one: Tried, other: Tried) -> bool:
    """Is this more than chance, and enough to speak of?"""
    lead = one.share - other.share
    return lead > hypot(one.margin, other.margin) and lead >= ROUGHLY


def _part(budget: Budget, part: float) -> Budget:
    if budget.simulations is not None:
        budget = replace(budget, simulations=max(1, int(part * budget.simulations)))
    return budget if budget.seconds is None else replace(budget, seconds=part * budget.seconds)


def _in_order(tried: list[Tried], best: Tried, other: Tried) -> list[Tried]:
    """Those that were compared first; the one that was tried more before is the choice, unless the other is better."""
    rows = {row.move: row for row in tried}
    first, second = rows.pop(best.move), rows.pop(other.move)
    if is_better(second, first):
        first, second = second, first
    return [first, second, *rows.values()]


def _watched(search: Search, game: "Game", found: Hint, worlds: range, seed: int, until: float | None) -> Hint:
    """With its reasons: both moves in the same worlds with the same luck, so that what differs comes from them."""
    if not game.has_part("bot.outcomes"):
        return found
    part, tree = game.part("bot.outcomes"), search.trees[0]
    horizon, luck = part.horizon(search.players), seed % (1 << 31) << 16
    seen: list[list[dict[str, float]]] = []
    unfinished = 0
    for world in worlds:
        courses = [Course(search.seat, *tree.watch(row.move, luck + world, horizon)) for row in found.rivals]
        seen.append([part.outcomes(course) for course in courses])
        unfinished += not courses[0].after.over
        if until is not None and perf_counter() > until:
            break
    reasons = (_reason(name, [[counted[name] for counted in both] for both in seen]) for name in seen[0][0])
    return replace(found, reasons=tuple(reasons), further=2 * unfinished > len(seen))


def _reason(name: str, pairs: list[list[float]]) -> Reason:
    many = len(pairs)
    means = [sum(values) / many for values in zip(*pairs, strict=True)]
    best, other = means[0], means[-1]
    squares = sum((pair[0] - pair[-1]) ** 2 for pair in pairs) / many - (best - other) ** 2
    return Reason(name, best, other, abs(best - other) > CONFIDENCE * (sqrt(max(0.0, squares) / many) + 1 / many))
