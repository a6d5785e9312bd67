"""Traps, the result of a call, penalties, and who wins: section 9 of the specification with its examples."""

import pytest

from ridotto.games.diciassette.cards import Told
from tests.diciassette.table import call, tokens, told, window

FOUR_FIVES = "0:5/5 1:5/5 2:5/5 3:5/5"


@pytest.mark.rule("diciassette.settle.wrong", "diciassette.penalty.second", "diciassette.round.starter")
def test_a_wrong_call_with_a_second_penalty():
    state = window(3, row="0:5/5 2:5/5 0:5/5 1:1/1", tokens={0: (1, 1)})
    call(state, 0)
    assert tokens(state) == [(0, 0), (1, 0), (0, 0)]
    assert state.actors() == [1]


@pytest.mark.rule("diciassette.end.shared", "diciassette.settle.trap_regardless", "diciassette.end.freeze")
def test_two_reach_three_tokens_and_win_together():
    state = window(row="3:trap- 1:5/5 2:5/5 3:5/5 0:5/5", tokens={2: (2, 0), 3: (2, 1)})
    call(state, 2)
    assert tokens(state) == [(0, 1), (0, 0), (3, 1), (3, 1)]
    assert state.over
    assert state.places() == [4, 3, 1, 1]
    assert state.rewards() == [0, 0, 0.5, 0.5]
    assert state.snapshot()["row"]


@pytest.mark.rule("diciassette.end.several")
def test_of_two_with_three_tokens_the_one_with_fewer_penalties_wins():
    state = window(row="3:trap- 1:5/5 2:5/5 3:5/5 0:5/5", tokens={2: (2, 0), 3: (2, 0)})
    call(state, 2)
    assert state.places()[3] == 1
    assert state.rewards() == [0, 0, 0, 1]


@pytest.mark.rule("diciassette.end.check_after_settlement", "diciassette.settle.cap_counts_received")
def test_a_third_token_that_is_lost_again_does_not_win():
    state = window(row=f"1:trap- {FOUR_FIVES} 1:4/4", tokens={1: (2, 1)})
    call(state, 2)
    assert tokens(state)[1] == (2, 0)
    assert not state.over


@pytest.mark.rule("diciassette.penalty.sequence", "diciassette.penalty.several")
@pytest.mark.parametrize(("settlement", "after"), [("sequential", (1, 0)), ("batch", (0, 0))])
def test_the_order_of_tokens_matters_for_who_has_none(settlement, after):
    state = window(row=f"3:trap- {FOUR_FIVES}", tokens={1: (0, 1)}, options={"settlement": settlement})
    call(state, 1)
    assert tokens(state)[1] == after
    assert state.actors() == [1]


@pytest.mark.rule("diciassette.settle.own_trap", "diciassette.settle.victory_cap", "diciassette.settle.trap_penalty")
def test_a_callers_own_traps_give_one_token_and_a_penalty_each():
    state = window(row=f"1:trap- 1:trap- 1:trap- {FOUR_FIVES}")
    call(state, 1)
    assert tokens(state) == [(0, 0), (0, 1), (0, 0), (0, 1)]
    assert state.actors() == [1]


@pytest.mark.rule("diciassette.trap.face_up", "diciassette.total.trap_zero", "diciassette.total.threshold")
@pytest.mark.parametrize(("last", "right"), [("1/1", False), ("2/2", True)])
def test_seventeen_is_enough_and_a_trap_face_up_is_nothing(last, right):
    state = window(row=f"0:5/5 1:5/5 2:5/5 1:trap 3:{last}")
    call(state, 0)
    assert tokens(state)[0] == ((1, 0) if right else (0, 1))
    assert tokens(state)[3] == ((0, 1) if right else (1, 0))


@pytest.mark.rule("diciassette.end.round_cap", "diciassette.end.ranking")
def test_the_hundredth_round_is_the_last():
    state = window(row="0:5/5 1:1/1", round=100, tokens={2: (1, 1), 3: (1, 0)})
    call(state, 2)
    assert state.over
    assert tokens(state) == [(0, 0), (1, 0), (0, 0), (1, 0)]
    assert state.places() == [3, 1, 3, 1]


@pytest.mark.rule("diciassette.reveal.all", "diciassette.total.sum")
def test_covered_cards_are_revealed_one_by_one_and_counted():
    state = window(row="0:5/5- 1:3- 2:reverse- 3:4")
    call(state, 1)
    notes = state.told()
    assert [(note.a, note.b, note.c) for note in notes if note.kind == Told.REVEALED] == [(1, 7, 1), (2, 10, 2)]
    assert [note.a for note in notes if note.kind == Told.COUNTED] == [12]


@pytest.mark.rule("diciassette.round.discard")
def test_the_revealed_row_is_discarded_and_can_be_looked_at_again():
    state = window(row="0:5/5 1:3- 2:4")
    call(state, 3)
    assert state.snapshot()["row"] == []
    assert state.snapshot()["discards"] == ["5/5", "3", "4"]
    assert [card["card"] for card in state.snapshot()["last"]["row"]] == ["5/5", "3", "4"]
    assert told(state, Told.ROUND_BEGINS) == [(10, 2, 0)]
