"""A house whose bots answer at once and that always deals the same, as a process of its own; it can be made to die.

`python -m tests.web.one_house DATABASE`. On a SQLite file its time stands still: a number on its standard input lets
so many seconds pass, and it answers `rested` when it has done everything that was to be done by then. PostgreSQL has a
time of its own; there, rounds are short, and leases end only when the house closes or a test ends them. `--pace
SECONDS` makes bots slower, `--holder NAME` says how it signs leases, `--port` where it opens. With `--constant` what is
made up at random never changes. `--die before|after NUMBER`: at the append of that number it ends as SIGKILL ends it,
when the entry is not written yet, or is written and nobody has been told.
"""

import argparse
import asyncio
import os
import secrets
import signal
import sys

from ridotto.bots.search import Budget
from ridotto.house import entropy
from ridotto.house.autoplay import butler
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.service import House
from ridotto.house.store import Phase, Store, connect
from ridotto.web.app import App
from ridotto.web.http.rate_limits import NoLimits
from ridotto.web.ops import json_logs, serve, server
from ridotto.web.ops.public_address import Reach
from tests import seeds
from tests.manual_time import ManualTime

ROUNDS = 0.3  # seconds, where nobody can let them pass
LEASE = 100_000  # rounds: however busy the machine is, a lease that is not renewed at once is not lost
HINTS = Budget(simulations=200)  # the same however busy the machine is
PLACES = ("before", "after")


def make_deadly(store: Store, place: str, number: int) -> None:
    """From now on an append of this store is fatal."""
    append, appends = store.append, 0

    async def fatal(table: str, n: int, body: bytes, phase: Phase, paused: bool = False) -> int | None:
        nonlocal appends
        appends += 1
        if appends == number and place == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        at = await append(table, n, body, phase, paused)
        if appends == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return at

    store.append = fatal  # type: ignore[method-assign]


class Neighbours(Reach):
    """All who come to this house are on this machine."""

    def obstacle(self, host: str, keeper: bool) -> None:
        return None


async def let_time_pass(time: ManualTime) -> None:
    """As much as standard input says, until nobody is there to say more."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        await time.forward(float(line))
        print("rested", flush=True)


async def open_house(wanted: argparse.Namespace) -> None:
    time = None if wanted.database.startswith("postgresql") else ManualTime()
    with serve.listen("127.0.0.1", wanted.port) as listening:
        store, minds = await connect(wanted.database, time), BotPool(1, HINTS)
        if wanted.die is not None:
            make_deadly(store, wanted.die[0], int(wanted.die[1]))
        house = House(store, minds, pace=wanted.pace, rounds=butler.ROUNDS if time else ROUNDS)
        house.butler.holder = wanted.holder or house.butler.holder
        await house.start()
        print(serve.told_address(listening, "127.0.0.1"), flush=True)
        async with asyncio.TaskGroup() as tasks:
            if time is not None:
                time.govern(house)
                moving = tasks.create_task(let_time_pass(time))
            await server.new_server(App(house, NoLimits(), reach=Neighbours())).serve(sockets=[listening])
            if time is not None:
                moving.cancel()
        await house.stop()
        await minds.close()
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database")
    parser.add_argument("--die", nargs=2, metavar=("WHERE", "NUMBER"))
    parser.add_argument("--constant", action="store_true")
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--holder")
    wanted = parser.parse_args()
    json_logs.to_standard_error("warning")
    entropy.fresh = seeds.bits
    butler.LEASE = LEASE
    if wanted.constant:
        secrets.token_urlsafe = lambda nbytes=None: "made-up-at-random"
    asyncio.run(open_house(wanted))


if __name__ == "__main__":
    main()
