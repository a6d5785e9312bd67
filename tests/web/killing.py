"""A house that is killed again and again while people play there, and has to keep every promise.

`python -m tests.web.killing --kills 50` kills a real `ridotto serve` fifty times, at random moments of a seeded
generator (`--seed`), a quarter of them while it opens, and prints what was found. It fails if anything was lost, done
twice or done though it was refused, if a table does not follow from its log, or a match does not verify or go on.
"""

import argparse
import asyncio
import json
import signal
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.waiting import eventually
from tests.web.insisting import Caller, Door, Party, Watcher, callers
from tests.web.promises import Promises, check, check_record, sqlite_logs
from tests.web.serving import Served

WHILE_OPENING = 0.25  # of all kills
OPENING = 0.8  # seconds of it
MOMENT = 0.02  # seconds more
LOAD: list[dict[str, Any]] = [
    {"game": "diciassette", "players": 4},
    {"game": "venezia", "players": 3},
    {"game": "verhext", "players": 3},
    {"game": "venti", "players": 2, "bots": {"1": "novice"}},
    {"game": "venezia2099", "players": 2, "clock": {"seconds": 3600, "increment": 5}},
]


async def kill_and_check(kills: int, seed: int, folder: Path, answers: int = 600) -> dict[str, Any]:
    """Kills a house so often, each time after at most so many answers, and looks at what it kept: the figures."""
    promises, door, calm = Promises(), Door(), asyncio.Event()
    file, chance = folder / "house.sqlite", Random(seed)
    began = time.monotonic()
    with Served.ridotto(str(file), folder / "log") as served:
        async with callers([door], promises, seed) as caller:
            async with asyncio.TaskGroup() as tables:
                for number, wish in enumerate(LOAD):
                    tables.create_task(live(caller, f"{number}", wish, calm))
                await kill(served, door, promises, [chance.randrange(answers) for _ in range(kills)], chance)
                door.open(await asyncio.to_thread(served.open))
                calm.set()
            await check_records(caller)
        assert served.kill(signal.SIGTERM) == 0
    found = check(promises, *sqlite_logs(str(file)))
    return {"kills": kills, "seconds": round(time.monotonic() - began), **promises.figures(), **found}


async def kill(served: Served, door: Door, promises: Promises, kills: list[int], chance: Random) -> None:
    """Opens and kills the house, each time after so many answers; whoever calls meanwhile is cut off in the middle."""
    for answers in kills:
        served.begin()
        if chance.random() < WHILE_OPENING:
            await some_moment(chance, OPENING)
        else:
            door.open(await asyncio.to_thread(served.wait))
            await promises.more_answers(answers)
            await some_moment(chance, MOMENT)
        door.close()
        assert await asyncio.to_thread(served.kill) == -signal.SIGKILL


async def some_moment(chance: Random, longest: float) -> None:
    """A real one: the house shall be killed in the middle of anything, not at moments that a test thought of."""
    await asyncio.sleep(chance.uniform(0.0, longest))


async def live(caller: Caller, name: str, wish: dict[str, Any], calm: asyncio.Event) -> None:
    """A table under load, and somebody who looks on: it goes on when all is calm again, and is shown as it is."""
    party = await Party.open(caller, name, **wish)
    watcher = Watcher(caller, party.guests[0].table)
    async with asyncio.TaskGroup() as people:
        looking = people.create_task(watcher.look())
        for guest in party.guests:
            people.create_task(guest.play())
        await calm.wait()
        await party.goes_on()
        for guest in party.guests:
            guest.leaving = True
        await eventually(watcher.has_seen_all)
        looking.cancel()


async def check_records(caller: Caller) -> None:
    """Whatever is over can be had as a record that verifies."""
    for table in {table for table, _, _ in caller.promises.kept}:
        answer = await caller.ask("GET", f"/tables/{table}/record")
        if answer.done:
            check_record(answer.body.decode().splitlines())
        else:
            assert answer.json()["error"]["code"] == "not-over"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(kill_and_check(wanted.kills, wanted.seed, Path(folder))), indent=2))


if __name__ == "__main__":
    main()
