"""Fair scheduling on the event loop: a visitor with many requests delays only their own.

A request runs in steps, from one `await` to the next, and needs a turn for each step. Visitors get turns one after the
other, and the loop reads newly arrived requests before each turn. So a single request waits for one step of every other
visitor, not for all their requests.
"""

from asyncio import Future, get_running_loop
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Generator, Iterable
from functools import partial
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")

Turn = Future[None]
Continuation = Callable[[], Any]


class RequestTurns:
    """Gives turns to requests, in constant time however many wait."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, _VisitorQueue] = OrderedDict()  # the next visitor comes first
        self._last_visitor = ""  # who had the last turn
        self._taken = False

    @coroutine
    def run(self, visitor: str, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
        """Awaits a coroutine, each step in a turn of the visitor. It can be cancelled as usual."""
        step: Continuation = partial(work.send, None)
        started = False
        while True:
            if not self._take_turn(visitor):
                turn = self._queues.setdefault(visitor, _VisitorQueue()).join(started)
                step = yield from _step_after(turn, work, step)
            started = True
            try:
                awaited = step()
            except StopIteration as end:
                result: T = end.value
                return result
            step = yield from _step_after((awaited,), work, partial(work.send, None))

    def _take_turn(self, visitor: str) -> bool:
        """Takes the turn; False if another request has it."""
        if self._taken:
            return False
        self._taken, self._last_visitor = True, visitor
        self._schedule_next_turn()
        return True

    def _next_turn(self) -> None:
        """Wakes a request of the next visitor; the visitor of the last turn moves to the end."""
        if self._last_visitor in self._queues:
            self._queues.move_to_end(self._last_visitor)
        while self._queues:
            visitor, queue = self._queues.popitem(last=False)
            if queue.wake_first():
                self._queues[visitor], self._last_visitor = queue, visitor
                self._schedule_next_turn()
                return
        self._taken = False

    def _schedule_next_turn(self) -> None:
        """The next turn comes after this step, when newly arrived requests have joined their queues.

        That takes three iterations of the loop: one for the step, one to read sockets and start requests, one for the
        turn.
        """
        call_soon = get_running_loop().call_soon
        call_soon(call_soon, call_soon, self._next_turn)


class _VisitorQueue:
    """The waiting requests of one visitor. Started ones go first: they may hold what others wait for."""

    def __init__(self) -> None:
        self._started: deque[Turn] = deque()
        self._new: deque[Turn] = deque()

    def join(self, started: bool) -> Turn:
        turn: Turn = get_running_loop().create_future()
        (self._started if started else self._new).append(turn)
        return turn

    def wake_first(self) -> bool:
        """Wakes the first request that has not been cancelled; False if there is none."""
        for turns in (self._started, self._new):
            while turns:
                turn = turns.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return True
        return False


def _step_after(
    awaited: Iterable[Any], work: Coroutine[Any, Any, Any], step: Continuation
) -> Generator[Any, Any, Continuation]:
    """Waits on behalf of the work. Returns its next step: `step`, or one that raises the error of the wait in it."""
    try:
        yield from awaited
    except GeneratorExit:
        work.close()
        raise
    except BaseException as error:
        return partial(work.throw, error)
    return step
