"""A random game under trial, the laws it is tried by, and what is said when one is broken."""

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
    """A game breaks a law; all that is needed to see it again."""

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
    """What a law found; the trial adds the circumstances."""


class Kept(NamedTuple):
    """A copy taken on the way, and what it said then."""

    after: int  # moves
    copy: "State"
    pickled: bytes
    written: str


SHUNNED = 0.25  # of all moves
SHUNNING = 0.95  # of the time


class Trial:
    """One game played at random, with all that the laws compare it with later."""

    def __init__(
        self, game: "Game", players: int, options: Mapping[str, str], seed: int, moves: "Iterable[Played]" = ()
    ) -> None:
        choices = game.choose(players, options)
        self._begin(game, game.deal(players, seed, choices, listen=True), choices, seed, from_seed=True)
        for seat, move in moves:
            self.play(seat, move)

    @classmethod
    def at(cls, state: "State", seed: int = 0, moves: "Iterable[Played]" = ()) -> "Trial":
        """A trial that begins at a given position."""
        trial = cls.__new__(cls)
        trial._begin(state.game, state.copy(), state.game.choices(state), seed, from_seed=False)
        for seat, move in moves:
            trial.play(seat, move)
        return trial

    def _begin(self, game: "Game", state: "State", options: dict[str, str], seed: int, *, from_seed: bool) -> None:
        self.game, self.options, self.seed, self.from_seed = game, options, seed, from_seed
        self.players: int = state.seats
        self.state = state
        self.origin = state.copy()
        self.stock = game.inventory(state)
        self.moves: list[Played] = []
        self.notes: list[list[Note]] = []
        self.kept: list[Kept] = []
        self.shunned: dict[int, bool] = {}
        self.varied = False  # has a redeal on the way put something elsewhere?
        state.listen()
        self.opening = state.told()

    @property
    def viewers(self) -> range:
        """All seats, and a spectator."""
        return range(SPECTATOR, self.players)

    @property
    def bound(self) -> int:
        """As many moves end every game; where the options set no bound, a number that random games do not reach."""
        return self.game.longest(self.players, self.options) or UNBOUNDED

    def play(self, seat: int, move: int) -> None:
        self.state.play(seat, move)
        self.moves.append((seat, move))
        self.notes.append(self.state.told())

    def step(self) -> None:
        """A random move of a random seat that is asked; most often one that this trial has nothing against."""
        chance = self.chance("step")
        try:
            seat = chance.choice(self.state.actors())
            moves = self.state.moves(seat)
            welcome = [move for move in moves if not self.shuns(move)]
            self.play(seat, chance.choice(welcome if welcome and chance.random() < SHUNNING else moves))
        except Exception as error:
            raise self.broken("legal", f"a legal move cannot be played: {described(error)}") from error

    def shuns(self, move: int) -> bool:
        """Each trial has moves it seldom makes, so that games also go where chance alone would hardly lead them."""
        if move not in self.shunned:
            self.shunned[move] = Random(f"{self.seed} shuns {move}").random() < SHUNNED
        return self.shunned[move]

    def chance(self, purpose: str) -> Random:
        """Random choices that are the same when the trial is held again."""
        return Random(f"{self.seed} {len(self.moves)} {purpose}")

    def broken(self, law: str, message: str) -> Broken:
        position = None if self.from_seed else json.dumps(self.origin.snapshot())
        return Broken(law, message, self.game.slug, self.players, self.options, self.seed, self.moves, position)


Check = Callable[[Trial, Random], int]
Law = Callable[[Trial], int]

LAWS: dict[str, Law] = {}


def law(name: str) -> Callable[[Check], Law]:
    """Makes a law of a check: it takes a trial, gives the number of comparisons made there, and raises Broken."""

    def enact(check: Check) -> Law:
        @wraps(check)
        def enacted(trial: Trial) -> int:
            try:
                return check(trial, trial.chance(name))
            except Failed as failed:
                raise trial.broken(name, str(failed)) from None
            except Broken:
                raise
            except Exception as error:
                raise trial.broken(name, described(error)) from error

        LAWS[name] = enacted
        return enacted

    return enact


def described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}."


def random_move(state: "State", chance: Random) -> "Played":
    seat = chance.choice(state.actors())
    return seat, chance.choice(state.moves(seat))


def dice(chance: Random) -> Rng:
    """A generator for one redeal."""
    return Rng(chance.getrandbits(64))


def some(chance: Random, things: Iterable[Any], most: int) -> list[Any]:
    """A few of them, in their order."""
    these = list(things)
    return these if len(these) <= most else [these[i] for i in sorted(chance.sample(range(len(these)), most))]


def named(viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
