"""A school of thirty behind one address plays for an hour, and nobody is refused anything."""

import asyncio
from random import Random

import httpx
import pytest

from ridotto.house.service import House
from ridotto.web.app import WAYS, App
from ridotto.web.http.rate_limits import DRAWN, NOT_IN_MEMORY, Limits
from tests.manual_time import ManualTime
from tests.web.visitors import new
from tests.web.worlds import WorldHere

pytestmark = pytest.mark.anyio

CHILDREN = 30
AT_A_TABLE = 3
FILES = 12  # that a page loads when somebody comes for the first time
LESSON = 60 * 60  # seconds
MATCH = 12 * 60
SCHOOL = "192.0.2.7"


class School:
    """All of them have one visitor's tokens."""

    def __init__(self, time: ManualTime) -> None:
        self.limits = Limits(time=time)
        self.chance = Random(1)
        self.late = 0.0  # seconds that a stream was ever behind

    def ask(self, method: str, path: str, times: int = 1) -> None:
        """A browser asks for this; tokens that are not there refuse."""
        way = next(way for way in WAYS if (way.method, way.path) == (method, path))
        price = way.page if way.page is not None and method == "GET" else way.price
        for _ in range(times):
            self.limits.take(SCHOOL, way.bucket, price)

    def draw(self, times: int) -> None:
        for _ in range(times):
            self.late = max(self.late, self.limits.owe(SCHOOL, "show", DRAWN))

    def come_in(self) -> None:
        self.ask("GET", "/")
        self.limits.take(SCHOOL, "file", FILES)

    def sit_down(self) -> None:
        """Looks at the table, sits down, and is led back to it."""
        self.ask("GET", "/tables/{table}")
        self.ask("POST", "/tables/{table}/seats")
        self.ask("GET", "/tables/{table}")
        self.listen()

    def listen(self, known: bool = True) -> None:
        self.ask("GET", "/tables/{table}/events")
        if not known:
            self.limits.take(SCHOOL, "look", NOT_IN_MEMORY)
        self.draw(1)

    def begin(self) -> None:
        """The host starts; everybody's page looks again."""
        self.ask("POST", "/tables/{table}/start")
        self.ask("GET", "/tables/{table}", AT_A_TABLE)

    def go_on(self) -> None:
        """What one child does in one second of a match, as far as it is asked."""
        happens = self.chance.random
        if happens() < 1 / 3:
            self.ask("POST", "/tables/{table}/decisions")
            self.draw(AT_A_TABLE)
        if happens() < 1 / 30:
            self.ask("POST", "/tables/{table}/undo")
            self.draw(AT_A_TABLE)
        if happens() < 1 / 30:
            self.ask("POST", "/tables/{table}/chat")
            self.draw(AT_A_TABLE)
        if happens() < 1 / 5 and happens() < 1 / 3:  # every third page is hidden, and looks every five seconds
            self.ask("GET", "/tables/{table}")
        if happens() < 1 / 120:
            self.ask("GET", "/tables/{table}")
            self.listen()
        if happens() < 1 / 300:
            self.ask("GET", "/rules/{game}", 3)
        if happens() < 1 / 180:
            self.ask("GET", "/tables/{table}/hint")

    def end(self) -> None:
        """Everybody looks at the figures, somebody takes the record home, and all want a rematch."""
        tables = CHILDREN // AT_A_TABLE
        self.ask("GET", "/tables/{table}/figures", CHILDREN)
        self.ask("GET", "/tables/{table}/record", tables)
        self.ask("POST", "/tables/{table}/rematch", tables)
        self.ask("GET", "/tables/{table}/rematch", CHILDREN - tables)
        for _ in range(tables):
            self.begin()
        for _ in range(CHILDREN):
            self.listen()


async def test_an_hour_of_matches(time: ManualTime) -> None:
    school = School(time)
    for _ in range(CHILDREN):
        school.come_in()
        await time.forward(1)
    for child in range(CHILDREN):
        if child % AT_A_TABLE == 0:
            school.ask("GET", "/new")
            school.ask("POST", "/tables")
        school.sit_down()
    for _ in range(CHILDREN // AT_A_TABLE):
        school.begin()
    for second in range(1, LESSON + 1):
        await time.forward(1)
        for _ in range(CHILDREN):
            school.go_on()
        if second % MATCH == 0:
            school.end()
        if second == LESSON // 2:  # the house was started again
            for _ in range(CHILDREN):
                school.listen(known=False)
    assert school.late == 0.0


async def test_a_lesson_in_which_everybody_plays_alone_at_the_same_moment(time: ManualTime) -> None:
    school = School(time)
    for _ in range(CHILDREN):
        school.come_in()
        school.ask("POST", "/learn")
        school.ask("GET", "/tables/{table}")
        school.listen()
    assert school.late == 0.0


@pytest.mark.slow
async def test_the_same_over_http(house: House, time: ManualTime) -> None:
    app = App(house, Limits(time=time), proxies=1)
    world = WorldHere(app, time)
    transport = httpx.ASGITransport(app, client=(SCHOOL, 1638))
    headers = {"accept": "text/html", "origin": "http://house", "x-forwarded-for": SCHOOL}
    pupils = [httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers) for _ in range(CHILDREN)]

    async def learn(pupil: httpx.AsyncClient) -> list[int]:
        answers = [await pupil.get("/")]
        opened = await pupil.post("/learn", data={"game": "verhext", "id": new()})
        table = opened.headers["location"]
        answers += [opened, await pupil.get(table), await pupil.get(f"{table}/figures")]
        world.listen(f"{table}/events?as=html", {**headers, "cookie": opened.headers["set-cookie"].partition(";")[0]})
        return [answer.status_code for answer in answers]

    statuses = await asyncio.gather(*map(learn, pupils))
    await world.settle()
    assert statuses == [[200, 303, 200, 200]] * CHILDREN
    assert all(channel.sent.startswith(b"HTTP/1.1 200") for channel in world.channels)
    for channel in world.channels:
        await channel.close()
    for pupil in pupils:
        await pupil.aclose()
