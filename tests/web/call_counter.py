"""Counts the function calls that a response takes: a measure of work that is the same on every machine."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import ridotto
from ridotto.house.people.guests import MASKS
from ridotto.house.service import House
from ridotto.house.tables.table import Table
from ridotto.web.tables import table_pages, table_translator
from tests.web.http_worlds import InProcessWorld
from tests.web.visitors import new_id

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina", "Gus", "Hanna")
COMPILED = {str(layout.with_suffix(".py")) for layout in Path(ridotto.__file__).parent.rglob("*.pxd")}
JSON_HEADERS = {"accept": "application/json", "content-type": "application/json"}
HTML_HEADERS = {"accept": "text/html", "accept-encoding": "gzip"}


class CallCounter:
    """Counts calls of Python functions and built-ins, but not of modules that can be compiled."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if event in ("call", "c_call") and frame.f_code.co_filename not in COMPILED:
            self.calls += 1


@contextmanager
def count_calls() -> Iterator[CallCounter]:
    counter, before = CallCounter(), sys.getprofile()
    sys.setprofile(counter)
    try:
        yield counter
    finally:
        sys.setprofile(before)


class RunningMatch:
    """A table with people on all chairs, and their keys."""

    def __init__(self, world: InProcessWorld, id: str, host: str, keys: dict[int, str]) -> None:
        self.world = world
        self.id = id
        self.path = f"/tables/{id}"
        self.host = host
        self.keys = keys
        self.chance = Random(id)

    @property
    def house(self) -> House:
        return self.world.app.house

    def table(self) -> Table:
        found = self.house.live_tables.by_id[self.id].table
        assert found is not None
        return found

    def next_decision(self) -> tuple[int, dict[str, Any]]:
        """The seat and request body of a random decision; avoids calls, which soon end a match."""
        table = self.table()
        seat = self.chance.choice(list(table.asked_since))
        moves = [table.game.text(move) for move in table.started_match.state.moves(seat)]
        move = self.chance.choice([move for move in moves if move != "call"] or moves)
        return seat, {"seat": seat, "revision": table.player_view(seat).revision, "move": move, "id": new_id()}

    async def play(self, decisions: int) -> None:
        for _ in range(decisions):
            if self.table().phase != "running":
                return
            seat, body = self.next_decision()
            await post(self.world, f"{self.path}/decisions", body, self.keys[seat])

    def drop_caches(self) -> None:
        """As if somebody had decided and the whole table had changed."""
        table = self.table()
        for cache in (table_translator._translators, table_pages._parts):
            cache.pop(table, None)
        table._player_views.clear()
        table._own_views.clear()
        table._info = table._views = table._public_view = None


def bearer_headers(*keys: str) -> dict[str, str]:
    """The headers of a program."""
    return {**JSON_HEADERS, "authorization": f"Bearer {','.join(keys)}"}


def browser_headers(*keys: str) -> dict[str, str]:
    cookies = "; ".join(f"key-{n}={key}" for n, key in enumerate(keys))
    form = "application/x-www-form-urlencoded"
    return {**HTML_HEADERS, "cookie": cookies, "origin": "http://house", "content-type": form}


async def post(world: InProcessWorld, path: str, body: dict[str, Any], *keys: str) -> Any:
    """The JSON of a successful response."""
    headers = bearer_headers(*keys) if keys else JSON_HEADERS
    answer = await world.request("POST", path, headers, json.dumps(body).encode())
    assert answer[9:10] == b"2", answer
    return json.loads(answer.partition(b"\r\n\r\n")[2])


def new_match(slug: str, **more: Any) -> dict[str, Any]:
    """The request body of a table with as many people as can play; its match starts at once."""
    players = ridotto.game(slug).players[-1]
    chairs = {str(seat): {"who": "here", "name": NAMES[seat], "mask": MASKS[seat]} for seat in range(players)}
    return {"game": slug, "players": players, "chairs": chairs, "start": True, "id": new_id(), **more}


async def open_match(world: InProcessWorld, slug: str, decisions: int = 0, **more: Any) -> RunningMatch:
    """A match after this number of decisions."""
    opened = await post(world, "/tables", new_match(slug, **more))
    match = RunningMatch(world, opened["table"], opened["key"], {seat["seat"]: seat["key"] for seat in opened["seats"]})
    await match.play(decisions)
    return match


async def open_and_close_stream(world: InProcessWorld, path: str, headers: dict[str, str]) -> None:
    stream = world.stream(path, headers)
    await world.settle()
    await stream.close()
    assert stream.sent.startswith(b"HTTP/1.1 200")
