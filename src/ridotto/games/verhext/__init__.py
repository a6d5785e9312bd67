"""Verhext!, a trick-taking game: predict your tricks, then win as many."""

from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.engine.options import SEAT, Option
from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext


def _player_counts() -> range:
    """3 to 5 players; the engine refuses any other number (verhext.setup.players)."""
    return range(3, 6)


def _options() -> tuple[Option, ...]:
    """The options and their values; the engine refuses any others (verhext.setup.options)."""
    return (
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


class VerhextGame(Game):
    slug = "verhext"
    title = "Verhext!"
    players = _player_counts()
    default_players = 4
    options = _options()
    rules_version = c.RULES_VERSION
    state_class = Verhext
    move_texts = (
        *(f"prophecy {prophecy}" for prophecy in c.PROPHECIES),
        *(f"rebid {prophecy}" for prophecy in c.PROPHECIES[1:]),
        *c.CARD_NAMES,
        "no potion",
        *(f"add {value}" for value in (1, 2, 3)),
        "keep zero",
        "spend zero",
    )
    example_move = c.BASE + 7
    note_kinds = c.VerhextNote
    heading_notes = (c.ROUND_BEGINS, c.GAME_ENDS)
    minor_notes = (c.PLAYED,)
    openspiel_peer = "oh_hell"
    has_hidden_steps = True  # the base card is hidden until the potion step is over

    def max_decisions(self, players: int, options: dict[str, str]) -> int:
        """Every round, each seat makes a prophecy, plays seven cards with a potion step each, and decides on zeros."""
        return c.ROUNDS * players * (1 + 2 * c.HAND + 1)

    def readable_notes(self, state: Verhext, notes: list[Note], latest: bool = True) -> list[Note]:
        from ridotto.games.verhext.show.story import recalled, with_number_leads

        notes = notes if state.show_history else recalled(notes, latest)
        return with_number_leads(notes) if state.leader_by == c.NUMBER_FIRST else notes


game = VerhextGame()
