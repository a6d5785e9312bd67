"""Action cards (section 11.3): Family Gathering, Hawk, City Catcher, Clergy, Moving House."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia.table import (
    DISTRICTS,
    SPECTATOR,
    Snapshot,
    all_shown,
    asked,
    districts,
    family,
    flocks,
    game,
    phase,
    shown,
)  # fmt: skip
from tests.venezia.views import grey_flocks, place_name, public_of

# San Giorgio is the fullest place, so that nobody is chased who matters.
CROWD: Snapshot = {"san_giorgio": 15}


def acting(card, *others, **own):
    """Seat 0, at home in Cannaregio, carries out a card; seat 1 lives in Castello."""
    return districts(family(f"piazza, {card}", **own), *(others or (family(**CROWD),)), round=9)


# Family Gathering


@pytest.mark.rule("venezia.card.family_gathering")
def test_up_to_four_are_gathered_one_at_a_time():
    state = acting("family_gathering", castello=1, san_polo=4, cannaregio=1)
    assert choices(state) == {"castello", "san_polo", "stop"}
    do(state, "castello")
    assert choices(state) == {"san_polo", "stop"}
    assert flocks(state, 0) == {"cannaregio": 2, "san_polo": 4}
    do(state, "san_polo", "san_polo")
    assert asked(state) == ("family", 0)
    do(state, "san_polo")
    assert phase(state) == "plan"
    assert flocks(state, 0) == {"cannaregio": 5, "san_polo": 1}
    assert notes_of_kind(state, VeneziaNote.GATHERED) == [(0, 1, 0), *[(0, 5, 0)] * 3]
    assert shown(state, 0)["played"] == ["family_gathering"]


@pytest.mark.rule("venezia.card.family_gathering", "venezia.flow.forced")
@pytest.mark.parametrize(("moves", "home"), [(["stop"], 0), (["san_polo", "stop"], 1), (["san_polo", "san_polo"], 2)])
def test_it_may_stop_and_ends_by_itself_when_all_are_at_home(moves, home):
    state = acting("family_gathering", san_polo=2)
    do(state, *moves)
    assert phase(state) == "plan"
    assert flocks(state, 0).get("cannaregio", 0) == home


@pytest.mark.rule("venezia.card.family_gathering", "venezia.action.district")
def test_from_districts_only_and_not_from_home():
    state = acting("family_gathering", family(castello=15), castello=1, cannaregio=2, san_giorgio=3, san_michele=1)
    assert choices(state) == {"castello", "stop"}
    assert str(refused(state, "cannaregio")) == "Your pigeons in Cannaregio are already at home."
    assert str(refused(state, "san_polo")) == "You have no pigeons in San Polo."
    assert refused(state, "san_giorgio").clause == "venezia.action.district"


# Hawk


@pytest.mark.rule("venezia.card.hawk")
def test_who_would_land_at_the_hawk_flies_back_the_own_ones_included():
    state = districts(
        family("piazza, hawk_card, castello 3, san_polo 1", castello=1, reserve=8),
        family("piazza, castello 2, giudecca 1", castello=5, reserve=8),
        family(**CROWD),
    )
    do(state, "castello")
    assert flocks(state, 0) == {"castello": 1, "san_polo": 1}
    assert flocks(state, 1) == {"castello": 5, "giudecca": 1}
    assert (shown(state, 0)["reserve"], shown(state, 1)["reserve"]) == (11, 10)
    assert sorted(notes_of_kind(state, VeneziaNote.TURNED_BACK)) == [(0, 1, 3), (1, 1, 2)]


@pytest.mark.rule("venezia.card.hawk")
def test_the_hawk_stops_nobody_who_comes_by_another_card():
    state = districts(
        family("piazza, hawk_card"),
        family("piazza, vespa", giudecca=1),
        family("piazza, moving_house", dorsoduro=2),
        family(**CROWD),
    )
    do(state, "san_polo", "san_polo", "san_polo", "2")
    assert [flocks(state, seat) for seat in (1, 2)] == [{"san_polo": 1}, {"san_polo": 2}]
    assert notes_of_kind(state, VeneziaNote.TURNED_BACK) == []


@pytest.mark.rule("venezia.card.hawk")
@pytest.mark.parametrize("district", DISTRICTS)
def test_the_hawk_goes_to_any_district_and_all_see_him_there(district):
    state = districts(family("piazza, hawk_card"), family("piazza, catcher_card"))
    do(state, district)
    assert [place_name(game.view(state, viewer).public.hawk) for viewer in (SPECTATOR, 0, 1)] == [district] * 3
    assert notes_of_kind(state, VeneziaNote.HAWK_SENT) == [(0, DISTRICTS.index(district), 0)]


# City Catcher


@pytest.mark.rule("venezia.card.catcher", "venezia.action.supply")
def test_everybody_returns_two_or_his_only_one_to_his_own_supply():
    state = districts(
        family("piazza, catcher_card", giudecca=5),
        family(giudecca=1),
        family(giudecca=2),
        family(san_giorgio=20),
        grey={"giudecca": 3},
        round=9,
    )
    assert all_shown(state, "supply") == [23, 27, 26, 7]
    do(state, "giudecca")
    assert all_shown(state, "supply") == [25, 28, 28, 7]
    assert [flocks(state, seat).get("giudecca", 0) for seat in range(4)] == [3, 0, 0, 0]
    assert all_shown(state, "reserve") == [12, 12, 12, 32]
    assert grey_flocks(public_of(state)) == {"giudecca": 3}
    assert notes_of_kind(state, VeneziaNote.CAUGHT) == [(0, 3, 2 + (1 << 6) + (2 << 12))]


@pytest.mark.rule("venezia.card.catcher")
def test_the_catcher_may_hit_nobody_and_marks_his_district():
    state = districts(family("piazza, catcher_card", castello=1), family("piazza, hawk_card"))
    do(state, "giudecca")
    assert flocks(state, 0) == {"castello": 1}
    assert place_name(public_of(state).catcher) == "giudecca"


# Clergy


@pytest.mark.rule("venezia.card.clergy")
@pytest.mark.parametrize("before", [{}, {"castello": 3}, {"castello": 3, "san_polo": 3}, {"giudecca": 6}])
@pytest.mark.parametrize(
    ("moves", "after"),
    [(["castello", "giudecca"], {"castello": 3, "giudecca": 3}), (["castello", "castello"], {"castello": 6})],
)
def test_all_six_grey_pigeons_go_to_districts_in_two_groups(before, moves, after):
    state = districts(family("piazza, clergy_card"), family(**CROWD), grey=before, round=9)
    assert choices(state) == set(DISTRICTS)
    do(state, moves[0])
    assert grey_flocks(public_of(state)) == {moves[0]: 3}
    assert choices(state) == set(DISTRICTS)
    do(state, moves[1])
    assert grey_flocks(public_of(state)) == after
    assert public_of(state).edge == 0
    assert [(seat, pigeons) for seat, _, pigeons in notes_of_kind(state, VeneziaNote.GREY_SET)] == [(0, 3), (0, 3)]


# Moving House


@pytest.mark.rule("venezia.card.moving_house")
@pytest.mark.parametrize(("living", "most"), [(1, 1), (2, 2), (3, 3), (7, 3)])
def test_the_home_base_moves_and_up_to_three_go_along(living, most):
    state = acting("moving_house", cannaregio=living)
    assert choices(state) == set(DISTRICTS) - {"cannaregio", "castello"}
    assert str(refused(state, "castello")) == "There's already a home base in Castello."
    do(state, "giudecca")
    assert (shown(state, 0)["home"], flocks(state, 0)) == ("giudecca", {"cannaregio": living})
    assert choices(state) == {str(number) for number in range(most + 1)}
    refusal = refused(state, str(most + 1))
    assert (refusal.code, refusal.clause) == ("number", "venezia.card.moving_house")
    do(state, "1")
    assert flocks(state, 0).get("cannaregio", 0) == living - 1
    assert flocks(state, 0)["giudecca"] == 1
    assert notes_of_kind(state, VeneziaNote.TOOK_ALONG) == [(0, 3, 1)]


@pytest.mark.rule("venezia.card.moving_house", "venezia.flow.forced")
def test_an_empty_old_home_is_not_asked_for_company():
    state = acting("moving_house", castello=3)
    do(state, "san_marco")
    assert phase(state) == "plan"
    assert (shown(state, 0)["home"], flocks(state, 0)) == ("san_marco", {"castello": 3})


@pytest.mark.rule("venezia.card.moving_house", "venezia.score.six", "venezia.score.three")
def test_it_changes_the_points_of_the_same_round():
    """The others' pigeons in the old home are worth 3 now, in the new one 6."""
    state = acting("moving_house", family(cannaregio=2, giudecca=2, **CROWD))
    do(state, "giudecca")
    assert notes_of_kind(state, VeneziaNote.SCORED) == [(0, 1, 3), (3, 1, 6)]
