"""Clocks: everybody's time for the whole game. A clock runs while the table waits for its seat, as everybody may know.

So seats that decide at the same time share the minutes that this takes, and no clock tells who was ready first, nor
how often somebody thought better of it in secret.
"""

from collections.abc import Collection

from ridotto.house.tables.events import ClockRules


class Clock:
    """The time of all seats, in milliseconds by the store's time."""

    def __init__(self, rules: ClockRules, players: int) -> None:
        self.increment = 1000 * rules.increment
        self.left = [1000 * rules.seconds] * players
        self.running: dict[int, int] = {}  # the seats whose clocks run, and since when
        self._paid: set[int] = set()  # who took back a turn that has earned its time

    def turn(self, at: int, waiting: Collection[int], back: bool = False, free: int = 0) -> None:
        """Something happened, or was taken back, and the table waits for these seats now.

        Those who begin to be waited for have so many milliseconds for nothing.
        """
        for seat, since in self.running.items():
            if seat not in waiting:
                self._spend(seat, at - since)
                self.left[seat] += 0 if back or seat in self._paid else self.increment
                self._paid.discard(seat)
        if back:
            self._paid.update(seat for seat in waiting if seat not in self.running)
        self.running = {seat: self.running.get(seat, at + free) for seat in waiting}

    def stop(self, at: int) -> None:
        """The match is paused: the time that has passed is gone, and no more of it goes."""
        for seat, since in self.running.items():
            self._spend(seat, at - since)
        self.running = {}

    def _spend(self, seat: int, time: int) -> None:
        self.left[seat] -= min(self.left[seat], max(0, time))

    def end(self, seat: int) -> int | None:
        """When the time of a seat will be over, if its clock runs. Steps that others do not see leave it as it is."""
        return self.running[seat] + self.left[seat] if seat in self.running else None
