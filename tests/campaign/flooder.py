"""A visitor that floods a house, in a process of its own that is limited to half a core.

`python -m tests.campaign.flooder HOUSE DEPTH` reads lines `SECONDS FLOOD`. For each, it writes `ready` when everything
is prepared, and then the number of answers by status as JSON. Each flood comes from one address; tables and the record
may be prepared from other addresses. DEPTH is the number of undone steps that make them long.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from itertools import count
from random import Random

from ridotto.engine import record
from ridotto.engine.match import Match
from ridotto.games import game, slugs
from ridotto.web.http.rate_limits import RATES
from tests.campaign.people import NO_ANSWER, NoStream, Player, ReconnectingClient, Visitor, new_id, planning
from tests.web.raw_http import CONNECTION_ERRORS, HttpClient

SHARE = 0.5  # of a core
HANDS = 40  # requests at the same time
BURST = 15  # tables or requests that one address may prepare
LARGE = 1_500_000  # bytes of a record
ENTRY = 42  # bytes of one entry
STREAMS = 150
LOST = (TimeoutError, *CONNECTION_ERRORS)
WORDS = ("the", "card%20e", "a%20e%20i%20o", "in%20di%20der", "player%20trick%20round", "x", "punkt", "citt%C3%A0")
LANGUAGES = ("en", "de", "it")

Act = Callable[[int], Awaitable[int]]  # the request of that number: its status


class CpuLimit:
    """Limits this process to its share of a core, by its CPU clock."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.monotonic(), time.process_time()

    async def hold(self) -> None:
        used, passed = time.process_time() - self._cpu, time.monotonic() - self._wall
        await asyncio.sleep(max(0.0, used / SHARE - passed))


class Flooder:
    def __init__(self, http: HttpClient, house: str, depth: int) -> None:
        self.depth = depth
        self.leash = CpuLimit()
        self.held = AsyncExitStack()  # During a flood
        self._addresses = (f"198.51.{n // 250}.{1 + n % 250}" for n in count())
        self.visitor = self._helper = Visitor(http, house, next(self._addresses))
        self._prepared = count()
        self._long: Player | None = None
        self._over = ""

    async def flood(self, name: str, seconds: float) -> Counter[int]:
        self.visitor = self.visitor.at(next(self._addresses))
        act = await FLOODS[name](self)
        print("ready", flush=True)
        self.leash = CpuLimit()
        counted: Counter[int] = Counter()
        numbers, end = count(), time.monotonic() + seconds

        async def keep_asking() -> None:
            while time.monotonic() < end:
                try:
                    counted[await act(next(numbers))] += 1
                except LOST:
                    counted[NO_ANSWER] += 1
                await self.leash.hold()

        async with self.held:
            await asyncio.gather(*(keep_asking() for _ in range(HANDS)))
        return counted

    async def status(self, method: str, path: str, key: str = "", body: object = None, **headers: str) -> int:
        return (await self.visitor.ask(method, path, key, body, **headers)).status

    async def decide_and_undo(self, visitor: Visitor, table: Player, seat: int) -> int:
        """Makes a decision and undoes it."""
        player = Player(visitor, table.alone(seat).seats, table.chance)
        answer, decision = await player.look()
        if decision is not None:
            answer = await player.decide(decision)
            if answer.is_success:
                await player.take_back(answer)
        return answer.status

    # Preparation

    def helper(self) -> Visitor:
        """A visitor that prepares tables; after a while, one with another address."""
        if next(self._prepared) % BURST == 0:
            self._helper = self._helper.at(next(self._addresses))
        return self._helper

    async def tables(self, number: int) -> list[Player]:
        """Tables of two people who are planning."""
        return [await planning(self.helper()) for _ in range(min(number, self.depth))]

    async def long_table(self) -> Player:
        """A table at which both people have undone as much as they may."""
        if self._long is None:
            self._long = await planning(self.helper(), patience=3600)
            for n in range(2 * self.depth):
                await self.decide_and_undo(self.helper(), self._long, n % 2)
        return self._long

    async def finished_table(self) -> str:
        """The same, ended early, so that it has a record."""
        if not self._over:
            seats, self._long = (await self.long_table()).seats, None
            for seat, key in seats.keys.items():
                await self.helper().must("POST", f"{seats.path}/abandon", key, seat=seat)
            self._over = seats.path
        return self._over

    def long_record(self) -> bytes:
        """A valid record of a match in which almost everything was undone."""
        chance, match = Random(0), Match(game("venezia"), 2, {}, 1)
        entries = LARGE // ENTRY if self.depth >= BURST else BURST
        while len(match.entries) < entries and not match.over:
            seat = match.state.actors()[0]
            match.play(seat, chance.choice(match.state.moves(seat)))
            if match.can_undo(seat) and chance.random() < 0.99:
                match.undo(seat)
        return "".join(f"{line}\n" for line in record.lines(match)).encode()


# Floods


async def invented_revisions(flooder: Flooder) -> Act:
    seats = (await flooder.long_table()).seats
    path, key = f"{seats.path}/decisions", seats.keys[1]
    return lambda n: flooder.status("POST", path, key, {"revision": f"{n:040x}", "move": "pass", "id": new_id()})


async def undone_steps(flooder: Flooder) -> Act:
    """At several tables, so that requests do not conflict."""
    tables = await flooder.tables(BURST)
    return lambda n: flooder.decide_and_undo(flooder.visitor, tables[n % len(tables)], 0)


async def searches(flooder: Flooder) -> Act:
    games = slugs()
    return lambda n: flooder.status(
        "GET", f"/rules/{games[n % len(games)]}?q={WORDS[n % len(WORDS)]}&lang={LANGUAGES[n % 3]}"
    )


async def pages(flooder: Flooder) -> Act:
    seats = (await flooder.long_table()).seats
    keys = ",".join(seats.keys.values())
    return lambda n: flooder.status(
        "GET", f"{seats.path}?seat={n % 2}&lang={LANGUAGES[n % 3]}", keys, accept="text/html"
    )


async def figures(flooder: Flooder) -> Act:
    seats = (await flooder.long_table()).seats
    return lambda n: flooder.status("GET", f"{seats.path}/figures", accept=("text/html", "application/json")[n % 2])


async def records_posted(flooder: Flooder) -> Act:
    body = flooder.long_record()
    return lambda n: flooder.status("POST", "/records", "", body, **{"content-type": "text/plain"})


async def records_fetched(flooder: Flooder) -> Act:
    path = await flooder.finished_table()
    return lambda n: flooder.status("GET", f"{path}/record")


async def tables_opened(flooder: Flooder) -> Act:
    games = slugs()
    return lambda n: flooder.status(
        "POST", "/tables", "", {"game": games[n % len(games)], "listed": True, "id": new_id()}
    )


async def masters(flooder: Flooder) -> Act:
    """Twenty tables where masters play and their host watches; then more of them.

    Matches of bots alone have a budget. A person who resigns at once gets around it.
    """
    for n in range(min(20, flooder.depth)):
        person = n >= RATES["bots"].burst
        seats = await flooder.visitor.open("venezia", *["master"] * 3, "" if person else "master")
        if person:
            await flooder.visitor.must("POST", f"{seats.path}/resign", seats.keys[3], seat=3)
        await flooder.held.enter_async_context(flooder.visitor.stream(f"{seats.path}/events", seats.host))
    settings = {"game": "venezia", "players": 4, "bots": dict.fromkeys(range(4), "master"), "start": True}
    return lambda n: flooder.status("POST", "/tables", "", {**settings, "id": new_id()})


async def hints(flooder: Flooder) -> Act:
    tables = await flooder.tables(20)

    def act(n: int) -> Awaitable[int]:
        seats = tables[n // 2 % len(tables)].seats
        return flooder.status("GET", f"{seats.path}/hint?seat={n % 2}", seats.keys[n % 2])

    return act


async def chat(flooder: Flooder) -> Act:
    seats = (await flooder.tables(1))[0].seats
    text = "è " * 149
    return lambda n: flooder.status("POST", f"{seats.path}/chat", seats.keys[0], {"text": text, "id": new_id()})


async def streams_opened(flooder: Flooder) -> Act:
    seats = (await flooder.long_table()).seats

    async def act(n: int) -> int:
        try:
            async with flooder.visitor.stream(f"{seats.path}/events?as={('html', 'json')[n % 2]}") as connection:
                await anext(connection.chunks())
        except NoStream as refusal:
            return refusal.status
        return 200

    return act


async def streams_followed(flooder: Flooder) -> Act:
    """Many streams at one table that changes all the time."""
    seats = (await flooder.tables(1))[0].seats

    async def follow() -> None:
        with suppress(*LOST):
            async with flooder.visitor.stream(f"{seats.path}/events?as=html&seat=0", seats.keys[0]) as connection:
                async for _ in connection.chunks():
                    await flooder.leash.hold()

    for _ in range(min(STREAMS, flooder.depth)):
        flooder.held.callback(asyncio.create_task(follow()).cancel)
    player = Player(flooder.visitor, seats, Random(0))

    async def act(n: int) -> int:
        answer, decision = await player.look()
        return (await player.decide(decision) if decision else answer).status

    return act


async def unknown_paths(flooder: Flooder) -> Act:
    paths = ("/{}", "/tables/{}", "/join?table={}", "/static/{}", "/rules/{}", "/keys/{0}.{0}", "/%2e%2e/{}")
    return lambda n: flooder.status("GET", paths[n % len(paths)].format(f"{n:012}"), accept="text/html")


async def bad_hosts(flooder: Flooder) -> Act:
    hosts = ("evil.example", "x" * 3000, "127.0.0.1@evil.example", "[::", "localhost:99999999", "")
    return lambda n: flooder.status("GET", "/", host=hosts[n % len(hosts)])


async def huge_heads(flooder: Flooder) -> Act:
    sizes = (20_000, 60_000, 300_000)
    return lambda n: flooder.status("GET", "/", **{"x-large": "x" * sizes[n % 3]})


async def damaged_json(flooder: Flooder) -> Act:
    seats = (await flooder.tables(1))[0].seats
    bodies = (b'{"revision": "', b"[" * 60_000, b'{"a":' * 12_000, b"\xff" * 9000, b"9" * 60_000, b"x" * 70_000)
    return lambda n: flooder.status("POST", f"{seats.path}/decisions", seats.keys[0], bodies[n % len(bodies)])


FLOODS: dict[str, Callable[[Flooder], Awaitable[Act]]] = {
    "invented revisions": invented_revisions,
    "steps taken back": undone_steps,
    "searches in rulebooks": searches,
    "pages of a long match": pages,
    "figures of a long match": figures,
    "records fetched": records_fetched,
    "records of 1.5 MB to check": records_posted,
    "tables opened": tables_opened,
    "20 tables of four masters": masters,
    "hints": hints,
    "chat": chat,
    "streams opened and closed": streams_opened,
    "150 streams followed": streams_followed,
    "unknown paths": unknown_paths,
    "bad Host headers": bad_hosts,
    "huge heads": huge_heads,
    "damaged JSON": damaged_json,
}


async def main(house: str, depth: int) -> None:
    async with ReconnectingClient() as http:
        flooder = Flooder(http, house, depth)
        while line := await asyncio.to_thread(sys.stdin.readline):
            seconds, _, name = line.strip().partition(" ")
            print(json.dumps(await flooder.flood(name, float(seconds))), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
