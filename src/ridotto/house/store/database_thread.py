"""A clerk: a thread of its own that does what a database is asked, so that nobody else ever waits for a disk."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

Job = Callable[[], Any]
Outcome = Any  # what a job gave, or the exception it ended with
AT_MOST = 1000  # jobs at once


class Asked(NamedTuple):
    job: Job
    answer: "asyncio.Future[Any]"


class DatabaseThread:
    """Takes all jobs that have gathered and hands them to `work` together; it must give an outcome for each."""

    def __init__(self, name: str, work: Callable[[Sequence[Job]], Sequence[Outcome]]) -> None:
        self._work = work
        self._asked: SimpleQueue[Asked | None] = SimpleQueue()
        self._gone = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[], T]) -> T:
        """What the job gives, or raises. Whoever gives up waiting leaves the job to be done all the same."""
        if self._gone:
            raise RuntimeError("the clerk has gone")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.put(Asked(job, answer))
        return await answer

    async def leave(self) -> None:
        """Does what was asked so far, then ends the thread."""
        if not self._gone:
            self._gone = True
            self._asked.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while batch := self._gathered():
            try:
                outcomes = self._work([asked.job for asked in batch])
            except BaseException as error:  # whoever asked must not wait for ever
                outcomes = [error] * len(batch)
            answers: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Outcome]]] = {}
            for asked, outcome in zip(batch, outcomes, strict=True):
                answers.setdefault(asked.answer.get_loop(), []).append((asked.answer, outcome))
            for loop, given in answers.items():
                with contextlib.suppress(RuntimeError):  # a loop that has ended waits for nothing
                    loop.call_soon_threadsafe(answer_all, given)

    def _gathered(self) -> list[Asked]:
        """Everything that was asked meanwhile, at least one job; nothing at the end of the day."""
        first = self._asked.get()
        batch = [] if first is None else [first]
        while batch and len(batch) < AT_MOST:
            try:
                following = self._asked.get_nowait()
            except Empty:
                break
            if following is None:
                self._asked.put(None)
                break
            batch.append(following)
        return batch


def answer_all(given: Sequence[tuple["asyncio.Future[Any]", Outcome]]) -> None:
    for answer, outcome in given:
        give(answer, outcome)


def give(answer: "asyncio.Future[Any]", outcome: Outcome) -> None:
    if answer.done():  # nobody waits any more
        return
    if isinstance(outcome, BaseException):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
