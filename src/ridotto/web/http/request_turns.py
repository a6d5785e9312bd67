"""Turns at the event loop: a visitor who asks for many things at once delays their own requests, nobody else's.

A request runs in steps, from one `await` to the next, and takes a turn for each of them. The loop gives one turn at a
time, to one visitor after the other, and reads what has arrived before it gives the next. So somebody with a single
request waits for one step of everybody else, not for all that they have asked for.
"""

from asyncio import Future, get_running_loop
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Generator, Iterable
from functools import partial
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")

Turn = Future[None]
Step = Callable[[], Any]


class Turns:
    """The visitors who wait for a turn. Giving one costs the same, however many wait."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, _Line] = OrderedDict()  # the next visitor first
        self._served = ""  # who had the last turn
        self._taken = False

    @coroutine
    def run(self, visitor: str, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
        """Awaits a coroutine, step by step in the visitor's turns. Cancelling it works as usual."""
        step: Step = partial(work.send, None)
        begun = False
        while True:
            if not self._take(visitor):
                turn = self._waiting.setdefault(visitor, _Line()).join(begun)
                step = yield from _after(turn, work, step)
            begun = True
            try:
                awaited = step()
            except StopIteration as end:
                result: T = end.value
                return result
            step = yield from _after((awaited,), work, partial(work.send, None))

    def _take(self, visitor: str) -> bool:
        """Takes the turn, unless somebody has it."""
        if self._taken:
            return False
        self._taken, self._served = True, visitor
        self._read_first()
        return True

    def _give(self) -> None:
        """Gives the next turn; whoever had the last one comes after all others."""
        if self._served in self._waiting:
            self._waiting.move_to_end(self._served)
        while self._waiting:
            visitor, line = self._waiting.popitem(last=False)
            if line.serve():
                self._waiting[visitor], self._served = line, visitor
                self._read_first()
                return
        self._taken = False

    def _read_first(self) -> None:
        """The next turn is given when the step is over, and requests that came meanwhile have joined the line.

        That takes three rounds of the loop: one for the step, one to read sockets and start requests, one to give.
        """
        soon = get_running_loop().call_soon
        soon(soon, soon, self._give)


class _Line:
    """The requests of one visitor. Those under way go first: they may hold what others wait for."""

    def __init__(self) -> None:
        self._begun: deque[Turn] = deque()
        self._new: deque[Turn] = deque()

    def join(self, begun: bool) -> Turn:
        turn: Turn = get_running_loop().create_future()
        (self._begun if begun else self._new).append(turn)
        return turn

    def serve(self) -> bool:
        """Wakes the first that has not given up, if there is one."""
        for line in (self._begun, self._new):
            while line:
                turn = line.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return True
        return False


def _after(awaited: Iterable[Any], work: Coroutine[Any, Any, Any], step: Step) -> Generator[Any, Any, Step]:
    """Waits, as the work would, and returns its next step: this one, or to be told what has gone wrong."""
    try:
        yield from awaited
    except GeneratorExit:
        work.close()
        raise
    except BaseException as error:
        return partial(work.throw, error)
    return step
