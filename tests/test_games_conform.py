"""Every game of the house keeps every law, at every number of players. RIDOTTO_CONFORM_SECONDS gives each more time."""

import os

import pytest

import ridotto
from ridotto.engine.conformance import LAWS, conform

SECONDS = float(os.environ.get("RIDOTTO_CONFORM_SECONDS", "6"))
TABLES = [(game, players) for game in ridotto.games() for players in game.players]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{game.slug}-{players}" for game, players in TABLES])
def test_the_game_conforms(game, players):
    report = conform(game, seconds=SECONDS, seed=players, players=[players])
    print(report)
    assert report.untried == []
    assert set(report.checks) == set(LAWS)
    assert set(report.idle) <= {"commute"}  # not every game has simultaneous decisions
