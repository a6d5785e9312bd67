"""From the end of a round to the next one."""

from collections import Counter

import pytest

from ridotto.games.diciassette import components as c
from tests.at_the_table import do, notes_of_kind
from tests.diciassette.table import ANY_HANDS, all_in_row, call, call_window, game, hands, lay, nobody_calls, table
from tests.diciassette.views import discards

HIGH = "0:5/5 1:5/5 2:5/5 0:2"
LOW = "0:5/5 1:5/5 2:5/5 0:1"


@pytest.mark.rule("diciassette.round.discard", "diciassette.info.public")
def test_the_whole_row_is_discarded_and_all_know_its_cards():
    state = call_window(row="0:5/5 1:3- 2:trap- 2:4/4-", trashed={0: "5"}, discards="trash")
    call(state, 3)
    shown = state.snapshot()
    assert shown["row"] == []
    assert shown["discards"] == ["4/4", "5/5", "3", "trash", "trap"]
    for viewer in range(-1, 4):
        assert discards(state, viewer) == (6, [1, 0, 0, 0], shown["discards"])


@pytest.mark.rule("diciassette.round.keep_hands")
def test_hands_are_kept_from_round_to_round():
    state = call_window(row=HIGH)
    before = hands(state)
    call(state, 2)
    assert state.snapshot()["round"] == 10
    assert hands(state) == before
    assert notes_of_kind(state, c.DREW) == []


@pytest.mark.rule("diciassette.round.starter", "diciassette.round.turn_reset")
@pytest.mark.parametrize(("row", "starter"), [(HIGH, 2), (LOW, 0)])
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_who_received_the_victory_token_begins_the_next_round(row, starter, direction):
    state = call_window(row=row, direction=direction)
    call(state, 2)
    assert state.actors() == [starter]
    assert notes_of_kind(state, c.ROUND_BEGINS) == [(10, starter, 0)]


@pytest.mark.rule("diciassette.round.starter_several")
@pytest.mark.parametrize(("row", "starter"), [(HIGH, 2), (LOW, 0)])
@pytest.mark.parametrize("traps", ["1:trap- ", "3:trap- 1:trap- ", "0:trap- ", "2:trap- ", "0:trap- 2:trap- 3:trap- "])
def test_if_several_received_one_the_winner_of_the_call_begins(row, starter, traps):
    state = call_window(row=traps + row)
    call(state, 2)
    assert state.actors() == [starter]


@pytest.mark.rule("diciassette.round.starter_several", "diciassette.settle.cap_counts_received")
def test_the_winner_of_the_call_begins_even_if_he_has_lost_his_token_again():
    state = call_window(row=f"2:trap- {HIGH}", tokens={2: (0, 1)})
    call(state, 2)
    assert (state.victory[2], state.actors()) == (0, [2])


@pytest.mark.rule("diciassette.round.direction_stays")
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_the_direction_carries_over(direction):
    state = call_window(row=LOW, direction=direction)
    call(state, 2)
    assert state.snapshot()["direction"] == direction
    lay(state, "1/1 up")
    assert state.actors() == [1 if direction == "clockwise" else 3]


@pytest.mark.rule("diciassette.round.double_lapses", "diciassette.round.turn_reset")
def test_an_x2_whose_victim_has_not_played_lapses():
    state = table("x2 1/1 2/2", *ANY_HANDS[1:3])
    do(state, "x2 up")
    assert state.snapshot()["double"]
    call(state, 1)
    shown = state.snapshot()
    assert (shown["double"], shown["due"], state.actors()) == (False, 1, [0])
    lay(state, "1/1 up")
    assert state.snapshot()["due"] == 1


@pytest.mark.rule("diciassette.round.turn_reset")
def test_a_round_starts_with_nothing():
    state = call_window(row=HIGH, double=True, turns=77)
    call(state, 3)
    shown = state.snapshot()
    assert (shown["row"], shown["turns"], shown["due"], shown["double"]) == ([], 0, 1, False)
    assert [seat["answer"] for seat in shown["seats"]] == [None] * 4


@pytest.mark.rule("diciassette.round.turn_reset", "diciassette.call.stall_cap")
def test_turns_are_counted_one_a_turn_not_one_a_card():
    state = table("x2 1/1 2/2", *ANY_HANDS[1:3])
    lay(state, "x2 up")
    assert state.snapshot()["turns"] == 1
    do(state, "1/1 up")
    assert state.snapshot()["turns"] == 1
    do(state, "1/1 up")
    assert state.snapshot()["turns"] == 2


@pytest.mark.rule("diciassette.round.top_up", "diciassette.draw.refill")
@pytest.mark.parametrize("caller", [1, 2])
def test_after_a_shortage_all_refill_clockwise_from_the_starter(caller):
    """Each completely before the next, also while the game runs counter-clockwise."""
    state = all_in_row("5/5 5/5", "4/4", "", turn=0, phase="call", direction="counter-clockwise")
    call(state, caller)
    assert [len(hand) for hand in hands(state)] == [3, 3, 3]
    assert state.actors() == [caller]  # it was right
    notes = state.take_notes()
    drew = [note.a for note in notes if note.kind == c.DREW]
    missing = {0: 1, 1: 2, 2: 3}
    order = [caller, (caller + 1) % 3, (caller + 2) % 3]
    assert drew == [seat for seat in order for _ in range(missing[seat])]
    kinds = [note.kind for note in notes]
    assert kinds.index(c.JUDGED) < kinds.index(c.RESHUFFLED) < kinds.index(c.DREW)


@pytest.mark.rule("diciassette.round.top_up")
def test_the_pile_is_drawn_up_first():
    """Seat 2 has nothing but is not next; one card has come back since, and the new starter takes it."""
    state = all_in_row("5/5 5/5 5/5", "4/4 4/4", "", pile="x2", turn=0, phase="call")
    call(state, 1)
    assert "x2" in hands(state)[1]
    assert [len(hand) for hand in hands(state)] == [3, 3, 3]


@pytest.mark.rule("diciassette.round.top_up", "diciassette.draw.nothing_left")
@pytest.mark.parametrize("players", range(2, 7))
def test_seventy_cards_are_always_enough(players):
    """Everybody has laid all cards."""
    state = all_in_row(*[""] * players, turn=0, phase="call")
    nobody_calls(state)
    assert [len(hand) for hand in hands(state)] == [3] * players
    assert sum(Counter(game.inventory(state)).values()) == 70
