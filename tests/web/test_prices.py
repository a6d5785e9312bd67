"""What things cost: every way has its price, and the price is in proportion to the work."""

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
from ridotto.house.people.presence import LATELY
from ridotto.house.service import House
from ridotto.house.tables.events import Started
from ridotto.house.tables.new_table import NewChair, NewTable
from ridotto.web.app import WAYS, App
from ridotto.web.http.rate_limits import DRAWN, NOT_IN_MEMORY, RATES, STREAMS, TOLD, NoLimits
from ridotto.web.routes import Way
from ridotto.web.tables import figures_cache
from tests.checkout import ROOT
from tests.manual_time import ManualTime
from tests.web.visitors import new
from tests.web.work import JSON, Played, bearing, browsing, counted, listened, opened, post, wish
from tests.web.worlds import WorldHere

pytestmark = pytest.mark.anyio

TOKEN = 6000  # calls: about a millisecond
TOLERANCE = 3
GAMES = [game.slug for game in ridotto.games()]
DECISIONS = 40  # before a table is looked at
FIRST_GAME = {0: NewChair(who="here", mask="gatta"), **{seat: NewChair(who="bot") for seat in range(1, 6)}}

Measure = Callable[["Meter"], Awaitable[None]]
MEASURES: dict[tuple[str, str], Measure] = {}


def way_of(method: str, path: str) -> Way:
    return next(way for way in WAYS if (way.method, way.path) == (method, path))


def measures(*ways: str) -> Callable[[Measure], Measure]:
    """This function measures these ways."""

    def register(measure: Measure) -> Measure:
        for way in ways:
            method, path = way.split()
            MEASURES[method, path] = measure
        return measure

    return register


class Meter:
    """Measures requests: the most that anything of a kind has cost."""

    def __init__(self, world: WorldHere) -> None:
        self.world = world
        self.house = world.app.house
        self.found: dict[tuple[str, str, bool], float] = {}  # by way, and is it a page?

    def note(self, way: str, page: bool, calls: float) -> None:
        method, path = way.split()
        key = (method, path, page)
        self.found[key] = max(self.found.get(key, 0), calls)

    async def ask(self, way: str, path: str, headers: dict[str, str], body: bytes = b"") -> int:
        """The work of one request."""
        method, _ = way.split()
        with counted() as count:
            answer = await self.world.ask(method, path, headers, body)
        assert answer[9:10] in (b"2", b"3"), answer[:300]
        self.note(way, "text/html" in headers["accept"], count.calls)
        return count.calls

    async def get(self, way: str, path: str, *keys: str, forget: Callable[[], None] = lambda: None) -> None:
        """As data and as a page: when all of it is known, and when what changes has changed."""
        for headers in (bearing(*keys), browsing(*keys)):
            await self.world.ask("GET", path, headers)  # what is made once in the life of a house is made here
            await self.ask(way, path, headers)
            forget()
            await self.ask(way, path, headers)

    async def post(self, way: str, path: str, body: dict[str, Any], *keys: str) -> None:
        await self.ask(way, path, bearing(*keys), json.dumps(body).encode())


@pytest.fixture
async def meter(house: House, time: ManualTime, monkeypatch: pytest.MonkeyPatch) -> Meter:
    async def here(self: BackgroundJobs, work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """Figures count like all else. Records have buckets of their own, which are not counted in work."""
        profile = sys.getprofile()
        if work is not figures_cache.tell:
            sys.setprofile(None)
        try:
            return work(*given)
        finally:
            sys.setprofile(profile)

    monkeypatch.setattr(BackgroundJobs, "_ask", here)
    monkeypatch.setattr(house.butler, "look", lambda table: None)  # what bots do is paid by nobody
    return Meter(WorldHere(App(house, NoLimits()), time))


def played_to_the_end(game: Game) -> Match:
    """A match of as many as can play."""
    match, chance = Match(game, game.players[-1], seed=1), Random(1)
    while not match.over:
        seat = chance.choice(match.state.actors())
        match.play(seat, chance.choice(match.state.moves(seat)))
    return match


# What is measured


@measures("GET /", "GET /tables")
async def lobby(meter: Meter) -> None:
    for n in range(60):
        await meter.house.open_table(NewTable(game=GAMES[n % len(GAMES)], listed=True), f"one-of-many-{n:04}")
    for path in ("/", "/tables"):
        await meter.get(f"GET {path}", path)


@measures("GET /games", "GET /manifest", "GET /health", "GET /openapi.json")
async def plain(meter: Meter) -> None:
    for path in ("/games", "/manifest", "/health", "/openapi.json"):
        await meter.world.ask("GET", path, JSON)
        await meter.ask(f"GET {path}", path, JSON)


@measures("GET /metrics")
async def metrics(meter: Meter) -> None:
    with counted() as count:
        answer = await meter.world.ask("GET", "/metrics", JSON, client="127.0.0.1")
    assert b"ridotto_decisions" in answer
    meter.note("GET /metrics", False, count.calls)


@measures("GET /new", "GET /rules/{game}")
async def books(meter: Meter) -> None:
    for slug in GAMES:
        await meter.get("GET /new", f"/new?game={slug}")
        for words in ("", "e", "e a i n r s t o"):
            await meter.get("GET /rules/{game}", f"/rules/{slug}?{urlencode({'q': words})}")


@measures("POST /tables", "POST /learn")
async def opening(meter: Meter) -> None:
    for slug in GAMES:
        for way, body in (
            ("POST /tables", lambda slug=slug: wish(slug)),
            ("POST /learn", lambda slug=slug: {"game": slug, "id": new()}),
        ):
            await post(meter.world, way.split()[1], body())
            await meter.post(way, way.split()[1], body())


@measures(
    "POST /tables/{table}/seats",
    "POST /tables/{table}/bots",
    "POST /tables/{table}/free",
    "POST /tables/{table}/start",
    "POST /tables/{table}/close",
    "GET /tables/{table}/code",
    "GET /join",
)
async def before_the_match(meter: Meter) -> None:
    for slug in GAMES:
        for end in ("start", "close"):
            told = await post(meter.world, "/tables", wish(slug, chairs={}, start=False))
            path, host = f"/tables/{told['table']}", told["key"]
            await meter.get("GET /tables/{table}/code", f"{path}/code", host)
            code = json.loads((await meter.world.ask("GET", f"{path}/code", bearing(host))).partition(b"\r\n\r\n")[2])
            for said in (told["table"], code["code"]):
                await meter.get("GET /join", f"/join?table={said}")
            await meter.post(
                "POST /tables/{table}/seats", f"{path}/seats", {"name": "Anna", "mask": "gatta", "id": new()}
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
async def in_the_match(meter: Meter) -> None:
    for slug in GAMES:
        played = await opened(meter.world, slug, DECISIONS)
        key, path = played.keys[0], played.path
        await meter.get("GET /tables/{table}", path, key, forget=played.forget_what_was_drawn)
        await meter.get("GET /tables/{table}/links", f"{path}/links", key)
        await meter.get("GET /keys/{table}.{key}", f"/keys/{played.id}.{key}")
        await meter.post("POST /keys/{table}.{key}", f"/keys/{played.id}.{key}", {})
        await meter.post("POST /tables/{table}/chat", f"{path}/chat", {"text": "Hello!", "id": new()}, key)
        await meter.post("POST /tables/{table}/settings", f"{path}/settings", {"talk": "anyone"}, played.host)
        remark = {"name": "Zeno", "text": "Hello!", "id": new()}
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
    """At a table that rests until the card is read."""
    table, _ = await meter.house.open_table(
        NewTable(game=slug, guided=True, chairs=FIRST_GAME), f"first-game-of-{slug}"
    )
    key = meter.house.chair_key(table, f"first-game-of-{slug}", 0)
    await meter.house.do(table, lambda table: Started())
    await meter.post("POST /tables/{table}/lessons", f"/tables/{table}/lessons", {"lesson": "goal"}, key)


async def measure_figures(meter: Meter, played: Played) -> None:
    """Those of a whole match, told for the first time."""
    whole = played_to_the_end(played.table().game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played.table().playing, "public", whole.public)
        forget = meter.world.app.figures._told._things.clear
        await meter.get("GET /tables/{table}/figures", f"{played.path}/figures", forget=forget)


async def measure_log(meter: Meter, played: Played) -> None:
    """The last part of a whole match's, and one in its middle."""
    whole = played_to_the_end(played.table().game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played.table().playing, "_heard", whole._heard)
        for part in ("", f"?before={whole.told(-1) // 2}"):
            await meter.get("GET /tables/{table}/log", f"{played.path}/log{part}")


async def measure_decisions(meter: Meter, played: Played) -> None:
    """Usual ones: some shake up the whole table, others hardly anything."""
    calls = []
    for _ in range(20):
        seat, deed = played.deed()
        with counted() as count:
            await post(meter.world, f"{played.path}/decisions", deed, played.keys[seat])
        calls.append(count.calls)
        sight = played.table().sight(seat)
        if sight.undo:
            body = {"seat": seat, "revision": sight.revision, "id": new()}
            await meter.post("POST /tables/{table}/undo", f"{played.path}/undo", body, played.keys[seat])
    meter.note("POST /tables/{table}/decisions", False, median(calls))
    seat, _ = played.deed()
    await meter.ask("GET /tables/{table}/hint", f"{played.path}/hint?seat={seat}", bearing(played.keys[seat]))


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
async def somebody_is_away(meter: Meter) -> None:
    for slug in GAMES:
        played = await opened(meter.world, slug, DECISIONS)
        path, seat = played.path, played.table().awaited()[0]
        await meter.house.store.present([(played.id, seat)])
        await meter.world.time.forward(2 * LATELY)
        await meter.get("GET /tables/{table}/people", f"{path}/people", played.host)
        await meter.post("POST /tables/{table}/here", f"{path}/here", {}, played.host)
        await meter.post("POST /tables/{table}/nudge", f"{path}/nudge", {"seat": seat}, played.host)
        await meter.post("POST /tables/{table}/substitute", f"{path}/substitute", {"seat": seat}, played.host)
        await meter.post("POST /tables/{table}/patience", f"{path}/patience", {"patience": None}, played.host)
        offer, body = f"{path}/offers", {"seat": seat, "id": new()}
        link = (await post(meter.world, offer, body, played.host))["link"].partition("/tables")[2]
        await meter.post("POST /tables/{table}/offers", offer, body, played.host)
        await meter.ask("POST /tables/{table}/offers", offer, browsing(played.host), urlencode(body).encode())
        await meter.world.time.forward(LATELY)
        await meter.get("GET /tables/{table}/chairs/{key}", f"/tables{link}")
        await meter.post("POST /tables/{table}/chairs/{key}", f"/tables{link}", {"id": new()})


@measures(
    "POST /tables/{table}/resign",
    "POST /tables/{table}/abandon",
    "POST /tables/{table}/rematch",
    "GET /tables/{table}/rematch",
    "GET /tables/{table}/record",
    "POST /records",
)
async def after_the_match(meter: Meter) -> None:
    for slug in GAMES:
        played = await opened(meter.world, slug, 10)
        await meter.post("POST /tables/{table}/resign", f"{played.path}/resign", {}, played.keys[0])
        for seat in list(played.keys)[1:]:
            await meter.post("POST /tables/{table}/abandon", f"{played.path}/abandon", {}, played.keys[seat])
        await meter.post("POST /tables/{table}/rematch", f"{played.path}/rematch", {}, played.host)
        await meter.get("GET /tables/{table}/rematch", f"{played.path}/rematch", played.keys[1])
        await meter.ask("GET /tables/{table}/record", f"{played.path}/record", JSON)
        record = (await meter.world.ask("GET", f"{played.path}/record", JSON)).partition(b"\r\n\r\n")[2]
        await meter.ask("POST /records", "/records", {**JSON, "content-type": "text/plain"}, record)


@measures("GET /tables/{table}/events")
async def streams(meter: Meter) -> None:
    """Of a viewer who has seen everything: what is drawn is paid for itself."""
    for slug in GAMES:
        played = await opened(meter.world, slug, DECISIONS)
        frame, sight = played.table().frame(), played.table().sight(0)
        path = f"{played.path}/events?after={sight.revision}.{frame.digest}"
        with counted() as count:
            await listened(meter.world, path, bearing(played.keys[0]))
        meter.note("GET /tables/{table}/events", False, count.calls)


# Is the price right?


def demand_fair(price: int, calls: float, what: str) -> None:
    worth = calls / TOKEN
    assert price >= worth / TOLERANCE, f"{what} costs {price}, and takes {calls:.0f} calls: {worth:.1f} tokens"
    assert price <= max(1, worth * TOLERANCE), f"{what} costs {price}, and takes only {calls:.0f} calls: {worth:.1f}"


def test_every_way_is_measured() -> None:
    assert MEASURES.keys() == {(way.method, way.path) for way in WAYS}


@pytest.mark.slow
@pytest.mark.parametrize("measure", dict.fromkeys(MEASURES.values()), ids=lambda measure: measure.__name__)
async def test_prices_are_in_proportion_to_the_work(measure: Measure, meter: Meter) -> None:
    await measure(meter)
    measured = {way for way, own in MEASURES.items() if own is measure}
    assert {(method, path) for method, path, _ in meter.found} == measured
    for (method, path, page), calls in meter.found.items():
        way = way_of(method, path)
        price = way.price if way.page is None or not page else way.page
        print(f"{method} {path} {'page' if page else 'data'}: {price} for {calls:.0f} calls")
        demand_fair(price, calls, f"{method} {path}, as {'a page' if page else 'data'},")


@pytest.mark.slow
async def test_what_streams_draw_is_paid_in_proportion(meter: Meter) -> None:
    drawn: dict[tuple[str, str], float] = {}
    for slug in GAMES:
        played = await opened(meter.world, slug, DECISIONS)
        for form in ("html", "html", "json"):  # at first, templates are read
            played.forget_what_was_drawn()
            meter.world.app.streams.shown._things.clear()
            with counted() as count:
                await listened(meter.world, f"{played.path}/events?as={form}", bearing(played.keys[0]))
            drawn[slug, form] = count.calls
    for form, price, what in (("html", DRAWN, "A table drawn"), ("json", 2 * TOLD, "A frame and a scene")):
        demand_fair(price, max(drawn[slug, form] for slug in GAMES), what)


@pytest.mark.slow
async def test_reading_a_log_is_paid_in_proportion(meter: Meter) -> None:
    """That of a match that has gone on for a while."""
    most = 0
    for slug in GAMES:
        played = await opened(meter.world, slug, 3 * DECISIONS)
        calls = []
        for clear in (lambda: None, meter.house.spots.clear):
            clear()
            with counted() as count:
                await meter.world.ask("GET", f"{played.path}/links", bearing(played.host))
            calls.append(count.calls)
        most = max(most, calls[1] - calls[0])
    print(most)
    demand_fair(NOT_IN_MEMORY, most, "A table that is not in memory")


def test_nothing_costs_more_than_a_bucket_holds() -> None:
    for way in WAYS:
        assert max(way.price, way.page or 0) <= RATES[way.bucket].burst


# What the documents say


def rows(page: str, columns: int) -> list[list[str]]:
    """The rows of all tables of a page that have so many columns."""
    lines = (ROOT / "docs" / page).read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [row for row in cells if len(row) == columns]


def test_every_price_is_told() -> None:
    _, _, *told = rows("api.md", 4)
    assert told == [[f"`{way.method} {way.path}`", way.bucket, str(way.price), str(way.page or "")] for way in WAYS]
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert f"A table that is not in memory costs {NOT_IN_MEMORY} more" in text
    assert f"{DRAWN} for a table as HTML, {TOLD} for a frame or a scene as JSON" in text


def test_every_rate_is_told() -> None:
    _, _, *told = rows("hosting.md", 4)
    assert [(bucket, float(burst), float(Fraction(rate))) for bucket, burst, rate, _ in told] == [
        (bucket, rate.burst, rate.per_second) for bucket, rate in RATES.items()
    ]
    assert f"A visitor may have {STREAMS} streams open" in (ROOT / "docs" / "hosting.md").read_text("utf-8")


def test_every_bucket_is_used() -> None:
    assert {way.bucket for way in WAYS} | {"show", "file", "bots", "code"} == RATES.keys()
