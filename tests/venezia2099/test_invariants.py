"""What holds at any time of any game (section 5.4), and what chance makes of it (section 8)."""

from collections import Counter
from itertools import product
from math import comb

import pytest

import ridotto
from ridotto.engine.conformance.redeal_laws import chi_square_tail
from ridotto.games.venezia2099.rules.rules import Venezia2099
from tests.at_the_table import state_of
from tests.playing import Choices, some_options
from tests.venezia2099.table import COLOURS, HAND_SIZE, PAWNS_EACH, deck, game, value
from tests.venezia2099.views import by_colour, dry_squares, public
from tests.venezia2099.worlds import floors

PLAYERS = (2, 3, 4, 5)
GAMES = 2 if ridotto.compiled else 1
CITY = {2: 30, 3: 48, 4: 48, 5: 48}
DRY_AT_THE_END = {2: 10, 3: 12, 4: 12, 5: 13}
ASIDE = {2: 5, 3: 6, 4: 6, 5: 7}


def check(state):
    """All of section 5.4 in one position."""
    table, shown = state.snapshot(), public(state)
    players, seats, played = state.seats, table["seats"], table["played"]
    tile = {f"{'abcdefgh'[x]}{y + 1}": name for y, row in enumerate(table["board"]) for x, name in enumerate(row)}
    dry = {square for square, name in tile.items() if name not in played}
    assert dry_squares(shown) == dry
    city = [tile[square] for square in dry if tile[square] != "platform"]
    assert len(city) == CITY[players] - len(played)
    check_coins(table, tile, dry, players)
    used = [colour for colour in COLOURS if colour != table["unused"]]
    for colour in used:
        assert by_colour(shown, "supply")[colour] + sum(seat["treasures"].get(colour, 0) for seat in seats) == 10
        assert by_colour(shown, "dry")[colour] == len([name for name in city if name.startswith(colour)]) >= 1
        assert f"{colour} 2" in city
    standing = [square for seat in seats for square in seat["pawns"] if square]
    assert len(standing) == len(set(standing))
    if table["phase"] == "rescue":
        fallen = seats[table["player"]]["pawns"][table["pawn"] - 1]
        assert tile[fallen] == played[-1]
        standing.remove(fallen)
    assert set(standing) <= dry
    assert all(0 <= seat["gondolas"] <= 2 for seat in seats)
    for seat, floor in enumerate(floors(state)):
        assert all(value(card) >= floor for card in seats[seat]["hand"])
    cards = Counter([*played, *table["set_aside"], *(card for seat in seats for card in seat["hand"])])
    assert cards == Counter(deck(players, table["unused"]))


def check_coins(table, tile, dry, players):
    """None is made, none lies on water or on a platform, and a pile has 0, 1, 3, 7 or 15 coins."""
    for square, coins in table["coins_on"].items():
        assert square in dry
        assert tile[square] != "platform"
        assert coins in (1, 3, 7, 15)
    held = sum(seat["coins"] for seat in table["seats"])
    assert held + sum(table["coins_on"].values()) <= players * (HAND_SIZE[players] + 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("gondolas", "platforms"), list(product(("instead", "extra"), ("true", "false"))))
def test_the_invariants_hold_in_random_play(players, gondolas, platforms):
    for seed in range(GAMES):
        choice = Choices(seed)
        options = some_options(game, players, choice) | {"gondola_move": gondolas, "rescue_to_platform": platforms}
        state = game.start(players=players, seed=seed, **options)
        state.listen()
        lost = used = 0
        dealt = players * (HAND_SIZE[players] + 1)
        while not state.over:
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])
            for note in state.take_notes():
                lost += note.a if note.kind == 6 else 0
                used += note.kind in (3, 8)
            check(state)
            table = state.snapshot()
            held = sum(seat["coins"] for seat in table["seats"])
            assert held + sum(table["coins_on"].values()) + lost == dealt
            assert sum(seat["gondolas"] for seat in table["seats"]) + used == 2 * players
        assert len(table["played"]) == players * HAND_SIZE[players]
        assert all(len(seat["pawns"]) == PAWNS_EACH[players] for seat in table["seats"])
        dry = {card for card in deck(players, table["unused"]) if card not in table["played"]}
        assert dry == set(table["set_aside"])
        twos = 5 if players == 2 else 6
        assert len(dry) + twos == DRY_AT_THE_END[players]


def survivors(players: int) -> list[float]:
    """How likely 0, 1, 2, ... cards of one colour are set aside."""
    cards, own = (25, 5) if players == 2 else (42, 7)
    aside = ASIDE[players]
    return [comb(own, k) * comb(cards - own, aside - k) / comb(cards, aside) for k in range(min(own, aside) + 1)]


@pytest.mark.parametrize(
    ("players", "percent", "mean"),
    [
        (2, [29.2, 45.6, 21.5, 3.6, 0.2], 3.59),
        (3, [30.9, 43.3, 21.0, 4.4, 0.4], 3.62),
        (4, [30.9, 43.3, 21.0, 4.4, 0.4], 3.62),
        (5, [24.9, 42.1, 25.3, 6.8, 0.9], 3.34),
    ],
)
def test_the_table_of_section_8_is_right(players, percent, mean):
    chances = survivors(players)
    rounded = [round(100 * chance, 1) for chance in [*chances[:4], sum(chances[4:])]]
    assert rounded == percent
    worth = sum(chance * {0: 6, 1: 3, 2: 2}.get(k, 1) for k, chance in enumerate(chances))
    assert round(worth, 2) == mean


@pytest.mark.rule("venezia2099.setup.set_aside", "venezia2099.setup.deal", "venezia2099.two.resources")
@pytest.mark.parametrize("players", PLAYERS)
def test_as_many_tiles_of_a_colour_survive_as_chance_would_have_it(players):
    """Red, in games where it is used: its dry tiles at the end are its cards set aside, and the 2."""
    games = 6000 if ridotto.compiled else 800
    options = {"unused_colour": "green"} if players == 2 else {}
    found: Counter[int] = Counter()
    for seed in range(games):
        state = state_of(Venezia2099, game.start(players=players, seed=seed, **options))
        found[sum(state.cards_set_aside() >> 7 * 3 + k & 1 for k in range(7))] += 1
    chances = survivors(players)
    assert max(found) < len(chances)
    assert chi_square_tail([(found[k], games * chance) for k, chance in enumerate(chances)]) > 1e-4


@pytest.mark.parametrize("players", PLAYERS)
def test_played_to_the_end_they_are_those_tiles(players):
    for seed in range(20 if ridotto.compiled else 4):
        state = game.start(players=players, seed=seed)
        aside = Counter(card.split()[0] for card in state.snapshot()["set_aside"])
        while not state.over:
            state.play(state.actor(), state.moves(state.actor())[0])
        left = by_colour(public(state), "dry")
        assert left == {colour: 1 + aside[colour] for colour in left}
