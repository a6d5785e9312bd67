"""People at the tables of a real house."""

from typing import Any

from ridotto.engine.state import State
from ridotto.house.keys import hash_key
from ridotto.house.people.guests import MASKS
from ridotto.house.service import House
from ridotto.house.tables.events import VERSION, BotSeated, ClockRules, Moved, Opened, PersonSeated, decode, moves_of
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.table import Table
from tests.manual_time import ManualTime

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")


def opening(state: State, seated: list[PersonSeated | BotSeated], clock: ClockRules | None = None) -> Opened:
    """The first event of a table that starts from a position."""
    return Opened(
        version=VERSION,
        game=state.game.slug,
        rules=state.game.rules_version,
        players=state.seats,
        options=state.game.options_of(state),
        seed=f"{7:064x}",
        host_key_hash=hash_key("host"),
        listed=False,
        watch="anyone",
        clock=clock,
        patience=None,
        hints=False,
        seated=seated,
        start=state.snapshot(),
    )


class Party:
    """A table with its host, its guests and all their keys."""

    def __init__(self, house: House, id: str, host: str) -> None:
        self.house = house
        self.id = id
        self.host = host
        self.keys: dict[int, str] = {}
        self.requests = 0

    @property
    def time(self) -> ManualTime:
        assert isinstance(self.house.time, ManualTime)
        return self.house.time

    @classmethod
    async def open(cls, house: House, people: int | None = None, id: str = "opening", **settings: Any) -> "Party":
        """Opens a table and seats people on all free chairs, or on the first `people` of them."""
        party = cls(house, *await house.open_table(NewTable(**settings), id))
        table = await house.table(party.id)
        free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "free"]
        for seat in free[:people]:
            party.keys[seat] = (await house.sit(party.id, NAMES[seat], MASKS[seat], seat, f"{id}-{seat}"))[1]
        return party

    async def table(self) -> Table:
        return await self.house.table(self.id)

    async def begin(self) -> Table:
        await self.house.start_match(self.id, [self.host])
        return await self.table()

    async def decide(self, seat: int, which: int = 0, id: str | None = None) -> None:
        """A person makes one of their legal moves."""
        table = await self.table()
        moves = table.started_match.state.moves(seat)
        self.requests += 1
        move = table.game.text(moves[which % len(moves)])
        revision = table.player_view(seat).revision
        await self.house.decide(
            self.id, [self.keys[seat]], seat, revision, move, f"request-{self.requests}" if id is None else id
        )

    async def play(self, choice: Any, most: int = 10_000) -> None:
        """People make random decisions, at most `most`; before each one, the house does what is due."""
        for _ in range(most):
            await self.time.rest()
            table = await self.table()
            if table.phase != "running":
                return
            seats = [seat for seat in table.asked_since if seat in self.keys and not table.chairs[seat].resigned]
            await self.decide(seats[choice.below(len(seats))], choice.below(1000))


async def logged_moves(house: House, table: str) -> list[Moved]:
    """The moves in the log of a table."""
    return [move for row in await house.store.read(table) for move in moves_of(decode(row.body))]
