"""Visitors are served in turn, however much one of them requests."""

import asyncio
from collections.abc import Iterable

import pytest

from ridotto.house.autoplay.fair_queue import FairQueue, Requester

pytestmark = pytest.mark.anyio


async def served(requests: Iterable[Requester], places: int = 1) -> list[Requester]:
    """Simultaneous requests in the order in which they get a place."""
    queue, found = FairQueue(places), list[Requester]()

    async def request(requester: Requester) -> None:
        async with queue.slot(requester):
            found.append(requester)
            await asyncio.sleep(0)

    await asyncio.gather(*(request(requester) for requester in requests))
    return found


async def test_visitors_take_turns() -> None:
    greedy, modest, shy = Requester("greedy"), Requester("modest"), Requester("shy")
    assert await served([greedy] * 5 + [modest, shy, modest]) == [
        *(greedy, modest, shy),
        *(greedy, modest, greedy, greedy, greedy),
    ]


async def test_urgent_requests_come_first() -> None:
    bots, person = Requester("bots", urgent=False), Requester("person")
    assert await served([bots, bots, bots, person, person]) == [bots, person, person, bots, bots]


async def test_every_place_is_used() -> None:
    queue, max_served, now = FairQueue(3), 0, 0

    async def request(number: int) -> None:
        nonlocal max_served, now
        async with queue.slot(Requester(str(number % 4))):
            now += 1
            max_served = max(max_served, now)
            await asyncio.sleep(0)
            now -= 1

    await asyncio.gather(*map(request, range(20)))
    assert max_served == 3
    async with queue.slot(Requester("last")):
        assert now == 0


async def test_cancelled_requests_free_their_place() -> None:
    """Before their turn, and at the moment they get it."""
    queue = FairQueue(1)
    inside, leave = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with queue.slot(Requester("holder")):
            inside.set()
            await leave.wait()
        chosen.cancel()  # it has been given a place, but does not run yet

    async def wait(name: str) -> str:
        async with queue.slot(Requester(name)):
            return name

    holder = asyncio.create_task(hold())
    await inside.wait()
    early, chosen, last = (asyncio.create_task(wait(name)) for name in ("early", "chosen", "last"))
    await asyncio.sleep(0)
    early.cancel()
    leave.set()
    await holder
    assert await last == "last"
    await asyncio.gather(early, chosen, return_exceptions=True)
    assert early.cancelled()
    assert chosen.cancelled()
    assert await wait("again") == "again"
