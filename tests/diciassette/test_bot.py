"""What bots know of 17 Diciassette, and what they do with it."""

from pathlib import Path

import pytest

import ridotto
from ridotto.engine.rng import Rng
from tests.diciassette.table import call_window, game, table
from tests.thinking import best, weights

ROOT = Path(__file__).parent.parent.parent
THOUGHTS = 2000 if ridotto.compiled else 150


# At first sight


def test_nobody_thinks_about_turning_a_two_sided_card():
    assert weights(table("1/1 2/2 3/3", "1/1 2/2 3/3"))["2/2 down"] == 0


def test_high_cards_go_early_and_low_ones_late():
    early = weights(table("1/1 5/5 5", "1/1 2/2 3/3"))
    late = weights(table("1/1 5/5 5", "1/1 2/2 3/3", row="0:5/5 1:5/5 0:3/3"))
    assert early["5 down"] > early["5/5 up"] > early["1/1 up"]
    assert late["1/1 up"] > late["5 down"] > late["5 up"]


def test_x2_is_for_a_full_row():
    empty = weights(table("1/1 x2 5", "1/1 2/2 3/3"))
    full = weights(table("1/1 x2 5", "1/1 2/2 3/3", row="0:5/5 1:5/5 0:4/4"))
    assert empty["x2 up"] < 0.05 < 0.3 < full["x2 up"]


def test_the_more_the_row_shows_the_more_speaks_for_a_call():
    chances = [weights(call_window(2, row=f"1:1- 0:4/4 1:5/5 0:{card} 1:1"))["call"] for card in ("1", "2", "4", "5")]
    assert chances == sorted(chances)
    assert chances[0] < 0.2 < 0.4 < chances[-1]


def test_who_has_covered_a_five_knows_more_than_the_others():
    state = call_window(3, row="1:5- 2:5/5 0:5/5 1:2/2", turn=0)
    assert weights(state, 1)["call"] > 0.8 > weights(state, 2)["call"]


def test_who_would_have_to_add_five_calls_sooner():
    row = "0:5/5 1:5/5 0:4/4 1:trap-"
    high, low = (weights(table(hand, "1/1 1/1 2/2", row=row, phase="call", turn=1)) for hand in ("5/5 5/5 5", "1 1 2"))
    assert high["call"] > low["call"]


# Who is ahead


def shares(*hands, **given):
    return game.knowledge().expected_shares(table(*hands, **given))


def test_victory_tokens_are_good_and_penalty_tokens_bad():
    hands = ["1/1 2/2 3/3"] * 4
    two, one_less, one, none = shares(*hands, tokens={0: (2, 0), 1: (2, 1), 2: (1, 0)})
    assert two > one_less > one > none
    assert two + one_less + one + none == pytest.approx(1)


def test_a_trap_in_the_hand_is_better_than_a_card_that_everybody_knows():
    trapper, other = shares("1/1 2/2 trap", "1/1 2/2 5/5")
    assert trapper > 0.5 > other


def test_only_where_a_round_begins_the_players_can_be_compared():
    assert shares("1/1 2/2 3/3", "1/1 2/2 3/3", row="1:1/1") is None
    assert game.knowledge().expected_shares(call_window(2, row="0:1/1")) is None


# What others hide


def belief(row):
    return game.knowledge().likelihood(table("1/1 2/2 3/3", "1/1 2/2 3/3", row=row), 0)


def test_what_is_covered_first_is_rather_a_five_and_late_rather_a_zero():
    assert belief("1:5-") > belief("1:1-") > belief("1:x2-")
    assert belief("0:5/5 1:5/5 0:3/3 1:reverse-") > belief("0:5/5 1:5/5 0:3/3 1:5-")


def test_who_looks_believes_anything_of_his_own_cards():
    assert belief("0:x2- 1:1/1") == 1


def test_everybody_sees_his_own_hand_and_covered_cards():
    def glimpse(state):
        return game.knowledge().chance_outcome_of(state, 0)

    state = table("1/1 2/2 5", "1/1 2/2 3/3", row="0:5- 1:4-")
    assert glimpse(state) == glimpse(state.redeal(0, Rng(3)))
    assert glimpse(state) != glimpse(table("1/1 2/2 4", "1/1 2/2 3/3", row="0:5- 1:4-"))
    assert glimpse(state) != glimpse(table("1/1 2/2 5", "1/1 2/2 3/3", row="0:4- 1:4-"))


# What comes of it


def test_a_row_that_shows_seventeen_is_called():
    assert best(call_window(2, row="0:5/5 1:5/5 0:5/5 1:2/2"), THOUGHTS) == "call"


def test_a_row_that_cannot_come_to_seventeen_is_not():
    assert best(call_window(2, row="0:5/5 1:2/2 0:1/1 1:5-"), THOUGHTS) == "pass"


def test_nobody_goes_over_sixteen_who_can_do_otherwise():
    state = table("3/3 4/4 reverse", "4/4 5/5 5/5", row="0:5/5 1:5/5 0:3/3 1:1/1")
    assert best(state, THOUGHTS).startswith("reverse")


def test_who_needs_one_more_token_does_not_let_the_other_go_on():
    """Fifteen, and a card that was covered early: it is nearly always a number."""
    assert best(call_window(2, row="1:5- 0:5/5 1:5/5 0:3/3 1:2/2", tokens={0: (2, 0), 1: (1, 1)}), THOUGHTS) == "call"
