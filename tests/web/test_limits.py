"""How often somebody may ask, and who somebody is."""

from contextlib import ExitStack
from functools import partial

import httpx
import pytest

from ridotto.web.app import App
from ridotto.web.http.client_address import household, visitor_of
from ridotto.web.http.rate_limits import (
    MAX_STREAMS,
    RATES,
    STREAM_HTML_PRICE,
    TABLE_LOAD_PRICE,
    TABLE_PAGE_PRICE,
    Rate,
    RateLimits,
    TooManyRequests,
    Unlimited,
)
from tests.waiting import eventually
from tests.web.http_worlds import InProcessWorld
from tests.web.visitors import Party, Visitor, new_id

FEW = {"look": Rate(1000, 1000), "open": Rate(2, 0.001), "sit": Rate(3, 0.001), "decide": Rate(50, 50)}
PLENTY = Rate(999, 999)


def scope(peer="10.0.0.1", scheme="http", **headers):
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (peer, 1234) if peer else None, "scheme": scheme, "headers": told}


class TestClients:
    def test_without_proxies_nobody_is_believed(self):
        asked = scope(x_forwarded_for="1.2.3.4", x_forwarded_proto="https")
        assert visitor_of(asked, 0) == ("10.0.0.1", False, False)
        assert visitor_of(scope(scheme="https"), 0).secure

    @pytest.mark.parametrize(
        ("proxies", "client"), [(1, "192.0.2.9"), (2, "198.51.100.7"), (3, "203.0.113.1"), (9, "203.0.113.1")]
    )
    def test_each_proxy_is_one_hop_from_the_right(self, proxies, client):
        asked = scope(x_forwarded_for="203.0.113.1, 198.51.100.7, 192.0.2.9")
        assert visitor_of(asked, proxies).address == client

    def test_what_is_invented_on_the_left_does_not_matter(self):
        for lie in ("", "6.6.6.6, ", "6.6.6.6, 7.7.7.7, , x, "):
            assert visitor_of(scope(x_forwarded_for=f"{lie}198.51.100.7"), 1).address == "198.51.100.7"

    def test_nor_in_a_header_of_its_own(self):
        asked = scope() | {"headers": [(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"198.51.100.7")]}
        assert visitor_of(asked, 1).address == "198.51.100.7"

    def test_no_header_no_hop(self):
        assert visitor_of(scope(), 1) == ("10.0.0.1", False, False)
        assert visitor_of(scope(peer=None), 0).address == "?"

    def test_the_scheme_is_the_one_of_the_outermost_proxy(self):
        assert visitor_of(scope(x_forwarded_proto="https"), 1).secure
        assert visitor_of(scope(x_forwarded_proto="https, http"), 2).secure
        assert not visitor_of(scope(x_forwarded_proto="https, http"), 1).secure

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("10.0.0.1", "10.0.0.1"),
            ("10.0.0.1:8080", "10.0.0.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
            ("2001:db8:1:100::1", "2001:db8:1:100::/56"),
            ("[2001:db8:1:2::9]:443", "2001:db8:1::/56"),
            ("fe80::1%eth0", "fe80::/56"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
            ("unknown", "?"),
            ("", "?"),
            ("999.1.1.1", "?"),
        ],
    )
    def test_a_household(self, text, name):
        assert household(text) == name


class TestBuckets:
    @pytest.mark.anyio
    async def test_a_burst_and_then_so_many_a_second(self, time):
        limits = RateLimits({"x": Rate(3, 2)}, time=time)
        for _ in range(3):
            limits.take("a", "x")
        with pytest.raises(TooManyRequests) as refusal:
            limits.take("a", "x")
        assert refusal.value.retry_after == 1
        limits.take("b", "x")
        limits.take("a", "y")
        await time.forward(0.5)
        limits.take("a", "x")
        with pytest.raises(TooManyRequests):
            limits.take("a", "x")
        await time.forward(1000)
        for _ in range(3):
            limits.take("a", "x")
        with pytest.raises(TooManyRequests):
            limits.take("a", "x")

    @pytest.mark.anyio
    async def test_what_costs_more_takes_more(self, time):
        limits = RateLimits({"x": Rate(10, 2)}, time=time)
        limits.take("a", "x", 6)
        with pytest.raises(TooManyRequests) as refusal:
            limits.take("a", "x", 6)
        assert refusal.value.retry_after == 1
        limits.take("a", "x", 4)  # what was refused has cost nothing
        with pytest.raises(TooManyRequests) as refusal:
            limits.take("a", "x", 7)
        assert refusal.value.retry_after == 4
        await time.forward(3.5)
        limits.take("a", "x", 7)

    @pytest.mark.anyio
    async def test_what_is_owed_is_paid_before_anything_else(self, time):
        limits = RateLimits({"x": Rate(10, 2)}, time=time)
        assert limits.take_on_credit("a", "x", 8) == 0
        assert limits.take_on_credit("a", "x", 8) == 3
        with pytest.raises(TooManyRequests):
            limits.take("a", "x", 1)
        await time.forward(3)
        assert limits.take_on_credit("a", "x", 2) == 1
        assert limits.take_on_credit("a", "y", 100) == 0

    @pytest.mark.anyio
    async def test_it_says_how_long_to_wait(self, time):
        limits = RateLimits({"x": Rate(1, 0.1)}, time=time)
        limits.take("a", "x")
        with pytest.raises(TooManyRequests) as refusal:
            limits.take("a", "x")
        assert refusal.value.retry_after == 10
        await time.forward(9.99)
        with pytest.raises(TooManyRequests):
            limits.take("a", "x")
        await time.forward(0.02)
        limits.take("a", "x")

    def test_only_so_many_clients_are_remembered(self, time):
        limits = RateLimits({"x": Rate(1, 0.001)}, max_buckets=100, time=time)
        for n in range(1000):
            limits.take(str(n), "x")
        assert len(limits._buckets) == 100
        with pytest.raises(TooManyRequests):
            limits.take("999", "x")

    def test_whoever_asked_lately_is_not_forgotten_for_somebody_new(self, time):
        limits = RateLimits({"x": Rate(2, 0.001)}, max_buckets=2, time=time)
        for client in ("often", "once", "often", "new"):
            limits.take(client, "x")
        with pytest.raises(TooManyRequests):
            limits.take("often", "x")

    def test_only_so_many_streams_at_a_time(self):
        limits = RateLimits(max_streams=2)
        with (
            limits.open_stream("a"),
            limits.open_stream("a"),
            limits.open_stream("b"),
            pytest.raises(TooManyRequests),
            limits.open_stream("a"),
        ):
            pass
        with limits.open_stream("a"):
            pass
        assert not limits._open_streams

    def test_without_limits(self):
        limits = Unlimited()
        for _ in range(10_000):
            limits.take("a", "open")
        assert not limits._buckets
        with ExitStack() as streams:
            for _ in range(MAX_STREAMS + 1):
                streams.enter_context(limits.open_stream("a"))


HERE = "127.0.0.1"


def caller_of(app):
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house")


class Calling(Visitor):
    """Somebody of whom a proxy tells the address."""

    def __init__(self, client: httpx.AsyncClient, address: str) -> None:
        super().__init__(client)
        self.address = address

    def headers(self, more: dict[str, str]) -> dict[str, str]:
        return super().headers({"x-forwarded-for": self.address, **more})


@pytest.mark.anyio
class TestOverHttp:
    @pytest.fixture
    async def called(self, house, time):
        """The house behind one proxy, called by whom we like."""
        app = App(house, RateLimits(FEW, max_streams=1, time=time), proxies=1)
        async with caller_of(app) as client:
            yield partial(Calling, client)

    async def test_too_many_tables(self, called, house):
        for _ in range(2):
            assert (await called("192.0.2.1").post("/tables", {"game": "venti", "id": new_id()})).status_code == 201
        answer = await called("192.0.2.1").post(
            "/tables", {"game": "venti", "id": new_id()}, **{"accept-language": "en"}
        )
        assert answer.status_code == 429
        assert answer.json()["error"]["code"] == "too-many"
        assert int(answer.headers["retry-after"]) > 1
        assert len(await house.store.listings(("open",), None, 10)) == 2
        assert (await called("192.0.2.1").get("/tables")).status_code == 200
        spoofed = await called("9.9.9.9, 192.0.2.1").post("/tables", {"game": "venti", "id": new_id()})
        assert spoofed.status_code == 429
        assert (await called("192.0.2.2").post("/tables", {"game": "venti", "id": new_id()})).status_code == 201

    @pytest.mark.parametrize(
        ("kind", "method", "path", "price"),
        [
            ("look", "GET", "/games", 1),
            ("look", "GET", "/tables/nowhere", TABLE_PAGE_PRICE + TABLE_LOAD_PRICE),
            ("look", "GET", "/join?table=nowhere", 1 + TABLE_LOAD_PRICE),
            ("look", "GET", "/nowhere", 1),
            ("look", "PUT", "/games", 1),
            ("file", "GET", "/static/house.css", 1),
            ("open", "POST", "/tables", 1),
            ("sit", "POST", "/tables/nowhere/seats", 1),
            ("decide", "POST", "/tables/nowhere/decisions", 2),
            ("talk", "POST", "/tables/nowhere/chat", 1),
            ("think", "GET", "/tables/nowhere/hint", 1),
            ("record", "GET", "/tables/nowhere/record", 1),
            ("prove", "POST", "/records", 1),
        ],
    )
    async def test_everything_has_a_limit_of_its_kind(self, house, time, kind, method, path, price):
        """As many tokens as it costs are taken: with one more there is nothing left for the next."""
        limits = RateLimits(
            {kind: Rate(2 * price - 1, 0.001), **dict.fromkeys(RATES.keys() - {kind}, PLENTY)}, time=time
        )
        async with caller_of(App(house, limits)) as client:
            answers = [await client.request(method, path) for _ in range(2)]
        assert [answer.status_code == 429 for answer in answers] == [False, True]

    @pytest.mark.parametrize(("accept", "price"), [("application/json", 1), ("text/html", TABLE_PAGE_PRICE)])
    async def test_a_page_costs_more_than_data(self, house, time, accept, price):
        limits = RateLimits({"look": Rate(100, 0.001)}, time=time)
        async with caller_of(App(house, limits)) as client:
            party = await Party.open(Visitor(client), start=True)
            before = limits._left(HERE, "look")
            await client.get(party.path, headers={"accept": accept})
        assert before - limits._left(HERE, "look") == price

    async def test_a_table_that_must_be_read_first_costs_more(self, house, time):
        limits = RateLimits({"look": Rate(100, 0.001)}, time=time)
        async with caller_of(App(house, limits)) as client:
            party = await Party.open(Visitor(client), start=True)
            for price in (1, 1 + TABLE_LOAD_PRICE, 1):
                before = limits._left(HERE, "look")
                await party.host.get_json(party.path)
                assert before - limits._left(HERE, "look") == price
                if price == 1:
                    house.live_tables.by_id.clear()

    async def test_own_tables_in_the_hall_are_paid_as_well(self, house, time):
        limits = RateLimits({"look": Rate(100, 0.001)}, time=time)
        async with caller_of(App(house, limits)) as client:
            party = await Party.open(Visitor(client), start=True)
            house.live_tables.by_id.clear()
            before = limits._left(HERE, "look")
            cookie = f"tables={party.id}.{'0' * 16}~{'a' * 12}.{'0' * 16}"
            assert (await client.get("/", headers={"accept": "text/html", "cookie": cookie})).status_code == 200
        assert before - limits._left(HERE, "look") == 3 + 2 * TABLE_LOAD_PRICE


@pytest.mark.anyio
class TestRefusals:
    """Refusing must not cost more than doing it would."""

    async def test_too_many_is_told_on_a_small_page_when_there_is_nothing_left_for_a_large_one(self, house, time):
        limits = RateLimits({"look": Rate(3 * TABLE_PAGE_PRICE, 0.001), "talk": Rate(1, 0.001)}, time=time)
        async with caller_of(App(house, limits)) as client:
            party = await Party.open(Visitor(client), start=True)
            headers = {"accept": "text/html", "cookie": f"key-x={party.guests[0].keys[0]}", "origin": "http://house"}
            sizes = []
            for n in range(6):
                form = {"text": "Hello?", "id": f"a-line-{n}"}
                sizes.append(len((await client.post(f"{party.path}/chat", data=form, headers=headers)).content))
        assert sizes[1] == sizes[2] > 20_000
        assert sizes[4] == sizes[5] < 5_000


@pytest.mark.anyio
class TestBots:
    """Matches of nobody but bots have a budget of their own."""

    @pytest.fixture
    async def client(self, house, time):
        limits = RateLimits({"bots": Rate(2, 1 / 120)}, time=time)
        async with caller_of(App(house, limits)) as client:
            yield client

    def wish(self, **more):
        return {"game": "verhext", "players": 3, "id": new_id(), "bots": dict.fromkeys("012", "novice"), **more}

    async def test_a_few_at_once_and_then_one_in_two_minutes(self, client, house, time):
        visitor = Visitor(client)
        for _ in range(2):
            await visitor.post_json("/tables", self.wish(start=True))
        opened = len(await house.store.listings(("open", "running", "over"), None, 10))
        answer = await visitor.post("/tables", self.wish(start=True), **{"accept-language": "en"})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "120")
        assert answer.json()["error"]["message"] == "Not so fast: wait 120 seconds."
        assert len(await house.store.listings(("open", "running", "over"), None, 10)) == opened
        await time.forward(120)
        await visitor.post_json("/tables", self.wish(start=True))

    @pytest.mark.parametrize("level", [None, "novice"])
    async def test_it_is_paid_when_the_match_begins(self, client, level):
        visitor = Visitor(client)
        for n in range(3):
            wish = self.wish() if level is None else {"game": "verhext", "players": 3, "id": new_id()}
            party = await Party.open(visitor, 0, **wish)
            stranger = await visitor.post(f"{party.path}/start", {"level": level})
            assert stranger.status_code == 401  # and costs nothing
            answer = await party.host.post(f"{party.path}/start", {"level": level})
            assert answer.status_code == (200 if n < 2 else 429)

    async def test_with_a_person_there_is_no_such_limit(self, client):
        visitor = Visitor(client)
        here = {"0": {"who": "here", "name": "Anna", "mask": "gatta"}}
        for _ in range(4):
            await visitor.post_json("/tables", self.wish(bots=dict.fromkeys("12", "novice"), chairs=here, start=True))
            await visitor.post_json("/learn", {"game": "verhext", "id": new_id()})
            party = await Party.open(visitor, 1)
            await party.host.post_json(f"{party.path}/start", {"level": "novice"})


async def nobody_looks(house):
    return not house.statistics()["streams"]


@pytest.mark.anyio
class TestStreams:
    @pytest.fixture
    def app(self, house):
        return App(house, RateLimits({}, max_streams=2))

    async def test_too_many_streams_are_refused_and_those_that_end_make_room(self, socket_visitor, house):
        party = await Party.open(socket_visitor)
        path = f"{party.path}/events"
        async with socket_visitor.client.stream("GET", path) as one, socket_visitor.client.stream("GET", path) as two:
            assert (one.status_code, two.status_code) == (200, 200)
            answer = await socket_visitor.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many")
        await eventually(partial(nobody_looks, house))
        async with socket_visitor.client.stream("GET", path) as again:
            assert again.status_code == 200


@pytest.mark.anyio
class TestWhatStreamsAreSent:
    """It is paid when it has been drawn; whoever owes something is shown the newest later, and nobody else is."""

    @pytest.fixture
    async def world(self, house, time):
        limits = RateLimits({"show": Rate(2 * STREAM_HTML_PRICE - 1, 1)}, max_streams=5, time=time)
        return InProcessWorld(App(house, limits, proxies=1), time)

    @pytest.fixture
    async def party(self, world):
        async with caller_of(world.app) as client:
            yield await Party.open(Visitor(client), start=True)

    def listen(self, world, party, seat, address):
        headers = {"x-forwarded-for": address, "authorization": f"Bearer {party.guests[seat].keys[0]}"}
        return world.stream(f"{party.path}/events?as=html", headers)

    async def chat(self, world, party, text):
        await party.guests[2].post_json(f"{party.path}/chat", {"text": text, "id": new_id()})
        await world.settle()

    async def test_the_newest_comes_when_it_is_paid(self, world, party, time):
        one, other = self.listen(world, party, 0, "192.0.2.1"), self.listen(world, party, 1, "192.0.2.2")
        await world.settle()
        await self.chat(world, party, "first")
        assert b"first" in one.sent
        assert b"first" in other.sent
        for text in ("second", "third"):
            await self.chat(world, party, text)
        await time.forward(0.5)
        assert b"second" not in one.sent
        await time.forward(0.5)  # the debt of one token
        await world.settle()
        assert b"third" in one.sent
        assert one.sent.count(b"event: table") == 3  # and no more often
        for channel in (one, other):
            await channel.close()

    async def test_all_streams_of_a_visitor_pay_out_of_one_bucket(self, world, party, time):
        one, two = (self.listen(world, party, seat, "192.0.2.1") for seat in (0, 1))
        other = self.listen(world, party, 2, "192.0.2.2")
        await world.settle()
        await self.chat(world, party, "first")
        assert b"first" in one.sent
        assert b"first" not in two.sent
        assert b"first" in other.sent
        await time.forward(1)
        await world.settle()
        assert b"first" in two.sent
        for channel in (one, two, other):
            await channel.close()

    async def test_what_others_have_been_sent_costs_nothing(self, world, party, time):
        listeners = [world.stream(f"{party.path}/events?as=html", {"x-forwarded-for": "192.0.2.1"}) for _ in range(4)]
        await world.settle()
        await self.chat(world, party, "first")
        assert all(b"first" in channel.sent for channel in listeners)
        for channel in listeners:
            await channel.close()

    async def test_whoever_leaves_or_is_told_goodbye_does_not_wait_for_it(self, world, party):
        one, two = (self.listen(world, party, seat, "192.0.2.1") for seat in (0, 1))
        await world.settle()
        for text in ("first", "second"):
            await self.chat(world, party, text)
        await one.close()
        world.app.streams.stop()
        await two.task
        assert two.sent.endswith(b"event: bye\ndata:\n\n")


@pytest.mark.anyio
async def test_streams_of_a_household_are_counted_together(house, time):
    world = InProcessWorld(App(house, RateLimits({}, max_streams=2, time=time), proxies=1), time)
    async with caller_of(world.app) as client:
        party = await Party.open(Visitor(client), start=True)
    path = f"{party.path}/events"
    same = ("2001:db8:0:1::1", "2001:db8:0:ff::2", "2001:db8:0:42::3")
    channels = [world.stream(path, {"x-forwarded-for": address}) for address in (*same, "2001:db8:0:100::1")]
    await world.settle()
    assert [channel.sent.startswith(b"HTTP/1.1 200") for channel in channels] == [True, True, False, True]
    assert channels[2].sent.startswith(b"HTTP/1.1 429")
    for channel in channels:
        await channel.close()
