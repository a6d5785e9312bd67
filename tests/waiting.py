"""Waits for other processes, threads and browsers until a condition holds, never for a fixed time.

For work in this process, use events and `ManualTime.rest`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, overload

T = TypeVar("T")

DEADLINE = 120.0  # seconds; working code is faster, even on a busy machine
GLANCE = 0.005  # seconds between two looks


def until(condition: Callable[[], T], deadline: float = DEADLINE) -> T:
    """Polls until the condition is true, and returns its value. Raises `TimeoutError` at the deadline."""
    end = time.monotonic() + deadline
    while not (found := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{condition} did not hold within {deadline} seconds")
        time.sleep(GLANCE)
    return found


@overload
async def eventually(condition: Callable[[], Awaitable[T]], deadline: float = DEADLINE) -> T: ...
@overload
async def eventually(condition: Callable[[], T], deadline: float = DEADLINE) -> T: ...
async def eventually(condition: Callable[[], Any], deadline: float = DEADLINE) -> Any:
    """Like `until`, without blocking the event loop; the condition may be a coroutine function."""
    async with asyncio.timeout(deadline):
        while True:
            found = condition()
            if isinstance(found, Awaitable):
                found = await found
            if found:
                return found
            await glance()


async def ended(process: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
    """Waits for a process to end: its standard output and error. Kills it at the deadline."""
    try:
        async with asyncio.timeout(DEADLINE):
            return await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def glance() -> None:
    """Sleeps until the next poll."""
    await asyncio.sleep(GLANCE)
