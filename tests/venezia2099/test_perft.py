"""Perft: the number of different sequences of decisions from a position, to a small depth."""

import pytest

from tests.at_the_table import choices, do
from tests.playing import Choices, perft
from tests.venezia2099.referee import Referee
from tests.venezia2099.table import game, table
from tests.venezia2099.views import public


def started(players, seed=1, **options):
    return game.start(players=players, seed=seed, first_player=0, **options)


def corner(**options):
    """Few ways: the pawns of both stand among water on a small board."""
    return table(2, turns=14, pawns={0: "a1 b1 a2", 1: "f1 f2 f3"}, aside="black 3, brown 3", **options)


def falling():
    """Seat 0 sinks one of three tiles; under two of them stands a pawn."""
    return table(
        4,
        turns=24,
        hands={0: "red 6, green 6, azure 6"},
        aside="black 8, brown 8",
        pawns={0: "e4 a1 a2", 2: "e6 a3 a4"},
    )


def last():
    """The last turn of all, under a pawn."""
    return table(5, turns=34, hands={4: "violet X"}, pawns={0: "h5 a7 b7"})


COUNTED = {
    "start of 2": (lambda: started(2, unused_colour="red"), [36, 1260, 38760, 1157160]),
    "start of 3": (lambda: started(3), [64, 4032, 249984]),
    "start of 4": (lambda: started(4), [64, 4032, 249984]),
    "start of 5": (lambda: started(5), [64, 4032, 249984]),
    "first turn of 4": (lambda: table(4, pawns={0: "d1 e3 a7"}), [7, 209, 670, 2046, 17313]),
    "first turn, extra rides": (lambda: table(4, pawns={0: "d1 e3 a7"}, gondola_move="extra"), [7, 209, 1301, 40493]),
    "corner": (corner, [7, 59, 213, 727, 7355, 52067]),
    "corner, extra rides": (lambda: corner(gondola_move="extra"), [7, 59, 376, 3590, 14559, 103426]),
    "falling": (falling, [5, 95, 345, 1259, 21155]),
    "last card": (last, [5, 48, 87, 102, 1376, 0]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_there_are_as_many_sequences_as_ever(name):
    build, counts = COUNTED[name]
    assert [perft(build(), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.rule("venezia2099.setup.place_distinct_values", "venezia2099.setup.place_platform_many")
def test_three_placements_of_two_players_counted_by_hand():
    """First a platform: 35 squares for the other, then 34. First a city tile: of its value are five tiles; the other
    takes one of the four that are left, and 31 squares remain, or another square, and 30 remain.
    """
    assert perft(started(2), 3) == 6 * 35 * 34 + 30 * (4 * 31 + 31 * 30)


@pytest.mark.rule("venezia2099.setup.place_single")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_first_placements_are_free_of_one_another(players):
    assert [perft(started(players), depth) for depth in (1, 2, 3)] == [64, 64 * 63, 64 * 63 * 62]


# The same numbers by the second referee


def by_referee(start, before, depth):
    """Every sequence is played again from the start of the game."""
    referee = Referee(start)
    for move in before:
        referee.go_on(move)
    if depth == 1:
        return len(referee.possible())
    return sum(by_referee(start, [*before, move], depth - 1) for move in referee.possible())


@pytest.mark.rule("venezia2099.move.queen", "venezia2099.gondola.ride_target", "venezia2099.prophecy.choice")
@pytest.mark.parametrize("gondolas", ["instead", "extra"])
@pytest.mark.parametrize(("players", "decisions"), [(2, 50), (3, 100), (4, 110), (5, 120)])
def test_a_second_referee_counts_as_many(players, decisions, gondolas):
    state = started(players, seed=players, gondola_move=gondolas)
    start, choice = state.snapshot(), Choices(players)
    before: list[str] = []
    while len(before) < decisions or public(state).phase != "move":
        options = sorted(choices(state))
        before.append(options[choice.below(len(options))])
        do(state, before[-1])
    counts = [perft(state, depth) for depth in (1, 2, 3)]
    assert counts == [by_referee(start, before, depth) for depth in (1, 2, 3)]
