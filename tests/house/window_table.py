"""A table of 17 Diciassette in a position, to test answer windows."""

import ridotto
from ridotto.engine.message import Message
from ridotto.house.keys import hash_key
from ridotto.house.service import House
from ridotto.house.tables.events import (
    BotSeated,
    ChairOffered,
    ChairTaken,
    ClockRules,
    Event,
    PersonSeated,
    Started,
    decode,
    encode,
)
from ridotto.house.tables.table import Table
from ridotto.translations import Translator
from tests.diciassette.table import position
from tests.house.guests import opening
from tests.manual_time import ManualTime

GAME = ridotto.game("diciassette")


SEATS = ("Anna", "Ben", "Cleo", "Dora")


STRANGER_KEY = "the key of a stranger"


HANDS = "1/1 1/1 2/2", "4/4 3/3 5/5", "1/1 5 trap", "2/2 3/3 3/3"


OUT_OF_REACH_ROW = "0:5/5 1:4/4"  # 9 so far


IN_REACH = "0:5/5 1:4/4 2:3/3 3:2/2 1:2-"  # 14 and a hidden 2, which Ben knows


OUT_OF_REACH = "17 is still out of reach, so nobody is asked."


SEVENTEEN = "0:5/5 1:4/4 2:3/3 3:4/4 0:1/1"


def english(message: Message) -> str:
    return Translator("en").say(message, list(SEATS))


class WindowTable:
    """A table in a position, with people whose keys are their names, or with bots."""

    def __init__(self, house: House, id: str) -> None:
        self.house = house
        self.id = id
        self.requests = 0

    async def table(self) -> Table:
        return await self.house.table(self.id)

    async def do(self, seat: int, move: str, id: str = "") -> None:
        self.requests += 1
        revision = (await self.table()).player_view(seat).revision
        await self.house.decide(self.id, [SEATS[seat]], seat, revision, move, id or f"decision-{self.requests}")

    async def order(self, seat: int, order: str, number: int | None = None) -> None:
        await self.house.give_order(self.id, [SEATS[seat]], seat, order, number)

    async def insist(self, seat: int, wants: bool = True) -> None:
        await self.house.insist(self.id, [SEATS[seat]], seat, wants)

    async def give_chair_away(self, seat: int) -> None:
        """Somebody else takes a seat before a bot can decide there."""
        offered, given = ChairOffered(seat, hash_key("a link"), "casual"), ChairTaken(seat, hash_key(STRANGER_KEY))
        await self.house.executor.execute_all(self.id, [lambda _: offered, lambda _: given])

    async def prompt(self, viewer: int) -> str:
        scene = (await self.table()).player_view(viewer).scene
        assert scene is not None
        return english(scene.prompt)

    async def notes(self, viewer: int) -> list[str]:
        scene = (await self.table()).player_view(viewer).scene
        assert scene is not None
        return [english(note) for note in scene.notes]

    async def revisions(self) -> dict[int, str]:
        """The revision and the table info of each viewer."""
        table = await self.table()
        return {viewer: table.player_view(viewer).revision + table.info().digest for viewer in range(-1, 4)}

    async def events(self) -> list[Event]:
        return [decode(row.body) for row in await self.house.store.read(self.id)]

    async def last_event(self) -> Event:
        return (await self.events())[-1]

    async def row(self) -> list[int]:
        """The cards of the row, as everybody sees them."""
        state = (await self.table()).started_match.state
        return [card.kind for card in GAME.view(state, -1).public.row]


async def start_at(
    house: House,
    row: str,
    turn: int = 1,
    phase: str = "call",
    bots: str = "",
    hands: tuple[str, ...] = HANDS,
    turns: int = 5,
    clock: ClockRules | None = None,
) -> WindowTable:
    """Starts a table with a row of cards; `bots`: the numbers of their seats."""
    state = GAME.load(position(*hands, row=row, turn=turn, phase=phase, turns=turns), seed=1)
    await house.store.open("table", encode(opening(state, seated(bots), clock)), listed=False)
    await house.executor.execute("table", lambda table: Started() if table.phase == "open" else None)
    return WindowTable(house, "table")


def seated(bots: str = "") -> list[PersonSeated | BotSeated]:
    return [
        BotSeated(seat, "novice") if str(seat) in bots else PersonSeated(seat, name, "volto", hash_key(name))
        for seat, name in enumerate(SEATS)
    ]


async def let_house_act(house: House) -> None:
    assert isinstance(house.time, ManualTime)
    await house.time.rest()
