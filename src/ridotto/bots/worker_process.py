"""A process in which bots think. A thread talks to it, so that callers get futures and never block."""

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
from ridotto.bots.worker_lifetime import prepare_worker, signals_blocked
from ridotto.engine.errors import RidottoError
from ridotto.engine.rng import Rng

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from ridotto.engine.state import State

NICENESS = 5  # the house comes first
OOM_SCORE_ADJ = "900"  # of 1000: if memory runs out, Linux kills a worker, not the house
EXIT_TIMEOUT_SECONDS = 5  # for a process whose pipe is closed


class WorkerDied(Exception):
    """The worker ended before it answered: it was killed, ran out of memory, or raised an unexpected error."""


class WorkerNotStarted(WorkerDied):
    """The worker ended before it was asked, or could not be started at all."""


class WorkerProcess:
    """A process that starts with the first call and answers one call after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "bot worker")
        self._process: SpawnProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._ended: Future[None] | None = None

    def submit(self, function: Callable[..., Any], *args: Any) -> "Future[Any]":
        """Call a function in the process. Function, arguments and result must be picklable.

        The future raises the `RidottoError` of the function, or `WorkerDied`.
        """
        return self._thread.submit(self._call, function, args)

    @property
    def alive(self) -> bool:
        """Has the process started, and not ended since?"""
        return self._process is not None and self._process.is_alive()

    def end(self) -> "Future[None]":
        """Kill the process, even while it thinks; pending calls raise `WorkerDied`. Repeated calls do nothing."""
        if self._ended is None:
            self._ended = self._thread.submit(self._clean_up)
            self._kill()
            self._thread.shutdown(wait=False)
        return self._ended

    def _kill(self) -> None:
        process = self._process
        if process is not None:
            process.kill()

    # On the thread

    def _call(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        if self._pipe is None:
            self._pipe = self._start()
        try:
            self._pipe.send((function, args))
            result = self._pipe.recv()
        except (EOFError, OSError):
            raise WorkerDied(f"exit code {self._exit_code()}") from None
        if isinstance(result, RidottoError):
            raise result
        return result

    def _start(self) -> "Connection[Any, Any]":
        from multiprocessing import get_context

        spawn = get_context("spawn")
        with ExitStack() as on_failure:
            try:
                ours, theirs = spawn.Pipe()
                on_failure.callback(ours.close)
                process = spawn.Process(target=_run_worker, args=(theirs,), name="bot worker", daemon=True)
                with theirs, signals_blocked(SIGINT, SIGTERM):
                    process.start()
                self._process = process
                atexit.register(self._kill)  # multiprocessing would only send SIGTERM, which the worker ignores
                if self._ended is not None:  # `end` was called meanwhile
                    self._kill()
                ours.recv()
            except EOFError:
                raise WorkerNotStarted(f"exit code {self._exit_code()}") from None
            except OSError as error:
                raise WorkerNotStarted(str(error)) from None
            on_failure.pop_all()
        return ours

    def _exit_code(self) -> int | None:
        """The exit code of a process whose pipe is closed; None if it is still running after the timeout.

        Any thread that starts a process reaps all that have ended, and sets their exit codes a moment later.
        """
        assert self._process is not None
        until = monotonic() + EXIT_TIMEOUT_SECONDS
        self._process.join(EXIT_TIMEOUT_SECONDS)
        while self._process.exitcode is None and monotonic() < until:
            sleep(0.001)
        return self._process.exitcode

    def _clean_up(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join()
            atexit.unregister(self._kill)
            self._process = None  # closes its files; `Process.close` fails while another thread reaps the process


# In the process


def choose_move(world: "State", seat: int, bot: str, seed: int, seconds: float | None = None) -> int:
    """The move that a bot chooses with one thread, within a number of seconds."""
    return bot_of(bot, threads=1, seconds=seconds).choose(world, seat, Rng(seed))


def advise(world: "State", seat: int, seed: int, budget: Budget) -> Hint:
    """A hint, computed with one thread."""
    return hint(world, seat, budget, seed, threads=1)


def _run_worker(pipe: "Connection[Any, Any]") -> None:
    """The main function of the process. An unexpected error ends it."""
    prepare_worker(SIGINT, SIGTERM)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(OOM_SCORE_ADJ)
    with suppress(EOFError, BrokenPipeError):
        pipe.send(None)
        while True:
            function, args = pipe.recv()
            try:
                result = function(*args)
            except RidottoError as error:
                result = error
            pipe.send(result)
