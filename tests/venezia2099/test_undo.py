"""What may be taken back (ruling 18): a choice of pawn, staying, buying nothing; whatever all have seen is final."""

import pytest

from ridotto.engine.match import Match
from tests.at_the_table import do
from tests.venezia2099.table import Snapshot, game, position, table


def played(*moves, **given):
    """A match in which these moves were made from a position, by whoever was to act; and the seat of the last."""
    match = Match(game, start=position(**given), seed=1)
    for move in moves:
        seat = match.state.actor()
        match.play(seat, game.parse(move))
    return match, seat


ON_RED_3: Snapshot = {"hands": {0: "red 3"}, "pawns": {0: "d1 a7 b7", 2: "b4 c7 d7"}}


@pytest.mark.parametrize(
    "moves", [["walk 1"], ["gondola 1"], ["stay"], ["stay", "no purchase"], ["walk 1", "d2", "no purchase"]]
)
def test_what_nobody_has_been_told_may_be_taken_back(moves):
    match, seat = played(*moves, **ON_RED_3)
    assert match.can_undo(seat)
    match.undo(seat)
    again = table(**ON_RED_3)
    do(again, *moves[:-1])
    assert match.state == again


@pytest.mark.rule("venezia2099.move.commit")
@pytest.mark.parametrize(
    "moves",
    [
        ["walk 1", "d2"],
        ["gondola 1", "h8"],
        ["stay", "buy 1"],
        ["stay", "no purchase", "red 3"],
        ["stay", "no purchase", "red 3", "h8"],
        ["stay", "no purchase", "red 3", "let drown"],
    ],
)
def test_what_all_have_seen_is_final_for_everybody(moves):
    match, _ = played(*moves, **ON_RED_3)
    assert not any(match.can_undo(seat) for seat in range(4))


def test_a_placed_pawn_stays():
    match, seat = played("d1", phase="placement")
    assert not match.can_undo(seat)


def test_with_extra_rides_only_the_last_choice_may_be_taken_back():
    match, seat = played("walk 1", "d2", "gondola 1", **ON_RED_3, gondola_move="extra")
    match.undo(seat)
    assert not match.can_undo(seat)
    assert match.state.snapshot()["walked"] is True
