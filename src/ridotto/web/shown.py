"""What was rendered last: viewers who see the same share it, and only the newest is kept."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

ROOM = 512  # renderings; streams of a table follow each other closely, so few are enough


class Shown:
    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[Hashable, tuple[str, str]] = OrderedDict()

    def get(self, what: Hashable, digest: str, make: Callable[[], str]) -> str:
        """The rendering of something whose digest this is."""
        kept = self._kept.get(what)
        if kept is None or kept[0] != digest:
            kept = self._kept[what] = (digest, make())
            if len(self._kept) > self._room:
                self._kept.popitem(last=False)
        self._kept.move_to_end(what)
        return kept[1]
