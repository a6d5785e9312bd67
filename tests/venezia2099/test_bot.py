"""What the bots of Venezia 2099 know."""

from pathlib import Path

import pytest

import ridotto
from ridotto.games.venezia2099.bot.bot import Venezia2099Knowledge
from ridotto.games.venezia2099.show import forecast
from tests.playing import Choices, some_states
from tests.thinking import best, weights
from tests.venezia2099 import views
from tests.venezia2099.table import HAND_SIZE, game, table

ROOT = Path(__file__).parent.parent.parent
SEEDS = range(6) if ridotto.compiled else range(1)
THOUGHT = 200  # simulations


# What a seat can foresee


def test_the_chances_of_tiles_are_those_of_the_forecast():
    compared = 0
    for seed in SEEDS:
        for state in some_states(game, Choices(seed), 11):
            seat = state.actor()
            if state.over:
                continue
            knowledge = game.knowledge()
            assert isinstance(knowledge, Venezia2099Knowledge)
            knowledge.prior_weights(state, seat)
            foreseen = forecast.Forecast(views.view(state, seat))
            for card in foreseen.unseen:
                tile = card + card // 7 + 1
                assert knowledge.stay_chance[card % 7] == pytest.approx(float(foreseen.chance(tile)))
                compared += 1
            for colour in {card // 7 for card in foreseen.unseen}:
                assert knowledge.treasure_value[colour] == pytest.approx(float(foreseen.worth(colour)), abs=0.5)
    assert compared > 50


# First sight


def test_it_buys_a_colour_that_is_known_to_vanish():
    hand = "red 3, red 4, red 5, red 6, red 7, red 8, red X, black 5, black 6"
    state = table(hands={0: hand}, pawns={0: "a4 a5 a7"}, phase="buy")
    found = weights(state)
    assert found["buy 1"] > 2 * found["buy 2"] > found["no purchase"]


def test_it_does_not_pay_four_for_a_colour_that_stays():
    bought = {1: {"coins": 7, "treasures": {"red": 2}}}
    aside = "red 4, red 5, red 6, red 7"
    state = table(turns=8, aside=aside, pawns={0: "a4 a7 b7"}, coins_on={"a4": 3}, seats=bought, phase="buy")
    assert weights(state)["buy 1"] < 0.05


def test_it_does_not_walk_onto_the_tile_that_it_is_about_to_sink():
    state = table(hands={0: "black 3"}, pawns={0: "a1 a8 b8"})
    state.play(0, game.parse("walk 1"))
    found = weights(state)
    assert found["b1"] < found["a2"]
    assert found["b1"] < min(found["b2"], found["a3"])


def test_it_sinks_a_pawn_of_a_rival_and_not_its_own():
    state = table(hands={0: "black 3, red 3, green 3"}, pawns={0: "b1 a8 b8", 1: "b4 c8 d8"}, phase="prophecy")
    found = weights(state)
    assert found["red 3"] > found["green 3"] > found["black 3"]


def test_it_rescues_a_pawn():
    state = table(hands={0: "black 3"}, pawns={1: "b1 c8 d8"}, phase="prophecy")
    state.play(0, game.parse("black 3"))
    found = weights(state)
    assert found["let drown"] < 0.05
    assert found["a1"] > found["h8"]  # a 2 rather than a platform


# Belief and judgement


def test_who_bought_a_colour_is_thought_to_hold_it():
    bought = {1: {"coins": 7, "treasures": {"red": 2}}}
    reds = table(hands={1: "red 5, red 6, red 7, red 8"}, turns=8, seats=bought, coins_on={"a4": 3})
    none = table(hands={0: "red 5, red 6, red 7, red 8"}, turns=8, seats=bought, coins_on={"a4": 3})
    knowledge = game.knowledge()
    assert knowledge.likelihood(reds, 2) > 2 * knowledge.likelihood(none, 2)


def test_nobody_is_thought_to_stand_on_what_he_will_sink():
    pawns = {1: "e1 f2 g3"}
    his = table(hands={1: "black 6, brown 7, azure 8"}, turns=4, pawns=pawns)
    anothers = table(hands={0: "black 6, brown 7, azure 8"}, turns=4, pawns=pawns)
    knowledge = game.knowledge()
    assert knowledge.likelihood(anothers, 2) > 2 * knowledge.likelihood(his, 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_more_treasures_are_more_likely_to_win(players):
    bought = {1: {"coins": HAND_SIZE[players] - 2, "treasures": {"red": 2}}}
    state = table(players, turns=2 * players, seats=bought, coins_on={"a4": 3}, aside="black 5, brown 5")
    shares = game.knowledge().expected_shares(state)
    assert shares is not None
    assert shares[1] > max(shares[:1] + shares[2:])
    assert sum(shares) == pytest.approx(1.0)


def test_a_drowned_pawn_makes_victory_less_likely():
    shares = game.knowledge().expected_shares(table(2, turns=10, pawns={0: "a1 a2 -", 1: "a3 a4 a5"}))
    assert shares is not None
    assert shares[0] < shares[1]


# Search


def test_in_its_last_turn_it_takes_the_gondola_to_the_best_tile_that_cannot_sink():
    """Nobody holds anything but an X: all other tiles that are dry stay so."""
    aside = "black 3, black 4, black 5, brown 6, violet 8, red 3"
    hands = {0: "black X", 1: "brown X", 2: "azure X", 3: "red X"}
    state = table(hands=hands, turns=32, aside=aside, pawns={0: "a7 - -", 1: "a8 - -", 2: "b8 - -", 3: "c8 - -"})
    assert best(state, THOUGHT) == "gondola 1"
    state.play(0, game.parse("gondola 1"))
    assert best(state, THOUGHT) == "g5"


def test_a_search_leaves_what_is_about_to_sink():
    state = table(2, hands={0: "black 3"}, pawns={0: "b1 a6 b6", 1: "d6 e6 f6"})
    assert best(state, THOUGHT) == "walk 1"
