"""x2: two cards for the next player."""

import pytest

from ridotto.games.diciassette import components as c
from tests.at_the_table import choices, do, notes_of_kind
from tests.diciassette.table import ANY_HANDS, all_in_row, call, hands, lay, nobody_calls, row, table
from tests.diciassette.views import public_of

ANY = "1/1 1/1 1/1"
CANCELS = pytest.mark.parametrize("cancels", ["false", "true"])


def due(state):
    shown = state.snapshot()
    return shown["turn"], shown["due"], shown["double"]


@pytest.mark.rule("diciassette.double.face_up")
@pytest.mark.parametrize(("direction", "victim"), [("clockwise", 1), ("counter-clockwise", 3)])
def test_after_an_x2_the_next_player_must_play_two_cards(direction, victim):
    state = table("x2 1/1 1/1", *ANY_HANDS[1:4], direction=direction)
    do(state, "x2 up")
    assert due(state) == (0, 0, True)
    assert notes_of_kind(state, c.DOUBLED) == [(0, victim, 0)]
    nobody_calls(state)
    assert due(state) == (victim, 2, False)
    do(state, "2/2 up")
    assert due(state) == (victim, 1, False)
    assert state.actors() == [victim]
    do(state, min(choices(state)))
    assert state.actors() == [seat for seat in range(4) if seat != victim]
    nobody_calls(state)
    assert state.snapshot()["due"] == 1  # and the one after him one card


@pytest.mark.rule("diciassette.double.draw_two", "diciassette.double.from_hand")
def test_both_cards_come_from_the_hand_and_two_are_drawn_afterwards():
    state = table("1/1 2/2 3/3", *ANY_HANDS[1:3], row="2:x2", due=2, top="5/5 4/4")
    do(state, "2/2 up")
    assert hands(state)[0] == ["1/1", "3/3"]
    assert choices(state) == {"1/1 up", "1/1 down", "3/3 up", "3/3 down"}
    assert notes_of_kind(state, c.DREW) == []
    do(state, "1/1 up")
    assert hands(state)[0] == ["3/3", "4/4", "5/5"]
    assert sorted(notes_of_kind(state, c.DREW)) == [(0, 3, 0), (0, 4, 0)]


@pytest.mark.rule("diciassette.double.one_by_one")
def test_each_of_the_two_cards_has_its_own_face_and_its_own_effect():
    state = table("reverse x2 3", *ANY_HANDS[1:4], row="3:x2", due=2)
    do(state, "reverse up")
    assert state.snapshot()["direction"] == "counter-clockwise"
    do(state, "3 down")
    assert row(state) == "3:x2 0:reverse 0:3-"
    nobody_calls(state)
    assert due(state) == (3, 1, False)


@pytest.mark.rule("diciassette.double.chain")
@pytest.mark.parametrize("cards", [("x2 up", "1/1 up"), ("1/1 up", "x2 up")])
def test_an_x2_in_an_x2_turn_binds_the_following_player(cards):
    state = table("x2 1/1 1/1", *ANY_HANDS[1:3], row="2:x2", due=2)
    do(state, *cards)
    nobody_calls(state)
    assert due(state) == (1, 2, False)


@pytest.mark.rule("diciassette.double.no_stack")
def test_two_x2_in_one_turn_still_mean_two_cards():
    state = table("x2 x2 1/1", *ANY_HANDS[1:3], row="2:x2", due=2)
    do(state, "x2 up", "x2 up")
    nobody_calls(state)
    assert due(state) == (1, 2, False)
    do(state, "1/1 up", "1/1 up")
    nobody_calls(state)
    assert due(state) == (2, 1, False)


@pytest.mark.rule("diciassette.double.victim")
@pytest.mark.parametrize("cards", [("x2 up", "reverse up"), ("reverse up", "x2 up")])
def test_the_victim_is_whoever_takes_the_next_turn(cards):
    """Clockwise seat 1 would be next; the reverse sends the x2 back to seat 3."""
    state = table("x2 reverse 1/1", *ANY_HANDS[1:4], row="3:x2", due=2)
    do(state, *cards)
    nobody_calls(state)
    assert due(state) == (3, 2, False)


@pytest.mark.rule("diciassette.double.victim")
def test_who_the_victim_will_be_is_not_announced_while_it_may_change():
    state = table("x2 reverse 1/1", *ANY_HANDS[1:4], row="3:x2", due=2)
    do(state, "x2 up")
    assert notes_of_kind(state, c.DOUBLED) == [(0, -1, 0)]


@pytest.mark.rule("diciassette.double.face_down")
def test_an_x2_face_down_binds_nobody():
    state = table("x2 1/1 1/1", *ANY_HANDS[1:3])
    do(state, "x2 down")
    assert due(state) == (0, 0, False)
    nobody_calls(state)
    assert due(state) == (1, 1, False)


@pytest.mark.rule("diciassette.double.short_hand")
def test_a_victim_with_one_card_plays_that_one_only():
    state = all_in_row("5/5", "4/4 4/4", "3/3", turn=2, phase="call", double=True)
    nobody_calls(state)
    assert due(state) == (0, 2, False)
    do(state, "5/5 up")
    assert (state.snapshot()["phase"], state.snapshot()["due"], state.actors()) == ("call", 0, [1, 2])
    nobody_calls(state)
    assert due(state) == (1, 1, False)


@pytest.mark.rule("diciassette.double.short_hand", "diciassette.double.draw_two")
def test_a_victim_with_one_card_draws_only_when_it_is_laid():
    """Two discards are there to be drawn, but not in the middle of the turn."""
    state = all_in_row("trash", "4/4 4/4", "3/3", turn=2, phase="call", double=True)
    nobody_calls(state)
    do(state, "trash up")
    assert state.snapshot()["phase"] == "call"
    assert len(hands(state)[0]) == 2


@pytest.mark.rule("diciassette.double.short_hand")
def test_a_victim_with_two_cards_plays_both():
    state = all_in_row("5/5 5/5", "4/4 4/4", "3/3", turn=2, phase="call", double=True)
    nobody_calls(state)
    do(state, "5/5 up")
    assert state.actors() == [0]
    do(state, "5/5 up")
    assert (hands(state)[0], state.actors()) == ([], [1, 2])


@pytest.mark.rule("diciassette.double.victim", "diciassette.call.forced_no_cards")
def test_a_victim_who_had_no_card_draws_before_the_turn_and_plays_two():
    state = all_in_row("", "4/4 4/4", "3/3 3/3 3/3", discards="1 reverse x2", turn=2, phase="call", double=True)
    nobody_calls(state)
    assert due(state) == (0, 2, False)
    assert hands(state)[0] == ["1", "reverse", "x2"]


# Trash and x2


@pytest.mark.rule("diciassette.trash.double_target")
@CANCELS
def test_the_victim_trashes_the_x2_and_must_still_play_two_cards(cancels):
    """With the option, the first card was his only one."""
    state = table("trash 1/1 2/2", ANY, ANY.replace("1", "2"), row="1:4/4 2:x2", due=2, options=option(cancels))
    do(state, "trash up")
    assert row(state) == "1:4/4"
    if cancels == "true":
        assert (state.snapshot()["phase"], state.actors()) == ("call", [1, 2])
        assert len(hands(state)[0]) == 3
        return
    assert (state.snapshot()["phase"], due(state)) == ("play", (0, 1, False))
    do(state, "1/1 up")
    nobody_calls(state)
    assert due(state) == (1, 1, False)


@pytest.mark.rule("diciassette.trash.double_target", "diciassette.trash.own_card")
@CANCELS
def test_an_x2_trashed_by_its_own_player_still_binds_the_next(cancels):
    """With the option, it does not."""
    state = table("trash x2 2/2", ANY, ANY.replace("1", "2"), row="1:4/4 2:x2", due=2, options=option(cancels))
    do(state, "x2 up", "trash up")
    assert row(state) == "1:4/4 2:x2"
    assert state.snapshot()["double"] is (cancels == "false")
    assert public_of(state, 1).double is (cancels == "false")
    nobody_calls(state)
    assert due(state) == (1, 1 if cancels == "true" else 2, False)


@pytest.mark.rule("diciassette.trash.double_target", "diciassette.trash.face_down_target")
@CANCELS
def test_a_covered_x2_that_is_trashed_changes_nothing(cancels):
    """Neither the duty of the victim, nor the effect of another x2 of the same turn."""
    state = table("trash 1/1 2/2", ANY, ANY.replace("1", "2"), row="1:x2 2:x2-", due=2, options=option(cancels))
    do(state, "trash up")
    assert (row(state), due(state)) == ("1:x2", (0, 1, False))


@pytest.mark.rule("diciassette.trash.double_target")
@CANCELS
def test_an_x2_after_a_trash_binds_the_next_player(cancels):
    """Seat 0 trashes the x2 it suffers from; without the option it lays an x2 itself."""
    state = table("trash x2 2/2", ANY, ANY.replace("1", "2"), row="1:4/4 2:x2", due=2, options=option(cancels))
    do(state, "trash up")
    if cancels == "false":
        do(state, "x2 up")
    nobody_calls(state)
    assert due(state) == (1, 2 if cancels == "false" else 1, False)


@pytest.mark.rule("diciassette.trash.double_target", "diciassette.trash.target")
@CANCELS
def test_any_other_card_that_is_trashed_leaves_the_duty_as_it_is(cancels):
    """The x2 that binds seat 0 lies below another card."""
    state = table("trash trash 2/2", ANY, ANY.replace("1", "2"), row="2:x2 2:4/4", due=2, options=option(cancels))
    do(state, "trash up")
    assert (row(state), due(state)) == ("2:x2", (0, 1, False))
    do(state, "trash up")
    nobody_calls(state)
    assert due(state) == (1, 1, False)


@pytest.mark.rule("diciassette.trash.double_target")
@CANCELS
def test_an_x2_whose_duty_is_fulfilled_has_nothing_left_to_lose(cancels):
    """An ordinary turn: the trash takes an x2 that bound nobody any more."""
    state = table("trash 1/1 2/2", ANY, ANY.replace("1", "2"), row="1:4/4 1:x2", options=option(cancels))
    lay(state, "trash up")
    assert due(state) == (1, 1, False)


def option(cancels):
    return {"trash_cancels_double": cancels}


@pytest.mark.rule("diciassette.round.double_lapses", "diciassette.settle.last_player")
def test_a_call_after_an_x2_is_against_its_player():
    state = table("x2 1/1 1/1", *ANY_HANDS[1:3], row="2:4/4")
    do(state, "x2 up")
    call(state, 2)
    assert state.snapshot()["last"]["player"] == 0
    assert due(state) == (0, 1, False)
