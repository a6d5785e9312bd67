"""Waiting for what other processes, threads and browsers do, as long as it takes: nobody waits for a fixed time.

What happens in this process is waited for by events, and by `ManualTime.rest`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, overload

T = TypeVar("T")

DEADLINE = 120.0  # seconds: nothing that works takes so long, even on a busy machine
GLANCE = 0.005  # seconds between two looks


def until(condition: Callable[[], T], deadline: float = DEADLINE) -> T:
    """Looks again and again until something holds: what it gave."""
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
    """The same, while this loop goes on."""
    async with asyncio.timeout(deadline):
        while True:
            found = condition()
            if isinstance(found, Awaitable):
                found = await found
            if found:
                return found
            await glance()


async def ended(process: asyncio.subprocess.Process) -> tuple[bytes, bytes]:
    """What a process printed, and what it complained of, when it has ended; one that does not end is killed."""
    try:
        async with asyncio.timeout(DEADLINE):
            return await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def glance() -> None:
    """The time until the next look."""
    await asyncio.sleep(GLANCE)
