"""A queue for a few workers that serves visitors in turn, so that nobody waits for all the work of somebody else."""

from asyncio import CancelledError, Future, get_running_loop
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Requester(NamedTuple):
    """On whose behalf a worker is needed. Requests of one visitor queue behind those of all others."""

    visitor: str = ""
    urgent: bool = True  # served before all others: somebody is waiting


ANONYMOUS = Requester()


class FairQueue:
    """Hands out a fixed number of slots. Every operation has constant cost, however many wait."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: dict[bool, OrderedDict[str, deque[Future[None]]]] = {True: OrderedDict(), False: OrderedDict()}

    @asynccontextmanager
    async def slot(self, requester: Requester) -> AsyncIterator[None]:
        """Waits for a slot and holds it for the block. A cancelled waiter leaves the queue at once."""
        if self._free:
            self._free -= 1
        else:
            turn: Future[None] = get_running_loop().create_future()
            self._waiting[requester.urgent].setdefault(requester.visitor, deque()).append(turn)
            try:
                await turn
            except CancelledError:
                if turn.done() and not turn.cancelled():
                    self._pass_on(requester)
                raise
        try:
            yield
        finally:
            self._pass_on(requester)

    def _pass_on(self, served: Requester) -> None:
        """Gives the slot to the next in turn; the visitor just served goes to the end."""
        for urgent in (True, False):
            visitors = self._waiting[urgent]
            if served.visitor in visitors:
                visitors.move_to_end(served.visitor)
            while visitors:
                visitor, turns = visitors.popitem(last=False)
                while turns:
                    turn = turns.popleft()
                    if not turn.done():  # otherwise the waiter was cancelled
                        turn.set_result(None)
                        if turns:
                            visitors[visitor] = turns
                        return
        self._free += 1
