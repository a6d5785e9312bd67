"""What a good player of Venti knows. What holds for every game's knowledge is in tests/test_games_bots.py."""

from pathlib import Path

import pytest

import ridotto
from ridotto.engine.rng import Rng
from tests.at_the_table import do
from tests.playing import Choices, some_states
from tests.thinking import best, favourite, weights
from tests.venti.table import game, table

ROOT = Path(__file__).parent.parent.parent
USELESS = "0/1 0/2 1/1 1/2"  # in the centre
HOPELESS = "2/12 4/12 6/12"  # among the targets: four numbers each


def shares(*hands, **given):
    found = game.knowledge().expected_shares(table(*hands, **given))
    assert found is not None
    return found


# At first sight


def test_a_joker_is_taken_on_sight():
    assert favourite(table("7/0 6/0", "", centre="0/1 j1 0/2 1/1", targets=HOPELESS)) == "draw 2"


def test_the_card_is_drawn_that_is_missing():
    """Two pairs are wanted, and one card is missing."""
    state = table("7/0 7/1 5/0", "", centre="0/1 1/2 5/1 2/1", targets="0/9 4/12 6/12")
    assert favourite(state) == "draw 3"


def test_a_dear_target_that_can_be_paid_is_fulfilled():
    state = table("7/0 7/1 7/2 5/0 5/1", "", centre=USELESS, targets="0/0 0/11 6/12")
    assert favourite(state) == "fulfil 2"


def test_what_can_be_paid_is_fetched_from_the_centre():
    state = table("7/0 7/1 7/2 5/0 5/1", "", centre="0/11 0/1 1/1 1/2", targets=HOPELESS)
    assert favourite(state) in {"exchange 1 1", "exchange 2 1", "exchange 3 1"}


def test_payments_spare_jokers_and_pairs():
    state = table("5/0 3/0 7/0 7/1 j1", "", permanent={0: "4/0"}, centre=USELESS, targets="2/3 4/12 6/12")
    do(state, "fulfil 1")  # `5 ?`
    assert favourite(state) == "card 5 (1)"
    do(state, "card 5 (1)")
    found = weights(state)
    assert favourite(state) == "permanent 4"
    assert found["card 3 (1)"] > found["card 7 (1)"] > found["card joker"]


def test_a_frozen_target_is_tried_only_by_who_can_pay_it():
    given = {"centre": USELESS, "targets": "0/9 4/12 6/12", "frozen": {1: 1}}
    assert weights(table("7/0", "", **given))["fulfil 1"] < 1e-9
    assert favourite(table("7/0 7/1 5/0 5/1", "", **given)) == "fulfil 1"


def test_additional_actions_are_bought_early_and_not_late():
    early = table("7/0", "", points={0: "2 2 2"}, centre=USELESS, targets=HOPELESS)
    late = table("7/0", "", points={0: "2 2 2", 1: "4 4 4 4 3"}, centre=USELESS, targets=HOPELESS)
    assert favourite(early).startswith("action from")
    assert not favourite(late).startswith("action from")


def test_a_fine_is_paid_without_giving_more_than_is_due():
    state = table("7/0", "", points={0: "4 3 2 1"}, targets="0/9 4/12 6/12", frozen={1: 0})
    do(state, "fulfil 1")  # and fails
    assert favourite(state).endswith("(2)")


def test_blindly_committed_cards_are_just_what_is_wanted():
    state = table(
        "7/0 7/1 5/0 5/1 3/0 j1",
        "",
        targets="0/9 4/12 6/12",
        frozen={1: 1},
        options={"frozen_attempt": "blind_commit"},
    )
    while "fulfil 1" in weights(state) or state.snapshot()["phase"] == "commit":
        do(state, favourite(state))
    assert state.scores() == [3, 0]


# How it stands


def test_points_actions_and_jokers_count():
    even = shares("", "", turn=0, points={0: "3 3", 1: "3 3"})
    assert sum(even) == pytest.approx(1)
    assert even[0] > even[1]  # who is to act is ahead
    assert shares("", "", points={0: "3 3 3", 1: "3 3"})[0] > even[0]
    assert shares("", "", points={0: "3 3", 1: "3 3"}, extra={0: "2/5"})[0] > even[0]
    assert shares("", "", points={0: "3 3", 1: "3 3"}, permanent={0: "2/5"})[0] > even[0]
    assert shares("", "7/0 7/1 5/0 5/1", points={0: "3 3", 1: "3 3"})[0] < even[0]


def test_an_additional_action_counts_less_towards_the_end():
    def gain(points):
        owned = {0: points, 1: points}
        return shares("", "", points=owned, extra={0: "2/5"})[0] - shares("", "", points=owned)[0]

    assert gain("3 3") > gain("4 4 4 4 3") > 0


def test_last_turns_are_not_judged():
    state = table("", "", points={1: "4 4 4 4 4"}, trigger=1, final_queue=[])
    assert game.knowledge().expected_shares(state) is None


# Thinking


def test_the_last_two_actions_win():
    """17 against 20: the pair among the targets is one point, the full house in the centre is four."""
    state = table(
        "7/0 7/1 7/2 5/0 5/1",
        "",
        points={0: "4 4 4 4 1", 1: "4 4 4 4 4"},
        trigger=1,
        final_queue=[],
        used=1,
        centre="0/11 0/1 1/1 1/2",
        targets="0/0 4/12 6/12",
    )
    assert best(state, 300) in {"exchange 1 1", "exchange 2 1", "exchange 3 1"}


def test_options_change_the_rules_but_not_the_sense():
    """Games by first sight come to their end, with all kinds of options."""
    choice, rng = Choices(3), Rng(3)
    for state in some_states(game, choice, 400 if ridotto.compiled else 4000):
        knowledge = game.knowledge()
        while not state.over:
            state.play(state.actor(), knowledge.rollout_move_of(state, state.actor(), rng.roll(1 << 30) << 34))
        assert max(state.scores()) > 0 or state.round <= 5
