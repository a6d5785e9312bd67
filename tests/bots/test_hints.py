"""Hints: statistics of the moves, from what the seat may know."""

import pytest

import ridotto
from ridotto.bots.hints import hint, offered_moves
from ridotto.bots.search import BadBudget, Budget, NotAsked
from ridotto.engine.rng import Rng
from tests.diciassette.table import table as seventeen

GAMES = ridotto.all_games()
SOME = 100 if ridotto.compiled else 6  # simulations
FEW = Budget(simulations=SOME)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_move_has_a_share_and_a_margin(game):
    state = game.start(seed=3)
    rows = hint(state, state.actor(), FEW).moves
    assert {row.move for row in rows} == offered_moves(state, state.actor())
    assert [row.visits for row in rows[2:]] == sorted((row.visits for row in rows[2:]), reverse=True)
    assert all(0 <= row.share <= 1 and 0 <= row.margin <= 1 for row in rows)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_hint_depends_only_on_what_the_seat_may_know(game):
    state = game.start(seed=3)
    seat = state.actor()
    assert hint(state, seat, FEW) == hint(state.redeal(seat, Rng(8)), seat, FEW)


def test_another_seed_gives_another_hint():
    state = ridotto.game("verhext").start(seed=1)
    assert len({tuple(hint(state, state.actor(), FEW, seed).moves) for seed in range(5)}) > 1


def test_a_larger_budget_makes_the_margin_smaller():
    state = ridotto.game("verhext").start(seed=1)
    few, many = (hint(state, state.actor(), Budget(simulations=SOME * factor)).moves[0].margin for factor in (1, 16))
    assert many < few


def test_a_hint_does_not_change_the_state():
    state = ridotto.game("venti").start(seed=1)
    before = state.copy()
    hint(state, state.actor(), FEW)
    assert state == before


def test_a_hint_needs_a_decision_and_a_budget():
    state = ridotto.game("venti").start(seed=1)
    with pytest.raises(NotAsked):
        hint(state, 1 - state.actor(), FEW)
    with pytest.raises(BadBudget):
        hint(state, state.actor(), Budget(seconds=0))


def test_the_only_move_has_a_share_too():
    state = ridotto.game("verhext").start(seed=1)
    while len(state.moves(state.actor())) > 1:
        state.play(state.actor(), state.moves(state.actor())[0])
    (row,) = hint(state, state.actor(), FEW).moves
    assert row.visits == FEW.simulations
    assert 0 < row.share < 1


def test_of_equivalent_moves_only_the_one_that_the_table_offers_is_rated():
    """A two-sided card may be laid either way up, and is offered once."""
    state = seventeen("1/1 1/1 2/2", "4/4 4/4 5/5", row="0:1/1 1:3/3")
    assert [state.game.text(move) for move in state.moves(0)] == ["1/1 up", "2/2 up", "1/1 down", "2/2 down"]
    assert {state.game.text(row.move) for row in hint(state, 0, FEW).moves} == {"1/1 up", "2/2 up"}


def test_a_card_that_can_only_be_turned_over_is_the_only_move():
    state = seventeen("1/1 1/1 1/1", "4/4 4/4 5/5", row="0:1/1 1:3/3")
    (row,) = hint(state, 0, FEW).moves
    assert (state.game.text(row.move), row.visits > 0) == ("1/1 up", True)


@pytest.mark.parametrize(("slug", "game_goes_on"), [("verhext", True), ("venezia2099", False)])
def test_a_hint_says_whether_the_game_goes_on_after_the_horizon(slug, game_goes_on):
    state = ridotto.game(slug).start(seed=3)
    assert hint(state, state.actor(), FEW).game_goes_on == game_goes_on
