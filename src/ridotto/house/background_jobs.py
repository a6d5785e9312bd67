"""Long work: what would keep all tables waiting is done in a process of its own, one thing after the other."""

import asyncio
from collections import Counter
from collections.abc import Callable
from logging import getLogger
from typing import Any, TypeVar

from ridotto.bots.worker_process import Died, WorkerProcess
from ridotto.engine import record
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.house.autoplay.fair_queue import Customer, FairQueue
from ridotto.house.refusals import Refused
from ridotto.house.store import Row
from ridotto.house.tables.table import Table
from ridotto.house.time_source import TimeSource

T = TypeVar("T")

WAITING = 120  # things to do, for all visitors together
EACH = 40  # for one of them: a school wants its figures at the same moment
PATIENCE = 20.0  # seconds for one thing: what is honest takes one or two
TRIES = 2  # processes that one thing may cost

log = getLogger(__name__)


class Busy(Refused):
    """There is too much to do already."""

    def __init__(self) -> None:
        super().__init__("busy", msg("The house is too busy right now: try again in a minute."))


class TooLong(Refused):
    """It took longer than anything honest does."""

    def __init__(self) -> None:
        super().__init__("busy", msg("That takes too long to work out."))


class BackgroundJobs:
    """A process that starts when there is first something to do.

    Visitors take turns: whoever wants many things waits for their own, and nobody else does.
    """

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._queue = FairQueue(1)
        self._asked: Counter[str] = Counter()  # how much each visitor waits for
        self._mind: WorkerProcess | None = None
        self._ending: set[WorkerProcess] = set()
        self._closed = False

    async def do(self, visitor: str, work: Callable[..., T], *given: Any) -> T:
        """What the function gives there, or refuses. It should be cheap to send what it is given."""
        if self._asked[visitor] >= EACH or self._asked.total() >= WAITING:
            raise Busy
        self._asked[visitor] += 1
        try:
            async with self._queue.place(Customer(visitor)):
                return await self._done(work, given)
        finally:
            self._asked -= Counter([visitor])

    async def close(self) -> None:
        """Ends the process at once; whoever waits for it is refused."""
        self._closed = True
        self._dismiss()
        await asyncio.gather(*(asyncio.wrap_future(mind.end()) for mind in self._ending))

    async def _done(self, work: Callable[..., T], given: tuple[Any, ...]) -> T:
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                async with self._time.timeout(PATIENCE):
                    return await self._ask(work, given)
            except Died as death:
                log.warning("%s: its process is lost (%s)", work.__name__, death)
            except TimeoutError:
                log.warning("%s: given up after %s seconds", work.__name__, PATIENCE)
                raise TooLong from None
        raise Busy

    async def _ask(self, work: Callable[..., T], given: tuple[Any, ...]) -> T:
        """Whoever leaves in the middle of it ends the process."""
        if self._mind is None:
            self._mind = WorkerProcess()
        try:
            answer: T = await asyncio.wrap_future(self._mind.ask(work, *given))
        except RidottoError:
            raise
        except BaseException:
            self._dismiss()
            raise
        return answer

    def _dismiss(self) -> None:
        mind, self._mind = self._mind, None
        if mind is not None:
            self._ending.add(mind)
            mind.end().add_done_callback(lambda _: self._ending.discard(mind))


# What is done there


def record_text(table: str, rows: list[Row]) -> bytes:
    """The record of the match that a log tells."""
    return "".join(f"{line}\n" for line in record.lines(Table(table, rows).playing)).encode()
