"""One house in several processes: by any door people come to the same tables, also when one of them is killed."""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from ridotto.engine.match import Match
from ridotto.house.tables.events import Moved, decode
from ridotto.house.tables.table import Table
from tests.waiting import eventually, glance
from tests.web.calling import Answer
from tests.web.insisting import Caller, Door, Guest, Party, Watcher, callers
from tests.web.promises import Promises, check, check_table, postgres_logs
from tests.web.serving import Served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


class Houses:
    """Processes of one house, each with its door."""

    def __init__(self, address: str, folder: Path, names: tuple[str, ...], pace: float) -> None:
        self.address = address
        self.doors = {name: Door() for name in names}
        self.served = {
            name: Served(
                "tests.web.one_house",
                f"{address}&application_name={name}",
                "--holder",
                name,
                "--pace",
                str(pace),
                log=folder / f"{name}.log",
            )
            for name in names
        }

    async def open(self, name: str) -> None:
        self.doors[name].open(await asyncio.to_thread(self.served[name].open))

    async def kill(self, name: str) -> None:
        """Kills a process. Once nothing that it asked of the database goes on, its leases are over."""
        self.doors[name].close()
        assert await asyncio.to_thread(self.served[name].kill) == -signal.SIGKILL
        sessions = "SELECT pid FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"
        await eventually(lambda: not self.ask(sessions, name))
        self.ask("UPDATE ridotto.leases SET until = 0 WHERE holder = %s RETURNING holder", name)

    def ask(self, statement: str, *values: Any) -> list[Any]:
        """Asks the database, past the house."""
        with psycopg.connect(self.address, autocommit=True) as database:
            return database.execute(statement, values).fetchall()

    def holder(self, table: str) -> str:
        """Which process attends the table."""
        found = self.ask("SELECT holder FROM ridotto.leases WHERE table_id = %s", table)
        return str(found[0][0]) if found else ""

    def holder_but(self, table: str, others: Collection[str]) -> str:
        """Which process attends the table, once it is none of these."""
        holder = self.holder(table)
        return "" if holder in others else holder


@asynccontextmanager
async def houses(address: str, folder: Path, *names: str, pace: float = 0.0) -> AsyncIterator[Houses]:
    opened = Houses(address, folder, names, pace)
    async with AsyncExitStack() as stack:
        for served in opened.served.values():
            stack.enter_context(served)
        await asyncio.gather(*(opened.open(name) for name in names))
        yield opened


async def test_what_is_decided_here_is_seen_there(postgres: str, tmp_path: Path) -> None:
    async with (
        houses(postgres, tmp_path, "left", "right") as both,
        callers([both.doors["left"]], Promises(), 1) as here,
    ):
        party = await Party.open(here, "table", game="venezia2099", players=2)
        there = Caller(here.telephone, [both.doors["right"]], here.promises, Random(2))
        watcher = Watcher(there, party.guests[0].table)
        async with asyncio.TaskGroup() as tasks:
            looking = tasks.create_task(watcher.look())
            for _ in range(8):
                for guest in party.guests:
                    told = await here.must("GET", f"/tables/{guest.table}", guest.key)
                    await guest.act(told["sight"])
                await eventually(watcher.has_seen_all)
            looking.cancel()
        assert len(here.promises.kept) >= 8
        assert watcher.scenes >= 4


@pytest.mark.parametrize(("game", "players"), [("venezia", 4), ("diciassette", 5)])
async def test_decisions_made_at_the_same_time_never_refuse_each_other(
    game: str, players: int, postgres: str, tmp_path: Path
) -> None:
    """Everybody has seen the table, and then all decide at once, each by another door."""
    async with (
        houses(postgres, tmp_path, "left", "middle", "right", pace=1e6) as three,
        callers(list(three.doors.values()), Promises(), 3) as caller,
    ):
        together = tables = 0
        while together < 6:
            tables += 1
            party = await Party.open(caller, f"{tables}", game=game, players=players)
            for number, guest in enumerate(party.guests):
                guest.doors = [caller.doors[number % 3]]
            for number in range(40):
                answers = await decide_at_once(party.guests, number)
                for answer in answers:
                    assert answer.done, answer.body
                together += len(answers) > 1
                if not answers or together == 6:
                    break
        check_logs(three.address)


async def decide_at_once(guests: list[Guest], number: int) -> list[Answer]:
    looked = await asyncio.gather(*(guest.must("GET", f"/tables/{guest.table}", guest.key) for guest in guests))
    posts = []
    for guest, told in zip(guests, looked, strict=True):
        moves = [action["move"] for action in told["sight"]["scene"].get("actions", [])]
        if moves:
            move = "pass" if "pass" in moves else guest.chance.choice(moves)  # a call of 17 may end it for the others
            body = {"revision": told["sight"]["revision"], "move": move, "id": f"at-once-{number}"}
            posts.append(guest.ask("POST", f"/tables/{guest.table}/decisions", guest.key, **body))
    return await asyncio.gather(*posts)


def check_logs(address: str) -> dict[str, Match]:
    """All tables follow from their logs: their matches."""
    logs, phases = postgres_logs(address)
    tables = {id: Table(id, rows) for id, rows in logs.items()}
    for id, table in tables.items():
        check_table(table, phases[id])
    return {id: table.playing for id, table in tables.items()}


async def test_bots_play_in_one_process_and_go_on_when_it_is_killed(postgres: str, tmp_path: Path) -> None:
    """Between the turns of somebody who comes by the door of whichever process attends the table."""
    async with (
        houses(postgres, tmp_path, "left", "middle", "right") as three,
        callers([three.doors["left"]], Promises(), 4) as caller,
    ):
        party = await Party.open(caller, "bots", game="venti", players=3, bots={"1": "novice", "2": "novice"})
        [guest] = party.guests
        holders: set[str] = set()
        for _ in range(2):  # the one who attends the table dies, and then the next one
            holder = await eventually(partial(three.holder_but, guest.table, holders))
            holders.add(holder)
            guest.doors = [three.doors[holder]]
            await decide(guest, 8 * len(holders))
            await demand_work_of_one(caller, three, holder)
            await three.kill(holder)
        guest.doors = [door for door in three.doors.values() if door.is_open]
        await decide(guest, 1000)
        match = check_logs(three.address)[guest.table]
        entries = map(decode, (row.body for row in postgres_logs(three.address)[0][guest.table]))
        moves = [entry for entry in entries if isinstance(entry, Moved)]
        assert {(move.seat, move.by) for move in moves} == {(0, ""), (1, "bot"), (2, "bot")}
        assert len(moves) == len(match.entries)


async def decide(guest: Guest, last: int) -> None:
    """Makes the decisions up to that number, or to the end of the match, whenever the table waits for this guest."""
    while guest.deeds < last:
        told = await guest.must("GET", f"/tables/{guest.table}", guest.key)
        if told["frame"]["phase"] == "over":
            return
        if actions := told["sight"]["scene"].get("actions"):
            guest.deeds += 1
            body = {"revision": told["sight"]["revision"], "move": guest.chance.choice(actions)["move"]}
            await guest.must("POST", f"/tables/{guest.table}/decisions", guest.key, id=f"deed-{guest.deeds:04}", **body)
        else:
            await glance()


async def demand_work_of_one(caller: Caller, three: Houses, holder: str) -> None:
    """Of those who live, nobody has done anything but who attends the table; it was started in the first one."""
    for name, door in three.doors.items():
        if door.is_open:
            figures = await caller.telephone.call(door.address, "GET", "/metrics")
            found = re.search(rb"ridotto_decisions_total (\d+)", figures.body)
            assert found
            assert (int(found[1]) > (name == "left")) == (name == holder), (name, holder, found[0])


async def test_a_house_in_three_processes_under_load(postgres: str, tmp_path: Path) -> None:
    """One of them is killed and comes back, connections to the database break: everything goes on, nothing is lost."""
    promises = Promises()
    async with (
        houses(postgres, tmp_path, "left", "middle", "right") as three,
        callers(list(three.doors.values()), promises, 5) as caller,
    ):
        wishes: list[dict[str, Any]] = [
            {"game": "diciassette", "players": 4},
            {"game": "venezia", "players": 3},
            {"game": "venti", "players": 3, "bots": {"2": "novice"}},
        ]
        parties = [await Party.open(caller, f"{number}", **wish) for number, wish in enumerate(wishes)]
        watchers = [Watcher(caller, party.guests[0].table) for party in parties for _ in range(2)]
        guests = [guest for party in parties for guest in party.guests]
        async with asyncio.TaskGroup() as tasks:
            looking = [tasks.create_task(watcher.look()) for watcher in watchers]
            for guest in guests:
                tasks.create_task(guest.play())
            await promises.more_deeds(40)
            await three.kill("middle")
            await promises.more_deeds(40)
            for _ in range(3):
                assert three.ask(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = ANY(%s) AND datname = current_database()",
                    list(three.doors),
                )
                await promises.more_deeds(20)
            await three.open("middle")
            await promises.more_deeds(40)
            for party in parties:  # every table goes on
                await party.goes_on()
            for guest in guests:
                guest.leaving = True
            for watcher in watchers:
                await eventually(watcher.has_seen_all)
            for task in looking:
                task.cancel()
        for name, served in three.served.items():
            three.doors[name].close()
            assert await asyncio.to_thread(served.kill, signal.SIGTERM) == 0
    print(promises.figures(), check(promises, *postgres_logs(postgres)))
