"""How often somebody may ask, and who somebody is."""

from contextlib import ExitStack
from functools import partial

import httpx
import pytest

from ridotto.web.app import App
from ridotto.web.clients import client_of, household
from ridotto.web.limits import RATES, STREAMS, Limits, NoLimits, Rate, TooMany
from tests.waiting import eventually
from tests.web.visitors import Party, Visitor, new

FEW = {"look": Rate(1000, 1000), "open": Rate(2, 0.001), "sit": Rate(3, 0.001), "decide": Rate(50, 50)}


def scope(peer="10.0.0.1", scheme="http", **headers):
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (peer, 1234) if peer else None, "scheme": scheme, "headers": told}


class TestClients:
    def test_without_proxies_nobody_is_believed(self):
        asked = scope(x_forwarded_for="1.2.3.4", x_forwarded_proto="https")
        assert client_of(asked, 0) == ("10.0.0.1", False, False)
        assert client_of(scope(scheme="https"), 0).secure

    @pytest.mark.parametrize(
        ("proxies", "client"), [(1, "192.0.2.9"), (2, "198.51.100.7"), (3, "203.0.113.1"), (9, "203.0.113.1")]
    )
    def test_each_proxy_is_one_hop_from_the_right(self, proxies, client):
        asked = scope(x_forwarded_for="203.0.113.1, 198.51.100.7, 192.0.2.9")
        assert client_of(asked, proxies).name == client

    def test_what_is_invented_on_the_left_does_not_matter(self):
        for lie in ("", "6.6.6.6, ", "6.6.6.6, 7.7.7.7, , x, "):
            assert client_of(scope(x_forwarded_for=f"{lie}198.51.100.7"), 1).name == "198.51.100.7"

    def test_nor_in_a_header_of_its_own(self):
        asked = scope() | {"headers": [(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"198.51.100.7")]}
        assert client_of(asked, 1).name == "198.51.100.7"

    def test_no_header_no_hop(self):
        assert client_of(scope(), 1) == ("10.0.0.1", False, False)
        assert client_of(scope(peer=None), 0).name == "?"

    def test_the_scheme_is_the_one_of_the_outermost_proxy(self):
        assert client_of(scope(x_forwarded_proto="https"), 1).secure
        assert client_of(scope(x_forwarded_proto="https, http"), 2).secure
        assert not client_of(scope(x_forwarded_proto="https, http"), 1).secure

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
        limits = Limits({"x": Rate(3, 2)}, time=time)
        for _ in range(3):
            limits.take("a", "x")
        with pytest.raises(TooMany) as refusal:
            limits.take("a", "x")
        assert refusal.value.wait == 1
        limits.take("b", "x")
        limits.take("a", "y")
        await time.forward(0.5)
        limits.take("a", "x")
        with pytest.raises(TooMany):
            limits.take("a", "x")
        await time.forward(1000)
        for _ in range(3):
            limits.take("a", "x")
        with pytest.raises(TooMany):
            limits.take("a", "x")

    @pytest.mark.anyio
    async def test_it_says_how_long_to_wait(self, time):
        limits = Limits({"x": Rate(1, 0.1)}, time=time)
        limits.take("a", "x")
        with pytest.raises(TooMany) as refusal:
            limits.take("a", "x")
        assert refusal.value.wait == 10
        await time.forward(9.99)
        with pytest.raises(TooMany):
            limits.take("a", "x")
        await time.forward(0.02)
        limits.take("a", "x")

    def test_only_so_many_clients_are_remembered(self, time):
        limits = Limits({"x": Rate(1, 0.001)}, clients=100, time=time)
        for n in range(1000):
            limits.take(str(n), "x")
        assert len(limits._buckets) == 100
        with pytest.raises(TooMany):
            limits.take("999", "x")

    def test_whoever_asked_lately_is_not_forgotten_for_somebody_new(self, time):
        limits = Limits({"x": Rate(2, 0.001)}, clients=2, time=time)
        for client in ("often", "once", "often", "new"):
            limits.take(client, "x")
        with pytest.raises(TooMany):
            limits.take("often", "x")

    def test_only_so_many_streams_at_a_time(self):
        limits = Limits(streams=2)
        with (
            limits.streaming("a"),
            limits.streaming("a"),
            limits.streaming("b"),
            pytest.raises(TooMany),
            limits.streaming("a"),
        ):
            pass
        with limits.streaming("a"):
            pass
        assert not limits._open

    def test_without_limits(self):
        limits = NoLimits()
        for _ in range(10_000):
            limits.take("a", "open")
        assert not limits._buckets
        with ExitStack() as streams:
            for _ in range(STREAMS + 1):
                streams.enter_context(limits.streaming("a"))


class Calling(Visitor):
    """Somebody of whom a proxy tells the address."""

    def __init__(self, client: httpx.AsyncClient, address: str) -> None:
        super().__init__(client)
        self.address = address

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return super()._headers({"x-forwarded-for": self.address, **more})


@pytest.mark.anyio
class TestOverHttp:
    @pytest.fixture
    async def called(self, house, time):
        """The house behind one proxy, called by whom we like."""
        app = App(house, Limits(FEW, streams=1, time=time), proxies=1)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
            yield partial(Calling, client)

    async def test_too_many_tables(self, called, house):
        for _ in range(2):
            assert (await called("192.0.2.1").post("/tables", {"game": "venti", "id": new()})).status_code == 201
        answer = await called("192.0.2.1").post("/tables", {"game": "venti", "id": new()}, **{"accept-language": "en"})
        assert answer.status_code == 429
        assert answer.json()["error"]["code"] == "too-many"
        assert int(answer.headers["retry-after"]) > 1
        assert len(await house.store.listings(("open",), None, 10)) == 2
        assert (await called("192.0.2.1").get("/tables")).status_code == 200
        spoofed = await called("9.9.9.9, 192.0.2.1").post("/tables", {"game": "venti", "id": new()})
        assert spoofed.status_code == 429
        assert (await called("192.0.2.2").post("/tables", {"game": "venti", "id": new()})).status_code == 201

    @pytest.mark.parametrize(
        ("kind", "method", "path"),
        [
            ("look", "GET", "/games"),
            ("look", "GET", "/tables/nowhere"),
            ("open", "POST", "/tables"),
            ("sit", "POST", "/tables/nowhere/seats"),
            ("decide", "POST", "/tables/nowhere/decisions"),
            ("talk", "POST", "/tables/nowhere/chat"),
            ("think", "GET", "/tables/nowhere/hint"),
            ("prove", "POST", "/records"),
        ],
    )
    async def test_everything_has_a_limit_of_its_kind(self, house, time, kind, method, path):
        limits = Limits({kind: Rate(1, 0.001), **dict.fromkeys(RATES.keys() - {kind}, Rate(9, 9))}, time=time)
        app = App(house, limits)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
            answers = [await client.request(method, path) for _ in range(2)]
        assert [answer.status_code == 429 for answer in answers] == [False, True]


async def nobody_looks(house):
    return not house.statistics()["streams"]


@pytest.mark.anyio
class TestStreams:
    @pytest.fixture
    def app(self, house):
        return App(house, Limits({}, streams=2))

    async def test_too_many_streams_are_refused_and_those_that_end_make_room(self, caller, house):
        party = await Party.open(caller)
        path = f"{party.path}/events"
        async with caller.client.stream("GET", path) as one, caller.client.stream("GET", path) as two:
            assert (one.status_code, two.status_code) == (200, 200)
            answer = await caller.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many")
        await eventually(partial(nobody_looks, house))
        async with caller.client.stream("GET", path) as again:
            assert again.status_code == 200
