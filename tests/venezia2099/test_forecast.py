"""The chances that the table of Venezia 2099 shows are those of all worlds the viewer cannot tell apart."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

import ridotto
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import decimal, percent
from ridotto.games.venezia2099.rules.rules import Venezia2099
from ridotto.games.venezia2099.show.forecast import Forecast
from tests.at_the_table import state_of
from tests.venezia2099 import views
from tests.venezia2099.scenes import text_of

GAME = ridotto.game("venezia2099")


def late(players, seed, left):
    """A position with so many prophecies to play, and the view of seat 0."""
    dice = random.Random(seed)
    state = state_of(Venezia2099, GAME.start(players, seed))
    while state.seats * c.HAND_SIZE[players] - state.sunk > left:
        actor = state.actor()
        state.play(actor, dice.choice(state.moves(actor)))
    return views.view(state, 0)


def worlds(unseen, hands):
    """Every way to deal the hands, as the cards that are left over."""
    if not hands:
        yield frozenset(unseen)
        return
    floor, size = hands[0]
    for held in combinations([card for card in unseen if card % 7 >= floor], size):
        yield from worlds(unseen - set(held), hands[1:])


@pytest.mark.rule("venezia2099.info.floor")
@pytest.mark.parametrize(("players", "seed"), [(players, seed) for players in GAME.players for seed in range(3)])
def test_chances_and_expectations_are_those_of_all_worlds(players, seed):
    view = late(players, seed, left=6)
    forecast = Forecast(view)
    left = list(worlds(forecast.unseen, forecast.hands[::-1]))  # in another order
    for card in forecast.unseen:
        chance = Fraction(sum(card in world for world in left), len(left))
        assert forecast.chance(c.tile_of_card(card)) == chance
        assert forecast.percent(c.tile_of_card(card)) == percent(chance)
        assert forecast.is_safe(c.tile_of_card(card)) == (chance == 1)
    for colour in range(c.COLOUR_COUNT):
        numbers = [sum(card // 7 == colour for card in world) for world in left]
        assert forecast.survivors(colour) == {number: numbers.count(number) for number in set(numbers)}
        if colour == view.public.unused:
            continue
        worths = [c.TREASURE_WORTH[1 + number] for number in numbers]
        assert forecast.worth(colour) == Fraction(sum(worths), len(left))
        assert forecast.worth_range(colour) == (min(worths), max(worths))


def test_a_spectator_and_a_player_before_the_first_card():
    """Section 8: three players, 6 of 42 cards are set aside; who does not hold a card gives its tile 6 of 30."""
    state = GAME.start(3, 1)
    assert Forecast(GAME.view(state, -1)).chance(c.TILE_OF["red 5"]) == Fraction(6, 42)
    hand, forecast = views.hand(views.own(state, 0)), Forecast(views.view(state, 0))
    unseen = next(card for card in c.CARD_NAMES if card not in hand)
    assert forecast.chance(c.TILE_OF[unseen]) == Fraction(6, 30)
    assert forecast.percent(c.TILE_OF[unseen]) == 20
    assert forecast.chance(c.TILE_OF[hand[0]]) == forecast.percent(c.TILE_OF[hand[0]]) == 0
    assert forecast.chance(c.PLATFORM) == forecast.chance(c.TILE_OF["red 2"]) == 1
    assert forecast.percent(c.PLATFORM) == forecast.percent(c.TILE_OF["red 2"]) == 100
    assert text_of(decimal(Forecast(GAME.view(state, -1)).worth(0))) == "3.6"


def test_only_what_is_certain_is_rounded_to_certainty():
    assert [percent(Fraction(part, 1000)) for part in (0, 1, 204, 999, 1000)] == [0, 1, 20, 99, 100]
