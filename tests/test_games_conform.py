"""Every game of the house keeps every law, at every number of players.

RIDOTTO_CONFORM_WORK is the budget for each, or RIDOTTO_CONFORM_SECONDS as time. Fresh seeds (RIDOTTO_FRESH) need no
allowance: a law holds in every possible game, or it is broken.
"""

import os

import pytest

import ridotto
from ridotto.engine.conformance import LAWS, conform
from ridotto.engine.rollouts import play_randomly, random_line
from tests.seeds import FRESH, seed

WORK = float(os.environ.get("RIDOTTO_CONFORM_WORK", "35_000"))  # about three seconds when compiled
SECONDS = os.environ.get("RIDOTTO_CONFORM_SECONDS")
TABLES = [(game, players) for game in ridotto.all_games() for players in game.players]

# Laws without a case: nothing is decided at the same time, or unseen, or can be taken back.
IDLE = {
    "diciassette": {"seals"},
    "venezia": set(),
    "venezia2099": {"commute", "unseen"},
    "venti": {"commute", "unseen"},
    "verhext": {"commute"},
}
IDLE_OF_TWO = {"diciassette": {"commute", "unseen"}}  # one alone answers


@pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{game.slug}-{players}" for game, players in TABLES])
def test_the_game_conforms(game, players):
    seconds = float(SECONDS) if SECONDS else None
    report = conform(game, WORK, seed(players), players=[players], seconds=seconds)
    print(report)
    assert report.untried == []
    assert set(report.checks) == set(LAWS)
    idle = IDLE[game.slug] | (IDLE_OF_TWO.get(game.slug, set()) if players == 2 else set())
    assert set(report.idle) == idle or (FRESH and set(report.idle) > idle)  # few games need not hold every case


@pytest.mark.parametrize("game", ridotto.all_games(), ids=lambda game: game.slug)
def test_a_random_move_is_the_one_picked_from_the_legal_moves(game):
    for number in range(40 if ridotto.compiled else 2):
        for players in game.players:
            state = game.start(players=players, seed=number)
            line = random_line(state, number)
            at_once = state.copy()
            assert play_randomly(at_once, number) == len(line)
            for seat, move in line:
                state.play(seat, move)
            assert state == at_once
