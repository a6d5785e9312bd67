"""A house in a process of its own that tests control: bots decide at once, deals never change, and it can be killed.

`python -m tests.web.controlled_house DATABASE`. On a SQLite file time stands still: for each number on standard input,
this many seconds pass; when everything due by then is done, the process prints `rested`. PostgreSQL has a time of its
own; there, rounds are short, and leases end only when the house closes or a test ends them. `--pace SECONDS` slows bots
down, `--holder NAME` is the name on its leases, `--port` its port. With `--constant`, random tokens never change.
`--die before|after NUMBER` kills the process at the append of this number, before or after the event is written; in
both cases nobody has been told.
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
from ridotto.house.store.connect import connect
from ridotto.house.store.protocol import Phase, Store
from ridotto.web.app import App
from ridotto.web.http.rate_limits import Unlimited
from ridotto.web.ops import serve, server
from ridotto.web.ops.json_logs import log_to_standard_error
from ridotto.web.ops.public_address import PublicAddress
from tests import seeds
from tests.manual_time import ManualTime

SHORT_ROUND_SECONDS = 0.3  # where tests cannot move time
ENDLESS_LEASE_ROUNDS = 100_000  # however busy the machine is, no lease runs out by accident
HINT_BUDGET = Budget(simulations=200)  # does not depend on how busy the machine is
KILL_MOMENTS = ("before", "after")


def kill_at_append(store: Store, moment: str, number: int) -> None:
    """Kills the process at the append of this number."""
    append, appends = store.append, 0

    async def fatal(table_id: str, n: int, body: bytes, phase: Phase, paused: bool = False) -> int | None:
        nonlocal appends
        appends += 1
        if appends == number and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        at = await append(table_id, n, body, phase, paused)
        if appends == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return at

    store.append = fatal  # type: ignore[method-assign]


class ReachableAddress(PublicAddress):
    """All visitors are on this machine, so nothing keeps them from using its address."""

    def obstacle(self, host: str, on_host_machine: bool) -> None:
        return None


async def move_time(time: ManualTime) -> None:
    """Moves time as standard input says, until it is closed."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        await time.forward(float(line))
        print("rested", flush=True)


async def open_house(given: argparse.Namespace) -> None:
    time = None if given.database.startswith("postgresql") else ManualTime()
    with serve.listen("127.0.0.1", given.port) as listening:
        store, bot_pool = await connect(given.database, time), BotPool(1, HINT_BUDGET)
        if given.die is not None:
            kill_at_append(store, given.die[0], int(given.die[1]))
        house = House(
            store,
            bot_pool,
            beat_seconds=given.pace,
            round_seconds=butler.ROUND_SECONDS if time else SHORT_ROUND_SECONDS,
        )
        house.butler.lease_holder = given.holder or house.butler.lease_holder
        await house.start()
        print(serve.open_message(listening, "127.0.0.1"), flush=True)
        async with asyncio.TaskGroup() as tasks:
            if time is not None:
                time.govern(house)
                moving = tasks.create_task(move_time(time))
            app = App(house, Unlimited(), public_address=ReachableAddress())
            await server.new_server(app).serve(sockets=[listening])
            if time is not None:
                moving.cancel()
        await house.stop()
        await bot_pool.close()
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database")
    parser.add_argument("--die", nargs=2, metavar=("MOMENT", "NUMBER"))
    parser.add_argument("--constant", action="store_true")
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--holder")
    given = parser.parse_args()
    log_to_standard_error("warning")
    entropy.random_bits = seeds.bits
    butler.LEASE_ROUNDS = ENDLESS_LEASE_ROUNDS
    if given.constant:
        secrets.token_urlsafe = lambda nbytes=None: "made-up-at-random"
    asyncio.run(open_house(given))


if __name__ == "__main__":
    main()
