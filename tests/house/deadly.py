"""Toy games for processes that think: one kills them, one lets them think until the test says so, one needs a file."""

import os
from multiprocessing import parent_process
from pathlib import Path
from typing import TYPE_CHECKING

from tests.engine.toys import Hush, HushGame
from tests.waiting import until

if TYPE_CHECKING:
    from ridotto.engine.knowledge import Knowledge

THOUGHTS = "RIDOTTO_TEST_THOUGHTS"


class DeadlyHush(Hush):
    pass


class DeadlyGame(HushGame):
    slug = "deadly"
    state = DeadlyHush

    def knowledge(self) -> "Knowledge":
        if parent_process() is not None:
            os._exit(9)
        return super().knowledge()


class DeepHush(Hush):
    pass


class DeepGame(HushGame):
    """Whoever thinks about it says so, and ends as soon as the test lets all thoughts end."""

    slug = "deep"
    state = DeepHush

    def knowledge(self) -> "Knowledge":
        if parent_process() is not None:
            Thoughts(Path(os.environ[THOUGHTS])).begin()
        return super().knowledge()


class WellReadHush(Hush):
    pass


class WellReadGame(HushGame):
    """Its knowledge is read from a file, as that of a game is which nobody has thought about yet."""

    slug = "well-read"
    state = WellReadHush

    def knowledge(self) -> "Knowledge":
        with open(os.devnull):
            return super().knowledge()


class Thoughts:
    """The thoughts about a deep game: a folder where each has left a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._may_end = folder / "may end"

    @property
    def begun(self) -> set[int]:
        """The processes that have begun to think."""
        return {int(file.name) for file in self.folder.glob("[0-9]*")}

    def begin(self) -> None:
        (self.folder / str(os.getpid())).touch()
        until(self._may_end.exists)

    def let_end(self) -> None:
        self._may_end.touch()


DEADLY = DeadlyGame()
DEEP = DeepGame()
WELL_READ = WellReadGame()
