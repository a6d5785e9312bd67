"""The chat of a table: the last lines of people, and the last of each kind that the house writes."""

from collections.abc import Collection

from ridotto.engine.note import SPECTATOR
from ridotto.house.keys import hash_key
from ridotto.house.tables.table_info import ChatLine, ChatNews

MAX_CHAT_LINES = 100  # of people
MAX_HOUSE_LINES = 20  # of each kind, so that neither people nor other kinds push them out


class Chat:
    def __init__(self) -> None:
        self.lines: list[ChatLine] = []
        self.line_count = 0  # lines so far, dropped ones included
        self.spectators: dict[str, str] = {}  # the names of those who have chatted, by key hash

    def say(self, seat: int, name: str, text: str, at: int) -> None:
        """A player writes a line."""
        self._append(ChatLine(seat, name, text, at))

    def remark(self, key_hash: str, name: str, text: str, at: int) -> None:
        """A spectator writes a line."""
        self.spectators.setdefault(key_hash, name)
        number = list(self.spectators).index(key_hash) + 1
        self._append(ChatLine(SPECTATOR, name, text, at, number))

    def announce(self, event: ChatNews, at: int, seat: int = -1, name: str = "", text: str = "") -> None:
        """The house writes a line."""
        self._append(ChatLine(seat, name, text, at, event=event))

    def spectator_name(self, keys: Collection[str]) -> str:
        """The name of the spectator with one of these keys; empty if they have not chatted."""
        return next((self.spectators[own] for own in map(hash_key, keys) if own in self.spectators), "")

    def _append(self, line: ChatLine) -> None:
        """Adds a line and drops the oldest of its kind if there are too many."""
        self.line_count += 1
        self.lines.append(line)
        same_kind = [other for other in self.lines if other.event == line.event]
        if len(same_kind) > (MAX_HOUSE_LINES if line.event else MAX_CHAT_LINES):
            self.lines.remove(same_kind[0])
