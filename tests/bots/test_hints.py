"""Advice for people."""

import pytest

import ridotto
from ridotto.bots.hints import hint
from ridotto.bots.search import BadBudget, Budget, NotAsked
from ridotto.engine.rng import Rng

GAMES = ridotto.games()
SOME = 100 if ridotto.compiled else 6  # simulations
FEW = Budget(simulations=SOME)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_move_has_its_chance_and_how_sure_it_is(game):
    state = game.start(seed=3)
    advice = hint(state, state.actor(), FEW).tried
    assert sorted(row.move for row in advice) == state.moves(state.actor())
    assert [row.visits for row in advice[2:]] == sorted((row.visits for row in advice[2:]), reverse=True)
    assert all(0 <= row.share <= 1 and 0 <= row.margin <= 1 for row in advice)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_advice_comes_from_what_the_seat_may_know(game):
    state = game.start(seed=3)
    seat = state.actor()
    assert hint(state, seat, FEW) == hint(state.redeal(seat, Rng(8)), seat, FEW)


def test_another_seed_is_another_thought():
    state = ridotto.game("verhext").start(seed=1)
    assert len({tuple(hint(state, state.actor(), FEW, seed).tried) for seed in range(5)}) > 1


def test_more_thought_makes_surer():
    state = ridotto.game("verhext").start(seed=1)
    few, many = (hint(state, state.actor(), Budget(simulations=SOME * factor)).tried[0].margin for factor in (1, 16))
    assert many < few


def test_the_state_stays_as_it_is():
    state = ridotto.game("venti").start(seed=1)
    before = state.copy()
    hint(state, state.actor(), FEW)
    assert state == before


def test_no_advice_for_nobody():
    state = ridotto.game("venti").start(seed=1)
    with pytest.raises(NotAsked):
        hint(state, 1 - state.actor(), FEW)
    with pytest.raises(BadBudget):
        hint(state, state.actor(), Budget(seconds=0))


def test_the_only_move_has_its_chance_too():
    state = ridotto.game("verhext").start(seed=1)
    while len(state.moves(state.actor())) > 1:
        state.play(state.actor(), state.moves(state.actor())[0])
    (row,) = hint(state, state.actor(), FEW).tried
    assert row.visits == FEW.simulations
    assert 0 < row.share < 1
