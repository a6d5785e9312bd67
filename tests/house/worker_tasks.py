"""Functions that tests run in a worker process, which finds them by their names."""

import os
from pathlib import Path

from ridotto.engine.message import msg
from ridotto.house.refusals import Refused
from tests.waiting import until


class NotThat(Refused):
    def __init__(self) -> None:
        super().__init__("not-that", msg("Not that."))

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


def which_process() -> int:
    return os.getpid()


def say(text: str) -> str:
    return text


def refuse() -> None:
    raise NotThat


def die() -> None:
    os._exit(9)


def wait_for(file: Path | bytes) -> None:
    """Creates the file and returns when it is deleted."""
    begun = Path(os.fsdecode(file))
    begun.touch()
    until(lambda: not begun.exists())
