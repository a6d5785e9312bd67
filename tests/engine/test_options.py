"""Options: named values, seats, switches, and whole numbers."""

import pytest

from ridotto.engine.message import msg
from ridotto.engine.options import SEAT, Option

ROUNDS = Option("rounds", ("50", "1", "20"), msg("Rounds"), numbers=range(1, 1000))
BIRDS = Option("birds", ("2", "3"), msg("Birds"))
FIRST = Option("first", ("random", SEAT), msg("First"))


@pytest.mark.parametrize("value", ["1", "50", "7", "999"])
def test_any_number_of_the_range_may_be_chosen_and_is_held_as_itself(value):
    assert ROUNDS.allows(value, 2)
    assert ROUNDS.to_number(value) == int(value)
    assert ROUNDS.from_number(int(value)) == value


@pytest.mark.parametrize("value", ["0", "1000", "-1", "07", "+7", "7.0", "1e2", "\u0663", "", "seven", "9" * 5000])
def test_no_other_number_and_no_other_way_to_write_one(value):
    assert not ROUNDS.allows(value, 2)


def test_what_is_allowed_is_told_by_the_ends_of_the_range():
    assert str(ROUNDS.allowed_values(2)) == "whole numbers from 1 to 999"
    assert BIRDS.allowed_values(2) == "2, 3"
    assert FIRST.allowed_values(2) == "random, 0, 1"


def test_values_that_are_numbers_are_held_as_numbers():
    assert [BIRDS.to_number(value) for value in BIRDS.values] == [2, 3]
    assert BIRDS.from_number(3) == "3"
    assert not BIRDS.allows("4", 2)


def test_a_seat_is_held_as_a_seat():
    assert [FIRST.to_number(value) for value in ("random", "0", "1")] == [-1, 0, 1]
    assert [FIRST.from_number(number) for number in (-1, 0, 1)] == ["random", "0", "1"]
    assert FIRST.allows("1", 2)
    assert not FIRST.allows("2", 2)
