"""Positions that cannot be are refused in one sentence: the cards, and what lies where."""

import pytest

from tests.venti.refusals import refusal, refused
from tests.venti.table import game, position, table

TEN_CARDS = "5/0 5/1 5/2 5/3 5/4 5/5 6/0 6/1 6/2 6/3"


def two(**changes):
    return refusal(position("5/0", "6/0"), **changes)


def in_seat(seat, **changes):
    shown = position("5/0", "6/0", points={0: "7/4"})
    for name in [name for names in changes.values() if isinstance(names, list) for name in names]:
        if name in shown["pile"]:
            shown["pile"].remove(name)
    shown["seats"][seat] |= changes
    return refusal(shown)


# Every card in one place


def test_a_card_in_two_places():
    assert in_seat(0, hand=["5/0", "6/0"]) == "6/0 is in two places, one of them is seat 1, hand."
    assert in_seat(0, hand=["5/0", "5/0"]) == "5/0 is in two places, one of them is seat 0, hand."
    assert in_seat(0, permanent=["7/4"]) == "7/4 is in two places, one of them is seat 0, points."
    assert in_seat(0, secret=["0/1"]) == "0/1 is in two places, one of them is seat 0, secret."
    assert two(discards=["2/11"]) == "2/11 is in two places, one of them is discards."


def test_a_card_that_is_nowhere():
    shown = position("5/0", "6/0")
    shown["pile"].remove("joker 3")
    assert refusal(shown) == "joker 3 is nowhere."
    del shown["discards"]
    assert game.load(shown).snapshot()["discards"] == ["joker 3"]  # left out, it has what is nowhere else


def test_a_card_that_does_not_exist():
    for wrong in ("8/0", "5/13", "joker 5", "chaos 0", "j1", ""):
        assert in_seat(0, hand=[wrong]) == f"seat 0, hand: there is no {wrong!r}."
    assert in_seat(0, hand=[5]) == "seat 0, hand: there is no 5."
    assert in_seat(0, hand="5/0") == "seat 0, hand must be a list, not '5/0'."
    assert in_seat(0, pocket=[]) == "seat 0 has an unknown entry 'pocket'."


@pytest.mark.rule("venti.chaos.never_kept")
@pytest.mark.parametrize("place", ["hand", "secret", "points", "permanent", "extra"])
def test_a_chaos_card_is_with_nobody(place):
    assert in_seat(1, **{place: ["6/0" if place == "hand" else "6/4", "chaos 1"]}).endswith(
        ": chaos 1 cannot be there."
    )


@pytest.mark.rule("venti.chaos.never_kept")
def test_a_chaos_card_is_not_in_the_display():
    assert refused("", "", centre="x1") == "centre: chaos 1 cannot be there."
    assert refused("", "", targets="x2", frozen={1: 0}) == "target 1: chaos 2 cannot be there."


@pytest.mark.parametrize("place", ["points", "permanent", "extra"])
def test_a_joker_is_worth_nothing(place):
    assert in_seat(1, **{place: ["joker 1"]}) == f"seat 1, {place}: joker 1 cannot be there."


# The display


@pytest.mark.rule("venti.freeze.no_joker")
def test_a_joker_as_a_frozen_target():
    assert refused("", "", targets="j1", frozen={1: 0}) == "Only a number card can be frozen, not 'joker 1'."


def test_an_empty_place_that_is_frozen():
    assert refused("", "", targets="-", frozen={1: 0}, pile="") == "Only a number card can be frozen, not None."


@pytest.mark.rule("venti.freeze.limit")
def test_more_frozen_targets_than_allowed():
    assert refused("", "", frozen={1: 0, 2: 0}) == "2 targets are frozen, more than 1."
    assert refused("", "", "", "", frozen={1: 0, 2: 0, 3: 1}) == "3 targets are frozen, more than 2."
    game.load(position("", "", "", "", frozen={1: 0, 2: 0}))


def test_a_frozen_target_of_nobody_at_the_table():
    for freezer in (2, -1, True, "0"):
        message = refused("", "", frozen={1: freezer})
        assert message.startswith("target 1, frozen_by must be a number from 0 to 1, not")


@pytest.mark.rule("venti.setup.centre", "venti.setup.targets", "venti.setup.four_plus")
def test_a_display_of_another_size():
    shown = position("", "")
    assert refusal(shown, centre=shown["centre"][:3]) == "The centre has 4 places."
    assert refusal(shown, targets=shown["targets"][:2]) == "There are 3 targets."
    shown = position("", "", "", "")
    assert refusal(shown, centre=shown["centre"][:4]) == "The centre has 5 places."
    assert refusal(shown, targets=shown["targets"][:3]) == "There are 4 targets."
    assert refusal(shown, targets=["2/11"] * 4) == "target 1 must be an object, not '2/11'."


@pytest.mark.rule("venti.pile.both_empty", "venti.draw.refill")
def test_gaps_although_there_are_cards():
    message = "The display has gaps although there are cards to fill them."
    assert refused("", "", centre="-") == message
    assert refused("", "", targets="-", pile="") == message  # discards
    assert refused("", "", targets="-", pile="x1") == message


@pytest.mark.parametrize("players", [1, 7, True, "2", None])
def test_players(players):
    assert "2 to 6" in two(players=players)


def test_seats():
    assert two(seats=[]) == "There are 0 seats for 2 players."
    assert two(seats={}) == "seats must be a list, not {}."
    assert two(turn=2) == "turn must be a number from 0 to 1, not 2."
    assert two(starter=2) == "starter must be a number from 0 to 1, not 2."
    assert (
        refused("", "", starter=0, options={"start_player": "1"}) == "Seat 1 begins; the option start_player says so."
    )
    assert table("", "", options={"start_player": "1"}).snapshot()["starter"] == 1


# What lies before a seat


@pytest.mark.rule("venti.extra.max_two", "venti.extra.min_two")
def test_extra_actions():
    assert refused("", "", extra={0: "7/4 7/5 7/6"}) == "Seat 0 has 3 extra actions; two are the most."
    assert refused("", "", extra={1: "7/0"}) == "7/0 is worth less than two points: no extra action."


@pytest.mark.rule("venti.turn.hand_limit")
def test_hands_that_are_too_large():
    assert refused("", f"{TEN_CARDS} 4/0") == "Seat 1 holds more than 10 cards."
    assert refused(f"{TEN_CARDS} 4/0 4/1", "", used=1) == "Seat 0 holds more than 11 cards."
    game.load(position(f"{TEN_CARDS} 4/0", "", used=1))
    assert refused(TEN_CARDS, "", phase="hand limit", used=3) == "Seat 0 has no card to discard."


@pytest.mark.parametrize(
    ("barred", "wrong"),
    [("5/0", "5/0"), ("0/1", "0/1"), ("x1", "chaos 1"), ("7/4", "7/4")],
    ids=["held", "in the centre", "chaos", "scored"],
)
def test_only_a_card_that_nobody_has_seen_can_be_barred(barred, wrong):
    message = refused("", "", secret={0: "5/0"}, points={1: "7/4"}, barred={0: barred})
    assert message == f"seat 0, barred: {wrong} cannot be there."
    game.load(position("", "", secret={0: "5/0"}, barred={0: "5/1"}))


def test_nothing_is_barred_from_a_hand_without_secrets():
    assert refused("5/0", "", barred={0: "5/1"}) == "seat 0, barred: 5/1 cannot be there."
    assert refused("", "", secret={0: "5/0"}, barred={0: "5/1 5/1"}) == "seat 0, barred names a card twice."


def test_nothing_is_known_of_an_empty_pile():
    assert refused("", "", pile="", pile_known=True) == "The pile is empty: nothing is known of it."
    assert two(pile_known=1) == "pile_known must be true or false, not 1."


# Points


@pytest.mark.rule("venti.end.trigger", "venti.ten.penalty")
def test_points_without_their_consequences():
    twenty = {1: "4 4 4 4 4"}
    assert refused("", "", points=twenty) == "Seat 1 has 20 points, but nobody has reached twenty."
    assert refused("", "", "", points={1: "4 4 2"}) == "Seat 1 has 10 points, but nobody has reached ten."
    message = refused("", "", "", points=twenty, trigger=1, final_queue=[2])
    assert message == "Somebody has reached twenty, but nobody ten."
    assert refused("", "", first_to_ten=0) == "With two players there is no ten rule."
    game.load(position("", "", points={1: "4 4 2"}))
    game.load(position("", "", "", points={1: "4 4 2"}, first_to_ten=0))
