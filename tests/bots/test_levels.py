"""Levels and budgets by name, and the moves of novices."""

from collections import Counter

import pytest

import ridotto
from ridotto.bots import BOTS, UnknownBot, bot
from ridotto.bots.levels import LEVELS, MAX_SECONDS, LevelBot, novice_move
from ridotto.bots.search import BadBudget, Budget, NotAsked, Search
from ridotto.engine.match import Match
from ridotto.engine.rng import Rng
from tests.seeds import likely

GAMES = ridotto.all_games()


def level_bot(name: str, threads: int = 0) -> LevelBot:
    """A bot with a level, not a random one."""
    found = bot(name, threads)
    assert isinstance(found, LevelBot)
    return found


def test_the_bots_are_listed_from_the_weakest_level_up():
    assert BOTS == ("novice", "casual", "expert", "master", "random")


@pytest.mark.parametrize("name", ["", "grandmaster", "Master", "novice@50", "random@50", "@50", "master@", "master@s"])
def test_an_unknown_bot_is_refused(name):
    with pytest.raises(UnknownBot):
        bot(name)


@pytest.mark.parametrize("name", ["novice", "casual", "expert", "master@5", "random"])
def test_a_seat_without_a_decision_is_refused(name):
    state = ridotto.game("verhext").start(seed=1)
    with pytest.raises(NotAsked, match="Seat 9 has nothing to decide right now"):
        bot(name).choose(state, 9, Rng(1))
    while not state.over:
        state.play(state.actor(), state.moves(state.actor())[0])
    with pytest.raises(NotAsked, match="The game is over"):
        bot(name).choose(state, 0, Rng(1))


@pytest.mark.parametrize("name", ["master@0", "expert@0s", "expert@0.0s"])
def test_a_budget_of_zero_is_refused(name):
    with pytest.raises(BadBudget):
        bot(name)


@pytest.mark.parametrize("name", ["master@-5", "master@1e9", "master@٣", "master@5 s", f"master@{'9' * 400}"])
def test_a_malformed_budget_is_refused(name):
    with pytest.raises(UnknownBot, match="write 5000 for simulations"):
        bot(name)


def test_a_name_may_contain_a_budget():
    assert level_bot("master@5000").budget == Budget(simulations=5000)
    assert level_bot("casual@0.25s").budget == Budget(seconds=0.25)


def test_a_budget_in_the_name_replaces_that_of_the_game():
    for game in GAMES:
        assert level_bot("casual@50").budget_for(game.start(seed=1)) == Budget(simulations=50)


def test_the_number_of_threads_can_be_chosen(monkeypatch):
    monkeypatch.setattr("ridotto.bots.search.available_cores", lambda: 8)
    assert [level_bot("master", threads).threads for threads in (0, 1, 3)] == [4, 1, 3]
    assert [level_bot(name).threads for name in ("novice", "casual", "master@50")] == [1, 1, 1]


def test_every_level_has_a_time_limit():
    for budget in LEVELS.values():
        assert budget is None or (budget.seconds is not None and budget.seconds <= MAX_SECONDS < 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_game_may_set_the_simulations_of_its_levels(game):
    assert set(game.simulations) <= {"casual", "expert"}
    casual, expert = (level_bot(name).budget_for(game.start(seed=1)).simulations or 0 for name in ("casual", "expert"))
    assert 0 < casual < expert


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_time_limit_holds_whatever_the_number_of_simulations(game, monkeypatch):
    runs: list[tuple[Budget, bool]] = []
    monkeypatch.setattr(Search, "run", lambda _, budget, thorough=False: runs.append((budget, thorough)))
    state = game.start(seed=1)
    level_bot("expert").choose(state, state.actor(), Rng(1))
    usual = LEVELS["expert"]
    assert usual is not None
    assert runs == [(Budget(game.simulations.get("expert", usual.simulations), MAX_SECONDS), False)]


@pytest.mark.parametrize("name", ["novice", "casual", "expert", "master@5"])
def test_the_only_move_needs_neither_search_nor_chance(name):
    state = ridotto.game("verhext").start(seed=1)
    while len(state.moves(state.actor())) > 1:
        state.play(state.actor(), state.moves(state.actor())[0])
    dice = Rng(1)
    assert [level_bot(name).choose(state, state.actor(), dice)] == state.moves(state.actor())
    assert dice.roll(1 << 30) == Rng(1).roll(1 << 30)


@pytest.mark.parametrize("name", ["novice", "casual@4"])
def test_other_seeds_give_other_moves(name):
    state = ridotto.game("diciassette").start(seed=1)
    assert len({bot(name).choose(state, state.actor(), Rng(seed)) for seed in range(8)}) > 1


def test_the_random_bot_makes_every_legal_move():
    state = ridotto.game("verhext").start(seed=1)
    thrown = {bot("random").choose(state, state.actor(), Rng(seed)) for seed in range(200)}
    assert thrown == set(state.moves(state.actor()))


@pytest.mark.parametrize("level", ["novice", "casual@4", "master@4"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_bots_play_legal_moves_that_depend_only_on_their_generator(game, level):
    player = bot(level)
    match = Match(game, game.players[0], {}, 3, ["bot:a"] * game.players[0])
    dice = Rng(1)
    for _ in range(60 if ridotto.compiled else 12):
        if match.over:
            break
        seat = match.state.actor()
        world = match.state.redeal(seat, dice)
        again = dice.copy()
        move = player.choose(world, seat, dice)
        assert move == player.choose(world, seat, again)
        match.play(seat, move)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_novice_plays_each_move_as_often_as_its_weight_says(game):
    state = game.start(seed=2)
    seat, throws = state.actor(), 2000 if ridotto.compiled else 200
    weights = game.knowledge().prior_weights(state, seat)
    for blunder in game.blunders(game.view(state, seat)) & weights.keys():
        del weights[blunder]
    total = sum(weights.values())

    def even(number):
        """Each move deviates further with a probability below 1 in 10^5, and there are fewer than 200."""
        dice = Rng(number)
        played = Counter(novice_move(state, seat, dice) for _ in range(throws))
        return all(
            abs(played[move] / throws - weight) < 4.5 * (weight * (1 - weight) / throws) ** 0.5 + 3 / throws
            for move, weight in ((move, weight / total) for move, weight in weights.items())
        )

    assert likely(even)
