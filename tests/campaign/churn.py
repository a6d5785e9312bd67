"""Churn: thousands of tables are opened, played for a short while and abandoned.

Memory is measured in a house whose clock the campaign moves (`tests.web.controlled_house`): in real time, tables take
minutes to leave memory. The cost of paused tables is measured in a real house on the same file.
"""

import asyncio
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

from ridotto.games import all_games
from tests.campaign.figures import Figures
from tests.campaign.people import Player, ReconnectingClient, Visitor, ridotto
from tests.campaign.processes import memory, used
from tests.web.house_process import HouseProcess

BATCH = 100  # tables, then everybody leaves
MEMORY = 2000  # tables, after which memory is what it was after the first hundred
PAUSED = 3000
GROWTH = 30  # megabytes, at most
COST = 0.5  # per cent of a core, at most
DECISIONS = 3  # at every table
GONE = 250  # seconds: pauses, and then tables are forgotten
AT_ONCE = 10  # tables
SHOWN = 8  # sizes on the way
MEASURING = 12.0  # seconds by the real clock


async def run(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    batch, measuring = (BATCH, MEASURING) if figures.judging else (10, 1.0)
    sizes = await come_and_go(folder, batch, time.monotonic() + seconds - 2 * measuring, Random(seed))
    after = max(tables for tables in sizes if tables <= max(MEMORY, batch))
    grown = sizes[after] - sizes[batch]
    figures.tell(f"memory after the first {batch} tables (moved clock)", f"{sizes[batch]:.0f} MB")
    what = f"how much more after {after} tables (moved clock)"
    figures.measure(what, f"{grown:.0f} MB", f"<= {GROWTH} MB", grown <= GROWTH)
    on_the_way = list(sizes.items())[:: max(1, len(sizes) // SHOWN)]
    figures.tell("memory on the way (MB)", ", ".join(f"{tables}: {size:.0f}" for tables, size in on_the_way))
    paused, others, cost = await cost_of_pauses(folder, measuring)
    figures.count("matches that go on when everybody has left", others)
    told = f"{cost:.2f} % of a core in {measuring:.0f} s"
    figures.measure(f"cost of {paused} paused tables (real clock)", told, f"< {COST} %", cost < COST)


async def come_and_go(folder: Path, batch: int, end: float, chance: Random) -> dict[int, float]:
    """Opens and abandons tables in batches: the memory of the house after each number of tables."""
    sizes: dict[int, float] = {}
    with HouseProcess("tests.web.controlled_house", str(folder / "house.sqlite"), log=folder / "log") as served:
        house = await asyncio.to_thread(served.open)
        assert served.process is not None
        async with ReconnectingClient() as http:
            visitor = Visitor(http, house, "192.0.2.1")
            for tables in range(batch, PAUSED + 1, batch):
                await asyncio.gather(*(visit(visitor, batch // AT_ONCE, chance) for _ in range(AT_ONCE)))
                await asyncio.to_thread(served.forward, GONE)
                sizes[tables] = memory(served.process.pid)
                if len(sizes) > 1 and time.monotonic() > end:
                    break
        assert served.kill(signal.SIGTERM) == 0
    return sizes


async def visit(visitor: Visitor, tables: int, chance: Random) -> None:
    """Opens tables of random games, with people and bots, with and without clocks, and plays a few moves at each."""
    for _ in range(tables):
        game = chance.choice(all_games())
        chairs = ["", *(chance.choice(("", "novice")) for _ in range(chance.choice(game.players) - 1))]
        clock, patience = chance.choice((None, {"seconds": 3600, "increment": 5})), chance.choice((10, 60, None))
        seats = await visitor.open(game.slug, *chairs, clock=clock, patience=patience)
        await Player(visitor, seats, chance).decisions(DECISIONS)


async def cost_of_pauses(folder: Path, seconds: float) -> tuple[int, int, float]:
    """The numbers of paused and of other running matches, and the CPU share that a real house needs for them."""
    with closing(sqlite3.connect(folder / "house.sqlite")) as database:
        query = "SELECT sum(paused), sum(NOT paused) FROM tables WHERE phase = 'running'"
        ((paused, others),) = database.execute(query).fetchall()
    with ridotto(folder, "--break-off-after", "0") as served:
        await asyncio.to_thread(served.open)
        assert served.process is not None
        await asyncio.sleep(seconds / 2)  # until it has opened
        before = used(served.process.pid)
        await asyncio.sleep(seconds)
        cost = 100 * (used(served.process.pid) - before) / seconds
        assert served.kill(signal.SIGTERM) == 0
    return paused, others, cost
