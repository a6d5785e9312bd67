"""A clock that only a test moves: an evening takes milliseconds, and no result depends on real time."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, nullcontext, suppress
from itertools import count
from typing import Any

from ridotto.house.service import House

NOON = 1_800_000_000_000
DEADLINE = 120  # seconds of real time in which a house must do the next thing, on a busy machine

Task = asyncio.Task[Any]


class ManualAlarm:
    def __init__(self, forget: Callable[[], object]) -> None:
        self._forget = forget

    def cancel(self) -> None:
        self._forget()


class ManualTime:
    """A `TimeSource` that only a test moves.

    `rest` waits until its houses have done all there is to do at this moment: everything they do in the background
    has ended, or waits for time to pass.
    """

    def __init__(self) -> None:
        self._now = NOON
        self._alarms: dict[tuple[int, int], Callable[[], object]] = {}  # by moment, and then as they were set
        self._numbers = count()
        self._houses: list[House] = []
        self._waiting: dict[Task, asyncio.Event] = {}
        self._woken: set[Task] = set()  # by time, and they have not waited again
        self._lay_down = asyncio.Event()

    # What the house asks

    def now(self) -> int:
        return self._now

    def monotonic(self) -> float:
        return self._now / 1000

    def call_later(self, seconds: float, callback: Callable[[], object]) -> ManualAlarm:
        moment = self._now + round(1000 * seconds), next(self._numbers)
        self._alarms[moment] = callback
        return ManualAlarm(lambda: self._alarms.pop(moment, None))

    @asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[None]:
        task = current_task()

        def end() -> None:
            self._waiting.pop(task, None)
            self._woken.add(task)
            block.reschedule(0.0)

        async with asyncio.timeout(None) as block:
            alarm = self.call_later(seconds, end)
            try:
                yield
            finally:
                alarm.cancel()

    async def sleep(self, seconds: float) -> None:
        await self.wait(asyncio.Event(), seconds)

    async def wait(self, event: asyncio.Event, seconds: float | None) -> bool:
        if seconds is not None and seconds <= 0:
            return event.is_set()
        task = current_task()
        self._waiting[task] = event
        self._woken.discard(task)
        self._lay_down.set()
        try:
            with suppress(TimeoutError):
                async with nullcontext() if seconds is None else self.timeout(seconds):
                    await event.wait()
        finally:
            self._waiting.pop(task, None)
        return event.is_set()

    # What a test does

    def govern(self, house: House) -> None:
        """Makes `rest` wait for this house, too."""
        self._houses.append(house)

    @property
    def due(self) -> list[int]:
        """The times of all alarms, in order."""
        return sorted(at for at, _ in self._alarms)

    async def rest(self, *others: Task) -> None:
        """Waits until the houses rest, and these tasks too."""
        async with asyncio.timeout(DEADLINE) as deadline:
            while busy := self._busy(others):
                self._lay_down.clear()
                lying_down = asyncio.create_task(self._lay_down.wait())
                await asyncio.wait([*busy, lying_down], return_when=asyncio.FIRST_COMPLETED)
                lying_down.cancel()
                deadline.reschedule(asyncio.get_running_loop().time() + DEADLINE)

    async def forward(self, seconds: float) -> None:
        """Moves the time forward. Every alarm on the way goes off at its own time."""
        goal = self._now + round(1000 * seconds)
        await self.rest()
        while self._alarms and (moment := min(self._alarms))[0] <= goal:
            self._now = max(self._now, moment[0])
            self._alarms.pop(moment)()
            await self.rest()
        self._now = goal

    def _busy(self, others: Collection[Task]) -> list[Task]:
        self._woken = {task for task in self._woken if not task.done()}
        tasks = self._woken.union(others, *(house.tasks.running for house in self._houses))
        return [task for task in tasks if not (task.done() or self._rests(task))]

    def _rests(self, task: Task) -> bool:
        return task in self._waiting and not self._waiting[task].is_set()


def current_task() -> Task:
    task = asyncio.current_task()
    assert task is not None
    return task
