"""The end of Venezia 2099 at the table: the final scoring step by step, and how ties are told apart."""

import random

import pytest

from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.show.standings import final_panels, result_message, tie_breaks
from ridotto.games.venezia2099.show.view import (
    Venezia2099Colour,
    Venezia2099Public,
    Venezia2099Seat,
    Venezia2099Square,
)
from tests.venezia2099.scenes import CITY, GAME, counters, scene, text_of, zone


def view_of(*seats, **dry):
    """The end of Example A: seats with treasures, pawns and coins, and how many tiles of each colour are dry."""
    worths = {colour: tuple(c.TREASURE_WORTH[1 : dry[colour] + 1]) for colour in c.COLOURS}
    colours = [Venezia2099Colour(n, dry[colour], 0, worths[colour]) for n, colour in enumerate(c.COLOURS)]
    shown = []
    for treasures, pawns, coins in seats:
        owned = tuple(treasures.get(colour, 0) for colour in c.COLOURS)
        points = tuple(points_on(square, dry) for square in pawns)
        paid = sum(number * worths[colour][-1] for number, colour in zip(owned, c.COLOURS, strict=True))
        score = paid + sum(points) + coins
        shown.append(Venezia2099Seat(0, None, tuple(pawns), points, 0, coins, owned, paid, score))
    merits = [(seat.score, sum(seat.pawn_points)) for seat in shown]
    places = [1 + sum(other > ranking_key for other in merits) for ranking_key in merits]
    return Venezia2099Public(
        options={}, places=tuple(places), unused=None, squares=tuple(squares_of(CITY)), first=0, phase="over",
        turn=None, player=None, chosen=None, walked=False, idle=False, turns=36, played=(), last_sunk=None,
        unplayed=(), colours=tuple(colours), seats=tuple(shown), set_aside=(),
    )  # fmt: skip


def squares_of(city):
    for number, name in enumerate(name for row in city for name in row):
        yield Venezia2099Square(c.SQUARE_NAMES[number], c.TILE_OF[name], True, 0, 0, 0)


def points_on(square, dry):
    if square is None or square[1] in "78":
        return 0
    value = "abcdefgh".index(square[0])
    return 2 * dry[c.COLOURS[int(square[1]) - 1]] if value == c.X_VALUE else 2 + value


DRY = {"black": 1, "brown": 2, "azure": 3, "red": 4, "violet": 1, "green": 1}
ADA = ({"black": 2, "red": 1, "azure": 1}, ["g2", "a7", "h4"], 1)
BRUNO = ({"violet": 3, "brown": 3}, ["d3", None, None], 0)


@pytest.mark.rule("venezia2099.score.total")
@pytest.mark.rule("venezia2099.score.pawn_x")
def test_the_final_table_shows_every_part_of_the_score():
    view = view_of(ADA, BRUNO, **DRY)
    rows = {panel.seat: {counter.id: counter.value for counter in panel.counters} for panel in final_panels(view)}
    assert rows == {
        0: {"place": 1, "treasures": "∞12 ♪- ◊2 ■1 ≡- ▲- = 15", "pawns": "8 + 0 + 2×4 = 16", "coins": 1, "score": 32},
        1: {"place": 2, "treasures": "∞- ♪9 ◊- ■- ≡18 ▲- = 27", "pawns": "5 = 5", "coins": 0, "score": 32},
    }
    heads = [text_of(counter.name) for counter in final_panels(view)[0].counters]
    assert heads == ["Place", "Treasure points", "Pawns", "Coins", "Points"]
    assert text_of(result_message(view)) == "Anna wins with 32 points."


@pytest.mark.rule("venezia2099.tie.pawn_points")
@pytest.mark.rule("venezia2099.tie.x_points_count")
def test_a_tie_break_is_explained():
    assert [text_of(note) for note in tie_breaks(view_of(ADA, BRUNO, **DRY))] == [
        "Anna and Ben are tied: points from pawns decide (16 : 5)."
    ]


@pytest.mark.rule("venezia2099.tie.shared")
@pytest.mark.rule("venezia2099.tie.places")
def test_a_shared_victory_is_explained():
    view = view_of(BRUNO, ADA, (BRUNO[0], ["d5", None, None], 0), ({}, [None] * 3, 2), **DRY)
    assert view.places == (2, 1, 2, 4)
    assert [text_of(note) for note in tie_breaks(view)] == [
        "Ben, Anna and Cleo are tied; those also level on pawns (16 : 5 : 5) share a place."
    ]
    assert text_of(result_message(view_of(ADA, ADA, **DRY))) == "Shared victory: Anna and Ben have 32 points each."


def test_somebody_without_pawns_scores_nothing_for_them():
    (panel,) = final_panels(view_of(({}, [None] * 3, 2), **DRY))
    assert [counter.value for counter in panel.counters if counter.id == "pawns"] == ["0"]


@pytest.mark.slow
@pytest.mark.rule("venezia2099.info.reveal_at_end")
@pytest.mark.parametrize("players", GAME.players)
def test_the_end_lists_the_winners_first_and_shows_the_cards_set_aside(players):
    dice = random.Random(players)
    state = GAME.start(players, players)
    while not state.over:
        assert not [part for part in scene(state, -1).zones if part.id == "set-aside"]
        actor = state.actor()
        state.play(actor, dice.choice(state.moves(actor)))
    shown = scene(state, -1)
    places = [counters(shown, panel.seat)["place"] for panel in shown.panels]
    assert places == sorted(places)
    assert [counters(shown, seat)["score"] for seat in range(players)] == state.scores()
    aside = [text_of(card.name) for card in zone(shown, "set-aside").pieces]
    dry = [text_of(tile.name) for tile in zone(shown, "board").pieces if tile.art in c.COLOURS]
    assert sorted(aside) == sorted(name for name in dry if not name.endswith("2"))
