"""Venezia 2099: the city sinks, tile by tile, and everybody knows a part of the future."""

from typing import Any

from ridotto.engine.game import SEAT, Game, Option
from ridotto.engine.message import msg
from ridotto.games.venezia2099 import components as t
from ridotto.games.venezia2099.rules.rules import Venezia2099


class Venezia2099Game(Game):
    slug = "venezia2099"
    title = "Venezia 2099"
    players = range(2, 6)
    usual = 4
    options = (
        Option("gondola_move", ("instead", "extra"), msg("Gondola ride")),
        Option("rescue_to_platform", ("true", "false"), msg("Rescue onto platforms")),
        Option("first_player", ("random", SEAT), msg("Starting player")),
        Option("unused_colour", ("random", *t.COLOURS), msg("Unused colour"), players=range(2, 3)),
    )
    rules_version = t.RULES_VERSION
    state = Venezia2099
    moves = t.MOVE_TEXTS
    example = t.SQUARE["c4"]
    headings = (t.GAME_BEGINS, t.GAME_ENDS)
    asides = (t.PLACED, t.WALKED, t.BOUGHT)
    foregone_steps = True

    def longest(self, players: int, choices: dict[str, str]) -> int:
        """All placements, and five decisions a turn; with extra rides six, and two more for each gondola card."""
        turns, placements = players * t.DEALT[players], players * t.PAWNS[players]
        if choices["gondola_move"] == "extra":
            return placements + 6 * turns + 2 * t.GONDOLAS * players
        return placements + 5 * turns

    def obvious(self, view: dict[str, Any]) -> int | None:
        """Step 1 or 2 of somebody who can do nothing there. Never a prophecy: that would tell about a hand."""
        if not view["idle"]:
            return None
        return t.NO_MOVE if view["phase"] == "move" else t.NO_BUY


game = Venezia2099Game()
