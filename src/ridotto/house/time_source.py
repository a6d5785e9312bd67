"""The time of the house: whatever waits, expires or compares times asks one `TimeSource`, so that tests can move it.

PostgreSQL keeps its own time, the authority between processes; there the source only measures how long to wait. One
timeout is real: how long PostgreSQL may be out of reach.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Protocol


class Alarm(Protocol):
    """A callback that has not been called yet."""

    def cancel(self) -> None: ...


class TimeSource(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970. Called from any thread."""

    def monotonic(self) -> float:
        """Seconds since some moment; it never runs backwards."""

    async def sleep(self, seconds: float) -> None: ...

    async def wait(self, event: asyncio.Event, seconds: float | None) -> bool:
        """Waits until the event is set, for at most so many seconds (None: for ever). Returns whether it is set."""

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """Raises `TimeoutError` if the block takes longer."""

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Alarm: ...


class SystemTime:
    """The clock of this machine."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, seconds: float | None) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
        return event.is_set()

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        return asyncio.timeout(seconds)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, callback)
