"""A contest: bots that play the same deals on changing seats, so that neither the cards nor the chairs decide.

Every deal is played once a seat, the line-up rotated by one seat each time: each bot sits everywhere, at equal cards.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isclose
from typing import Any, NamedTuple

import ridotto
from ridotto.bots import Bot, bot
from ridotto.engine.errors import RidottoError
from ridotto.engine.game import Game
from ridotto.engine.match import Match
from ridotto.engine.message import msg
from ridotto.engine.rng import Rng, key_of
from ridotto.lab.bot_match import play

FindBot = Callable[[str], Bot]


class Fixture(NamedTuple):
    """One game of a contest: which deal, and by how many seats the line-up is rotated."""

    deal: int
    rotation: int


class Outcome(NamedTuple):
    """What came of a fixture, by seat."""

    wins: list[float]  # shares of the victory
    places: list[int]
    scores: list[int]
    decisions: list[int]  # that were left to the bot
    seconds: list[float]  # it thought in all
    longest: list[float]  # it thought about one of them

    def fits(self, players: int) -> bool:
        """Can this be an outcome? It may come from a file."""
        lists = all(isinstance(values, list) and len(values) == players for values in self)
        return (
            lists
            and all(type(value) is int for values in (self.places, self.scores, self.decisions) for value in values)
            and all(
                type(value) in (int, float) for values in (self.wins, self.seconds, self.longest) for value in values
            )
            and all(place in range(1, players + 1) for place in self.places)
            and isclose(sum(self.wins), 1)
        )


class Contest:
    """Who plays what; the d-th deal has the seed `seed + d`."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        find: FindBot | None = None,
    ) -> None:
        self.game = game
        self.players = game.players[0] if players is None else players
        self.options = game.choose(self.players, options or {})
        self.bots = list(bots)
        self.seed = seed
        self.find = find or alone
        if len(self.bots) < 2:
            raise RidottoError(msg("Name at least two bots, for example: --bots expert,master."))
        if len(self.bots) > self.players:
            raise RidottoError(
                msg("There are {bots} bots for {players} seats.", bots=len(self.bots), players=self.players)
            )
        for name in self.bots:
            self.find(name)
        # the bot of every chair, as its place in `bots`: the first one takes what the others leave
        self.chairs = [0] * (self.players - len(self.bots)) + list(range(len(self.bots)))

    @property
    def setup(self) -> dict[str, Any]:
        """All that a game of this contest depends on."""
        return {
            "game": self.game.slug,
            "rules": self.game.rules_version,
            "players": self.players,
            "options": self.options,
            "bots": self.bots,
            "simulations": dict(self.game.simulations),
            "seed": self.seed,
            "ridotto": ridotto.__version__,
        }

    @property
    def names(self) -> list[str]:
        """The bots told apart: expert, master, expert (2)."""
        before = [self.bots[:place].count(name) for place, name in enumerate(self.bots)]
        return [f"{name} ({n + 1})" if n else name for name, n in zip(self.bots, before, strict=True)]

    def deals(self, games: int) -> int:
        """How many deals that many games are, begun ones included."""
        deals = -(-games // self.players)
        key_of(self.seed + max(deals - 1, 0))  # the last deal must have a seed, too
        return deals

    def fixtures(self, deals: int) -> Iterator[Fixture]:
        return (Fixture(deal, rotation) for deal in range(deals) for rotation in range(self.players))

    def seated(self, rotation: int) -> list[int]:
        """The bot on every seat, as its place in `bots`."""
        return [self.chairs[(seat - rotation) % self.players] for seat in range(self.players)]

    def play(self, fixture: Fixture) -> Outcome:
        """Plays one game. It depends on nothing but the contest and the fixture, if the bots are like that."""
        names = [self.bots[place] for place in self.seated(fixture.rotation)]
        match = Match(
            self.game, self.players, self.options, self.seed + fixture.deal, [f"bot:{name}" for name in names]
        )
        clocks = play(
            match,
            [self.find(name) for name in names],
            [self._dice(fixture, seat) for seat in range(self.players)],
        )
        return Outcome(
            wins=match.state.rewards(),
            places=match.state.places(),
            scores=match.state.scores(),
            decisions=[clock.decisions for clock in clocks],
            seconds=[round(clock.seconds, 6) for clock in clocks],
            longest=[round(clock.longest, 6) for clock in clocks],
        )

    def _dice(self, fixture: Fixture, seat: int) -> Rng:
        """What a bot throws: its own in every game, and never the dice that deal."""
        text = f"arena {self.seed + fixture.deal} {fixture.rotation} {seat}"
        return Rng(int.from_bytes(hashlib.sha256(text.encode()).digest(), "little"))


def alone(name: str) -> Bot:
    """The bot of this name, with one thread: the other cores play other games."""
    return bot(name, threads=1)
