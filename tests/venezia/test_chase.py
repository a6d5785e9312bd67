"""The chase, and what the end of a round clears."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import do, notes_of_kind
from tests.venezia.table import (
    CARDS,
    PLACES,
    all_shown,
    asked,
    districts,
    family,
    flocks,
    game,
    phase,
    shown,
    table,
)  # fmt: skip
from tests.venezia.views import grey_flocks, place_name, public_of


def chased(*families, **given):
    """The place that is emptied, how many pigeons, and grey ones among them; None if there is none."""
    state = districts(*families, **given)
    while phase(state) in ("recover", "fetch"):
        do(state, "stop" if phase(state) == "recover" else "0")
    notes = notes_of_kind(state, VeneziaNote.CHASED)
    return (PLACES[notes[0][0]], *notes[0][1:]) if notes else None


@pytest.mark.rule("venezia.chase.fullest")
@pytest.mark.parametrize("place", CARDS)
def test_all_pigeons_of_the_fullest_place_fly_to_their_reserves(place):
    other = "giudecca" if place != "giudecca" else "san_polo"
    state = districts(family(places={place: 3, other: 2}), family(places={place: 1, other: 1}))
    assert notes_of_kind(state, VeneziaNote.CHASED) == [(CARDS.index(place), 4, 0)]
    assert all_shown(state, "reserve") == [15, 13]
    assert [flocks(state, seat) for seat in (0, 1)] == [{other: 2}, {other: 1}]


@pytest.mark.rule("venezia.chase.fullest")
def test_colours_count_together():
    assert chased(family(castello=3, san_polo=2), family(san_polo=2), family()) == ("san_polo", 4, 0)


@pytest.mark.rule("venezia.chase.fullest")
def test_san_michele_is_never_chased():
    assert chased(family(castello=1, san_michele=9), family(san_michele=8)) == ("castello", 1, 0)


@pytest.mark.rule("venezia.chase.notpiazza")
def test_nor_is_the_piazza():
    state = districts(family(piazza="2B 4B 6B 2D 4D"), family(castello=2), hunters="10A")
    assert notes_of_kind(state, VeneziaNote.CHASED) == [(1, 2, 0)]
    assert len(shown(state, 0)["piazza"]) == 5


@pytest.mark.rule("venezia.chase.tie")
@pytest.mark.parametrize("flock", [{"castello": 2, "san_polo": 2}, {"castello": 2, "san_giorgio": 2, "giudecca": 1}])
def test_on_a_tie_nobody_is_chased(flock):
    state = districts(family(**flock), family())
    assert notes_of_kind(state, VeneziaNote.NOBODY_CHASED) == [(2, 0, 0)]
    assert (flocks(state, 0), shown(state, 0)["reserve"]) == (flock, 12)


@pytest.mark.rule("venezia.chase.tie")
def test_a_tie_below_the_fullest_place_does_not_matter():
    assert chased(family(castello=2, san_polo=2, giudecca=3), family()) == ("giudecca", 3, 0)


@pytest.mark.rule("venezia.chase.empty")
def test_in_an_empty_city_nothing_happens():
    state = districts(family(san_michele=0), family())
    assert notes_of_kind(state, VeneziaNote.NOBODY_CHASED) == [(0, 0, 0)]
    assert phase(state) == "plan"


@pytest.mark.rule("venezia.chase.grey", "venezia.chase.grey.count")
def test_grey_pigeons_count_and_go_to_the_board_edge():
    state = districts(family(castello=4, san_polo=2), family(), grey={"san_polo": 3, "giudecca": 3})
    assert notes_of_kind(state, VeneziaNote.CHASED) == [(5, 5, 3)]
    public = public_of(state)
    assert (grey_flocks(public), public.edge) == ({"giudecca": 3}, 3)
    assert flocks(state, 0) == {"castello": 4}


@pytest.mark.rule("venezia.chase.grey.count")
def test_a_place_with_grey_pigeons_alone_can_be_the_fullest_or_tie():
    assert chased(family(castello=2), family(), grey={"san_polo": 3}) == ("san_polo", 3, 3)
    assert chased(family(castello=3), family(), grey={"san_polo": 3}) is None


@pytest.mark.rule("venezia.chase.grey")
def test_else_they_stay_where_they_are():
    state = districts(family(castello=9), family(), grey={"san_polo": 3, "giudecca": 3})
    assert grey_flocks(public_of(state)) == {"san_polo": 3, "giudecca": 3}


@pytest.mark.rule("venezia.score.order", "venezia.chase.fullest")
def test_the_chase_comes_after_the_scoring_and_after_what_is_fetched():
    state = districts(family(castello=1, san_michele=2), family(castello=2))
    assert asked(state) == ("fetch", 0)
    assert shown(state, 1)["score"] == 3
    assert flocks(state, 1) == {"castello": 2}
    do(state, "2")
    assert (flocks(state, 0), flocks(state, 1)) == ({}, {})
    assert all_shown(state, "reserve") == [15, 14]


@pytest.mark.rule("venezia.upkeep.nest", "venezia.score.order")
def test_all_nests_go_to_the_reserves():
    state = table("reinforce", family(nest=3), family(nest=4), family())
    do(state, "1", "0")
    assert phase(state) == "plan"
    assert (all_shown(state, "nest"), all_shown(state, "reserve")) == ([0, 0, 0], [15, 16, 12])  # one of them chased
    assert flocks(state, 0) == {}


@pytest.mark.rule("venezia.upkeep.clear", "venezia.upkeep.hawk")
@pytest.mark.parametrize("options", [{}, {"tourists": 3, "hunters": 2}])
def test_tourists_hunters_hawk_and_catcher_leave_the_board(options):
    state = districts(family("piazza, hawk_card"), family("piazza, catcher_card"), options=options)
    do(state, "giudecca")
    before = public_of(state)
    assert (len(before.tourists), len(before.hunters)) == (options.get("tourists", 2), options.get("hunters", 1))
    assert place_name(before.hawk) == "giudecca"
    do(state, "san_polo")
    after = public_of(state)
    assert (after.tourists, after.hunters, after.hawk, after.catcher) == ((), (), None, None)
    assert (after.last_tourists, after.last_hunters) == (before.tourists, before.hunters)


@pytest.mark.rule("venezia.upkeep.hawk")
def test_the_hawk_turns_nobody_back_in_the_next_round():
    state = districts(family("piazza, hawk_card, castello 2", reserve=10), family(giudecca=9))
    do(state, "castello")
    assert shown(state, 0)["reserve"] == 12
    for seat in (0, 1):
        for move in ("piazza", "stop", "castello", "stop", "0", "2"):
            if seat in state.actors():
                state.play(seat, game.parse(move))
    while state.snapshot()["round"] == 3:
        do(state, "stop" if "stop" in (game.text(move) for move in state.moves(state.actor())) else "0")
    kinds = [note.kind for note in state.take_notes()]
    assert kinds.count(VeneziaNote.TURNED_BACK) == 1
    assert kinds.count(VeneziaNote.LANDED) == 2


@pytest.mark.rule("venezia.upkeep.start", "venezia.round.clockwise")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_is_the_next_to_the_left(players):
    for start in range(players):
        state = districts(*[family()] * players, start=start, round=5)
        public = public_of(state)
        assert (public.start, public.round) == ((start + 1) % players, 6)
        assert notes_of_kind(state, VeneziaNote.ROUND_BEGINS) == [(6, (start + 1) % players, 0)]
