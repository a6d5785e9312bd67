"""Bots at work in other processes: the same moves, whoever dies."""

import asyncio
import gc
import os
import pickle
import signal
import subprocess
import sys
import weakref
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from logging import ERROR, WARNING
from multiprocessing import active_children, resource_tracker, spawn
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event, Semaphore

import pytest

import ridotto
from ridotto.bots import UnknownBot, bot
from ridotto.bots.hints import hint
from ridotto.bots.search import Budget, NotAsked
from ridotto.bots.worker_lifetime import undisturbed
from ridotto.bots.worker_process import EXPENDABLE, POLITE, Died, NeverBegan, WorkerProcess, advise, choose
from ridotto.engine.game import Game
from ridotto.engine.rng import Rng
from ridotto.engine.state import State
from ridotto.house.autoplay.bot_pool import BotPool, Dismissed
from ridotto.house.autoplay.fair_queue import Customer
from ridotto.house.refusals import Refused
from tests.house.deadly import DEADLY, DEEP, THOUGHTS, WELL_READ, Thoughts
from tests.waiting import DEADLINE, eventually, until

GAMES = ridotto.games()
ENDLESS = "master@999999999"
ADVICE = Budget(simulations=300)


def position(game: Game, seed: int = 1) -> tuple[State, int]:
    """A table some moves into a game, and a seat that has a choice."""
    rng = Rng(seed)
    state = game.start(seed=seed)
    for _ in range(4):
        moves = state.moves(state.actor())
        state.play(state.actor(), moves[rng.roll(len(moves))])
    while len(state.moves(state.actor())) == 1:
        state.play(state.actor(), state.moves(state.actor())[0])
    return state, state.actor()


def world(seed: int = 1) -> tuple[State, int]:
    """What a bot is given."""
    state, seat = position(ridotto.game("verhext"), seed)
    return state.redeal(seat, Rng(seed)), seat


@contextmanager
def no_more_files() -> Iterator[None]:
    """Meanwhile this process can open no file."""
    import resource

    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))


def at_work(work: Callable[[BotPool], Awaitable[None]], workers: int = 1) -> None:
    """Runs the work, then nobody is left."""

    async def whole() -> None:
        minds = BotPool(workers, ADVICE)
        try:
            await work(minds)
        finally:
            await minds.close()

    asyncio.run(whole())
    assert active_children() == []


async def processes(count: int = 1) -> list[BaseProcess]:
    """The processes, once there are so many."""

    async def there() -> list[BaseProcess]:
        children = active_children()
        return children if len(children) >= count else []

    return await eventually(there)


def deep() -> tuple[State, int]:
    """A world to think about until the test lets thoughts end, and who is asked."""
    given = DEEP.start(seed=1)
    return given, given.actor()


@pytest.fixture
def thoughts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Thoughts:
    """The thoughts about a deep game."""
    monkeypatch.setenv(THOUGHTS, str(tmp_path))
    return Thoughts(tmp_path)


async def thinking(thoughts: Thoughts, count: int = 1) -> list[BaseProcess]:
    """The processes that think about a deep game, once there are so many."""

    async def there() -> list[BaseProcess]:
        found = [child for child in active_children() if child.pid in thoughts.begun]
        return found if len(found) >= count else []

    return await eventually(there)


class TestThinking:
    def test_the_move_is_the_one_the_bot_would_make_here(self) -> None:
        async def work(minds: BotPool) -> None:
            for game in GAMES:
                state, seat = position(game)
                given = state.redeal(seat, Rng(2))
                for name in ("random", "novice", "casual@50"):
                    for seed in range(5):
                        alone = bot(name, threads=1).choose(given, seat, Rng(seed))
                        assert await minds.choose(given, seat, name, seed) == alone
                assert given == state.redeal(seat, Rng(2))

        at_work(work)

    def test_nothing_of_the_truth_is_sent_nor_needed(self) -> None:
        async def work(minds: BotPool) -> None:
            for game in GAMES:
                truth, seat = position(game)
                other = truth.redeal(seat, Rng(7))
                assert other != truth
                sent = pickle.dumps(truth.redeal(seat, Rng(8)))
                assert sent == pickle.dumps(other.redeal(seat, Rng(8)))
                worlds = [pickle.loads(sent), other.redeal(seat, Rng(9))]
                assert worlds[0] != worlds[1]
                for name in ("novice", "casual@50"):
                    moves = {await minds.choose(given, seat, name, seed=3) for given in worlds}
                    assert moves == {bot(name).choose(truth, seat, Rng(3))}

        at_work(work)

    def test_advice_weighs_every_move_as_it_would_be_weighed_here(self) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            found = await minds.advise(given, seat, seed=1)
            assert found == hint(given, seat, ADVICE, seed=1, threads=1)
            assert sorted(row.move for row in found.tried) == given.moves(seat)
            assert 0 < sum(row.visits for row in found.tried) <= (ADVICE.simulations or 0)
            assert found.reasons

        at_work(work)

    def test_a_refusal_costs_no_process(self) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            await minds.choose(given, seat, "novice", 1)
            [process] = active_children()
            with pytest.raises(UnknownBot, match="Unknown bot “nobody”"):
                await minds.choose(given, seat, "nobody", 1)
            with pytest.raises(NotAsked):
                await minds.advise(given, 9, 1)
            await minds.choose(given, seat, "novice", 1)
            assert active_children() == [process]

        at_work(work)

    def test_the_house_goes_on_meanwhile(self, thoughts: Thoughts) -> None:
        async def work(minds: BotPool) -> None:
            task = asyncio.create_task(minds.choose(*deep(), "novice", 1))
            await thinking(thoughts)
            assert not task.done()
            thoughts.let_end()
            assert await task == bot("novice").choose(*deep(), Rng(1))

        at_work(work)


class TestDeath:
    @pytest.mark.parametrize("when", ["at birth", "in a thought"])
    def test_whoever_is_killed_the_move_comes_and_is_the_same(
        self, when: str, thoughts: Thoughts, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def work(minds: BotPool) -> None:
            task = asyncio.create_task(minds.choose(*deep(), "casual@50", 3))
            killed: set[int | None] = set()
            while len(killed) < 2:
                for process in await (processes() if when == "at birth" else thinking(thoughts)):
                    process.kill()
                    killed.add(process.pid)
            thoughts.let_end()
            assert await task == bot("casual@50").choose(*deep(), Rng(3))

        at_work(work)
        assert [record.levelno for record in caplog.records] == [WARNING] * 2
        assert caplog.text.count("is lost") == 2

    def test_others_think_on(self, thoughts: Thoughts) -> None:
        async def work(minds: BotPool) -> None:
            tasks = [asyncio.create_task(minds.choose(*deep(), "casual@50", seed)) for seed in range(4)]
            first, second = await thinking(thoughts, 2)
            first.kill()
            thoughts.let_end()
            expected = [bot("casual@50").choose(*deep(), Rng(seed)) for seed in range(4)]
            assert await asyncio.gather(*tasks) == expected
            assert second in active_children()

        at_work(work, workers=2)

    def test_a_process_that_died_idle_is_nobodys_trouble(self, caplog: pytest.LogCaptureFixture) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            move = await minds.choose(given, seat, "novice", 1)
            [process] = active_children()
            process.kill()
            process.join()
            assert await minds.choose(given, seat, "novice", 1) == move

        at_work(work)
        assert caplog.records == []

    @pytest.mark.slow
    def test_a_thought_that_always_kills_does_not_stop_the_table(self, caplog: pytest.LogCaptureFixture) -> None:
        async def work(minds: BotPool) -> None:
            given = DEADLY.start(seed=1)
            seat = given.actor()
            assert await minds.choose(given, seat, "casual", 4) == bot("random").choose(given, seat, Rng(4))
            with pytest.raises(Refused) as refused:
                await minds.advise(given, seat, 1)
            assert refused.value.code == "no-advice"
            assert await minds.choose(given, seat, "random", 4) == bot("random").choose(given, seat, Rng(4))

        at_work(work)
        assert [record.levelno for record in caplog.records] == [WARNING] * 4 + [ERROR] + [WARNING] * 3
        assert "deadly: a process that thought as casual is lost (exit code 9)" in caplog.text

    def test_where_no_process_can_be_started_beginners_play(self, caplog: pytest.LogCaptureFixture) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            for seed in range(3):
                assert await minds.choose(given, seat, "master", seed) == bot("novice").choose(given, seat, Rng(seed))

        resource_tracker.ensure_running()  # it would be started by the same program
        python = spawn.get_executable()
        spawn.set_executable("no-such-python")
        try:
            at_work(work)
        finally:
            spawn.set_executable(python)
        assert "no process can think as master, novice moves instead" in caplog.text

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
    def test_so_they_do_where_no_file_can_be_opened(self, caplog: pytest.LogCaptureFixture) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            beginners = bot("novice").choose(given, seat, Rng(2))  # they have been at this table before
            with no_more_files():
                move = await minds.choose(given, seat, "master", 2)
            assert move == beginners
            assert await minds.choose(given, seat, "casual@50", 3) == bot("casual@50").choose(given, seat, Rng(3))

        at_work(work)
        assert "Too many open files" in caplog.text

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
    def test_where_not_even_beginners_can_be_loaded_any_move_is_made(self, caplog: pytest.LogCaptureFixture) -> None:
        async def work(minds: BotPool) -> None:
            given = WELL_READ.start(seed=1)
            with no_more_files():
                moves = [await minds.choose(given, given.actor(), "master", seed) for seed in range(3)]
            assert moves == [bot("random").choose(given, given.actor(), Rng(seed)) for seed in range(3)]

        at_work(work)
        assert "a random move is made instead" in caplog.text


class TestQueue:
    def test_first_come_first_served(self) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            done: list[int] = []

            async def ask(n: int) -> None:
                await minds.choose(given, seat, "casual" if n % 2 else "expert", n)
                done.append(n)

            await asyncio.gather(*map(ask, range(8)))
            assert done == list(range(8))
            assert len(active_children()) == 1

        at_work(work)

    def test_a_novice_never_waits_for_others(self) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            endless = [asyncio.create_task(minds.choose(given, seat, ENDLESS, seed)) for seed in range(3)]
            await processes()
            for name in ("novice", "random"):
                assert await minds.choose(given, seat, name, 1) in given.moves(seat)
            assert not any(task.done() for task in endless)
            for task in reversed(endless):
                task.cancel()
            await asyncio.gather(*endless, return_exceptions=True)

        at_work(work)

    def test_twenty_tables_of_one_visitor_are_one_customer(self) -> None:
        """Whoever comes last is served after one of their thoughts, not after all of them."""

        async def work(minds: BotPool) -> None:
            given, seat = world()
            done: list[str] = []

            async def ask(visitor: str, seed: int) -> None:
                await minds.choose(given, seat, "casual", seed, Customer(visitor))
                done.append(visitor)

            await asyncio.gather(*(ask("greedy", seed) for seed in range(20)), ask("guest", 1))
            assert done.index("guest") == 1

        at_work(work)

    def test_a_thought_takes_as_long_as_it_is_given_when_it_begins(self) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            for name in (ENDLESS, "master", "casual"):
                assert await minds.choose(given, seat, name, 1, seconds=lambda: 0.05) in given.moves(seat)

        at_work(work)

    def test_who_asks_for_advice_stands_in_line_too(self) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            await asyncio.gather(*(minds.advise(given, seat, seed) for seed in range(4)))
            assert len(active_children()) == 1

        at_work(work)

    def test_a_machine_with_one_core_thinks_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ridotto.house.autoplay.bot_pool.cores", lambda: 1)
        assert BotPool()._searches._free == 1

    def test_who_no_longer_waits_makes_room(self) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = world()
            first = asyncio.create_task(minds.choose(given, seat, ENDLESS, 1))
            waiting = asyncio.create_task(minds.choose(given, seat, ENDLESS, 2))
            last = asyncio.create_task(minds.choose(given, seat, "novice", 3))
            await processes()
            for task in (waiting, first):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert await last in given.moves(seat)

        at_work(work)

    def test_cancelled_at_any_moment_nothing_is_left(self, thoughts: Thoughts) -> None:
        async def work(minds: BotPool) -> None:
            for moment in (not_begun, asked, processes, partial(thinking, thoughts)):
                task = asyncio.create_task(minds.choose(*deep(), "novice", 1))
                await moment()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            thoughts.let_end()
            assert await minds.choose(*deep(), "novice", 1) == bot("novice").choose(*deep(), Rng(1))

        async def not_begun() -> None:
            pass

        async def asked() -> None:
            await asyncio.sleep(0)

        at_work(work)


class TestEnd:
    @pytest.mark.parametrize("begun", [False, True], ids=["at once", "while they think"])
    def test_closing_ends_every_thought(self, begun: bool, thoughts: Thoughts) -> None:
        async def work(minds: BotPool) -> None:
            given, seat = deep()
            tasks = [asyncio.create_task(minds.choose(given, seat, "casual@50", seed)) for seed in range(6)]
            await asyncio.sleep(0)
            if begun:
                await thinking(thoughts, 2)
            await minds.close()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            assert [type(end) for end in ends] == [Dismissed] * 6
            with pytest.raises(Dismissed):
                await minds.advise(given, seat, 1)

        at_work(work, workers=2)

    def test_a_house_where_nobody_thought_closes_too(self) -> None:
        async def work(minds: BotPool) -> None:
            await minds.close()

        at_work(work)


@pytest.fixture
def mind() -> Iterator[WorkerProcess]:
    """One of its own."""
    mind = WorkerProcess()
    yield mind
    mind.end().result()


@contextmanager
def collected_elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The only process has ended, and another thread has collected it, as one does that starts a process.

    It notes the exit code when others have asked for it three times, or after the block.
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


class TestMind:
    """One mind, asked by nobody else."""

    def test_a_mistake_is_no_answer(self, mind: WorkerProcess) -> None:
        with pytest.raises(Died, match="exit code 1"):
            mind.ask(eval, "1 / 0").result()

    def test_whoever_asks_a_process_that_is_gone_is_told(self, mind: WorkerProcess) -> None:
        mind.ask(os.getpid).result()
        [process] = active_children()
        process.kill()
        process.join()
        with pytest.raises(Died, match="exit code"):
            mind.ask(os.getpid).result()

    def test_one_that_is_ended_while_it_begins_is_asked_nothing(
        self, mind: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        @contextmanager
        def ended(*_: signal.Signals) -> Iterator[None]:
            yield
            mind.end()

        monkeypatch.setattr("ridotto.bots.worker_process.undisturbed", ended)
        with pytest.raises(NeverBegan):
            mind.ask(os.getpid).result()

    @pytest.mark.skipif(sys.platform == "win32", reason="nobody collects processes there")
    def test_another_thread_may_collect_it(self, mind: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
        mind.ask(os.getpid).result()
        with collected_elsewhere(monkeypatch):
            mind.end().result()

    @pytest.mark.skipif(sys.platform == "win32", reason="nobody collects processes there")
    def test_its_exit_code_is_told_once_another_thread_has_noted_it(
        self, mind: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mind.ask(os.getpid).result()
        with collected_elsewhere(monkeypatch), pytest.raises(Died, match="exit code -9"):
            mind.ask(os.getpid).result()

    def test_nothing_is_left_of_one_that_has_ended(self) -> None:
        mind = WorkerProcess()
        mind.ask(os.getpid).result()
        mind.end().result()
        left = weakref.ref(mind)
        del mind

        def forgotten() -> bool:
            gc.collect()
            return left() is None

        until(forgotten)

    def test_it_thinks_with_one_thread(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ridotto.bots.search.cores", lambda: 4)
        monkeypatch.setattr("ridotto.bots.search.Thread", None)  # whoever wants another one fails
        given, seat = world()
        assert choose(given, seat, "master@0.000001s", 1) in given.moves(seat)
        assert sum(row.visits for row in advise(given, seat, 1, Budget(seconds=1e-9)).tried) == 1

    @pytest.mark.skipif(sys.platform != "linux", reason="there is no such order of processes")
    def test_the_house_comes_first(self, mind: WorkerProcess) -> None:
        assert mind.ask(os.nice, 0).result() == min(19, os.nice(0) + POLITE)
        assert mind.ask(eval, "open('/proc/self/oom_score_adj').read()").result().strip() == EXPENDABLE

    def test_it_is_deaf_for_good(self, mind: WorkerProcess) -> None:
        for told in (signal.SIGINT, signal.SIGTERM):
            assert mind.ask(signal.getsignal, told).result() == signal.SIG_IGN


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such mask")
def test_whoever_starts_a_process_hears_again_afterwards() -> None:
    def deaf_to() -> set[int]:
        return set(signal.pthread_sigmask(signal.SIG_BLOCK, []))

    before = deaf_to()
    with undisturbed(signal.SIGINT):
        assert deaf_to() == before | {signal.SIGINT}
    assert deaf_to() == before


PROGRAM = """
import asyncio, os, signal
from multiprocessing import active_children
from pathlib import Path
from ridotto.bots.worker_process import WorkerProcess
from ridotto.house.autoplay.bot_pool import BotPool
from tests.house.deadly import Thoughts
from tests.house.test_minds import ENDLESS, THOUGHTS, deep, processes, thinking, world

async def think():  # until somebody ends it
    minds = BotPool(2)
    given, seat = world()
    await minds.choose(given, seat, "novice", 0)
    tasks = [asyncio.create_task(minds.choose(given, seat, ENDLESS, seed)) for seed in range(2)]
    await processes(2)
    print("thinking", flush=True)
    await asyncio.gather(*tasks)

async def told():  # what is told to all processes, the parent heeds
    heard = []
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda number, _: heard.append(number))
    minds = BotPool(1)
    thoughts = Thoughts(Path(os.environ[THOUGHTS]))
    task = asyncio.create_task(minds.choose(*deep(), "novice", 0))
    before = [process.pid for process in await processes()]
    for begun in (processes(), thinking(thoughts)):
        await begun
        os.killpg(0, signal.SIGINT)
        os.killpg(0, signal.SIGTERM)
    thoughts.let_end()
    await task
    await minds.choose(*world(), "novice", 0)
    assert [process.pid for process in active_children()] == before
    assert len(heard) == 4
    await minds.close()
    print("deaf")

async def light():  # luggage
    mind = WorkerProcess()
    print(*mind.ask(eval, "sorted(__import__('sys').modules)").result())
    mind.end().result()

forgotten = BotPool(1)

async def forget():  # to close
    await forgotten.choose(*world(), "novice", 0)
    print("forgotten")
"""


def program(name: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", f"{PROGRAM}\nif __name__ == '__main__':\n    asyncio.run({name}())"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=sys.platform != "win32"
    )


def ended(house: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """What it said, once nobody holds the other end of its pipes any more."""
    try:
        out, err = house.communicate(timeout=DEADLINE)
    finally:
        house.kill()
    return house.returncode, out, err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL], ids=lambda end: end.name)
def test_no_process_outlives_the_house(end: signal.Signals) -> None:
    with program("think") as house:
        assert house.stdout is not None
        assert house.stdout.readline() == "thinking\n"
        house.send_signal(end)
        assert ended(house) == (-end, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_they_are_deaf_to_what_the_house_is_told(thoughts: Thoughts) -> None:
    with program("told") as house:
        assert ended(house) == (0, "deaf\n", "")


def test_a_house_that_forgets_to_close_ends_all_the_same() -> None:
    with program("forget") as house:
        assert ended(house) == (0, "forgotten\n", "")


def test_they_load_only_what_bots_need() -> None:
    with program("light") as house:
        code, out, err = ended(house)
    loaded = out.split()
    assert (code, err) == (0, "")
    assert "ridotto.bots.tree" in loaded
    assert {"asyncio", "ridotto.house", "msgspec", "babel", "argparse"}.isdisjoint(loaded)
