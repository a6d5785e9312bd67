"""The bot pool: bots choose in worker processes, and no crash loses a move."""

import asyncio
import pickle
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from logging import ERROR, WARNING
from multiprocessing import active_children, resource_tracker, spawn

import pytest

import ridotto
from ridotto.bots import UnknownBot, bot
from ridotto.bots.hints import hint
from ridotto.bots.search import Budget, NotAsked
from ridotto.engine.rng import Rng
from ridotto.house.autoplay.bot_pool import BotPool, PoolClosed
from ridotto.house.autoplay.fair_queue import Requester
from ridotto.house.refusals import Refused
from tests.house.worker_games import (
    DEADLY,
    ENDLESS,
    NEEDS_FILE,
    Thinking,
    position,
    processes,
    slow_position,
    thinking_processes,
    world_and_seat,
)

GAMES = ridotto.all_games()


HINT_BUDGET = Budget(simulations=300)


@contextmanager
def no_open_files() -> Iterator[None]:
    """This process cannot open files during the block."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def run_with_pool(use: Callable[[BotPool], Awaitable[None]], workers: int = 1) -> None:
    """Runs `use` with a pool, and checks that no process is left."""

    async def main() -> None:
        bot_pool = BotPool(workers, HINT_BUDGET)
        try:
            await use(bot_pool)
        finally:
            await bot_pool.close()

    asyncio.run(main())
    assert active_children() == []


class TestChoosing:
    def test_workers_choose_the_same_moves(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            for game in GAMES:
                state, seat = position(game)
                world = state.redeal(seat, Rng(2))
                for name in ("random", "novice", "casual@50"):
                    for seed in range(5):
                        alone = bot(name, threads=1).choose(world, seat, Rng(seed))
                        assert await bot_pool.choose(world, seat, name, seed) == alone
                assert world == state.redeal(seat, Rng(2))

        run_with_pool(use)

    def test_the_true_state_is_not_sent(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            for game in GAMES:
                truth, seat = position(game)
                other = truth.redeal(seat, Rng(7))
                assert other != truth
                sent = pickle.dumps(truth.redeal(seat, Rng(8)))
                assert sent == pickle.dumps(other.redeal(seat, Rng(8)))
                worlds = [pickle.loads(sent), other.redeal(seat, Rng(9))]
                assert worlds[0] != worlds[1]
                for name in ("novice", "casual@50"):
                    moves = {await bot_pool.choose(world, seat, name, seed=3) for world in worlds}
                    assert moves == {bot(name).choose(truth, seat, Rng(3))}

        run_with_pool(use)

    def test_workers_give_the_same_hints(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            found = await bot_pool.advise(world, seat, seed=1)
            assert found == hint(world, seat, HINT_BUDGET, seed=1, threads=1)
            assert sorted(row.move for row in found.moves) == world.moves(seat)
            assert 0 < sum(row.visits for row in found.moves) <= (HINT_BUDGET.simulations or 0)
            assert found.reasons

        run_with_pool(use)

    def test_a_refusal_keeps_the_process(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            await bot_pool.choose(world, seat, "novice", 1)
            [process] = active_children()
            with pytest.raises(UnknownBot, match="Unknown bot “nobody”"):
                await bot_pool.choose(world, seat, "nobody", 1)
            with pytest.raises(NotAsked):
                await bot_pool.advise(world, 9, 1)
            await bot_pool.choose(world, seat, "novice", 1)
            assert active_children() == [process]

        run_with_pool(use)

    def test_the_event_loop_is_not_blocked(self, thinking: Thinking) -> None:
        async def use(bot_pool: BotPool) -> None:
            task = asyncio.create_task(bot_pool.choose(*slow_position(), "novice", 1))
            await thinking_processes(thinking)
            assert not task.done()
            thinking.finish()
            assert await task == bot("novice").choose(*slow_position(), Rng(1))

        run_with_pool(use)


class TestFailures:
    @pytest.mark.parametrize("when", ["at the start", "while it thinks"])
    def test_a_killed_worker_is_replaced(self, when: str, thinking: Thinking, caplog: pytest.LogCaptureFixture) -> None:
        async def use(bot_pool: BotPool) -> None:
            task = asyncio.create_task(bot_pool.choose(*slow_position(), "casual@50", 3))
            killed: set[int | None] = set()
            while len(killed) < 2:
                for process in await (processes() if when == "at the start" else thinking_processes(thinking)):
                    process.kill()
                    killed.add(process.pid)
            thinking.finish()
            assert await task == bot("casual@50").choose(*slow_position(), Rng(3))

        run_with_pool(use)
        assert [record.levelno for record in caplog.records] == [WARNING] * 2
        assert caplog.text.count("a worker died") == 2

    def test_other_workers_continue(self, thinking: Thinking) -> None:
        async def use(bot_pool: BotPool) -> None:
            tasks = [asyncio.create_task(bot_pool.choose(*slow_position(), "casual@50", seed)) for seed in range(4)]
            first, second = await thinking_processes(thinking, 2)
            first.kill()
            thinking.finish()
            expected = [bot("casual@50").choose(*slow_position(), Rng(seed)) for seed in range(4)]
            assert await asyncio.gather(*tasks) == expected
            assert second in active_children()

        run_with_pool(use, workers=2)

    def test_a_worker_that_died_idle_is_replaced(self, caplog: pytest.LogCaptureFixture) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            move = await bot_pool.choose(world, seat, "novice", 1)
            [process] = active_children()
            process.kill()
            process.join()
            assert await bot_pool.choose(world, seat, "novice", 1) == move

        run_with_pool(use)
        assert caplog.records == []

    @pytest.mark.slow
    def test_a_question_that_always_kills_is_answered_at_random(self, caplog: pytest.LogCaptureFixture) -> None:
        async def use(bot_pool: BotPool) -> None:
            world = DEADLY.start(seed=1)
            seat = world.actor()
            assert await bot_pool.choose(world, seat, "casual", 4) == bot("random").choose(world, seat, Rng(4))
            with pytest.raises(Refused) as refused:
                await bot_pool.advise(world, seat, 1)
            assert refused.value.code == "no-advice"
            assert await bot_pool.choose(world, seat, "random", 4) == bot("random").choose(world, seat, Rng(4))

        run_with_pool(use)
        assert [record.levelno for record in caplog.records] == [WARNING] * 4 + [ERROR] + [WARNING] * 3
        assert "deadly: a worker died while casual was choosing a move (exit code 9)" in caplog.text

    def test_novices_play_if_no_worker_can_start(self, caplog: pytest.LogCaptureFixture) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            for seed in range(3):
                assert await bot_pool.choose(world, seat, "master", seed) == bot("novice").choose(
                    world, seat, Rng(seed)
                )

        resource_tracker.ensure_running()  # the same program would start it
        python = spawn.get_executable()
        spawn.set_executable("no-such-python")
        try:
            run_with_pool(use)
        finally:
            spawn.set_executable(python)
        assert "no worker can choose as master, novice chooses instead" in caplog.text

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
    def test_novices_play_if_no_file_can_be_opened(self, caplog: pytest.LogCaptureFixture) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            novices_move = bot("novice").choose(world, seat, Rng(2))  # loads the novice
            with no_open_files():
                move = await bot_pool.choose(world, seat, "master", 2)
            assert move == novices_move
            assert await bot_pool.choose(world, seat, "casual@50", 3) == bot("casual@50").choose(world, seat, Rng(3))

        run_with_pool(use)
        assert "Too many open files" in caplog.text

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
    def test_random_moves_if_not_even_novices_can_be_loaded(self, caplog: pytest.LogCaptureFixture) -> None:
        async def use(bot_pool: BotPool) -> None:
            world = NEEDS_FILE.start(seed=1)
            with no_open_files():
                moves = [await bot_pool.choose(world, world.actor(), "master", seed) for seed in range(3)]
            assert moves == [bot("random").choose(world, world.actor(), Rng(seed)) for seed in range(3)]

        run_with_pool(use)
        assert "novice cannot choose, random chooses instead" in caplog.text


class TestQueue:
    def test_first_come_first_served(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            done: list[int] = []

            async def ask(n: int) -> None:
                await bot_pool.choose(world, seat, "casual" if n % 2 else "expert", n)
                done.append(n)

            await asyncio.gather(*map(ask, range(8)))
            assert done == list(range(8))
            assert len(active_children()) == 1

        run_with_pool(use)

    def test_a_novice_never_waits_for_others(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            endless = [asyncio.create_task(bot_pool.choose(world, seat, ENDLESS, seed)) for seed in range(3)]
            await processes()
            for name in ("novice", "random"):
                assert await bot_pool.choose(world, seat, name, 1) in world.moves(seat)
            assert not any(task.done() for task in endless)
            for task in reversed(endless):
                task.cancel()
            await asyncio.gather(*endless, return_exceptions=True)

        run_with_pool(use)

    def test_requests_of_one_visitor_queue_behind_those_of_others(self) -> None:
        """The last visitor is served after one of the others' requests, not after all."""

        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            done: list[str] = []

            async def ask(visitor: str, seed: int) -> None:
                await bot_pool.choose(world, seat, "casual", seed, Requester(visitor))
                done.append(visitor)

            await asyncio.gather(*(ask("greedy", seed) for seed in range(20)), ask("guest", 1))
            assert done.index("guest") == 1

        run_with_pool(use)

    def test_the_time_limit_counts_from_the_start_of_thinking(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            for name in (ENDLESS, "master", "casual"):
                assert await bot_pool.choose(world, seat, name, 1, seconds=lambda: 0.05) in world.moves(seat)

        run_with_pool(use)

    def test_hints_wait_in_the_queue(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            await asyncio.gather(*(bot_pool.advise(world, seat, seed) for seed in range(4)))
            assert len(active_children()) == 1

        run_with_pool(use)

    def test_a_machine_with_one_core_has_a_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ridotto.house.autoplay.bot_pool.available_cores", lambda: 1)
        assert BotPool()._searches._free == 1

    def test_cancelled_requests_leave_the_queue(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = world_and_seat()
            first = asyncio.create_task(bot_pool.choose(world, seat, ENDLESS, 1))
            waiting = asyncio.create_task(bot_pool.choose(world, seat, ENDLESS, 2))
            last = asyncio.create_task(bot_pool.choose(world, seat, "novice", 3))
            await processes()
            for task in (waiting, first):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert await last in world.moves(seat)

        run_with_pool(use)

    def test_cancellation_at_any_moment(self, thinking: Thinking) -> None:
        async def use(bot_pool: BotPool) -> None:
            for moment in (not_started, asked, processes, partial(thinking_processes, thinking)):
                task = asyncio.create_task(bot_pool.choose(*slow_position(), "novice", 1))
                await moment()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            thinking.finish()
            assert await bot_pool.choose(*slow_position(), "novice", 1) == bot("novice").choose(
                *slow_position(), Rng(1)
            )

        async def not_started() -> None:
            pass

        async def asked() -> None:
            await asyncio.sleep(0)

        run_with_pool(use)


class TestClosing:
    @pytest.mark.parametrize("started", [False, True], ids=["at once", "while they think"])
    def test_closing_ends_all_workers(self, started: bool, thinking: Thinking) -> None:
        async def use(bot_pool: BotPool) -> None:
            world, seat = slow_position()
            tasks = [asyncio.create_task(bot_pool.choose(world, seat, "casual@50", seed)) for seed in range(6)]
            await asyncio.sleep(0)
            if started:
                await thinking_processes(thinking, 2)
            await bot_pool.close()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            assert [type(end) for end in ends] == [PoolClosed] * 6
            with pytest.raises(PoolClosed):
                await bot_pool.advise(world, seat, 1)

        run_with_pool(use, workers=2)

    def test_closing_an_unused_pool(self) -> None:
        async def use(bot_pool: BotPool) -> None:
            await bot_pool.close()

        run_with_pool(use)
