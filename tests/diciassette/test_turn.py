"""A turn: play a card, then draw."""

import pytest

import ridotto
from ridotto.games.diciassette import components as c
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.diciassette.table import ANY_HANDS, call, game, hands, lay, nobody_calls, row, table, tokens
from tests.diciassette.views import public_of


@pytest.mark.rule("diciassette.turn.order", "diciassette.draw.one")
def test_a_turn_is_a_card_played_and_then_a_card_drawn():
    state = table("4/4 2/2 trap", *ANY_HANDS[1:3], top="5/5 3")
    do(state, "4/4 up")
    assert row(state) == "0:4/4"
    assert hands(state)[0] == ["2/2", "5/5", "trap"]
    assert state.snapshot()["pile"][0] == "3"
    kinds = [note.kind for note in state.take_notes()]
    assert kinds == [c.LAID, c.DREW]


@pytest.mark.rule("diciassette.turn.one_card", "diciassette.play.face_choice")
def test_one_card_of_the_hand_either_way_up():
    state = table("4/4 2 trap", *ANY_HANDS[1:3])
    assert choices(state) == {"4/4 up", "4/4 down", "2 up", "2 down", "trap up", "trap down"}
    lay(state, "2 down")
    assert state.actors() == [1]
    assert row(state) == "0:2-"


@pytest.mark.rule("diciassette.turn.one_card")
def test_equal_cards_are_one_choice():
    assert choices(table("4/4 4/4 4/4", *ANY_HANDS[1:3])) == {"4/4 up", "4/4 down"}
    assert choices(table("trap 4/4 trap", *ANY_HANDS[1:3])) == {"4/4 up", "4/4 down", "trap up", "trap down"}


@pytest.mark.rule("diciassette.turn.one_card")
def test_a_card_that_is_not_in_the_hand_cannot_be_played():
    state = table("4/4 2 trap", *ANY_HANDS[1:3])
    for move in ("4 up", "2/2 up", "trash down"):
        error = refused(state, move)
        assert (error.code, error.clause) == ("no-card", "diciassette.turn.one_card")
    assert "two-sided 2" in str(refused(state, "2/2 up"))


@pytest.mark.rule("diciassette.turn.must_play")
def test_nobody_may_pass_instead_of_playing():
    state = table("4/4 2 trap", *ANY_HANDS[1:3])
    for move in ("pass", "call"):
        assert refused(state, move).code == "phase"
    with pytest.raises(ridotto.IllegalMove) as no_move:
        state.play(0, len(game.move_texts))
    assert (no_move.value.code, no_move.value.clause) == ("phase", "diciassette.turn.must_play")
    assert refused(state, "1/1 up", seat=1).clause == "diciassette.turn.next"


@pytest.mark.rule("diciassette.turn.any_card")
def test_a_card_that_obviously_lifts_the_row_to_17_may_be_played():
    state = table("5/5 5/5 5/5", *ANY_HANDS[1:3], row="2:5/5 0:5/5 1:5/5 2:4/4")
    assert choices(state) == {"5/5 up", "5/5 down"}
    do(state, "5/5 up")
    assert public_of(state).total == 24


@pytest.mark.rule("diciassette.play.face_choice")
@pytest.mark.parametrize("card", c.CARD_NAMES)
def test_every_card_may_be_laid_face_up_or_face_down(card):
    for face in ("up", "down"):
        state = table(f"{card} {card} {card}", *ANY_HANDS[1:3], row="2:4/4")
        assert choices(state) == {f"{card} up", f"{card} down"}
        do(state, f"{card} {face}")
        if (card, face) != ("trash", "up"):
            assert state.snapshot()["row"][-1] == {"seat": 0, "card": card, "face": face}


@pytest.mark.rule("diciassette.play.append", "diciassette.play.owner")
def test_cards_are_laid_to_the_right_and_the_row_remembers_whose_they_are():
    state = table("4/4 2 trap", "5 1/1 1/1", "2/2 2/2 3")
    lay(state, "trap down", "5 up", "2/2 down", "2 down")
    assert row(state) == "0:trap- 1:5 2:2/2- 0:2-"
    for viewer in (-1, 0, 1, 2):
        assert [card.seat for card in public_of(state, viewer).row] == [0, 1, 2, 0]


@pytest.mark.rule("diciassette.play.two_sided_either_way")
def test_a_two_sided_card_is_the_same_either_way_up():
    faces = []
    for face in ("up", "down"):
        state = table("4/4 1/1 1/1", *ANY_HANDS[1:3], row="2:5/5 0:5/5 1:2/2")
        do(state, f"4/4 {face}")
        for viewer in (-1, 1, 2):
            public = public_of(state, viewer)
            assert (public.total, public.covered) == (16, 0)
        call(state, 1)
        assert notes_of_kind(state, c.REVEALED) == []
        assert tokens(state) == [(1, 0), (0, 1), (0, 0)]
        faces.append(state.snapshot())
    up, down = faces
    assert down["last"]["row"][-1] == {**up["last"]["row"][-1], "face": "down"}
    assert {**up, "last": None} == {**down, "last": None}


@pytest.mark.rule("diciassette.play.effect_now")
def test_an_effect_comes_before_anybody_may_call():
    state = table("reverse 1/1 1/1", *ANY_HANDS[1:3], row="2:4/4")
    do(state, "reverse up")
    assert [public_of(state, viewer).direction for viewer in (-1, 1, 2)] == ["counter-clockwise"] * 3
    state = table("x2 1/1 1/1", *ANY_HANDS[1:3], row="2:4/4")
    do(state, "x2 up")
    assert [public_of(state, viewer).double for viewer in (-1, 1, 2)] == [True] * 3
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3], row="2:5/5 0:5/5 1:5/5 2:4/4")
    do(state, "trash up")
    assert public_of(state, 1).total == 15
    call(state, 1)
    assert tokens(state) == [(1, 0), (0, 1), (0, 0)]


@pytest.mark.rule("diciassette.play.effect_now", "diciassette.double.one_by_one")
def test_an_effect_comes_before_the_second_card_of_an_x2_turn():
    state = table("reverse trash 1/1", *ANY_HANDS[1:3], row="1:4/4 2:x2", due=2)
    do(state, "reverse up")
    assert (state.actors(), public_of(state, 1).direction) == ([0], "counter-clockwise")
    do(state, "trash up")
    assert row(state) == "1:4/4 2:x2"
    nobody_calls(state)
    assert state.actors() == [2]


@pytest.mark.rule("diciassette.play.effect_now", "diciassette.draw.reshuffle_scope")
def test_an_effect_comes_before_drawing():
    """The card that is trashed is the only one to draw, with the trash."""
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3], row="2:5", pile="", discards="")
    do(state, "trash up")
    assert len(hands(state)[0]) == 3
    assert state.snapshot()["discards"] == []
    assert game.inventory(state)["5"] == 3
    kinds = [note.kind for note in state.take_notes()]
    assert kinds.index(c.LAID) < kinds.index(c.TRASHED) < kinds.index(c.RESHUFFLED) < kinds.index(c.DREW)


@pytest.mark.rule("diciassette.turn.next", "diciassette.call.nobody")
def test_after_the_window_the_neighbour_in_the_current_direction_is_next():
    state = table("1/1 1/1 1/1", "reverse 2/2 2/2", "3/3 3/3 3/3", "4/4 4/4 4/4")
    order = []
    for move in ("1/1 up", "reverse up", "1/1 up", "4/4 up", "3/3 up"):
        order.append(state.actor())
        lay(state, move)
    assert order == [0, 1, 0, 3, 2]
