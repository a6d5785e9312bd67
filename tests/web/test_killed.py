"""A house that is killed keeps every promise. The long form: `python -m tests.web.killing --kills 50`."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from tests.waiting import eventually
from tests.web.insisting import Door, Party, callers
from tests.web.killing import kill_and_check
from tests.web.one_house import PLACES
from tests.web.promises import Promises, check, sqlite_logs
from tests.web.serving import Served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]

DEATHS = 3


async def test_nothing_is_lost_or_doubled_when_the_house_is_killed(tmp_path: Path) -> None:
    figures = await kill_and_check(kills=4, seed=1, folder=tmp_path, answers=250)
    print(figures)
    assert figures["acknowledged decisions"] > 0
    assert figures["posts without an answer"] > 0


@pytest.mark.parametrize("place", PLACES)
async def test_the_house_dies_with_an_entry_in_its_hands(place: str, tmp_path: Path) -> None:
    """Three times at its fifth entry, which is not written yet, or is written and nobody knows."""
    promises, door = Promises(), Door()
    file, log = str(tmp_path / "house.sqlite"), tmp_path / "log"
    async with callers([door], promises, seed=2) as caller, asyncio.TaskGroup() as tasks:
        dying = tasks.create_task(die_often(door, file, place, log))
        party = await Party.open(caller, "table", game="venezia2099", players=2)
        for guest in party.guests:
            tasks.create_task(guest.play())
        await dying
        with Served("tests.web.one_house", file, log=log) as served:
            door.open(await asyncio.to_thread(served.open))
            await promises.more_deeds(10)
            for guest in party.guests:
                guest.leaving = True
                await guest.left.wait()
    check(promises, *sqlite_logs(file))
    assert promises.unanswered >= DEATHS


async def die_often(door: Door, file: str, place: str, log: Path) -> None:
    """Opens the house whenever it has died, until it has died often enough. People alone decide there."""
    for _ in range(DEATHS):
        with Served("tests.web.one_house", file, "--pace", "1", "--die", place, "5", log=log) as served:
            door.open(await asyncio.to_thread(served.open))
            await eventually(served.has_ended)
            assert served.code == -signal.SIGKILL
            door.close()
