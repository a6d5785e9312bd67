"""Options: the variants of a game that a table can choose."""

from dataclasses import dataclass

from ridotto.engine.message import Message, msg

SEAT = "seat"  # among the values of an option: stands for every seat number
SWITCH_NUMBERS = {"true": 1, "false": 0, "on": 1, "off": 0}
MAX_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Option:
    """A variant from the specification of the game.

    Values are strings, as in commands, snapshots and records. A state holds numbers: see `to_number`.
    """

    name: str
    values: tuple[str, ...]  # the first one is the default
    title: Message
    players: range | None = None  # the player counts that have a choice; others play by the default. None: all
    numbers: range = range(0)  # whole numbers that are allowed as well; `values` are examples of them
    added_later: bool = False  # older records lack the option, so the default is never written down

    @property
    def is_numeric(self) -> bool:
        """Are the values whole numbers?"""
        return self.values[0].isdecimal()

    def values_for(self, players: int) -> tuple[str, ...]:
        """The listed values at a table of this size, the default first, with `SEAT` replaced by seat numbers."""
        if self.players is not None and players not in self.players:
            return self.values[:1]
        return tuple(
            choice for value in self.values for choice in (map(str, range(players)) if value == SEAT else (value,))
        )

    def allows(self, value: str, players: int) -> bool:
        """May a table of this size choose this value?"""
        if value in self.values_for(players):
            return True
        return (
            value.isdecimal() and len(value) <= MAX_DIGITS and str(int(value)) == value and int(value) in self.numbers
        )

    def allowed_values(self, players: int) -> Message | str:
        """The allowed values in words, for refusals and menus."""
        if self.numbers:
            return msg("whole numbers from {min} to {max}", min=self.numbers[0], max=self.numbers[-1])
        return ", ".join(self.values_for(players))

    def to_number(self, value: str) -> int:
        """The number that a state holds for a value.

        A number stands for itself, a switch is 1 or 0, a seat is its number (any other value of such an option is -1);
        every other value is its index in `values`.
        """
        if self.is_numeric:
            return int(value)
        if value in SWITCH_NUMBERS:
            return SWITCH_NUMBERS[value]
        if SEAT in self.values:
            return int(value) if value.isdecimal() else -1
        return self.values.index(value)

    def from_number(self, number: int) -> str:
        """The inverse of `to_number`."""
        if self.is_numeric:
            return str(number)
        if SEAT in self.values:
            return str(number) if number >= 0 else self.values[0]
        if self.values[0] in SWITCH_NUMBERS:
            number = self.values.index(next(value for value in self.values if SWITCH_NUMBERS[value] == number))
        return self.values[number]
