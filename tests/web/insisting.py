"""People who play over HTTP and do not give up: what gets no answer is sent again, under the same id."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, Self

from ridotto.house.people.guests import MASKS
from ridotto.house.tables.events import Event, Moved, Said, Undone
from tests.waiting import eventually, glance
from tests.web.calling import BROKEN, Answer, Telephone, Wire
from tests.web.promises import Promises

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")
TOO_LATE = {"stale", "over", "final"}  # how somebody is refused who did nothing wrong
UNAVAILABLE = 503
UNDOING, TALKING, STAMMERING = 0.1, 0.03, 0.15  # how often


def bearing(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


class Door:
    """Where the house is at the moment; nobody comes in while it is closed."""

    def __init__(self) -> None:
        self.address = ""
        self.openings = 0
        self._open = asyncio.Event()

    def open(self, address: str) -> None:
        self.address = address
        self.openings += 1
        self._open.set()

    def close(self) -> None:
        self._open.clear()

    @property
    def is_open(self) -> bool:
        return self._open.is_set()

    async def way(self) -> str:
        await self._open.wait()
        return self.address


class Caller:
    """Somebody with a key. `doors`: houses of one store; a broken call is made again, at any of them."""

    def __init__(self, telephone: Telephone, doors: list[Door], promises: Promises, chance: Random) -> None:
        self.telephone = telephone
        self.doors = doors
        self.promises = promises
        self.chance = chance

    def door(self) -> Door:
        """Any that is open; else any."""
        return self.chance.choice([door for door in self.doors if door.is_open] or self.doors)

    async def ask(self, method: str, path: str, key: str = "", **body: Any) -> Answer:
        """Asks until there is an answer."""
        headers = {"content-type": "application/json", **bearing(key)}
        content = json.dumps(body).encode() if method == "POST" else b""
        while True:
            address = await self.door().way()
            try:
                answer = await self.telephone.call(address, method, path, headers, content)
            except BROKEN:
                self.promises.unanswered += method == "POST"
            else:
                self.promises.answers += 1
                if answer.status != UNAVAILABLE:
                    return answer
            await glance()

    async def must(self, method: str, path: str, key: str = "", **body: Any) -> Any:
        """Asks for what nobody can refuse."""
        answer = await self.ask(method, path, key, **body)
        assert answer.done, answer.body
        return answer.json()


class Guest(Caller):
    """Somebody on a seat, who decides by chance whenever asked."""

    def __init__(self, caller: Caller, table: str, seat: int, key: str, host: str = "") -> None:
        super().__init__(caller.telephone, caller.doors, caller.promises, Random(caller.chance.random()))
        self.table, self.seat, self.key, self.host = table, seat, key, host
        self.deeds = 0
        self.leaving = False
        self.left = asyncio.Event()
        self.last: Event | None = None

    async def play(self) -> None:
        """Plays match after match."""
        while not self.leaving:
            told = await self.must("GET", f"/tables/{self.table}", self.key)
            if told["frame"]["phase"] == "over":
                await self.go_on(told["frame"]["rematch"])
            elif not await self.act(told["sight"]):
                await glance()
        self.left.set()

    async def go_on(self, rematch: str) -> None:
        """The host wants a rematch; the others follow when there is one."""
        if self.host:
            rematch = (await self.must("POST", f"/tables/{self.table}/rematch", self.host))["table"]
            await self.must("POST", f"/tables/{rematch}/start", self.host)
        if rematch:
            self.table = rematch
        else:
            await glance()

    async def act(self, sight: dict[str, Any]) -> bool:
        """Does something, if there is anything to do."""
        actions = sight["scene"].get("actions", []) if sight["scene"] else []
        if self.chance.random() < TALKING and sight["scene"]:
            text = f"{self.deeds} words"
            await self.do("chat", lambda id: Said(self.seat, text, id), text=text)
        if sight["undo"] and self.chance.random() < UNDOING:
            await self.do("undo", lambda id: Undone(self.seat, id), revision=sight["revision"])
        elif actions:
            move = self.chance.choice(actions)["move"]
            await self.do("decisions", lambda id: Moved(self.seat, move, id), revision=sight["revision"], move=move)
        return bool(actions)

    async def do(self, what: str, entry: Callable[[str], Event], **body: Any) -> None:
        """Posts a deed until it is answered, sometimes twice at once; the answer is written down."""
        self.deeds += 1
        id = f"deed-{self.seat}-{self.deeds:04}"
        deed, path = (self.table, self.seat, id), f"/tables/{self.table}/{what}"
        posts = 2 if self.chance.random() < STAMMERING else 1
        self.promises.twice += posts - 1
        answers = await asyncio.gather(*(self.ask("POST", path, self.key, id=id, **body) for _ in range(posts)))
        if any(answer.done for answer in answers):
            self.last = self.promises.kept[deed] = entry(id)
        for answer in answers:
            if not answer.done:
                assert answer.json()["error"]["code"] in TOO_LATE, (what, body, answer.body)
                if deed not in self.promises.kept:
                    self.promises.refused.add(deed)


class Party:
    """The guests of one table, and of its rematches."""

    def __init__(self, guests: list[Guest]) -> None:
        self.guests = guests

    @classmethod
    async def open(cls, caller: Caller, name: str, **wish: Any) -> Self:
        """Opens a table, seats people on the chairs that no bot has, and starts the match."""
        opened = await caller.must("POST", "/tables", id=f"opening-a-table-{name}", **wish)
        table, host = opened["table"], opened["key"]
        chairs = (await caller.must("GET", f"/tables/{table}", host))["frame"]["chairs"]
        free = [chair["seat"] for chair in chairs if chair["kind"] == "free"]
        guests: list[Guest] = []
        for seat in free:
            sitting = {"name": NAMES[seat], "mask": MASKS[seat], "seat": seat, "id": f"sitting-on-chair-{seat}"}
            sat = await caller.must("POST", f"/tables/{table}/seats", **sitting)
            guests.append(Guest(caller, table, seat, sat["key"], "" if guests else host))
        await caller.must("POST", f"/tables/{table}/start", host)
        return cls(guests)

    async def goes_on(self) -> None:
        """Waits until somebody has done something more."""
        before = [guest.last for guest in self.guests]
        await eventually(lambda: [guest.last for guest in self.guests] != before)


class Watcher(Caller):
    """Somebody who looks on, comes back where a stream broke off, and goes along to the rematch."""

    def __init__(self, caller: Caller, table: str, key: str = "") -> None:
        super().__init__(caller.telephone, caller.doors, caller.promises, Random(caller.chance.random()))
        self.table, self.key = table, key
        self.last = ""  # the id of the last event
        self.scenes = 0

    async def look(self) -> None:
        while True:
            headers = {"last-event-id": self.last, **bearing(self.key)}
            with suppress(*BROKEN):
                address = await self.door().way()
                async with self.telephone.listen(address, f"/tables/{self.table}/events", headers) as wire:
                    assert (await wire.head())[0].startswith(b"HTTP/1.1 200 ")
                    await self.read(wire)
            await glance()

    async def read(self, wire: Wire) -> None:
        """Follows a stream until it breaks, or the people go to another table."""
        async for chunk in wire.chunks():
            name = ""
            for line in chunk.decode().splitlines():
                field, _, value = line.partition(": ")
                if field == "event":
                    name = value
                    self.scenes += name == "scene"
                elif field == "data" and name == "frame" and (rematch := json.loads(value)["rematch"]):
                    self.table, self.last = rematch, ""
                    return
                elif field == "id":
                    self.last = value

    async def has_seen_all(self) -> bool:
        """Is what was seen last what there is?"""
        told = await self.must("GET", f"/tables/{self.table}", self.key)
        return self.last == f"{told['sight']['revision']}.{told['frame']['digest']}"


@asynccontextmanager
async def callers(doors: list[Door], promises: Promises, seed: int) -> AsyncIterator[Caller]:
    async with Telephone() as telephone:
        yield Caller(telephone, doors, promises, Random(seed))
