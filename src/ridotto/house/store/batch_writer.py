"""Collects events while others are being written, then writes them together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from ridotto.house.store.database_thread import set_result

MAX_BATCH = 200  # events


class PendingWrite(NamedTuple):
    """An event to be written."""

    table: str
    n: int
    body: bytes
    phase: str
    paused: bool
    mark: int  # random: identifies this write


WriteResult = int | None | Exception


class BatchWriter:
    """Passes all pending writes, at most one per table, to `write_batch`; it must return one result per write."""

    def __init__(self, write_batch: Callable[[Sequence[PendingWrite]], Awaitable[Sequence[WriteResult]]]) -> None:
        self._write_batch = write_batch
        self._waiting: list[tuple[PendingWrite, asyncio.Future[int | None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, pending: PendingWrite) -> int | None:
        """The result of a write. The event is written even if the caller is cancelled."""
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((pending, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await answer

    async def finish(self) -> None:
        """Waits until all pending events are written."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._waiting:
                await self._write_next_batch()
        finally:
            self._task = None

    async def _write_next_batch(self) -> None:
        batch: dict[str, tuple[PendingWrite, asyncio.Future[int | None]]] = {}
        later = []
        for pending, answer in self._waiting:
            if pending.table in batch or len(batch) == MAX_BATCH:
                later.append((pending, answer))
            else:
                batch[pending.table] = (pending, answer)
        self._waiting = later
        try:
            results = await self._write_batch([pending for pending, _ in batch.values()])
        except Exception as error:  # otherwise the callers would wait for ever
            results = [error] * len(batch)
        written = {}
        for (pending, answer), result in zip(batch.values(), results, strict=True):
            set_result(answer, result)
            if not isinstance(result, Exception):
                written[pending.table] = pending.n
        waiting, self._waiting = self._waiting, []
        for pending, answer in waiting:
            if pending.n <= written.get(pending.table, -1):
                set_result(answer, None)  # another event has taken this number
            else:
                self._waiting.append((pending, answer))
