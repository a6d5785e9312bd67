"""Action cards (section 11.3): Luigi's Vespa, Bread Crumbs, Carrier Pigeons, and the numbers on all of them."""

import pytest

from ridotto.games.venezia import components
from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia.table import (
    CARDS,
    DISTRICTS,
    Snapshot,
    asked,
    districts,
    family,
    flocks,
    phase,
    shown,
)  # fmt: skip

# San Giorgio is the fullest place, so that nobody is chased who matters.
CROWD: Snapshot = {"san_giorgio": 15}


def acting(card, *others, **own):
    """Seat 0, at home in Cannaregio, carries out a card; seat 1 lives in Castello."""
    return districts(family(f"piazza, {card}", **own), *(others or (family(**CROWD),)), round=9)


# Luigi's Vespa


@pytest.mark.rule("venezia.card.vespa")
@pytest.mark.parametrize("number", [1, 2])
def test_one_or_two_ride_from_one_district_to_another(number):
    state = acting("vespa", castello=3, san_polo=1)
    assert choices(state) == {"castello", "san_polo"}
    refusal = refused(state, "giudecca")
    assert (refusal.code, refusal.clause) == ("no-pigeon", "venezia.card.vespa")
    do(state, "castello")
    assert choices(state) == {"1", "2"}
    for wrong in ("0", "3"):
        assert refused(state, wrong).clause == "venezia.card.vespa"
    do(state, str(number))
    assert choices(state) == set(DISTRICTS) - {"castello"}
    assert str(refused(state, "castello")) == "The Vespa has to go to a district other than Castello."
    do(state, "san_polo")
    assert flocks(state, 0) == {"castello": 3 - number, "san_polo": 1 + number}
    assert notes_of_kind(state, VeneziaNote.CARRIED) == [(0, 8 * 1 + 5, number)]


@pytest.mark.rule("venezia.card.vespa", "venezia.action.obey", "venezia.action.district")
def test_who_has_a_pigeon_in_a_district_must_ride_and_not_from_or_to_san_giorgio():
    state = districts(family("piazza, vespa", castello=2, san_polo=1, san_giorgio=2), family(castello=9), round=9)
    assert choices(state) == {"castello", "san_polo"}
    assert refused(state, "stop").clause == "venezia.card.vespa"
    assert refused(state, "san_giorgio").clause == "venezia.action.district"
    do(state, "castello", "1")
    assert refused(state, "san_giorgio").clause == "venezia.action.district"
    assert refused(state, "stop").clause == "venezia.card.vespa"


@pytest.mark.rule("venezia.card.vespa", "venezia.flow.forced")
def test_a_single_pigeon_is_not_asked_where_it_starts():
    state = acting("vespa", san_polo=1)
    assert asked(state) == ("vespa to", 0)
    assert choices(state) == set(DISTRICTS) - {"san_polo"}


@pytest.mark.rule("venezia.card.vespa", "venezia.action.noeffect", "venezia.action.district")
def test_without_a_pigeon_in_a_district_it_has_no_effect():
    state = acting("vespa", san_giorgio=2)
    assert notes_of_kind(state, VeneziaNote.NO_EFFECT) == [(0, 5, 0)]
    assert (flocks(state, 0), shown(state, 0)["played"]) == ({}, ["vespa"])


# Bread Crumbs


@pytest.mark.rule("venezia.card.crumbs")
@pytest.mark.parametrize(("supply", "eaten"), [(0, 0), (1, 1), (3, 3), (4, 4), (9, 4)])
def test_four_from_the_supply_to_the_nest_or_all_there_are(supply, eaten):
    state = districts(family("piazza, crumbs", reserve=40 - supply), family("piazza, hawk_card"))
    assert asked(state) == ("hawk", 1)
    assert [shown(state, 0)[key] for key in ("nest", "supply")] == [eaten, supply - eaten]
    assert notes_of_kind(state, VeneziaNote.CRUMBS_EATEN) == [(0, eaten, 0)]
    do(state, "giudecca")
    assert shown(state, 0)["reserve"] == 40 - supply + eaten


@pytest.mark.rule("venezia.card.crumbs", "venezia.action.order")
def test_they_come_too_late_to_reinforce():
    state = districts(family("piazza, crumbs"), family())
    assert phase(state) == "plan"
    assert (shown(state, 0)["reserve"], flocks(state, 0)) == (16, {})


# Carrier Pigeons


@pytest.mark.rule("venezia.card.carrier", "venezia.action.district_card")
def test_a_laid_card_for_another_from_the_hand_san_giorgio_included_the_pigeons_stay():
    state = districts(family("piazza, carrier, castello 2, san_polo 3", reserve=3), family(**CROWD))
    assert choices(state) == {"slot 3", "slot 4", "stop"}
    do(state, "slot 4")
    assert choices(state) == set(CARDS) - {"castello", "san_polo"}
    refusal = refused(state, "san_polo")
    assert (refusal.code, refusal.clause) == ("laid", "venezia.card.carrier")
    assert refused(state, "stop").clause == "venezia.card.carrier"
    do(state, "giudecca")
    assert flocks(state, 0) == {"castello": 2, "giudecca": 3}


@pytest.mark.rule("venezia.card.carrier", "venezia.action.district_card")
def test_san_giorgio_is_a_district_card():
    state = districts(family("piazza, carrier, castello 2, san_giorgio", reserve=3), family(castello=9))
    assert "slot 4" in choices(state)
    do(state, "slot 4", "giudecca")
    state = districts(family("piazza, carrier, castello 2", reserve=3), family(castello=9))
    do(state, "slot 3", "san_giorgio")
    assert (phase(state), flocks(state, 0)) == ("recover", {"san_giorgio": 2})


@pytest.mark.rule("venezia.card.carrier")
def test_it_may_be_none_and_an_empty_slot_will_do():
    state = districts(family("piazza, carrier, castello 2, san_polo", reserve=3), family(**CROWD))
    other = state.copy()
    do(state, "stop")
    assert (flocks(state, 0), shown(state, 0)["played"]) == ({"castello": 2}, ["carrier"])
    do(other, "slot 4", "giudecca")
    assert flocks(other, 0) == {"castello": 2}


@pytest.mark.rule("venezia.card.carrier", "venezia.card.hawk")
def test_an_exchange_can_avoid_the_hawk_or_meet_him():
    for card, landed in (("giudecca", {"giudecca": 2}), ("san_polo", {})):
        state = districts(
            family("piazza, hawk_card"), family("piazza, carrier, castello 2", reserve=3), family(**CROWD)
        )
        do(state, "castello" if card == "giudecca" else "san_polo", "slot 3", card)
        assert flocks(state, 1) == landed
        assert shown(state, 1)["reserve"] == (3 if landed else 5)


# The numbers on the cards


@pytest.mark.rule("venezia.card.family_gathering", "venezia.card.clergy", "venezia.card.crumbs")
@pytest.mark.parametrize(
    ("change", "told_so"),
    [
        ({"vespa": 0}, "vespa: not a number of pigeons"),
        ({"vespa": 41}, "vespa: not a number of pigeons"),
        ({"vespa": True}, "vespa: not a number of pigeons"),
        ({"vespa": [1, 2]}, "must have these cards"),
        ({"clergy_card": [3, 4]}, "there are 6 grey pigeons, not 7"),
        ({"clergy_card": 6}, "must have these cards"),
        ({"carrier": 1}, "must have these cards"),
    ],
)
def test_a_data_file_with_wrong_numbers_is_refused(change, told_so):
    usual = {
        "family_gathering": 4, "catcher_card": 2, "clergy_card": [3, 3], "moving_house": 3, "vespa": 2, "crumbs": 4,
    }  # fmt: skip
    assert (
        components.read_card_numbers(usual) == ((4,), (), (2,), (3, 3), (3,), (2,), (4,), ()) == components.CARD_NUMBERS
    )
    with pytest.raises(ValueError, match=told_so):
        components.read_card_numbers(usual | change)
    with pytest.raises(ValueError, match="must have these cards"):
        components.read_card_numbers({})
