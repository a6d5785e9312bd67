"""Thirty pupils behind one address play for an hour, and no request is refused."""

import asyncio
from random import Random

import httpx
import pytest

from ridotto.house.service import House
from ridotto.web.app import App
from ridotto.web.http.rate_limits import STREAM_HTML_PRICE, TABLE_LOAD_PRICE, RateLimits
from ridotto.web.routes import ROUTES
from tests.manual_time import ManualTime
from tests.web.http_worlds import InProcessWorld
from tests.web.visitors import new_id

pytestmark = pytest.mark.anyio

PUPILS = 30
TABLE_SIZE = 3
ASSETS = 12  # that a first visit loads
HOUR_SECONDS = 60 * 60
MATCH_SECONDS = 12 * 60
ADDRESS = "192.0.2.7"


class School:
    """All pupils share the buckets of one visitor."""

    def __init__(self, time: ManualTime) -> None:
        self.limits = RateLimits(time=time)
        self.chance = Random(1)
        self.late = 0.0  # the longest delay of a stream, in seconds

    def request(self, method: str, path: str, times: int = 1) -> None:
        """Pays for requests of a browser; raises `TooManyRequests` if the bucket is empty."""
        route = next(route for route in ROUTES if (route.method, route.path) == (method, path))
        price = route.page_price if route.page_price is not None and method == "GET" else route.price
        for _ in range(times):
            self.limits.take(ADDRESS, route.bucket, price)

    def send_table(self, times: int) -> None:
        for _ in range(times):
            self.late = max(self.late, self.limits.take_on_credit(ADDRESS, "show", STREAM_HTML_PRICE))

    def visit_hall(self) -> None:
        self.request("GET", "/")
        self.limits.take(ADDRESS, "file", ASSETS)

    def sit_down(self) -> None:
        """Looks at the table, sits down, and is redirected to it."""
        self.request("GET", "/tables/{table}")
        self.request("POST", "/tables/{table}/seats")
        self.request("GET", "/tables/{table}")
        self.open_stream()

    def open_stream(self, in_memory: bool = True) -> None:
        self.request("GET", "/tables/{table}/events")
        if not in_memory:
            self.limits.take(ADDRESS, "look", TABLE_LOAD_PRICE)
        self.send_table(1)

    def start_match(self) -> None:
        """The host starts; all pages reload."""
        self.request("POST", "/tables/{table}/start")
        self.request("GET", "/tables/{table}", TABLE_SIZE)

    def play_second(self) -> None:
        """What one pupil does on average in a second of a match."""
        random = self.chance.random
        if random() < 1 / 3:
            self.request("POST", "/tables/{table}/decisions")
            self.send_table(TABLE_SIZE)
        if random() < 1 / 30:
            self.request("POST", "/tables/{table}/undo")
            self.send_table(TABLE_SIZE)
        if random() < 1 / 30:
            self.request("POST", "/tables/{table}/chat")
            self.send_table(TABLE_SIZE)
        if random() < 1 / 5 and random() < 1 / 3:  # every third page is hidden and reloads every five seconds
            self.request("GET", "/tables/{table}")
        if random() < 1 / 120:
            self.request("GET", "/tables/{table}")
            self.open_stream()
        if random() < 1 / 300:
            self.request("GET", "/rules/{game}", 3)
        if random() < 1 / 180:
            self.request("GET", "/tables/{table}/hint")

    def end_match(self) -> None:
        """All look at the figures, one pupil of each table downloads the record, and all want a rematch."""
        tables = PUPILS // TABLE_SIZE
        self.request("GET", "/tables/{table}/figures", PUPILS)
        self.request("GET", "/tables/{table}/record", tables)
        self.request("POST", "/tables/{table}/rematch", tables)
        self.request("GET", "/tables/{table}/rematch", PUPILS - tables)
        for _ in range(tables):
            self.start_match()
        for _ in range(PUPILS):
            self.open_stream()


async def test_an_hour_of_matches(time: ManualTime) -> None:
    school = School(time)
    for _ in range(PUPILS):
        school.visit_hall()
        await time.forward(1)
    for pupil in range(PUPILS):
        if pupil % TABLE_SIZE == 0:
            school.request("GET", "/new")
            school.request("POST", "/tables")
        school.sit_down()
    for _ in range(PUPILS // TABLE_SIZE):
        school.start_match()
    for second in range(1, HOUR_SECONDS + 1):
        await time.forward(1)
        for _ in range(PUPILS):
            school.play_second()
        if second % MATCH_SECONDS == 0:
            school.end_match()
        if second == HOUR_SECONDS // 2:  # the house has been restarted
            for _ in range(PUPILS):
                school.open_stream(in_memory=False)
    assert school.late == 0.0


async def test_all_pupils_open_a_guided_table_at_the_same_moment(time: ManualTime) -> None:
    school = School(time)
    for _ in range(PUPILS):
        school.visit_hall()
        school.request("POST", "/learn")
        school.request("GET", "/tables/{table}")
        school.open_stream()
    assert school.late == 0.0


@pytest.mark.slow
async def test_guided_tables_over_http(house: House, time: ManualTime) -> None:
    app = App(house, RateLimits(time=time), proxies=1)
    world = InProcessWorld(app, time)
    transport = httpx.ASGITransport(app, client=(ADDRESS, 1638))
    headers = {"accept": "text/html", "origin": "http://house", "x-forwarded-for": ADDRESS}
    pupils = [httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers) for _ in range(PUPILS)]

    async def open_guided_table(pupil: httpx.AsyncClient) -> list[int]:
        answers = [await pupil.get("/")]
        opened = await pupil.post("/learn", data={"game": "verhext", "id": new_id()})
        table = opened.headers["location"]
        answers += [opened, await pupil.get(table), await pupil.get(f"{table}/figures")]
        world.stream(f"{table}/events?as=html", {**headers, "cookie": opened.headers["set-cookie"].partition(";")[0]})
        return [answer.status_code for answer in answers]

    statuses = await asyncio.gather(*map(open_guided_table, pupils))
    await world.settle()
    assert statuses == [[200, 303, 200, 200]] * PUPILS
    assert all(stream.sent.startswith(b"HTTP/1.1 200") for stream in world.streams)
    for stream in world.streams:
        await stream.close()
    for pupil in pupils:
        await pupil.aclose()
