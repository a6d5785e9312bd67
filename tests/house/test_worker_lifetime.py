"""Worker processes: single ones, and what becomes of them when the house ends."""

import gc
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children
from threading import Event, Semaphore

import pytest

from ridotto.bots.search import Budget
from ridotto.bots.worker_lifetime import signals_blocked
from ridotto.bots.worker_process import (
    NICENESS,
    OOM_SCORE_ADJ,
    WorkerDied,
    WorkerNotStarted,
    WorkerProcess,
    advise,
    choose_move,
)
from tests.house.worker_games import Thinking, world_and_seat
from tests.waiting import DEADLINE, until


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    """A worker process of its own."""
    worker = WorkerProcess()
    yield worker
    worker.end().result()


@contextmanager
def reaped_elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kills the only worker process and lets another thread reap it, as threads do that start a process.

    That thread stores the exit code after others have asked for it three times, or after the block.
    """
    [process] = active_children()
    collected, asked, waitpid = Event(), Semaphore(0), os.waitpid

    def slow(pid: int, options: int) -> tuple[int, int]:
        try:
            found = waitpid(pid, options)
        except ChildProcessError:
            asked.release()
            raise
        collected.set()
        for _ in range(3):
            asked.acquire()
        return found

    monkeypatch.setattr(os, "waitpid", slow)
    with ThreadPoolExecutor(1) as other:
        process.kill()
        other.submit(process.join)
        try:
            assert collected.wait(DEADLINE)
            yield
        finally:
            asked.release(3)


class TestWorkerProcess:
    """A single worker process."""

    def test_an_exception_ends_the_worker(self, worker: WorkerProcess) -> None:
        with pytest.raises(WorkerDied, match="exit code 1"):
            worker.submit(eval, "1 / 0").result()

    def test_a_dead_worker_raises(self, worker: WorkerProcess) -> None:
        worker.submit(os.getpid).result()
        [process] = active_children()
        process.kill()
        process.join()
        with pytest.raises(WorkerDied, match="exit code"):
            worker.submit(os.getpid).result()

    def test_a_worker_ended_during_its_start(self, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
        @contextmanager
        def end_at_once(*_: signal.Signals) -> Iterator[None]:
            yield
            worker.end()

        monkeypatch.setattr("ridotto.bots.worker_process.signals_blocked", end_at_once)
        with pytest.raises(WorkerNotStarted):
            worker.submit(os.getpid).result()

    @pytest.mark.skipif(sys.platform == "win32", reason="processes are not reaped there")
    def test_another_thread_may_reap_the_process(self, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
        worker.submit(os.getpid).result()
        with reaped_elsewhere(monkeypatch):
            worker.end().result()

    @pytest.mark.skipif(sys.platform == "win32", reason="processes are not reaped there")
    def test_the_exit_code_of_a_process_reaped_by_another_thread(
        self, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        worker.submit(os.getpid).result()
        with reaped_elsewhere(monkeypatch), pytest.raises(WorkerDied, match="exit code -9"):
            worker.submit(os.getpid).result()

    def test_ended_workers_are_garbage_collected(self) -> None:
        worker = WorkerProcess()
        worker.submit(os.getpid).result()
        worker.end().result()
        reference = weakref.ref(worker)
        del worker

        def is_collected() -> bool:
            gc.collect()
            return reference() is None

        until(is_collected)

    def test_workers_use_one_thread(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ridotto.bots.search.available_cores", lambda: 4)
        monkeypatch.setattr("ridotto.bots.search.Thread", None)  # another thread would fail
        world, seat = world_and_seat()
        assert choose_move(world, seat, "master@0.000001s", 1) in world.moves(seat)
        assert sum(row.visits for row in advise(world, seat, 1, Budget(seconds=1e-9)).moves) == 1

    @pytest.mark.skipif(sys.platform != "linux", reason="there is no such order of processes")
    def test_workers_have_a_low_priority(self, worker: WorkerProcess) -> None:
        assert worker.submit(os.nice, 0).result() == min(19, os.nice(0) + NICENESS)
        assert worker.submit(eval, "open('/proc/self/oom_score_adj').read()").result().strip() == OOM_SCORE_ADJ

    def test_workers_ignore_signals(self, worker: WorkerProcess) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            assert worker.submit(signal.getsignal, number).result() == signal.SIG_IGN


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such mask")
def test_signals_are_unblocked_after_the_start() -> None:
    def blocked_signals() -> set[int]:
        return set(signal.pthread_sigmask(signal.SIG_BLOCK, []))

    before = blocked_signals()
    with signals_blocked(signal.SIGINT):
        assert blocked_signals() == before | {signal.SIGINT}
    assert blocked_signals() == before


PROGRAM = """
import asyncio, os, signal
from multiprocessing import active_children
from pathlib import Path
from ridotto.bots.worker_process import WorkerProcess
from ridotto.house.autoplay.bot_pool import BotPool
from tests.house.worker_games import (
    ENDLESS, THINKING_FOLDER, Thinking, processes, slow_position, thinking_processes, world_and_seat
)

async def think():  # until it is ended
    bot_pool = BotPool(2)
    world, seat = world_and_seat()
    await bot_pool.choose(world, seat, "novice", 0)
    tasks = [asyncio.create_task(bot_pool.choose(world, seat, ENDLESS, seed)) for seed in range(2)]
    await processes(2)
    print("started", flush=True)
    await asyncio.gather(*tasks)

async def signal_all():  # signals to the process group, which only the parent handles
    received = []
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda number, _: received.append(number))
    bot_pool = BotPool(1)
    thinking = Thinking(Path(os.environ[THINKING_FOLDER]))
    task = asyncio.create_task(bot_pool.choose(*slow_position(), "novice", 0))
    before = [process.pid for process in await processes()]
    for started in (processes(), thinking_processes(thinking)):
        await started
        os.killpg(0, signal.SIGINT)
        os.killpg(0, signal.SIGTERM)
    thinking.finish()
    await task
    await bot_pool.choose(*world_and_seat(), "novice", 0)
    assert [process.pid for process in active_children()] == before
    assert len(received) == 4
    await bot_pool.close()
    print("ignored")

async def list_modules():
    worker = WorkerProcess()
    print(*worker.submit(eval, "sorted(__import__('sys').modules)").result())
    worker.end().result()

unclosed = BotPool(1)

async def leave_open():
    await unclosed.choose(*world_and_seat(), "novice", 0)
    print("done")
"""


def program(name: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", f"{PROGRAM}\nif __name__ == '__main__':\n    asyncio.run({name}())"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=sys.platform != "win32"
    )


def result_of(house: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """The exit code and output, once all processes have closed the pipes."""
    try:
        out, err = house.communicate(timeout=DEADLINE)
    finally:
        house.kill()
    return house.returncode, out, err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL], ids=lambda end: end.name)
def test_workers_end_with_the_house(end: signal.Signals) -> None:
    with program("think") as house:
        assert house.stdout is not None
        assert house.stdout.readline() == "started\n"
        house.send_signal(end)
        assert result_of(house) == (-end, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_workers_ignore_signals_to_the_process_group(thinking: Thinking) -> None:
    with program("signal_all") as house:
        assert result_of(house) == (0, "ignored\n", "")


def test_an_unclosed_pool_does_not_keep_the_program_running() -> None:
    with program("leave_open") as house:
        assert result_of(house) == (0, "done\n", "")


def test_workers_load_only_what_bots_need() -> None:
    with program("list_modules") as house:
        code, out, err = result_of(house)
    loaded = out.split()
    assert (code, err) == (0, "")
    assert "ridotto.bots.tree" in loaded
    assert {"asyncio", "ridotto.house", "msgspec", "babel", "argparse"}.isdisjoint(loaded)
