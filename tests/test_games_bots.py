"""What every game's knowledge must be: blind to what its seat cannot see, and made of sensible numbers."""

import math

import pytest

import ridotto
from ridotto.engine.rng import Rng
from tests.playing import Choices, some_states

GAMES = ridotto.all_games()
SEEDS = range(6) if ridotto.compiled else range(1)
EVERY = 5 if ridotto.compiled else 37


def positions(game):
    """Random positions, with every player count and all kinds of options."""
    for seed in SEEDS:
        yield from (state for state in some_states(game, Choices(seed), EVERY) if not state.over)


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def game(request):
    return request.param


def test_every_game_of_the_house_has_knowledge_of_its_own(game):
    assert game.has_module("bot.bot")


def test_what_looks_good_at_first_sight_depends_on_no_secret(game):
    knowledge, dice = game.knowledge(), Rng(1)
    asked = 0
    for state in positions(game):
        for seat in state.actors():
            weights = knowledge.prior_weights(state, seat)
            asked += len(weights) > 1
            assert weights == game.knowledge().prior_weights(state.redeal(seat, dice), seat)
            assert list(weights) == state.moves(seat)
            assert math.isclose(sum(weights.values()), 1.0, abs_tol=1e-6)
            assert all(math.isfinite(weight) and weight >= 0 for weight in weights.values())
    assert asked > (40 if ridotto.compiled else 10)


def test_what_chance_has_shown_is_no_secret(game):
    knowledge, dice = game.knowledge(), Rng(1)
    for state in positions(game):
        for seat in state.actors():
            assert knowledge.chance_outcome_of(state, seat) == knowledge.chance_outcome_of(
                state.redeal(seat, dice), seat
            )


def test_a_judgement_shares_one_victory(game):
    knowledge = game.knowledge()
    for state in positions(game):
        shares = knowledge.expected_shares(state)
        if shares is not None:
            assert len(shares) == state.seats
            assert math.isclose(sum(shares), 1.0, abs_tol=1e-6)
            assert all(-1e-9 <= share <= 1 for share in shares)


def test_every_world_fits_a_little(game):
    knowledge, dice = game.knowledge(), Rng(1)
    for state in positions(game):
        for seat in range(state.seats):
            assert 0 < knowledge.likelihood(state.redeal(seat, dice), seat) <= 1


def test_what_others_are_imagined_to_have_changes_nothing_that_the_seat_knows(game):
    knowledge, dice = game.knowledge(), Rng(1)
    for number, state in enumerate(positions(game)):
        for seat in state.actors():
            world = knowledge.sampled_world(state.redeal(seat, dice), seat, number * 0x9E3779B97F4A7C15 % (1 << 64))
            assert seat in world.actors()
            assert knowledge.prior_weights(world, seat) == knowledge.prior_weights(state, seat)
            assert game.inventory(world) == game.inventory(state)


def test_simulated_games_go_on_by_legal_moves(game):
    knowledge = game.knowledge()
    for number, state in enumerate(positions(game)):
        seat = state.actors()[-1]
        before = state.copy()
        for word in (0, (1 << 64) - 1, number * 0x9E3779B97F4A7C15 % (1 << 64)):
            assert knowledge.rollout_move_of(state, seat, word) in state.moves(seat)
        assert state == before
