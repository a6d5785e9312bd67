"""No viewer is sent a byte that depends on what is hidden from them: twin matches, played over HTTP side by side.

RIDOTTO_TWINS is the number of twin matches for each viewer of each table.
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
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_info import ChairInfo
from ridotto.web.app import App
from ridotto.web.live.news import News
from ridotto.web.live.streams import HEARTBEAT, KeepAlive
from tests.diciassette.table import position
from tests.manual_time import NOON, ManualTime
from tests.web.http_worlds import (
    TABLE,
    InProcessWorld,
    act,
    in_process_world,
    prepare_store,
    seat_headers,
    socket_world,
)
from tests.web.leak_detector import WorldViewer, play_in_both, require_no_secrets
from tests.web.twin_positions import TwinPositions, find_twin, random_position

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

TWINS = int(os.environ.get("RIDOTTO_TWINS", "1"))
TURNS = 6
GAMES = ridotto.all_games()


@pytest.fixture(autouse=True)
def constant_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random tokens never change."""
    monkeypatch.setattr(secrets, "token_urlsafe", lambda nbytes=None: "made-up-at-random")


async def play_twins(folder: Path, twins: TwinPositions, viewer: int, chance: Random, clock: bool) -> WorldViewer:
    """Plays in this process. Both worlds have the same time."""
    time = ManualTime()
    game = twins.states[0][0].game
    files = [folder / f"{side}-{chance.getrandbits(60):x}.sqlite" for side in ("left", "right")]
    for file, start in zip(files, twins.starts, strict=True):
        await prepare_store(file, game, start, clock)
    async with in_process_world(files[0], time) as left, in_process_world(files[1], time) as right:
        watching = await play_in_both((left, right), twins, viewer, chance)
    require_no_secrets(bytes(watching.sent), viewer, twins.states[0][0].seats, twins)
    return watching


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
async def test_no_byte_depends_on_what_is_hidden(game: Any, tmp_path: Path) -> None:
    turns = requests = 0
    for number in range(TWINS):
        players = game.players[number % len(game.players)] if number else game.default_players
        for viewer in range(-1, players):
            chance = Random(f"{game.slug} {number} {viewer}")
            twins = find_twin(random_position(game, players, chance), viewer, chance, TURNS)
            watching = await play_twins(tmp_path, twins, viewer, chance, clock=chance.random() < 0.5)
            turns, requests = turns + len(twins.turns), requests + watching.requests
    print(f"{turns} turns, {requests} responses compared")
    assert turns


@pytest.mark.parametrize("slug", ["venezia", "verhext"])
async def test_no_byte_depends_on_what_is_hidden_over_sockets(slug: str, tmp_path: Path) -> None:
    game, chance = ridotto.game(slug), Random(f"{slug} over sockets")
    viewer = chance.randrange(-1, game.default_players)
    twins = find_twin(random_position(game, game.default_players, chance), viewer, chance, TURNS // 2)
    files = [tmp_path / f"{side}.sqlite" for side in ("left", "right")]
    for file, start in zip(files, twins.starts, strict=True):
        await prepare_store(file, game, start, clock=False)
    async with socket_world(files[0]) as left, socket_world(files[1]) as right:
        watching = await play_in_both((left, right), twins, viewer, chance)
    require_no_secrets(bytes(watching.sent), viewer, game.default_players, twins)
    assert twins.turns


# 17 Diciassette, a hidden card and 12 in the row; Ben has played, Cleo is next
WINDOW = position(
    "1/1 2/2 3/3", "4/4 4/4 5/5", "1/1 5 trap", "2/2 3/3 3/3", row="0:5/5 1:4/4 2:3/3 0:4- 1:1/1", turn=1, phase="call"
)


@pytest.mark.rule("diciassette.call.secret")
@pytest.mark.parametrize("viewer", [-1, 1])
async def test_standing_orders_and_answers_change_no_byte_for_others(viewer: int, tmp_path: Path) -> None:
    """At any moment of the window: orders in one world, early, late and changed answers in the other."""
    game, time = ridotto.game("diciassette"), ManualTime()
    start = game.load(WINDOW, seed=1).snapshot()
    files = [tmp_path / f"{side}.sqlite" for side in ("left", "right")]
    for file in files:
        await prepare_store(file, game, start, clock=True, insist=False)
    async with in_process_world(files[0], time) as left, in_process_world(files[1], time) as right:
        watching = WorldViewer((left, right), viewer, Random(viewer))
        await watching.look()
        watching.open_stream()
        for moment, here, there in (
            (0.2, ("orders", 0, {"order": "round"}), ("decisions", 0, {"move": "call"})),
            (0.5, ("decisions", 2, {"move": "5 down"}), ("decisions", 0, {"move": "pass"})),
            (0.9, ("orders", 3, {"order": "below", "number": 40}), ("decisions", 2, {"move": "trap down"})),
            (1.2, ("decisions", 2, {"move": "trap down"}), ("orders", 3, {"order": "round"})),
        ):
            await time.forward(moment - (time.now() - NOON) / 1000)
            await make_request(left, *here)
            await make_request(right, *there)
            await watching.compare_streams()
            await watching.request("GET", "/tables")
            await watching.look()
        await time.forward(1.499 - (time.now() - NOON) / 1000)
        await watching.compare_streams()
        asked = len(watching.streams[0][0].sent)
        await time.forward(0.001)
        await watching.compare_streams()
        assert len(watching.streams[0][0].sent) > asked, "Cleo has played"
        await watching.look()


async def make_request(world: InProcessWorld, what: str, seat: int, body: dict[str, Any]) -> None:
    if what == "decisions":
        await act(world, seat, what, f"{what}-{seat}-{body['move']}".replace(" ", "-"), **body)
        return
    answer = await world.request("POST", f"/tables/{TABLE}/{what}", seat_headers(seat), json.dumps(body).encode())
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
async def test_metrics_count_secret_decisions_and_are_local(
    app: App, time: ManualTime, client: str, forwarded: str, proxies: int, status: int
) -> None:
    app._proxies = proxies
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    answer = await InProcessWorld(app, time).request("GET", "/metrics", headers, client=client)
    assert answer.startswith(b"HTTP/1.1 %d" % status)
    assert (b"ridotto_decisions" in answer) == (status == 200)


# Leaks are found


def show_event_count_in_the_info(patch: pytest.MonkeyPatch) -> None:
    new_info = Table._new_info
    patch.setattr(Table, "_new_info", lambda self: structs.replace(new_info(self), digest=f"{self.event_count:024}"))


def show_event_count_in_the_revision(patch: pytest.MonkeyPatch) -> None:
    player_view = Table.player_view
    patch.setattr(
        Table,
        "player_view",
        lambda self, viewer: replace(player_view(self, viewer), revision=f"{self.event_count:024}"),
    )


def show_decision_count_of_a_seat(patch: pytest.MonkeyPatch) -> None:
    def counted(self: Table, seat: int) -> ChairInfo:
        decisions = sum(move.seat == seat for move in self.started_match.decisions())
        return structs.replace(chair(self, seat), mask=f"{decisions}")

    chair = Table._chair_info
    patch.setattr(Table, "_chair_info", counted)


def send_heartbeats_whenever_something_happens(patch: pytest.MonkeyPatch) -> None:
    take = News.take
    patch.setattr(News, "take", lambda *args: take(*args) or HEARTBEAT)


def delay_heartbeats_whenever_something_happens(patch: pytest.MonkeyPatch) -> None:
    """The next heartbeat comes later after a secret decision."""
    until = KeepAlive.until

    async def restarted(self: KeepAlive, changed: asyncio.Event) -> None:
        self.restart()
        await until(self, changed)

    patch.setattr(KeepAlive, "until", restarted)


def refuse_depending_on_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """Whether an old view is stale."""
    patch.setattr(Table, "has_seen", lambda table, *_: len(table.started_match.entries) % 2 == 0)


def count_decisions_as_presence(patch: pytest.MonkeyPatch) -> None:
    execute = House._execute_for_seat

    async def seen(self: House, table: str, keys: Any, seat: int | None, command: Any) -> Table:
        found = await execute(self, table, keys, seat, command)
        self.mark_present(table, found.chairs.seats_of(keys))
        return found

    patch.setattr(House, "_execute_for_seat", seen)


LEAKS = (
    count_decisions_as_presence,
    show_event_count_in_the_info,
    show_event_count_in_the_revision,
    show_decision_count_of_a_seat,
    send_heartbeats_whenever_something_happens,
    delay_heartbeats_whenever_something_happens,
    refuse_depending_on_hidden_state,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_leak_is_found(leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game with many secret decisions, in one of a few matches."""
    game = ridotto.game("venezia")
    leak(monkeypatch)
    for seed in range(6):
        chance = Random(seed)
        twins = find_twin(game.start(players=4, seed=3), 0, chance, 40)
        try:
            # without clocks, a decision changes nothing that everybody knows of a table
            await play_twins(tmp_path, twins, 0, chance, clock=leak is show_decision_count_of_a_seat)
        except AssertionError:  # a `Leak`, or something was accepted that must be refused
            return
    pytest.fail("the leak was not found")
