"""Entries that gather while others are being written, and then are written together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from ridotto.house.store.database_thread import give

AT_MOST = 200  # entries at once


class PendingWrite(NamedTuple):
    """An entry to be kept."""

    table: str
    n: int
    body: bytes
    phase: str
    paused: bool
    mark: int  # tells it from any other


Outcome = int | None | Exception


class BatchWriter:
    """Hands all wishes that have gathered, at most one of a table, to `work`; it must give an outcome for each."""

    def __init__(self, work: Callable[[Sequence[PendingWrite]], Awaitable[Sequence[Outcome]]]) -> None:
        self._work = work
        self._waiting: list[tuple[PendingWrite, asyncio.Future[int | None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def keep(self, wish: PendingWrite) -> int | None:
        """What came of it. Whoever gives up waiting leaves the entry to be written all the same."""
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((wish, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await answer

    async def finish(self) -> None:
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._waiting:
                await self._write()
        finally:
            self._task = None

    async def _write(self) -> None:
        batch: dict[str, tuple[PendingWrite, asyncio.Future[int | None]]] = {}
        later = []
        for wish, answer in self._waiting:
            if wish.table in batch or len(batch) == AT_MOST:
                later.append((wish, answer))
            else:
                batch[wish.table] = (wish, answer)
        self._waiting = later
        try:
            outcomes = await self._work([wish for wish, _ in batch.values()])
        except Exception as error:  # nobody must wait for ever
            outcomes = [error] * len(batch)
        there = {}
        for (wish, answer), outcome in zip(batch.values(), outcomes, strict=True):
            give(answer, outcome)
            if not isinstance(outcome, Exception):
                there[wish.table] = wish.n
        waiting, self._waiting = self._waiting, []
        for wish, answer in waiting:
            if wish.n <= there.get(wish.table, -1):
                give(answer, None)  # this number is gone
            else:
                self._waiting.append((wish, answer))
