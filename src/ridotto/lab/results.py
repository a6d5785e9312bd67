"""The results of a contest: means of every bot with their confidence intervals.

The games of one deal have the same cards and are not independent: their mean counts as one sample.
"""

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from ridotto.lab.contest import Contest, Fixture, FixtureResult
from ridotto.lab.estimates import Estimate, estimate, estimate_share


@dataclass(frozen=True)
class BotResult:
    """The result of one bot. The field names are keys of the JSON output."""

    bot: str
    seats: int  # of the bot in every game
    games: int
    wins: Estimate  # share of the victories for each of its seats
    fair_share: float  # the same if all bots were equally good
    ratio: float  # of the two
    place: Estimate
    score: Estimate
    decisions: int  # made by the bot
    seconds: float  # mean of a decision
    longest: float  # seconds of a decision

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def bot_results(contest: Contest, games: dict[Fixture, FixtureResult]) -> list[BotResult]:
    """The results of all bots in the complete deals; empty if there are none."""
    deals = complete_deals(contest, games)
    return [_bot_result(contest, games, deals, place) for place in range(len(contest.bots))] if deals else []


def complete_deals(contest: Contest, games: dict[Fixture, FixtureResult]) -> list[int]:
    """The deals that were played from every seat."""
    begun = sorted({fixture.deal for fixture in games})
    return [deal for deal in begun if all(Fixture(deal, turn) in games for turn in range(contest.players))]


def _bot_result(contest: Contest, games: dict[Fixture, FixtureResult], deals: list[int], place: int) -> BotResult:
    seats = [
        (turn, seat)
        for turn in range(contest.players)
        for seat, bot in enumerate(contest.bots_by_seat(turn))
        if bot == place
    ]

    def by_deal(what: str) -> list[list[float]]:
        return [[getattr(games[Fixture(deal, turn)], what)[seat] for turn, seat in seats] for deal in deals]

    def total(what: str) -> float:
        return sum(map(sum, by_deal(what)))

    def samples(what: str) -> list[float]:
        return [fmean(deal) for deal in by_deal(what)]

    wins = estimate_share(samples("wins"))
    decisions = int(total("decisions"))
    return BotResult(
        bot=contest.names[place],
        seats=contest.lineup.count(place),
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
