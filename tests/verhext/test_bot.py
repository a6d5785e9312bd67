"""What bots know of Verhext!: prophecies by the hand, plays by what is missing, the score, and hidden hands."""

import pytest

import ridotto
from ridotto.engine.rng import Rng
from tests.at_the_table import do
from tests.thinking import best, favourite, weights
from tests.verhext.table import game, prophecy_phase, table, trick

STRONG = "S9 S8 S7 R9 R8 C9 B9"  # spiders are trumps
WEAK = "R1 R2 C1 C2 B1 B2 B3"
SIMULATIONS = 2000 if ridotto.compiled else 100


def searched(state):
    return best(state, SIMULATIONS)


# Prophecies


def test_a_strong_hand_promises_more_than_a_weak_one():
    def promised(hand):
        state = table(hand, "R5", "C5", trump="S1", prophecies=[None, None, None])
        return sum(weight * int(move.removeprefix("prophecy ")[0]) for move, weight in weights(state).items())

    assert promised(WEAK) < 0.7 < 2.0 < promised(STRONG)


def test_top_trumps_promise_at_least_three_and_nothing_at_all_promises_zero():
    for hand, promised in ((STRONG, "prophecy 3+"), (WEAK, "prophecy 0")):
        state = table(hand, "R5", "C5", trump="S1", prophecies=[None, None, None])
        assert favourite(state) == searched(state) == promised


def test_a_zero_card_is_worth_nothing_to_a_bot_in_the_last_round():
    def zero(round):
        hands = (WEAK, "R5", "C5")
        return weights(table(*hands, trump="S1", prophecies=[None] * 3, round=round))["prophecy 0"]

    assert zero(7) < zero(6) / 2


def test_a_failed_card_is_tried_again_before_a_new_one_of_its_number_is_taken():
    found = weights(prophecy_phase(3, round=2, score_cards={0: {"failed": "2x"}}))
    for side in ("2x", "2+"):
        assert found[f"rebid {side}"] > found[f"prophecy {side}"]


def test_with_a_zero_card_in_store_one_promises_more():
    def daring(zeros):
        return weights(prophecy_phase(3, round=2, score_cards={0: {"zeros": zeros}}))["prophecy 3x"]

    assert daring(1) > 1.5 * daring(0)


# Plays


def test_the_last_player_wins_as_cheaply_as_possible_if_tricks_are_missing():
    state = table("R5 C1", "R4 B1", "R6 R9 R2 S1 S2 C9 B9", prophecies=["3x", "0", "3+"])
    trick(state, "R5 R4")
    assert favourite(state) == "rat 6"


def test_who_wants_no_trick_gets_rid_of_the_highest_card_that_loses():
    state = table("R5 C1", "R7 B1", "R6 R8 R2 S1 S2 C9 B9", prophecies=["3x", "2x", "0"])
    trick(state, "R5 R7")
    assert favourite(state) == "rat 6"


def test_no_potion_is_wasted_on_a_card_that_cannot_win():
    state = table("R9 C1", "R4 B1", "R2 R3 P3 S1 S2 C9 B9", prophecies=["3x", "0", "2x"])
    trick(state, "R9 R4")
    do(state, "rat 2")
    assert favourite(state) == "no potion"


@pytest.mark.parametrize(("promised", "potion"), [("1x", "add 2"), ("0", "no potion")])
def test_a_missing_trick_is_brewed_and_an_unwanted_one_is_not(promised, potion):
    """The last chance: rat 5 loses to rat 6, and would win with the potion."""
    state = table(
        "C9 C8 C7 C6 C5 R6 B9", "B1 B2 B3 B4 B5 B7 R4", "C1 C2 C3 C4 B6 R5 P2", prophecies=["3x", "0", promised]
    )
    trick(state, "C9 B1 C1 C8 B2 C2 C7 B3 C3 C6 B4 C4 C5 B5 B6 R6 R4")
    do(state, "rat 5")
    assert favourite(state) == searched(state) == potion


def test_a_zero_card_that_is_never_needed_again_is_spent():
    state = table(
        "C9 C8 C7 C6 C5 R6 B9",
        "B1 B2 B3 B4 B5 B7 R4",
        "C1 C2 C3 C4 B6 R5 B8",
        prophecies=["3+", "0", "1x"],
        round=7,
        score_cards={2: {"zeros": 1}},
    )
    trick(state, "C9 B1 C1 C8 B2 C2 C7 B3 C3 C6 B4 C4 C5 B5 B6 R6 R4 R5 B9 B7 B8")
    assert favourite(state) == searched(state) == "spend zero"


# Scores


def judged(round=4, **score_cards):
    piles = {int(seat[1:]): pile for seat, pile in score_cards.items()}
    return game.knowledge().expected_shares(prophecy_phase(3, round=round, score_cards=piles))


def test_the_score_is_judged_between_rounds_and_nowhere_else():
    state = prophecy_phase(3)
    assert game.knowledge().expected_shares(state) == pytest.approx([1 / 3] * 3)
    do(state, "prophecy 1x")
    assert game.knowledge().expected_shares(state) is None


def test_points_zero_cards_and_few_rounds_to_come_make_a_leader_surer():
    ahead = judged(s1={"fulfilled": "2x"})
    assert sum(ahead) == pytest.approx(1)
    assert ahead[1] > ahead[0] == ahead[2]
    assert judged(s1={"fulfilled": "2x", "zeros": 1})[1] > ahead[1]
    assert judged(round=7, s1={"fulfilled": "2x"})[1] > ahead[1] > judged(round=2, s1={"fulfilled": "2x"})[1]


def test_a_failed_card_costs_something_but_less_than_it_says():
    failed = judged(s1={"failed": "3x"})
    assert judged(s0={"fulfilled": "3+"}, s2={"fulfilled": "3+"})[1] < failed[1] < 1 / 3


# Belief


def test_a_hand_fits_the_prophecy_that_it_would_make():
    def fit(hand, promised):
        state = table("R5", hand, "C5", trump="S1", prophecies=["1x", promised, "1x"])
        return game.knowledge().likelihood(state, 0)

    assert fit(WEAK, "0") > 10 * fit(WEAK, "3x")
    assert fit(STRONG, "3+") > 10 * fit(STRONG, "0")


def test_cards_already_played_belong_to_the_hand_that_was_prophesied_with():
    state = table(STRONG, "R5 B1", "C5 B2", trump="S1", prophecies=["3+", "0", "0"])
    before = game.knowledge().likelihood(state, 1)
    trick(state, "R9 R5 C5")
    assert game.knowledge().likelihood(state, 1) == pytest.approx(before)


def test_what_was_prophesied_makes_a_difference_to_the_worlds_that_a_bot_imagines():
    state = table(STRONG, "R5 B1", "C5 B2", trump="S1", prophecies=["3+", "0", "0"])
    dice, knowledge = Rng(1), game.knowledge()
    fits = [knowledge.likelihood(state.redeal(1, dice), 1) for _ in range(100)]
    assert min(fits) < 0.1 < 0.5 < max(fits)
