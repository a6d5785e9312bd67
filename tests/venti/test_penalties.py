"""Penalties, and the two of the game's end."""

import pytest

from ridotto.games.venti import components as c
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venti.table import actions, before, discards, frozen, phase, pile, points, table, targets


def fined(pile_of_points, **given):
    """Seat 0 has failed at its own frozen card."""
    state = table("", "", frozen={1: 0}, points={0: pile_of_points}, **given)
    do(state, "fulfil 1")
    return state


def last_turn(players, frozen, points, **given):
    """The last action of the game, which seat 0 takes: twenty was reached by the last seat."""
    given = {"trigger": players - 1, "final_queue": [], "first_to_ten": 0 if players > 2 else None, "used": 2, **given}
    return table(*[""] * players, frozen=frozen, points=points, **given)


@pytest.mark.rule("venti.penalty.two", "venti.penalty.choice")
@pytest.mark.parametrize(
    ("owned", "losses", "left"),
    [
        ("7/4 7/0", ["lose 7 (2)"], "7/0"),
        ("7/0 7/1 7/4", ["lose 7 (1)", "lose 7 (1)"], "7/4"),
        ("7/0 7/11 7/4", ["lose 7 (1)", "lose 7 (4)"], "7/4"),
        ("7/0 7/4", ["lose 7 (1)", "lose 7 (2)"], ""),
        ("7/11 7/4 7/0", ["lose 7 (4)"], "7/0 7/4"),
    ],
)
def test_point_cards_of_at_least_two_points_are_lost_one_at_a_time(owned, losses, left):
    """No change is given, and nobody pays more cards than needed."""
    state = fined(owned)
    for move in losses:
        assert phase(state) == "penalty"
        do(state, move)
    assert (phase(state), points(state, 0)) == ("main", left)
    assert set(discards(state).split()) == set(owned.split()) - set(left.split())


@pytest.mark.rule("venti.penalty.two")
def test_what_is_still_due_is_told():
    state = fined("7/0 7/1 7/4")
    assert state.snapshot()["penalty"] == {"for": "own freeze", "due": 2, "target": None}
    do(state, "lose 7 (1)")
    assert state.snapshot()["penalty"]["due"] == 1
    assert notes_of_kind(state, c.LOST) == [(0, c.CARDS["7/0"] + 128 * 3, 0)]


@pytest.mark.rule("venti.penalty.more")
def test_whoever_has_only_big_cards_loses_more():
    state = fined("7/8 7/11")
    assert choices(state) == {"lose 7 (3)", "lose 7 (4)"}
    do(state, "lose 7 (3)")
    assert (phase(state), state.scores()) == ("main", [4, 0])


@pytest.mark.rule("venti.penalty.none")
def test_whoever_has_no_points_goes_unpunished():
    state = fined("")
    assert (phase(state), actions(state)) == ("main", (1, 3))
    assert notes_of_kind(state, c.UNPUNISHED) == [(0, c.OWN_FREEZE, 0)]


@pytest.mark.rule("venti.penalty.one")
def test_whoever_has_one_point_loses_it():
    state = fined("7/0")
    do(state, "lose 7 (1)")
    assert (phase(state), points(state, 0), actions(state)) == ("main", "", (1, 3))


@pytest.mark.rule("venti.penalty.only_points")
def test_jokers_and_extra_actions_are_safe_and_pay_nothing():
    state = fined("7/0", permanent={0: "7/4"}, extra={0: "7/5"})
    assert choices(state) == {"lose 7 (1)"}
    assert refused(state, "lose 7 (2)").clause == "venti.penalty.only_points"
    do(state, "lose 7 (1)")
    assert (phase(state), before(state, 0, "permanent"), before(state, 0, "extra")) == ("main", "7/4", "7/5")
    state = fined("", permanent={0: "7/4"}, extra={0: "7/5"})
    assert (phase(state), before(state, 0, "permanent")) == ("main", "7/4")


@pytest.mark.rule("venti.penalty.choice")
def test_the_fined_player_chooses_and_nothing_else_is_possible():
    state = fined("7/0 6/4 5/8")
    assert choices(state) == {"lose 7 (1)", "lose 6 (2)", "lose 5 (3)"}
    for move in ("end turn", "draw 1", "done", "card 7 (1)"):
        assert refused(state, move).clause == "venti.penalty.choice"
    assert refused(state, "lose 7 (1)", 1).clause == "venti.turn.order"


# At the end of the game


@pytest.mark.rule("venti.frozen.end", "venti.frozen.end.each")
def test_whoever_has_a_frozen_card_at_the_end_is_fined():
    state = last_turn(2, {2: 0}, {0: "7/4 7/8", 1: "4 4 4 4 4"})
    do(state, "replace")
    assert (phase(state), state.actor()) == ("penalty", 0)
    assert state.snapshot()["penalty"] == {"for": "still frozen", "due": 2, "target": 2}
    do(state, "lose 7 (2)")
    assert (state.over, points(state, 0), state.scores()) == (True, "7/8", [3, 20])
    assert (frozen(state), discards(state).split()[-1]) == ({2: 0}, "7/4")  # it stays where it is


@pytest.mark.rule("venti.frozen.end")
def test_the_freezer_pays_also_if_another_one_had_the_last_turn():
    state = last_turn(3, {1: 2}, {1: "1", 2: "7/4 7/5 4 4 4 4"})
    do(state, "replace")
    assert (phase(state), state.actor()) == ("penalty", 2)
    do(state, "lose 7 (2)")
    assert (state.over, state.scores()) == (True, [0, 1, 18])


@pytest.mark.rule("venti.frozen.end.each")
def test_two_frozen_cards_are_two_penalties_in_their_order():
    state = last_turn(4, {2: 1, 4: 0}, {0: "7/4", 1: "7/8 7/0", 3: "4 4 4 4 4"})
    do(state, "replace")
    assert (state.actor(), state.snapshot()["penalty"]["target"]) == (1, 2)
    do(state, "lose 7 (1)", "lose 7 (3)")
    assert (state.actor(), state.snapshot()["penalty"]["target"], choices(state)) == (0, 4, {"lose 7 (2)"})
    do(state, "lose 7 (2)")
    assert (state.over, state.scores()) == (True, [0, 0, 0, 20])


@pytest.mark.rule("venti.frozen.end.each", "venti.penalty.none")
def test_both_may_hit_the_same_player_as_long_as_there_are_points():
    state = last_turn(4, {1: 0, 3: 0}, {0: "7/4 7/8", 3: "4 4 4 4 4"})
    do(state, "replace", "lose 7 (2)")
    assert (phase(state), state.actor(), choices(state)) == ("penalty", 0, {"lose 7 (3)"})
    do(state, "lose 7 (3)")
    assert state.over
    state = last_turn(4, {1: 0, 3: 0}, {0: "7/4", 3: "4 4 4 4 4"})
    do(state, "replace", "lose 7 (2)")
    assert state.over
    assert notes_of_kind(state, c.UNPUNISHED) == [(0, c.STILL_FROZEN, 0)]
    state = last_turn(4, {1: 0, 3: 1}, {1: "7/4", 3: "4 4 4 4 4"})
    do(state, "replace")  # the first one has nothing to lose, the second one has
    assert (state.actor(), state.snapshot()["penalty"]["target"]) == (1, 3)


@pytest.mark.rule("venti.frozen.end")
def test_the_penalties_of_the_end_refill_nothing():
    state = last_turn(2, {2: 0}, {0: "7/4", 1: "4 4 4 4 4"})
    do(state, "replace")
    shown, left = targets(state), len(pile(state))
    do(state, "lose 7 (2)")
    assert (targets(state), len(pile(state))) == (shown, left)


@pytest.mark.rule("venti.frozen.end")
def test_without_a_frozen_card_nobody_is_fined():
    state = last_turn(2, {}, {0: "7/4", 1: "4 4 4 4 4"})
    do(state, "replace")
    assert (state.over, state.scores()) == (True, [2, 20])
