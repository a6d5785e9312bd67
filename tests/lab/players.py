"""Bots for the toy game Hush, found by their names as those of the house are, also in the processes of an arena."""

import os
from collections.abc import Callable
from time import sleep
from typing import Any

from ridotto.bots import Bot, bot
from ridotto.engine.rng import Rng
from tests.engine.toys import DOUBLE, HIGH, LOW, SINGLE, HushGame

HUSH = HushGame()


class Keen:
    """Bids high, shows double, lays its best card."""

    name = "keen"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        return next((move for move in (HIGH, DOUBLE) if move in world.moves(seat)), max(world.moves(seat)))


class Meek:
    """Bids low, shows single, lays its worst card."""

    name = "meek"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        return next((move for move in (LOW, SINGLE) if move in world.moves(seat)), world.moves(seat)[-1])


class Cheat:
    """Shows before it lays."""

    name = "cheat"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        return DOUBLE


class Deserter:
    """Leaves, and takes its process along."""

    name = "deserter"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        os._exit(1)


class Sleeper:
    """Never comes to a decision."""

    name = "sleeper"

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        print("thinking", flush=True)
        sleep(600)
        raise AssertionError("nobody waits that long")


def toy(name: str) -> Bot:
    """A bot of this file, or of the house."""
    toys: list[Callable[[], Bot]] = [Keen, Meek, Cheat, Deserter, Sleeper]
    return next((kind() for kind in toys if kind.name == name), None) or bot(name)
