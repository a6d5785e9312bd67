"""17 Diciassette: add to the row, and call when it is too much."""

from typing import Any

from ridotto.engine.game import Game, Option
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.games.diciassette import cards as c
from ridotto.games.diciassette.rules import Diciassette

WEIGHTS = {c.ROUND_BEGINS: 2, c.GAME_ENDS: 2, c.DREW: 0, c.DREW_FACE: 0, c.NOBODY_CALLS: 0}


class DiciassetteGame(Game):
    slug = "diciassette"
    title = "17 Diciassette"
    players = range(2, 7)
    usual = 4
    options = (
        Option("hand_backs_public", ("true", "false"), msg("Backs of the hands are seen")),
        Option("call_between_double", ("false", "true"), msg("Calls between the two cards of an x2 turn")),
        Option("trash_cancels_double", ("false", "true"), msg("Trash cancels an x2")),
        Option("direction_resets", ("false", "true"), msg("Every round starts clockwise")),
        Option("settlement", ("sequential", "batch"), msg("Second penalties")),
        Option("seen_cards_panel", ("true", "false"), msg("List of the discards")),
    )
    rules_version = c.RULES_VERSION
    state = Diciassette
    moves = (
        *(f"{card} up" for card in c.CARD_NAMES),
        *(f"{card} down" for card in c.CARD_NAMES),
        "pass",
        "call",
    )
    example = c.DOWN + c.TRAP

    def longest(self, players: int, choices: dict[str, str]) -> int:
        """Up to the caps: two cards a turn, and after it, or after each of them, an answer of everybody else."""
        windows = 2 if choices["call_between_double"] == "true" else 1
        return c.LAST_ROUND * c.LAST_TURN * (2 + windows * (players - 1))

    def weight(self, note: Note) -> int:
        return WEIGHTS.get(note.kind, 1)

    def obvious(self, view: dict[str, Any]) -> int | None:
        """Nobody calls where the row cannot come to 17, by all this viewer knows."""
        own = view["own"]
        if own is None or c.CALL not in own["moves"]:
            return None
        return c.PASS if own["total"] + max(c.VALUES) * own["covered"] < c.LIMIT else None


game = DiciassetteGame()
