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

from ridotto.house.people.guests import MASKS
from watched import Decision, Stir, Table, Viewer
from wire import HERE, Connection, Failed, call, within

AT_ONCE = 20  # requests in flight while tables are set up


class Load:
    """The load on one or more processes of our server, spread over their ports."""

    def __init__(self, ports: list[int], games: list[str], form: str, limit: float) -> None:
        self._ports = ports
        self._games = games
        self._form = form
        self._limit = limit
        self._stir = Stir()
        self._tables: list[Table] = []
        self._numbers = count()

    async def open(self, tables: int, players: int) -> None:
        """Open tables with a running match and a person on every seat; the games alternate."""
        await each(range(tables), lambda _: self._keep(players))

    async def idle(self, tables: int, players: int) -> None:
        """Open such tables without viewers."""

        async def forget(_: int) -> None:
            (await self._open(players)).close()

        await each(range(tables), forget)

    async def _keep(self, players: int) -> None:
        self._tables.append(await self._open(players))

    async def _open(self, players: int) -> Table:
        number = next(self._numbers)
        connection = await Connection.to(self._ports[number % len(self._ports)], self._limit)
        path, seats = await open_table(connection.ask, self._games[number % len(self._games)], players, players)
        return Table(path, [seat["key"] for seat in seats], connection, self._limit, self._stir)

    async def watch(self, streams: int) -> None:
        """Open this many streams at every table: first for its seats, then for spectators."""

        async def look(number: int) -> None:
            table = self._tables[number]
            for place in range(streams):
                port = self._ports[(number + place) % len(self._ports)]
                table.viewers.append(Viewer(table, place if place < len(table.keys) else None, self._form))
                await self._open_stream(port, table.viewers[-1])

        await each(range(len(self._tables)), look)

    async def _open_stream(self, port: int, viewer: Viewer) -> None:
        """Connect, and wait for the first table."""
        await call(port, self._limit, lambda: viewer)
        async with within(self._limit, f"{HERE}:{port} sent no table to the stream {viewer.path}"):
            await viewer.open

    async def pace(self, rate: int, seconds: float) -> dict[str, Any]:
        """Make `rate` decisions a second, however slow the server is. Tables take turns; busy ones are skipped."""
        used = cpu()
        start = perf_counter()
        turn = cycle(self._tables)
        late = 0  # decisions for which no table was free when they were due
        async with together() as group:
            running = []
            for number in range(ceil(rate * seconds)):
                due = start + number / rate
                if (wait := due - perf_counter()) > 0:
                    await asyncio.sleep(wait)
                if (ready := self._free(turn)) is None:
                    late += 1
                    ready = await self._freed(turn)
                table, mover = ready
                table.busy = True
                running.append(group.create_task(table.decide(mover, due)))
        return _summary([task.result() for task in running], perf_counter() - start, cpu() - used, late)

    def _free(self, turn: Iterator[Table]) -> tuple[Table, Viewer] | None:
        """The next table at which somebody may decide, and who; None if there is none."""
        for table in islice(turn, len(self._tables)):
            if not table.busy and (mover := table.mover()) is not None:
                return table, mover
        return None

    async def _freed(self, turn: Iterator[Table]) -> tuple[Table, Viewer]:
        """Wait until somebody may decide at a table: the table, and who."""
        async with within(
            self._limit, f"nobody could decide at any of {len(self._tables)} tables (are all matches over?)"
        ):
            while (ready := self._free(turn)) is None:
                await self._stir.wait()
        return ready

    async def race(self, seconds: float) -> dict[str, Any]:
        """Make as many decisions as possible: each table makes the next one as soon as the last one is over.

        If no decision is over in time, the late ones and the time they took are counted.
        """
        in_time: list[Decision] = []
        late: list[Decision] = []
        used = cpu()
        start = perf_counter()
        end = start + seconds

        async def play(table: Table) -> None:
            while (left := end - perf_counter()) > 0:
                mover = table.mover()
                if mover is None:  # the match is over, or the next one's scene is still on its way
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._stir.wait(), left)
                    continue
                decision = await table.decide(mover, perf_counter())
                (in_time if perf_counter() <= end else late).append(decision)

        async with together() as group:
            for table in self._tables:
                group.create_task(play(table))
        if in_time:
            return _summary(in_time, seconds, cpu() - used, 0)
        if late:
            return _summary(late, perf_counter() - start, cpu() - used, 0)
        raise Failed("the race found no table at which anybody could decide")

    async def check(self) -> None:
        """Fail unless every stream is still open and shows the newest scene."""
        await each(range(len(self._tables)), lambda number: self._tables[number].catch_up())

    async def close(self) -> None:
        for table in self._tables:
            table.close()
        await asyncio.sleep(0)


async def open_table(
    ask: Callable[..., Awaitable[Any]], game: str, players: int, people: int, **start: str
) -> tuple[str, list[Any]]:
    """Start a match: its path, and the seats of the people with their keys and links."""
    opened = await ask("POST", "/tables", body={"game": game, "players": players, "id": secrets.token_urlsafe(12)})
    path = f"/tables/{opened['table']}"
    seats = []
    for seat in range(people):
        chair = {"name": f"Guest {seat + 1}", "mask": MASKS[seat], "seat": seat, "id": secrets.token_urlsafe(12)}
        seats.append(await ask("POST", f"{path}/seats", body=chair))
    await ask("POST", f"{path}/start", opened["key"], start)
    return path, seats


def _summary(decisions: list[Decision], seconds: float, used: float, late: int) -> dict[str, Any]:
    return {
        "times": [1000 * (decision.last - decision.due) for decision in decisions],
        "scenes": sum(len(decision.shown) for decision in decisions),
        "late": late,
        "seconds": seconds,
        "cpu": used,
    }


@asynccontextmanager
async def together() -> AsyncIterator[asyncio.TaskGroup]:
    """A group of tasks; the first failure ends all of them and is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None


async def each(numbers: Iterable[int], work: Callable[[int], Awaitable[None]]) -> None:
    """Do the work for every number, `AT_ONCE` at a time."""
    left = iter(numbers)

    async def worker() -> None:
        for number in left:
            await work(number)

    async with together() as group:
        for _ in range(AT_ONCE):
            group.create_task(worker())


def cpu() -> float:
    """The CPU seconds that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
