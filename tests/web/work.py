"""How much work an answer costs: function calls are counted, not seconds, so that it is the same on every machine."""

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
from ridotto.web.schemas import response_schemas
from ridotto.web.tables import table_pages
from tests.web.visitors import new
from tests.web.worlds import WorldHere

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina", "Gus", "Hanna")
COMPILED = {str(layout.with_suffix(".py")) for layout in Path(ridotto.__file__).parent.rglob("*.pxd")}
JSON = {"accept": "application/json", "content-type": "application/json"}
HTML = {"accept": "text/html", "accept-encoding": "gzip"}


class Count:
    """Calls of Python functions and of what is built in. What is compiled counts as little where it is not."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if event in ("call", "c_call") and frame.f_code.co_filename not in COMPILED:
            self.calls += 1


@contextmanager
def counted() -> Iterator[Count]:
    count, before = Count(), sys.getprofile()
    sys.setprofile(count)
    try:
        yield count
    finally:
        sys.setprofile(before)


class Played:
    """A table with people on all chairs, in the middle of a match; their keys."""

    def __init__(self, world: WorldHere, id: str, host: str, keys: dict[int, str]) -> None:
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
        found = self.house.spots[self.id].table
        assert found is not None
        return found

    def deed(self) -> tuple[int, dict[str, Any]]:
        """Somebody's next decision, as it would be sent; such as end a match soon are left out."""
        table = self.table()
        seat = self.chance.choice(list(table.asked))
        moves = [table.game.text(move) for move in table.playing.state.moves(seat)]
        move = self.chance.choice([move for move in moves if move != "call"] or moves)
        return seat, {"seat": seat, "revision": table.sight(seat).revision, "move": move, "id": new()}

    async def play(self, decisions: int) -> None:
        for _ in range(decisions):
            if self.table().phase != "running":
                return
            seat, deed = self.deed()
            await post(self.world, f"{self.path}/decisions", deed, self.keys[seat])

    def forget_what_was_drawn(self) -> None:
        """As if somebody else had decided, and everything looked different now."""
        for kept in (response_schemas._zones, response_schemas._logs, table_pages._drawn):
            kept._things.clear()
        table = self.table()
        table._sights.clear()
        table._frame = table._looking = None


def bearing(*keys: str) -> dict[str, str]:
    return {**JSON, "authorization": f"Bearer {','.join(keys)}"}


def browsing(*keys: str) -> dict[str, str]:
    cookies = "; ".join(f"key-{n}={key}" for n, key in enumerate(keys))
    return {**HTML, "cookie": cookies, "origin": "http://house", "content-type": "application/x-www-form-urlencoded"}


async def post(world: WorldHere, path: str, body: dict[str, Any], *keys: str) -> Any:
    """Something that must be done before anything is measured."""
    answer = await world.ask("POST", path, bearing(*keys) if keys else JSON, json.dumps(body).encode())
    assert answer[9:10] == b"2", answer
    return json.loads(answer.partition(b"\r\n\r\n")[2])


def wish(slug: str, **more: Any) -> dict[str, Any]:
    """A table for as many people as can play, who are all there."""
    players = ridotto.game(slug).players[-1]
    chairs = {str(seat): {"who": "here", "name": NAMES[seat], "mask": MASKS[seat]} for seat in range(players)}
    return {"game": slug, "players": players, "chairs": chairs, "start": True, "id": new(), **more}


async def opened(world: WorldHere, slug: str, decisions: int = 0, **more: Any) -> Played:
    """A match, so many decisions after its start."""
    told = await post(world, "/tables", wish(slug, **more))
    played = Played(world, told["table"], told["key"], {seat["seat"]: seat["key"] for seat in told["seats"]})
    await played.play(decisions)
    return played


async def listened(world: WorldHere, path: str, headers: dict[str, str]) -> None:
    """A stream that is opened and left."""
    channel = world.listen(path, headers)
    await world.settle()
    await channel.close()
    assert channel.sent.startswith(b"HTTP/1.1 200")
