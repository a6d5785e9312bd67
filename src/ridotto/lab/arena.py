"""The arena: bots against each other on all cores, until it is clear who is better."""

import os
from collections.abc import Callable
from typing import Any

from ridotto.bots.search import cores
from ridotto.lab.contest import Contest, Fixture, Outcome
from ridotto.lab.contest_pool import play_all
from ridotto.lab.ledger import Ledger
from ridotto.lab.results import Result, results


class Arena:
    """A contest of so many games while it is played: `finished` holds what there is, also after an interruption."""

    def __init__(self, contest: Contest, games: int, path: str | os.PathLike[str] | None = None) -> None:
        self.contest = contest
        self.deals = contest.deals(games)
        self.games = self.deals * contest.players
        self.ledger = Ledger(contest, path)

    @property
    def finished(self) -> dict[Fixture, Outcome]:
        """The games of this contest that have been played; the ledger may know of more deals."""
        return {fixture: outcome for fixture, outcome in self.ledger.games.items() if fixture.deal < self.deals}

    def play(self, progress: Callable[[int], None] = lambda done: None, workers: int = 0) -> None:
        """Plays what is not finished yet, in that many processes; 0 for one on each core."""
        before = self.finished
        done = len(before)
        progress(done)

        def keep(fixture: Fixture, outcome: Outcome) -> None:
            nonlocal done
            self.ledger.add(fixture, outcome)
            done += 1
            progress(done)

        left = (fixture for fixture in self.contest.fixtures(self.deals) if fixture not in before)
        with self.ledger:
            if done < self.games:
                play_all(self.contest, left, keep, min(workers or cores(), self.games - done))

    def results(self) -> list[Result]:
        """How every bot did so far; nothing before a deal was played from every seat."""
        return results(self.contest, self.finished)

    def as_json(self) -> dict[str, Any]:
        return {**self.contest.setup, "games": self.games, "results": [result.as_json() for result in self.results()]}
