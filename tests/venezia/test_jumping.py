"""Jumping on the Piazza."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia.table import around, asked, family, phase, shown, table, these


def jumps(state, name):
    """Where this pigeon can jump to: what it can reach, but is not next to it."""
    after = state.copy()
    do(after, name)
    return choices(after) - around(name)


@pytest.mark.rule("venezia.jump.basic", "venezia.board.neighbours")
@pytest.mark.parametrize(
    ("over", "landing"),
    [("3C", "2B"), ("4C", "4B"), ("5C", "6B"), ("3D", "2D"), ("5D", "6D"), ("3E", "2F"), ("4E", "4F"), ("5E", "6F")],
)
def test_over_a_neighbouring_pigeon_onto_the_square_behind_it(over, landing):
    state = table("pick", family(piazza="4D 9G"), family(piazza=over))
    assert jumps(state, "4D") == {landing}
    do(state, "4D", landing)
    assert shown(state, 0)["piazza"] == sorted([landing, "9G"], key=lambda name: (name[-1], name))
    assert notes_of_kind(state, VeneziaNote.JUMPED) == [
        (0, 33, 10 * "ABCDEFGH".index(landing[1]) + int(landing[0]) - 1)
    ]


@pytest.mark.rule("venezia.jump.basic", "venezia.move.occupied")
def test_not_over_an_empty_square_and_not_onto_a_pigeon():
    state = table("pick", family(piazza="4D 9G"), family(piazza="5D 6D 4B"))
    assert jumps(state, "4D") == set()
    assert refused(state, "4B").code == "no-pigeon"


@pytest.mark.rule("venezia.jump.basic", "venezia.board.neighbours")
@pytest.mark.parametrize(
    ("name", "over"),
    [("9D", "10D"), ("2D", "1D"), ("9D", "10E"), ("5B", "5A"), ("5G", "5H"), ("2B", "1A"), ("2D", "1C")],
)
def test_the_edge_of_the_piazza_ends_every_line(name, over):
    state = table("pick", family(piazza=f"{name} 7E"), family(piazza=over), hunters="10H", tourists="1H 8H")
    assert jumps(state, name) == set()


@pytest.mark.rule("venezia.jump.colour")
def test_over_any_colour_own_ones_included_moved_or_not_and_unharmed():
    state = table("pick", family(piazza="4D 5D 3C"), family(piazza="4C"), family(piazza="5E"), moved="3C")
    assert jumps(state, "4D") == {"6D", "2B", "4B", "6F"}
    do(state, "4D", "6D")
    assert shown(state, 0)["piazza"] == ["3C", "5D", "6D"]
    state = table("pick", family(piazza="4D 9G"), family(piazza="4C"))
    do(state, "4D", "4B", "stop")
    assert shown(state, 1)["piazza"] == ["4C"]
    assert notes_of_kind(state, VeneziaNote.PINCHED) == []


@pytest.mark.rule("venezia.jump.colour", "venezia.move.once")
def test_a_pigeon_that_has_moved_serves_as_a_springboard():
    state = table("pick", family(piazza="4D 7D"), family())
    assert jumps(state, "4D") == set()
    do(state, "7D", "6D")
    assert jumps(state, "4D") == set()
    state = table("pick", family(piazza="4D 6C"), family())
    do(state, "6C", "5D")
    assert jumps(state, "4D") == {"6D"}


@pytest.mark.rule("venezia.jump.chain", "venezia.jump.turns")
def test_any_number_of_jumps_in_any_directions_in_one_move():
    state = table("pick", family(piazza="2C 9H"), family(piazza="3C 5D 7E 7G"))
    do(state, "2C", "4C")
    assert (asked(state), choices(state)) == (("jump", 0), {"6E", "stop"})
    do(state, "6E")
    assert choices(state) == {"8E", "stop"}
    do(state, "8E")
    assert asked(state) == ("pick", 0)  # nothing more to jump over
    assert shown(state, 0)["piazza"] == ["8E", "9H"]
    assert len(notes_of_kind(state, VeneziaNote.JUMPED)) == 3
    assert choices(state) == {"9H", "stop"}


@pytest.mark.rule("venezia.jump.turns")
def test_it_may_stop_after_any_jump():
    state = table("pick", family(piazza="2C 9H"), family(piazza="3C 5D 7E"))
    do(state, "2C", "4C", "stop")
    assert (asked(state), choices(state)) == (("pick", 0), {"9H", "stop"})
    assert shown(state, 0)["piazza"] == ["4C", "9H"]


@pytest.mark.rule("venezia.jump.chain", "venezia.jump.norevisit")
def test_a_ring_of_four_is_jumped_round_but_not_back_to_its_start():
    """From 4D round 5D, 6E, 5F, 4E; the last jump would end on the first square."""
    state = table("pick", family(piazza="4D 10H"), family(piazza="5D 6E 5F 4E"))
    assert jumps(state, "4D") == {"6D", "4F"}
    do(state, "4D", "6D")
    assert choices(state) == {"6F", "stop"}
    refusal = refused(state, "4D")
    assert (refusal.code, refusal.clause) == ("revisit", "venezia.jump.norevisit")
    assert str(refusal) == "Your pigeon has already been on 4D in this move."
    do(state, "6F", "4F")
    assert (phase(state), shown(state, 0)["piazza"]) == ("pick", ["4F", "10H"])


@pytest.mark.rule("venezia.jump.norevisit")
def test_a_pigeon_does_not_jump_there_and_back():
    state = table("pick", family(piazza="4D 10H"), family(piazza="5D"))
    do(state, "4D", "6D")
    assert asked(state) == ("pick", 0)


@pytest.mark.rule("venezia.jump.norevisit")
def test_another_pigeon_may_go_where_one_has_been():
    state = table("pick", family(piazza="4D 4F"), family(piazza="5D 4E"))
    do(state, "4D", "6D")
    assert state.snapshot()["been"] == []
    assert jumps(state, "4F") == {"4D"}


@pytest.mark.rule("venezia.jump.row")
@pytest.mark.parametrize("row", ["5D 6D", "5D 6D 7D", "5E 6F", "4E 4F"])
def test_two_or_more_in_a_row_cannot_be_jumped(row):
    state = table("pick", family(piazza="4D 10H"), family(piazza=row))
    assert jumps(state, "4D") == set()


@pytest.mark.rule("venezia.jump.notover", "venezia.jump.notover.bird")
def test_neither_over_a_tourist_nor_over_a_pigeon_that_sits_on_one():
    state = table("pick", family(piazza="4D 4F 10H"), family(piazza="5D 5F"), tourists="5D 5E")
    assert jumps(state, "4D") == set()
    assert jumps(state, "4F") == {"6F"}
    state = table("pick", family(piazza="4D 10H"), family(piazza="5F"), tourists="5D 5E")
    assert jumps(state, "4D") == set()


@pytest.mark.rule("venezia.jump.notover", "venezia.jump.basic")
def test_nor_over_a_hunter():
    state = table("pick", family(piazza="2D 10H"), family(piazza="3D"), hunters="5D")
    do(state, "2D", "4D")
    assert asked(state) == ("pick", 0)


@pytest.mark.rule("venezia.jump.tourist", "venezia.jump.ends")
def test_a_jump_onto_a_free_tourist_ends_the_move():
    """From 6D it could go on over 7D."""
    pieces = family(piazza="4D 10H"), family(piazza="5D 7D")
    state = table("pick", *pieces, tourists="6D 1H")
    do(state, "4D", "6D")
    assert asked(state) == ("pick", 0)
    assert (shown(state, 0)["piazza"], state.snapshot()["been"]) == (["6D", "10H"], [])
    state = table("pick", *pieces, tourists="6C 1H")
    do(state, "4D", "6D")
    assert choices(state) == {"8D", "stop"}


@pytest.mark.rule("venezia.jump.tourist", "venezia.move.occupied")
def test_not_onto_a_tourist_that_carries_a_pigeon():
    state = table("pick", family(piazza="4D 10H"), family(piazza="5D 6D"), tourists="6D 1H")
    assert jumps(state, "4D") == set()


@pytest.mark.rule("venezia.jump.ends", "venezia.jump.tourist")
def test_a_chain_may_end_on_a_tourist_after_some_jumps():
    state = table("pick", family(piazza="2D 10H"), family(piazza="3D 5D 7D"), tourists="6D 1H")
    do(state, "2D", "4D", "6D")
    assert asked(state) == ("pick", 0)
    assert choices(state) == {"10H", "stop"}


@pytest.mark.rule("venezia.jump.ends")
def test_a_pigeon_that_begins_on_a_tourist_jumps_as_often_as_it_likes():
    state = table("pick", family(piazza="2D 10H"), family(piazza="3D 5D"), tourists="2D 1H")
    do(state, "2D", "4D", "6D")
    assert shown(state, 0)["piazza"] == ["6D", "10H"]


@pytest.mark.rule("venezia.move.hunter")
def test_no_landing_of_a_chain_is_the_hunters_square():
    """Nobody who has not moved stands next to the hunter, so that nobody could walk there either."""
    pieces = family(piazza="2D 5D 10H"), family(piazza="3D")
    state = table("pick", *pieces, moved="5D", hunters="10A")
    do(state, "2D", "4D")
    assert choices(state) == {"6D", "stop"}
    state = table("pick", *pieces, moved="5D", hunters="6D")
    do(state, "2D", "4D")
    assert asked(state) == ("pick", 0)
    assert shown(state, 0)["piazza"] == ["4D", "5D", "10H"]


@pytest.mark.rule("venezia.jump.basic", "venezia.jump.chain")
def test_lines_across_the_middle_of_the_piazza():
    """Rows D and E are neighbours like all others."""
    state = table("pick", family(piazza="5C 10H"), family(piazza="5D 6E 6F 4D"), tourists="1H 2H", hunters="1A")
    assert jumps(state, "5C") == {"5E", "3E"}
    do(state, "5C", "5E")
    assert choices(state) == these("7E 7G 3C stop")
