"""What a contest shows: means of every bot, and how far they can be trusted.

The games of one deal are played with the same cards and are no independent samples: their mean is one.
"""

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from ridotto.lab.contest import Contest, Fixture, Outcome
from ridotto.lab.estimates import Estimate, estimate, share


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

    def samples(what: str) -> list[float]:
        return [fmean(deal) for deal in by_deal(what)]

    wins = share(samples("wins"))
    decisions = int(total("decisions"))
    return Result(
        bot=contest.names[place],
        seats=contest.chairs.count(place),
        games=len(deals) * contest.players,
        wins=wins,
        fair_share=1 / contest.players,
        ratio=wins.mean * contest.players,
        place=estimate(samples("places")),
        score=estimate(samples("scores")),
        decisions=decisions,
        seconds=total("seconds") / max(decisions, 1),
        longest=max(map(max, by_deal("longest"))),
    )
