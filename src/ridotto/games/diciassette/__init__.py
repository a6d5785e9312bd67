"""17 Diciassette: add to the row, and call when it is too much."""

from typing import Any

from ridotto.engine.game import Game, Option
from ridotto.engine.message import msg
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette


class DiciassetteGame(Game):
    slug = "diciassette"
    title = "17 Diciassette"
    players = range(2, 7)
    usual = 4
    options = (
        Option("hand_backs_public", ("true", "false"), msg("Backs of hand cards")),
        Option("call_between_double", ("false", "true"), msg("Calls between two cards")),
        Option("trash_cancels_double", ("false", "true"), msg("Trash cancels x2")),
        Option("direction_resets", ("false", "true"), msg("Direction of a new round")),
        Option("settlement", ("sequential", "batch"), msg("Penalty pairs")),
        Option("seen_cards_panel", ("true", "false"), msg("Seen cards")),
    )
    rules_version = c.RULES_VERSION
    state = Diciassette
    moves = c.MOVES
    example = c.DOWN + c.TRAP
    headings = (c.ROUND_BEGINS, c.CALLS, c.DEEMED_CALLER, c.GAME_ENDS)
    asides = (c.LAID_HIDDEN,)
    foregone_steps = True
    has_windows = True

    def longest(self, players: int, choices: dict[str, str]) -> int:
        """Up to the caps: two cards a turn, and after it, or after each of them, an answer of everybody else."""
        windows = 2 if choices["call_between_double"] == "true" else 1
        return c.LAST_ROUND * c.LAST_TURN * (2 + windows * (players - 1))

    def obvious(self, view: dict[str, Any]) -> int | None:
        from ridotto.games.diciassette.show.totals import obvious

        return obvious(view)


game = DiciassetteGame()
