"""Tasks that the house runs in the background."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from ridotto.house.refusals import Refused, StoreFailed

log = logging.getLogger("ridotto.house")


class BackgroundTasks:
    """Keeps references to running tasks and logs their errors."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def cancel(self) -> None:
        """Cancels all tasks and waits until they have ended."""
        for task in list(self.running):
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self.running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background task failed: %s", error, exc_info=error)


@contextmanager
def skip_on_error() -> Iterator[None]:
    """Logs errors of one table, so that a loop continues with the others. Raises `StoreFailed`."""
    try:
        yield
    except StoreFailed:
        raise
    except Refused as refusal:  # the log is damaged or of other rules: the error has been logged before
        log.debug("table skipped: %s", refusal)
    except Exception as error:
        log.error("table skipped: %s", error, exc_info=error)
