"""Venezia 2099: the city sinks, tile by tile, and everybody knows a part of the future."""

from typing import TYPE_CHECKING

from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.engine.options import SEAT, Option
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.rules.rules import Venezia2099

if TYPE_CHECKING:
    from ridotto.games.venezia2099.show.view import Venezia2099View


class Venezia2099Game(Game):
    slug = "venezia2099"
    title = "Venezia 2099"
    players = range(2, 6)
    default_players = 4
    options = (
        Option("gondola_move", ("instead", "extra"), msg("Gondola ride")),
        Option("rescue_to_platform", ("true", "false"), msg("Rescue onto platforms")),
        Option("first_player", ("random", SEAT), msg("Starting player")),
        Option("unused_colour", ("random", *c.COLOURS), msg("Unused colour"), players=range(2, 3)),
    )
    rules_version = c.RULES_VERSION
    state_class = Venezia2099
    move_texts = c.MOVE_TEXTS
    example_move = c.SQUARE_OF["c4"]
    note_kinds = c.Venezia2099Note
    heading_notes = (c.GAME_BEGINS, c.GAME_ENDS)
    minor_notes = (c.PLACED, c.WALKED, c.BOUGHT)
    has_public_automatic_moves = True

    def max_decisions(self, players: int, options: dict[str, str]) -> int:
        """One decision per placement and five per turn; with extra rides six, and two more per gondola card."""
        turns, placements = players * c.HAND_SIZE[players], players * c.PAWNS_EACH[players]
        if options["gondola_move"] == "extra":
            return placements + 6 * turns + 2 * c.GONDOLAS_EACH * players
        return placements + 5 * turns

    def automatic_move(self, view: "Venezia2099View") -> int | None:
        """Pass step 1 or 2 where nothing else is legal, as everybody can see.

        Never play a prophecy automatically: that would tell something about the hand
        (venezia2099.info.forced_not_flagged).
        """
        if not view.public.idle:
            return None
        return c.NO_MOVE if view.public.phase == "move" else c.NO_BUY


game = Venezia2099Game()
