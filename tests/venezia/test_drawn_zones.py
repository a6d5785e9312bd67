"""What only drawings need in the scenes of Venezia: the map, the flocks to count off, and what a move may bring."""

import pytest

from tests.at_the_table import do
from tests.venezia.scenes import moments, piece, scene, table, text_of, zone, zones
from tests.venezia.views import public_of, square_names


def drawn(shown, name, art):
    """What is drawn in a zone, by place: its text, or whose it is."""
    return {part.at: part.text for part in zone(shown, name).pieces if part.art == art}


# The map


FLOCKS = {0: {"castello": 2, "dorsoduro": 1}, 1: {"castello": 4, "san_michele": 2}, 2: {"giudecca": 1}}


def city(phase="reinforce", **more):
    seats = {seat: {"places": flocks, "nest": 1} for seat, flocks in FLOCKS.items()}
    seats[0] |= more.pop("anna", {})
    return table(phase, seats=seats, **more)


def test_flocks_lie_by_size_and_the_leader_is_golden():
    shown = scene(city(grey={"castello": 3, "giudecca": 3}), 0)
    flocks = [part for part in zone(shown, "city").pieces if part.id.startswith("flock.castello")]
    assert [(part.art, part.text, part.tint) for part in flocks] == [
        ("pigeon-2", "4", "gold"), ("pigeon-grey", "3", ""), ("pigeon-1", "2", ""),
    ]  # fmt: skip
    assert text_of(flocks[0].name) == "Ben: 4 pigeons"
    assert drawn(shown, "city", "points") == {"castello": "6", "dorsoduro": "6"}
    assert drawn(shown, "city", "nothing") == {"giudecca": "0"}
    assert drawn(shown, "city", "broom") == {"castello": "9"}
    assert piece(shown, "worth.castello").owner == 1
    assert "san_michele" in drawn(shown, "city", "fetched")


@pytest.mark.rule("venezia.plan.secret")
def test_only_the_owner_sees_which_pigeons_are_on_their_way():
    plan = {"first": "piazza", "cards": ["castello", "giudecca"], "pigeons": [0, 3, 0]}
    state = city(anna={"plan": plan, "reserve": 5})
    assert drawn(scene(state, 0), "city", "bound") == {"castello": "+3"}
    assert all(drawn(scene(state, viewer), "city", "bound") == {} for viewer in (-1, 1, 2))


# Numbers


def counts(shown):
    return {part.text: (part.lit, part.tint) for part in zone(shown, "counts").pieces}


@pytest.mark.rule("venezia.plan.limit")
def test_pigeons_beyond_the_limit_are_seen_and_refused():
    plan = {"step": "pigeons", "first": "piazza"}
    shown = scene(table("plan", seats={0: {"piazza": ["1A", "1B"], "plan": plan}}), 0)
    assert [text for text, (lit, _) in counts(shown).items() if lit] == [str(number) for number in range(9)]
    assert max(map(int, counts(shown))) == shown_left(shown) > 8
    assert piece(shown, "count.9").move == "9"


def shown_left(shown):
    return next(counter.value for counter in shown.panels[0].counters if counter.id == "reserve")


def test_the_number_that_takes_the_lead_is_golden():
    assert counts(scene(city(anna={"nest": 4}), 0))["3"] == (True, "gold")
    plan = {"step": "pigeons", "first": "feint", "cards": ["castello"], "pigeons": [0]}
    shown = scene(table("plan", seats={0: {"plan": plan}, 1: {"places": {"castello": 2}}}), 0)
    assert [text for text, (_, tint) in counts(shown).items() if tint] == ["3"]
    assert [text_of(mark) for mark in piece(shown, "count.3").marks] == ["takes the lead"]


def test_nobody_else_counts():
    assert zones(scene(city(), 1), "counts") == []


# The Piazza


def test_targets_show_births_pincers_and_dangers():
    seats = {0: {"piazza": ["3D", "8B", "8D"]}, 1: {"piazza": ["2C", "4C", "8C"]}}
    state = table("pick", seats=seats, tourists=["3B", "1H"], hunters=["10A"])
    shown = scene(state, 0)
    assert drawn(shown, "prospects", "column") == {"8C": ""}  # pinched as they stand
    do(state, "3D")
    shown = scene(state, 0)
    births = {part.on: part.text for part in zone(shown, "prospects").pieces if part.art == "births"}
    assert births == {"piazza.3C": "+2"}
    assert drawn(shown, "prospects", "peril") == {"3C": ""}
    assert zones(scene(state, -1), "prospects")[0].pieces == zones(scene(state, 1), "prospects")[0].pieces


def test_a_bite_tells_whom_and_from_where():
    state = table("pick", seats={0: {"piazza": ["6E", "7H", "2A"]}, 1: {"piazza": ["6F", "4B"]}})
    do(state, "7H")
    (bite,) = [part for part in zone(scene(state, 0), "prospects").pieces if part.art == "bite"]
    assert (bite.at, bite.on, bite.text, text_of(bite.name)) == ("6F", "piazza.6G", "column", "pinches Ben on 6F")


def test_the_way_of_a_jumping_pigeon_is_told_in_order():
    state = table("pick", seats={0: {"piazza": ["2C", "5D", "7H"]}, 1: {"piazza": ["3C", "6F"]}})
    do(state, "2C", "4C")
    shown = scene(state, 0)
    assert [(part.at, part.on) for part in zone(shown, "prospects").pieces if part.art == "way"] == [
        ("2C", "piazza.4C")
    ]
    assert drawn(shown, "prospects", "trace") == {"2C": ""}
    assert {part.on for part in zone(shown, "prospects").pieces if part.art == "jump"} == {"piazza.6E"}


def test_ways_are_those_that_were_jumped():
    compared = 0
    for seed in range(4):
        way: list[str] = []
        for state in moments(4, seed):
            here = state.snapshot()
            if here["phase"] != "jump":
                way = []
            elif not way or way[-1] != here["chosen"]:
                way = [*way, here["chosen"]]
                told = square_names(public_of(state).way)
                if told:
                    assert told[1:] == way
                    compared += 1
    assert compared > 10
