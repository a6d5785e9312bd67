"""A house whose bots answer at once and whose rounds are short, as a process of its own; it can be made to die.

`python -m tests.web.one_house DATABASE`: `--pace SECONDS` makes bots slower, `--holder NAME` says how it signs leases,
`--port` where it opens. With `--noon` time stands still, and what is made up at random never changes. `--die
before|after NUMBER`: at the append of that number it ends as SIGKILL ends it, when the entry is not written yet, or is
written and nobody has been told.
"""

import argparse
import asyncio
import os
import secrets
import signal

from ridotto.house.house import House
from ridotto.house.minds import Minds
from ridotto.house.store import Phase, Store, connect, sqlite
from ridotto.web import logs, serve, server
from ridotto.web.app import App
from ridotto.web.limits import NoLimits

ROUNDS = 0.3
NOON = 1_800_000_000_000
PLACES = ("before", "after")


def make_deadly(store: Store, place: str, number: int) -> None:
    """From now on an append of this store is fatal."""
    append, appends = store.append, 0

    async def fatal(table: str, n: int, body: bytes, phase: Phase) -> int | None:
        nonlocal appends
        appends += 1
        if appends == number and place == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        at = await append(table, n, body, phase)
        if appends == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return at

    store.append = fatal  # type: ignore[method-assign]


def stop_time() -> None:
    sqlite.clock = lambda: NOON
    secrets.token_urlsafe = lambda nbytes=None: "made-up-at-random"


async def open_house(wanted: argparse.Namespace) -> None:
    with serve.listen("127.0.0.1", wanted.port) as listening:
        store, minds = await connect(wanted.database), Minds(1)
        if wanted.die is not None:
            make_deadly(store, wanted.die[0], int(wanted.die[1]))
        house = House(store, minds, pace=wanted.pace, rounds=ROUNDS)
        house.butler.holder = wanted.holder or house.butler.holder
        await house.start()
        print(serve.told_address(listening, "127.0.0.1"), flush=True)
        await server.new_server(App(house, NoLimits())).serve(sockets=[listening])
        await house.stop()
        await minds.close()
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database")
    parser.add_argument("--die", nargs=2, metavar=("WHERE", "NUMBER"))
    parser.add_argument("--noon", action="store_true")
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--holder")
    wanted = parser.parse_args()
    logs.to_standard_error("warning")
    if wanted.noon:
        stop_time()
    asyncio.run(open_house(wanted))


if __name__ == "__main__":
    main()
