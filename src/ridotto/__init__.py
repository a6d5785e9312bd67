"""Ridotto: a house for five modern tabletop games, and a laboratory for the people who study them.

import ridotto
game = ridotto.game("verhext")
state = game.start(players=4, seed=7)
while not state.over:
    seat = state.actor()
    state.play(seat, state.moves(seat)[0])
print(state.scores(), state.places())
"""

import os
from typing import TYPE_CHECKING

if os.environ.get("RIDOTTO_PURE", "0") not in ("", "0"):
    from ridotto import _pure

    _pure.install()

from ridotto.engine.errors import (
    BadMoveText,
    BadOption,
    BadRecord,
    BadSeed,
    BadSnapshot,
    IllegalMove,
    RidottoError,
    UnknownGame,
)
from ridotto.engine.rng import Rng
from ridotto.engine.state import compiled
from ridotto.games import all_games, game

if TYPE_CHECKING:
    from ridotto.engine.game import Game as Game
    from ridotto.engine.state import State as State

__version__ = "0.2.0"

__all__ = [
    "BadMoveText",
    "BadOption",
    "BadRecord",
    "BadSeed",
    "BadSnapshot",
    "IllegalMove",
    "RidottoError",
    "Rng",
    "UnknownGame",
    "all_games",
    "compiled",
    "game",
]
