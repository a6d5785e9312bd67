"""Verhext!: foretell your tricks, then brew them."""

from ridotto.engine.game import SEAT, Game, Option
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext


class VerhextGame(Game):
    slug = "verhext"
    title = "Verhext!"
    players = range(3, 6)
    usual = 4
    options = (
        Option("point_table", tuple(c.point_tables()), msg("Points")),
        Option("potions_per_play", ("one", "any"), msg("Potions per play")),
        Option("zero_cards_per_round", ("any", "one"), msg("Zero cards per round")),
        Option("zero_card_mode", ("missing_only", "both_ways"), msg("Zero cards")),
        Option("leader_by", ("points", "number_first"), msg("First lead")),
        Option(
            "exact_tiebreak",
            ("exact_side", "exact_any", "exact_and_zeros", "all_fulfilled"),
            msg("Second tie-break"),
        ),
        Option("first_holder", ("random", SEAT), msg("First crystal ball")),
        Option("show_history", ("on", "off"), msg("Past tricks")),
    )
    rules_version = c.RULES_VERSION
    state = Verhext
    moves = (
        *(f"prophecy {prophecy}" for prophecy in c.PROPHECIES),
        *(f"rebid {prophecy}" for prophecy in c.PROPHECIES[1:]),
        *c.CARD_NAMES,
        "no potion",
        *(f"add {value}" for value in (1, 2, 3)),
        "keep zero",
        "spend zero",
    )
    example = c.BASE + 7
    headings = (c.ROUND_BEGINS, c.GAME_ENDS)
    asides = (c.PLAYED,)
    peer = "oh_hell"
    hidden_steps = True  # a card is seen when the potion step is over

    def longest(self, players: int, choices: dict[str, str]) -> int:
        """A prophecy, seven cards, each with a potion step, and a zero decision for everybody, seven times."""
        return c.ROUNDS * players * (1 + 2 * c.HAND + 1)

    def recalled(self, state: Verhext, notes: list[Note], latest: bool = True) -> list[Note]:
        from ridotto.games.verhext.show.story import by_number, recalled

        notes = notes if state.show_history else recalled(notes, latest)
        return by_number(notes) if state.leader_by == c.NUMBER_FIRST else notes


game = VerhextGame()
