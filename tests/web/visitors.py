"""Who comes to the house over HTTP: programs that call it, and what they read."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, NamedTuple

import httpx

from ridotto.house.people.guests import MASKS

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")

ids = count()  # begins again with every test, so that tables have the same names every time


def new() -> str:
    """An id that nobody else has."""
    return f"made-up-by-a-test-{next(ids)}"


class Visitor:
    """A program, with or without keys."""

    def __init__(self, client: httpx.AsyncClient, *keys: str) -> None:
        self.client = client
        self.keys = keys

    def having(self, *keys: str) -> "Visitor":
        return Visitor(self.client, *keys)

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        keys = {"authorization": f"Bearer {','.join(self.keys)}"} if self.keys else {}
        return {"accept": "application/json", **keys, **more}

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=self._headers(headers))

    async def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        return await self.client.post(
            path, content=content, headers=self._headers({"content-type": "application/json", **headers})
        )

    async def told(self, path: str) -> Any:
        answer = await self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def done(self, path: str, body: Any = None) -> Any:
        answer = await self.post(path, body)
        assert answer.is_success, answer.text
        return answer.json()


class Party:
    """A table with its host and its guests."""

    def __init__(self, visitor: Visitor, id: str, host: str) -> None:
        self.id = id
        self.path = f"/tables/{id}"
        self.stranger = visitor
        self.host = visitor.having(host)
        self.guests: dict[int, Visitor] = {}

    @classmethod
    async def open(cls, visitor: Visitor, people: int | None = None, start: bool = False, **wish: Any) -> "Party":
        """Opens a table and seats people on the free chairs, all or some."""
        opened = await visitor.done("/tables", {"game": "verhext", "players": 3, "id": new(), **wish})
        party = cls(visitor, opened["table"], opened["key"])
        chairs = (await party.host.told(party.path))["frame"]["chairs"]
        free = [chair["seat"] for chair in chairs if chair["kind"] == "free"]
        for seat in free[:people]:
            body = {"name": NAMES[seat], "mask": MASKS[seat], "seat": seat, "id": new()}
            party.guests[seat] = visitor.having((await visitor.done(f"{party.path}/seats", body))["key"])
        if start:
            await party.host.done(f"{party.path}/start")
        return party

    async def sight(self, seat: int) -> Any:
        return (await self.guests[seat].told(self.path))["sight"]

    async def asked(self) -> tuple[int, Any]:
        """Somebody who has to decide, and what they see."""
        for seat in self.guests:
            sight = await self.sight(seat)
            if sight["scene"].get("actions"):
                return seat, sight
        raise AssertionError("nobody is asked")

    async def deed(self) -> tuple[int, dict[str, Any]]:
        """Somebody's next decision, as it would be sent."""
        seat, sight = await self.asked()
        return seat, {"revision": sight["revision"], "move": sight["scene"]["actions"][0]["move"], "id": new()}

    async def decide(self) -> int:
        seat, deed = await self.deed()
        await self.guests[seat].done(f"{self.path}/decisions", deed)
        return seat


class Event(NamedTuple):
    kind: str
    id: str
    data: Any


class Events:
    """What comes down a stream."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.raw: list[str] = []
        self._lines = answer.aiter_lines()

    async def next(self) -> Event:
        event = await self._read()
        assert event is not None, "the stream has ended"
        return event

    async def ended(self) -> bool:
        """Does nothing more come?"""
        return await self._read() is None

    async def _read(self) -> Event | None:
        """The next event; None when the stream has ended."""
        kind, id, data = "", "", []
        async for line in self._lines:
            self.raw.append(line)
            name, _, value = line.partition(": ")
            match name:
                case "event":
                    kind = value
                case "id":
                    id = value
                case "data":
                    data.append(value)
                case "" if kind:
                    text = "\n".join(data)
                    return Event(kind, id, json.loads(text) if text.startswith("{") else text)
        return None

    async def until(self, kind: str) -> Event:
        while (event := await self.next()).kind != kind:
            pass
        return event


@asynccontextmanager
async def listening(visitor: Visitor, path: str, **headers: str) -> AsyncIterator[Events]:
    async with visitor.client.stream("GET", path, headers=visitor._headers(headers)) as answer:
        assert answer.status_code == 200
        yield Events(answer)
