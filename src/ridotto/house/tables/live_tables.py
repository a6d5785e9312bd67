"""Spots: where a table stands in this process, and who looks at it there."""

import asyncio
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from ridotto.house.refusals import Refused
from ridotto.house.tables.reactions import UNREAD, Reaction, Reactions
from ridotto.house.tables.table import Table

if TYPE_CHECKING:
    from ridotto.house.service import House


@dataclass(eq=False, slots=True)
class LiveTable:
    """Where a table stands in this process: who looks at it, and the table itself while it is in use."""

    id: str
    table: Table | None = None
    refusal: Refused | None = None  # why its log cannot be read
    lost: bool = False  # after an error: whoever attends the table must read it again
    touched: float = 0.0
    visitor: str = ""  # who was there last: whoever thinks at this table does it for them
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: "set[Subscription]" = field(default_factory=set)
    reactions: Reactions = field(default_factory=Reactions)

    def show(self, reaction: Reaction, now: float) -> None:
        """Everybody who looks sees a gesture."""
        self.reactions.note(reaction.seat, now)
        for watching in self.watchers:
            watching.reactions.append(reaction)
            watching.changed.set()

    def wake(self) -> None:
        """There may be news for everybody who looks."""
        for watching in self.watchers:
            watching.changed.set()

    @contextmanager
    def at_risk(self) -> Iterator[None]:
        """What fails leaves nobody sure how the table stands: the log knows, and is read again."""
        try:
            yield
        except BaseException:
            self.table, self.lost = None, True
            raise


class Subscription:
    """Somebody who holds these places, or none, looks at a table: `changed` is set whenever there may be news."""

    def __init__(self, house: "House", spot: LiveTable, places: Collection[int]) -> None:
        self.house = house
        self.spot = spot
        self.places = places
        self.changed = asyncio.Event()
        self.reactions: deque[Reaction] = deque(maxlen=UNREAD)  # that were not shown yet

    def __enter__(self) -> Self:
        self.spot.watchers.add(self)
        self.house.greet(self.spot.id, self.places)
        return self

    def __exit__(self, *_: object) -> None:
        self.spot.watchers.discard(self)
        self.house.greet(self.spot.id, self.places)
