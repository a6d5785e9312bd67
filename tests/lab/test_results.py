"""Results: the victories of a bot from all its seats; the games of a deal are one sample."""

import pytest

from ridotto.lab.contest import Contest, Fixture, FixtureResult
from ridotto.lab.estimates import Estimate, estimate_share, wilson_interval
from ridotto.lab.results import bot_results
from tests.lab.toy_bots import HUSH, toy


def fixture_result(winner: int, players: int = 2, seconds: float = 0.5) -> FixtureResult:
    """A result in which the winner has 7 points and the others have 3."""
    seats = range(players)
    return FixtureResult(
        wins=[float(seat == winner) for seat in seats],
        places=[1 if seat == winner else 2 for seat in seats],
        scores=[7 if seat == winner else 3 for seat in seats],
        decisions=[2] * players,
        seconds=[seconds] * players,
        longest=[seconds] * players,
    )


def duel(*winners: tuple[int, int]) -> dict[Fixture, FixtureResult]:
    """The games of two bots, from the winning seats in both games of each deal; the bots change seats in between."""
    return {Fixture(deal, turn): fixture_result(seats[turn]) for deal, seats in enumerate(winners) for turn in (0, 1)}


DUEL = Contest(HUSH, ["meek", "keen"], 2, find=toy)


def test_a_single_deal_has_no_interval() -> None:
    [meek, keen] = bot_results(DUEL, duel((0, 1)))
    assert meek.wins == Estimate(1, None)
    assert keen.wins == Estimate(0, None)
    assert meek.score == Estimate(7, None)


def test_a_seat_that_always_wins_says_nothing_about_the_bots() -> None:
    for result in bot_results(DUEL, duel((0, 0), (1, 1), (0, 0), (0, 0))):
        assert result.wins == Estimate(0.5, wilson_interval(0.5, 4))
        assert result.ratio == 1


def test_victories_of_a_bot_count_from_every_seat() -> None:
    [meek, keen] = bot_results(DUEL, duel((1, 0), (1, 0), (0, 0)))  # keen sits on seat 1, then on seat 0
    assert keen.wins.mean == pytest.approx(5 / 6)
    assert keen.wins.interval == estimate_share([1, 1, 0.5]).interval
    assert keen.ratio == pytest.approx(5 / 3)
    assert keen.place.mean == pytest.approx(7 / 6)
    assert meek.score.mean == pytest.approx(11 / 3)
    assert (keen.games, keen.seats, keen.decisions) == (6, 1, 12)


def test_a_bot_with_more_seats_has_the_mean_of_them() -> None:
    contest = Contest(HUSH, ["meek", "keen"], 3, find=toy)
    games = {fixture: fixture_result(0, players=3) for fixture in contest.fixtures(2)}
    [meek, keen] = bot_results(contest, games)
    assert (meek.seats, keen.seats) == (2, 1)
    assert meek.wins.mean == keen.wins.mean == meek.fair_share == pytest.approx(1 / 3)
    assert (meek.decisions, keen.decisions) == (24, 12)


def test_times_are_the_mean_and_the_longest_of_a_decision() -> None:
    games = duel((0, 0), (0, 0)) | {Fixture(1, 1): fixture_result(0, seconds=4.5)}
    for result in bot_results(DUEL, games):
        assert result.seconds == pytest.approx((3 * 0.5 + 4.5) / 8)
        assert result.longest == 4.5


def test_a_deal_counts_only_if_it_was_played_from_every_seat() -> None:
    games = duel((1, 0), (0, 0), (1, 0))
    del games[Fixture(1, 0)]
    assert [result.games for result in bot_results(DUEL, games)] == [4, 4]
    assert bot_results(DUEL, games)[1].wins.mean == 1
    assert bot_results(DUEL, {Fixture(0, 1): fixture_result(0)}) == []
