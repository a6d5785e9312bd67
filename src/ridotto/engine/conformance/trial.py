"""A trial: one random game with what the laws compare it to; the register of laws; and the error for a broken one."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ridotto.engine.note import SPECTATOR
from ridotto.engine.rng import Rng

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.note import Note
    from ridotto.engine.state import State

    Played = tuple[int, int]  # a seat and its move


UNBOUNDED = 100_000  # moves; random games end long before


class Broken(AssertionError):
    """A game breaks a law. The message and the attributes tell how to reproduce it."""

    def __init__(
        self,
        law: str,
        message: str,
        game: str,
        players: int,
        options: Mapping[str, str],
        seed: int,
        moves: "Iterable[Played]" = (),
        position: str | None = None,
    ) -> None:
        self.law, self.message, self.game = law, message, game
        self.players, self.options, self.seed = players, dict(options), seed
        self.moves, self.position = list(moves), position
        super().__init__(law, message, game, players, self.options, seed, self.moves, position)

    def __str__(self) -> str:
        if self.position is None:
            start = f"Trial(game, {self.players}, {self.options}, {self.seed}, {self.moves})"
        else:
            start = f"Trial.at(game.load(json.loads({self.position!r})), {self.seed}, {self.moves})"
        return (
            f"{self.game} breaks the law {self.law!r}: {self.message} This is a table of {self.players} with the "
            f"options {self.options}, seed {self.seed}, after {len(self.moves)} moves. "
            f"To see it again: LAWS[{self.law!r}]({start})."
        )


class Failed(Exception):
    """What a law has found; `law` adds how to reproduce it."""


class Checkpoint(NamedTuple):
    """A copy of the state after some moves, as it was then."""

    moves: int
    copy: "State"
    pickled: bytes
    snapshot: str


AVOIDED_SHARE = 0.25  # of all moves
AVOIDING_CHANCE = 0.95


class Trial:
    """A game in progress, with all that the laws need for their comparisons."""

    def __init__(
        self, game: "Game", players: int, options: Mapping[str, str], seed: int, moves: "Iterable[Played]" = ()
    ) -> None:
        choices = game.validate_options(players, options)
        self._begin(game, game.deal(players, seed, choices, listen=True), choices, seed, from_seed=True)
        for seat, move in moves:
            self.play(seat, move)

    @classmethod
    def at(cls, state: "State", seed: int = 0, moves: "Iterable[Played]" = ()) -> "Trial":
        """A trial that begins at a given position."""
        trial = cls.__new__(cls)
        trial._begin(state.game, state.copy(), state.game.options_of(state), seed, from_seed=False)
        for seat, move in moves:
            trial.play(seat, move)
        return trial

    def _begin(self, game: "Game", state: "State", options: dict[str, str], seed: int, *, from_seed: bool) -> None:
        self.game, self.options, self.seed, self.from_seed = game, options, seed, from_seed
        self.players: int = state.seats
        self.state = state
        self.start = state.copy()
        self.stock = game.inventory(state)
        self.moves: list[Played] = []
        self.notes: list[list[Note]] = []
        self.checkpoints: list[Checkpoint] = []
        self.avoided: dict[int, bool] = {}
        self.varied = False  # has any redeal so far changed the state?
        state.listen()
        self.opening = state.take_notes()

    @property
    def viewers(self) -> range:
        """All seats, and a spectator."""
        return range(SPECTATOR, self.players)

    @property
    def bound(self) -> int:
        """The maximum number of moves; without a limit in the options, a number that random games do not reach."""
        return self.game.max_decisions(self.players, self.options) or UNBOUNDED

    def play(self, seat: int, move: int) -> None:
        self.state.play(seat, move)
        self.moves.append((seat, move))
        self.notes.append(self.state.take_notes())

    def step(self) -> None:
        """Play a random move of a random seat that owes one, mostly one that this trial does not avoid."""
        chance = self.chance("step")
        try:
            seat = chance.choice(self.state.actors())
            moves = self.state.moves(seat)
            preferred = [move for move in moves if not self.avoids(move)]
            self.play(seat, chance.choice(preferred if preferred and chance.random() < AVOIDING_CHANCE else moves))
        except Exception as error:
            raise self.broken("legal", f"a legal move cannot be played: {described(error)}") from error

    def avoids(self, move: int) -> bool:
        """Each trial rarely makes some moves, so that it reaches positions that random games hardly ever reach."""
        if move not in self.avoided:
            self.avoided[move] = Random(f"{self.seed} shuns {move}").random() < AVOIDED_SHARE
        return self.avoided[move]

    def chance(self, purpose: str) -> Random:
        """A random generator for one purpose, the same whenever the trial is repeated."""
        return Random(f"{self.seed} {len(self.moves)} {purpose}")

    def broken(self, law: str, message: str) -> Broken:
        position = None if self.from_seed else json.dumps(self.start.snapshot())
        return Broken(law, message, self.game.slug, self.players, self.options, self.seed, self.moves, position)


Check = Callable[[Trial, Random], int]
Law = Callable[[Trial], int]

LAWS: dict[str, Law] = {}


def law(name: str) -> Callable[[Check], Law]:
    """Register a check as a law: a function of a trial that returns its number of comparisons, or raises `Broken`."""

    def register(check: Check) -> Law:
        @wraps(check)
        def checked(trial: Trial) -> int:
            try:
                return check(trial, trial.chance(name))
            except Failed as failed:
                raise trial.broken(name, str(failed)) from None
            except Broken:
                raise
            except Exception as error:
                raise trial.broken(name, described(error)) from error

        LAWS[name] = checked
        return checked

    return register


def described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}."


def random_move(state: "State", chance: Random) -> "Played":
    seat = chance.choice(state.actors())
    return seat, chance.choice(state.moves(seat))


def dice(chance: Random) -> Rng:
    """A generator for one redeal."""
    return Rng(chance.getrandbits(64))


def sample(chance: Random, things: Iterable[Any], limit: int) -> list[Any]:
    """At most `limit` of the things, chosen at random, in their original order."""
    found = list(things)
    return found if len(found) <= limit else [found[i] for i in sorted(chance.sample(range(len(found)), limit))]


def viewer_name(viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
