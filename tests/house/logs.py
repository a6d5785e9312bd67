"""A table with its log and no store: what is done there is written down at once."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from ridotto.engine.scene import Scene
from ridotto.house.keys import lock
from ridotto.house.people.guests import MASKS
from ridotto.house.store import Row
from ridotto.house.tables import commands
from ridotto.house.tables.events import Event, Moved, encode
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.table import Table
from ridotto.house.tables.windows import due, with_what_follows

HOST = "host key"
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")


class Log:
    """Does deeds at a table, one second apart."""

    def __init__(self, seed: int | None = None, **wish: Any) -> None:
        opened = NewTable(**wish).opened(lock(HOST))
        if seed is not None:  # a deal that is always the same
            opened = structs.replace(opened, seed=f"{seed:064x}")
        self.rows = [Row(0, 0, encode(opened))]
        self.table = Table("here", self.rows)
        self.now = 0

    def do(self, deed: Callable[..., Event | None], *args: Any, after: int = 1000) -> Event | None:
        entry = deed(self.table, *args)
        if entry is not None:
            phase = self.table.phase_after(entry)
            self.now += after
            self.rows.append(Row(len(self.rows), self.now, encode(entry)))
            self.table.enter(self.rows[-1])
            assert self.table.phase == phase
        return entry

    def take(self) -> Event | None:
        """Whatever was answered in a window takes effect."""
        return self.do(lambda table: (entry := due(table, self.now, 0)) and with_what_follows(table, entry))

    def seat_everybody(self) -> "Log":
        """People on all chairs that are free; the key of a seat is its number in words."""
        for seat, chair in enumerate(self.table.chairs):
            if chair.kind == "free":
                self.do(commands.sit, NAMES[seat], MASKS[seat], seat, lock(key(seat)))
        return self

    def begin(self) -> "Log":
        self.seat_everybody().do(commands.begin, [HOST])
        return self

    def decide(self, seat: int, move: int, id: str | None = None, after: int = 1000) -> Event | None:
        revision = self.table.sight(seat).revision
        return self.do(
            commands.decide,
            seat,
            revision,
            self.table.game.text(move),
            f"id-{len(self.rows)}" if id is None else id,
            after=after,
        )

    def step(self, choice: Any) -> int:
        """Any seat that is asked decides something, without looking at the table, which would take long: which seat."""
        seats = self.table.playing.state.actors()
        seat: int = seats[choice.below(len(seats))]
        moves = self.table.playing.state.moves(seat)
        move = self.table.game.text(moves[choice.below(len(moves))])
        self.do(lambda table: Moved(seat, move, f"id-{len(self.rows)}"))
        return seat

    def scene(self, viewer: int) -> Scene:
        """What a viewer has before itself."""
        scene = self.table.sight(viewer).scene
        assert scene is not None
        return scene


def key(seat: int) -> str:
    return f"key of seat {seat}"
