"""Step 1: where a pawn may walk."""

import pytest

from ridotto.games.venezia2099 import tiles as t
from tests.playing import Choices
from tests.venezia2099.table import choices, do, game, refused, table


def walked(state, start):
    """Where a pawn could walk, step by step: along each direction until something is in the way."""
    found = set()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            row, column = start // 8 + down, start % 8 + right
            while (down or right) and 0 <= row < 8 and 0 <= column < 8:
                square = 8 * row + column
                if not state.dry >> square & 1 or state.pawns >> square & 1:
                    break
                found.add(square)
                row, column = row + down, column + right
    return found


@pytest.mark.rule(
    "venezia2099.move.queen", "venezia2099.move.no_wrap", "venezia2099.move.not_onto_pawn",
    "venezia2099.move.not_through_pawn", "venezia2099.move.not_onto_water", "venezia2099.move.not_through_water",
)  # fmt: skip
@pytest.mark.parametrize("players", game.players)
def test_every_walk_of_random_games_is_one_that_goes_step_by_step(players):
    choice = Choices(players)
    walks = 0
    for seed in range(12):
        state = game.start(players=players, seed=seed)
        while not state.over:
            seat, moves = state.actor(), state.moves(state.actor())
            if state.phase == t.CHOOSING:
                able = {
                    t.WALK + pawn for pawn, start in enumerate(state.pawn[seat]) if start >= 0 and walked(state, start)
                }
                assert {move for move in moves if t.WALK <= move < t.GONDOLA} == able
            if state.phase == t.WALKING:
                assert set(moves) == walked(state, state.pawn[seat][state.chosen])
                walks += 1
            state.play(seat, moves[choice.below(len(moves))])
    assert walks > 50


@pytest.mark.rule("venezia2099.move.diagonal_gap", "venezia2099.move.platform")
def test_a_pawn_slips_diagonally_between_water_and_a_pawn():
    state = table(pawns={0: "a1", 1: "b1"}, tiles={"a2": "red 3", "d4": "platform"}, sunk="red 3")
    do(state, "walk 1")
    assert choices(state) == {"b2", "c3", "d4", "e5", "f6"}  # a pawn stands on g7


@pytest.mark.rule("venezia2099.move.commit")
def test_a_chosen_pawn_must_move():
    state = table(pawns={0: "d4"})
    do(state, "walk 1")
    assert all(text in t.SQUARE for text in choices(state))
    assert refused(state, "stay").clause == "venezia2099.move.commit"


@pytest.mark.rule("venezia2099.move.stuck")
def test_a_pawn_without_a_free_neighbour_cannot_walk_and_may_still_buy():
    state = table(pawns={0: "a1", 1: "b1", 2: "a2", 3: "b2"})
    assert "walk 1" not in choices(state)
    assert "walk 2" in choices(state)
    assert refused(state, "walk 1").code == "stuck"
    do(state, "stay")
    assert "buy 1" in choices(state)
