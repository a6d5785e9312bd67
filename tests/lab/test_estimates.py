"""Estimates: the interval of few samples is wide, and contains the true mean 95 % of the time."""

import random

import pytest

from ridotto.lab.estimates import Estimate, estimate, estimate_share, student_quantile
from tests.seeds import likely


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.7062), (2, 4.3027), (10, 2.2281), (11, 2.2010), (30, 2.0423), (120, 1.9799), (10**9, 1.9600)],
)
def test_students_quantiles_are_those_of_the_tables(degrees: int, quantile: float) -> None:
    assert student_quantile(degrees) == pytest.approx(quantile, abs=2e-4)


@pytest.mark.parametrize("samples", [2, 5, 15])
def test_the_interval_contains_the_true_mean_95_times_of_100(samples: int) -> None:
    def close(number: int) -> bool:
        """By chance this is false less than once in a thousand times (3.4 standard errors)."""
        dice = random.Random(number)
        held = 0
        for _ in range(2500):
            low, high = estimate([dice.gauss(10, 3) for _ in range(samples)]).interval or (0.0, 0.0)
            held += low <= 10 <= high
        return abs(held / 2500 - 0.95) < 0.015

    assert likely(close)


def test_a_mean_with_its_interval() -> None:
    found = estimate([1.0, 2.0, 3.0])
    assert found.mean == 2
    assert found.interval == pytest.approx((2 - 4.3027 / 3**0.5, 2 + 4.3027 / 3**0.5))


def test_a_single_sample_has_no_interval() -> None:
    assert estimate([0.5]) == estimate_share([0.5]) == Estimate(0.5, None)


def test_a_share_lies_between_0_and_1() -> None:
    low, high = estimate([1, 1, 0.5]).interval or (0.0, 0.0)
    assert low < 1 < high
    assert estimate_share([1, 1, 0.5]) == Estimate(2.5 / 3, (low, 1))


def test_ten_victories_in_ten_games_do_not_make_a_victory_certain() -> None:
    low, _ = estimate_share([1.0] * 10).interval or (0.0, 0.0)
    _, high = estimate_share([0.0] * 10).interval or (0.0, 0.0)
    assert [low, high] == pytest.approx([0.722, 0.278], abs=0.001)
    assert estimate_share([1.0] * 10) == Estimate(1, (low, 1))
    assert estimate_share([0.0] * 10) == Estimate(0, (0, high))
