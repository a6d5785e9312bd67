"""Runs bots in worker processes, so that tables never wait for each other and no crash loses a move."""

from asyncio import gather, wrap_future
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import getLogger
from typing import Any

from ridotto.bots import LEVELS
from ridotto.bots.hints import DEFAULT_BUDGET, Hint
from ridotto.bots.search import Budget, available_cores
from ridotto.bots.worker_process import WorkerDied, WorkerNotStarted, WorkerProcess, advise, choose_move
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.engine.state import State
from ridotto.house.autoplay.fair_queue import ANONYMOUS, FairQueue, Requester
from ridotto.house.refusals import Refused

MAX_ATTEMPTS = 3  # worker processes that may die over one question

log = getLogger(__name__)


class PoolClosed(Exception):
    """The pool has been closed: no bot thinks any more."""


class BotPool:
    """Bots in worker processes. They are given redealt worlds, never the state of a table.

    Visitors are served in turn. Bots that do not search have a worker of their own and never wait for a search. A hint
    takes as long as its budget says.
    """

    def __init__(self, workers: int | None = None, hint_budget: Budget = DEFAULT_BUDGET) -> None:
        self._hint_budget = hint_budget
        self._searches = FairQueue(max(1, available_cores() - 1 if workers is None else workers))
        self._quick_decisions = FairQueue(1)
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()  # thinking, or about to end
        self._closed = False

    async def choose(
        self,
        world: State,
        seat: int,
        bot: str,
        seed: int,
        requester: Requester = ANONYMOUS,
        seconds: Callable[[], float | None] = lambda: None,
    ) -> int:
        """A legal move. `seconds` is called when thinking starts and limits it.

        If workers die over it, other workers try, the last one as a novice; then this process chooses without a search.
        """
        queue = self._searches if LEVELS.get(bot.partition("@")[0]) else self._quick_decisions
        async with queue.slot(requester):
            last_resort = "novice"
            for name in [bot] * MAX_ATTEMPTS + ["novice"]:
                try:
                    return int(await self._run(choose_move, world, seat, name, seed, seconds()))
                except WorkerDied as error:
                    log.warning("%s: a worker died while %s was choosing a move (%s)", world.game.slug, name, error)
                    if not isinstance(error, WorkerNotStarted):
                        last_resort = "random"  # what kills a worker must not kill the house
            log.error("%s: no worker can choose as %s, %s chooses instead", world.game.slug, bot, last_resort)
            try:
                return choose_move(world, seat, last_resort, seed)
            except (ImportError, OSError) as error:
                log.error("%s: %s cannot choose, random chooses instead (%s)", world.game.slug, last_resort, error)
                return choose_move(world, seat, "random", seed)

    async def advise(self, world: State, seat: int, seed: int, requester: Requester = ANONYMOUS) -> Hint:
        """What a strong bot would consider in this seat, the best move first."""
        async with self._searches.slot(requester):
            for _ in range(MAX_ATTEMPTS):
                try:
                    found: Hint = await self._run(advise, world, seat, seed, self._hint_budget)
                except WorkerDied as error:
                    log.warning("%s: a worker died while thinking about a hint (%s)", world.game.slug, error)
                else:
                    return found
        raise Refused("no-advice", msg("There are no hints right now."))

    async def close(self) -> None:
        """Ends all workers at once; whoever waits for one gets `PoolClosed`."""
        self._closed = True
        await gather(*(wrap_future(worker.end()) for worker in [*self._idle, *self._busy]))
        self._idle.clear()

    async def _run(self, function: Callable[..., Any], *args: Any) -> Any:
        if self._closed:
            raise PoolClosed
        try:
            with self._worker() as worker:
                return await wrap_future(worker.submit(function, *args))
        except WorkerDied:
            if self._closed:
                raise PoolClosed from None
            raise

    @contextmanager
    def _worker(self) -> Iterator[WorkerProcess]:
        """An idle worker, or a new one. It is ended if the block is left before it has answered."""
        worker = self._idle_or_new()
        self._busy.add(worker)
        try:
            yield worker
        except RidottoError:
            self._free(worker)
            raise
        except BaseException:
            self._end(worker)
            raise
        else:
            self._free(worker)

    def _idle_or_new(self) -> WorkerProcess:
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
            self._end(worker)
        return WorkerProcess()

    def _free(self, worker: WorkerProcess) -> None:
        self._busy.discard(worker)
        self._idle.append(worker)

    def _end(self, worker: WorkerProcess) -> None:
        self._busy.add(worker)  # `close` waits for its end
        worker.end().add_done_callback(lambda _: self._busy.discard(worker))
