"""A toy game that ends every process that thinks about it, but the first."""

import os
from multiprocessing import parent_process
from typing import TYPE_CHECKING

from tests.engine.toys import Hush, HushGame

if TYPE_CHECKING:
    from ridotto.engine.knowledge import Knowledge


class DeadlyHush(Hush):
    pass


class DeadlyGame(HushGame):
    slug = "deadly"
    state = DeadlyHush

    def knowledge(self) -> "Knowledge":
        if parent_process() is not None:
            os._exit(9)
        return super().knowledge()


DEADLY = DeadlyGame()
