"""Nobody is sent a byte that depends on what is hidden from them: twin matches, played over HTTP side by side.

RIDOTTO_TWINS says how many are played for every viewer of every table.
"""

import asyncio
import json
import os
import secrets
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

import ridotto
from ridotto.house.service import House
from ridotto.house.tables.player_view import ChairInfo
from ridotto.house.tables.table import Table
from ridotto.web.app import App
from ridotto.web.live.streams import ALIVE, Heart, Stream
from tests.diciassette.table import position
from tests.manual_time import NOON, ManualTime
from tests.web.looking import Leak, Viewer, demand_no_secrets, live
from tests.web.twins import Twins, random_position, twins
from tests.web.worlds import TABLE, WorldHere, bearing, decide, prepare, world_here, world_there

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

TWINS = int(os.environ.get("RIDOTTO_TWINS", "1"))
TURNS = 6
GAMES = ridotto.games()


@pytest.fixture(autouse=True)
def constant(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made up at random never changes."""
    monkeypatch.setattr(secrets, "token_urlsafe", lambda nbytes=None: "made-up-at-random")


async def play_twins(folder: Path, pair: Twins, viewer: int, chance: Random, clock: bool) -> Viewer:
    """Plays them in this process. Both worlds have one time."""
    time = ManualTime()
    game = pair.states[0][0].game
    files = [folder / f"{side}-{chance.getrandbits(60):x}.sqlite" for side in ("left", "right")]
    for file, start in zip(files, pair.starts, strict=True):
        await prepare(file, game, start, clock)
    async with world_here(files[0], time) as left, world_here(files[1], time) as right:
        eye = await live((left, right), pair, viewer, chance)
    demand_no_secrets(bytes(eye.sent), viewer, pair.states[0][0].seats, pair)
    return eye


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
async def test_no_byte_depends_on_what_is_hidden(game: Any, tmp_path: Path) -> None:
    turns = asked = 0
    for number in range(TWINS):
        players = game.players[number % len(game.players)] if number else game.usual
        for viewer in range(-1, players):
            chance = Random(f"{game.slug} {number} {viewer}")
            pair = twins(random_position(game, players, chance), viewer, chance, TURNS)
            eye = await play_twins(tmp_path, pair, viewer, chance, clock=chance.random() < 0.5)
            turns, asked = turns + len(pair.turns), asked + eye.asked
    print(f"{turns} turns, {asked} answers compared")
    assert turns


@pytest.mark.parametrize("slug", ["venezia", "verhext"])
async def test_nor_over_real_sockets(slug: str, tmp_path: Path) -> None:
    game, chance = ridotto.game(slug), Random(slug)
    viewer = chance.randrange(-1, game.usual)
    pair = twins(random_position(game, game.usual, chance), viewer, chance, TURNS // 2)
    files = [tmp_path / f"{side}.sqlite" for side in ("left", "right")]
    for file, start in zip(files, pair.starts, strict=True):
        await prepare(file, game, start, clock=False)
    async with world_there(files[0]) as left, world_there(files[1]) as right:
        eye = await live((left, right), pair, viewer, chance)
    demand_no_secrets(bytes(eye.sent), viewer, game.usual, pair)
    assert pair.turns


# 17 Diciassette, a hidden card and 12 in the row; Ben has played, Cleo is next
WINDOW = position(
    "1/1 2/2 3/3", "4/4 4/4 5/5", "1/1 5 trap", "2/2 3/3 3/3", row="0:5/5 1:4/4 2:3/3 0:4- 1:1/1", turn=1, phase="call"
)


@pytest.mark.rule("diciassette.call.secret")
@pytest.mark.parametrize("viewer", [-1, 1])
async def test_nobody_is_sent_a_byte_more_where_somebody_has_orders_or_a_card_in_mind(
    viewer: int, tmp_path: Path
) -> None:
    """At any moment of the window: orders against answers by hand, soon or late, and thinking better of it."""
    game, time = ridotto.game("diciassette"), ManualTime()
    start = game.load(WINDOW, seed=1).snapshot()
    files = [tmp_path / f"{side}.sqlite" for side in ("left", "right")]
    for file in files:
        await prepare(file, game, start, clock=True, insist=False)
    async with world_here(files[0], time) as left, world_here(files[1], time) as right:
        eye = Viewer((left, right), viewer, Random(viewer))
        await eye.look()
        eye.listen()
        for moment, here, there in (
            (0.2, ("orders", 0, {"order": "round"}), ("decisions", 0, {"move": "call"})),
            (0.5, ("decisions", 2, {"move": "5 down"}), ("decisions", 0, {"move": "pass"})),
            (0.9, ("orders", 3, {"order": "below", "number": 40}), ("decisions", 2, {"move": "trap down"})),
            (1.2, ("decisions", 2, {"move": "trap down"}), ("orders", 3, {"order": "round"})),
        ):
            await time.forward(moment - (time.now() - NOON) / 1000)
            await wish(left, *here)
            await wish(right, *there)
            await eye.compare_streams()
            await eye.ask("GET", "/tables")
            await eye.look()
        await time.forward(1.499 - (time.now() - NOON) / 1000)
        await eye.compare_streams()
        asked = len(eye.streams[0][0].sent)
        await time.forward(0.001)
        await eye.compare_streams()
        assert len(eye.streams[0][0].sent) > asked, "Cleo has played"
        await eye.look()


async def wish(world: WorldHere, what: str, seat: int, body: dict[str, Any]) -> None:
    if what == "decisions":
        await decide(world, seat, what, f"{what}-{seat}-{body['move']}".replace(" ", "-"), **body)
        return
    answer = await world.ask("POST", f"/tables/{TABLE}/{what}", bearing(seat), json.dumps(body).encode())
    assert answer.startswith(b"HTTP/1.1 200"), answer
    await world.settle()


@pytest.mark.parametrize(
    ("client", "forwarded", "status"),
    [
        ("127.0.0.1", "", 200),
        ("::1", "", 200),
        ("::ffff:127.0.0.1", "", 200),
        ("192.0.2.7", "", 404),
        ("2001:db8::1", "", 404),
        ("127.0.0.1", "192.0.2.7", 404),
        ("127.0.0.1", "127.0.0.1, 192.0.2.7", 404),
        ("192.0.2.7", "127.0.0.1", 404),
        ("127.0.0.1", "somebody", 404),
    ],
)
@pytest.mark.parametrize("proxies", [0, 1])
async def test_figures_count_secret_steps_and_stay_in_the_house(
    app: App, time: ManualTime, client: str, forwarded: str, proxies: int, status: int
) -> None:
    app.proxies = proxies
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    answer = await WorldHere(app, time).ask("GET", "/metrics", headers, client=client)
    assert answer.startswith(b"HTTP/1.1 %d" % status)
    assert (b"ridotto_decisions" in answer) == (status == 200)


# What would be a leak is found


def count_entries_in_the_frame(patch: pytest.MonkeyPatch) -> None:
    new_frame = Table._new_frame
    patch.setattr(Table, "_new_frame", lambda self: structs.replace(new_frame(self), digest=f"{self.length:024}"))


def count_entries_in_the_revision(patch: pytest.MonkeyPatch) -> None:
    sight = Table.sight
    patch.setattr(Table, "sight", lambda self, viewer: replace(sight(self, viewer), revision=f"{self.length:024}"))


def count_decisions_of_a_seat(patch: pytest.MonkeyPatch) -> None:
    def counted(self: Table, seat: int) -> ChairInfo:
        decisions = sum(move.seat == seat for move in self.playing.moves())
        return structs.replace(chair(self, seat), mask=f"{decisions}")

    chair = Table._chair_frame
    patch.setattr(Table, "_chair_frame", counted)


def send_something_whenever_something_happens(patch: pytest.MonkeyPatch) -> None:
    news = Stream._news

    def told(self: Stream, *args: Any) -> tuple[bytes, str]:
        data, now = news(self, *args)
        return data or ALIVE, now

    patch.setattr(Stream, "_news", told)


def rest_whenever_something_happens(patch: pytest.MonkeyPatch) -> None:
    """The next sign of life comes later where somebody decided in secret."""
    beat_until = Heart.beat_until

    async def rested(self: Heart, changed: asyncio.Event) -> None:
        self.rest()
        await beat_until(self, changed)

    patch.setattr(Heart, "beat_until", rested)


def refuse_by_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    """Whether an old sight will do."""
    patch.setattr(Table, "has_seen", lambda table, *_: len(table.playing.entries) % 2 == 0)


def be_there_by_deciding(patch: pytest.MonkeyPatch) -> None:
    arrive = House._arrive

    async def seen(self: House, table: str, keys: Any, seat: int) -> Table:
        found = await arrive(self, table, keys, seat)
        self.greet(table, [seat])
        return found

    patch.setattr(House, "_arrive", seen)


LEAKS = (
    be_there_by_deciding,
    count_entries_in_the_frame,
    count_entries_in_the_revision,
    count_decisions_of_a_seat,
    send_something_whenever_something_happens,
    rest_whenever_something_happens,
    refuse_by_what_is_hidden,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_leak_is_found(leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game where much is decided in secret."""
    game = ridotto.game("venezia")
    chance = Random(3)
    pair = twins(game.start(players=4, seed=3), 0, chance, 40)
    leak(monkeypatch)
    with pytest.raises(Leak):
        await play_twins(tmp_path, pair, 0, chance, clock=False)
