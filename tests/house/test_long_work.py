"""What takes long is done elsewhere: nobody else waits for it, and nobody fills the line for others."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from ridotto.bots.worker_process import Died
from ridotto.house import background_jobs
from ridotto.house.background_jobs import EACH, PATIENCE, TRIES, WAITING, BackgroundJobs, Busy, TooLong
from tests.house.worker_tasks import NotThat, die, refuse, say, wait_for, which_process
from tests.manual_time import ManualTime
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
async def work(time: ManualTime) -> AsyncIterator[BackgroundJobs]:
    before = set(active_children())
    opened = BackgroundJobs(time)
    yield opened
    await opened.close()
    assert set(active_children()) <= before


class TestInAnotherProcess:
    async def test_one_process_answers_all_questions_and_refuses_what_it_is_told_to(self, work: BackgroundJobs) -> None:
        process = await work.do("a", which_process)
        assert process in {child.pid for child in active_children()}
        with pytest.raises(NotThat):
            await work.do("a", refuse)
        assert await work.do("b", which_process) == process

    async def test_what_kills_a_process_is_tried_again_and_then_refused(self, work: BackgroundJobs) -> None:
        before = await work.do("a", which_process)
        with pytest.raises(Busy):
            await work.do("a", die)
        assert await work.do("a", which_process) != before

    async def test_what_takes_too_long_is_given_up_and_its_process_ended(
        self, work: BackgroundJobs, time: ManualTime, tmp_path: Path
    ) -> None:
        file = tmp_path / "begun"
        process = await work.do("a", which_process)
        waiting = asyncio.create_task(work.do("a", wait_for, file))
        await eventually(file.exists)
        await time.forward(PATIENCE - 1)
        assert not waiting.done()
        await time.forward(1)
        with pytest.raises(TooLong):
            await waiting
        await eventually(lambda: process not in {child.pid for child in active_children()})
        assert await work.do("b", say, "and on it goes") == "and on it goes"

    async def test_whoever_waits_when_the_house_closes_is_refused(self, work: BackgroundJobs, tmp_path: Path) -> None:
        file = tmp_path / "begun"
        tasks = [asyncio.create_task(work.do("a", wait_for, file)), asyncio.create_task(work.do("b", which_process))]
        await eventually(file.exists)
        await work.close()
        for task in tasks:
            with pytest.raises(Busy):
                await task
        with pytest.raises(Busy):
            await work.do("c", which_process)


class Clockwork:
    """A mind that answers when the test says so, and all that come after it."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Future[Any]]] = []
        self.ended = 0

    def ask(self, question: Callable[..., Any], *about: Any) -> "Future[Any]":
        answer: Future[Any] = Future()
        self.asked.append((about, answer))
        return answer

    def end(self) -> "Future[None]":
        self.ended += 1
        done: Future[None] = Future()
        done.set_result(None)
        return done

    async def answer_all(self) -> None:
        """Whatever it is asked, as long as there is anything."""
        await turns()
        while not self.asked[-1][1].done():
            self.asked[-1][1].set_result("done")
            await turns()


@pytest.fixture
def clockwork(monkeypatch: pytest.MonkeyPatch) -> Clockwork:
    mind = Clockwork()
    monkeypatch.setattr(background_jobs, "WorkerProcess", lambda: mind)
    return mind


async def turns() -> None:
    """Everybody goes on as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


class TestTheLine:
    async def test_visitors_take_turns(self, time: ManualTime, clockwork: Clockwork) -> None:
        work = BackgroundJobs(time)
        tasks = [asyncio.create_task(work.do(who, say, f"{who}{n}")) for who, n in ("a1", "a2", "a3", "b1", "c1", "b2")]
        for asked in range(6):
            await turns()
            assert len(clockwork.asked) == asked + 1  # one after the other
            clockwork.asked[-1][1].set_result(None)
        await asyncio.gather(*tasks)
        assert [text for (text,), _ in clockwork.asked] == ["a1", "b1", "c1", "a2", "b2", "a3"]

    async def test_one_visitor_fills_only_a_line_of_their_own(self, time: ManualTime, clockwork: Clockwork) -> None:
        work = BackgroundJobs(time)
        tasks = [asyncio.create_task(work.do("a", say, str(n))) for n in range(EACH)]
        await turns()
        with pytest.raises(Busy):
            await work.do("a", say, "one more")
        other = asyncio.create_task(work.do("b", say, "somebody else"))
        await turns()
        clockwork.asked[0][1].set_result("done")
        await turns()
        assert clockwork.asked[1][0] == ("somebody else",)
        more = asyncio.create_task(work.do("a", say, "one more"))  # there is room again
        await clockwork.answer_all()
        assert await asyncio.gather(*tasks, other, more)

    async def test_it_is_no_longer_than_stated(self, time: ManualTime, clockwork: Clockwork) -> None:
        work = BackgroundJobs(time)
        tasks = [asyncio.create_task(work.do(f"visitor {n}", say, str(n))) for n in range(WAITING)]
        await turns()
        with pytest.raises(Busy) as refusal:
            await work.do("somebody else", say, "one more")
        assert refusal.value.code == "busy"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not work._asked

    async def test_whoever_leaves_in_the_middle_ends_the_process(self, time: ManualTime, clockwork: Clockwork) -> None:
        work = BackgroundJobs(time)
        task = asyncio.create_task(work.do("a", say, "never mind"))
        await turns()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert clockwork.ended == 1

    async def test_a_death_is_tried_again(self, time: ManualTime, clockwork: Clockwork) -> None:
        work = BackgroundJobs(time)
        task = asyncio.create_task(work.do("a", say, "hello"))
        for attempt in range(TRIES - 1):
            await turns()
            clockwork.asked[attempt][1].set_exception(Died())
        await turns()
        clockwork.asked[-1][1].set_result("hello")
        assert await task == "hello"
        assert clockwork.ended == TRIES - 1
