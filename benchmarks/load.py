"""The load on our own server: tables, open streams, and decisions by random legal moves, all in one asyncio process.

watched.py says when a decision is over. In a paced run its time counts from when it was due, not from when it was
posted.
"""

import asyncio
import resource
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count, cycle, islice
from math import ceil
from time import perf_counter
from typing import Any

from http_client import LOCALHOST, BenchmarkFailed, Connection, connect, fail_after
from ridotto.house.people.guests import MASKS
from watched import Decision, Notifier, Stream, Table

MAX_CONCURRENT_REQUESTS = 20  # while tables are set up


class HouseLoad:
    """The load on one or more processes of our server, spread over their ports."""

    def __init__(self, ports: list[int], games: list[str], form: str, timeout_seconds: float) -> None:
        self._ports = ports
        self._games = games
        self._form = form
        self._timeout_seconds = timeout_seconds
        self._notifier = Notifier()
        self._tables: list[Table] = []
        self._table_numbers = count()

    async def open_tables(self, tables: int, players: int) -> None:
        """Open tables with a running match and a person on every seat; the games alternate."""
        await run_concurrently(range(tables), lambda _: self._open_watched_table(players))

    async def open_idle_tables(self, tables: int, players: int) -> None:
        """Open such tables without streams."""

        async def open_idle_table(_: int) -> None:
            (await self._open_table(players)).close()

        await run_concurrently(range(tables), open_idle_table)

    async def _open_watched_table(self, players: int) -> None:
        self._tables.append(await self._open_table(players))

    async def _open_table(self, players: int) -> Table:
        number = next(self._table_numbers)
        connection = await Connection.open(self._ports[number % len(self._ports)], self._timeout_seconds)
        path, seats = await start_match(connection.request, self._games[number % len(self._games)], players, players)
        return Table(path, [seat["key"] for seat in seats], connection, self._timeout_seconds, self._notifier)

    async def open_streams(self, streams_per_table: int) -> None:
        """Open this many streams at every table: first for its seats, then for spectators."""

        async def open_streams_of_table(number: int) -> None:
            table = self._tables[number]
            for index in range(streams_per_table):
                port = self._ports[(number + index) % len(self._ports)]
                seat = index if index < len(table.keys) else None
                table.streams.append(Stream(table, seat, self._form))
                await self._open_stream(port, table.streams[-1])

        await run_concurrently(range(len(self._tables)), open_streams_of_table)

    async def _open_stream(self, port: int, stream: Stream) -> None:
        """Connect, and wait for the first table."""
        await connect(port, self._timeout_seconds, lambda: stream)
        async with fail_after(self._timeout_seconds, f"{LOCALHOST}:{port} sent no table to the stream {stream.path}"):
            await stream.opened

    async def run_paced(self, rate: int, seconds: float) -> dict[str, Any]:
        """Make `rate` decisions a second, however slow the server is. Tables take turns; busy ones are skipped."""
        cpu_at_start = own_cpu_seconds()
        start = perf_counter()
        rotation = cycle(self._tables)
        late_count = 0  # decisions for which no table was free when they were due
        async with task_group() as group:
            tasks = []
            for number in range(ceil(rate * seconds)):
                due_at = start + number / rate
                if (delay := due_at - perf_counter()) > 0:
                    await asyncio.sleep(delay)
                if (free := self._next_free(rotation)) is None:
                    late_count += 1
                    free = await self._wait_for_free(rotation)
                table, mover = free
                table.busy = True
                tasks.append(group.create_task(table.decide(mover, due_at)))
        decisions = [task.result() for task in tasks]
        return _summarize(decisions, perf_counter() - start, own_cpu_seconds() - cpu_at_start, late_count)

    def _next_free(self, rotation: Iterator[Table]) -> tuple[Table, Stream] | None:
        """The next table at which somebody may decide, and who; None if there is none."""
        for table in islice(rotation, len(self._tables)):
            if not table.busy and (mover := table.choose_mover()) is not None:
                return table, mover
        return None

    async def _wait_for_free(self, rotation: Iterator[Table]) -> tuple[Table, Stream]:
        """Wait until somebody may decide at a table: the table, and who."""
        async with fail_after(
            self._timeout_seconds, f"nobody could decide at any of {len(self._tables)} tables (are all matches over?)"
        ):
            while (free := self._next_free(rotation)) is None:
                await self._notifier.wait()
        return free

    async def run_race(self, seconds: float) -> dict[str, Any]:
        """Make as many decisions as possible: each table makes the next one as soon as the last one is over.

        If no decision is over in time, the late ones and the time they took are counted.
        """
        decisions_in_time: list[Decision] = []
        late_decisions: list[Decision] = []
        cpu_at_start = own_cpu_seconds()
        start = perf_counter()
        end = start + seconds

        async def play_until_end(table: Table) -> None:
            while (remaining := end - perf_counter()) > 0:
                mover = table.choose_mover()
                if mover is None:  # the match is over, or the next one's scene is still on its way
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._notifier.wait(), remaining)
                    continue
                decision = await table.decide(mover, perf_counter())
                (decisions_in_time if perf_counter() <= end else late_decisions).append(decision)

        async with task_group() as group:
            for table in self._tables:
                group.create_task(play_until_end(table))
        if decisions_in_time:
            return _summarize(decisions_in_time, seconds, own_cpu_seconds() - cpu_at_start, 0)
        if late_decisions:
            return _summarize(late_decisions, perf_counter() - start, own_cpu_seconds() - cpu_at_start, 0)
        raise BenchmarkFailed("the race found no table at which anybody could decide")

    async def check_streams(self) -> None:
        """Fail unless every stream is still open and shows the newest scene."""
        await run_concurrently(range(len(self._tables)), lambda number: self._tables[number].wait_for_newest_scenes())

    async def close(self) -> None:
        for table in self._tables:
            table.close()
        await asyncio.sleep(0)


async def start_match(
    request: Callable[..., Awaitable[Any]], game: str, players: int, people: int, **start_options: str
) -> tuple[str, list[Any]]:
    """Start a match: its path, and the seats of the people with their keys and links."""
    opened = await request("POST", "/tables", body={"game": game, "players": players, "id": secrets.token_urlsafe(12)})
    path = f"/tables/{opened['table']}"
    seats = []
    for seat in range(people):
        person = {"name": f"Guest {seat + 1}", "mask": MASKS[seat], "seat": seat, "id": secrets.token_urlsafe(12)}
        seats.append(await request("POST", f"{path}/seats", body=person))
    await request("POST", f"{path}/start", opened["key"], start_options)
    return path, seats


def _summarize(decisions: list[Decision], seconds: float, cpu_seconds: float, late_count: int) -> dict[str, Any]:
    return {
        "times": [1000 * (decision.last_shown_at - decision.due_at) for decision in decisions],
        "scenes": sum(len(decision.shown_by) for decision in decisions),
        "late": late_count,
        "seconds": seconds,
        "cpu": cpu_seconds,
    }


@asynccontextmanager
async def task_group() -> AsyncIterator[asyncio.TaskGroup]:
    """A group of tasks; the first failure ends all of them and is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None


async def run_concurrently(numbers: Iterable[int], work: Callable[[int], Awaitable[None]]) -> None:
    """Do the work for every number, `MAX_CONCURRENT_REQUESTS` at a time."""
    remaining = iter(numbers)

    async def worker() -> None:
        for number in remaining:
            await work(number)

    async with task_group() as group:
        for _ in range(MAX_CONCURRENT_REQUESTS):
            group.create_task(worker())


def own_cpu_seconds() -> float:
    """The CPU seconds that this process has used."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
