"""Limits that keep the log of a table short: how often a seat, the host or a spectator may do something."""

from collections import deque
from collections.abc import Iterable

# Per seat, until something is final for it
MAX_UNDOS = 100
MAX_SEAT_LINES = 30  # of chat
MAX_ANSWER_CHANGES = 60  # answers in windows, changes of them, and standing orders
MAX_PROPOSALS = 10  # to end the match early
# Per table
MAX_CHAIR_CHANGES = 100  # changes of chairs before the match; the host has as many again
MAX_SETTINGS_CHANGES = 100  # changes of settings, and offers of chairs
# Chat by time
CHAT_PERIOD_MS = 10 * 60_000  # after it, a seat may chat again even if nothing has become final
MAX_SPECTATOR_LINES = 90  # of all spectators together, within a period
MAX_CHATTING_SPECTATORS = 30  # spectators who may chat, each as much as a seat


class TableLimits:
    """What has been done at a table so far, as far as limits count it."""

    def __init__(self, players: int) -> None:
        self._undos = [0] * players
        self._answer_changes = [0] * players
        self._proposals = [0] * players
        self._chair_changes = 0
        self._settings_changes = 0
        self._lines: dict[int | str, deque[int]] = {}  # times of the last chat lines, by seat or spectator's key hash
        self._spectator_lines: deque[int] = deque(maxlen=MAX_SPECTATOR_LINES)

    # Counting

    def start_turn(self, seats: Iterable[int]) -> None:
        """What these seats did is final: their limits start anew."""
        for seat in seats:
            self._undos[seat] = self._proposals[seat] = self._answer_changes[seat] = 0
            self._lines.pop(seat, None)

    def seat_person(self, seat: int) -> None:
        """A new person sits here, who has not chatted yet."""
        self._lines.pop(seat, None)

    def count_undo(self, seat: int) -> None:
        self._undos[seat] += 1

    def count_answer_change(self, seat: int) -> None:
        self._answer_changes[seat] += 1

    def count_proposal(self, seat: int) -> None:
        self._proposals[seat] += 1

    def count_chair_change(self) -> None:
        self._chair_changes += 1

    def count_settings_change(self) -> None:
        self._settings_changes += 1

    def count_line(self, speaker: int | str, at: int) -> None:
        """`speaker`: a seat, or the key hash of a spectator."""
        self._lines.setdefault(speaker, deque(maxlen=MAX_SEAT_LINES)).append(at)
        if isinstance(speaker, str):
            self._spectator_lines.append(at)

    # Asking

    def may_undo(self, seat: int) -> bool:
        return self._undos[seat] < MAX_UNDOS

    def may_change_answer(self, seat: int) -> bool:
        """Also for the first answer, and for standing orders."""
        return self._answer_changes[seat] < MAX_ANSWER_CHANGES

    def may_propose(self, seat: int) -> bool:
        """May this seat propose to end the match?"""
        return self._proposals[seat] < MAX_PROPOSALS

    def may_change_chairs(self, host: bool) -> bool:
        return self._chair_changes < MAX_CHAIR_CHANGES * (2 if host else 1)

    def may_change_settings(self) -> bool:
        return self._settings_changes < MAX_SETTINGS_CHANGES

    def may_chat(self, speaker: int | str, now: int) -> bool:
        """May this seat, or the spectator with this key hash, chat?"""
        lines = self._lines.get(speaker)
        return lines is None or len(lines) < MAX_SEAT_LINES or now - lines[0] > CHAT_PERIOD_MS

    def may_spectators_chat(self, now: int) -> bool:
        """May the spectators together write another line?"""
        lines = self._spectator_lines
        return len(lines) < MAX_SPECTATOR_LINES or now - lines[0] > CHAT_PERIOD_MS
