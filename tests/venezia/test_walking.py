"""Moves on the Piazza: who moves when, and walking."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia.table import around, asked, family, flocks, phase, shown, table, these


@pytest.mark.rule("venezia.move.order", "venezia.round.clockwise", "venezia.breed.own")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_each_moves_pinches_and_breeds_before_the_next_from_the_start_player_clockwise(start):
    """Every family has two pigeons next to a tourist, and pinches one of the next family."""
    lines = "2C 4C", "2E 4E", "5G 7G"
    victims = "6G 1A", "3C 1A", "3E 1A"
    families = [family(piazza=f"{line} {victim[:2]}") for line, victim in zip(lines, victims, strict=True)]
    state = table("pick", *families, start=start, tourists="3B 3D 6F", hunters="10A", options={"tourists": 3})
    order = [(start + turn) % 3 for turn in range(3)]
    happened = []
    for seat in order:
        assert asked(state) == ("pick", seat)
        do(state, "stop")
        happened += [
            (note.kind, note.a) for note in state.take_notes() if note.kind in (VeneziaNote.PINCHED, VeneziaNote.BORN)
        ]
    assert happened == [(kind, seat) for seat in order for kind in (VeneziaNote.PINCHED, VeneziaNote.BORN)]


@pytest.mark.rule("venezia.move.optional")
def test_nobody_has_to_move():
    state = table("pick", family(piazza="4C 7E"), family(piazza="5G"))
    assert choices(state) == {"4C", "7E", "stop"}
    do(state, "stop")
    assert shown(state, 0)["piazza"] == ["4C", "7E"]
    assert asked(state) == ("pick", 1)


@pytest.mark.rule("venezia.move.once", "venezia.move.optional", "venezia.move.all")
def test_each_pigeon_moves_once_in_any_order():
    state = table("pick", family(piazza="4C 7E 2G"), family())
    assert choices(state) == {"4C", "7E", "2G", "stop"}
    do(state, "7E", "7D")
    assert choices(state) == {"4C", "2G", "stop"}
    refusal = refused(state, "7D")
    assert (refusal.code, refusal.clause) == ("moved", "venezia.move.once")
    assert str(refusal) == "The pigeon on 7D has already moved this turn."
    do(state, "4C", "5C")
    assert choices(state) == {"2G", "stop"}


@pytest.mark.rule("venezia.move.once")
def test_a_picked_pigeon_must_move_before_another_is_picked():
    state = table("pick", family(piazza="4C 7E"), family())
    do(state, "4C")
    assert asked(state) == ("move", 0)
    assert choices(state) == around("4C")
    for move in ("stop", "4C", "7E"):
        refused(state, move)
    assert refused(state, "stop").clause == "venezia.move.once"
    do(state, "4D")
    assert asked(state) == ("pick", 0)


@pytest.mark.rule("venezia.move.once", "venezia.flow.forced")
def test_when_all_have_moved_the_turn_ends_by_itself():
    state = table("pick", family(piazza="4C"), family(piazza="7E"))
    do(state, "4C", "4D")
    assert asked(state) == ("pick", 1)


@pytest.mark.rule("venezia.move.once")
def test_who_moved_in_a_turn_may_move_again_in_the_next_round():
    state = table("pick", family(piazza="4C 7E"), family(), start=0)
    do(state, "4C", "4D", "stop")
    assert phase(state) == "plan"
    assert state.snapshot()["moved"] == []


@pytest.mark.rule("venezia.move.all", "venezia.piazza.stay")
def test_pigeons_of_this_round_and_of_earlier_ones_move_alike():
    state = table("place", family("piazza 1", piazza="4C"), family(), seed=5)
    do(state, "7E")
    assert choices(state) == {"4C", "7E", "stop"}


@pytest.mark.rule("venezia.move.all")
def test_only_own_pigeons_move():
    state = table("pick", family(piazza="4C"), family(piazza="7E"))
    for other in ("7E", "1A"):
        refusal = refused(state, other)
        assert (refusal.code, refusal.clause) == ("no-pigeon", "venezia.move.all")
        assert str(refusal) == f"You have no pigeon on {other}."


@pytest.mark.rule("venezia.move.walk")
def test_a_walk_goes_one_square_in_any_direction_onto_an_empty_square_or_a_tourist():
    state = table("pick", family(piazza="4C"), family(), tourists="5D 1H")
    do(state, "4C")
    assert choices(state) == these("3B 4B 5B 3C 5C 3D 4D 5D")
    refusal = refused(state, "4E")
    assert (refusal.code, refusal.clause) == ("far", "venezia.move.walk")
    do(state, "5D")
    assert notes_of_kind(state, VeneziaNote.WALKED) == [(0, 23, 34)]
    assert shown(state, 0)["piazza"] == ["5D"]


@pytest.mark.rule("venezia.move.occupied")
def test_nobody_enters_a_square_with_a_pigeon_on_a_tourist_or_not():
    state = table("pick", family(piazza="4C 5C 4A"), family(piazza="5D 3B"), tourists="5D 1H")
    do(state, "4C")
    assert choices(state) == these("4B 5B 3C 3D 4D 6C 2A")
    for taken in ("5C", "5D", "3B"):
        refusal = refused(state, taken)
        assert (refusal.code, refusal.clause) == ("occupied", "venezia.move.occupied")


@pytest.mark.rule("venezia.move.hunter")
@pytest.mark.parametrize("over", ["5D", "5E", "4E"])
def test_nobody_enters_the_hunters_square(over):
    """In reach of it is nobody but a pigeon that has moved there in this turn."""
    column, row = 2 * int(over[0]) - 4, "ABCDEFGH"[2 * "ABCDEFGH".index(over[1]) - 3]
    hunter = f"{column}{row}"
    state = table("pick", family(piazza=f"4D {over} 10H"), family(), moved=over, hunters=hunter)
    do(state, "4D")
    assert choices(state) == around("4D") - {over}
    refusal = refused(state, hunter)
    assert (refusal.code, refusal.clause) == ("hunter", "venezia.move.hunter")
    assert str(refusal) == f"There's a hunter on {hunter}."


@pytest.mark.rule("venezia.move.hunter.next")
def test_next_to_the_hunter_is_allowed_and_harmless():
    state = table("pick", family(piazza="4F 9C"), family(), hunters="4D")
    do(state, "4F")
    assert {"3E", "4E", "5E"} <= choices(state)
    do(state, "4E", "stop")
    assert shown(state, 0)["piazza"] == ["9C", "4E"]
    assert flocks(state, 0) == {}


@pytest.mark.rule("venezia.move.campanile")
def test_nobody_enters_the_campanile_or_jumps_over_it():
    state = table("pick", family(piazza="8F 7F"), family())
    do(state, "8F")
    assert choices(state) == these("7E 8E 9E 9F 7G 9G 6F")
    refusal = refused(state, "8G")
    assert (refusal.code, refusal.clause) == ("campanile", "venezia.move.campanile")
    refused(state, "8H")


@pytest.mark.rule("venezia.move.campanile")
def test_nor_does_a_jump_end_on_it():
    state = table("pick", family(piazza="6E 1A"), family(piazza="7F"))
    do(state, "6E")
    assert choices(state) == around("6E") - {"7F"}


@pytest.mark.rule("venezia.move.one_kind")
def test_a_walk_is_followed_by_no_jump_and_a_jump_by_no_walk():
    state = table("pick", family(piazza="4C 9C"), family(piazza="6C 6E"))
    do(state, "4C", "5C")
    assert asked(state) == ("pick", 0)
    assert choices(state) == {"9C", "stop"}
    state = table("pick", family(piazza="5C 10H"), family(piazza="6C 6E"))
    do(state, "5C", "7C")
    assert (phase(state), choices(state)) == ("pick", {"10H", "stop"})
    state = table("pick", family(piazza="5C 10H"), family(piazza="6C 7D"))
    do(state, "5C", "7C")
    assert (phase(state), choices(state)) == ("jump", {"7E", "stop"})
    assert refused(state, "8C").clause == "venezia.jump.basic"


@pytest.mark.rule("venezia.move.optional", "venezia.flow.forced")
def test_a_pigeon_that_cannot_move_is_not_offered():
    """1A is shut in: each way out is taken, and behind each neighbour stands another."""
    state = table("pick", family(piazza="1A 9E"), family(piazza="2A 1B 2B 3A 1C 3C"))
    assert choices(state) == {"9E", "stop"}
    refusal = refused(state, "1A")
    assert (refusal.code, str(refusal)) == ("stuck", "The pigeon on 1A can't move.")
    state = table("pick", family(piazza="1A 9E"), family(piazza="2A 1B 2B 3A 1C"))
    assert choices(state) == {"1A", "9E", "stop"}  # over 2B


@pytest.mark.rule("venezia.flow.forced")
def test_a_picked_pigeon_with_one_way_to_go_goes_there_at_once():
    state = table("pick", family(piazza="1A 9E"), family(piazza="2A 1B 2B 3A 1C"))
    do(state, "1A")
    assert shown(state, 0)["piazza"] == ["3C", "9E"]
    assert notes_of_kind(state, VeneziaNote.JUMPED) == [(0, 0, 22)]
