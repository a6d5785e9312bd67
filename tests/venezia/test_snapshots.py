"""Snapshots: written and read again, and by hand with little in them."""

import json

import pytest

import ridotto
from tests.at_the_table import choices, do
from tests.playing import Choices, some_states
from tests.venezia.table import family, game, phase, plan, planning, position, shown, table


@pytest.mark.parametrize("seed", [1, 2])
def test_every_position_is_written_and_read_again(seed):
    phases = set()
    for state in some_states(game, Choices(seed), every=3 if ridotto.compiled else 5):
        shown_now = json.loads(json.dumps(state.snapshot()))
        again = game.load(shown_now)
        assert again == state
        assert again.snapshot() == shown_now
        phases.add(shown_now["phase"])
    assert len(phases) > 15


def test_the_least_that_must_be_said():
    """Homes, round, start player and phase: all else is as at the start."""
    state = game.load(
        {"players": 2, "round": 1, "start": 0, "phase": "plan", "seats": [{"home": "castello"}, {"home": "san_polo"}]}
    )
    started = game.start(players=2, seed=1)
    do(started, *(["castello", "san_polo"] if started.actor() == 0 else ["san_polo", "castello"]))
    given, usual = state.snapshot(), started.snapshot()
    for key in ("start", "generator"):
        del given[key], usual[key]
    assert given == usual


@pytest.mark.parametrize("key", ["round", "start", "phase", "seats"])
def test_what_cannot_be_left_out(key):
    snapshot = position("plan", family(), family())
    del snapshot[key]
    with pytest.raises(ridotto.BadSnapshot, match=f"The snapshot lacks '{key}'"):
        game.load(snapshot)


@pytest.mark.rule("venezia.plan.sequence")
@pytest.mark.parametrize("decisions", range(9))
def test_a_plan_in_progress_is_read_at_every_step(decisions):
    moves = ["piazza", "vespa", "castello", "san_polo", "stop", "3", "2", "0"]
    state = planning(family(), family())
    for move in moves[:decisions]:
        state.play(0, game.parse(move))
    again = game.load(state.snapshot())
    assert again == state
    assert again.actors() == ([0, 1] if decisions < 8 else [1])
    if decisions < 8:
        assert choices(again, 0) == choices(state, 0)


@pytest.mark.rule("venezia.plan.districts.number")
def test_the_order_of_laid_cards_is_kept():
    for cards in (["san_polo", "castello"], ["castello", "san_polo"]):
        state = planning(family(), family())
        plan(state, 0, f"piazza, {cards[0]} 1, {cards[1]} 2")
        assert shown(game.load(state.snapshot()), 0)["plan"]["cards"] == cards


def test_the_supply_is_what_is_left_of_forty():
    state = table("plan", family(reserve=7, castello=3, piazza="4C"), family())
    assert shown(state, 0)["supply"] == 29


def test_a_loaded_game_goes_on_with_the_same_dice():
    one = table("place", family("piazza 1"), family(piazza="4D"), seed=7)
    two = game.load(one.snapshot())
    for state in (one, two):
        do(state, "10H")
    assert one == two
    other = table("place", family("piazza 1"), family(piazza="4D"), seed=8)
    do(other, "10H")
    assert other.snapshot()["tourists"] != one.snapshot()["tourists"]


@pytest.mark.rule("venezia.info.open")
def test_squares_are_written_row_by_row_whatever_order_they_were_given_in():
    state = table("pick", family(piazza="6C 4C 10A 2B"), family(), hunters="5G")
    assert shown(state, 0)["piazza"] == ["10A", "2B", "4C", "6C"]
    assert state == table("pick", family(piazza="10A 2B 4C 6C"), family(), hunters="5G")


@pytest.mark.parametrize("phase_name", ["recover", "fetch"])
def test_in_scoring_the_majority_is_asked_and_need_not_be_named(phase_name):
    families = family(), family(san_giorgio=2, san_michele=1, played="vespa")
    state = table(phase_name, *families, round=4)
    assert (phase(state), state.actor()) == (phase_name, 1)
