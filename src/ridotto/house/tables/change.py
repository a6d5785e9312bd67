"""Changes of a table: an event, and the positions after its moves, which the table enters as they are."""

from dataclasses import dataclass

from ridotto.engine.match import PreparedMove
from ridotto.house.tables.events import Event


@dataclass(frozen=True, slots=True)
class Change:
    """An event that is possible at a table as it stands; `moves` are those of the event, played once, in order."""

    event: Event
    moves: tuple[PreparedMove, ...] = ()
