"""Who may call 17, when, and who counts as the caller."""

from itertools import product

import pytest

from ridotto.games.diciassette import components as c
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.diciassette.table import (
    ANY_HANDS,
    all_in_row,
    answer,
    call,
    call_window,
    game,
    hands,
    lay,
    nobody_calls,
    row,
    table,
    tokens,
)

ROW = "0:4/4 1:3- 2:5-"


@pytest.mark.rule("diciassette.call.who", "diciassette.call.pending")
@pytest.mark.parametrize(("players", "last"), [(n, seat) for n in range(2, 7) for seat in range(n)])
def test_everybody_but_the_player_of_the_last_turn_may_call(players, last):
    state = table(*ANY_HANDS[:players], turn=last)
    do(state, min(choices(state)))
    assert state.actors() == [seat for seat in range(players) if seat != last]
    for seat in state.actors():
        assert choices(state, seat) == {"pass", "call"}
    for move in ("call", "pass"):
        error = refused(state, move, last)
        assert (error.code, error.clause) == ("last-player", "diciassette.call.who")


@pytest.mark.rule("diciassette.call.who")
def test_in_the_window_nobody_plays_a_card():
    state = call_window(row=ROW)
    assert refused(state, "1/1 up", 0).clause == "diciassette.call.pending"
    assert refused(state, "2/2 up", 3).clause == "diciassette.call.pending"


@pytest.mark.rule("diciassette.call.when", "diciassette.call.decided")
def test_when_the_next_turn_has_begun_it_is_too_late():
    state = call_window(row=ROW)
    nobody_calls(state)
    assert state.actors() == [3]
    for seat in range(4):
        error = refused(state, "call", seat)
        assert (error.code, error.clause, str(error)) == (
            "phase",
            "diciassette.call.decided",
            "Nobody can call 17 right now.",
        )


@pytest.mark.rule("diciassette.call.window", "diciassette.double.draw_two")
def test_one_window_a_turn_after_the_draw_and_none_between_the_two_cards_of_an_x2_turn():
    state = table("1/1 2/2 3/3", *ANY_HANDS[1:3], row="2:x2", due=2)
    do(state, "1/1 up")
    assert (state.snapshot()["phase"], state.actors()) == ("play", [0])
    do(state, "2/2 up")
    assert (state.snapshot()["phase"], state.actors()) == ("call", [1, 2])
    assert len(hands(state)[0]) == 3
    nobody_calls(state)
    assert (state.snapshot()["phase"], state.actors()) == ("play", [1])


@pytest.mark.rule("diciassette.call.not_before_first")
def test_nobody_can_call_before_the_first_card_of_a_round():
    state = game.start(players=4, seed=1)
    for _ in range(2):
        assert (state.snapshot()["phase"], row(state)) == ("play", "")
        starter = state.actor()
        assert state.actors() == [starter]
        for seat in range(4):
            assert refused(state, "call", seat).code == "phase"
        do(state, min(choices(state)))
        call(state, state.actor())  # and so it is in the next round


@pytest.mark.rule("diciassette.call.always_opened")
def test_the_window_opens_even_where_17_is_impossible():
    state = table("1/1 trash 1/1", *ANY_HANDS[1:3])
    do(state, "1/1 up")
    assert state.actors() == [1, 2]
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3])
    do(state, "trash up")
    assert (row(state), state.actors()) == ("", [1, 2])


@pytest.mark.rule("diciassette.call.free")
def test_nobody_has_to_call_whatever_the_row_shows():
    state = call_window(row="0:5/5 1:5/5 2:5/5 3:5/5 0:5/5")
    nobody_calls(state)
    assert (state.actors(), state.snapshot()["round"]) == ([1], 9)
    assert game.clause(call_window(row=ROW), 3, c.PASS) == "diciassette.call.free"


@pytest.mark.rule("diciassette.call.any_row", "diciassette.total.empty_row", "diciassette.settle.last_player")
def test_even_an_empty_row_may_be_called_and_totals_nothing():
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3], row="2:5/5")
    do(state, "trash up")
    call(state, 2)
    assert notes_of_kind(state, c.COUNTED) == [(0, 0, 0)]
    assert tokens(state) == [(1, 0), (0, 0), (0, 1)]
    assert state.actors() == [0]


@pytest.mark.rule("diciassette.call.any_row", "diciassette.penalty.none_to_lose")
def test_a_call_that_cannot_be_right_may_shake_off_a_penalty():
    state = call_window(row="2:1/1", tokens={3: (0, 1)})
    call(state, 3)
    assert tokens(state) == [(0, 0), (0, 0), (1, 0), (0, 0)]


@pytest.mark.rule("diciassette.call.priority", "diciassette.call.priority_clockwise", "diciassette.call.only_one")
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
@pytest.mark.parametrize(("players", "last"), [(2, 1), (3, 1), (4, 0), (4, 2), (5, 4), (6, 3)])
def test_of_several_the_first_clockwise_from_the_last_player_is_the_caller(players, last, direction):
    order = [(last + place) % players for place in range(1, players)]
    for texts in product(("pass", "call"), repeat=players - 1):
        state = call_window(players, row=f"{last}:4/4", direction=direction)
        answer(state, list(zip(order, texts, strict=True))[::-1])
        callers = [seat for seat, text in zip(order, texts, strict=True) if text == "call"]
        if not callers:
            assert state.actors() == [(last + (1 if direction == "clockwise" else -1)) % players]
            continue
        assert notes_of_kind(state, c.CALLS) == [(callers[0], last, 0)]
        expected = [(0, 0)] * players
        expected[last], expected[callers[0]] = (1, 0), (0, 1)
        assert tokens(state) == expected  # no other would-be caller gains or pays


@pytest.mark.rule("diciassette.call.priority_clockwise")
def test_counter_clockwise_the_next_player_has_the_lowest_priority():
    state = table(*ANY_HANDS[:4], row="3:4/4", direction="counter-clockwise", turn=2)
    do(state, min(choices(state)))
    answer(state, [(1, "call"), (0, "call"), (3, "call")])
    assert state.snapshot()["last"]["caller"] == 3


@pytest.mark.rule("diciassette.call.ends_round")
def test_a_call_ends_the_round_at_once():
    state = call_window(row=ROW, direction="counter-clockwise")
    call(state, 3)
    shown = state.snapshot()
    assert (shown["round"], shown["phase"], shown["row"], shown["turns"]) == (10, "play", [], 0)


@pytest.mark.rule("diciassette.call.nobody")
def test_if_nobody_calls_the_next_turn_begins():
    state = call_window(row=ROW)
    nobody_calls(state)
    assert (row(state), state.actors(), state.snapshot()["round"]) == (ROW, [3], 9)
    assert notes_of_kind(state, c.NOBODY_CALLS) == [(2, 0, 0)]


# Where somebody is deemed to call


@pytest.mark.rule("diciassette.call.forced_no_cards", "diciassette.settle.last_player", "diciassette.round.top_up")
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_who_is_next_without_a_card_and_can_draw_none_is_deemed_to_call(direction):
    following, other = (1, 2) if direction == "clockwise" else (2, 1)
    cards = {0: "5/5 5/5", following: "", other: "4/4"}
    state = all_in_row(*(cards[seat] for seat in range(3)), turn=0, phase="call", direction=direction)
    nobody_calls(state)
    notes = state.take_notes()
    assert [(note.a, note.b, note.c) for note in notes if note.kind == c.DEEMED_CALLER] == [(following, 0, 0)]
    assert not any(note.kind == c.CALLS for note in notes)
    last = state.snapshot()["last"]
    assert (last["caller"], last["player"]) == (following, 0)
    assert state.actors() == [following]  # far more than 17
    assert [len(hand) for hand in hands(state)] == [3, 3, 3]


@pytest.mark.rule("diciassette.call.forced_no_cards")
def test_a_real_call_comes_first():
    state = all_in_row("5/5 5/5", "", "4/4", turn=0, phase="call")
    state.play(1, c.PASS)
    state.play(2, c.CALL)
    assert notes_of_kind(state, c.CALLS) == [(2, 0, 0)]
    assert state.snapshot()["last"]["caller"] == 2


@pytest.mark.rule("diciassette.call.forced_no_cards", "diciassette.draw.refill")
def test_who_is_next_without_a_card_first_draws_towards_three():
    """Two discards are left for seat 1, which held nothing: it draws both, and plays."""
    state = all_in_row("5/5 5/5 5/5", "", "4/4", discards="1 reverse", turn=0, phase="call")
    nobody_calls(state)
    assert notes_of_kind(state, c.DEEMED_CALLER) == []
    assert (state.actors(), hands(state)[1]) == ([1], ["1", "reverse"])
    assert state.snapshot()["round"] == 9


@pytest.mark.rule("diciassette.call.forced_no_cards")
def test_only_the_next_player_is_looked_at_and_only_without_any_card():
    state = all_in_row("5/5 5/5", "3/3", "", turn=0, phase="call")
    nobody_calls(state)
    assert (state.actors(), hands(state)[1]) == ([1], ["3/3"])


@pytest.mark.rule("diciassette.call.forced_no_cards", "diciassette.settle.own_trap", "diciassette.penalty.several")
def test_a_deemed_caller_is_right_or_wrong_like_any_other():
    """All five traps lie there, one of them the caller's: a token, and five penalties that take both it has."""
    state = all_in_row("5/5 5/5", "", "4/4", turn=0, phase="call", tokens={1: (1, 1)})
    assert row(state).endswith("2:trap- 0:trap- 1:trap- 2:trap- 0:trap-")
    nobody_calls(state)
    assert tokens(state) == [(1, 1), (0, 0), (1, 0)]


@pytest.mark.rule("diciassette.call.stall_cap")
@pytest.mark.parametrize(("direction", "caller"), [("clockwise", 3), ("counter-clockwise", 1)])
def test_after_the_200th_turn_who_would_be_next_is_deemed_to_call(direction, caller):
    state = call_window(row=ROW, turns=200, direction=direction)
    nobody_calls(state)
    assert notes_of_kind(state, c.DEEMED_CALLER) == [(caller, 2, 1)]
    assert tokens(state)[2] == (1, 0)
    assert tokens(state)[caller] == (0, 1)
    assert (state.snapshot()["round"], state.actors()) == (10, [2])


@pytest.mark.rule("diciassette.call.stall_cap")
def test_the_199th_turn_is_followed_by_the_200th():
    state = call_window(row=ROW, turns=199)
    nobody_calls(state)
    assert state.actors() == [3]
    lay(state, "2/2 up")
    assert notes_of_kind(state, c.DEEMED_CALLER) == [(0, 3, 1)]


@pytest.mark.rule("diciassette.call.stall_cap")
def test_after_the_200th_turn_a_real_call_comes_first():
    state = call_window(row=ROW, turns=200)
    call(state, 1)
    assert notes_of_kind(state, c.CALLS) == [(1, 2, 0)]
    assert state.snapshot()["last"]["caller"] == 1


@pytest.mark.rule("diciassette.call.stall_cap", "diciassette.call.forced_no_cards")
def test_the_cap_is_tested_before_the_next_player_draws():
    """Seat 1 has no card and two could be drawn: it does not come to that, and the discards are not shuffled."""
    state = all_in_row("5/5 5/5 5/5", "", "4/4", discards="1 reverse", turn=0, phase="call", turns=200)
    nobody_calls(state)
    notes = state.take_notes()
    deemed = [place for place, note in enumerate(notes) if note.kind == c.DEEMED_CALLER]
    assert [(notes[place].a, notes[place].c) for place in deemed] == [(1, 1)]
    assert not any(note.kind in (c.DREW, c.RESHUFFLED) for note in notes[: deemed[0]])
