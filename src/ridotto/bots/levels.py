"""How strong a bot is: levels for people, and budgets for people who study games."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ridotto.bots.search import Budget, Search, demand_asked, usual_threads
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg

if TYPE_CHECKING:
    from ridotto.engine.rng import Rng
    from ridotto.engine.state import State

PATIENCE = 1.5  # seconds that nobody waits longer than for a bot, whatever the machine


class UnknownBot(RidottoError):
    """No bot of that name."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot that knows its game, and how long it thinks."""

    name: str
    budget: Budget | None = None  # None: decides at first sight
    threads: int = 1

    def choose(self, world: "State", seat: int, rng: "Rng") -> int:
        """A move by what the seat may know."""
        demand_asked(world, seat)
        moves = world.moves(seat)
        if len(moves) == 1:
            return moves[0]
        if self.budget is None:
            return at_first_sight(world, seat, rng)
        search = Search(world, seat, rng.roll(1 << 30), self.threads)
        search.run(self.budget_for(world))
        return search.best()

    def budget_for(self, world: "State") -> Budget:
        """A game may say how many simulations make this level."""
        assert self.budget is not None
        own = world.game.simulations.get(self.name)
        return self.budget if own is None else replace(self.budget, simulations=own)

    def within(self, seconds: float | None) -> "Level":
        """The same bot, if it may think for so long at the most."""
        budget = self.budget
        if seconds is None or budget is None or (budget.seconds is not None and budget.seconds <= seconds):
            return self
        return replace(self, budget=replace(budget, seconds=seconds))


def at_first_sight(world: "State", seat: int, rng: "Rng") -> int:
    """One of the moves, each as often as it looks good, and none that is absurd: what beginners do."""
    weights = world.game.knowledge().weights_of(world, seat)
    absurd = world.game.blunders(world.game.view(world, seat))
    sensible = {move: weight for move, weight in weights.items() if move not in absurd} or weights
    mark = sum(sensible.values()) * rng.roll(1 << 30) / (1 << 30)
    for move, weight in sensible.items():
        mark -= weight
        if mark < 0 < weight:
            return move
    return max(sensible, key=lambda move: sensible[move])


LEVELS = {
    "novice": None,
    "casual": Budget(simulations=64, seconds=PATIENCE),
    "expert": Budget(simulations=1000, seconds=PATIENCE),
    "master": Budget(seconds=1.0),
}


def level(name: str, threads: int = 0) -> Level:
    """The bot of a level; `master@5000` thinks for so many simulations, `master@0.2s` for so many seconds."""
    title, at, amount = name.partition("@")
    if title not in LEVELS or (at and LEVELS[title] is None):
        known = ", ".join(["random", *LEVELS])
        raise UnknownBot(msg("Unknown bot “{name}” (choose from: {known}).", name=name, known=known))
    budget = LEVELS[title]
    if at:
        budget = read_budget(amount)
    return Level(name, budget, threads or (1 if budget is None else usual_threads(budget)))


def read_budget(text: str) -> Budget:
    """`5000` are simulations, `0.2s` seconds."""
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return Budget(simulations=int(text))
    if re.fullmatch(r"\d{1,6}(\.\d{1,6})?s", text, re.ASCII):
        return Budget(seconds=float(text[:-1]))
    raise UnknownBot(msg("“{text}” isn't a budget (write 5000 for simulations or 0.2s for seconds).", text=text))
