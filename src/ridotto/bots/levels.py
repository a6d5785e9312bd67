"""The levels of bots that people choose from, and budgets for people who study games."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ridotto.bots.search import Budget, Search, default_threads, require_decision
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.rng import Rng
    from ridotto.engine.state import State

MAX_SECONDS = 1.5  # for a decision, so that nobody waits longer on a slow machine
LEVELS = {
    "novice": None,
    "casual": Budget(simulations=64, seconds=MAX_SECONDS),
    "expert": Budget(simulations=1000, seconds=MAX_SECONDS),
    "master": Budget(seconds=1.0),
}


class UnknownBot(RidottoError):
    """There is no bot with this name."""


@dataclass(frozen=True, slots=True)
class LevelBot:
    """A bot that uses the knowledge of the game, and searches for the length of its budget."""

    name: str
    budget: Budget | None = None  # None: it does not search
    threads: int = 1

    def choose(self, world: "State", seat: int, rng: "Rng") -> int:
        """Choose a legal move.

        Raises:
            NotAsked: The seat has nothing to decide, or the game is over.
        """
        require_decision(world, seat)
        moves = world.moves(seat)
        if len(moves) == 1:
            return moves[0]
        if self.budget is None:
            return novice_move(world, seat, rng)
        search = Search(world, seat, rng.roll(1 << 30), self.threads)
        search.run(self.budget_for(world))
        return search.best()

    def budget_for(self, world: "State") -> Budget:
        """The budget in this game, which may set its own number of simulations for a level."""
        assert self.budget is not None
        simulations = world.game.simulations.get(self.name)
        return self.budget if simulations is None else replace(self.budget, simulations=simulations)

    def within(self, seconds: float | None) -> "LevelBot":
        """The same bot with at most so many seconds for a decision; None: no change."""
        budget = self.budget
        if seconds is None or budget is None or (budget.seconds is not None and budget.seconds <= seconds):
            return self
        return replace(self, budget=replace(budget, seconds=seconds))


def novice_move(world: "State", seat: int, rng: "Rng") -> int:
    """A random move, weighted by how good it looks at first sight; a blunder only if there is no other move."""
    game: Game = world.game
    weights = game.knowledge().prior_weights(world, seat)
    blunders = game.blunders(game.view(world, seat))
    sensible = {move: weight for move, weight in weights.items() if move not in blunders} or weights
    left = sum(sensible.values()) * rng.roll(1 << 30) / (1 << 30)
    for move, weight in sensible.items():
        left -= weight
        if left < 0 < weight:
            return move
    return max(sensible, key=lambda move: sensible[move])


def level(name: str, threads: int = 0) -> LevelBot:
    """The bot of a level, perhaps with another budget: `master@5000` for simulations, `master@0.2s` for seconds.

    `threads`: 0 means as many as suit the budget.

    Raises:
        UnknownBot: There is no such level, the budget is malformed, or the level does not search.
        BadBudget: The budget is not above 0.
    """
    title, at, amount = name.partition("@")
    if title not in LEVELS or (at and LEVELS[title] is None):
        known = ", ".join(["random", *LEVELS])
        raise UnknownBot(msg("Unknown bot “{name}” (choose from: {known}).", name=name, known=known))
    budget = LEVELS[title]
    if at:
        budget = parse_budget(amount)
    return LevelBot(name, budget, threads or (1 if budget is None else default_threads(budget)))


def parse_budget(text: str) -> Budget:
    """A budget of simulations, `5000`, or of seconds, `0.2s`."""
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return Budget(simulations=int(text))
    if re.fullmatch(r"\d{1,6}(\.\d{1,6})?s", text, re.ASCII):
        return Budget(seconds=float(text[:-1]))
    raise UnknownBot(msg("“{text}” isn't a budget (write 5000 for simulations or 0.2s for seconds).", text=text))
