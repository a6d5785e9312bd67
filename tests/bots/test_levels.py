"""Levels and budgets by name, and what beginners do."""

from collections import Counter

import pytest

import ridotto
from ridotto.bots import BOTS, UnknownBot, bot
from ridotto.bots.levels import LEVELS, PATIENCE, Level, at_first_sight
from ridotto.bots.search import BadBudget, Budget, NotAsked, Search
from ridotto.engine.match import Match
from ridotto.engine.rng import Rng
from tests.seeds import likely

GAMES = ridotto.games()


def thinker(name: str, threads: int = 0) -> Level:
    """A bot that is no dice."""
    found = bot(name, threads)
    assert isinstance(found, Level)
    return found


def test_the_levels_are_named_from_below():
    assert BOTS == ("novice", "casual", "expert", "master", "random")


@pytest.mark.parametrize("name", ["", "grandmaster", "Master", "novice@50", "random@50", "@50", "master@", "master@s"])
def test_a_bot_that_does_not_exist_is_refused(name):
    with pytest.raises(UnknownBot):
        bot(name)


@pytest.mark.parametrize("name", ["novice", "casual", "expert", "master@5", "random"])
def test_who_has_nothing_to_decide_is_not_asked(name):
    state = ridotto.game("verhext").start(seed=1)
    with pytest.raises(NotAsked, match="Seat 9 has nothing to decide right now"):
        bot(name).choose(state, 9, Rng(1))
    while not state.over:
        state.play(state.actor(), state.moves(state.actor())[0])
    with pytest.raises(NotAsked, match="The game is over"):
        bot(name).choose(state, 0, Rng(1))


@pytest.mark.parametrize("name", ["master@0", "expert@0s", "expert@0.0s"])
def test_nobody_thinks_for_nothing(name):
    with pytest.raises(BadBudget):
        bot(name)


@pytest.mark.parametrize("name", ["master@-5", "master@1e9", "master@٣", "master@5 s", f"master@{'9' * 400}"])
def test_a_budget_is_a_plain_number(name):
    with pytest.raises(UnknownBot, match="write 5000 for simulations"):
        bot(name)


def test_a_budget_behind_the_name():
    assert thinker("master@5000").budget == Budget(simulations=5000)
    assert thinker("casual@0.25s").budget == Budget(seconds=0.25)


def test_a_budget_behind_the_name_counts_whatever_the_game_says():
    for game in GAMES:
        assert thinker("casual@50").budget_for(game.start(seed=1)) == Budget(simulations=50)


def test_whoever_asks_for_threads_gets_them(monkeypatch):
    monkeypatch.setattr("ridotto.bots.search.cores", lambda: 8)
    assert [thinker("master", threads).threads for threads in (0, 1, 3)] == [4, 1, 3]
    assert [thinker(name).threads for name in ("novice", "casual", "master@50")] == [1, 1, 1]


def test_nobody_waits_long():
    for budget in LEVELS.values():
        assert budget is None or (budget.seconds is not None and budget.seconds <= PATIENCE < 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_game_knows_how_many_simulations_make_its_levels(game):
    assert set(game.simulations) <= {"casual", "expert"}
    casual, expert = (thinker(name).budget_for(game.start(seed=1)).simulations or 0 for name in ("casual", "expert"))
    assert 0 < casual < expert


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_however_many_simulations_these_are_patience_ends(game, monkeypatch):
    runs: list[tuple[Budget, bool]] = []
    monkeypatch.setattr(Search, "run", lambda _, budget, thorough=False: runs.append((budget, thorough)))
    state = game.start(seed=1)
    thinker("expert").choose(state, state.actor(), Rng(1))
    usual = LEVELS["expert"]
    assert usual is not None
    assert runs == [(Budget(game.simulations.get("expert", usual.simulations), PATIENCE), False)]


@pytest.mark.parametrize("name", ["novice", "casual", "expert", "master@5"])
def test_the_only_move_is_made_without_a_thought(name):
    state = ridotto.game("verhext").start(seed=1)
    while len(state.moves(state.actor())) > 1:
        state.play(state.actor(), state.moves(state.actor())[0])
    dice = Rng(1)
    assert [thinker(name).choose(state, state.actor(), dice)] == state.moves(state.actor())
    assert dice.roll(1 << 30) == Rng(1).roll(1 << 30)


@pytest.mark.parametrize("name", ["novice", "casual@4"])
def test_other_dice_make_other_moves(name):
    state = ridotto.game("diciassette").start(seed=1)
    assert len({bot(name).choose(state, state.actor(), Rng(seed)) for seed in range(8)}) > 1


def test_dice_leave_no_move_out():
    state = ridotto.game("verhext").start(seed=1)
    thrown = {bot("random").choose(state, state.actor(), Rng(seed)) for seed in range(200)}
    assert thrown == set(state.moves(state.actor()))


@pytest.mark.parametrize("level", ["novice", "casual@4", "master@4"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_bots_play_legal_moves_by_their_dice_alone(game, level):
    mind = bot(level)
    match = Match(game, game.players[0], {}, 3, ["bot:a"] * game.players[0])
    dice = Rng(1)
    for _ in range(60 if ridotto.compiled else 12):
        if match.over:
            break
        seat = match.state.actor()
        world = match.state.redeal(seat, dice)
        again = dice.copy()
        move = mind.choose(world, seat, dice)
        assert move == mind.choose(world, seat, again)
        match.play(seat, move)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_beginner_plays_each_move_as_often_as_it_looks_good(game):
    state = game.start(seed=2)
    seat, throws = state.actor(), 2000 if ridotto.compiled else 200
    weights = game.knowledge().weights_of(state, seat)
    for absurd in game.blunders(game.view(state, seat)) & weights.keys():
        del weights[absurd]
    total = sum(weights.values())

    def even(number):
        """Each move is farther off less than once in 10^5 times, and there are less than 200."""
        dice = Rng(number)
        played = Counter(at_first_sight(state, seat, dice) for _ in range(throws))
        return all(
            abs(played[move] / throws - weight) < 4.5 * (weight * (1 - weight) / throws) ** 0.5 + 3 / throws
            for move, weight in ((move, weight / total) for move, weight in weights.items())
        )

    assert likely(even)
