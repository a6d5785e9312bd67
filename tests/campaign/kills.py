"""Kills: the house is killed at random moments while people play, and loses nothing that it has acknowledged.

The players, the kills and the checks are those of `tests.web.repeated_kills`, repeated until the time is over: on
SQLite and, if PostgreSQL is installed, on two processes of which one is killed.
"""

import asyncio
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random

from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables.events import Event, decode, requests_of
from tests.campaign.figures import Figures
from tests.checkout import ROOT
from tests.web.acknowledgements import Acknowledgements, RequestKey, check_logs, postgres_logs, sqlite_logs
from tests.web.house_process import HouseProcess
from tests.web.repeated_kills import TABLES, check_records, kill_repeatedly, play_until_calm
from tests.web.retrying_players import HouseAddress, retrying_client

MAX_RESPONSES = 200  # before a kill, at most
ON_SQLITE = 2 / 3  # of the time if PostgreSQL is installed, where kills are faster
TURN = 5  # kills of one process before the other one's turn

Logs = tuple[dict[str, list[StoredEvent]], dict[str, str]]


async def run(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    with postgresql() as address:
        on_sqlite = ON_SQLITE * seconds if address else seconds
        file = str(folder / "house.sqlite")
        house = HouseProcess.ridotto_serve(file, folder / "log")
        await campaign(figures, "SQLite", [house], partial(sqlite_logs, file), on_sqlite, seed)
        if address:
            two = [HouseProcess.ridotto_serve(address, folder / f"log-{number}") for number in (1, 2)]
            logs = partial(postgres_logs, address)
            await campaign(figures, "PostgreSQL, one of two", two, logs, seconds - on_sqlite, seed)
        else:
            figures.tell("PostgreSQL", "is not installed here")


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty, durable database; empty if PostgreSQL is not installed."""
    sys.path.insert(0, str(ROOT / "packaging"))
    from postgresql import programs

    folder = programs()
    if folder is None:
        yield ""
        return
    from tests.house.postgres import Cluster

    cluster = Cluster(folder, durable=True)
    try:
        yield cluster.database()
    finally:
        cluster.remove()


async def campaign(
    figures: Figures, where: str, houses: list[HouseProcess], read: Callable[[], Logs], seconds: float, seed: int
) -> None:
    """Kills houses for `seconds`, lets everybody finish, and compares acknowledged requests with the logs."""
    began, acknowledged = time.monotonic(), Acknowledgements()
    with ExitStack() as stack:
        for house in houses:
            stack.enter_context(house)
        kills = await kill_for(seconds, houses, acknowledged, seed)
        passed = time.monotonic() - began
        for house in houses:
            assert await asyncio.to_thread(house.kill, signal.SIGTERM) == 0
    figures.tell(f"{where}: kills", f"{kills} ({60 * kills / passed:.0f} a minute)")
    for what, number in acknowledged.figures().items():
        figures.tell(f"{where}: {what}", number)
    logs, phases = read()
    for what, number in differences(acknowledged, logs).items():
        figures.count(f"{where}: {what}", number)
    for what, number in check_logs(
        acknowledged, logs, phases
    ).items():  # all of it once more, and that tables follow from logs
        figures.tell(f"{where}: {what}", number)


async def kill_for(seconds: float, houses: list[HouseProcess], acknowledged: Acknowledgements, seed: int) -> int:
    """Kills one house repeatedly, and after a while the other: the number of kills."""
    end, chance, calm, kills = time.monotonic() + seconds, Random(seed), asyncio.Event(), 0
    pairs = [(house, HouseAddress()) for house in houses]
    async with retrying_client([address for _, address in pairs], acknowledged, seed) as client:
        async with asyncio.TaskGroup() as tables:
            for house, address in pairs[1:]:
                address.up(await asyncio.to_thread(house.open))
            for number, settings in enumerate(TABLES):
                tables.create_task(play_until_calm(client, f"{number}", settings, calm))
            while not kills or time.monotonic() < end:
                house, address = pairs[0]
                await kill_repeatedly(house, address, acknowledged, [chance.randrange(MAX_RESPONSES)], chance)
                kills += 1
                if len(pairs) > 1 and kills % TURN == 0:
                    address.up(await asyncio.to_thread(house.open))
                    pairs.reverse()
                    house, address = pairs[0]
                    address.down()
                    await asyncio.to_thread(house.kill)
                    kills += 1
            house, address = pairs[0]
            address.up(await asyncio.to_thread(house.open))
            calm.set()
        await check_records(client)
    return kills


def differences(acknowledged: Acknowledgements, logs: Mapping[str, list[StoredEvent]]) -> dict[str, int]:
    """The numbers of requests whose answer and log differ, by kind."""
    written: dict[RequestKey, list[Event]] = defaultdict(list)
    for id, rows in logs.items():
        for row in rows:
            for event in requests_of(decode(row.body)):
                written[id, event.seat, event.id].append(event)
    done = acknowledged.done
    return {
        "acknowledged and lost": len(done.keys() - written.keys()),
        "done twice": sum(len(entries) > 1 for entries in written.values()),
        "changed": sum(request in written and event not in written[request] for request, event in done.items()),
        "refused and done": len(acknowledged.refused & written.keys()),
    }
