"""Trash, x2 and change of direction, and what they do to each other."""

import pytest

from tests.diciassette.table import do, lay, nobody_calls, row, table

ANY = "1/1 1/1 1/1"


@pytest.mark.rule("diciassette.trash.face_down_target", "diciassette.info.trashed")
def test_a_covered_card_is_trashed_unseen():
    state = table("trash 1/1 2/2", ANY, ANY, row="0:4/4 2:trap-")
    do(state, "trash up")
    assert row(state) == "0:4/4"
    assert state.snapshot()["seats"][2]["trashed"] == ["trap"]
    assert state.snapshot()["discards"] == ["trash"]


@pytest.mark.rule("diciassette.trash.empty_row")
def test_a_trash_on_an_empty_row_goes_alone():
    state = table("trash 1/1 2/2", ANY, ANY)
    do(state, "trash up")
    assert (row(state), state.snapshot()["discards"]) == ("", ["trash"])


@pytest.mark.rule("diciassette.trash.reverse_target", "diciassette.trash.target")
def test_a_trashed_reverse_is_not_undone():
    state = table("reverse 1/1 2/2", ANY, "trash 1/1 2/2")
    lay(state, "reverse up")
    assert state.actors() == [2]
    lay(state, "trash up")
    assert state.snapshot()["direction"] == "counter-clockwise"
    assert state.actors() == [1]


@pytest.mark.rule("diciassette.trash.double_target", "diciassette.double.one_by_one")
@pytest.mark.parametrize("cancels", ["false", "true"])
def test_the_victim_trashes_the_x2_and_owes_the_second_card_all_the_same(cancels):
    state = table("trash 1/1 2/2", ANY, ANY, row="1:4/4 2:x2", due=2, options={"trash_cancels_double": cancels})
    do(state, "trash up")
    assert state.snapshot()["phase"] == ("call" if cancels == "true" else "play")
    assert row(state) == "1:4/4"


@pytest.mark.rule("diciassette.trash.double_target", "diciassette.trash.own_card", "diciassette.double.chain")
@pytest.mark.parametrize("cancels", ["false", "true"])
def test_an_x2_trashed_by_its_own_player_binds_the_next_all_the_same(cancels):
    state = table("trash x2 2/2", ANY, ANY, row="1:4/4 2:x2", due=2, options={"trash_cancels_double": cancels})
    do(state, "x2 up", "trash up")
    nobody_calls(state)
    assert state.actors() == [1]
    assert state.snapshot()["due"] == (1 if cancels == "true" else 2)


@pytest.mark.rule("diciassette.double.victim", "diciassette.double.no_stack", "diciassette.double.draw_two")
def test_the_victim_is_whoever_is_next_in_the_end():
    state = table("reverse x2 2/2", ANY, ANY, row="2:x2", due=2, top="5/5 4/4")
    do(state, "x2 up")
    assert state.snapshot()["seats"][0]["hand"] == ["2/2", "reverse"]
    do(state, "reverse up")
    assert state.snapshot()["seats"][0]["hand"] == ["2/2", "4/4", "5/5"]
    nobody_calls(state)
    assert state.actors() == [2]
    assert (state.snapshot()["due"], state.snapshot()["double"]) == (2, False)


@pytest.mark.rule("diciassette.draw.reshuffle", "diciassette.draw.reshuffle_scope")
def test_a_trash_may_come_back_with_the_draw_of_its_own_turn():
    deck = table(ANY, ANY).snapshot()["pile"]
    laid = " ".join(f"1:{card}-" for card in deck if card != "trash")
    state = table("trash 1/1 1/1", ANY, row=f"{laid} 1:trash- 1:trash- 1:trash- 1:trash- 1:1/1", pile="", turns=80)
    do(state, "trash up")
    drawn = state.snapshot()["seats"][0]["hand"]
    assert sorted([*drawn, *state.snapshot()["pile"]]) == ["1/1", "1/1", "1/1", "trash"]
    assert state.snapshot()["discards"] == []


@pytest.mark.rule("diciassette.double.face_down", "diciassette.reverse.face_down", "diciassette.trash.face_down")
@pytest.mark.parametrize("card", ["x2", "reverse", "trash"])
def test_face_down_nothing_happens(card):
    state = table(f"{card} 1/1 2/2", ANY, ANY, row="2:4/4")
    lay(state, f"{card} down")
    assert row(state) == f"2:4/4 0:{card}-"
    assert (state.actors(), state.snapshot()["due"]) == ([1], 1)
