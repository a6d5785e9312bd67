"""Whole games, decision by decision, against a second referee who knows the rules in another way."""

import pytest

import ridotto
from tests.at_the_table import choices, do
from tests.playing import Choices, some_options
from tests.venezia2099.referee import Referee, walks
from tests.venezia2099.table import game, position, squares
from tests.venezia2099.views import dry_squares, public

GAMES = 5 if ridotto.compiled else 3


def agree(state, referee):
    """Both ask the same seat the same question, and count the same points."""
    assert state.actor() == (-1 if referee.asked is None else referee.asked)
    assert state.scores() == referee.totals()
    if referee.asked is not None:
        assert choices(state) == referee.possible()


@pytest.mark.slow
@pytest.mark.rule("venezia2099.two.rest_same", "venezia2099.turn.steps", "venezia2099.turn.clockwise")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("gondolas", ["instead", "extra"])
@pytest.mark.parametrize("platforms", ["true", "false"])
def test_random_games_are_the_same_for_both(players, gondolas, platforms):
    for seed in range(GAMES):
        choice = Choices(100 * players + seed)
        options = some_options(game, players, choice) | {"gondola_move": gondolas, "rescue_to_platform": platforms}
        state = game.start(players=players, seed=seed, **options)
        referee = Referee(state.snapshot())
        agree(state, referee)
        while not state.over:
            move = keen(state, choice)
            do(state, move)
            referee.play(move)
            agree(state, referee)
        assert state.places() == referee.places()


def keen(state, choice):
    """A random move of somebody who buys when he can and seldom takes a gondola: treasures and coins run out."""
    moves = sorted(choices(state))
    buying = [move for move in moves if move.startswith("buy")]
    calm = [move for move in moves if not move.startswith("gondola")]
    wanted = buying or (calm if choice.below(8) else moves)
    return wanted[choice.below(len(wanted))]


@pytest.mark.rule(
    "venezia2099.move.queen",
    "venezia2099.move.no_wrap",
    "venezia2099.move.not_onto_pawn",
    "venezia2099.move.not_through_pawn",
    "venezia2099.move.not_onto_water",
    "venezia2099.move.not_through_water",
    "venezia2099.move.diagonal_gap",
    "venezia2099.move.stuck",
)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_any_board_a_pawn_reaches_what_a_walker_reaches_step_by_step(players):
    choice = Choices(players)
    stuck = reached = 0
    for _ in range(250 if ridotto.compiled else 60):
        state = game.load(any_board(players, choice), seed=1)
        free = dry_squares(public(state))
        free -= {square for seat in state.snapshot()["seats"] for square in seat["pawns"]}
        for pawn, square in enumerate(state.snapshot()["seats"][state.actor()]["pawns"], start=1):
            targets = walks(square, free)
            assert (f"walk {pawn}" in choices(state)) == bool(targets)
            if targets:
                twin = state.copy()
                do(twin, f"walk {pawn}")
                assert choices(twin) == targets
            stuck += not targets
            reached += len(targets)
    assert stuck
    assert reached


def any_board(players, choice):
    """Tiles anywhere, so many of them sunk that every pawn may have moved, and pawns on any dry squares."""
    moved = {2: 4, 3: 9, 4: 8, 5: 10}[players]
    turns = moved + choice.below({2: 20, 3: 36, 4: 36, 5: 35}[players] - moved)
    shown = position(players, turns=turns)
    tiles = mixed([tile for row in shown["board"] for tile in row], choice)
    side = len(shown["board"])
    shown["board"] = [tiles[side * row : side * row + side] for row in range(side)]
    dry = [square for square, tile in zip(squares(players), tiles, strict=True) if tile not in shown["played"]]
    if choice.below(2):  # crowded: some pawns are hemmed in
        dry = dry[: 2 * sum(len(seat["pawns"]) for seat in shown["seats"])]
    dry = mixed(dry, choice)
    for seat in shown["seats"]:
        seat["pawns"] = [dry.pop() for _ in seat["pawns"]]
    return shown


def mixed(things, choice):
    """In any order."""
    left = list(things)
    return [left.pop(choice.below(len(left))) for _ in things]
