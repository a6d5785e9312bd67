"""Bots for the toy game Hush, found by name like the real bots, in the processes of an arena, too."""

import os
import signal
from threading import Event
from typing import Any

from ridotto.bots import Bot, bot
from ridotto.engine.rng import Rng
from tests.engine.toys import DOUBLE, HIGH, LOW, SINGLE, HushGame

HUSH = HushGame()


class Keen:
    """Bids high, shows double, plays its best card."""

    name = "keen"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        return next((move for move in (HIGH, DOUBLE) if move in world.moves(seat)), max(world.moves(seat)))


class Meek:
    """Bids low, shows single, plays its worst card."""

    name = "meek"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        return next((move for move in (LOW, SINGLE) if move in world.moves(seat)), world.moves(seat)[-1])


class Cheat:
    """Makes an illegal move: shows before it may."""

    name = "cheat"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        return DOUBLE


class Deserter:
    """Ends its process."""

    name = "deserter"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        os._exit(1)


def report_thinking() -> None:
    """Writes a line with one system call: several processes share the pipe, and `print` writes the newline apart."""
    os.write(1, b"thinking\n")


class Sleeper:
    """Never decides."""

    name = "sleeper"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        report_thinking()
        Event().wait()
        raise AssertionError("nobody wakes it")


class Faint:
    """Stops its process, which then receives no signal but SIGKILL."""

    name = "faint"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        report_thinking()
        os.kill(os.getpid(), signal.SIGSTOP)
        raise AssertionError("nobody wakes it")


def toy(name: str) -> Bot:
    """A bot of this file, or a real bot."""
    toys: list[Bot] = [Keen(), Meek(), Cheat(), Deserter(), Sleeper(), Faint()]
    return next((toy for toy in toys if toy.name == name), None) or bot(name)
