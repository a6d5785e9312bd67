"""Background jobs run in another process; visitors take turns, and the queue is limited."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from ridotto.bots.worker_process import WorkerDied
from ridotto.house import background_jobs
from ridotto.house.background_jobs import (
    JOB_SECONDS,
    MAX_ATTEMPTS,
    MAX_JOBS,
    MAX_JOBS_PER_VISITOR,
    BackgroundJobs,
    JobTimedOut,
    TooBusy,
)
from tests.house.worker_tasks import NotThat, die, refuse, say, wait_for, which_process
from tests.manual_time import ManualTime
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
async def jobs(time: ManualTime) -> AsyncIterator[BackgroundJobs]:
    before = set(active_children())
    opened = BackgroundJobs(time)
    yield opened
    await opened.close()
    assert set(active_children()) <= before


class TestWorker:
    async def test_one_process_runs_all_jobs_and_passes_on_refusals(self, jobs: BackgroundJobs) -> None:
        process = await jobs.run("a", which_process)
        assert process in {child.pid for child in active_children()}
        with pytest.raises(NotThat):
            await jobs.run("a", refuse)
        assert await jobs.run("b", which_process) == process

    async def test_a_job_that_kills_its_process_is_retried_and_then_refused(self, jobs: BackgroundJobs) -> None:
        before = await jobs.run("a", which_process)
        with pytest.raises(TooBusy):
            await jobs.run("a", die)
        assert await jobs.run("a", which_process) != before

    async def test_a_job_that_takes_too_long_is_ended_with_its_process(
        self, jobs: BackgroundJobs, time: ManualTime, tmp_path: Path
    ) -> None:
        file = tmp_path / "begun"
        process = await jobs.run("a", which_process)
        waiting = asyncio.create_task(jobs.run("a", wait_for, file))
        await eventually(file.exists)
        await time.forward(JOB_SECONDS - 1)
        assert not waiting.done()
        await time.forward(1)
        with pytest.raises(JobTimedOut):
            await waiting
        await eventually(lambda: process not in {child.pid for child in active_children()})
        assert await jobs.run("b", say, "the next job") == "the next job"

    async def test_waiting_jobs_are_refused_when_the_house_closes(self, jobs: BackgroundJobs, tmp_path: Path) -> None:
        file = tmp_path / "begun"
        tasks = [asyncio.create_task(jobs.run("a", wait_for, file)), asyncio.create_task(jobs.run("b", which_process))]
        await eventually(file.exists)
        await jobs.close()
        for task in tasks:
            with pytest.raises(TooBusy):
                await task
        with pytest.raises(TooBusy):
            await jobs.run("c", which_process)


class ManualWorker:
    """A worker process that answers when the test says so."""

    def __init__(self) -> None:
        self.questions: list[tuple[Any, Future[Any]]] = []
        self.ended = 0

    def submit(self, function: Callable[..., Any], *args: Any) -> "Future[Any]":
        answer: Future[Any] = Future()
        self.questions.append((args, answer))
        return answer

    def end(self) -> "Future[None]":
        self.ended += 1
        done: Future[None] = Future()
        done.set_result(None)
        return done

    async def answer_all(self) -> None:
        """Answers questions until no more come."""
        await let_tasks_run()
        while not self.questions[-1][1].done():
            self.questions[-1][1].set_result("done")
            await let_tasks_run()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> ManualWorker:
    worker = ManualWorker()
    monkeypatch.setattr(background_jobs, "WorkerProcess", lambda: worker)
    return worker


async def let_tasks_run() -> None:
    """Lets all tasks continue as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


class TestQueue:
    async def test_visitors_take_turns(self, time: ManualTime, worker: ManualWorker) -> None:
        jobs = BackgroundJobs(time)
        tasks = [
            asyncio.create_task(jobs.run(who, say, f"{who}{n}")) for who, n in ("a1", "a2", "a3", "b1", "c1", "b2")
        ]
        for questions in range(6):
            await let_tasks_run()
            assert len(worker.questions) == questions + 1  # one at a time
            worker.questions[-1][1].set_result(None)
        await asyncio.gather(*tasks)
        assert [text for (text,), _ in worker.questions] == ["a1", "b1", "c1", "a2", "b2", "a3"]

    async def test_jobs_per_visitor_are_limited(self, time: ManualTime, worker: ManualWorker) -> None:
        jobs = BackgroundJobs(time)
        tasks = [asyncio.create_task(jobs.run("a", say, str(n))) for n in range(MAX_JOBS_PER_VISITOR)]
        await let_tasks_run()
        with pytest.raises(TooBusy):
            await jobs.run("a", say, "one more")
        other = asyncio.create_task(jobs.run("b", say, "somebody else"))
        await let_tasks_run()
        worker.questions[0][1].set_result("done")
        await let_tasks_run()
        assert worker.questions[1][0] == ("somebody else",)
        more = asyncio.create_task(jobs.run("a", say, "one more"))  # there is room again
        await worker.answer_all()
        assert await asyncio.gather(*tasks, other, more)

    async def test_the_number_of_jobs_is_limited(self, time: ManualTime, worker: ManualWorker) -> None:
        jobs = BackgroundJobs(time)
        tasks = [asyncio.create_task(jobs.run(f"visitor {n}", say, str(n))) for n in range(MAX_JOBS)]
        await let_tasks_run()
        with pytest.raises(TooBusy) as refusal:
            await jobs.run("somebody else", say, "one more")
        assert refusal.value.code == "busy"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not jobs._jobs

    async def test_a_cancelled_job_ends_the_process(self, time: ManualTime, worker: ManualWorker) -> None:
        jobs = BackgroundJobs(time)
        task = asyncio.create_task(jobs.run("a", say, "never mind"))
        await let_tasks_run()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert worker.ended == 1

    async def test_a_job_is_retried_after_the_death_of_its_process(
        self, time: ManualTime, worker: ManualWorker
    ) -> None:
        jobs = BackgroundJobs(time)
        task = asyncio.create_task(jobs.run("a", say, "hello"))
        for attempt in range(MAX_ATTEMPTS - 1):
            await let_tasks_run()
            worker.questions[attempt][1].set_exception(WorkerDied())
        await let_tasks_run()
        worker.questions[-1][1].set_result("hello")
        assert await task == "hello"
        assert worker.ended == MAX_ATTEMPTS - 1
