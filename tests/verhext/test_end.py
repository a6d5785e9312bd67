"""The end of the game, the final scoring, and who wins."""

import pytest

from ridotto.games.verhext.components import VerhextNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import prophecy_phase
from tests.verhext.views import public_of


@pytest.mark.rule("verhext.end.hats", "verhext.setup.hats", "verhext.hat.every_round")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_game_ends_after_the_seventh_round(players):
    texts, won = ["3+"] + ["0"] * (players - 1), [7] + [0] * (players - 1)
    state = play_round(texts, won, round=7)
    assert state.over
    assert (state.actor(), state.actors()) == (-1, [])
    assert public_of(state).hats_left == 0


@pytest.mark.rule("verhext.end.hats")
@pytest.mark.parametrize("boxed", [False, True])
def test_the_seventh_hat_ends_it_given_or_boxed(boxed):
    state = play_round(["3+", "0", "0"], [3, 3, 1] if boxed else [4, 3, 0], round=7)
    assert state.over
    assert len(notes_of_kind(state, VerhextNote.HAT_BOXED)) == boxed


@pytest.mark.rule("verhext.end.else", "verhext.end.hats")
@pytest.mark.parametrize("round", range(1, 7))
def test_before_that_a_new_round_is_prepared(round):
    state = play_round(["3+", "0", "0"], [7, 0, 0], round=round)
    assert (state.over, state.round, state.snapshot()["phase"]) == (False, round + 1, "prophecy")
    assert [len(seat["hand"]) for seat in state.snapshot()["seats"]] == [7, 7, 7]


# How many cards of a number are gone before the round, on whose score cards
ALMOST_EMPTY = {
    1: {0: {"fulfilled": "1x 1x 1x 1x 1x"}, 1: {"failed": "1x 1x 1x 1x 1x"}, 2: {"failed": "1+ 1+ 1+ 1+ 1+"}},
    2: {0: {"fulfilled": "2x 2x 2x 2x"}, 1: {"failed": "2x 2x 2x 2x"}, 2: {"failed": "2+ 2+ 2+"}},
    3: {0: {"fulfilled": "3x 3x 3x"}, 1: {"failed": "3x 3x"}, 2: {"failed": "3+ 3+"}},
}


@pytest.mark.rule("verhext.end.stack")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("won", [0, 4])
def test_an_empty_stack_1_2_or_3_ends_the_game_after_the_counting(number, won):
    """Whether the last card is fulfilled or fails: it does not come back."""
    state = play_round([f"{number}+", "0", "0"], [won, 7 - won, 0], round=6, score_cards=ALMOST_EMPTY[number])
    assert state.over
    assert state.round == 6
    assert notes_of_kind(state, VerhextNote.STACK_EMPTY) == [(number, 0, 0)]


@pytest.mark.rule("verhext.end.stack", "verhext.rebid.stack")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_card_left_and_the_game_goes_on(number):
    """A rebid of that number takes none."""
    piles = {seat: dict(pile) for seat, pile in ALMOST_EMPTY[number].items()}
    piles[1]["failed"] = piles[1]["failed"][3:]
    state = play_round(["0", f"rebid {number}x", "0"], [1, 6, 0], round=6, score_cards=piles)
    assert (state.over, state.round, state.stacks[number]) == (False, 7, 1)


@pytest.mark.rule("verhext.end.zero_stack")
def test_an_empty_0_stack_does_not_end_the_game():
    """The last two 0 cards are stored now."""
    piles = {0: {"zeros": 3}, 1: {"zeros": 3}}
    state = play_round(["0", "1+", "0"], [0, 7, 0], round=5, score_cards=piles)
    assert (state.stacks[0], state.over, state.round) == (0, False, 6)


@pytest.mark.rule("verhext.end.finish_round")
def test_a_stack_that_runs_out_in_the_prophecy_phase_does_not_cut_the_round_short():
    state = prophecy_phase(3, round=6, score_cards=ALMOST_EMPTY[3])
    do(state, "prophecy 3x")
    assert state.stacks[3] == 0
    do(state, "prophecy 0", "prophecy 0")
    assert (state.over, state.snapshot()["phase"]) == (False, "play")


@pytest.mark.rule("verhext.end.finish_round", "verhext.end.stack")
def test_the_counting_is_finished_before_the_end():
    """Stack 3 is empty, and still seat 1 is asked for its zero card and the hat is given."""
    piles = {**ALMOST_EMPTY[3], 1: {**ALMOST_EMPTY[3][1], "zeros": 1}}
    state = play_round(["3+", "1x", "0"], [7, 0, 0], round=6, score_cards=piles)
    assert (state.over, choices(state)) == (False, {"keep zero", "spend zero"})
    do(state, "spend zero")
    assert state.over
    assert state.hats[0] == 1


@pytest.mark.rule("verhext.end.finish_round")
def test_after_the_end_nobody_can_do_anything():
    state = play_round(["3+", "0", "0"], [7, 0, 0], round=7)
    for seat in range(3):
        assert state.moves(seat) == []
        assert refused(state, "prophecy 0", seat=seat).code == "over"


# Final scoring


def final(*score_cards, **options):
    """Round 7 in which nothing changes: all say 0, and every seat wins a trick, the most shared by two."""
    piles = dict(enumerate(score_cards))
    players = len(score_cards)
    won = {3: [3, 3, 1], 4: [2, 2, 2, 1]}[players]
    state = play_round(["0"] * players, won, holder=1, round=7, score_cards=piles, **options)
    assert state.over
    return state


@pytest.mark.rule("verhext.final.sum")
def test_example_a():
    """3x +6, 1+ failed -1, 2+ +2, 1x +2, a zero card 0, 1+ +1, two hats +2: 12."""
    lena = {"fulfilled": "3x 2+ 1x 1+", "failed": "1+", "zeros": 1, "hats": 2}
    assert final(lena, {}, {}).scores() == [12, 0, 0]


@pytest.mark.rule("verhext.final.sum", "verhext.final.tie_exact_count", "verhext.final.tie_exact")
def test_the_example_of_the_rulebook():
    """Enzo: 2x, 3+, 1x fulfilled, a 2 failed, a zero card, two hats: 9. Marta has 9 and two hats, one exact card."""
    enzo = {"fulfilled": "2x 3+ 1x", "failed": "2x", "zeros": 1, "hats": 2}
    marta = {"fulfilled": "2x 3+", "hats": 2}
    state = final(marta, enzo, {})
    assert state.scores() == [9, 9, 0]
    assert state.places() == [2, 1, 3]


@pytest.mark.rule(
    "verhext.final.tie_hats", "verhext.final.tie_exact", "verhext.final.tie_exact_count", "verhext.final.places"
)
def test_example_b():
    mia = {"fulfilled": "3x", "hats": 1}
    noa = {"fulfilled": "1x 2+ 1+", "hats": 2}
    ole = {"fulfilled": "1x 1x 1+", "hats": 2}
    state = final(mia, noa, ole)
    assert state.scores() == [7, 7, 7]
    assert state.places() == [3, 2, 1]
    assert state.rewards() == [0.0, 0.0, 1.0]


@pytest.mark.rule("verhext.final.winner")
def test_the_highest_total_wins():
    state = final({"fulfilled": "1x"}, {"fulfilled": "3x"}, {"hats": 3})
    assert (state.scores(), state.places()) == ([2, 6, 3], [3, 1, 2])


@pytest.mark.rule("verhext.final.winner")
def test_the_least_negative_wins():
    state = final({"failed": "3x 3+"}, {"failed": "1x"}, {"failed": "2x 1+"})
    assert (state.scores(), state.places()) == ([-6, -1, -3], [3, 1, 2])


@pytest.mark.rule("verhext.final.winner")
def test_the_worst_total_is_minus_21():
    state = play_round(["3x", "0", "0"], [0, 4, 3], round=7, score_cards={0: {"failed": "3x 3+ 3x 3+ 3x 3+"}})
    assert state.scores()[0] == -21


@pytest.mark.rule("verhext.final.tie_hats")
def test_equal_totals_more_hats_win_even_against_more_exact_cards():
    state = final({"fulfilled": "1x 1x"}, {"fulfilled": "1+ 1+", "hats": 2}, {})
    assert (state.scores(), state.places()) == ([4, 4, 0], [2, 1, 3])


@pytest.mark.rule("verhext.final.tie_exact", "verhext.final.tie_exact_count")
def test_failed_exact_cards_at_least_cards_and_zero_cards_are_not_counted():
    """All have 2 points and no hat; only fulfilled exact cards count: one, none, none."""
    one = {"fulfilled": "1x"}
    at_least = {"fulfilled": "1+ 1+", "zeros": 3}
    failed = {"fulfilled": "3+", "failed": "1x", "zeros": 1}
    state = final(one, at_least, failed)
    assert (state.scores(), state.places()) == ([2, 2, 2], [1, 2, 2])


@pytest.mark.rule("verhext.final.shared", "verhext.final.places")
def test_full_equality_shares_the_victory_and_skips_the_next_place():
    state = final({"fulfilled": "1x"}, {"fulfilled": "1x"}, {"fulfilled": "1+"})
    assert (state.places(), state.rewards()) == ([1, 1, 3], [0.5, 0.5, 0.0])
    assert final({}, {}, {}).rewards() == [pytest.approx(1 / 3)] * 3


@pytest.mark.rule("verhext.final.places")
def test_lower_places_are_ordered_and_shared_by_the_same_criteria():
    best = {"fulfilled": "3x"}
    state = final({"fulfilled": "1+ 1+"}, best, {"fulfilled": "1x"}, {"hats": 1, "fulfilled": "1+"})
    assert state.scores() == [2, 6, 2, 2]
    assert state.places() == [4, 1, 3, 2]
    state = final({"fulfilled": "1x"}, best, {"fulfilled": "1x"}, {})
    assert state.places() == [2, 1, 2, 4]


@pytest.mark.rule("verhext.final.sum", "verhext.rebid.off_pile")
def test_a_rebid_of_the_last_round_is_judged_before_the_total():
    state = play_round(["rebid 3x", "0", "0"], [3, 4, 0], round=7, score_cards={0: {"failed": "3x"}})
    assert state.scores()[0] == 6 - 3
