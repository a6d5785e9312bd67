"""A thread for database jobs, so that nobody on the event loop waits for a disk."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

Job = Callable[[], Any]
JobResult = Any  # the result of a job, or its exception
MAX_BATCH = 1000  # jobs


class QueuedJob(NamedTuple):
    job: Job
    answer: "asyncio.Future[Any]"


class DatabaseThread:
    """Passes all jobs that have queued up to `run_batch` together; it must return one result per job."""

    def __init__(self, name: str, run_batch: Callable[[Sequence[Job]], Sequence[JobResult]]) -> None:
        self._run_batch = run_batch
        self._queue: SimpleQueue[QueuedJob | None] = SimpleQueue()  # None: end of work
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[], T]) -> T:
        """The result of a job, or its exception. The job runs even if the caller is cancelled."""
        if self._closed:
            raise RuntimeError("the database thread is closed")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put(QueuedJob(job, answer))
        return await answer

    async def close(self) -> None:
        """Runs all queued jobs, then ends the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while batch := self._next_batch():
            try:
                results = self._run_batch([queued.job for queued in batch])
            except BaseException as error:  # otherwise the callers would wait for ever
                results = [error] * len(batch)
            answers: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], JobResult]]] = {}
            for queued, result in zip(batch, results, strict=True):
                answers.setdefault(queued.answer.get_loop(), []).append((queued.answer, result))
            for loop, pairs in answers.items():
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
                    loop.call_soon_threadsafe(set_results, pairs)

    def _next_batch(self) -> list[QueuedJob]:
        """Waits for a job and takes all that are queued; empty after `close`."""
        first = self._queue.get()
        batch = [] if first is None else [first]
        while batch and len(batch) < MAX_BATCH:
            try:
                following = self._queue.get_nowait()
            except Empty:
                break
            if following is None:
                self._queue.put(None)
                break
            batch.append(following)
        return batch


def set_results(pairs: Sequence[tuple["asyncio.Future[Any]", JobResult]]) -> None:
    for answer, result in pairs:
        set_result(answer, result)


def set_result(answer: "asyncio.Future[Any]", result: JobResult) -> None:
    """Resolves a future with a result or an exception; does nothing if it was cancelled."""
    if answer.done():
        return
    if isinstance(result, BaseException):
        answer.set_exception(result)
    else:
        answer.set_result(result)
