"""Offspring: what pigeons next to tourists bring."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import do, notes_of_kind
from tests.venezia.table import around, family, shown, table


def born(piazza, tourists, enemies="10H", **given):
    """What the pigeons of seat 0 bring when none has moved."""
    state = table("pick", family(piazza=piazza, **given), family(piazza=enemies), tourists=tourists)
    do(state, "stop")
    return shown(state, 0)["nest"]


@pytest.mark.rule("venezia.breed.next")
@pytest.mark.parametrize("name", sorted(around("5D")))
def test_two_next_to_a_tourist_on_any_side(name):
    assert born(name, "5D 1H") == 2


@pytest.mark.rule("venezia.breed.on")
def test_five_on_a_tourist():
    assert born("5D", "5D 1H") == 5


@pytest.mark.rule("venezia.breed.next", "venezia.breed.once")
@pytest.mark.parametrize("name", ["3D", "5B", "7F", "5F", "3C"])
def test_nothing_two_squares_away(name):
    assert born(name, "5D 1H") == 0


@pytest.mark.rule("venezia.breed.once")
@pytest.mark.parametrize(
    ("name", "tourists", "births"), [("4D", "3D 5D", 2), ("4D", "3C 4C", 2), ("4D", "4D 5D", 5), ("5D", "4D 5D", 5)]
)
def test_a_pigeon_breeds_once_for_its_best_value(name, tourists, births):
    assert born(name, tourists) == births


@pytest.mark.rule("venezia.breed.shared", "venezia.breed.next", "venezia.breed.on")
@pytest.mark.parametrize(
    ("piazza", "tourists", "births"),
    [
        ("4D 6D 5C 5E", "5D 1H", 8),
        ("5D 4D 6D 5C", "5D 1H", 11),
        ("5D 8D", "5D 8D", 10),
        ("4C 5C 6C 4D 6D 4E 5E 6E 5D", "5D 1H", 21),
        ("4C 9F", "5D 1H", 2),
    ],
)
def test_every_pigeon_counts_and_a_tourist_serves_them_all(piazza, tourists, births):
    assert born(piazza, tourists, reserve=5) == births


@pytest.mark.rule("venezia.breed.shared")
def test_a_tourist_under_an_enemy_serves_those_around_him_and_all_turns_alike():
    assert born("4D", "5D 1H", enemies="5D 10H") == 2
    state = table("pick", family(piazza="4D 9F"), family(piazza="5D 10H"), family(piazza="6C"), tourists="5D 1H")
    do(state, "stop", "stop", "stop")
    assert notes_of_kind(state, VeneziaNote.BORN) == [(0, 2, 2), (1, 5, 5), (2, 2, 2)]


@pytest.mark.rule("venezia.breed.nest")
def test_they_come_from_the_supply_and_go_to_the_nest():
    state = table("pick", family(piazza="5D 4D", reserve=10), family(piazza="10H"), tourists="5D 1H")
    do(state, "stop")
    assert [shown(state, 0)[key] for key in ("reserve", "nest", "supply")] == [10, 7, 21]
    assert notes_of_kind(state, VeneziaNote.BORN) == [(0, 7, 7)]


@pytest.mark.rule("venezia.breed.nest")
@pytest.mark.parametrize(("supply", "births"), [(0, 0), (1, 1), (6, 6), (7, 7), (8, 7)])
def test_as_far_as_the_supply_lasts(supply, births):
    state = table("pick", family(piazza="5D 4D", reserve=38 - supply), family(piazza="10H"), tourists="5D 1H")
    do(state, "stop")
    assert (shown(state, 0)["nest"], shown(state, 0)["supply"]) == (births, supply - births)
    assert notes_of_kind(state, VeneziaNote.BORN) == [(0, 7, births)]


@pytest.mark.rule("venezia.breed.own")
def test_only_the_player_on_turn_breeds():
    state = table("pick", family(piazza="4D 9F"), family(piazza="6D 10H"), tourists="5D 1H")
    do(state, "stop")
    assert (shown(state, 0)["nest"], shown(state, 1)["nest"]) == (2, 0)
    do(state, "6D", "7D", "stop")
    assert notes_of_kind(state, VeneziaNote.BORN) == [(0, 2, 2)]


@pytest.mark.rule("venezia.breed.own", "venezia.move.order")
def test_a_pigeon_pinched_before_its_turn_does_not_breed():
    state = table("pick", family(piazza="3D 5D"), family(piazza="4D 10H"), tourists="4D 1H")
    do(state, "stop", "stop")
    assert notes_of_kind(state, VeneziaNote.BORN) == [(0, 4, 4)]


@pytest.mark.rule("venezia.move.order", "venezia.breed.next")
def test_moves_come_before_births():
    state = table("pick", family(piazza="3D 9F"), family(piazza="10H"), tourists="5D 1H")
    do(state, "3D", "4D", "stop")
    assert shown(state, 0)["nest"] == 2
    state = table("pick", family(piazza="4D 9F"), family(piazza="10H"), tourists="5D 1H")
    do(state, "4D", "3D", "stop")
    assert shown(state, 0)["nest"] == 0


@pytest.mark.rule("venezia.piazza.stay", "venezia.upkeep.nest")
def test_pigeons_stay_on_the_piazza_from_round_to_round():
    state = table("pick", family(piazza="3D 9F"), family(piazza="5F"), start=0)
    do(state, "stop", "stop")
    assert state.snapshot()["round"] == 3
    assert [shown(state, seat)["piazza"] for seat in (0, 1)] == [["3D", "9F"], ["5F"]]
