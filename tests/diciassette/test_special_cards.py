"""Change of direction, trap, trash: what they do, and what they do to each other."""

import pytest

from ridotto.games.diciassette import components as c
from tests.at_the_table import choices, do, notes_of_kind
from tests.diciassette.table import ANY_HANDS, call, hands, lay, nobody_calls, row, table, tokens
from tests.diciassette.views import public_of

ANY = "1/1 1/1 1/1"


# Reverse


@pytest.mark.rule("diciassette.reverse.face_up")
@pytest.mark.parametrize(
    ("before", "after", "following"),
    [("clockwise", "counter-clockwise", 3), ("counter-clockwise", "clockwise", 1)],
)
def test_a_reverse_face_up_turns_the_direction_around_at_once(before, after, following):
    state = table("reverse 1/1 1/1", *ANY_HANDS[1:4], row="2:4/4", direction=before)
    lay(state, "reverse up")
    assert state.snapshot()["direction"] == after
    assert state.actors() == [following]
    assert row(state) == "2:4/4 0:reverse"
    assert notes_of_kind(state, c.REVERSED) == [(0, 1 if after == "clockwise" else -1, 0)]


@pytest.mark.rule("diciassette.reverse.face_down", "diciassette.double.face_down", "diciassette.trash.face_down")
@pytest.mark.parametrize("card", ["reverse", "trash", "x2", "trap"])
def test_face_down_they_have_no_effect(card):
    state = table(f"{card} 1/1 1/1", *ANY_HANDS[1:4], row="2:4/4")
    lay(state, f"{card} down")
    shown = state.snapshot()
    assert row(state) == f"2:4/4 0:{card}-"
    assert (shown["direction"], shown["due"], shown["double"], shown["discards"]) == ("clockwise", 1, False, [])
    assert state.actors() == [1]


@pytest.mark.rule("diciassette.total.special_zero", "diciassette.reverse.face_down", "diciassette.trash.face_down")
@pytest.mark.parametrize("card", ["reverse", "trash", "x2", "trap"])
def test_face_down_they_count_nothing(card):
    state = table(f"{card} 1/1 1/1", *ANY_HANDS[1:4], row="2:4/4")
    do(state, f"{card} down")
    call(state, 1)
    assert notes_of_kind(state, c.COUNTED) == [(4, 0, 0)]


@pytest.mark.rule("diciassette.reverse.two_players")
def test_with_two_players_the_other_is_next_all_the_same():
    state = table("reverse reverse 1/1", "reverse 2/2 2/2")
    for seat, direction in ((0, "counter-clockwise"), (1, "clockwise"), (0, "counter-clockwise")):
        assert state.actors() == [seat]
        lay(state, "reverse up")
        assert state.snapshot()["direction"] == direction


# Trap


@pytest.mark.rule("diciassette.trap.face_up", "diciassette.trap.face_down_only")
def test_a_trap_face_up_does_nothing():
    state = table("trap 1/1 1/1", *ANY_HANDS[1:3], row="2:4/4")
    do(state, "trap up")
    assert [note.kind for note in state.take_notes() if note.kind not in (c.DREW, c.DREW_FACE)] == [c.LAID]
    call(state, 1)
    assert notes_of_kind(state, c.TRAP_SPRUNG) == []
    assert tokens(state) == [(1, 0), (0, 1), (0, 0)]


@pytest.mark.rule("diciassette.trap.face_down_only", "diciassette.settle.trap_victory")
def test_a_trap_works_face_down_and_if_it_is_still_there():
    state = table("trap 1/1 1/1", "trash 2/2 2/2", *ANY_HANDS[2:3], row="2:4/4")
    lay(state, "trap down")
    stays, goes = state.copy(), state.copy()
    do(stays, "2/2 up")
    call(stays, 2)
    assert tokens(stays) == [(1, 0), (1, 0), (0, 0)]  # and two penalties of seat 2, both gone
    do(goes, "trash up")
    call(goes, 2)
    assert tokens(goes) == [(0, 0), (1, 0), (0, 1)]


# Trash


@pytest.mark.rule("diciassette.trash.face_up", "diciassette.trash.target")
@pytest.mark.parametrize("target", ["0:4/4", "1:4/4-", "2:3", "2:x2", "1:reverse", "0:trap"])
def test_the_trash_and_the_rightmost_card_go_to_the_discards(target):
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3], row=f"2:5/5 {target}")
    do(state, "trash up")
    owner, card = target.rstrip("-").split(":")
    assert row(state) == "2:5/5"
    assert sorted(state.snapshot()["discards"]) == sorted([card, "trash"])
    assert notes_of_kind(state, c.TRASHED) == [(0, c.CARDS[card], int(owner))]


@pytest.mark.rule("diciassette.trash.face_down_target", "diciassette.trash.trap_target", "diciassette.info.trashed")
@pytest.mark.parametrize("card", ["trap", "5", "x2", "reverse", "trash"])
def test_a_covered_card_leaves_unseen(card):
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3], row=f"0:4/4 2:{card}-")
    before = [public_of(state, viewer).direction for viewer in (-1, 0, 1, 2)]
    do(state, "trash up")
    shown = state.snapshot()
    assert row(state) == "0:4/4"
    assert shown["discards"] == ["trash"]
    assert [seat["trashed"] for seat in shown["seats"]] == [[], [], [card]]
    assert notes_of_kind(state, c.TRASHED) == [(0, c.NEUTRAL, 2)]
    assert [public_of(state, viewer).direction for viewer in (-1, 0, 1, 2)] == before
    call(state, 1)
    assert tokens(state) == [(1, 0), (0, 1), (0, 0)]


@pytest.mark.rule("diciassette.trash.reverse_target")
@pytest.mark.parametrize(
    ("direction", "turned", "order"),
    [("clockwise", "counter-clockwise", [0, 3, 2]), ("counter-clockwise", "clockwise", [0, 1, 2])],
)
def test_a_trashed_reverse_is_not_undone(direction, turned, order):
    state = table("reverse 1/1 2/2", "trash 2/2 2/2", ANY, "trash 3/3 3/3", direction=direction)
    for seat, move in zip(order, ("reverse up", "trash up", "1/1 up"), strict=True):
        assert state.actors() == [seat]
        lay(state, move)
        assert state.snapshot()["direction"] == turned
    assert state.snapshot()["discards"] == ["reverse", "trash"]


@pytest.mark.rule("diciassette.trash.empty_row")
def test_on_an_empty_row_the_trash_goes_alone():
    state = table("trash 1/1 2/2", *ANY_HANDS[1:3])
    do(state, "trash up")
    assert (row(state), state.snapshot()["discards"]) == ("", ["trash"])
    assert notes_of_kind(state, c.TRASHED) == [(0, c.NO_CARD, 0)]
    assert public_of(state, 1).discards.cards == 1


@pytest.mark.rule("diciassette.trash.after_trash")
def test_a_trash_after_a_trash_takes_what_is_rightmost_now():
    state = table("trash 1/1 2/2", "trash 1/1 2/2", "trash 1/1 2/2", row="0:3/3 1:4/4 2:5-")
    lay(state, "trash up")
    assert row(state) == "0:3/3 1:4/4"
    lay(state, "trash up")
    assert row(state) == "0:3/3"
    lay(state, "trash up")
    assert row(state) == ""
    shown = state.snapshot()
    assert shown["discards"] == ["3/3", "4/4", "trash", "trash", "trash"]
    assert [seat["trashed"] for seat in shown["seats"]] == [[], [], ["5"]]


@pytest.mark.rule("diciassette.trash.own_card")
@pytest.mark.parametrize("face", ["up", "down"])
def test_as_second_card_a_trash_removes_ones_own_first(face):
    state = table("trash 5 2/2", *ANY_HANDS[1:3], row="1:4/4 2:x2", due=2)
    do(state, f"5 {face}", "trash up")
    shown = state.snapshot()
    assert row(state) == "1:4/4 2:x2"
    assert shown["discards"] == (["5", "trash"] if face == "up" else ["trash"])
    assert shown["seats"][0]["trashed"] == ([] if face == "up" else ["5"])


@pytest.mark.rule("diciassette.trash.own_card", "diciassette.trash.after_trash")
def test_two_trashes_in_a_turn_remove_two_cards():
    """The first trash has left the row: the second takes the next card, not the player's own."""
    state = table("trash trash 2/2", *ANY_HANDS[1:3], row="0:5/5 1:4/4 2:x2", due=2)
    do(state, "trash up")
    assert row(state) == "0:5/5 1:4/4"
    do(state, "trash up")
    assert row(state) == "0:5/5"
    assert state.snapshot()["discards"] == ["4/4", "trash", "trash", "x2"]


@pytest.mark.rule("diciassette.trash.face_down", "diciassette.trash.target")
def test_a_trash_face_down_stays_and_can_be_trashed():
    state = table("trash 1/1 2/2", "trash 1/1 2/2", *ANY_HANDS[2:3], row="2:5/5")
    lay(state, "trash down")
    assert row(state) == "2:5/5 0:trash-"
    do(state, "trash up")
    assert row(state) == "2:5/5"
    shown = state.snapshot()
    assert (shown["discards"], shown["seats"][0]["trashed"]) == (["trash"], ["trash"])


@pytest.mark.rule("diciassette.trash.face_up", "diciassette.draw.one")
def test_who_trashes_draws_one_card_and_everybody_else_may_call():
    state = table("trash 1/1 2/2", *ANY_HANDS[1:3], row="2:5/5", top="4/4")
    do(state, "trash up")
    assert hands(state)[0] == ["1/1", "2/2", "4/4"]
    assert state.actors() == [1, 2]
    nobody_calls(state)
    assert choices(state) == {"1/1 up", "1/1 down", "2/2 up", "2/2 down"}
