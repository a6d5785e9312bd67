"""Programs that use the house over HTTP, in tests."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, NamedTuple

import httpx

from ridotto.house.people.guests import MASKS

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")

ids = count()  # starts again with every test, so that tables have the same names every time


def new_id() -> str:
    return f"made-up-by-a-test-{next(ids)}"


class Visitor:
    """A program, with or without keys."""

    def __init__(self, client: httpx.AsyncClient, *keys: str) -> None:
        self.client = client
        self.keys = keys

    def with_keys(self, *keys: str) -> "Visitor":
        return Visitor(self.client, *keys)

    def headers(self, more: dict[str, str]) -> dict[str, str]:
        keys = {"authorization": f"Bearer {','.join(self.keys)}"} if self.keys else {}
        return {"accept": "application/json", **keys, **more}

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=self.headers(headers))

    async def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        return await self.client.post(
            path, content=content, headers=self.headers({"content-type": "application/json", **headers})
        )

    async def get_json(self, path: str) -> Any:
        """The JSON of a successful response."""
        answer = await self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post_json(self, path: str, body: Any = None) -> Any:
        """The JSON of a successful response."""
        answer = await self.post(path, body)
        assert answer.is_success, answer.text
        return answer.json()


class Party:
    """A table with its host and guests."""

    def __init__(self, visitor: Visitor, id: str, host: str) -> None:
        self.id = id
        self.path = f"/tables/{id}"
        self.stranger = visitor
        self.host = visitor.with_keys(host)
        self.guests: dict[int, Visitor] = {}  # by seat

    @classmethod
    async def open(cls, visitor: Visitor, people: int | None = None, start: bool = False, **settings: Any) -> "Party":
        """Opens a table and seats people on all free chairs, or on the first `people` of them."""
        opened = await visitor.post_json("/tables", {"game": "verhext", "players": 3, "id": new_id(), **settings})
        party = cls(visitor, opened["table"], opened["key"])
        chairs = (await party.host.get_json(party.path))["frame"]["chairs"]
        free = [chair["seat"] for chair in chairs if chair["kind"] == "free"]
        for seat in free[:people]:
            body = {"name": NAMES[seat], "mask": MASKS[seat], "seat": seat, "id": new_id()}
            party.guests[seat] = visitor.with_keys((await visitor.post_json(f"{party.path}/seats", body))["key"])
        if start:
            await party.host.post_json(f"{party.path}/start")
        return party

    async def view(self, seat: int) -> Any:
        """The match as a guest sees it."""
        return (await self.guests[seat].get_json(self.path))["sight"]

    async def asked_guest(self) -> tuple[int, Any]:
        """The seat of a guest who has to decide, and their view."""
        for seat in self.guests:
            view = await self.view(seat)
            if view["scene"].get("actions"):
                return seat, view
        raise AssertionError("nobody has to decide")

    async def next_decision(self) -> tuple[int, dict[str, Any]]:
        """The seat and request body of a decision that somebody can make."""
        seat, view = await self.asked_guest()
        return seat, {"revision": view["revision"], "move": view["scene"]["actions"][0]["move"], "id": new_id()}

    async def decide(self) -> int:
        """Somebody decides; returns their seat."""
        seat, body = await self.next_decision()
        await self.guests[seat].post_json(f"{self.path}/decisions", body)
        return seat


class StreamEvent(NamedTuple):
    kind: str
    id: str
    data: Any


class EventStream:
    """The events of an open stream."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.raw: list[str] = []
        self._lines = answer.aiter_lines()

    async def next(self) -> StreamEvent:
        event = await self._read()
        assert event is not None, "the stream has ended"
        return event

    async def has_ended(self) -> bool:
        """Waits for the next event or the end."""
        return await self._read() is None

    async def _read(self) -> StreamEvent | None:
        """The next event; None at the end of the stream."""
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
                    return StreamEvent(kind, id, json.loads(text) if text.startswith("{") else text)
        return None

    async def wait_for(self, kind: str) -> StreamEvent:
        """The next event of this kind; skips others."""
        while (event := await self.next()).kind != kind:
            pass
        return event


@asynccontextmanager
async def event_stream(visitor: Visitor, path: str, **headers: str) -> AsyncIterator[EventStream]:
    async with visitor.client.stream("GET", path, headers=visitor.headers(headers)) as answer:
        assert answer.status_code == 200
        yield EventStream(answer)
