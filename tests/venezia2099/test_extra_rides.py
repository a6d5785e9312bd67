"""The option `gondola_move`: a ride instead of the walk, or on top of it."""

import pytest

from tests.venezia2099.table import choices, do, refused, table


@pytest.mark.rule("venezia2099.gondola.ride_replaces_walk", "venezia2099.gondola.buy_after_ride")
def test_usually_a_ride_takes_the_place_of_the_walk():
    state = table(pawns={0: "d1"})
    do(state, "gondola 2", "d2")
    assert choices(state) == {"no purchase", "buy 1", "buy 2"}


@pytest.mark.rule("venezia2099.option.gondola_extra")
def test_extra_rides_make_a_loop_that_only_staying_ends():
    state = table(pawns={0: "d1"}, gondola_move="extra")
    do(state, "gondola 1", "d2")
    assert state.actor() == 0
    do(state, "walk 1", "d3")
    assert choices(state) == {"stay", "gondola 1", "gondola 2", "gondola 3"}
    assert refused(state, "walk 2").clause == "venezia2099.option.gondola_extra"
    do(state, "gondola 1", "d4")
    assert choices(state) == {"stay"}
    do(state, "stay")
    assert choices(state) == {"no purchase", "buy 1"}
    assert not state.walked


@pytest.mark.rule("venezia2099.option.gondola_extra")
def test_the_walk_of_one_turn_does_not_count_in_the_next():
    state = table(pawns={0: "d4", 1: "e5"}, hands={0: "black 3"}, gondola_move="extra")
    do(state, "walk 1", "a1", "stay", "no purchase", "black 3")
    assert state.actor() == 1
    assert "walk 1" in choices(state)
