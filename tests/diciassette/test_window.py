"""The call window: everybody at once, in secret, by priority, in any order."""

from itertools import permutations, product

import pytest

from ridotto.games.diciassette import cards as c
from tests.diciassette.table import answer, do, game, nobody_calls, table, tokens, window

ROW = "0:4/4 1:3- 2:trap-"


@pytest.mark.rule("diciassette.call.order_free", "diciassette.call.priority_clockwise", "diciassette.call.only_one")
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_every_order_of_every_answer_comes_to_the_same(direction):
    start = window(row=ROW, direction=direction)  # seat 2 had the turn: 3, 0, 1 are asked
    for texts in product(("pass", "call"), repeat=3):
        answers = list(zip((3, 0, 1), texts, strict=True))
        outcomes = []
        for order in permutations(answers):
            state = start.copy()
            answer(state, order)
            outcomes.append(state)
        assert all(state == outcomes[0] for state in outcomes)
        caller = next((seat for seat, text in answers if text == "call"), None)
        if caller is None:
            assert outcomes[0].snapshot()["phase"] == "play"
        else:
            assert outcomes[0].snapshot()["last"]["caller"] == caller


@pytest.mark.rule("diciassette.call.decided", "diciassette.call.pending", "diciassette.call.answer_once")
def test_the_window_closes_as_soon_as_the_outcome_is_certain():
    state = window(row=ROW)
    assert state.actors() == [0, 1, 3]
    assert state.actor() == 3
    state.play(1, c.CALL)
    state.play(0, c.PASS)
    assert state.actors() == [3]
    assert state.moves(1) == state.moves(2) == []
    state.play(3, c.PASS)
    assert state.snapshot()["last"] == {"caller": 1, "player": 2, "row": window(row=ROW).snapshot()["row"]}


@pytest.mark.rule("diciassette.call.secret")
def test_nobody_sees_that_somebody_has_answered():
    state = window(row=ROW)
    before = [game.view(state, viewer) for viewer in range(-1, 4)]
    state.play(0, c.CALL)
    assert [viewer for viewer in range(-1, 4) if game.view(state, viewer) != before[viewer + 1]] == [0]
    assert game.view(state, 0)["own"]["answer"] == "call"
    assert game.view(state, 0)["waiting"] == [1, 3]


@pytest.mark.rule("diciassette.call.secret")
def test_what_others_see_of_an_answer_is_what_it_decides():
    state = window(row=ROW)
    assert {state.seen_by(viewer, 0, c.CALL) for viewer in (-1, 1, 2, 3)} == {-1}
    assert state.seen_by(0, 0, c.CALL) == c.CALL
    assert state.seen_by(1, 3, c.CALL) == c.CALLED_BY + 3
    state.play(1, c.CALL)
    state.play(3, c.PASS)
    assert state.seen_by(2, 0, c.PASS) == c.CALLED_BY + 1
    assert state.seen_by(2, 0, c.CALL) == c.CALLED_BY + 0


@pytest.mark.rule("diciassette.call.window")
def test_between_two_cards_there_is_a_window_only_by_the_option():
    hands = "1/1 2/2 3/3", "1/1 1/1 1/1", "2/2 2/2 2/2"
    state = table(*hands, row="2:x2", due=2)
    do(state, "1/1 up")
    assert state.actors() == [0]
    state = table(*hands, row="2:x2", due=2, options={"call_between_double": "true"})
    do(state, "1/1 up")
    assert state.actors() == [1, 2]
    assert len(state.snapshot()["seats"][0]["hand"]) == 2
    called = state.copy()
    do(called, "call")
    assert tokens(called) == [(1, 0), (0, 1), (0, 0)]
    assert len(called.snapshot()["seats"][0]["hand"]) == 3
    nobody_calls(state)
    assert state.actors() == [0]
    assert state.snapshot()["turns"] == 1


@pytest.mark.rule("diciassette.call.stall_cap")
def test_after_two_hundred_turns_the_next_player_is_deemed_to_call():
    state = window(row=ROW, turns=200)
    nobody_calls(state)
    assert state.snapshot()["last"]["caller"] == 3


DECK = [name for kind, name in enumerate(c.CARD_NAMES) for _ in range(c.COPIES[kind])]


@pytest.mark.rule("diciassette.call.forced_no_cards", "diciassette.draw.nothing_left", "diciassette.round.top_up")
def test_who_has_no_card_and_cannot_draw_is_deemed_to_call():
    deck = list(DECK)
    for card in ("1/1", "2/2", "2/2"):
        deck.remove(card)
    row = " ".join(f"1:{card}-" for card in deck)
    state = table("1/1 2/2 2/2", "", row=row, pile="", phase="call", turn=0, turns=90)
    assert state.actors() == [1]
    nobody_calls(state)
    assert state.snapshot()["last"]["caller"] == 1
    assert [len(seat["hand"]) for seat in state.snapshot()["seats"]] == [3, 3]
