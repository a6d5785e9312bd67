"""The bots of the house think in other processes: the tables never wait for each other, and no death loses a move."""

from asyncio import gather, wrap_future
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import getLogger
from typing import Any

from ridotto.bots import LEVELS
from ridotto.bots.hints import USUAL, Hint
from ridotto.bots.search import Budget, cores
from ridotto.bots.worker_process import Died, NeverBegan, WorkerProcess, advise, choose
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.engine.state import State
from ridotto.house.autoplay.fair_queue import ANYBODY, Customer, FairQueue
from ridotto.house.refusals import Refused

TRIES = 3  # processes that one thought may cost

log = getLogger(__name__)


class Dismissed(Exception):
    """The house closes: nobody thinks for it any more."""


class BotPool:
    """Bots at work in other processes. They are given a redealt world, never the state of a table.

    Visitors are served in turn. Those who decide at first sight have a process of their own, and never wait for others
    that search. Advice takes as long as its budget says.
    """

    def __init__(self, workers: int | None = None, advice: Budget = USUAL) -> None:
        self._advice = advice
        self._searches = FairQueue(max(1, cores() - 1 if workers is None else workers))
        self._first_sights = FairQueue(1)
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()  # those that think, or are about to end
        self._closed = False

    async def choose(
        self,
        world: State,
        seat: int,
        bot: str,
        seed: int,
        customer: Customer = ANYBODY,
        seconds: Callable[[], float | None] = lambda: None,
    ) -> int:
        """A legal move. A thought that kills is thought again, then at first sight only; no table waits for ever.

        `seconds` is asked when the thought begins: how long may it take?
        """
        queue = self._searches if LEVELS.get(bot.partition("@")[0]) else self._first_sights
        async with queue.place(customer):
            last = "novice"
            for name in [bot] * TRIES + ["novice"]:
                try:
                    return int(await self._ask(choose, world, seat, name, seed, seconds()))
                except Died as death:
                    log.warning("%s: a process that thought as %s is lost (%s)", world.game.slug, name, death)
                    if not isinstance(death, NeverBegan):
                        last = "random"  # what kills a process shall not kill the house
            log.error("%s: no process can think as %s, %s moves instead", world.game.slug, bot, last)
            try:
                return choose(world, seat, last, seed)
            except (ImportError, OSError) as trouble:
                log.error("%s: nor can %s, a random move is made instead (%s)", world.game.slug, last, trouble)
                return choose(world, seat, "random", seed)

    async def advise(self, world: State, seat: int, seed: int, customer: Customer = ANYBODY) -> Hint:
        """What a strong bot would consider in that place, the best first."""
        async with self._searches.place(customer):
            for _ in range(TRIES):
                try:
                    found: Hint = await self._ask(advise, world, seat, seed, self._advice)
                except Died as death:
                    log.warning("%s: a process that thought about advice is lost (%s)", world.game.slug, death)
                else:
                    return found
        raise Refused("no-advice", msg("There are no hints right now."))

    async def close(self) -> None:
        """Ends all processes at once, also those that think: whoever waits for them is told `Dismissed`."""
        self._closed = True
        await gather(*(wrap_future(mind.end()) for mind in [*self._idle, *self._busy]))
        self._idle.clear()

    async def _ask(self, question: Callable[..., Any], *about: Any) -> Any:
        if self._closed:
            raise Dismissed
        try:
            with self._mind() as mind:
                return await wrap_future(mind.ask(question, *about))
        except Died:
            if self._closed:
                raise Dismissed from None
            raise

    @contextmanager
    def _mind(self) -> Iterator[WorkerProcess]:
        """One that is free, or a new one; whoever leaves it in the middle of a thought ends it."""
        mind = self._awake()
        self._busy.add(mind)
        try:
            yield mind
        except RidottoError:
            self._free(mind)
            raise
        except BaseException:
            self._dismiss(mind)
            raise
        else:
            self._free(mind)

    def _awake(self) -> WorkerProcess:
        while self._idle:
            mind = self._idle.pop()
            if mind.alive:
                return mind
            self._dismiss(mind)
        return WorkerProcess()

    def _free(self, mind: WorkerProcess) -> None:
        self._busy.discard(mind)
        self._idle.append(mind)

    def _dismiss(self, mind: WorkerProcess) -> None:
        self._busy.add(mind)  # until nothing is left of it: closing waits for that
        mind.end().add_done_callback(lambda _: self._busy.discard(mind))
