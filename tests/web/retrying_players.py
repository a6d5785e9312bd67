"""People who play over HTTP and never give up: a request without a response is sent again with the same id."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, Self

from ridotto.house.people.guests import MASKS
from ridotto.house.tables.events import Event, Moved, Said, Undone
from tests.waiting import eventually, glance
from tests.web.acknowledgements import Acknowledgements
from tests.web.raw_http import CONNECTION_ERRORS, HttpClient, HttpConnection, RawResponse

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")
TOO_LATE = {"stale", "over", "final"}  # codes of refusals that are nobody's fault
UNAVAILABLE = 503
UNDO_RATE, CHAT_RATE, DOUBLE_POST_RATE = 0.1, 0.03, 0.15


def bearer_header(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


class HouseAddress:
    """The current address of a house; requests wait while the house is down."""

    def __init__(self) -> None:
        self.url = ""
        self._up = asyncio.Event()

    def up(self, url: str) -> None:
        self.url = url
        self._up.set()

    def down(self) -> None:
        self._up.clear()

    @property
    def is_up(self) -> bool:
        return self._up.is_set()

    async def wait(self) -> str:
        """The URL, as soon as the house is up."""
        await self._up.wait()
        return self.url


class RetryingClient:
    """Sends requests to any of the houses (of one store) until one responds."""

    def __init__(
        self, http: HttpClient, houses: list[HouseAddress], acknowledged: Acknowledgements, chance: Random
    ) -> None:
        self.http = http
        self.houses = houses
        self.acknowledged = acknowledged
        self.chance = chance

    def any_house(self) -> HouseAddress:
        """A random house that is up; if all are down, any of them."""
        return self.chance.choice([house for house in self.houses if house.is_up] or self.houses)

    async def request(self, method: str, path: str, key: str = "", **body: Any) -> RawResponse:
        """Sends a request until there is a response."""
        headers = {"content-type": "application/json", **bearer_header(key)}
        content = json.dumps(body).encode() if method == "POST" else b""
        while True:
            url = await self.any_house().wait()
            try:
                response = await self.http.request(url, method, path, headers, content)
            except CONNECTION_ERRORS:
                self.acknowledged.unanswered += method == "POST"
            else:
                self.acknowledged.responses += 1
                if response.status != UNAVAILABLE:
                    return response
            await glance()

    async def request_json(self, method: str, path: str, key: str = "", **body: Any) -> Any:
        """The JSON of a successful response; fails if the request is refused."""
        response = await self.request(method, path, key, **body)
        assert response.is_success, response.body
        return response.json()


class RetryingPlayer(RetryingClient):
    """A person on a seat who makes random decisions."""

    def __init__(self, client: RetryingClient, table: str, seat: int, key: str, host_key: str = "") -> None:
        super().__init__(client.http, client.houses, client.acknowledged, Random(client.chance.random()))
        self.table, self.seat, self.key, self.host_key = table, seat, key, host_key
        self.posts = 0
        self.leaving = False
        self.left = asyncio.Event()
        self.last: Event | None = None

    async def play(self) -> None:
        """Plays match after match, until `leaving` is set."""
        while not self.leaving:
            state = await self.request_json("GET", f"/tables/{self.table}", self.key)
            if state["frame"]["phase"] == "over":
                await self.follow_rematch(state["frame"]["rematch"])
            elif not await self.act(state["sight"]):
                await glance()
        self.left.set()

    async def follow_rematch(self, rematch: str) -> None:
        """Goes to the rematch. The host opens it; the others wait for that."""
        if self.host_key:
            rematch = (await self.request_json("POST", f"/tables/{self.table}/rematch", self.host_key))["table"]
            await self.request_json("POST", f"/tables/{rematch}/start", self.host_key)
        if rematch:
            self.table = rematch
        else:
            await glance()

    async def act(self, view: dict[str, Any]) -> bool:
        """Decides, takes back a decision or chats. Was there anything to decide?"""
        actions = view["scene"].get("actions", []) if view["scene"] else []
        if self.chance.random() < CHAT_RATE and view["scene"]:
            text = f"{self.posts} words"
            await self.post("chat", lambda id: Said(self.seat, text, id), text=text)
        if view["undo"] and self.chance.random() < UNDO_RATE:
            await self.post("undo", lambda id: Undone(self.seat, id), revision=view["revision"])
        elif actions:
            move = self.chance.choice(actions)["move"]
            await self.post("decisions", lambda id: Moved(self.seat, move, id), revision=view["revision"], move=move)
        return bool(actions)

    async def post(self, what: str, event: Callable[[str], Event], **body: Any) -> None:
        """Sends a request until it is acknowledged or refused, sometimes twice at once, and keeps the result."""
        self.posts += 1
        id = f"decision-{self.seat}-{self.posts:04}"
        key, path = (self.table, self.seat, id), f"/tables/{self.table}/{what}"
        copies = 2 if self.chance.random() < DOUBLE_POST_RATE else 1
        self.acknowledged.twice += copies - 1
        responses = await asyncio.gather(*(self.request("POST", path, self.key, id=id, **body) for _ in range(copies)))
        if any(response.is_success for response in responses):
            self.last = self.acknowledged.done[key] = event(id)
        for response in responses:
            if not response.is_success:
                assert response.json()["error"]["code"] in TOO_LATE, (what, body, response.body)
                if key not in self.acknowledged.done:
                    self.acknowledged.refused.add(key)


class RetryingParty:
    """The people at one table and at its rematches."""

    def __init__(self, players: list[RetryingPlayer]) -> None:
        self.players = players

    @classmethod
    async def open(cls, client: RetryingClient, name: str, **settings: Any) -> Self:
        """Opens a table, seats people on all chairs without bots, and starts the match."""
        opened = await client.request_json("POST", "/tables", id=f"opening-a-table-{name}", **settings)
        table, host_key = opened["table"], opened["key"]
        chairs = (await client.request_json("GET", f"/tables/{table}", host_key))["frame"]["chairs"]
        free = [chair["seat"] for chair in chairs if chair["kind"] == "free"]
        players: list[RetryingPlayer] = []
        for seat in free:
            body = {"name": NAMES[seat], "mask": MASKS[seat], "seat": seat, "id": f"sitting-on-chair-{seat}"}
            seated = await client.request_json("POST", f"/tables/{table}/seats", **body)
            players.append(RetryingPlayer(client, table, seat, seated["key"], "" if players else host_key))
        await client.request_json("POST", f"/tables/{table}/start", host_key)
        return cls(players)

    async def wait_for_progress(self) -> None:
        """Waits until a player has done something more."""
        before = [player.last for player in self.players]
        await eventually(lambda: [player.last for player in self.players] != before)


class RetryingSpectator(RetryingClient):
    """Watches a table and its rematches; reconnects where the stream broke off."""

    def __init__(self, client: RetryingClient, table: str, key: str = "") -> None:
        super().__init__(client.http, client.houses, client.acknowledged, Random(client.chance.random()))
        self.table, self.key = table, key
        self.last = ""  # the id of the last event
        self.scenes = 0

    async def watch(self) -> None:
        while True:
            headers = {"last-event-id": self.last, **bearer_header(self.key)}
            with suppress(*CONNECTION_ERRORS):
                url = await self.any_house().wait()
                async with self.http.stream(url, f"/tables/{self.table}/events", headers) as connection:
                    assert (await connection.read_head())[0].startswith(b"HTTP/1.1 200 ")
                    await self._read(connection)
            await glance()

    async def _read(self, connection: HttpConnection) -> None:
        """Follows a stream until it breaks off, or until there is a rematch."""
        async for chunk in connection.chunks():
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

    async def is_up_to_date(self) -> bool:
        """Has the spectator seen the current state of the table?"""
        state = await self.request_json("GET", f"/tables/{self.table}", self.key)
        return self.last == f"{state['sight']['revision']}.{state['frame']['digest']}"


@asynccontextmanager
async def retrying_client(
    houses: list[HouseAddress], acknowledged: Acknowledgements, seed: int
) -> AsyncIterator[RetryingClient]:
    async with HttpClient() as http:
        yield RetryingClient(http, houses, acknowledged, Random(seed))
