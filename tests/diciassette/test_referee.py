"""Whole games against the literal model of the specification, also such as nobody would play."""

from random import Random

import pytest

import ridotto
from ridotto.games.diciassette import components as c
from tests.diciassette.referee import Referee
from tests.diciassette.table import game

GAMES = 2 if ridotto.compiled else 1
STEPS = 1000 if ridotto.compiled else 400  # of one game


def chosen(state, seat, chance, calls, loved):
    """A random move: how often it is a call, and which moves are preferred."""
    moves = state.moves(seat)
    if c.CALL in moves:
        return c.CALL if chance.random() < calls else c.PASS
    liked = [move for move in moves if game.text(move) in loved]
    return chance.choice(liked if liked and chance.random() < 0.8 else moves)


def some_options(chance):
    return {option.name: chance.choice(option.values) for option in game.options}


# How often somebody calls, and which cards are preferred.
MANNERS = {
    "as it comes": (0.3, ()),
    "brave": (0.08, ()),
    "nobody ever calls": (0.0, ()),
    "nobody ever calls, all trash": (0.0, ("trash up",)),
    "many effects": (0.02, ("x2 up", "trash up", "reverse up")),
    "many traps": (0.1, ("trap down", "x2 up", "trash up")),
}


def walk(players, manner, seed, steps=STEPS):
    """Every position of a random game, with the seat that decides there and its move."""
    calls, loved = MANNERS[manner]
    chance = Random(f"{players} {manner} {seed}")
    state = game.start(players=players, seed=seed, **some_options(chance))
    for _ in range(steps):
        if state.over:
            break
        seat = chance.choice(state.actors())
        move = chosen(state, seat, chance, calls, loved)
        yield state, seat, move
        state.play(seat, move)
    yield state, None, None


@pytest.mark.slow
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("players", range(2, 7))
def test_the_game_is_the_one_of_the_specification(players, manner):
    for seed in range(GAMES):
        referee = None
        for state, seat, move in walk(players, manner, seed):
            referee = referee or Referee(state.snapshot())
            referee.agree(state.snapshot())
            for asked in range(players):
                assert {game.text(allowed) for allowed in state.moves(asked)} == referee.legal(asked)
            assert state.over == (referee.phase == "over")
            if seat is not None:
                referee.decide(seat, game.text(move))


@pytest.mark.slow
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_positions_come_back_from_their_snapshots_and_so_do_redealt_ones(players, manner):
    chance = Random(players)
    for state, _, _ in walk(players, manner, 100):
        if chance.random() < 0.3 or state.over:
            assert game.load(state.snapshot()) == state
            viewer = chance.randrange(-1, players)
            world = state.redeal(viewer, ridotto.Rng(chance.randrange(1000)))
            assert game.load(world.snapshot()) == world
            assert game.view(world, viewer) == game.view(state, viewer)


@pytest.mark.rule("diciassette.components.cards", "diciassette.components.tokens", "diciassette.penalty.second")
@pytest.mark.parametrize("manner", MANNERS)
def test_no_card_is_lost_and_tokens_stay_within_their_bounds(manner):
    for players in range(2, 7):
        for state, _, _ in walk(players, manner, 200):
            assert game.inventory(state) == dict(zip(c.CARD_NAMES, c.COPIES, strict=True))
            victory, penalty = list(state.victory)[:players], list(state.penalty)[:players]
            assert set(penalty) <= {0, 1}
            assert all(0 <= number <= 3 for number in victory)
            assert state.over or max(victory) < 3


@pytest.mark.rule("diciassette.call.always_opened", "diciassette.call.window")
def test_there_is_one_window_for_every_turn():
    """By the notes: after the card or the two cards of a turn, one answer of the table, until somebody calls."""
    turns = set()
    for players in (2, 4, 6):
        state = game.deal(players, 7, game.validate_options(players, {}), listen=True)
        chance, letters = Random(players), ""
        while not state.over:
            seat = chance.choice(state.actors())
            state.play(seat, chosen(state, seat, chance, 0.03, ("x2 up",)))
            letters += "".join(
                {c.LAID: "l", c.CALLS: "c", c.NOBODY_CALLS: "n"}.get(note.kind, "") for note in state.take_notes()
            )
        assert letters.endswith("c")
        turns |= set(letters[:-1].replace("c", "n").split("n"))
    assert turns == {"l", "ll"}


@pytest.mark.rule("diciassette.call.stall_cap", "diciassette.call.forced_no_cards", "diciassette.draw.nothing_left")
def test_where_nobody_calls_rounds_end_all_the_same():
    """By the two hundredth turn, or when somebody has no card."""
    ends = set()
    for players in (2, 3):
        for manner, seed in (("nobody ever calls", 1), ("nobody ever calls, all trash", 2)):
            turns = 0
            for state, _, _ in walk(players, manner, seed, 1000):
                if state.round > 1:
                    ends.add(turns)
                    break
                turns = state.turns_finished
    assert 200 in ends
    assert any(40 < turns < 200 for turns in ends)
