"""Components and setup, up to the first pawn."""

from collections import Counter

import pytest

import ridotto
from tests.at_the_table import choices, do, notes_of_kind
from tests.venezia2099.table import COLOURS, VALUES, game
from tests.venezia2099.views import by_colour, dry_squares, hand, own, public

MORE = (3, 4, 5)
PLAYERS = (2, 3, 4, 5)


def started(players, seed=1, **options):
    return game.start(players=players, seed=seed, **options)


def laid_out(state):
    return [tile for row in state.snapshot()["board"] for tile in row]


def hands(state):
    return [seat["hand"] for seat in state.snapshot()["seats"]]


@pytest.mark.rule("venezia2099.comp.city_tiles", "venezia2099.comp.platforms", "venezia2099.setup.grid")
@pytest.mark.parametrize("players", MORE)
def test_48_city_tiles_and_16_platforms_fill_eight_rows_of_eight(players):
    state = started(players)
    assert [len(row) for row in state.snapshot()["board"]] == [8] * 8
    city = {f"{colour} {value}": 1 for colour in COLOURS for value in VALUES}
    assert len(city) == 48
    assert Counter(laid_out(state)) == city | {"platform": 16}
    assert len(dry_squares(public(state))) == 64


@pytest.mark.rule("venezia2099.comp.prophecies")
@pytest.mark.parametrize("players", MORE)
def test_every_tile_above_2_has_one_prophecy_and_the_2s_have_none(players):
    state = started(players)
    cards = Counter([*state.snapshot()["set_aside"], *(card for hand in hands(state) for card in hand)])
    assert cards == {f"{colour} {value}": 1 for colour in COLOURS for value in VALUES if value != "2"}
    assert cards.total() == 42


@pytest.mark.rule("venezia2099.comp.treasures", "venezia2099.setup.supply")
@pytest.mark.parametrize("players", MORE)
def test_ten_treasures_of_each_colour_lie_open_and_nobody_has_one(players):
    for viewer in (-1, 0):
        shown = game.view(started(players), viewer).public
        assert by_colour(shown, "supply") == dict.fromkeys(COLOURS, 10)
        assert all(sum(seat.treasures) == 0 for seat in shown.seats)


@pytest.mark.rule(
    "venezia2099.comp.other",
    "venezia2099.setup.gondolas",
    "venezia2099.setup.pawns",
    "venezia2099.setup.coins",
    "venezia2099.setup.deal",
    "venezia2099.setup.set_aside",
)
@pytest.mark.parametrize(
    ("players", "cards", "aside", "coins", "pawns"), [(3, 12, 6, 13, 4), (4, 9, 6, 10, 3), (5, 7, 7, 8, 3)]
)
def test_what_each_player_gets(players, cards, aside, coins, pawns):
    state = started(players)
    assert len(state.snapshot()["set_aside"]) == aside
    for seat in state.snapshot()["seats"]:
        assert len(seat["hand"]) == cards
        assert (seat["coins"], seat["gondolas"]) == (coins, 2)
        assert seat["pawns"] == [None] * pawns
    assert players * coins <= 60
    assert players <= 5
    assert pawns <= 4


@pytest.mark.rule("venezia2099.setup.set_aside")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_cards_set_aside_stay_there_all_game(players):
    state = started(players, seed=4)
    aside = state.snapshot()["set_aside"]
    while not state.over:
        assert state.snapshot()["set_aside"] == aside
        state.play(state.actor(), state.moves(state.actor())[-1])
    assert not set(aside) & set(state.snapshot()["played"])


@pytest.mark.rule("venezia2099.setup.layout_random")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_tile_lies_on_every_square_equally_often(players):
    """A corner, an edge and the middle; a tile that is used in every game, and a platform."""
    games = 2000 if ridotto.compiled else 400
    side = 6 if players == 2 else 8
    squares = side * side
    there: Counter[tuple[int, str]] = Counter()
    for seed in range(games):
        tiles = laid_out(started(players, seed, unused_colour="green") if players == 2 else started(players, seed))
        for square in (0, 3, squares // 2 + 2, squares - 1):
            there[square, tiles[square]] += 1
    platforms = (6 if players == 2 else 16) / squares
    for square in (0, 3, squares // 2 + 2, squares - 1):
        for tile, share in (("red X", 1 / squares), ("black 2", 1 / squares), ("platform", platforms)):
            spread = (games * share * (1 - share)) ** 0.5
            assert abs(there[square, tile] - games * share) < 4.5 * spread


@pytest.mark.rule("venezia2099.setup.layout_random", "venezia2099.setup.deal")
def test_other_seeds_give_other_boards_and_hands():
    assert len({tuple(laid_out(started(4, seed))) for seed in range(50)}) == 50
    assert len({tuple(hands(started(4, seed))[0]) for seed in range(50)}) == 50


@pytest.mark.rule("venezia2099.setup.deal")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_goes_to_every_seat_and_aside_equally_often(players):
    games = 1500 if ridotto.compiled else 300
    sizes = {2: [10, 10, 5], 3: [12, 12, 12, 6], 4: [9] * 4 + [6], 5: [7] * 6}[players]
    found: Counter[tuple[str, int]] = Counter()
    options = {"unused_colour": "green"} if players == 2 else {}
    for seed in range(games):
        shown = started(players, seed, **options).snapshot()
        for place, cards in enumerate([*(seat["hand"] for seat in shown["seats"]), shown["set_aside"]]):
            found.update((card, place) for card in cards)
    for card in ("black 3", "red 5", "violet X"):
        for place, size in enumerate(sizes):
            share = size / sum(sizes)
            assert abs(found[card, place] - games * share) < 4.5 * (games * share * (1 - share)) ** 0.5


@pytest.mark.rule("venezia2099.setup.first_player", "venezia2099.setup.seats")
@pytest.mark.parametrize("players", PLAYERS)
def test_any_seat_can_be_named_first_player(players):
    for seat in range(players):
        state = started(players, first_player=seat)
        assert public(state).first == state.actor() == seat
        assert started(players, first_player=str(seat)) == state


@pytest.mark.rule("venezia2099.setup.first_player")
@pytest.mark.parametrize("players", PLAYERS)
def test_else_chance_names_every_seat_alike(players):
    first = Counter(started(players, seed).actor() for seed in range(200 * players))
    assert set(first) == set(range(players))
    assert all(140 < times < 260 for times in first.values())


@pytest.mark.rule("venezia2099.setup.first_player")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_named_first_player_costs_no_draw_and_leaves_all_else_alike(players):
    """The last draw of the setup is the first player's."""
    by_chance, named = started(players, seed=5), started(players, seed=5, first_player=1)
    assert by_chance.drawn() == named.drawn() + 1
    assert laid_out(by_chance) == laid_out(named)
    assert hands(by_chance) == hands(named)


@pytest.mark.rule("venezia2099.setup.seats")
@pytest.mark.parametrize("players", PLAYERS)
def test_seats_rise_clockwise_and_start_again_at_0(players):
    state = started(players, first_player=1)
    asked = []
    for _ in range(players + 1):
        asked.append(state.actor())
        state.play(state.actor(), state.moves(state.actor())[0])
    assert asked == [(1 + i) % players for i in range(players + 1)]


@pytest.mark.rule("venezia2099.setup.hand_before_placement")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_knows_the_own_hand_before_the_first_pawn_is_placed(players):
    state = started(players)
    assert public(state).phase == "placement"
    for seat in range(players):
        assert hand(own(state, seat)) == hands(state)[seat]
        assert len(hands(state)[seat]) == public(state).seats[seat].cards > 0


@pytest.mark.rule("venezia2099.setup.first_player")
def test_the_first_player_is_told_to_all():
    state = game.deal(4, 3, game.validate_options(4, {"first_player": 2}), listen=True)
    assert notes_of_kind(state, 0) == [(2, -1, 0)]


@pytest.mark.rule("venezia2099.setup.hand_before_placement", "venezia2099.setup.deal")
def test_placing_pawns_changes_no_hand():
    state = started(3, seed=9)
    before = hands(state)
    while "stay" not in choices(state):
        do(state, min(choices(state)))
    assert hands(state) == before
