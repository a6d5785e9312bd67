"""A turn: its actions, its limit, its end."""

import pytest

from ridotto.games.venti import components as c
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venti.table import actions, centre, discards, game, hand, hoarded, phase, points, table, targets

TEN_CARDS = "5/0 5/1 5/2 5/3 5/4 5/5 6/0 6/1 6/2 6/3"


@pytest.mark.rule("venti.turn.three", "venti.turn.limit", "venti.turn.order")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_three_actions_make_a_turn(players):
    state = table(*[""] * players, turn=players - 1)
    for used in range(3):
        assert (state.actor(), actions(state)) == (players - 1, (used, 3))
        do(state, "draw 1")
    assert (state.actor(), actions(state)) == (0, (0, 3))


@pytest.mark.rule("venti.turn.free_mix", "venti.turn.costs")
@pytest.mark.parametrize(
    "moves",
    [
        ["draw 2", "draw 2", "draw 2"],
        ["replace", "replace", "replace"],
        ["exchange 1 1", "exchange 1 1", "exchange 2 1"],
        ["draw 1", "replace", "exchange 3 4"],
        ["freeze 2", "joker from 7 (1)", "action from 7 (4)"],
        ["exchange 3 4", "freeze 3", "draw 1"],
    ],
)
def test_the_same_action_again_or_any_mixture(moves):
    """Each costs one; an extra action gives back what it costs."""
    state = table("", "", points={0: "7/11 7/0 7/1 7/2"})
    for used, move in enumerate(moves):
        assert actions(state) == (used, 3)
        do(state, move)
    if "action from 7 (4)" in moves:
        assert (state.actor(), actions(state)) == (0, (3, 4))
        do(state, "draw 1")
    assert (state.actor(), actions(state)) == (1, (0, 3))


@pytest.mark.rule("venti.turn.costs")
def test_these_seven_are_the_actions():
    state = table("6/0 6/1", "", points={0: "7/11 7/4"}, targets="0/0 1/11 j1", options={"allow_early_end": "false"})
    kinds = {move.split()[0] for move in choices(state)}
    assert kinds == {"draw", "replace", "exchange", "fulfil", "freeze", "joker", "action"}
    assert refused(state, "card 6 (1)").clause == "venti.turn.costs"
    assert refused(state, "done").code == "phase"


@pytest.mark.rule("venti.turn.costs.nothing_else", "venti.turn.limit.when", "venti.turn.steps")
def test_declaring_and_paying_cost_nothing():
    """`?=? C`: the fulfilment as a whole is one action, used when all is resolved."""
    state = table("5/0 5/1 j1", "", targets="2/6 2/11 3/11", used=2)
    for move in ("fulfil 1", "declare 5", "card 5 (1)", "card 5 (1)"):
        do(state, move)
        assert (state.actor(), actions(state)) == (0, (2, 3))
    do(state, "card joker")
    assert (state.actor(), actions(state)) == (1, (0, 3))


@pytest.mark.rule("venti.turn.costs.nothing_else")
def test_penalties_and_catch_up_cost_nothing():
    state = table("6/0 6/1", "4/0", "", targets="0/0 2/11 3/11", points={0: "3 3 3", 2: "1"}, used=1)
    do(state, "fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")
    assert (phase(state), state.actor(), actions(state)) == ("penalty", 0, (1, 3))
    do(state, "lose 7 (3)")
    assert (phase(state), state.actor(), actions(state)) == ("catch up", 1, (1, 3))
    do(state, "card 4 (1)")
    assert (phase(state), state.actor(), actions(state)) == ("main", 0, (2, 3))


@pytest.mark.rule("venti.turn.costs.nothing_else", "venti.turn.hand_limit")
def test_discarding_to_the_hand_limit_costs_nothing():
    state = table(TEN_CARDS, "", used=2)
    do(state, "draw 1")
    assert (phase(state), state.actor(), actions(state)) == ("hand limit", 0, (3, 3))
    do(state, "card 5 (1)")
    assert (phase(state), state.actor(), actions(state)) == ("main", 1, (0, 3))


@pytest.mark.rule("venti.turn.limit.when", "venti.extra.now")
def test_the_limit_is_compared_when_the_action_is_resolved():
    """Even the last action may become one more."""
    state = table("", "", points={0: "3 2"}, used=2)
    do(state, "action from 7 (3)")
    assert (state.actor(), actions(state)) == (0, (3, 4))


@pytest.mark.rule("venti.turn.no_pass")
def test_no_action_may_be_left_out():
    state = table("", "")
    for _ in range(3):
        assert refused(state, "end turn", 0).clause == "venti.turn.no_pass"
        do(state, "replace")


@pytest.mark.rule("venti.turn.no_pass", "venti.pile.both_empty")
def test_only_an_empty_centre_lets_a_turn_end_early():
    """Whatever else is possible then, is possible beside it."""
    state = hoarded("", "", "", centre="- - - -", targets="1/11 - -", frozen={1: 1}, points={0: "5/8 5/9"})
    rest = {"fulfil 1", "joker from 5 (3)", "action from 5 (3)"}
    assert choices(state) == {"end turn", *rest}
    do(state, "joker from 5 (3)")
    assert (actions(state), choices(state)) == ((1, 3), {"end turn", "fulfil 1"})
    do(state, "end turn")
    assert (state.actor(), actions(state)) == (1, (0, 3))
    assert notes_of_kind(state, c.ENDED_TURN) == [(0, 0, 0)]


@pytest.mark.rule("venti.turn.no_pass", "venti.pile.both_empty")
def test_with_one_card_in_the_centre_there_is_something_to_do():
    state = hoarded("", "", "", centre="- - 0/12 -", targets="1/11 - -", frozen={1: 1})
    assert choices(state) == {"draw 3", "replace", "fulfil 1"}
    assert refused(state, "end turn").clause == "venti.turn.no_pass"
    for move in ("draw 1", "exchange 2 3", "fulfil 2", "freeze 2"):
        assert refused(state, move).code == "no-card"
    do(state, "draw 3")
    assert (centre(state), hand(state, 0)) == ("- - - -", "0/12")
    assert choices(state) == {"end turn", "fulfil 1"}


@pytest.mark.rule("venti.turn.hand_limit", "venti.turn.hand_limit.choice")
def test_more_than_ten_cards_are_discarded_one_at_a_time():
    state = table(TEN_CARDS, "", centre="j1 j2 4/8 4/9", used=0)
    do(state, "draw 1", "draw 2", "draw 3")
    assert phase(state) == "hand limit"
    assert choices(state) == {"card 5 (1)", "card 5 (2)", "card 6 (1)", "card joker", "card 4 (3)"}
    for left, move in ((12, "card joker"), (11, "card 5 (2)"), (10, "card 6 (1)")):
        do(state, move)
        assert len(hand(state, 0).split()) == left
        assert (state.actor() == 1) == (left == 10)
    assert hand(state, 0) == "4/8 5/0 5/1 5/2 5/3 5/5 6/1 6/2 6/3 j2"
    assert discards(state) == "5/4 6/0 j1"
    assert [c.CLASS_NAMES[kind] for _, kind, _ in notes_of_kind(state, c.DISCARDED)] == ["joker", "5 (2)", "6 (1)"]


@pytest.mark.rule("venti.turn.hand_limit")
def test_ten_cards_may_stay():
    state = table(TEN_CARDS, "", used=2)
    do(state, "replace")
    assert (state.actor(), hand(state, 0)) == (1, TEN_CARDS)


@pytest.mark.rule("venti.turn.hand_limit.choice")
def test_during_the_turn_there_is_no_limit():
    state = table(TEN_CARDS, "", targets="3/0 2/11 3/11")
    do(state, "draw 1", "draw 1")
    assert (phase(state), len(hand(state, 0).split())) == ("main", 12)
    do(state, "fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")  # ten again, before the turn ends
    assert (state.actor(), len(hand(state, 0).split())) == (1, 10)


@pytest.mark.rule("venti.turn.hand_limit", "venti.pile.both_empty")
def test_cards_discarded_at_the_end_of_a_turn_fill_open_gaps():
    state = hoarded(TEN_CARDS, "", "", centre="- - 0/12 -", targets="1/11 - -", frozen={1: 1}, used=2)
    do(state, "draw 3")
    assert (phase(state), centre(state)) == ("hand limit", "- - - -")
    do(state, "card 0 (4)")
    assert (state.actor(), centre(state), discards(state)) == (1, "0/12 - - -", "x1 x2")


@pytest.mark.rule("venti.turn.hand_limit", "venti.turn.no_pass")
def test_the_hand_limit_holds_after_a_turn_that_ended_early():
    state = hoarded(TEN_CARDS, "", "", centre="- - 0/12 -", targets="1/11 - -", frozen={1: 1})
    do(state, "draw 3", "end turn")
    assert (phase(state), actions(state)) == ("hand limit", (1, 3))
    assert game.load(state.snapshot()) == state


@pytest.mark.rule("venti.turn.steps")
def test_a_step_with_one_choice_is_still_a_step():
    state = table("5/0 5/1", "", targets="0/0 2/11 3/11", points={0: "2"})
    do(state, "fulfil 1")
    assert (phase(state), choices(state)) == ("declare", {"declare 5"})
    do(state, "declare 5")
    assert (phase(state), choices(state)) == ("pay", {"card 5 (1)"})
    do(state, "card 5 (1)")
    assert (phase(state), choices(state)) == ("pay", {"card 5 (1)"})
    do(state, "card 5 (1)")
    assert (phase(state), points(state, 0)) == ("main", "0/0 7/7")
    state = table("", "", frozen={1: 0}, points={0: "7/0"})
    do(state, "fulfil 1")
    assert (phase(state), choices(state)) == ("penalty", {"lose 7 (1)"})


@pytest.mark.rule("venti.turn.order", "venti.turn.limit")
def test_only_the_active_player_acts():
    state = table("", "", "")
    assert state.actors() == [0]
    for seat in (1, 2):
        assert state.moves(seat) == []
        assert refused(state, "replace", seat).clause == "venti.turn.order"
    assert targets(state) == "2/11 3/11 4/11"
