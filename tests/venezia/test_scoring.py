"""Landing, and phase 4: the districts, San Giorgio and San Michele."""

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
from tests.venezia.views import action_names, own_of, place_names, public_of

CROWD: Snapshot = {"san_giorgio": 15}  # the fullest place, so that nobody is chased who matters


def scored(*families, **given):
    """What is scored: district, seat, points."""
    state = districts(*families, **{"round": 9, **given})
    return [(DISTRICTS[district], seat, points) for district, seat, points in notes_of_kind(state, VeneziaNote.SCORED)]


# Landing


@pytest.mark.rule("venezia.land.reveal", "venezia.plan.facedown")
def test_all_district_cards_are_turned_up_and_their_pigeons_land():
    state = districts(
        family("piazza, castello 2, san_polo 1", castello=1, reserve=5),
        family("feint, san_polo 3, san_giorgio 4, giudecca", reserve=5),
        family(**CROWD),
    )
    assert flocks(state, 0) == {"castello": 3, "san_polo": 1}
    assert flocks(state, 1) == {"san_polo": 3}
    assert sorted(notes_of_kind(state, VeneziaNote.LANDED)) == [(0, 1, 2), (0, 5, 1), (1, 3, 0), (1, 5, 3), (1, 7, 4)]
    for viewer in (SPECTATOR, 0, 1):
        cards = [place_names(seat.shown.cards) for seat in game.view(state, viewer).public.seats]
        assert cards == [["castello", "san_polo"], ["san_polo", "san_giorgio", "giudecca"], []]


@pytest.mark.rule("venezia.land.nolimit")
def test_a_place_holds_any_number():
    state = districts(family("piazza, castello 38", castello=2, reserve=0), family("piazza, castello 39", reserve=0))
    assert notes_of_kind(state, VeneziaNote.LANDED) == [(0, 1, 38), (1, 1, 39)]
    assert all_shown(state, "reserve") == [40, 39]


@pytest.mark.rule("venezia.land.cardsback", "venezia.action.out")
def test_first_and_district_cards_are_back_in_hand_at_the_end_of_the_round():
    state = districts(family("feint, crumbs, castello, san_polo"), family("piazza, giudecca"))
    assert phase(state) == "plan"
    for seat in (0, 1):
        assert len(own_of(state, seat).districts) == 8
        assert choices(state, seat) == {"piazza", "feint"}
        assert public_of(state).seats[seat].plan is None
    assert "crumbs" not in action_names(own_of(state, 0).actions)


# The districts


@pytest.mark.rule(
    "venezia.score.majority", "venezia.score.three", "venezia.score.six", "venezia.score.tie", "venezia.score.grey"
)
def test_example_a():
    """Red, Blue and Green: Red 6 and 3, Blue 3, a tie, and a district led by grey pigeons."""
    state = districts(
        family(home="san_polo", castello=3, san_polo=2, san_marco=1),
        family(home="castello", castello=2, dorsoduro=2, giudecca=1),
        family(home="dorsoduro", san_polo=1, dorsoduro=2, san_marco=2),
        grey={"san_marco": 3},
        round=9,
    )
    notes = state.take_notes()
    results = [(DISTRICTS[note.a], note.b, note.c) for note in notes if note.kind == VeneziaNote.SCORED]
    assert results == [("castello", 0, 6), ("giudecca", 1, 3), ("san_polo", 0, 3)]
    assert all_shown(state, "score") == [9, 3, 0]
    assert [(note.a, note.b, note.c) for note in notes if note.kind == VeneziaNote.CHASED] == [(4, 6, 3)]
    assert all_shown(state, "reserve") == [13, 12, 14]
    assert public_of(state).edge == 6
    assert flocks(state, 0) == {"castello": 3, "san_polo": 2}


@pytest.mark.rule("venezia.score.majority")
@pytest.mark.parametrize("district", DISTRICTS)
def test_the_most_pigeons_score_in_each_of_the_seven(district):
    points = 6 if district in ("cannaregio", "castello") else 3
    pieces = (family(places={district: pigeons}) for pigeons in (2, 1, 3))
    assert scored(*pieces) == [(district, 2, points if district != "dorsoduro" else 3)]


@pytest.mark.rule("venezia.score.majority", "venezia.board.places")
def test_san_giorgio_and_san_michele_score_no_points():
    assert scored(family(san_giorgio=2), family(san_michele=2)) == []


@pytest.mark.rule("venezia.score.relative")
def test_more_than_each_rival_is_enough_more_than_half_is_not_needed():
    pieces = family(giudecca=2), family(giudecca=1), family(giudecca=1), family(home="san_marco")
    assert scored(*pieces) == [("giudecca", 0, 3)]
    assert scored(family(giudecca=1), family(**CROWD)) == [("giudecca", 0, 3)]
    assert scored(family(), family()) == []


@pytest.mark.rule("venezia.score.three", "venezia.score.six")
def test_three_at_home_or_in_a_free_district_six_in_the_home_of_another():
    pieces = family(cannaregio=1, castello=1, san_polo=1), family(**CROWD), family(giudecca=1)
    assert scored(*pieces) == [("cannaregio", 0, 3), ("castello", 0, 6), ("giudecca", 2, 3), ("san_polo", 0, 3)]


@pytest.mark.rule("venezia.score.tie")
@pytest.mark.parametrize("flocks_there", [(2, 2, 0), (2, 2, 1), (1, 2, 2), (2, 1, 2), (3, 3, 3)])
def test_on_a_tie_for_the_most_nobody_scores(flocks_there):
    assert scored(*(family(san_polo=pigeons) for pigeons in flocks_there)) == []


@pytest.mark.rule("venezia.score.grey")
@pytest.mark.parametrize(("own", "grey", "points"), [(2, 3, 0), (3, 3, 0), (4, 3, 3), (6, 6, 0), (7, 6, 3)])
def test_grey_pigeons_count_as_a_family_that_scores_nothing(own, grey, points):
    results = scored(family(san_polo=own), family(san_polo=1), grey={"san_polo": grey})
    assert results == ([("san_polo", 0, points)] if points else [])


@pytest.mark.rule("venezia.score.tie", "venezia.score.grey")
def test_a_tie_below_the_grey_ones_or_with_one_of_them_scores_nothing_either():
    assert scored(family(san_polo=2), family(san_polo=2), grey={"san_polo": 3}) == []
    assert scored(family(san_polo=3), family(san_polo=1), grey={"san_polo": 3}) == []


# San Giorgio


def on_san_giorgio(*pigeons, played="hawk_card vespa", **given):
    """So many of each seat there, who have all played these cards; in Castello are more."""
    families = [family(played=played, san_giorgio=n) for n in pigeons]
    families[-1]["places"]["castello"] = 20
    return districts(*families, round=9, **given)


@pytest.mark.rule("venezia.score.giorgio", "venezia.score.relative")
@pytest.mark.parametrize(("pigeons", "holder"), [((2, 1, 1), 0), ((0, 1, 0), 1), ((1, 2, 3), 2)])
def test_the_majority_on_san_giorgio_recovers_a_card_and_scores_nothing(pigeons, holder):
    state = on_san_giorgio(*pigeons)
    assert asked(state) == ("recover", holder)
    score = shown(state, holder)["score"]
    assert choices(state) == {"hawk_card", "vespa", "stop"}
    do(state, "vespa")
    assert shown(state, holder)["played"] == ["hawk_card"]
    assert "vespa" in action_names(own_of(state, holder).actions)
    assert shown(state, holder)["score"] == score
    assert notes_of_kind(state, VeneziaNote.RECOVERED) == [(holder, 5, 0)]


@pytest.mark.rule("venezia.score.giorgio")
@pytest.mark.parametrize("pigeons", [(0, 0, 0), (1, 1, 0), (2, 1, 2), (3, 3, 3)])
def test_nobody_does_on_a_tie(pigeons):
    state = on_san_giorgio(*pigeons)
    assert phase(state) == "plan"
    assert all_shown(state, "played") == [["hawk_card", "vespa"]] * 3


@pytest.mark.rule("venezia.score.giorgio.any")
def test_any_card_of_the_pile_or_none():
    state = on_san_giorgio(2, 0, played="hawk_card crumbs carrier")
    refusal = refused(state, "vespa")
    assert refusal.clause == "venezia.score.giorgio.any"
    do(state, "stop")
    assert shown(state, 0)["played"] == ["hawk_card", "crumbs", "carrier"]
    assert phase(state) == "plan"


@pytest.mark.rule("venezia.score.giorgio.any")
def test_the_card_of_this_round_included():
    state = districts(family("piazza, crumbs", san_giorgio=1), family(castello=9))
    assert (asked(state), choices(state)) == (("recover", 0), {"crumbs", "stop"})
    do(state, "crumbs")
    assert "crumbs" in action_names(own_of(state, 0).actions)
    assert shown(state, 0)["played"] == []


@pytest.mark.rule("venezia.score.giorgio", "venezia.flow.forced")
def test_with_no_card_played_nothing_is_asked():
    assert phase(on_san_giorgio(2, 0, played="")) == "plan"


# San Michele


@pytest.mark.rule("venezia.score.michele", "venezia.score.michele.choice")
@pytest.mark.parametrize(("pigeons", "most"), [(1, 1), (2, 2), (5, 2)])
def test_the_majority_on_san_michele_fetches_up_to_two(pigeons, most):
    state = districts(family(), family(san_michele=pigeons), family(san_michele=pigeons - 1))
    assert (asked(state), choices(state)) == (("fetch", 1), {str(number) for number in range(most + 1)})
    assert refused(state, str(most + 1)).clause == "venezia.score.michele.choice"
    do(state, str(most))
    assert flocks(state, 1).get("san_michele", 0) == pigeons - most
    assert shown(state, 1)["reserve"] == 12 + most
    assert notes_of_kind(state, VeneziaNote.FETCHED) == [(1, most, 0)]


@pytest.mark.rule("venezia.score.michele.choice")
def test_the_holder_may_take_none():
    state = districts(family(san_michele=3), family())
    do(state, "0")
    assert (flocks(state, 0), shown(state, 0)["reserve"]) == ({"san_michele": 3}, 12)


@pytest.mark.rule("venezia.score.michele")
@pytest.mark.parametrize("pigeons", [(0, 0), (1, 1), (4, 4)])
def test_nobody_fetches_on_a_tie(pigeons):
    state = districts(*(family(san_michele=n) for n in pigeons))
    assert phase(state) == "plan"
    assert all_shown(state, "reserve") == [12, 12]


@pytest.mark.rule("venezia.score.order")
def test_districts_san_giorgio_san_michele_chase_nests_start_player():
    state = districts(
        family(played="hawk_card", san_giorgio=2), family(san_michele=1), family(castello=9, nest=0), start=1, round=9
    )
    happened = [
        VeneziaNote.SCORED,
        VeneziaNote.RECOVERED,
        VeneziaNote.FETCHED,
        VeneziaNote.CHASED,
        VeneziaNote.ROUND_BEGINS,
    ]
    do(state, "hawk_card")
    assert flocks(state, 2) == {"castello": 9}
    do(state, "1")
    notes = state.take_notes()
    assert [note.kind for note in notes if note.kind in happened] == happened
    assert (notes[-1].a, notes[-1].b) == (10, 2)
