"""Phase 2: the piazza cards and the feints."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia.table import SPECTATOR, SQUARES, asked, family, game, on_cards, phase, planned, shown, table
from tests.venezia.views import laid_first_cards, public_of


@pytest.mark.rule("venezia.first.reveal", "venezia.round.clockwise")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_first_cards_are_carried_out_from_the_start_player_clockwise(start):
    state = planned("piazza 1", "feint 1, castello, san_polo", "piazza 1", start=start)
    order = []
    for _ in range(3):
        order.append(asked(state))
        do(state, "1" if phase(state) == "feint" else f"{1 + state.actor()}A")
    asks = [("place", 0), ("feint", 1), ("place", 2)]
    assert order == asks[start:] + asks[:start]


@pytest.mark.rule("venezia.first.reveal.together")
def test_all_are_turned_up_before_the_first_of_them_is_carried_out():
    state = planned("piazza 1", "feint 2, castello", "piazza", start=1)
    notes = [note.kind for note in state.take_notes()]
    shown_at = [place for place, kind in enumerate(notes) if kind == VeneziaNote.FIRST_SHOWN]
    assert len(shown_at) == 3
    assert max(shown_at) < notes.index(VeneziaNote.SPLIT)
    assert laid_first_cards(public_of(state)) == ["piazza", "feint", "piazza"]


@pytest.mark.rule("venezia.first.reveal.together")
def test_the_first_cards_are_known_to_all_when_the_start_player_places_a_pigeon():
    state = planned("piazza 1", "feint 2, castello")
    assert asked(state) == ("place", 0)
    for viewer in (SPECTATOR, 0, 1):
        assert laid_first_cards(game.view(state, viewer).public) == ["piazza", "feint"]


@pytest.mark.rule("venezia.first.place", "venezia.first.onepersquare")
def test_pigeons_go_to_free_squares_of_the_owners_choice():
    state = table("place", family("piazza 2", piazza="4C"), family(piazza="5C 6C"))
    free = set(SQUARES) - {"8G", "4C", "5C", "6C"}
    assert choices(state) == free
    for taken in ("4C", "5C"):
        refusal = refused(state, taken)
        assert (refusal.code, refusal.clause) == ("occupied", "venezia.first.onepersquare")
        assert str(refusal) == f"There's already a pigeon on {taken}."
    do(state, "1H")
    assert choices(state) == free - {"1H"}
    assert shown(state, 0)["piazza"] == ["4C", "1H"]
    assert on_cards(state, 0) == [1]


@pytest.mark.rule("venezia.first.place.all")
def test_all_of_them_one_by_one_before_the_next_player():
    state = planned("piazza 3", "piazza 1")
    for name in ("2B", "4B", "6B"):
        assert asked(state) == ("place", 0)
        refusal = refused(state, "stop")
        assert refusal.clause == "venezia.first.place.all"
        assert refused(state, "9B", seat=1).code == "turn"
        do(state, name)
    assert asked(state) == ("place", 1)
    assert shown(state, 0)["piazza"] == ["2B", "4B", "6B"]
    assert on_cards(state, 0) == [0]


@pytest.mark.rule("venezia.first.campanile")
def test_the_campanile_is_never_free():
    state = table("place", family("piazza 2"), family())
    do(state, "8F")
    assert "8G" not in choices(state)
    assert refused(state, "8G").clause == "venezia.first.campanile"


@pytest.mark.rule("venezia.first.place", "venezia.flow.forced")
def test_a_piazza_card_without_pigeons_asks_nothing():
    state = planned("piazza", "piazza 2")
    assert asked(state) == ("place", 1)


@pytest.mark.rule("venezia.first.feint", "venezia.first.feint.all")
def test_a_feint_is_spread_over_the_laid_cards_slot_by_slot_the_last_takes_the_rest():
    state = planned("feint 5, castello 1, san_polo, san_giorgio 2", "piazza 1")
    assert asked(state) == ("feint", 0)
    assert choices(state) == {"0", "1", "2", "3", "4", "5"}
    do(state, "2")
    assert choices(state) == {"0", "1", "2", "3"}
    assert on_cards(state, 0) == [3, 3, 0, 2]
    do(state, "1")
    assert on_cards(state, 0) == [0, 3, 1, 4]
    assert notes_of_kind(state, VeneziaNote.SPLIT) == [(0, 3, 2), (0, 4, 1), (0, 5, 2)]
    assert asked(state) == ("place", 1)


@pytest.mark.rule("venezia.first.feint", "venezia.first.feint.all")
def test_more_than_there_are_cannot_be_spread_and_nothing_comes_back():
    state = planned("feint 3, castello, san_polo", "piazza 1")
    refusal = refused(state, "4")
    assert (refusal.code, refusal.clause) == ("number", "venezia.first.feint.all")
    assert refused(state, "stop").clause == "venezia.first.feint.all"
    do(state, "0")
    assert on_cards(state, 0) == [0, 0, 3]
    assert shown(state, 0)["reserve"] == 9


@pytest.mark.rule("venezia.first.feint.all")
def test_the_cards_stay_face_down_and_their_new_counts_are_public():
    state = planned("feint 3, castello 1, san_polo", "piazza 1")
    do(state, "2")
    for viewer in (SPECTATOR, 1):
        seen = game.view(state, viewer).public.seats[0].plan
        assert (seen.cards, seen.pigeons) == (("back", "back"), (0, 3, 1))


@pytest.mark.rule("venezia.first.feint.all", "venezia.flow.forced")
@pytest.mark.parametrize(
    ("plan", "moves", "counts"),
    [
        ("feint 4, castello 1", [], [0, 5]),
        ("feint 4, castello 1, san_polo 1, giudecca 1", ["4"], [0, 5, 1, 1]),
        ("feint 4, castello 1, san_polo 1, giudecca 1", ["0", "4"], [0, 1, 5, 1]),
        ("feint 0, castello 1, san_polo 1", [], [0, 1, 1]),
    ],
)
def test_what_has_only_one_answer_is_not_asked(plan, moves, counts):
    state = planned(plan, "piazza 1")
    do(state, *moves)
    assert asked(state) == ("place", 1)
    assert on_cards(state, 0) == counts


@pytest.mark.rule("venezia.first.feint.nocard")
def test_without_a_district_card_the_pigeons_of_a_feint_return_to_the_reserve():
    state = planned("feint 7", "piazza 1")
    assert asked(state) == ("place", 1)
    assert (shown(state, 0)["reserve"], on_cards(state, 0)) == (12, [0])
    assert notes_of_kind(state, VeneziaNote.FEINT_BACK) == [(0, 7, 0)]


@pytest.mark.rule("venezia.first.feint.nocard")
def test_that_is_so_for_the_last_to_act_too():
    state = planned("piazza 1", "feint 7")
    do(state, "1A")
    assert shown(state, 1)["reserve"] == 12


@pytest.mark.rule("venezia.first.feint.stillactive", "venezia.piazza.stay", "venezia.move.all")
def test_with_a_feint_the_pigeons_on_the_piazza_move_pinch_and_breed_as_usual():
    state = table(
        "pick",
        family("feint", piazza="4C 8C"),
        family(piazza="5C"),
        tourists="6B 1H",
        hunters="10H",
    )
    do(state, "8C", "7C", "4C", "4D")
    assert phase(state) == "pick"
    state = table("pick", family("feint", piazza="4C 7C"), family(piazza="5C"), tourists="7B 1H", hunters="10H")
    do(state, "7C", "6C", "stop")
    assert notes_of_kind(state, VeneziaNote.PINCHED) == [(0, 1, 24)]
    assert shown(state, 0)["nest"] == 2


@pytest.mark.rule("venezia.first.feint.nocard", "venezia.first.reveal")
def test_everybody_may_feint():
    state = planned("feint 3", "feint 4, castello", "feint 2", start=1)
    assert [note.a for note in state.take_notes() if note.kind == VeneziaNote.FEINT_BACK] == [2, 0]
