"""A queue for a few workers that serves visitors in turn: nobody waits for all that somebody else has ordered."""

from asyncio import CancelledError, Future, get_running_loop
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Customer(NamedTuple):
    """Who wants a worker: whoever asks again and again waits for everybody else in between."""

    visitor: str = ""
    urgent: bool = True  # before all who are not: somebody waits for it


ANYBODY = Customer()


class FairQueue:
    """Hands out a number of places. Every step costs the same, however many wait."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[bool, OrderedDict[str, deque[Future[None]]]] = {True: OrderedDict(), False: OrderedDict()}

    @asynccontextmanager
    async def place(self, customer: Customer) -> AsyncIterator[None]:
        """Waits for a place and holds it; whoever is cancelled makes room at once."""
        if self._free:
            self._free -= 1
        else:
            turn: Future[None] = get_running_loop().create_future()
            self._waiting[customer.urgent].setdefault(customer.visitor, deque()).append(turn)
            try:
                await turn
            except CancelledError:
                if turn.done() and not turn.cancelled():
                    self._pass_on(customer)
                raise
        try:
            yield
        finally:
            self._pass_on(customer)

    def _pass_on(self, served: Customer) -> None:
        """The next in turn gets the place; whoever had it waits for everybody else."""
        for urgent in (True, False):
            visitors = self._waiting[urgent]
            if served.visitor in visitors:
                visitors.move_to_end(served.visitor)
            while visitors:
                visitor, turns = visitors.popitem(last=False)
                while turns:
                    turn = turns.popleft()
                    if not turn.done():  # else somebody has given up
                        turn.set_result(None)
                        if turns:
                            visitors[visitor] = turns
                        return
        self._free += 1
