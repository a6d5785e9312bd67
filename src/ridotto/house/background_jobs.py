"""Jobs that would block the event loop run in a process of their own, one after the other."""

import asyncio
from collections import Counter
from collections.abc import Callable
from logging import getLogger
from typing import Any, TypeVar

from ridotto.bots.worker_process import WorkerDied, WorkerProcess
from ridotto.engine import record
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.house.autoplay.fair_queue import FairQueue, Requester
from ridotto.house.refusals import Refused
from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables.table import Table
from ridotto.house.time_source import TimeSource

T = TypeVar("T")

MAX_JOBS = 120  # queued or running, of all visitors
MAX_JOBS_PER_VISITOR = 40  # a whole school may ask for its figures at the same moment
JOB_SECONDS = 20.0  # a normal job takes one or two
MAX_ATTEMPTS = 2  # processes that may die over one job

log = getLogger(__name__)


class TooBusy(Refused):
    """Too many jobs are queued."""

    def __init__(self) -> None:
        super().__init__("busy", msg("The house is too busy right now: try again in a minute."))


class JobTimedOut(Refused):
    """A job took too long and was ended."""

    def __init__(self) -> None:
        super().__init__("busy", msg("That takes too long to work out."))


class BackgroundJobs:
    """Runs jobs in a worker process that starts with the first one. Visitors are served in turn."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._queue = FairQueue(1)
        self._jobs: Counter[str] = Counter()  # by visitor
        self._worker: WorkerProcess | None = None
        self._ending: set[WorkerProcess] = set()
        self._closed = False

    async def run(self, visitor: str, function: Callable[..., T], *args: Any) -> T:
        """The result of a function, called in the worker process; arguments and result should be small.

        Raises what the function refuses, `TooBusy` or `JobTimedOut`.
        """
        if self._jobs[visitor] >= MAX_JOBS_PER_VISITOR or self._jobs.total() >= MAX_JOBS:
            raise TooBusy
        self._jobs[visitor] += 1
        try:
            async with self._queue.slot(Requester(visitor)):
                return await self._attempt(function, args)
        finally:
            self._jobs -= Counter([visitor])

    async def close(self) -> None:
        """Ends the process at once; waiting jobs are refused."""
        self._closed = True
        self._end_worker()
        await asyncio.gather(*(asyncio.wrap_future(worker.end()) for worker in self._ending))

    async def _attempt(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        for _ in range(MAX_ATTEMPTS):
            if self._closed:
                break
            try:
                async with self._time.timeout(JOB_SECONDS):
                    return await self._run_in_worker(function, args)
            except WorkerDied as error:
                log.warning("%s: the worker died (%s)", function.__name__, error)
            except TimeoutError:
                log.warning("%s: cancelled after %s seconds", function.__name__, JOB_SECONDS)
                raise JobTimedOut from None
        raise TooBusy

    async def _run_in_worker(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        """Ends the worker if the caller is cancelled."""
        if self._worker is None:
            self._worker = WorkerProcess()
        try:
            answer: T = await asyncio.wrap_future(self._worker.submit(function, *args))
        except RidottoError:
            raise
        except BaseException:
            self._end_worker()
            raise
        return answer

    def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            self._ending.add(worker)
            worker.end().add_done_callback(lambda _: self._ending.discard(worker))


def record_text(table_id: str, rows: list[StoredEvent]) -> bytes:
    """A job: the record of the match of this log."""
    return "".join(f"{line}\n" for line in record.lines(Table(table_id, rows).started_match)).encode()
