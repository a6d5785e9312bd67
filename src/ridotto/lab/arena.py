"""The arena: a contest between bots, played on all cores and resumable."""

import os
from collections.abc import Callable
from typing import Any

from ridotto.bots.search import available_cores
from ridotto.lab.contest import Contest, Fixture, FixtureResult
from ridotto.lab.contest_pool import play_all
from ridotto.lab.ledger import Ledger
from ridotto.lab.results import BotResult, bot_results


class Arena:
    """Plays a contest of a number of games, rounded up to whole deals.

    With a path, finished games are saved to that file, and an interrupted contest continues from it.
    """

    def __init__(self, contest: Contest, games: int, path: str | os.PathLike[str] | None = None) -> None:
        self.contest = contest
        self.deals = contest.deals_for(games)
        self.games = self.deals * contest.players
        self.ledger = Ledger(contest, path)

    @property
    def finished(self) -> dict[Fixture, FixtureResult]:
        """The finished games of this arena; the ledger may contain more deals."""
        return {fixture: result for fixture, result in self.ledger.games.items() if fixture.deal < self.deals}

    def play(self, progress: Callable[[int], None] = lambda done: None, workers: int = 0) -> None:
        """Plays the unfinished games in a number of processes (0: one for each core)."""
        finished = self.finished
        done = len(finished)
        progress(done)

        def on_result(fixture: Fixture, result: FixtureResult) -> None:
            nonlocal done
            self.ledger.add(fixture, result)
            done += 1
            progress(done)

        remaining = (fixture for fixture in self.contest.fixtures(self.deals) if fixture not in finished)
        with self.ledger:
            if done < self.games:
                play_all(self.contest, remaining, on_result, min(workers or available_cores(), self.games - done))

    def results(self) -> list[BotResult]:
        """The result of every bot so far; empty until a deal has been played from every seat."""
        return bot_results(self.contest, self.finished)

    def to_dict(self) -> dict[str, Any]:
        return {**self.contest.setup, "games": self.games, "results": [result.to_dict() for result in self.results()]}
