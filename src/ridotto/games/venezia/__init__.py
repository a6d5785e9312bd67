"""Venezia: pigeon families plan in secret, breed on the Piazza, and fight for the districts."""

from typing import Any

from ridotto.engine.game import Game, Option
from ridotto.engine.message import Message, msg
from ridotto.engine.note import Note
from ridotto.games.venezia import components as c
from ridotto.games.venezia.rules.rules import Venezia

ACTS = (
    ("place",), ("feint",), ("pick", "move", "jump"), ("family",), ("clergy",), ("house", "take along"),
    ("vespa from", "vespa count", "vespa to"), ("carrier slot", "carrier card"),
)  # fmt: skip
BEATS = {"home": 1.0, "plan": 1.0, "reinforce": 0.4, "recover": 0.4, "fetch": 0.4}  # all others come thick and fast
OTHER_BEATS = 0.7


class VeneziaGame(Game):
    slug = "venezia"
    title = "Venezia"
    players = range(2, 5)
    usual = 4
    options = (
        Option("tourists", ("2", "3"), msg("Tourists")),
        Option("hunters", ("1", "2"), msg("Hunters")),
        Option("max_rounds", ("20", "0"), msg("Last round")),
        Option("start_reserve", ("12", "8", "20"), msg("Pigeons at the start"), numbers=range(8, 21)),
        Option("cancelled_gathering", ("blocks", "ignored"), msg("Cancelled Family Gathering")),
        Option("action_use", ("must", "may"), msg("Using action cards"), later=True),
    )
    rules_version = c.RULES_VERSION
    state = Venezia
    moves = c.MOVE_TEXTS
    example = c.SQUARE + c.SQUARE_OF["4C"]
    headings = (c.ROUND_BEGINS, c.GAME_ENDS)
    asides = (c.PLACED, c.SPLIT, c.WALKED, c.JUMPED, c.EXCHANGED_FACE)
    hidden_steps = True  # a plan is made card by card

    def longest(self, players: int, choices: dict[str, str]) -> int | None:
        """No bound without a last round. Else so many decisions of each seat in each round:

        9 for a plan; 10 to place pigeons; for each of 10 pigeons on the Piazza its choice and 19 squares or a stop
        after fewer, since jumps go two squares far, so that a pigeon can be on 20 squares at the most, on none of them
        twice; a stop; 4 in the districts, be it 4 pigeons gathered or a nest and 3 for another card, and 1 more where
        cards may be declined. And 2 in scoring.
        """
        rounds = int(choices["max_rounds"])
        in_districts = max(c.AMOUNT[c.FAMILY], 4) + (choices["action_use"] == "may")
        of_each = 9 + c.ON_PIAZZA + c.ON_PIAZZA * (1 + 19) + 1 + in_districts
        return players + rounds * (players * of_each + 2) if rounds else None

    def lines(self, notes: list[Note], names: list[str]) -> list[tuple[int, Message]]:
        return self.part("show.story").joined(notes, names, self.weight)

    def weight(self, note: Note) -> int:
        without_pigeons = note.kind == c.LANDED and note.c == 0
        return 0 if without_pigeons else super().weight(note)

    def same_act(self, before: dict[str, Any], after: dict[str, Any]) -> bool:
        """A flock that lands, a turn on the Piazza, an action card."""
        return any(before["phase"] in act and after["phase"] in act for act in ACTS)

    def beat(self, view: dict[str, Any]) -> float:
        return BEATS.get(view["phase"], OTHER_BEATS)


game = VeneziaGame()
