"""Venezia: pigeon families plan in secret, breed on the Piazza, and fight for the districts."""

from typing import TYPE_CHECKING

from ridotto.engine.game import Game
from ridotto.engine.message import Message, msg
from ridotto.engine.note import Note
from ridotto.engine.options import Option
from ridotto.games.venezia import components as c
from ridotto.games.venezia.rules.rules import Venezia

if TYPE_CHECKING:
    from ridotto.games.venezia.show.view import VeneziaView

PHASES_OF_ACTIONS = (
    ("place",), ("feint",), ("pick", "move", "jump"), ("family",), ("clergy",), ("house", "take along"),
    ("vespa from", "vespa count", "vespa to"), ("carrier slot", "carrier card"),
)  # fmt: skip
BEATS = {"home": 1.0, "plan": 1.0, "reinforce": 0.4, "recover": 0.4, "fetch": 0.4}  # by phase
OTHER_BEATS = 0.7


class VeneziaGame(Game):
    slug = "venezia"
    title = "Venezia"
    players = range(2, 5)
    default_players = 4
    options = (
        Option("tourists", ("2", "3"), msg("Tourists")),
        Option("hunters", ("1", "2"), msg("Hunters")),
        Option("max_rounds", ("20", "0"), msg("Last round")),
        Option("start_reserve", ("12", "8", "20"), msg("Pigeons at the start"), numbers=range(8, 21)),
        Option("cancelled_gathering", ("blocks", "ignored"), msg("Cancelled Family Gathering")),
        Option("action_use", ("must", "may"), msg("Using action cards"), added_later=True),
    )
    rules_version = c.RULES_VERSION
    state_class = Venezia
    move_texts = c.MOVE_TEXTS
    example_move = c.SQUARE + c.SQUARE_OF["4C"]
    note_kinds = c.VeneziaNote
    heading_notes = (c.ROUND_BEGINS, c.GAME_ENDS)
    minor_notes = (c.PLACED, c.SPLIT, c.WALKED, c.JUMPED, c.EXCHANGED_FACE)
    has_hidden_steps = True  # a plan is made card by card

    def max_decisions(self, players: int, options: dict[str, str]) -> int | None:
        """No limit without a last round. With one, each seat has at most these decisions in each round:

        9 for a plan; 10 to place pigeons; for each of 10 pigeons on the Piazza 1 to pick it and 19 to move it (jumps
        are two squares long, so a pigeon can visit at most 20 squares, each once); 1 to stop; 4 in the districts
        (4 pigeons gathered, or 1 to reinforce and 3 for another card), and 1 more if cards may be declined; 2 in
        scoring.
        """
        rounds = int(options["max_rounds"])
        in_districts = max(c.CARD_PIGEONS[c.FAMILY], 4) + (options["action_use"] == "may")
        of_each = 9 + c.MAX_ON_PIAZZA + c.MAX_ON_PIAZZA * (1 + 19) + 1 + in_districts
        return players + rounds * (players * of_each + 2) if rounds else None

    def log_lines(self, notes: list[Note], names: list[str]) -> list[tuple[int, Message]]:
        return self.module("show.story").joined_lines(notes, names, self.weight)

    def weight(self, note: Note) -> int:
        without_pigeons = note.kind == c.LANDED and note.c == 0
        return 0 if without_pigeons else super().weight(note)

    def is_same_action(self, before: "VeneziaView", after: "VeneziaView") -> bool:
        """Do both decisions belong to one flock that is placed, one turn on the Piazza or one action card?"""
        return any(before.public.phase in phases and after.public.phase in phases for phases in PHASES_OF_ACTIONS)

    def bot_delay_factor(self, view: "VeneziaView") -> float:
        return BEATS.get(view.public.phase, OTHER_BEATS)


game = VeneziaGame()
