"""One house in several processes: people find the same tables in all of them, even when one is killed."""

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
from tests.web.acknowledgements import Acknowledgements, check_logs, check_table, postgres_logs
from tests.web.house_process import HouseProcess
from tests.web.raw_http import RawResponse
from tests.web.retrying_players import (
    HouseAddress,
    RetryingClient,
    RetryingParty,
    RetryingPlayer,
    RetryingSpectator,
    retrying_client,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


class Processes:
    """Processes of one house, by name."""

    def __init__(self, database: str, folder: Path, names: tuple[str, ...], pace: float) -> None:
        self.database = database
        self.addresses = {name: HouseAddress() for name in names}
        self.processes = {
            name: HouseProcess(
                "tests.web.controlled_house",
                f"{database}&application_name={name}",
                "--holder",
                name,
                "--pace",
                str(pace),
                log=folder / f"{name}.log",
            )
            for name in names
        }

    async def open(self, name: str) -> None:
        self.addresses[name].up(await asyncio.to_thread(self.processes[name].open))

    async def kill(self, name: str) -> None:
        """Kills a process, waits for the end of its database sessions, and ends its leases."""
        self.addresses[name].down()
        assert await asyncio.to_thread(self.processes[name].kill) == -signal.SIGKILL
        sessions = "SELECT pid FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"
        await eventually(lambda: not self.query(sessions, name))
        self.query("UPDATE ridotto.leases SET until = 0 WHERE holder = %s RETURNING holder", name)

    def query(self, statement: str, *values: Any) -> list[Any]:
        """Queries the database directly."""
        with psycopg.connect(self.database, autocommit=True) as database:
            return database.execute(statement, values).fetchall()

    def holder(self, table: str) -> str:
        """The process that attends the table."""
        found = self.query("SELECT holder FROM ridotto.leases WHERE table_id = %s", table)
        return str(found[0][0]) if found else ""

    def holder_except(self, table: str, others: Collection[str]) -> str:
        """The process that attends the table; empty if it is one of these."""
        holder = self.holder(table)
        return "" if holder in others else holder


@asynccontextmanager
async def house_processes(database: str, folder: Path, *names: str, pace: float = 0.0) -> AsyncIterator[Processes]:
    processes = Processes(database, folder, names, pace)
    async with AsyncExitStack() as stack:
        for process in processes.processes.values():
            stack.enter_context(process)
        await asyncio.gather(*(processes.open(name) for name in names))
        yield processes


async def test_a_decision_in_one_process_is_seen_in_another(postgres: str, tmp_path: Path) -> None:
    async with (
        house_processes(postgres, tmp_path, "left", "right") as both,
        retrying_client([both.addresses["left"]], Acknowledgements(), 1) as here,
    ):
        party = await RetryingParty.open(here, "table", game="venezia2099", players=2)
        there = RetryingClient(here.http, [both.addresses["right"]], here.acknowledged, Random(2))
        spectator = RetryingSpectator(there, party.players[0].table)
        async with asyncio.TaskGroup() as tasks:
            watching = tasks.create_task(spectator.watch())
            for _ in range(8):
                for player in party.players:
                    state = await here.request_json("GET", f"/tables/{player.table}", player.key)
                    await player.act(state["sight"])
                await eventually(spectator.is_up_to_date)
            watching.cancel()
        assert len(here.acknowledged.done) >= 8
        assert spectator.scenes >= 4


@pytest.mark.parametrize(("game", "players"), [("venezia", 4), ("diciassette", 5)])
async def test_decisions_made_at_the_same_time_never_refuse_each_other(
    game: str, players: int, postgres: str, tmp_path: Path
) -> None:
    """All decide at once on their current views, each in another process."""
    async with (
        house_processes(postgres, tmp_path, "left", "middle", "right", pace=1e6) as three,
        retrying_client(list(three.addresses.values()), Acknowledgements(), 3) as client,
    ):
        together = tables = 0
        while together < 6:
            tables += 1
            party = await RetryingParty.open(client, f"{tables}", game=game, players=players)
            for number, player in enumerate(party.players):
                player.houses = [client.houses[number % 3]]
            for number in range(40):
                answers = await decide_at_once(party.players, number)
                for answer in answers:
                    assert answer.is_success, answer.body
                together += len(answers) > 1
                if not answers or together == 6:
                    break
        matches_of_logs(three.database)


async def decide_at_once(players: list[RetryingPlayer], number: int) -> list[RawResponse]:
    states = await asyncio.gather(
        *(player.request_json("GET", f"/tables/{player.table}", player.key) for player in players)
    )
    posts = []
    for player, state in zip(players, states, strict=True):
        moves = [action["move"] for action in state["sight"]["scene"].get("actions", [])]
        if moves:
            move = "pass" if "pass" in moves else player.chance.choice(moves)  # a call of 17 may end it for the others
            body = {"revision": state["sight"]["revision"], "move": move, "id": f"at-once-{number}"}
            posts.append(player.request("POST", f"/tables/{player.table}/decisions", player.key, **body))
    return await asyncio.gather(*posts)


def matches_of_logs(database: str) -> dict[str, Match]:
    """All matches, loaded from their logs."""
    logs, phases = postgres_logs(database)
    tables = {id: Table(id, rows) for id, rows in logs.items()}
    for id, table in tables.items():
        check_table(table, phases[id])
    return {id: table.started_match for id, table in tables.items()}


async def test_bots_play_in_one_process_and_continue_when_it_is_killed(postgres: str, tmp_path: Path) -> None:
    """A person plays with them, always in the process that attends the table."""
    async with (
        house_processes(postgres, tmp_path, "left", "middle", "right") as three,
        retrying_client([three.addresses["left"]], Acknowledgements(), 4) as client,
    ):
        party = await RetryingParty.open(client, "bots", game="venti", players=3, bots={"1": "novice", "2": "novice"})
        [player] = party.players
        holders: set[str] = set()
        for _ in range(2):  # the process that attends the table is killed, then the next one
            holder = await eventually(partial(three.holder_except, player.table, holders))
            holders.add(holder)
            player.houses = [three.addresses[holder]]
            await decide(player, 8 * len(holders))
            await require_only_holder_decides(client, three, holder)
            await three.kill(holder)
        player.houses = [address for address in three.addresses.values() if address.is_up]
        await decide(player, 1000)
        match = matches_of_logs(three.database)[player.table]
        entries = map(decode, (row.body for row in postgres_logs(three.database)[0][player.table]))
        moves = [entry for entry in entries if isinstance(entry, Moved)]
        assert {(move.seat, move.by) for move in moves} == {(0, ""), (1, "bot"), (2, "bot")}
        assert len(moves) == len(match.entries)


async def decide(player: RetryingPlayer, last: int) -> None:
    """Decides whenever the table waits for this player, up to a number of decisions or the end of the match."""
    while player.posts < last:
        state = await player.request_json("GET", f"/tables/{player.table}", player.key)
        if state["frame"]["phase"] == "over":
            return
        if actions := state["sight"]["scene"].get("actions"):
            player.posts += 1
            body = {"revision": state["sight"]["revision"], "move": player.chance.choice(actions)["move"]}
            await player.request_json(
                "POST", f"/tables/{player.table}/decisions", player.key, id=f"decision-{player.posts:04}", **body
            )
        else:
            await glance()


async def require_only_holder_decides(client: RetryingClient, three: Processes, holder: str) -> None:
    """Only the process that attends the table has made decisions since the start, which was in the first one."""
    for name, address in three.addresses.items():
        if address.is_up:
            figures = await client.http.request(address.url, "GET", "/metrics")
            found = re.search(rb"ridotto_decisions_total (\d+)", figures.body)
            assert found
            assert (int(found[1]) > (name == "left")) == (name == holder), (name, holder, found[0])


async def test_three_processes_under_load(postgres: str, tmp_path: Path) -> None:
    """One process is killed and restarted, database connections break: all tables continue, nothing is lost."""
    acknowledged = Acknowledgements()
    async with (
        house_processes(postgres, tmp_path, "left", "middle", "right") as three,
        retrying_client(list(three.addresses.values()), acknowledged, 5) as client,
    ):
        settings: list[dict[str, Any]] = [
            {"game": "diciassette", "players": 4},
            {"game": "venezia", "players": 3},
            {"game": "venti", "players": 3, "bots": {"2": "novice"}},
        ]
        parties = [await RetryingParty.open(client, f"{number}", **each) for number, each in enumerate(settings)]
        spectators = [RetryingSpectator(client, party.players[0].table) for party in parties for _ in range(2)]
        players = [player for party in parties for player in party.players]
        async with asyncio.TaskGroup() as tasks:
            watching = [tasks.create_task(spectator.watch()) for spectator in spectators]
            for player in players:
                tasks.create_task(player.play())
            await acknowledged.wait_for_events(40)
            await three.kill("middle")
            await acknowledged.wait_for_events(40)
            for _ in range(3):
                assert three.query(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = ANY(%s) AND datname = current_database()",
                    list(three.addresses),
                )
                await acknowledged.wait_for_events(20)
            await three.open("middle")
            await acknowledged.wait_for_events(40)
            for party in parties:  # every table continues
                await party.wait_for_progress()
            for player in players:
                player.leaving = True
            for spectator in spectators:
                await eventually(spectator.is_up_to_date)
            for task in watching:
                task.cancel()
        for name, process in three.processes.items():
            three.addresses[name].down()
            assert await asyncio.to_thread(process.kill, signal.SIGTERM) == 0
    print(acknowledged.figures(), check_logs(acknowledged, *postgres_logs(postgres)))
