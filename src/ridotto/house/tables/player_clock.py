"""The clocks of a match. A clock runs while the table, as everybody sees it, waits for its seat.

Seats that decide at the same time therefore spend the same time, and no clock tells who was ready first or how often
somebody changed a secret decision.
"""

from collections.abc import Collection

from ridotto.house.tables.events import ClockRules


class PlayerClock:
    """The remaining time of all seats, in milliseconds by the store's time."""

    def __init__(self, rules: ClockRules, players: int) -> None:
        self.increment = 1000 * rules.increment
        self.left = [1000 * rules.seconds] * players
        self.running: dict[int, int] = {}  # the seats whose clocks run, and since when
        self._incremented: set[int] = set()  # seats that took back a turn for which they got the increment

    def update(self, at: int, waiting: Collection[int], undone: bool = False, free_ms: int = 0) -> None:
        """The table waits for these seats from now on, after a move or (`undone`) after one was taken back.

        Clocks that start now do not count the first `free_ms`.
        """
        for seat, since in self.running.items():
            if seat not in waiting:
                self._spend(seat, at - since)
                self.left[seat] += 0 if undone or seat in self._incremented else self.increment
                self._incremented.discard(seat)
        if undone:
            self._incremented.update(seat for seat in waiting if seat not in self.running)
        self.running = {seat: self.running.get(seat, at + free_ms) for seat in waiting}

    def stop(self, at: int) -> None:
        """Stops all clocks; the time since they started is spent."""
        for seat, since in self.running.items():
            self._spend(seat, at - since)
        self.running = {}

    def _spend(self, seat: int, elapsed: int) -> None:
        self.left[seat] -= min(self.left[seat], max(0, elapsed))

    def end(self, seat: int) -> int | None:
        """When a running clock reaches zero; None if it is stopped. Secret steps of others do not change it."""
        return self.running[seat] + self.left[seat] if seat in self.running else None
