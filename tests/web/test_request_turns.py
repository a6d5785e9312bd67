"""Fair scheduling of requests: visitors take turns, however much one of them asks for."""

import asyncio
import socket
from collections.abc import Coroutine
from typing import Any

import pytest

from ridotto.house.service import House
from ridotto.web.app import App
from ridotto.web.http.rate_limits import Unlimited
from ridotto.web.http.request_turns import RequestTurns
from tests.manual_time import ManualTime
from tests.web.call_counter import browser_headers, open_match
from tests.web.http_worlds import InProcessWorld

pytestmark = pytest.mark.anyio


class StepLog:
    """Runs requests, and logs which visitor made each step."""

    def __init__(self) -> None:
        self.turns = RequestTurns()
        self.steps: list[str] = []

    def start(self, visitor: str, steps: int = 1) -> "asyncio.Task[None]":
        async def work() -> None:
            for step in range(steps):
                self.steps.append(visitor)
                if step + 1 < steps:
                    await asyncio.sleep(0)

        return asyncio.create_task(self.turns.run(visitor, work()))


async def test_a_single_request_waits_for_one_step_of_a_busy_visitor() -> None:
    log = StepLog()
    many = [log.start("greedy") for _ in range(20)]
    while len(log.steps) < 5:
        await asyncio.sleep(0)
    await log.start("modest")
    assert log.steps.index("modest") <= 6
    await asyncio.gather(*many)
    assert len(log.steps) == 21


async def test_visitors_alternate() -> None:
    log = StepLog()
    await asyncio.gather(*(log.start(visitor) for visitor in ["a"] * 4 + ["b"] * 4 + ["c"]))
    assert "".join(log.steps) == "abcababab"


async def test_every_step_takes_a_turn() -> None:
    log = StepLog()
    await asyncio.gather(log.start("a", 4), log.start("b", 4))
    assert "".join(log.steps) == "abababab"


async def test_started_requests_come_before_new_ones_of_the_same_visitor() -> None:
    log = StepLog()
    first = log.start("a", 3)
    others = [log.start("a") for _ in range(9)]
    await first
    assert len(log.steps) <= 4
    await asyncio.gather(*others)
    assert len(log.steps) == 12


async def test_sockets_are_read_between_two_turns() -> None:
    """Otherwise all waiting requests would run before new ones are read."""
    loop, (here, there) = asyncio.get_running_loop(), socket.socketpair()
    log, steps_before = StepLog(), list[int]()

    def on_readable() -> None:
        steps_before.append(len(log.steps))
        loop.remove_reader(here)

    with here, there:
        loop.add_reader(here, on_readable)
        there.send(b"hello")
        await asyncio.gather(*(log.start("greedy") for _ in range(20)))
    assert steps_before[0] <= 2


# Turns do not change what a request does


async def started_in_a_queue(work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
    """Starts work behind other requests of the same visitor."""
    turns = RequestTurns()
    tasks = [asyncio.create_task(turns.run("a", each)) for each in [*(asyncio.sleep(0) for _ in range(5)), work]]
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

    assert await (await started_in_a_queue(survive())) == "no"
    with pytest.raises(LookupError, match="no"):
        await (await started_in_a_queue(fail()))


async def test_work_cancelled_before_its_first_turn_never_starts() -> None:
    started = False

    async def start() -> None:
        nonlocal started
        started = True

    task = await started_in_a_queue(start())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not started


async def test_work_cancelled_later_can_clean_up() -> None:
    inside, cleaned = asyncio.Event(), list[str]()

    async def hold() -> None:
        try:
            inside.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append("yes")

    task = await started_in_a_queue(hold())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cleaned == ["yes"]


async def test_a_request_cancelled_in_its_turn_does_not_block_others() -> None:
    log = StepLog()
    tasks = [log.start("a") for _ in range(9)]
    while not log.steps:
        await asyncio.sleep(0)
    for task in tasks[1:8]:
        task.cancel()
        await asyncio.sleep(0)
    await asyncio.wait(tasks)
    await log.start("b")
    assert log.steps.count("a") == sum(not task.cancelled() for task in tasks)
    assert not tasks[8].cancelled()
    assert log.steps[-1] == "b"


async def test_timeouts_work() -> None:
    async def wait() -> str:
        try:
            async with asyncio.timeout(0):
                await asyncio.Event().wait()
        except TimeoutError:
            return "too late"
        return "never"

    assert await (await started_in_a_queue(wait())) == "too late"


# In the house


async def test_a_single_request_is_answered_during_a_flood(house: House, time: ManualTime) -> None:
    world = InProcessWorld(App(house, Unlimited()), time)
    match = await open_match(world, "verhext", 10)
    answered = list[str]()

    async def request(client: str) -> None:
        answer = await world.request(
            "GET", f"{match.path}?seat=0", browser_headers(*match.keys.values()), client=client
        )
        assert answer.startswith(b"HTTP/1.1 200")
        answered.append(client)

    flood = [asyncio.create_task(request("198.51.100.1")) for _ in range(40)]
    while not answered:
        await asyncio.sleep(0)
    await request("192.0.2.1")
    assert answered.index("192.0.2.1") <= 4
    await asyncio.gather(*flood)
    assert len(answered) == 41
