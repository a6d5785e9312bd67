"""17 Diciassette, a bluffing game: add cards to the row, and call "17!" when it has too many points."""

from typing import TYPE_CHECKING

from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.engine.options import Option
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette

if TYPE_CHECKING:
    from ridotto.games.diciassette.show.view import DiciassetteView


def _player_counts() -> range:
    """2 to 6 players; the engine refuses any other number (diciassette.setup.players)."""
    return range(2, 7)


class DiciassetteGame(Game):
    slug = "diciassette"
    title = "17 Diciassette"
    players = _player_counts()
    default_players = 4
    options = (
        Option("hand_backs_public", ("true", "false"), msg("Backs of hand cards")),
        Option("call_between_double", ("false", "true"), msg("Calls between two cards")),
        Option("trash_cancels_double", ("false", "true"), msg("Trash cancels x2")),
        Option("direction_resets", ("false", "true"), msg("Direction of a new round")),
        Option("settlement", ("sequential", "batch"), msg("Penalty pairs")),
        Option("seen_cards_panel", ("true", "false"), msg("Seen cards")),
    )
    rules_version = c.RULES_VERSION
    state_class = Diciassette
    move_texts = c.MOVE_TEXTS
    example_move = c.DOWN + c.TRAP
    note_kinds = c.DiciassetteNote
    heading_notes = (c.ROUND_BEGINS, c.CALLS, c.DEEMED_CALLER, c.GAME_ENDS)
    minor_notes = (c.LAID_HIDDEN,)
    has_public_automatic_moves = True
    has_windows = True

    def max_decisions(self, players: int, options: dict[str, str]) -> int:
        """The caps on rounds and turns, with two cards a turn and a call window after each turn, or after each card."""
        windows = 2 if options["call_between_double"] == "true" else 1
        return c.LAST_ROUND * c.LAST_TURN * (2 + windows * (players - 1))

    def automatic_move(self, view: "DiciassetteView") -> int | None:
        from ridotto.games.diciassette.show.row_totals import automatic_move

        return automatic_move(view)


game = DiciassetteGame()
