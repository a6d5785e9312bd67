"""The games of a contest on all cores: a pool of processes that end when they are told to, or left alone."""

from collections.abc import Callable, Iterable
from itertools import islice
from signal import SIGINT

from ridotto.bots.worker_lifetime import settle_in, undisturbed
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.lab.contest import Contest, Fixture, Outcome

MOST = 61  # processes: Windows waits for no more
AHEAD = 2  # games in hand for every worker
GLANCE = 0.5  # seconds between two looks at the keyboard, where waiting is deaf to Ctrl-C


def play_all(
    contest: Contest, fixtures: Iterable[Fixture], finished: Callable[[Fixture, Outcome], None], workers: int
) -> None:
    """Plays the fixtures in that many processes, and hands over each outcome as soon as it is there."""
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    strangers = set(active_children())
    left = iter(fixtures)
    running: dict[Future[Outcome], Fixture] = {}
    with ProcessPoolExecutor(min(workers, MOST), get_context("spawn"), _take_seat, (contest,)) as pool:
        try:
            while True:
                with undisturbed(SIGINT):
                    for fixture in islice(left, AHEAD * workers - len(running)):
                        running[pool.submit(_play, fixture)] = fixture
                if not running:
                    return
                for future in wait(running, GLANCE, FIRST_COMPLETED).done:
                    finished(running.pop(future), future.result())
        except BrokenProcessPool:
            raise RidottoError(msg("A process playing games was stopped from outside.")) from None
        except BaseException:  # nobody waits for the games under way
            for worker in set(active_children()) - strangers:
                worker.kill()  # also one that is stopped, and hears nothing
            raise


# In a worker

_contest: Contest


def _take_seat(contest: Contest) -> None:
    global _contest  # noqa: PLW0603 - a worker plays one contest all its life
    _contest = contest
    settle_in(SIGINT)


def _play(fixture: Fixture) -> Outcome:
    return _contest.play(fixture)
