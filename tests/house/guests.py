"""People at the tables of a real house."""

from typing import Any

from ridotto.engine.state import State
from ridotto.house.keys import lock
from ridotto.house.people.guests import MASKS
from ridotto.house.service import House
from ridotto.house.tables.events import VERSION, ClockRules, Opened, Placed, Sat
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.table import Table
from tests.manual_time import ManualTime

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")


def opening(state: State, seated: list[Sat | Placed], clock: ClockRules | None = None) -> Opened:
    """The first entry of a table that begins with a position."""
    return Opened(
        version=VERSION,
        game=state.game.slug,
        rules=state.game.rules_version,
        players=state.seats,
        options=state.game.choices(state),
        seed=f"{7:064x}",
        host=lock("host"),
        listed=False,
        watch="anyone",
        clock=clock,
        patience=None,
        hints=False,
        seated=seated,
        start=state.snapshot(),
    )


class Party:
    """A table, its host and its guests with all their keys."""

    def __init__(self, house: House, id: str, host: str) -> None:
        self.house = house
        self.id = id
        self.host = host
        self.keys: dict[int, str] = {}
        self.deeds = 0

    @property
    def time(self) -> ManualTime:
        assert isinstance(self.house.time, ManualTime)
        return self.house.time

    @classmethod
    async def open(cls, house: House, people: int | None = None, id: str = "opening", **wish: Any) -> "Party":
        """Opens a table and seats people on the free chairs, all or some."""
        party = cls(house, *await house.open_table(NewTable(**wish), id))
        table = await house.table(party.id)
        free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "free"]
        for seat in free[:people]:
            party.keys[seat] = (await house.sit(party.id, NAMES[seat], MASKS[seat], seat, f"{id}-{seat}"))[1]
        return party

    async def table(self) -> Table:
        return await self.house.table(self.id)

    async def begin(self) -> Table:
        await self.house.begin(self.id, [self.host])
        return await self.table()

    async def decide(self, seat: int, which: int = 0, id: str | None = None) -> None:
        """Somebody makes one of the moves they have."""
        table = await self.table()
        moves = table.playing.state.moves(seat)
        self.deeds += 1
        move = table.game.text(moves[which % len(moves)])
        revision = table.sight(seat).revision
        await self.house.decide(
            self.id, [self.keys[seat]], seat, revision, move, f"deed-{self.deeds}" if id is None else id
        )

    async def play(self, choice: Any, most: int = 10_000) -> None:
        """People decide by chance, for a while or to the end; the house has done its part before each decision."""
        for _ in range(most):
            await self.time.rest()
            table = await self.table()
            if table.phase != "running":
                return
            seats = [seat for seat in table.asked if seat in self.keys and not table.chairs[seat].resigned]
            await self.decide(seats[choice.below(len(seats))], choice.below(1000))
