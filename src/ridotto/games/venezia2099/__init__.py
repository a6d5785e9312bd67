"""Venezia 2099: the city sinks, tile by tile, and everybody knows a part of the future."""

from ridotto.engine.game import SEAT, Game, Option
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.games.venezia2099 import tiles as t
from ridotto.games.venezia2099.rules import Venezia2099

WEIGHTS = {t.PLACED: 0, t.GAME_BEGINS: 2, t.GAME_ENDS: 2}


class Venezia2099Game(Game):
    slug = "venezia2099"
    title = "Venezia 2099"
    players = range(2, 6)
    usual = 4
    options = (
        Option("gondola_move", ("instead", "extra"), msg("Gondola rides")),
        Option("rescue_to_platform", ("true", "false"), msg("Rescue onto platforms")),
        Option("first_player", ("random", SEAT), msg("First player")),
        Option("unused_colour", ("random", *t.COLOURS), msg("Unused colour"), players=range(2, 3)),
    )
    rules_version = t.RULES_VERSION
    state = Venezia2099
    moves = t.MOVE_TEXTS
    example = t.SQUARE["c4"]

    def longest(self, players: int, choices: dict[str, str]) -> int:
        """All placements, and five decisions a turn; with extra rides six, and two more for each gondola card."""
        turns, placements = players * t.DEALT[players], players * t.PAWNS[players]
        if choices["gondola_move"] == "extra":
            return placements + 6 * turns + 2 * t.GONDOLAS * players
        return placements + 5 * turns

    def weight(self, note: Note) -> int:
        return WEIGHTS.get(note.kind, 1)


game = Venezia2099Game()
