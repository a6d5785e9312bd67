"""Advice for people."""

import pytest

import ridotto
from ridotto.bots.hints import choices, hint
from ridotto.bots.search import BadBudget, Budget, NotAsked
from ridotto.engine.rng import Rng
from tests.diciassette.table import table as seventeen

GAMES = ridotto.games()
SOME = 100 if ridotto.compiled else 6  # simulations
FEW = Budget(simulations=SOME)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_move_has_its_chance_and_how_sure_it_is(game):
    state = game.start(seed=3)
    advice = hint(state, state.actor(), FEW).tried
    assert {row.move for row in advice} == choices(state, state.actor())
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


def test_of_two_moves_that_come_to_the_same_the_one_at_the_table_is_advised():
    """A two-sided card may be laid either way up, and is offered once."""
    state = seventeen("1/1 1/1 2/2", "4/4 4/4 5/5", row="0:1/1 1:3/3")
    assert [state.game.text(move) for move in state.moves(0)] == ["1/1 up", "2/2 up", "1/1 down", "2/2 down"]
    assert {state.game.text(row.move) for row in hint(state, 0, FEW).tried} == {"1/1 up", "2/2 up"}


def test_a_card_that_can_only_be_turned_over_is_the_only_move():
    state = seventeen("1/1 1/1 1/1", "4/4 4/4 5/5", row="0:1/1 1:3/3")
    (row,) = hint(state, 0, FEW).tried
    assert (state.game.text(row.move), row.visits > 0) == ("1/1 up", True)


@pytest.mark.parametrize(("slug", "further"), [("verhext", True), ("venezia2099", False)])
def test_a_hint_says_whether_the_game_goes_on_where_its_reasons_end(slug, further):
    state = ridotto.game(slug).start(seed=3)
    assert hint(state, state.actor(), FEW).further == further
