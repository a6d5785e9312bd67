"""Points become permanent jokers or extra actions."""

import pytest

from ridotto.games.venti import components as c
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venti.table import actions, before, discards, points, table


def sacrifices(state):
    return {move for move in choices(state) if " from " in move}


def owning(cards, **given):
    return table("", "", points={0: cards}, **given)


# Permanent jokers


@pytest.mark.rule("venti.joker.five")
def test_a_permanent_joker_needs_five_points_just_before():
    assert sacrifices(owning("7/8 7/0")) == set()
    assert refused(owning("7/8 7/0"), "joker from 7 (1)").clause == "venti.joker.five"
    state = owning("7/8 7/4")
    do(state, "joker from 7 (2)")
    assert (points(state, 0), sacrifices(state)) == ("7/8", set())
    assert refused(state, "joker from 7 (3)").clause == "venti.joker.five"


@pytest.mark.rule("venti.joker.five", "venti.penalty.only_points")
def test_sacrificed_cards_are_no_points():
    state = owning("7/11", permanent={0: "6/11 6/12"}, extra={0: "6/4"})
    assert (sacrifices(state), state.scores()) == (set(), [4, 0])


@pytest.mark.rule("venti.joker.card", "venti.joker.any_value")
@pytest.mark.parametrize(("card", "kind"), [("4/0", "4 (1)"), ("4/4", "4 (2)"), ("4/8", "4 (3)"), ("4/12", "4 (4)")])
def test_a_card_of_any_value_becomes_a_joker_of_its_number_and_symbol(card, kind):
    """Its points are lost; it pays a 4 and a diamond."""
    state = table("1/3 5/0", "", targets="0/4 0/2 3/11", centre="0/1 0/3 1/1 1/2", points={0: f"{card} 6/11 5/9"})
    worth = state.scores()[0]
    assert not {"fulfil 1", "fulfil 2"} & choices(state)  # 1 4, D D
    do(state, f"joker from {kind}")
    assert (before(state, 0, "permanent"), points(state, 0)) == (card, "5/9 6/11")
    assert (worth - state.scores()[0], discards(state)) == (int(kind[3]), "")
    assert {"fulfil 1", "fulfil 2"} <= choices(state)
    assert notes_of_kind(state, c.MADE_JOKER) == [(0, c.CARDS[card], 0)]


@pytest.mark.rule("venti.joker.any_number", "venti.joker.one_per_action")
def test_as_many_permanent_jokers_as_one_likes_an_action_each():
    state = table("", "", points={0: "7/0 7/1 7/2 7/3 4 4"}, permanent={0: "6/0 6/1 6/2"}, extra={0: "6/4 6/5"})
    for used in range(4):
        assert actions(state) == (used, 5)
        do(state, "joker from 7 (1)")
    assert before(state, 0, "permanent") == "6/0 6/1 6/2 7/0 7/1 7/2 7/3"


@pytest.mark.rule("venti.joker.now")
def test_a_new_permanent_joker_serves_at_once_and_for_good():
    state = table("4/1", "", targets="0/0 1/0 3/11", points={0: "4/0 6/11"})
    assert "fulfil 1" not in choices(state)
    do(state, "joker from 4 (1)", "fulfil 1", "declare 4", "permanent 4", "card 4 (1)")
    assert (before(state, 0, "permanent"), discards(state)) == ("4/0", "4/1")
    do(state, "replace", "replace", "replace", "replace")
    assert (state.actor(), before(state, 0, "permanent")) == (0, "4/0")


@pytest.mark.rule("venti.joker.card")
def test_only_own_point_cards_are_converted():
    state = table("5/8", "", points={0: "7/11 7/0", 1: "6/11"})
    assert sacrifices(state) == {"joker from 7 (4)", "joker from 7 (1)", "action from 7 (4)"}
    assert refused(state, "joker from 6 (4)").clause == "venti.joker.card"
    assert refused(state, "joker from 5 (3)").code == "no-card"


# Extra actions


@pytest.mark.rule("venti.extra.five", "venti.extra.five.again")
def test_an_extra_action_needs_five_points_each_time():
    state = owning("7/8 7/0")
    assert refused(state, "action from 7 (3)").clause == "venti.extra.five"
    state = owning("7/4 7/5 7/0")
    do(state, "action from 7 (2)")
    assert (state.scores(), sacrifices(state)) == ([3, 0], set())
    assert refused(state, "action from 7 (2)").clause == "venti.extra.five"


@pytest.mark.rule("venti.extra.one_per_action", "venti.extra.one", "venti.extra.min_two")
@pytest.mark.parametrize(("card", "worth"), [("7/4", 2), ("7/8", 3), ("7/11", 4)])
def test_a_card_gives_one_more_action_whatever_its_points(card, worth):
    state = owning(f"{card} 6/11 6/12")
    do(state, f"action from 7 ({worth})")
    assert (before(state, 0, "extra"), points(state, 0)) == (card, "6/11 6/12")
    assert (state.scores(), actions(state), discards(state)) == ([8, 0], (1, 4), "")
    assert notes_of_kind(state, c.MADE_ACTION) == [(0, c.CARDS[card], 4)]


@pytest.mark.rule("venti.extra.min_two")
def test_a_card_of_one_point_gives_none():
    state = owning("7/0 6/11")
    assert sacrifices(state) == {"joker from 7 (1)", "joker from 6 (4)", "action from 6 (4)"}
    assert refused(state, "action from 7 (1)").clause == "venti.extra.min_two"


@pytest.mark.rule("venti.extra.one", "venti.turn.limit")
def test_it_counts_in_every_turn_to_come():
    state = table("", "", extra={0: "7/4"}, turn=1)
    for _ in range(2):
        do(state, *["replace"] * 3)
        assert (state.actor(), actions(state)) == (0, (0, 4))
        do(state, *["replace"] * 4)
        assert (state.actor(), actions(state)) == (1, (0, 3))


@pytest.mark.rule("venti.extra.max_two")
def test_two_extra_actions_are_the_most():
    state = owning("7/4 7/5 6/11", extra={0: "5/4 5/5"})
    assert actions(state) == (0, 5)
    assert refused(state, "action from 7 (2)").clause == "venti.extra.max_two"
    assert {"joker from 7 (2)"} <= sacrifices(state)
    for _ in range(5):
        assert state.actor() == 0
        do(state, "replace")
    assert state.actor() == 1


@pytest.mark.rule("venti.extra.now", "venti.extra.five.again", "venti.turn.limit.when")
def test_example_4_of_the_specification():
    """7 points (2, 2, 2, 1), third action: a 2 becomes an extra action; then another one."""
    state = owning("7/4 7/5 7/6 7/0", used=2)
    do(state, "action from 7 (2)")
    assert (state.scores()[0], actions(state), state.actor()) == (5, (3, 4), 0)
    do(state, "action from 7 (2)")
    assert (state.scores()[0], actions(state), state.actor()) == (3, (4, 5), 0)
    do(state, "replace")
    assert state.actor() == 1
