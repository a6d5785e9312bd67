"""A contest between bots that removes the luck of cards and seats.

Every deal is played once for each seat, with the line-up rotated by one seat each time: every bot plays every hand.
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
from ridotto.engine.rng import Rng, key_from_seed
from ridotto.lab.bot_match import play_match

FindBot = Callable[[str], Bot]


class Fixture(NamedTuple):
    """One game of a contest: the number of its deal, and the seats by which the line-up is rotated."""

    deal: int
    rotation: int


class FixtureResult(NamedTuple):
    """The result of a fixture, by seat. The field names are keys of the arena file."""

    wins: list[float]  # shares of the victory
    places: list[int]
    scores: list[int]
    decisions: list[int]  # made by the bot
    seconds: list[float]  # for all of them
    longest: list[float]  # seconds for one of them

    def is_valid(self, players: int) -> bool:
        """Is this a possible result? Its values may come from a file."""
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
    """The game, its rules and the bots; deal d has the seed `seed + d`.

    `find` finds a bot by its name; it must be picklable, because the games are played in other processes.
    """

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
        self.options = game.validate_options(self.players, options or {})
        self.bots = list(bots)
        self.seed = seed
        self.find = find or single_threaded_bot
        if len(self.bots) < 2:
            raise RidottoError(msg("Name at least two bots, for example: --bots expert,master."))
        if len(self.bots) > self.players:
            raise RidottoError(
                msg("There are {bots} bots for {players} seats.", bots=len(self.bots), players=self.players)
            )
        for name in self.bots:
            self.find(name)  # raises an error if the bot is unknown
        # the index of the bot at every seat before rotation: the first bot takes the seats that are left over
        self.lineup = [0] * (self.players - len(self.bots)) + list(range(len(self.bots)))

    @property
    def setup(self) -> dict[str, Any]:
        """Everything the result of a game depends on, apart from its fixture."""
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
        """Unique names of the bots: expert, master, expert (2)."""
        before = [self.bots[:place].count(name) for place, name in enumerate(self.bots)]
        return [f"{name} ({n + 1})" if n else name for name, n in zip(self.bots, before, strict=True)]

    def deals_for(self, games: int) -> int:
        """The number of deals needed for so many games. Raises BadSeed if the seed of the last deal is too large."""
        deals = -(-games // self.players)
        key_from_seed(self.seed + max(deals - 1, 0))
        return deals

    def fixtures(self, deals: int) -> Iterator[Fixture]:
        return (Fixture(deal, rotation) for deal in range(deals) for rotation in range(self.players))

    def bots_by_seat(self, rotation: int) -> list[int]:
        """The index of the bot on every seat."""
        return [self.lineup[(seat - rotation) % self.players] for seat in range(self.players)]

    def play(self, fixture: Fixture) -> FixtureResult:
        """Plays one game. With deterministic bots the result depends only on the contest and the fixture."""
        names = [self.bots[place] for place in self.bots_by_seat(fixture.rotation)]
        match = Match(
            self.game, self.players, self.options, self.seed + fixture.deal, [f"bot:{name}" for name in names]
        )
        times = play_match(
            match,
            [self.find(name) for name in names],
            [self._bot_rng(fixture, seat) for seat in range(self.players)],
        )
        return FixtureResult(
            wins=match.state.rewards(),
            places=match.state.places(),
            scores=match.state.scores(),
            decisions=[time.decisions for time in times],
            seconds=[round(time.seconds, 6) for time in times],
            longest=[round(time.longest, 6) for time in times],
        )

    def _bot_rng(self, fixture: Fixture, seat: int) -> Rng:
        """The generator of one bot in one game, independent of the one that deals."""
        text = f"arena {self.seed + fixture.deal} {fixture.rotation} {seat}"
        return Rng(int.from_bytes(hashlib.sha256(text.encode()).digest(), "little"))


def single_threaded_bot(name: str) -> Bot:
    """The bot with this name, limited to one thread because the other cores play other games."""
    return bot(name, threads=1)
