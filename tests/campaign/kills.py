"""Kills: the house dies at any moment while people play, and keeps everything that it has acknowledged.

The people, the kills and the checks are those of `tests.web.killing`; here they go on until the time is over, on SQLite
and, where there is PostgreSQL, with two processes of which one is killed.
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

from ridotto.house.store import Row
from ridotto.house.tables.events import Event, decode, done_by
from tests.campaign.figures import Figures
from tests.checkout import ROOT
from tests.web.insisting import Door, callers
from tests.web.killing import LOAD, check_records, kill, live
from tests.web.promises import Deed, Promises, check, postgres_logs, sqlite_logs
from tests.web.serving import Served

ANSWERS = 200  # before a kill, at most
ON_SQLITE = 2 / 3  # of the time, where there is PostgreSQL: kills come faster there
TURN = 5  # kills of one of two processes, before it is the other one's turn

Logs = tuple[dict[str, list[Row]], dict[str, str]]


async def run(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    with postgresql() as address:
        on_sqlite = ON_SQLITE * seconds if address else seconds
        file = str(folder / "house.sqlite")
        house = Served.ridotto(file, folder / "log")
        await campaign(figures, "SQLite", [house], partial(sqlite_logs, file), on_sqlite, seed)
        if address:
            two = [Served.ridotto(address, folder / f"log-{number}") for number in (1, 2)]
            logs = partial(postgres_logs, address)
            await campaign(figures, "PostgreSQL, one of two", two, logs, seconds - on_sqlite, seed)
        else:
            figures.tell("PostgreSQL", "is not installed here")


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database, as durable as people have them; nothing, where there is no PostgreSQL."""
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
    figures: Figures, where: str, houses: list[Served], read: Callable[[], Logs], seconds: float, seed: int
) -> None:
    """Kills for so long, lets everybody go on, and compares what was acknowledged with what is written down."""
    began, promises = time.monotonic(), Promises()
    with ExitStack() as stack:
        for house in houses:
            stack.enter_context(house)
        kills = await kill_for(seconds, houses, promises, seed)
        passed = time.monotonic() - began
        for house in houses:
            assert await asyncio.to_thread(house.kill, signal.SIGTERM) == 0
    figures.tell(f"{where}: kills", f"{kills} ({60 * kills / passed:.0f} a minute)")
    for what, number in promises.figures().items():
        figures.tell(f"{where}: {what}", number)
    logs, phases = read()
    for what, number in differences(promises, logs).items():
        figures.count(f"{where}: {what}", number)
    for what, number in check(promises, logs, phases).items():  # all of it once more, and that tables follow from logs
        figures.tell(f"{where}: {what}", number)


async def kill_for(seconds: float, houses: list[Served], promises: Promises, seed: int) -> int:
    """How many kills there were. The first house is killed again and again; after a while it is another one's turn."""
    end, chance, calm, kills = time.monotonic() + seconds, Random(seed), asyncio.Event(), 0
    pairs = [(house, Door()) for house in houses]
    async with callers([door for _, door in pairs], promises, seed) as caller:
        async with asyncio.TaskGroup() as tables:
            for house, door in pairs[1:]:
                door.open(await asyncio.to_thread(house.open))
            for number, wish in enumerate(LOAD):
                tables.create_task(live(caller, f"{number}", wish, calm))
            while not kills or time.monotonic() < end:
                house, door = pairs[0]
                await kill(house, door, promises, [chance.randrange(ANSWERS)], chance)
                kills += 1
                if len(pairs) > 1 and kills % TURN == 0:
                    door.open(await asyncio.to_thread(house.open))
                    pairs.reverse()
                    house, door = pairs[0]
                    door.close()
                    await asyncio.to_thread(house.kill)
                    kills += 1
            house, door = pairs[0]
            door.open(await asyncio.to_thread(house.open))
            calm.set()
        await check_records(caller)
    return kills


def differences(promises: Promises, logs: Mapping[str, list[Row]]) -> dict[str, int]:
    """How many acknowledged deeds are not written down once, as they were."""
    written: dict[Deed, list[Event]] = defaultdict(list)
    for id, rows in logs.items():
        for row in rows:
            for entry in done_by(decode(row.body)):
                written[id, entry.seat, entry.id].append(entry)
    kept = promises.kept
    return {
        "acknowledged and lost": len(kept.keys() - written.keys()),
        "done twice": sum(len(entries) > 1 for entries in written.values()),
        "changed": sum(deed in written and entry not in written[deed] for deed, entry in kept.items()),
        "refused and done": len(promises.refused & written.keys()),
    }
