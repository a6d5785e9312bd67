"""Perft: the number of different sequences of decisions from a position, to a small depth."""

from copy import deepcopy

import pytest

from tests.diciassette.referee import Referee
from tests.diciassette.table import ANY_HANDS, all_in_row, call_window, game, table
from tests.playing import perft


def started(players, seed=1, **options):
    return game.start(players=players, seed=seed, **options)


def doubled(**options):
    """Two cards are due, and every special card is in hand."""
    return table("trash x2 reverse", "trap 4 5/5", "1/1 2 x2", row="1:3- 2:x2", due=2, options=options)


def last_call():
    """Whoever calls ends the game: seat 2 needs one token to win, and so do the two who may call."""
    return call_window(3, row="0:5/5 1:5/5 0:5/5 2:4/4", tokens=dict.fromkeys(range(3), (2, 0)))


def out_of_cards():
    """Nothing is left to draw; seat 1 has nothing to lay."""
    return all_in_row("5/5 4/4", "", "3 2", turn=2, phase="call")


COUNTED = {
    "start of 2": (lambda: started(2), [6, 12, 64, 140, 692, 1576, 6696]),
    "start of 3": (lambda: started(3), [6, 12, 48, 144, 432, 1440, 3096, 7056]),
    "start of 4": (lambda: started(4), [6, 12, 48, 120, 432, 1152, 2592, 4464]),
    "start of 6": (lambda: started(6), [6, 12, 40, 96, 304, 816, 1656, 2796]),
    "two cards": (doubled, [6, 24, 48, 144, 432, 1056, 3024, 7120]),
    "two cards, calls between": (lambda: doubled(call_between_double="true"), [6, 12, 48, 132, 360, 1104, 2256, 5056]),
    "two cards, trash cancels": (lambda: doubled(trash_cancels_double="true"), [6, 22, 48, 144, 424, 1080, 2980, 7004]),
    "last call": (last_call, [2, 2, 4, 8, 8, 16, 32, 32]),
    "out of cards": (out_of_cards, [2, 6, 18, 48, 164, 464, 1404, 3736]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_there_are_as_many_sequences_as_ever(name):
    build, counts = COUNTED[name]
    assert [perft(build(), depth) for depth in range(1, len(counts) + 1)] == counts


# The same numbers by another way: the literal referee, each seat asked in its turn.


def literal(referee, depth):
    if referee.phase == "over":
        return 0
    order = [referee.turn] if referee.phase == "play" else range(referee.turn + 1, referee.turn + referee.players)
    seat = next(seat % referee.players for seat in order if referee.legal(seat % referee.players))
    moves = referee.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(referee)
        after.decide(seat, move)
        total += literal(after, depth - 1)
    return total


@pytest.mark.rule("diciassette.call.poll_equivalent", "diciassette.double.one_by_one")
@pytest.mark.parametrize("name", [name for name in COUNTED if name != "out of cards"])
def test_the_specification_has_as_many_to_a_small_depth(name):
    build, counts = COUNTED[name]
    depth = min(4, len(counts))
    assert [literal(Referee(build().snapshot()), n) for n in range(1, depth + 1)] == counts[:depth]


# And by hand: an ordinary turn, and the window after it


def ways_through_a_turn(state):
    """All sequences until another turn begins."""
    total = 0
    for move in state.moves(state.actor()):
        after = state.copy()
        after.play(after.actor(), move)
        total += 1 if after.snapshot()["phase"] == "play" else ways_through_a_turn(after)
    return total


@pytest.mark.rule("diciassette.play.face_choice", "diciassette.call.poll_equivalent", "diciassette.call.decided")
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("hand", "kinds"), [("5 5 5", 1), ("5 trap trap", 2), ("5 trap 5/5", 3)])
def test_an_ordinary_turn_has_as_many_ways_as_counted_by_hand(players, hand, kinds):
    """Each kind either way up; then one of the others calls first, or nobody does."""
    state = table(hand, *ANY_HANDS[1:players], row="1:4/4", turns=5)
    assert ways_through_a_turn(state) == 2 * kinds * players
