"""The options of Verhext! (section 10 of its specification) and how a state holds them."""

from typing import TYPE_CHECKING

from ridotto.engine.game import SEAT, Option
from ridotto.engine.message import msg
from ridotto.games.verhext.cards import Points, point_tables

if TYPE_CHECKING:
    from ridotto.games.verhext.rules import Verhext

OPTIONS = (
    Option("point_table", tuple(point_tables()), msg("Points")),
    Option("potions_per_play", ("one", "any"), msg("Potions per play")),
    Option("zero_cards_per_round", ("any", "one"), msg("Zero cards per round")),
    Option("zero_card_mode", ("missing_only", "both_ways"), msg("Zero cards")),
    Option("leader_by", ("points", "number_first"), msg("First lead")),
    Option("exact_tiebreak", ("exact_side", "exact_any", "all_fulfilled"), msg("Second tie-break")),
    Option("first_holder", ("random", SEAT), msg("First crystal ball")),
    Option("show_history", ("on", "off"), msg("Past tricks")),
)


def by_number(choices: dict[str, str]) -> dict[str, int]:
    """The options as the rules hold them: the place of the value, or the seat."""
    holder = choices["first_holder"]
    return {
        **{option.name: option.values.index(choices[option.name]) for option in OPTIONS if SEAT not in option.values},
        "first_holder": -1 if holder == "random" else int(holder),
        "show_history": int(choices["show_history"] == "on"),
    }


def values_of(state: "Verhext") -> dict[str, str]:
    """The options a state plays by, by name."""
    return {
        "point_table": OPTIONS[0].values[state.point_table],
        "potions_per_play": OPTIONS[1].values[state.any_potions],
        "zero_cards_per_round": OPTIONS[2].values[state.one_zero],
        "zero_card_mode": OPTIONS[3].values[state.both_ways],
        "leader_by": OPTIONS[4].values[state.number_first],
        "exact_tiebreak": OPTIONS[5].values[state.exact_tiebreak],
        "first_holder": "random" if state.first_holder < 0 else str(state.first_holder),
        "show_history": "on" if state.show_history else "off",
    }


def point_table(choices: dict[str, str]) -> Points:
    return point_tables()[choices["point_table"]]
