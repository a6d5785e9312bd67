"""Prices of routes: in proportion to the work, measured in function calls."""

import json
import sys
from collections.abc import Awaitable, Callable
from fractions import Fraction
from random import Random
from statistics import median
from typing import Any
from urllib.parse import urlencode

import pytest

import ridotto
from ridotto.engine.game import Game
from ridotto.engine.match import Match
from ridotto.house.background_jobs import BackgroundJobs
from ridotto.house.people.presence import LONG_ABSENCE_SECONDS
from ridotto.house.service import House
from ridotto.house.tables.events import Started
from ridotto.house.tables.new_table import NewChair, NewTable
from ridotto.web.app import App
from ridotto.web.endpoint import Route
from ridotto.web.http.rate_limits import (
    MAX_STREAMS,
    RATES,
    STREAM_HTML_PRICE,
    STREAM_JSON_PRICE,
    TABLE_LOAD_PRICE,
    Unlimited,
)
from ridotto.web.routes import ROUTES
from ridotto.web.tables import figures_cache
from tests.checkout import ROOT
from tests.manual_time import ManualTime
from tests.web.call_counter import (
    JSON_HEADERS,
    RunningMatch,
    bearer_headers,
    browser_headers,
    count_calls,
    new_match,
    open_and_close_stream,
    open_match,
    post,
)
from tests.web.http_worlds import InProcessWorld
from tests.web.visitors import new_id

pytestmark = pytest.mark.anyio

TOKEN = 6000  # calls: about a millisecond
TOLERANCE = 3
GAMES = [game.slug for game in ridotto.all_games()]
DECISIONS = 40  # before a table is measured
FIRST_GAME = {0: NewChair(who="here", mask="gatta"), **{seat: NewChair(who="bot") for seat in range(1, 6)}}

Measure = Callable[["Meter"], Awaitable[None]]
MEASURES: dict[tuple[str, str], Measure] = {}


def route_of(method: str, path: str) -> Route:
    return next(route for route in ROUTES if (route.method, route.path) == (method, path))


def measures(*routes: str) -> Callable[[Measure], Measure]:
    """Decorates a function that measures these routes."""

    def register(measure: Measure) -> Measure:
        for route in routes:
            method, path = route.split()
            MEASURES[method, path] = measure
        return measure

    return register


class Meter:
    """Measures requests, and keeps the most expensive one of each kind."""

    def __init__(self, world: InProcessWorld) -> None:
        self.world = world
        self.house = world.app.house
        self.found: dict[tuple[str, str, bool], float] = {}  # by route, and is it a page?

    def note(self, route: str, page: bool, calls: float) -> None:
        method, path = route.split()
        key = (method, path, page)
        self.found[key] = max(self.found.get(key, 0), calls)

    async def request(self, route: str, path: str, headers: dict[str, str], body: bytes = b"") -> int:
        """Sends and measures one request."""
        method, _ = route.split()
        with count_calls() as count:
            answer = await self.world.request(method, path, headers, body)
        assert answer[9:10] in (b"2", b"3"), answer[:300]
        self.note(route, "text/html" in headers["accept"], count.calls)
        return count.calls

    async def get(self, route: str, path: str, *keys: str, forget: Callable[[], None] = lambda: None) -> None:
        """Measures JSON and page, with and without what `forget` removes from caches."""
        for headers in (bearer_headers(*keys), browser_headers(*keys)):
            await self.world.request("GET", path, headers)  # fills caches that are never emptied
            await self.request(route, path, headers)
            forget()
            await self.request(route, path, headers)

    async def post(self, route: str, path: str, body: dict[str, Any], *keys: str) -> None:
        await self.request(route, path, bearer_headers(*keys), json.dumps(body).encode())


@pytest.fixture
async def meter(house: House, time: ManualTime, monkeypatch: pytest.MonkeyPatch) -> Meter:
    async def run_here(self: BackgroundJobs, work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """Runs jobs in this process. Figures are measured; records have buckets of their own."""
        profile = sys.getprofile()
        if work is not figures_cache.compute_figures:
            sys.setprofile(None)
        try:
            return work(*given)
        finally:
            sys.setprofile(profile)

    monkeypatch.setattr(BackgroundJobs, "_attempt", run_here)
    for where, name in ((house.live_tables, "on_change"), (house.butler, "start_due_tasks")):
        monkeypatch.setattr(where, name, lambda table: None)  # nobody pays for what bots do
    return Meter(InProcessWorld(App(house, Unlimited()), time))


def played_to_the_end(game: Game) -> Match:
    """A random match of as many people as can play."""
    match, chance = Match(game, game.players[-1], seed=1), Random(1)
    while not match.over:
        seat = chance.choice(match.state.actors())
        match.play(seat, chance.choice(match.state.moves(seat)))
    return match


# Measurements


@measures("GET /", "GET /tables")
async def measure_lobby(meter: Meter) -> None:
    for n in range(60):
        await meter.house.open_table(NewTable(game=GAMES[n % len(GAMES)], listed=True), f"one-of-many-{n:04}")
    for path in ("/", "/tables"):
        await meter.get(f"GET {path}", path)


@measures("GET /games", "GET /manifest", "GET /health", "GET /openapi.json")
async def measure_plain(meter: Meter) -> None:
    for path in ("/games", "/manifest", "/health", "/openapi.json"):
        await meter.world.request("GET", path, JSON_HEADERS)
        await meter.request(f"GET {path}", path, JSON_HEADERS)


@measures("GET /metrics")
async def measure_metrics(meter: Meter) -> None:
    with count_calls() as count:
        answer = await meter.world.request("GET", "/metrics", JSON_HEADERS, client="127.0.0.1")
    assert b"ridotto_decisions" in answer
    meter.note("GET /metrics", False, count.calls)


@measures("GET /new", "GET /rules/{game}")
async def measure_rulebooks(meter: Meter) -> None:
    for slug in GAMES:
        await meter.get("GET /new", f"/new?game={slug}")
        for words in ("", "e", "e a i n r s t o"):
            await meter.get("GET /rules/{game}", f"/rules/{slug}?{urlencode({'q': words})}")


@measures("POST /tables", "POST /learn")
async def measure_new_tables(meter: Meter) -> None:
    for slug in GAMES:
        for route, body in (
            ("POST /tables", lambda slug=slug: new_match(slug)),
            ("POST /learn", lambda slug=slug: {"game": slug, "id": new_id()}),
        ):
            await post(meter.world, route.split()[1], body())
            await meter.post(route, route.split()[1], body())


@measures(
    "POST /tables/{table}/seats",
    "POST /tables/{table}/bots",
    "POST /tables/{table}/free",
    "POST /tables/{table}/start",
    "POST /tables/{table}/close",
    "GET /tables/{table}/code",
    "GET /join",
)
async def measure_before_the_match(meter: Meter) -> None:
    for slug in GAMES:
        for end in ("start", "close"):
            told = await post(meter.world, "/tables", new_match(slug, chairs={}, start=False))
            path, host = f"/tables/{told['table']}", told["key"]
            await meter.get("GET /tables/{table}/code", f"{path}/code", host)
            code = json.loads(
                (await meter.world.request("GET", f"{path}/code", bearer_headers(host))).partition(b"\r\n\r\n")[2]
            )
            for said in (told["table"], code["code"]):
                await meter.get("GET /join", f"/join?table={said}")
            await meter.post(
                "POST /tables/{table}/seats", f"{path}/seats", {"name": "Anna", "mask": "gatta", "id": new_id()}
            )
            await meter.post("POST /tables/{table}/bots", f"{path}/bots", {"seat": 1, "level": "novice"}, host)
            await meter.post("POST /tables/{table}/free", f"{path}/free", {"seat": 1}, host)
            body = {"level": "novice"} if end == "start" else {}
            await meter.post(f"POST /tables/{{table}}/{end}", f"{path}/{end}", body, host)


@measures(
    "GET /tables/{table}",
    "GET /tables/{table}/links",
    "GET /tables/{table}/figures",
    "GET /tables/{table}/log",
    "GET /tables/{table}/hint",
    "POST /tables/{table}/decisions",
    "POST /tables/{table}/undo",
    "POST /tables/{table}/chat",
    "POST /tables/{table}/remarks",
    "POST /tables/{table}/reactions",
    "POST /tables/{table}/settings",
    "POST /tables/{table}/asking",
    "POST /tables/{table}/orders",
    "POST /tables/{table}/lessons",
    "GET /keys/{table}.{key}",
    "POST /keys/{table}.{key}",
)
async def measure_match(meter: Meter) -> None:
    for slug in GAMES:
        played = await open_match(meter.world, slug, DECISIONS)
        key, path = played.keys[0], played.path
        await meter.get("GET /tables/{table}", path, key, forget=played.drop_caches)
        await meter.get("GET /tables/{table}/links", f"{path}/links", key)
        await meter.get("GET /keys/{table}.{key}", f"/keys/{played.id}.{key}")
        await meter.post("POST /keys/{table}.{key}", f"/keys/{played.id}.{key}", {})
        await meter.post("POST /tables/{table}/chat", f"{path}/chat", {"text": "Hello!", "id": new_id()}, key)
        await meter.post("POST /tables/{table}/settings", f"{path}/settings", {"talk": "anyone"}, played.host)
        remark = {"name": "Zeno", "text": "Hello!", "id": new_id()}
        await meter.post("POST /tables/{table}/remarks", f"{path}/remarks", remark)
        await meter.post("POST /tables/{table}/reactions", f"{path}/reactions", {"gesture": "bow"}, key)
        if played.table().game.has_windows:
            await meter.post("POST /tables/{table}/orders", f"{path}/orders", {"order": "round"}, key)
            await meter.post("POST /tables/{table}/asking", f"{path}/asking", {"wants": True}, key)
            await meter.post("POST /tables/{table}/asking", f"{path}/asking", {"wants": False}, key)
        await measure_lessons(meter, slug)
        await measure_figures(meter, played)
        await measure_log(meter, played)
        await measure_decisions(meter, played)


async def measure_lessons(meter: Meter, slug: str) -> None:
    """At a table that waits until a lesson is read."""
    table, _ = await meter.house.open_table(
        NewTable(game=slug, guided=True, chairs=FIRST_GAME), f"first-game-of-{slug}"
    )
    key = meter.house.chair_key(table, f"first-game-of-{slug}", 0)
    await meter.house.executor.execute(table, lambda table: Started())
    await meter.post("POST /tables/{table}/lessons", f"/tables/{table}/lessons", {"lesson": "goal"}, key)


async def measure_figures(meter: Meter, played: RunningMatch) -> None:
    """The figures of a whole match, computed for the first time."""
    whole = played_to_the_end(played.table().game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played.table().started_match, "public", whole.public)
        forget = meter.world.app._services.figures._tasks._values.clear
        await meter.get("GET /tables/{table}/figures", f"{played.path}/figures", forget=forget)


async def measure_log(meter: Meter, played: RunningMatch) -> None:
    """The last part of a whole match's log, and one in the middle."""
    whole = played_to_the_end(played.table().game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played.table().started_match, "_logs", whole._logs)
        for part in ("", f"?before={whole.note_count(-1) // 2}"):
            await meter.get("GET /tables/{table}/log", f"{played.path}/log{part}")


async def measure_decisions(meter: Meter, played: RunningMatch) -> None:
    """The median: some decisions change the whole table, others hardly anything."""
    calls = []
    for _ in range(20):
        seat, decision = played.next_decision()
        with count_calls() as count:
            await post(meter.world, f"{played.path}/decisions", decision, played.keys[seat])
        calls.append(count.calls)
        view = played.table().player_view(seat)
        if view.undo:
            body = {"seat": seat, "revision": view.revision, "id": new_id()}
            await meter.post("POST /tables/{table}/undo", f"{played.path}/undo", body, played.keys[seat])
    meter.note("POST /tables/{table}/decisions", False, median(calls))
    seat, _ = played.next_decision()
    await meter.request(
        "GET /tables/{table}/hint", f"{played.path}/hint?seat={seat}", bearer_headers(played.keys[seat])
    )


@measures(
    "GET /tables/{table}/people",
    "POST /tables/{table}/here",
    "POST /tables/{table}/nudge",
    "POST /tables/{table}/substitute",
    "POST /tables/{table}/patience",
    "POST /tables/{table}/offers",
    "GET /tables/{table}/chairs/{key}",
    "POST /tables/{table}/chairs/{key}",
)
async def measure_absences(meter: Meter) -> None:
    for slug in GAMES:
        played = await open_match(meter.world, slug, DECISIONS)
        path, seat = played.path, played.table().awaited()[0]
        await meter.house.store.record_presence([(played.id, seat)])
        await meter.world.time.forward(2 * LONG_ABSENCE_SECONDS)
        await meter.get("GET /tables/{table}/people", f"{path}/people", played.host)
        await meter.post("POST /tables/{table}/here", f"{path}/here", {}, played.host)
        await meter.post("POST /tables/{table}/nudge", f"{path}/nudge", {"seat": seat}, played.host)
        await meter.post("POST /tables/{table}/substitute", f"{path}/substitute", {"seat": seat}, played.host)
        await meter.post("POST /tables/{table}/patience", f"{path}/patience", {"patience": None}, played.host)
        offer, body = f"{path}/offers", {"seat": seat, "id": new_id()}
        link = (await post(meter.world, offer, body, played.host))["link"].partition("/tables")[2]
        await meter.post("POST /tables/{table}/offers", offer, body, played.host)
        await meter.request(
            "POST /tables/{table}/offers", offer, browser_headers(played.host), urlencode(body).encode()
        )
        await meter.world.time.forward(LONG_ABSENCE_SECONDS)
        await meter.get("GET /tables/{table}/chairs/{key}", f"/tables{link}")
        await meter.post("POST /tables/{table}/chairs/{key}", f"/tables{link}", {"id": new_id()})


@measures(
    "POST /tables/{table}/resign",
    "POST /tables/{table}/abandon",
    "POST /tables/{table}/rematch",
    "GET /tables/{table}/rematch",
    "GET /tables/{table}/record",
    "POST /records",
)
async def measure_after_the_match(meter: Meter) -> None:
    for slug in GAMES:
        played = await open_match(meter.world, slug, 10)
        await meter.post("POST /tables/{table}/resign", f"{played.path}/resign", {}, played.keys[0])
        for seat in list(played.keys)[1:]:
            await meter.post("POST /tables/{table}/abandon", f"{played.path}/abandon", {}, played.keys[seat])
        await meter.post("POST /tables/{table}/rematch", f"{played.path}/rematch", {}, played.host)
        await meter.get("GET /tables/{table}/rematch", f"{played.path}/rematch", played.keys[1])
        await meter.request("GET /tables/{table}/record", f"{played.path}/record", JSON_HEADERS)
        record = (await meter.world.request("GET", f"{played.path}/record", JSON_HEADERS)).partition(b"\r\n\r\n")[2]
        await meter.request("POST /records", "/records", {**JSON_HEADERS, "content-type": "text/plain"}, record)


@measures("GET /tables/{table}/events")
async def measure_streams(meter: Meter) -> None:
    """Streams of viewers who are up to date: rendered tables have a price of their own."""
    for slug in GAMES:
        played = await open_match(meter.world, slug, DECISIONS)
        frame, view = played.table().info(), played.table().player_view(0)
        path = f"{played.path}/events?after={view.revision}.{frame.digest}"
        with count_calls() as count:
            await open_and_close_stream(meter.world, path, bearer_headers(played.keys[0]))
        meter.note("GET /tables/{table}/events", False, count.calls)


# Prices


def require_fair(price: int, calls: float, what: str) -> None:
    worth = calls / TOKEN
    assert price >= worth / TOLERANCE, f"{what} costs {price}, and takes {calls:.0f} calls: {worth:.1f} tokens"
    assert price <= max(1, worth * TOLERANCE), f"{what} costs {price}, and takes only {calls:.0f} calls: {worth:.1f}"


def test_every_route_is_measured() -> None:
    assert MEASURES.keys() == {(route.method, route.path) for route in ROUTES}


@pytest.mark.slow
@pytest.mark.parametrize("measure", dict.fromkeys(MEASURES.values()), ids=lambda measure: measure.__name__)
async def test_prices_are_in_proportion_to_the_work(measure: Measure, meter: Meter) -> None:
    await measure(meter)
    measured = {route for route, own in MEASURES.items() if own is measure}
    assert {(method, path) for method, path, _ in meter.found} == measured
    for (method, path, page), calls in meter.found.items():
        route = route_of(method, path)
        price = route.price if route.page_price is None or not page else route.page_price
        print(f"{method} {path} {'page' if page else 'data'}: {price} for {calls:.0f} calls")
        require_fair(price, calls, f"{method} {path}, as {'a page' if page else 'data'},")


@pytest.mark.slow
async def test_the_prices_of_tables_in_streams(meter: Meter) -> None:
    drawn: dict[tuple[str, str], float] = {}
    for slug in GAMES:
        played = await open_match(meter.world, slug, DECISIONS)
        for form in ("html", "html", "json"):  # the first time loads templates
            played.drop_caches()
            meter.world.app.streams.rendered._values.clear()
            with count_calls() as count:
                await open_and_close_stream(
                    meter.world, f"{played.path}/events?as={form}", bearer_headers(played.keys[0])
                )
            drawn[slug, form] = count.calls
    for form, price, what in (
        ("html", STREAM_HTML_PRICE, "A table drawn"),
        ("json", 2 * STREAM_JSON_PRICE, "A frame and a scene"),
    ):
        require_fair(price, max(drawn[slug, form] for slug in GAMES), what)


@pytest.mark.slow
async def test_the_price_of_loading_a_table(meter: Meter) -> None:
    """The match has lasted for a while."""
    most = 0
    for slug in GAMES:
        played = await open_match(meter.world, slug, 3 * DECISIONS)
        calls = []
        for clear in (lambda: None, meter.house.live_tables.by_id.clear):
            clear()
            with count_calls() as count:
                await meter.world.request("GET", f"{played.path}/links", bearer_headers(played.host))
            calls.append(count.calls)
        most = max(most, calls[1] - calls[0])
    print(most)
    require_fair(TABLE_LOAD_PRICE, most, "A table that is not in memory")


def test_no_price_exceeds_its_bucket() -> None:
    for route in ROUTES:
        assert max(route.price, route.page_price or 0) <= RATES[route.bucket].burst


# Documentation


def rows(page: str, columns: int) -> list[list[str]]:
    """The rows of all tables with this number of columns on a page."""
    lines = (ROOT / "docs" / page).read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [row for row in cells if len(row) == columns]


def test_every_price_is_documented() -> None:
    _, _, *told = rows("api.md", 4)
    assert told == [
        [f"`{route.method} {route.path}`", route.bucket, str(route.price), str(route.page_price or "")]
        for route in ROUTES
    ]
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert f"A table that is not in memory costs {TABLE_LOAD_PRICE} more" in text
    assert f"{STREAM_HTML_PRICE} for a table as HTML, {STREAM_JSON_PRICE} for a frame or a scene as JSON" in text


def test_every_rate_is_documented() -> None:
    _, _, *told = rows("hosting.md", 4)
    assert [(bucket, float(burst), float(Fraction(rate))) for bucket, burst, rate, _ in told] == [
        (bucket, rate.burst, rate.per_second) for bucket, rate in RATES.items()
    ]
    assert f"A visitor may have {MAX_STREAMS} streams open" in (ROOT / "docs" / "hosting.md").read_text("utf-8")


def test_every_bucket_is_used() -> None:
    assert {route.bucket for route in ROUTES} | {"show", "file", "bots", "code"} == RATES.keys()
