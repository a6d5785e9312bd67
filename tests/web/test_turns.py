"""Visitors take turns at the event loop, whatever one of them asks for."""

import asyncio
import socket
from collections.abc import Coroutine
from typing import Any

import pytest

from ridotto.house.service import House
from ridotto.web.app import App
from ridotto.web.http.rate_limits import NoLimits
from ridotto.web.http.request_turns import Turns
from tests.manual_time import ManualTime
from tests.web.work import browsing, opened
from tests.web.worlds import WorldHere

pytestmark = pytest.mark.anyio


class Diary:
    """Who has made which step, in their order."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.steps: list[str] = []

    def ask(self, visitor: str, steps: int = 1) -> "asyncio.Task[None]":
        async def request() -> None:
            for step in range(steps):
                self.steps.append(visitor)
                if step + 1 < steps:
                    await asyncio.sleep(0)

        return asyncio.create_task(self.turns.run(visitor, request()))


async def test_a_single_request_waits_for_one_of_somebody_who_asks_for_many() -> None:
    diary = Diary()
    many = [diary.ask("greedy") for _ in range(20)]
    while len(diary.steps) < 5:
        await asyncio.sleep(0)
    await diary.ask("modest")
    assert diary.steps.index("modest") <= 6
    await asyncio.gather(*many)
    assert len(diary.steps) == 21


async def test_visitors_alternate() -> None:
    diary = Diary()
    await asyncio.gather(*(diary.ask(visitor) for visitor in ["a"] * 4 + ["b"] * 4 + ["c"]))
    assert "".join(diary.steps) == "abcababab"


async def test_every_further_step_takes_a_turn() -> None:
    diary = Diary()
    await asyncio.gather(diary.ask("a", 4), diary.ask("b", 4))
    assert "".join(diary.steps) == "abababab"


async def test_requests_under_way_come_before_new_ones_of_the_same_visitor() -> None:
    diary = Diary()
    first = diary.ask("a", 3)
    others = [diary.ask("a") for _ in range(9)]
    await first
    assert len(diary.steps) <= 4
    await asyncio.gather(*others)
    assert len(diary.steps) == 12


async def test_sockets_are_read_between_two_turns() -> None:
    """Else the requests of a crowd would all be carried out before anybody else is heard."""
    loop, (here, there) = asyncio.get_running_loop(), socket.socketpair()
    diary, heard = Diary(), list[int]()

    def hear() -> None:
        heard.append(len(diary.steps))
        loop.remove_reader(here)

    with here, there:
        loop.add_reader(here, hear)
        there.send(b"hello")
        await asyncio.gather(*(diary.ask("greedy") for _ in range(20)))
    assert heard[0] <= 2


# To what is carried out, it is as if nobody took turns


async def crowded(work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
    """Something of a visitor who has asked for much already."""
    turns = Turns()
    tasks = [asyncio.create_task(turns.run("a", asked)) for asked in [*(asyncio.sleep(0) for _ in range(5)), work]]
    await asyncio.sleep(0)
    return tasks[-1]


async def test_results_and_errors_arrive() -> None:
    async def fail() -> None:
        raise LookupError("no")

    async def survive() -> str:
        try:
            await asyncio.create_task(fail())
        except LookupError as error:
            return str(error)
        return "nothing"

    assert await (await crowded(survive())) == "no"
    with pytest.raises(LookupError, match="no"):
        await (await crowded(fail()))


async def test_whoever_is_cancelled_before_the_first_turn_never_begins() -> None:
    begun = False

    async def begin() -> None:
        nonlocal begun
        begun = True

    task = await crowded(begin())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not begun


async def test_whoever_is_cancelled_later_can_clean_up() -> None:
    inside, cleaned = asyncio.Event(), list[str]()

    async def hold() -> None:
        try:
            inside.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append("yes")

    task = await crowded(hold())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cleaned == ["yes"]


async def test_who_gives_up_at_the_moment_of_their_turn_leaves_no_hole() -> None:
    diary = Diary()
    tasks = [diary.ask("a") for _ in range(9)]
    while not diary.steps:
        await asyncio.sleep(0)
    for task in tasks[1:8]:
        task.cancel()
        await asyncio.sleep(0)
    await asyncio.wait(tasks)
    await diary.ask("b")
    assert diary.steps.count("a") == sum(not task.cancelled() for task in tasks)
    assert not tasks[8].cancelled()
    assert diary.steps[-1] == "b"


async def test_time_limits_hold() -> None:
    async def wait() -> str:
        try:
            async with asyncio.timeout(0):
                await asyncio.Event().wait()
        except TimeoutError:
            return "too late"
        return "never"

    assert await (await crowded(wait())) == "too late"


# In the house


async def test_an_honest_request_is_answered_amid_a_flood(house: House, time: ManualTime) -> None:
    world = WorldHere(App(house, NoLimits()), time)
    played = await opened(world, "verhext", 10)
    answered = list[str]()

    async def ask(client: str) -> None:
        answer = await world.ask("GET", f"{played.path}?seat=0", browsing(*played.keys.values()), client=client)
        assert answer.startswith(b"HTTP/1.1 200")
        answered.append(client)

    flood = [asyncio.create_task(ask("198.51.100.1")) for _ in range(40)]
    while not answered:
        await asyncio.sleep(0)
    await ask("192.0.2.1")
    assert answered.index("192.0.2.1") <= 4
    await asyncio.gather(*flood)
    assert len(answered) == 41
