"""A table with its log but without a store."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from ridotto.engine.scene import Scene
from ridotto.house.keys import hash_key
from ridotto.house.people.guests import MASKS
from ridotto.house.refusals import Refused
from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables import commands
from ridotto.house.tables.automatic_events import close_window, with_automatic_moves
from ridotto.house.tables.change import Change
from ridotto.house.tables.events import Event, Moved, encode
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.table import Table

HOST = "host key"
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")


class Log:
    """A table to execute commands at, one second apart."""

    def __init__(self, seed: int | None = None, **settings: Any) -> None:
        opened = NewTable(**settings).opening(hash_key(HOST))
        if seed is not None:  # a fixed deal
            opened = structs.replace(opened, seed=f"{seed:064x}")
        self.rows = [StoredEvent(0, 0, encode(opened))]
        self.table = Table("here", self.rows)
        self.now = 0

    def do(self, command: Callable[..., Event | Change | None], *args: Any, after: int = 1000) -> Event | None:
        """Executes a command `after` so many milliseconds: its event."""
        wanted = command(self.table, *args)
        if wanted is None:
            return None
        change = wanted if isinstance(wanted, Change) else self.table.prepare(wanted)
        phase = self.table.phase_after(change)
        self.now += after
        self.rows.append(StoredEvent(len(self.rows), self.now, encode(change.event)))
        self.table.enter(change, self.now)
        assert self.table.phase == phase
        return change.event

    def close_window_now(self) -> Event | None:
        """Closes an open window: its answers take effect."""
        return self.do(
            lambda table: (change := close_window(table, self.now, 0)) and with_automatic_moves(table, change)
        )

    def seat_everybody(self) -> "Log":
        """Seats people with the keys of `key` on all free chairs."""
        for seat, chair in enumerate(self.table.chairs):
            if chair.kind == "free":
                self.do(commands.sit, NAMES[seat], MASKS[seat], seat, hash_key(key(seat)))
        return self

    def begin(self) -> "Log":
        self.seat_everybody().do(commands.start_match, [HOST])
        return self

    def decide(self, seat: int, move: int, id: str | None = None, after: int = 1000) -> Event | None:
        revision = self.table.player_view(seat).revision
        return self.do(
            commands.decide,
            seat,
            revision,
            self.table.game.text(move),
            f"id-{len(self.rows)}" if id is None else id,
            after=after,
        )

    def step(self, choice: Any) -> int:
        """A random seat that is asked makes a random move, without `decide` and its views, which are slow: the seat."""
        seats = self.table.started_match.state.actors()
        seat: int = seats[choice.below(len(seats))]
        moves = self.table.started_match.state.moves(seat)
        move = self.table.game.text(moves[choice.below(len(moves))])
        self.do(lambda table: Moved(seat, move, f"id-{len(self.rows)}"))
        return seat

    def scene(self, viewer: int) -> Scene:
        """The scene that a viewer sees."""
        scene = self.table.player_view(viewer).scene
        assert scene is not None
        return scene


def key(seat: int) -> str:
    return f"key of seat {seat}"


def refused(code: str, command: Callable[..., Event | None], *args: Any, log: Log) -> None:
    """Asserts that a command is refused with a code and changes nothing."""
    before = len(log.rows), log.table.info(), log.table.phase
    with pytest.raises(Refused) as refusal:
        log.do(command, *args)
    assert refusal.value.code == code
    assert str(refusal.value.message)
    assert (len(log.rows), log.table.info(), log.table.phase) == before


def phase_of(log: Log) -> str:
    """The phase, which the type checker would otherwise assume to be unchanged."""
    return log.table.phase
