"""Results: what a bot has won wherever it sat, and the games of a deal are one sample."""

import pytest

from ridotto.lab.contest import Contest, Fixture, Outcome
from ridotto.lab.estimates import Estimate, share, wilson
from ridotto.lab.results import results
from tests.lab.players import HUSH, toy


def outcome(winner: int, players: int = 2, seconds: float = 0.5) -> Outcome:
    """The winner has 7 points, the others 3."""
    seats = range(players)
    return Outcome(
        wins=[float(seat == winner) for seat in seats],
        places=[1 if seat == winner else 2 for seat in seats],
        scores=[7 if seat == winner else 3 for seat in seats],
        decisions=[2] * players,
        seconds=[seconds] * players,
        longest=[seconds] * players,
    )


def duel(*winners: tuple[int, int]) -> dict[Fixture, Outcome]:
    """The winning seats in both games of each deal; the bots change seats in between."""
    return {Fixture(deal, turn): outcome(seats[turn]) for deal, seats in enumerate(winners) for turn in (0, 1)}


DUEL = Contest(HUSH, ["meek", "keen"], 2, find=toy)


def test_a_single_deal_has_no_interval() -> None:
    [meek, keen] = results(DUEL, duel((0, 1)))
    assert meek.wins == Estimate(1, None)
    assert keen.wins == Estimate(0, None)
    assert meek.score == Estimate(7, None)


def test_a_seat_that_always_wins_says_nothing_about_the_bots() -> None:
    for result in results(DUEL, duel((0, 0), (1, 1), (0, 0), (0, 0))):
        assert result.wins == Estimate(0.5, wilson(0.5, 4))
        assert result.ratio == 1


def test_what_a_bot_has_won_is_counted_wherever_it_sat() -> None:
    [meek, keen] = results(DUEL, duel((1, 0), (1, 0), (0, 0)))  # keen sits on seat 1, then on seat 0
    assert keen.wins.mean == pytest.approx(5 / 6)
    assert keen.wins.interval == share([1, 1, 0.5]).interval
    assert keen.ratio == pytest.approx(5 / 3)
    assert keen.place.mean == pytest.approx(7 / 6)
    assert meek.score.mean == pytest.approx(11 / 3)
    assert (keen.games, keen.seats, keen.decisions) == (6, 1, 12)


def test_a_bot_with_more_seats_has_the_mean_of_them() -> None:
    contest = Contest(HUSH, ["meek", "keen"], 3, find=toy)
    games = {fixture: outcome(0, players=3) for fixture in contest.fixtures(2)}
    [meek, keen] = results(contest, games)
    assert (meek.seats, keen.seats) == (2, 1)
    assert meek.wins.mean == keen.wins.mean == meek.fair_share == pytest.approx(1 / 3)
    assert (meek.decisions, keen.decisions) == (24, 12)


def test_times_are_a_decision_and_the_longest_of_them() -> None:
    games = duel((0, 0), (0, 0)) | {Fixture(1, 1): outcome(0, seconds=4.5)}
    for result in results(DUEL, games):
        assert result.seconds == pytest.approx((3 * 0.5 + 4.5) / 8)
        assert result.longest == 4.5


def test_a_deal_counts_when_it_was_played_from_every_seat() -> None:
    games = duel((1, 0), (0, 0), (1, 0))
    del games[Fixture(1, 0)]
    assert [result.games for result in results(DUEL, games)] == [4, 4]
    assert results(DUEL, games)[1].wins.mean == 1
    assert results(DUEL, {Fixture(0, 1): outcome(0)}) == []
