"""What the Piazza of Venezia shows, and what it says about every move."""

from itertools import islice

import pytest

from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.move_outlook import Outlook
from tests.at_the_table import do
from tests.venezia.scenes import GAME, hints, moments, names, piece, scene, table, text_of, zone

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
    assert (text_of(bird.name), bird.owner, bird.at, bird.lit) == ("Ben's pigeon", 1, "3C", False)
    tints = {at: piece(shown, f"piazza.{at}").tint for at in ("6E", "5D", "10A", "1A", "2A")}
    assert tints == {"6E": "orange", "5D": "yellow", "10A": "red", "1A": "", "2A": "grey"}


def test_pigeons_that_can_move_are_lit_and_then_the_squares_they_can_reach():
    state = piazza()
    lit = {part.at for part in zone(scene(state, 0), "piazza").pieces if part.lit}
    assert lit == set(ANNA)
    do(state, "2C")
    shown = scene(state, 0)
    assert "4C" in {part.at for part in zone(shown, "piazza").pieces if part.lit}
    assert piece(shown, "piazza.2C").tint == "blue"
    assert [text_of(mark) for mark in piece(shown, "pigeon.0.2C").marks] == ["picked"]
    assert not any(part.lit for part in zone(scene(state, 1), "piazza").pieces)


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


# Against the rules themselves


def landings(state, seat):
    """All squares where the chosen pigeon can end its move, found by playing."""
    ends, ahead = set(), [state]
    while ahead:
        here = ahead.pop()
        for move in here.moves(seat):
            if move == c.STOP:
                ends.add(here.snapshot()["chosen"])
                continue
            after = here.copy()
            after.play(seat, move)
            if after.snapshot()["phase"] == "jump":
                ahead.append(after)
            else:
                ends.add(c.SQUARE_NAMES[move - c.SQUARE])
    return ends


def test_what_is_said_to_be_in_reach_is_what_the_rules_allow():
    compared = 0
    for state in islice((state for seed in range(3) for state in moments(4, seed)), 0, None, 2):
        view = GAME.view(state, state.actor())
        if view["phase"] != "move":
            continue
        start = c.SQUARE_OF[view["chosen"]]
        direct = {move - c.SQUARE for move in view["moves"]}
        outlook = Outlook(view)
        assert direct <= outlook.reach(start)
        if any(square in outlook.jumps(start) for square in direct):
            found = {c.SQUARE_OF[at] for at in landings(state, state.actor())}
            assert found == outlook.reach(start)
            compared += 1
    assert compared > 20


def test_what_is_foretold_of_a_turn_is_what_happens():
    seen = {"births": 0, "pinched": 0}
    for seed in range(6):
        for state in moments(3, seed):
            if state.snapshot()["phase"] != "pick":
                continue
            viewer = state.actor()
            outlook = Outlook(GAME.view(state, viewer))
            after = state.copy()
            after.listen()
            after.play(viewer, c.STOP)
            new_notes = after.take_notes()
            born = next((note.b for note in new_notes if note.kind == c.BORN and note.a == viewer), 0)
            pinched = {note.c: note.b for note in new_notes if note.kind == c.PINCHED and note.a == viewer}
            assert (outlook.all_births(viewer), outlook.pinched(viewer)) == (born, pinched)
            seen["births"] += born
            seen["pinched"] += len(pinched)
    assert all(seen.values())
