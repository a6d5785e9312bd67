"""Visitors are served in turn, whatever one of them orders."""

import asyncio
from collections.abc import Iterable

import pytest

from ridotto.house.autoplay.fair_queue import Customer, FairQueue

pytestmark = pytest.mark.anyio


async def served(orders: Iterable[Customer], places: int = 1) -> list[Customer]:
    """Those who come at the same moment, in the order in which they get a place."""
    queue, found = FairQueue(places), list[Customer]()

    async def order(customer: Customer) -> None:
        async with queue.place(customer):
            found.append(customer)
            await asyncio.sleep(0)

    await asyncio.gather(*(order(customer) for customer in orders))
    return found


async def test_visitors_take_turns() -> None:
    greedy, modest, shy = Customer("greedy"), Customer("modest"), Customer("shy")
    assert await served([greedy] * 5 + [modest, shy, modest]) == [
        *(greedy, modest, shy),
        *(greedy, modest, greedy, greedy, greedy),
    ]


async def test_who_is_waited_for_comes_before_those_who_play_for_nobody() -> None:
    bots, person = Customer("bots", urgent=False), Customer("person")
    assert await served([bots, bots, bots, person, person]) == [bots, person, person, bots, bots]


async def test_all_places_are_used() -> None:
    queue, most, now = FairQueue(3), 0, 0

    async def order(number: int) -> None:
        nonlocal most, now
        async with queue.place(Customer(str(number % 4))):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            now -= 1

    await asyncio.gather(*map(order, range(20)))
    assert most == 3
    async with queue.place(Customer("last")):
        assert now == 0


async def test_whoever_gives_up_leaves_no_hole() -> None:
    """Before their turn, and at the very moment at which it comes."""
    queue = FairQueue(1)
    inside, out = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with queue.place(Customer("holder")):
            inside.set()
            await out.wait()
        chosen.cancel()  # it has its place, and does not know yet

    async def wait(name: str) -> str:
        async with queue.place(Customer(name)):
            return name

    holder = asyncio.create_task(hold())
    await inside.wait()
    early, chosen, last = (asyncio.create_task(wait(name)) for name in ("early", "chosen", "last"))
    await asyncio.sleep(0)
    early.cancel()
    out.set()
    await holder
    assert await last == "last"
    await asyncio.gather(early, chosen, return_exceptions=True)
    assert early.cancelled()
    assert chosen.cancelled()
    assert await wait("again") == "again"
