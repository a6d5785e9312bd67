"""What is different with two players: the setup."""

from collections import Counter

import pytest

from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia2099.table import COLOURS, board, game, position, table, these, turn
from tests.venezia2099.views import by_colour, public

USED = ["2", "3", "4", "5", "6", "X"]


def started(seed=1, **options):
    return game.start(players=2, seed=seed, **options)


@pytest.mark.rule("venezia2099.two.remove_7_8", "venezia2099.two.remove_colour", "venezia2099.two.grid")
@pytest.mark.parametrize("unused", COLOURS)
def test_thirty_city_tiles_and_six_platforms_make_a_square_of_six(unused):
    state = started(unused_colour=unused)
    shown = state.snapshot()
    assert shown["unused"] == unused
    assert public(state).unused == COLOURS.index(unused)
    assert [len(row) for row in shown["board"]] == [6] * 6
    tiles = Counter(tile for row in shown["board"] for tile in row)
    kept = [colour for colour in COLOURS if colour != unused]
    assert tiles == {f"{colour} {value}": 1 for colour in kept for value in USED} | {"platform": 6}


@pytest.mark.rule("venezia2099.two.remove_7_8", "venezia2099.two.remove_colour", "venezia2099.two.resources")
@pytest.mark.parametrize("unused", COLOURS)
def test_25_prophecies_of_which_five_are_set_aside(unused):
    shown = started(unused_colour=unused).snapshot()
    assert len(shown["set_aside"]) == 5
    cards = Counter([*shown["set_aside"], *(card for seat in shown["seats"] for card in seat["hand"])])
    kept = [colour for colour in COLOURS if colour != unused]
    assert cards == {f"{colour} {value}": 1 for colour in kept for value in USED if value != "2"}


@pytest.mark.rule("venezia2099.two.resources", "venezia2099.two.gondolas")
def test_what_each_of_two_players_gets():
    for seat in started().snapshot()["seats"]:
        assert seat["pawns"] == [None] * 3
        assert len(seat["hand"]) == 10
        assert (seat["coins"], seat["gondolas"]) == (11, 2)


@pytest.mark.rule("venezia2099.two.treasures")
@pytest.mark.parametrize("unused", COLOURS)
def test_fifty_treasures_are_used(unused):
    state = started(unused_colour=unused)
    assert by_colour(public(state), "supply") == {c: 10 for c in COLOURS if c != unused}
    stock = game.inventory(state)
    assert {c: stock.get(f"treasure {c}", 0) for c in COLOURS} == {c: 10 * (c != unused) for c in COLOURS}


@pytest.mark.rule("venezia2099.two.colour_pick")
def test_chance_takes_every_colour_out_alike():
    unused = Counter(started(seed).snapshot()["unused"] for seed in range(1200))
    assert set(unused) == set(COLOURS)
    assert all(150 < times < 250 for times in unused.values())


@pytest.mark.rule("venezia2099.two.colour_pick")
def test_a_named_colour_costs_no_draw():
    assert started(5).drawn() == started(5, unused_colour="red").drawn() + 1


@pytest.mark.rule("venezia2099.two.colour_pick")
@pytest.mark.parametrize("unused", COLOURS)
def test_the_unused_colour_is_told_to_all(unused):
    state = game.deal(2, 3, game.validate_options(2, {"first_player": 1, "unused_colour": unused}), listen=True)
    assert notes_of_kind(state, 0) == [(1, COLOURS.index(unused), 0)]


@pytest.mark.rule("venezia2099.two.grid")
def test_squares_outside_are_not_part_of_the_game():
    state = started()
    assert choices(state) == {f"{column}{row}" for column in "abcdef" for row in range(1, 7)}
    for square in ("g1", "h6", "a7", "f8", "h8"):
        refusal = refused(state, square)
        assert (refusal.code, refusal.clause) == ("outside", "venezia2099.two.grid")
        assert square in str(refusal)


@pytest.mark.rule("venezia2099.two.grid", "venezia2099.move.no_wrap")
def test_nobody_walks_or_rides_over_the_edge_of_the_small_board():
    state = table(2, pawns={0: "f6 f1 a6"})
    for how in ("walk 1", "gondola 1"):
        twin = state.copy()
        do(twin, how)
        assert not choices(twin) & {f"{column}{row}" for column in "gh" for row in range(1, 9)}
        assert not choices(twin) & {f"{column}{row}" for column in "abcdefgh" for row in (7, 8)}
    do(state, "walk 2")
    assert choices(state) == these("a1 b1 c1 d1 e1 f2 f3 f4 f5 e2 d3 c4 b5")


@pytest.mark.rule("venezia2099.two.rest_same", "venezia2099.score.pawn_x", "venezia2099.score.treasure")
def test_a_small_game_is_scored_like_a_large_one():
    """Black has lost all but its 2 and its X."""
    state = table(
        2,
        turns=19,
        hands={1: "brown X"},
        aside="black X, azure 3, azure 4, azure 5, red 6",
        pawns={0: "f1 a1 b3", 1: "a2 a6 -"},
        seats={0: {"treasures": {"black": 1}, "coins": 10}},
    )
    turn(state, "brown X")
    assert state.over
    assert public(state).seats[0].pawn_points == (4, 2, 3)
    assert state.scores() == [1 * 3 + 9 + 10, 2 + 11]
    assert state.places() == [1, 2]


@pytest.mark.rule("venezia2099.two.remove_7_8", "venezia2099.prophecy.x_highest")
def test_with_two_players_x_comes_right_after_6():
    state = table(2, turns=16, hands={0: "red 6, red X"})
    do(state, "stay", "no purchase")
    assert choices(state) == {"red 6"}
    assert {row[-1] for row in state.snapshot()["board"][:5]} == {f"{colour} X" for colour in COLOURS[:5]}


def test_the_unused_colour_can_be_any_in_a_position():
    for unused in COLOURS:
        state = game.load(position(2, unused=unused), seed=1)
        assert state.snapshot()["board"] == board(2, unused=unused)
        assert game.load(state.snapshot()) == state
