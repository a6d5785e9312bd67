"""A killed house loses nothing it has acknowledged. The long form: `python -m tests.web.repeated_kills --kills 50`."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from tests.waiting import eventually
from tests.web.acknowledgements import Acknowledgements, check_logs, sqlite_logs
from tests.web.controlled_house import KILL_MOMENTS
from tests.web.house_process import HouseProcess
from tests.web.repeated_kills import kill_and_check
from tests.web.retrying_players import HouseAddress, RetryingParty, retrying_client

pytestmark = [
    pytest.mark.slow,
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]

KILLS = 3


async def test_nothing_is_lost_or_done_twice_when_the_house_is_killed(tmp_path: Path) -> None:
    figures = await kill_and_check(kills=4, seed=1, folder=tmp_path, max_responses=250)
    print(figures)
    assert figures["acknowledged decisions"] > 0
    assert figures["posts without an answer"] > 0


@pytest.mark.parametrize("moment", KILL_MOMENTS)
async def test_kills_right_before_and_after_an_append(moment: str, tmp_path: Path) -> None:
    """Three times at the fifth append of the process."""
    acknowledged, address = Acknowledgements(), HouseAddress()
    file, log = str(tmp_path / "house.sqlite"), tmp_path / "log"
    async with retrying_client([address], acknowledged, seed=2) as client, asyncio.TaskGroup() as tasks:
        killing = tasks.create_task(kill_at_appends(address, file, moment, log))
        party = await RetryingParty.open(client, "table", game="venezia2099", players=2)
        for player in party.players:
            tasks.create_task(player.play())
        await killing
        with HouseProcess("tests.web.controlled_house", file, log=log) as house:
            address.up(await asyncio.to_thread(house.open))
            await acknowledged.wait_for_events(10)
            for player in party.players:
                player.leaving = True
                await player.left.wait()
    check_logs(acknowledged, *sqlite_logs(file))
    assert acknowledged.unanswered >= KILLS


async def kill_at_appends(address: HouseAddress, file: str, moment: str, log: Path) -> None:
    """Opens the house again and again; it is killed at its fifth append. Bots are so slow that only people decide."""
    for _ in range(KILLS):
        with HouseProcess("tests.web.controlled_house", file, "--pace", "1", "--die", moment, "5", log=log) as house:
            address.up(await asyncio.to_thread(house.open))
            await eventually(house.has_ended)
            assert house.exit_code == -signal.SIGKILL
            address.down()
