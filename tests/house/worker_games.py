"""Positions for worker processes. Toy games: one kills workers, one blocks them until told, one needs a file."""

import os
from multiprocessing import active_children, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

import ridotto
from ridotto.engine.game import Game
from ridotto.engine.rng import Rng
from ridotto.engine.state import State
from tests.engine.toys import Hush, HushGame
from tests.waiting import eventually, until

if TYPE_CHECKING:
    from ridotto.engine.knowledge import Knowledge

ENDLESS = "master@999999999"
THINKING_FOLDER = "RIDOTTO_TEST_THINKING"


class DeadlyHush(Hush):
    pass


class DeadlyGame(HushGame):
    slug = "deadly"
    state_class = DeadlyHush

    def knowledge(self) -> "Knowledge":
        if parent_process() is not None:
            os._exit(9)
        return super().knowledge()


class SlowHush(Hush):
    pass


class SlowGame(HushGame):
    """In a worker, its knowledge reports that it has started and blocks until `Thinking.finish`."""

    slug = "slow"
    state_class = SlowHush

    def knowledge(self) -> "Knowledge":
        if parent_process() is not None:
            Thinking(Path(os.environ[THINKING_FOLDER])).begin()
        return super().knowledge()


class FileHush(Hush):
    pass


class FileGame(HushGame):
    """Its knowledge is read from a file, like that of a game that has not been loaded yet."""

    slug = "needs-file"
    state_class = FileHush

    def knowledge(self) -> "Knowledge":
        with open(os.devnull):
            return super().knowledge()


class Thinking:
    """The workers that think about a slow game: a folder with a file for each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._may_finish = folder / "may finish"

    @property
    def started(self) -> set[int]:
        """The ids of the processes that have started to think."""
        return {int(file.name) for file in self.folder.glob("[0-9]*")}

    def begin(self) -> None:
        (self.folder / str(os.getpid())).touch()
        until(self._may_finish.exists)

    def finish(self) -> None:
        self._may_finish.touch()


DEADLY = DeadlyGame()
SLOW = SlowGame()
NEEDS_FILE = FileGame()


def position(game: Game, seed: int = 1) -> tuple[State, int]:
    """A position some moves into a game, and a seat that has a choice."""
    rng = Rng(seed)
    state = game.start(seed=seed)
    for _ in range(4):
        moves = state.moves(state.actor())
        state.play(state.actor(), moves[rng.roll(len(moves))])
    while len(state.moves(state.actor())) == 1:
        state.play(state.actor(), state.moves(state.actor())[0])
    return state, state.actor()


def world_and_seat(seed: int = 1) -> tuple[State, int]:
    """A redealt world and a seat, as a bot is given them."""
    state, seat = position(ridotto.game("verhext"), seed)
    return state.redeal(seat, Rng(seed)), seat


def slow_position() -> tuple[State, int]:
    """A position that blocks workers until the test says so, and the seat that is asked."""
    world = SLOW.start(seed=1)
    return world, world.actor()


async def processes(count: int = 1) -> list[BaseProcess]:
    """The worker processes, once there are at least `count`."""

    async def check() -> list[BaseProcess]:
        children = active_children()
        return children if len(children) >= count else []

    return await eventually(check)


async def thinking_processes(thinking: Thinking, count: int = 1) -> list[BaseProcess]:
    """The processes that think about a slow game, once there are at least `count`."""

    async def check() -> list[BaseProcess]:
        found = [child for child in active_children() if child.pid in thinking.started]
        return found if len(found) >= count else []

    return await eventually(check)
