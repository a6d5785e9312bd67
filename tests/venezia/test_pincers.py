"""Pincers: what stands between two pigeons after a player's moves."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import do, notes_of_kind
from tests.venezia.table import asked, family, flocks, shown, square, table


def after_stop(*families, **given):
    """Seat 0 stops at once; every other family has a pigeon in the corner, so that the next seat is asked then."""
    state = table("pick", *families, **given)
    do(state, "stop")
    return state


def left(*families, **given):
    """What is left of the pigeons of seat 1 when seat 0 has moved nobody."""
    return shown(after_stop(*families, **given), 1)["piazza"]


@pytest.mark.rule("venezia.pincer.basic", "venezia.pincer.diagonal", "venezia.pincer.direct")
@pytest.mark.parametrize(
    "pair", ["3D 5D", "4C 4E", "3C 5E", "5C 3E"], ids=["row", "column", "diagonal", "other diagonal"]
)
def test_a_single_enemy_between_two_on_a_line_goes_to_san_michele(pair):
    state = after_stop(family(piazza=pair), family(piazza="4D 10H", san_michele=2))
    assert (shown(state, 1)["piazza"], flocks(state, 1)) == (["10H"], {"san_michele": 3})
    assert flocks(state, 0) == {}
    assert notes_of_kind(state, VeneziaNote.PINCHED) == [(0, 1, square("4D"))]


@pytest.mark.rule("venezia.pincer.direct")
@pytest.mark.parametrize("pair", ["3D 4C", "3C 5D", "3D 6D", "2D 6D", "3D 5C", "3C 4C", "2D 5D", "4B 4F", "3D 5E"])
def test_both_must_be_its_neighbours_on_exactly_opposite_sides(pair):
    assert left(family(piazza=pair), family(piazza="4D 10H")) == ["4D", "10H"]


@pytest.mark.rule("venezia.pincer.single")
@pytest.mark.parametrize(
    ("pair", "enemies"), [("3D 6D", "4D 5D"), ("3D 7D", "4D 5D 6D"), ("4B 4E", "4C 4D"), ("2B 5E", "3C 4D")]
)
def test_two_or_more_in_a_row_are_safe(pair, enemies):
    assert left(family(piazza=pair), family(piazza=f"{enemies} 10H")) == [*enemies.split(), "10H"]


@pytest.mark.rule("venezia.pincer.single")
def test_two_in_a_row_of_different_colours_are_safe_as_well():
    state = after_stop(family(piazza="3D 6D"), family(piazza="4D 10H"), family(piazza="5D"))
    assert (shown(state, 1)["piazza"], shown(state, 2)["piazza"]) == (["4D", "10H"], ["5D"])


@pytest.mark.rule("venezia.pincer.every", "venezia.pincer.together")
def test_all_are_found_first_and_then_removed_together_whoever_owns_them():
    """One pigeon of seat 0 takes part in three pincers."""
    state = after_stop(family(piazza="4D 6D 4F 2B", san_giorgio=1), family(piazza="5D 3C 10H"), family(piazza="4E 9F"))
    assert [shown(state, seat)["piazza"] for seat in (1, 2)] == [["10H"], ["9F"]]
    assert [flocks(state, seat) for seat in (1, 2)] == [{"san_michele": 2}, {"san_michele": 1}]
    assert sorted(notes_of_kind(state, VeneziaNote.PINCHED)) == [
        (0, 1, square("3C")),
        (0, 1, square("5D")),
        (0, 2, square("4E")),
    ]


@pytest.mark.rule("venezia.pincer.together", "venezia.pincer.single")
def test_a_victim_saves_nobody_and_dooms_nobody():
    """4D is pinched in its row. In the column two stand between 4C and 4F: 4E stays, though 4D is gone."""
    assert left(family(piazza="3D 5D 4C 4F"), family(piazza="4D 4E 10H")) == ["4E", "10H"]


@pytest.mark.rule("venezia.pincer.active")
def test_only_pairs_of_the_player_on_turn_count():
    """Seat 0 stands between two of seat 1, and is taken in the turn of seat 1 only."""
    state = after_stop(family(piazza="4D 9E"), family(piazza="3D 5D"))
    assert shown(state, 0)["piazza"] == ["4D", "9E"]
    assert asked(state) == ("pick", 1)
    do(state, "stop")
    assert shown(state, 0)["piazza"] == ["9E"]


@pytest.mark.rule("venezia.pincer.active")
def test_pigeons_of_two_families_make_no_pincer():
    state = after_stop(family(piazza="3D 9E"), family(piazza="4D 10H"), family(piazza="5D"))
    assert shown(state, 1)["piazza"] == ["4D", "10H"]


@pytest.mark.rule("venezia.pincer.active")
def test_a_pincer_needs_no_move_and_takes_who_walked_in_by_himself():
    state = table("pick", family(piazza="4E 9E"), family(piazza="3D 5D"))
    do(state, "4E", "4D", "stop")
    assert shown(state, 0)["piazza"] == ["4D", "9E"]
    do(state, "stop")
    assert shown(state, 0)["piazza"] == ["9E"]
    assert notes_of_kind(state, VeneziaNote.PINCHED) == [(1, 0, square("4D"))]


@pytest.mark.rule("venezia.pincer.basic")
def test_what_counts_is_where_pigeons_are_after_all_moves():
    """A pair on the way pinches nobody."""
    state = table("pick", family(piazza="3D 6D 9E"), family(piazza="4D 10H"))
    do(state, "6D", "5D", "3D", "3E", "stop")
    assert shown(state, 1)["piazza"] == ["4D", "10H"]
    state = table("pick", family(piazza="3D 6D 9E"), family(piazza="4D 10H"))
    do(state, "6D", "5D")
    assert shown(state, 1)["piazza"] == ["4D", "10H"]
    do(state, "stop")
    assert shown(state, 1)["piazza"] == ["10H"]


@pytest.mark.rule("venezia.pincer.basic")
def test_own_pigeons_are_not_pinched():
    assert shown(after_stop(family(piazza="3D 4D 5D"), family(piazza="10H")), 0)["piazza"] == ["3D", "4D", "5D"]


@pytest.mark.rule("venezia.pincer.tourist")
def test_on_tourists_pigeons_pinch_and_are_pinched():
    assert left(family(piazza="3D 5D"), family(piazza="4D 10H"), tourists="4D 1H") == ["10H"]
    assert left(family(piazza="3D 5D"), family(piazza="4D 10H"), tourists="3D 5D") == ["10H"]


@pytest.mark.rule("venezia.pincer.direct", "venezia.board.neighbours")
@pytest.mark.parametrize(
    ("pair", "between"),
    [("10C 2D", "1D"), ("9C 1D", "10C"), ("10B 1D", "1C"), ("9D 1F", "10E"), ("9D 1E", "10D"), ("1B 10D", "10C")],
)
def test_no_line_goes_round_the_edge(pair, between):
    """Each of these would be one line if the numbers of the squares were all that counts."""
    assert left(family(piazza=pair), family(piazza=f"{between} 10H"), hunters="7G") == [between, "10H"]


@pytest.mark.rule("venezia.pincer.diagonal")
@pytest.mark.parametrize("row", "BCDEFG")
@pytest.mark.parametrize(("across", "down"), [(1, 0), (1, 1), (0, 1), (-1, 1)])
def test_in_every_row_of_the_piazza(row, across, down):
    """The middle, where the Piazza is cut in two halves, included."""
    at = "ABCDEFGH".index(row)
    pair = " ".join(f"{4 + side * across}{'ABCDEFGH'[at + side * down]}" for side in (-1, 1))
    assert left(family(piazza=f"{pair} 9D"), family(piazza=f"4{row} 10H")) == ["10H"]


@pytest.mark.rule("venezia.pincer.basic", "venezia.move.order")
def test_a_pigeon_on_the_edge_is_pinched_along_it():
    assert left(family(piazza="3A 5A"), family(piazza="4A 10H")) == ["10H"]
    assert left(family(piazza="1C 1E"), family(piazza="1D 10H")) == ["10H"]
    assert left(family(piazza="10C 10E"), family(piazza="10D 10H")) == ["10H"]
