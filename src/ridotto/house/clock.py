"""Clocks: everybody's time for the whole game. A clock runs while the table waits for its seat, as everybody may know.

So seats that decide at the same time share the minutes that this takes, and no clock tells who was ready first.
"""

from collections.abc import Collection

from ridotto.house.entries import ClockRules


class Clock:
    """The time of all seats, in milliseconds by the store's time."""

    def __init__(self, rules: ClockRules, players: int) -> None:
        self.increment = 1000 * rules.increment
        self.left = [1000 * rules.seconds] * players
        self.running: dict[int, int] = {}  # the seats whose clocks run, and since when
        self._farthest = 0  # decisions that stood: what is done again after an undo earns no time

    def turn(self, at: int, waiting: Collection[int], decisions: int) -> None:
        """Something happened, and the table waits for these seats now."""
        for seat, since in self.running.items():
            if seat not in waiting:
                self.left[seat] = max(0, self.left[seat] - (at - since))
                self.left[seat] += self.increment if decisions > self._farthest else 0
        self.running = {seat: self.running.get(seat, at) for seat in waiting}
        self._farthest = max(self._farthest, decisions)

    def end(self, seat: int) -> int | None:
        """When the time of a seat will be over, if its clock runs. Steps that others do not see leave it as it is."""
        return self.running[seat] + self.left[seat] if seat in self.running else None
