"""What the Piazza of Venezia shows, and what it says about every move."""

import pytest

from tests.at_the_table import do
from tests.venezia.scenes import GAME, hints, names, piece, scene, table, takes, text_of, zone

# The example of the rulebook: 2C jumps over Ben on 3C, then over 5D onto the tourist on 6E.
ANNA, BEN = ["2C", "5D", "7H"], ["3C", "6F"]


def piazza(anna=ANNA, ben=BEN, phase="pick", **more):
    return table(phase, seats={0: {"piazza": anna}, 1: {"piazza": ben}}, **more)


def test_squares_tourists_hunter_and_pigeons_lie_in_their_places():
    shown = scene(piazza(), 0)
    assert len([part for part in zone(shown, "piazza").pieces if not part.on]) == 80
    assert text_of(zone(shown, "piazza").note) == "round 3, tourists on 6E and 1H, hunter on 10A"
    two = scene(piazza(options={"hunters": "2"}, hunters=["10H", "10A"]), 0)
    assert text_of(zone(two, "piazza").note) == "round 3, tourists on 6E and 1H, hunters on 10H and 10A"
    assert (piece(shown, "piazza.8G").art, piece(shown, "tourist.6E").on) == ("campanile", "piazza.6E")
    bird = piece(shown, "pigeon.1.3C")
    assert (text_of(bird.name), bird.owner, bird.at) == ("Ben's pigeon", 1, "3C")
    assert bird.id not in takes(shown)
    tints = {at: piece(shown, f"piazza.{at}").tint for at in ("6E", "5D", "10A", "1A", "2A")}
    assert tints == {"6E": "orange", "5D": "yellow", "10A": "red", "1A": "", "2A": "grey"}


def test_pigeons_that_can_move_can_be_taken_and_then_the_squares_they_can_reach():
    state = piazza()
    assert takes(scene(state, 0)) == {None, *(f"pigeon.0.{at}" for at in ANNA)}
    assert {part.move for part in zone(scene(state, 0), "piazza").pieces if part.move} == set(ANNA)
    do(state, "2C")
    shown = scene(state, 0)
    assert "piazza.4C" in takes(shown)
    assert takes(shown) == {f"piazza.{GAME.text(move)}" for move in state.moves(0)}
    assert piece(shown, "piazza.2C").tint == "blue"
    assert [text_of(mark) for mark in piece(shown, "pigeon.0.2C").marks] == ["picked"]
    assert takes(scene(state, 1)) == set()
    assert not any(part.lit for viewer in (-1, 0, 1) for part in zone(scene(state, viewer), "piazza").pieces)


def test_a_pigeon_that_has_moved_says_so():
    state = piazza()
    do(state, "7H", "6G")
    assert [text_of(mark) for mark in piece(scene(state, 0), "pigeon.0.6G").marks] == ["has moved"]


def test_a_pigeon_says_what_it_has_and_what_it_can_reach():
    shown = scene(piazza(), 0)
    assert hints(shown, "2C") == ["6E: 5 chicks"]
    assert hints(shown, "5D") == ["2 chicks", "6E: 5 chicks", "pinches Ben on 3C (from 4C)"]
    assert hints(shown, "7H") == []
    assert hints(shown, "stop") == ["2 chicks"]


def test_a_target_says_births_pincers_and_where_jumps_lead_on_to():
    state = piazza()
    do(state, "2C")
    shown = scene(state, 0)
    assert hints(shown, "4C") == ["jump", "6E: 5 chicks"]
    assert hints(shown, "1B") == []
    do(state, "4C")
    shown = scene(state, 0)
    assert names(shown)["stop"] == "stay on 4C"
    assert hints(shown, "6E") == ["jump", "5 chicks"]
    do(state, "6E")
    assert hints(scene(state, 0), "7H") == ["pinches Ben on 6F (from 6G)"]
    do(state, "7H")
    assert hints(scene(state, 0), "6G") == ["pinches Ben on 6F"]
    do(state, "6G")
    assert hints(scene(state, 0), "stop") == ["7 chicks", "pinches Ben on 6F"]


@pytest.mark.rule("venezia.pincer.active")
def test_squares_between_two_enemies_are_warned_of():
    state = piazza(anna=["3E", "8B"], ben=["2C", "4C"])
    do(state, "3E")
    assert hints(scene(state, 0), "3D") == []
    state = piazza(anna=["3D", "8B"], ben=["2C", "4C"])
    do(state, "3D")
    assert hints(scene(state, 0), "3C") == ["between two of Ben's pigeons"]
    beside_a_tourist = piazza(anna=["3D", "8B"], ben=["2C", "4C"], tourists=["3B", "1H"])
    do(beside_a_tourist, "3D")
    assert hints(scene(beside_a_tourist, 0), "3C") == ["between two of Ben's pigeons", "2 chicks"]  # danger first


def test_births_beyond_the_supply_are_told():
    seats = {0: {"piazza": ["6E", "5D"], "reserve": 33, "supply": 5}, 1: {"piazza": BEN}}
    assert hints(scene(table("pick", seats=seats), 0), "stop") == ["7 chicks, only 5 in the supply"]


def test_who_places_is_told_how_many_are_left():
    plan = {"plan": {"first": "piazza", "pigeons": [2]}}
    state = table("place", seats={0: plan})
    assert text_of(scene(state, 0).prompt) == "Place a pigeon on the Piazza: 2 left on your card."
    do(state, "4C")
    assert text_of(scene(state, 0).prompt) == "Place your last pigeon on the Piazza."
    assert hints(scene(state, 0), "1A") == []
