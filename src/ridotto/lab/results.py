"""What a contest shows: means of every bot, and how far they can be trusted.

The games of one deal are played with the same cards and are no independent samples: their mean is one.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from ridotto.lab.contest import Contest, Fixture, Outcome


@dataclass(frozen=True)
class Estimate:
    """A mean, and the interval that holds the true one 95 times of 100; a single sample has none."""

    mean: float
    interval: tuple[float, float] | None

    def within(self, least: float, most: float) -> "Estimate":
        """The same, if the true one cannot be outside."""
        return Estimate(self.mean, self.interval and (max(least, self.interval[0]), min(most, self.interval[1])))


@dataclass(frozen=True)
class Result:
    """How one bot did."""

    bot: str
    seats: int  # it holds in every game
    games: int
    wins: Estimate  # share of the victories, a seat
    fair_share: float  # what that would be if all were equally good
    ratio: float  # of the two
    place: Estimate
    score: Estimate
    decisions: int  # that were left to the bot
    seconds: float  # a decision
    longest: float  # of them, in seconds

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def results(contest: Contest, games: dict[Fixture, Outcome]) -> list[Result]:
    """Of every bot, out of the deals that were played from all seats."""
    deals = whole_deals(contest, games)
    return [_result(contest, games, deals, place) for place in range(len(contest.bots))] if deals else []


def whole_deals(contest: Contest, games: dict[Fixture, Outcome]) -> list[int]:
    """The deals of which no game is missing."""
    begun = sorted({fixture.deal for fixture in games})
    return [deal for deal in begun if all(Fixture(deal, turn) in games for turn in range(contest.players))]


def _result(contest: Contest, games: dict[Fixture, Outcome], deals: list[int], place: int) -> Result:
    seats = [
        (turn, seat) for turn in range(contest.players) for seat, who in enumerate(contest.seated(turn)) if who == place
    ]

    def by_deal(what: str) -> list[list[float]]:
        return [[getattr(games[Fixture(deal, turn)], what)[seat] for turn, seat in seats] for deal in deals]

    def total(what: str) -> float:
        return sum(map(sum, by_deal(what)))

    wins, places, scores = (estimate([fmean(deal) for deal in by_deal(what)]) for what in ("wins", "places", "scores"))
    decisions = int(total("decisions"))
    return Result(
        bot=contest.names[place],
        seats=contest.chairs.count(place),
        games=len(deals) * contest.players,
        wins=wins.within(0, 1),
        fair_share=1 / contest.players,
        ratio=wins.mean * contest.players,
        place=places.within(1, contest.players),
        score=scores,
        decisions=decisions,
        seconds=total("seconds") / max(decisions, 1),
        longest=max(map(max, by_deal("longest"))),
    )


def estimate(samples: Sequence[float]) -> Estimate:
    """The mean of independent samples."""
    mean = fmean(samples)
    if len(samples) < 2:
        return Estimate(mean, None)
    half = student(len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    return Estimate(mean, (mean - half, mean + half))


FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)  # for 1 to 10 degrees
MANY = 1.959964


def student(degrees: int) -> float:
    """The quantile of Student's distribution between whose two signs 95 % lie: a table, then Fisher's expansion."""
    if degrees <= len(FEW):
        return FEW[degrees - 1]
    z = MANY
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3
