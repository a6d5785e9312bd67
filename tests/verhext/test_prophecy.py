"""The prophecy phase, and new attempts with failed cards."""

import pytest

from ridotto.games.verhext.components import VerhextNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import game, prophecy_phase, score_card, start, table
from tests.verhext.views import card_names, cards_in, is_hidden, own_of, prophecy_names, public_of

ALL = {f"prophecy {text}" for text in ("0", "1x", "1+", "2x", "2+", "3x", "3+")}


@pytest.mark.rule("verhext.bid.order", "verhext.bid.mandatory")
def test_the_holder_chooses_first_then_clockwise_one_card_each():
    state = prophecy_phase(4, holder=2)
    order = []
    for text in ("1x", "0", "2+", "3+"):
        order.append(state.actor())
        assert state.actors() == [state.actor()]
        do(state, f"prophecy {text}")
    assert order == [2, 3, 0, 1]
    assert [seat["prophecy"] for seat in state.snapshot()["seats"]] == ["2+", "3+", "1x", "0"]
    assert state.snapshot()["phase"] == "play"


@pytest.mark.rule("verhext.bid.order")
def test_nobody_chooses_out_of_turn():
    state = prophecy_phase(4, holder=2)
    error = refused(state, "prophecy 0", seat=3)
    assert (error.code, error.clause) == ("turn", "verhext.bid.order")
    assert state.moves(3) == []


@pytest.mark.rule("verhext.bid.public", "verhext.vis.table")
def test_a_chosen_prophecy_lies_open_with_its_side():
    state = prophecy_phase(3, round=2, score_cards={0: {"failed": "2x"}})
    do(state, "rebid 2+")
    for viewer in (-1, 0, 1, 2):
        seen = game.view(state, viewer).public.seats[0]
        assert (prophecy_names([seen.prophecy]), seen.rebid) == (["2+"], True)
    assert notes_of_kind(state, VerhextNote.PROPHESIED) == [(0, 4, 1)]


@pytest.mark.rule("verhext.bid.mandatory")
def test_there_is_no_pass():
    state = prophecy_phase()
    assert choices(state) == ALL
    for move in ("no potion", "keep zero", "rat 1"):
        assert refused(state, move).clause == "verhext.bid.mandatory"


@pytest.mark.rule("verhext.bid.takes_card")
def test_a_prophecy_takes_its_card_off_the_stack_at_once():
    state = prophecy_phase()
    do(state, "prophecy 0")
    assert list(state.stacks) == [7, 16, 12, 8]
    do(state, "prophecy 1x", "prophecy 2+")
    assert list(state.stacks) == [7, 15, 11, 8]


@pytest.mark.rule("verhext.bid.takes_card", "verhext.zero.fail")
def test_cards_1_to_3_never_return_only_0_cards_can():
    """Everybody but seat 0 fails."""
    state = play_round(["3+", "1x", "2+", "0"], [4, 0, 0, 3])
    assert state.round == 2
    assert list(state.stacks) == [8, 15, 11, 7]


@pytest.mark.rule("verhext.bid.always_possible")
def test_even_the_last_chooser_of_round_7_finds_a_prophecy():
    """The most that 30 prophecies can have taken and four more take now: ten cards are left."""
    piles = {
        0: {"fulfilled": "1x 1x 1x 1x 1x 1x"},
        1: {"fulfilled": "1x 1x 1x 1x 1x 1x"},
        2: {"fulfilled": "2x 2x 2x 2x 2x 2x"},
        3: {"fulfilled": "2x 2x 2x 3x 3x 3x"},
        4: {"fulfilled": "3x 3x", "zeros": 4},
    }
    state = prophecy_phase(5, round=7, score_cards=piles)
    assert sum(state.stacks) == 14
    do(state, "prophecy 0", "prophecy 0", "prophecy 0", "prophecy 0")
    assert sum(state.stacks) == 10
    assert choices(state) == {f"prophecy {text}" for text in ("1x", "1+", "2x", "2+", "3x", "3+")}


@pytest.mark.rule("verhext.bid.always_possible")
def test_no_random_game_ever_leaves_anybody_without_a_move():
    for seed in range(30):
        state = game.start(players=5, seed=seed)
        while not state.over:
            moves = state.moves(state.actor())
            assert moves
            state.play(state.actor(), moves[seed * 7 % len(moves)])


@pytest.mark.rule("verhext.bid.side")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_1_to_3_have_two_sides_to_choose_from(number):
    for side in "x+":
        state = prophecy_phase()
        do(state, f"prophecy {number}{side}")
        assert state.snapshot()["seats"][0]["prophecy"] == f"{number}{side}"


@pytest.mark.rule("verhext.bid.locked")
def test_number_and_side_stay_until_the_play_phase_is_over():
    state = start(players=3, seed=4, first_holder=0)
    do(state, "prophecy 1x", "prophecy 2+", "prophecy 0")
    while state.snapshot()["phase"] == "play" and state.round == 1:
        for move in ("prophecy 1+", "prophecy 3x"):
            assert refused(state, move).code == "phase"
        assert [seat["prophecy"] for seat in state.snapshot()["seats"]] == ["1x", "2+", "0"]
        state.play(state.actor(), state.moves(state.actor())[0])


@pytest.mark.rule("verhext.bid.free")
def test_all_may_choose_the_same_and_the_sum_is_free():
    for text in ("3x", "0", "1+"):
        state = prophecy_phase(5)
        do(state, *[f"prophecy {text}"] * 5)
        assert [seat["prophecy"] for seat in state.snapshot()["seats"]] == [text] * 5


@pytest.mark.rule("verhext.bid.empty_stack", "verhext.end.finish_round")
def test_an_empty_stack_closes_its_number_but_not_a_rebid_of_it():
    """Seat 0 takes the last 3; seat 1 has a failed 3 of its own, seat 2 has none."""
    piles = {0: {"fulfilled": "3x 3x 3x 3x"}, 1: {"failed": "3x 3x 3x"}}
    state = prophecy_phase(3, round=5, score_cards=piles)
    do(state, "prophecy 3+")
    assert choices(state) == ALL - {"prophecy 3x", "prophecy 3+"} | {"rebid 3x", "rebid 3+"}
    error = refused(state, "prophecy 3x")
    assert (error.code, error.clause) == ("empty-stack", "verhext.bid.empty_stack")
    do(state, "rebid 3x")
    assert choices(state) == ALL - {"prophecy 3x", "prophecy 3+"}


@pytest.mark.rule("verhext.bid.empty_stack", "verhext.end.zero_stack")
def test_an_empty_0_stack_closes_0():
    piles = {0: {"zeros": 4}, 1: {"zeros": 4}}
    state = prophecy_phase(3, round=5, score_cards=piles)
    assert choices(state) == ALL - {"prophecy 0"}
    assert refused(state, "prophecy 0").code == "empty-stack"


@pytest.mark.rule("verhext.bid.max")
def test_there_are_seven_prophecies_and_none_above_3():
    texts = [text for text in game.move_texts if text.startswith("prophecy")]
    assert texts == [f"prophecy {text}" for text in ("0", "1x", "1+", "2x", "2+", "3x", "3+")]


@pytest.mark.rule("verhext.bid.hand_unknown", "verhext.vis.hands")
def test_a_chooser_sees_his_hand_the_trump_card_and_what_lies_open():
    state = prophecy_phase(4, round=2, score_cards={3: {"failed": "2x"}, 0: {"zeros": 1}})
    do(state, "prophecy 1+")
    public, hand = public_of(state), [f"crow {value}" for value in range(1, 8)]
    assert card_names(own_of(state, 1).hand) == hand
    assert card_names([public.trump]) == ["potion 1"]
    assert prophecy_names([public.seats[0].prophecy]) == ["1+"]
    assert (prophecy_names(public.seats[3].failed), public.seats[0].zeros, public.stacks) == (["2x"], 1, (7, 15, 11, 8))
    assert cards_in(game.view(state, 1)) == {"potion 1", *hand}
    assert all(is_hidden(state, 1, card) for card in ("rat 1", "broom 1", "spider 1", "crow 8", "potion 2"))


@pytest.mark.rule("verhext.rebid.allowed", "verhext.rebid.own_failed", "verhext.rebid.side", "verhext.zero.no_bid")
def test_only_own_failed_cards_1_to_3_can_be_tried_again_with_either_side():
    piles = {
        0: {"failed": "1x 3+", "fulfilled": "2x", "hats": 1, "zeros": 1},
        1: {"failed": "2x"},
    }
    state = prophecy_phase(3, round=5, score_cards=piles)
    assert choices(state) == ALL | {"rebid 1x", "rebid 1+", "rebid 3x", "rebid 3+"}
    error = refused(state, "rebid 2x")
    assert (error.code, error.clause) == ("no-failed-card", "verhext.rebid.own_failed")
    assert "rebid 0" not in game.move_texts


@pytest.mark.rule("verhext.rebid.allowed")
def test_a_card_that_failed_last_round_is_there_to_be_tried_again():
    state = play_round(["3x", "1x", "0"], [2, 4, 1])
    do(state, "rebid 1+")
    assert state.snapshot()["seats"][1]["rebid"]
    assert {"prophecy 3x", "prophecy 3+"} < choices(state)
    assert not {"rebid 3x", "rebid 1x"} & choices(state)  # seat 2 only failed a 0


@pytest.mark.rule("verhext.rebid.like_new")
def test_a_rebid_leads_like_a_fresh_card():
    """2x as a new attempt has potential 4 and beats a fresh 3+."""
    state = prophecy_phase(3, round=2, score_cards={1: {"failed": "2+"}})
    do(state, "prophecy 3+", "rebid 2x", "prophecy 2+")
    assert state.actor() == 1


@pytest.mark.rule("verhext.rebid.like_new", "verhext.rebid.off_pile")
@pytest.mark.parametrize(("won", "after"), [(2, 4), (1, -2), (3, -2)])
def test_a_rebid_scores_like_a_fresh_card_and_its_old_minus_is_gone(won, after):
    """The failed 2+ (-2) is tried again as 2x: +4 or -2 in the end, never -4."""
    state = play_round(["0", "rebid 2x", "3x"], [5 - won, won, 2], round=2)
    assert state.round == 3
    hat = state.hats[1]
    assert state.scores()[1] == after + hat


@pytest.mark.rule("verhext.rebid.off_pile")
def test_a_card_that_is_out_counts_neither_way():
    state = prophecy_phase(3, round=2, score_cards={0: {"failed": "3+"}})
    assert state.scores()[0] == -3
    do(state, "rebid 3x")
    assert state.scores()[0] == 0
    assert score_card(state, 0)["failed"] == []


@pytest.mark.rule("verhext.rebid.one", "verhext.rebid.stack")
def test_a_rebid_is_the_one_prophecy_of_the_round_and_leaves_the_stacks_alone():
    state = prophecy_phase(3, round=3, score_cards={0: {"failed": "1x 2x"}})
    stacks = list(state.stacks)
    do(state, "rebid 2x")
    assert state.actor() == 1
    assert list(state.stacks) == stacks
    assert score_card(state, 0)["failed"] == ["1x"]
    assert refused(state, "rebid 1x", seat=0).code == "turn"


@pytest.mark.rule("verhext.rebid.repeat")
def test_a_card_can_be_tried_again_and_again():
    state = play_round(["0", "rebid 1x", "3x"], [1, 3, 3], round=2)
    assert score_card(state, 1)["failed"] == ["1x"]
    again = play_round(["0", "rebid 1x", "3x"], [1, 3, 3], round=3)
    assert score_card(again, 1)["failed"] == ["1x"]
    assert {"rebid 1x", "rebid 1+"} < choices_of(again, 1)


def choices_of(state, seat):
    """What a seat may choose in the prophecy phase, those before it choosing 0."""
    while state.actor() != seat:
        do(state, "prophecy 0")
    return choices(state)


@pytest.mark.rule("verhext.rebid.which")
def test_among_equals_the_card_that_has_lain_longest_is_taken():
    """With the standard table both sides of a 2 cost 2."""
    state = prophecy_phase(3, round=4, score_cards={0: {"failed": "2+ 2x 2+"}})
    do(state, "rebid 2x")
    assert score_card(state, 0)["failed"] == ["2x", "2+"]


@pytest.mark.rule("verhext.rebid.which")
def test_the_card_with_the_highest_minus_is_taken_first():
    """With double stakes a failed exact 2 costs 4, a failed 2+ costs 2."""
    state = prophecy_phase(3, round=4, score_cards={0: {"failed": "2+ 2x 2+"}}, point_table="double_stakes")
    assert state.scores()[0] == -8
    do(state, "rebid 2+")
    assert score_card(state, 0)["failed"] == ["2+", "2+"]
    assert state.scores()[0] == -4


@pytest.mark.rule("verhext.rebid.which")
def test_among_several_costly_ones_the_oldest_goes():
    state = prophecy_phase(3, round=6, score_cards={0: {"failed": "1+ 1x 1+ 1x 1+"}}, point_table="double_stakes")
    do(state, "rebid 1x")
    assert score_card(state, 0)["failed"] == ["1+", "1+", "1x", "1+"]


@pytest.mark.rule("verhext.rebid.which")
def test_a_card_that_failed_again_counts_as_newly_laid():
    """Of a 2x and a 2+ the older 2x is tried again as 2x and fails: now the 2+ is the oldest."""
    state = play_round(["0", "rebid 2x", "3x"], [1, 3, 3], round=3, score_cards={1: {"failed": "2+"}})
    assert score_card(state, 1)["failed"] == ["2+", "2x"]


@pytest.mark.rule("verhext.rebid.own_failed")
def test_a_rebid_cannot_be_loaded_without_a_round_in_which_it_failed():
    with pytest.raises(ValueError, match="collected"):
        table("R1", "C1", "B1", prophecies=["rebid 2x", "0", "0"], round=1)
