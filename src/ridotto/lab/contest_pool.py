"""Plays the games of a contest in a pool of processes, which never outlive their parent."""

from collections.abc import Callable, Iterable
from itertools import islice
from signal import SIGINT

from ridotto.bots.worker_lifetime import prepare_worker, signals_blocked
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.lab.contest import Contest, Fixture, FixtureResult

MAX_PROCESSES = 61  # Windows cannot wait for more
GAMES_PER_WORKER = 2  # submitted in advance
POLL_SECONDS = 0.5  # Ctrl-C is noticed that late on systems where it does not interrupt waiting


def play_all(
    contest: Contest, fixtures: Iterable[Fixture], finished: Callable[[Fixture, FixtureResult], None], workers: int
) -> None:
    """Plays the fixtures in a number of processes and calls `finished` with each result as soon as it is known.

    If `finished` raises an error, or the user presses Ctrl-C, the processes are killed.
    """
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    children_before = set(active_children())
    remaining = iter(fixtures)
    running: dict[Future[FixtureResult], Fixture] = {}
    with ProcessPoolExecutor(min(workers, MAX_PROCESSES), get_context("spawn"), _start_worker, (contest,)) as pool:
        try:
            while True:
                with signals_blocked(SIGINT):
                    for fixture in islice(remaining, GAMES_PER_WORKER * workers - len(running)):
                        running[pool.submit(_play, fixture)] = fixture
                if not running:
                    return
                for future in wait(running, POLL_SECONDS, FIRST_COMPLETED).done:
                    finished(running.pop(future), future.result())
        except BrokenProcessPool:
            raise RidottoError(msg("A process playing games was stopped from outside.")) from None
        except BaseException:
            for worker in set(active_children()) - children_before:
                worker.kill()  # a stopped process would not notice anything weaker
            raise


# In a worker

_contest: Contest


def _start_worker(contest: Contest) -> None:
    global _contest  # noqa: PLW0603 - a worker plays a single contest
    _contest = contest
    prepare_worker(SIGINT)


def _play(fixture: Fixture) -> FixtureResult:
    return _contest.play(fixture)
