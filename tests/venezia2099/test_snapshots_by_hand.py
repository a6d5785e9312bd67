"""Positions written by hand: what may be left out, and what cannot have come about."""

import pytest

from tests.at_the_table import do
from tests.venezia2099.table import game, position, table
from tests.venezia2099.test_impossible import in_seat, refusal

# What may be left out


@pytest.mark.rule("venezia2099.two.remove_colour")
def test_the_unused_colour_may_be_left_out_where_the_option_names_it():
    shown = position(2, unused="red", unused_colour="red")
    del shown["unused"]
    assert game.load(shown).snapshot()["unused"] == "red"
    assert refusal(shown, options={}) == "The snapshot lacks 'unused'."


def test_a_hand_may_not_be_left_out():
    shown = position()
    del shown["seats"][2]["hand"]
    assert refusal(shown) == "The snapshot lacks 'seat 2, hand'."


# What follows from the rest


@pytest.mark.parametrize("player", [0.0, False, "0", None])
def test_whoever_decides_is_given_as_a_seat(player):
    assert refusal(position(), player=player) == f"By the rules, player would be 0, not {player!r}."


def test_a_card_set_aside_twice():
    shown = game.start(players=4, seed=1).snapshot()
    aside = shown["set_aside"]
    assert game.load({**shown, "set_aside": aside[::-1]}).snapshot() == shown
    assert refusal(shown, set_aside=[*aside, aside[0]]).startswith("By the rules, set_aside would be")


def test_coins_outside_the_small_board():
    assert refusal(position(2), coins_on={"h8": 1}) == "coins_on: there is no 'h8'."


# How pawns came to stand on equal values

TWICE = "Seat 0 has more pawns on equal values than it can have moved there."
EQUAL = {0: "d1 d2 a7"}


@pytest.mark.rule("venezia2099.setup.place_distinct_values")
@pytest.mark.parametrize("phase", ["move", "walk", "ride"])
def test_before_its_first_move_no_seat_has_pawns_on_equal_values(phase):
    pawn = {} if phase == "move" else {"pawn": 1}
    assert refusal({**position(pawns=EQUAL, phase=phase), **pawn}) == TWICE
    assert refusal({**position(pawns=EQUAL, phase=phase, gondola_move="extra"), **pawn}) == TWICE
    game.load({**position(pawns={0: "d1 e1 a7"}, phase=phase), **pawn})


@pytest.mark.rule("venezia2099.move.no_value_rule")
def test_every_walk_and_every_gondola_may_repeat_a_value():
    for once in (
        position(pawns=EQUAL, phase="buy"),
        position(pawns=EQUAL, phase="prophecy"),
        position(pawns=EQUAL, turns=1),
        {**position(pawns=EQUAL, gondola_move="extra"), "walked": True},
        position(pawns=EQUAL, gondola_move="extra", seats={0: {"gondolas": 1}}),
    ):
        game.load(once)
    assert refusal(position(pawns={0: "d1 d2 d3"}, phase="buy")) == TWICE
    assert refusal(position(pawns={0: "d1 d2 d3"}, turns=1)) == TWICE
    assert refusal(position(pawns={3: "d1 d2 a7"}, turns=1)) == TWICE.replace("0", "3")
    game.load(position(pawns={0: "d1 d2 d3"}, phase="buy", gondola_move="extra", seats={0: {"gondolas": 1}}))
    game.load(position(pawns={0: "d1 d2 d3"}, turns=5))


def test_a_pawn_in_the_water_counts_where_it_fell():
    shown = table(hands={0: "red 5"}, pawns={2: "d4 c1 a7"})
    do(shown, "stay", "no purchase", "red 5")
    message = refusal(in_seat(shown.snapshot(), 2, pawns=["d4", "d1", "a7"]))
    assert message == TWICE.replace("0", "2")


# Who can have walked


@pytest.mark.rule("venezia2099.option.gondola_extra")
def test_a_seat_without_pawns_has_not_walked():
    shown = position(turns=4, pawns={0: "- - -"}, gondola_move="extra")
    game.load(shown)
    assert refusal(shown, walked=True) == "Seat 0 cannot have walked: all its pawns have drowned."


def test_walked_is_told_only_where_it_matters():
    message = "walked can be true only in step 1, and only where rides are extra."
    assert refusal(position(), walked=True) == message
    assert refusal(position(gondola_move="extra", phase="buy"), walked=True) == message
