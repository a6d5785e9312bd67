"""A mind: a process that thinks for this one, and a thread that talks with it, so that nobody else has to wait."""

import atexit
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from signal import SIGINT, SIGTERM
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from ridotto.bots import bot as bot_of
from ridotto.bots.hints import Hint, hint
from ridotto.bots.search import Budget
from ridotto.bots.worker_lifetime import settle_in, undisturbed
from ridotto.engine.errors import RidottoError
from ridotto.engine.rng import Rng

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from ridotto.engine.state import State

POLITE = 5  # how much later than others it gets its turn on a core: the house comes first
EXPENDABLE = "900"  # of 1000: where memory runs out, Linux shall end a mind, not the house
GRACE = 5  # seconds between hearing nothing more of a process and its end, at the most


class Died(Exception):
    """The process ended before it had an answer: killed, out of memory, or by a mistake."""


class NeverBegan(Died):
    """The process ended before it could be asked, or was not to be started at all."""


class WorkerProcess:
    """A process that starts when it is first asked, and answers one question after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "mind")
        self._process: SpawnProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._buried: Future[None] | None = None

    def ask(self, question: Callable[..., Any], *about: Any) -> "Future[Any]":
        """The answer to come: what the function returns there, or whatever it refuses; else `Died`."""
        return self._thread.submit(self._exchange, question, about)

    @property
    def alive(self) -> bool:
        """It has begun, and has not ended since."""
        return self._process is not None and self._process.is_alive()

    def end(self) -> "Future[None]":
        """Ends the process at once, also in the middle of a thought; whoever waits for its answer is told."""
        if self._buried is None:
            self._buried = self._thread.submit(self._bury)
            self._kill()
            self._thread.shutdown(wait=False)
        return self._buried

    def _kill(self) -> None:
        process = self._process
        if process is not None:
            process.kill()

    # On its thread

    def _exchange(self, question: Callable[..., Any], about: tuple[Any, ...]) -> Any:
        if self._pipe is None:
            self._pipe = self._begin()
        try:
            self._pipe.send((question, about))
            answer = self._pipe.recv()
        except (EOFError, OSError):
            raise Died(f"exit code {self._exit_code()}") from None
        if isinstance(answer, RidottoError):
            raise answer
        return answer

    def _begin(self) -> "Connection[Any, Any]":
        from multiprocessing import get_context

        spawn = get_context("spawn")
        with ExitStack() as failing:
            try:
                here, there = spawn.Pipe()
                failing.callback(here.close)
                process = spawn.Process(target=_answer, args=(there,), name="mind", daemon=True)
                with there, undisturbed(SIGINT, SIGTERM):
                    process.start()
                self._process = process
                atexit.register(self._kill)  # it is deaf to what is told to processes left over at the end
                if self._buried is not None:  # meanwhile
                    self._kill()
                here.recv()
            except EOFError:
                raise NeverBegan(f"exit code {self._exit_code()}") from None
            except OSError as trouble:
                raise NeverBegan(str(trouble)) from None
            failing.pop_all()
        return here

    def _exit_code(self) -> int | None:
        """None if it lives on, though nothing is heard of it any more.

        A thread that starts a process collects all that have ended, and notes their codes a moment later.
        """
        assert self._process is not None
        until = monotonic() + GRACE
        self._process.join(GRACE)
        while self._process.exitcode is None and monotonic() < until:
            sleep(0.001)
        return self._process.exitcode

    def _bury(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join()
            atexit.unregister(self._kill)
            self._process = None  # its files close with it; its own `close` fails while another thread collects it


# In the process


def choose(world: "State", seat: int, bot: str, seed: int, seconds: float | None = None) -> int:
    """The move of the bot of that name, which thinks with one thread, for so many seconds at the most."""
    return bot_of(bot, threads=1, seconds=seconds).choose(world, seat, Rng(seed))


def advise(world: "State", seat: int, seed: int, budget: Budget) -> Hint:
    """What a strong bot would consider."""
    return hint(world, seat, budget, seed, threads=1)


def _answer(pipe: "Connection[Any, Any]") -> None:
    """The life of the process. A mistake ends it: the next one is asked again."""
    settle_in(SIGINT, SIGTERM)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(EXPENDABLE)
    with suppress(EOFError, BrokenPipeError):
        pipe.send(None)
        while True:
            question, about = pipe.recv()
            try:
                answer = question(*about)
            except RidottoError as refusal:
                answer = refusal
            pipe.send(answer)
