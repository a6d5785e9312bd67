"""Security headers, requests from other sites, and logs without secrets."""

import json
import logging
import re
import sys
import time
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from ridotto.house.refusals import Refused
from ridotto.web.app import App
from ridotto.web.http.rate_limits import Unlimited
from ridotto.web.http.security_headers import SECURITY_HEADERS, refuse_foreign_sites
from ridotto.web.ops.json_logs import JsonFormatter
from ridotto.web.routes import ROUTES
from tests.web.visitors import Party, event_stream, new_id

pytestmark = pytest.mark.anyio


class TestHeaders:
    async def test_every_response_has_them(self, visitor, socket_visitor):
        party = await Party.open(visitor, start=True)
        paths = [
            route.path.format(table=party.id, key=party.host.keys[0], game="venti")
            for route in ROUTES
            if route.method == "GET"
        ]
        answers = [await visitor.get(path) for path in paths if not path.endswith("/events")]
        answers += [
            await visitor.client.get(path) for path in ("/nowhere", "/static/table.js", "/static/house.css", "/")
        ]
        answers += [await visitor.post("/tables", b"{"), await visitor.client.put("/")]
        other = await Party.open(socket_visitor)
        async with event_stream(socket_visitor, f"{other.path}/events") as stream:
            answers.append(stream.answer)
        for answer in answers:
            for name, value in SECURITY_HEADERS:
                assert answer.headers.get_list(name.decode()) == [value.decode()]
            assert answer.headers["cache-control"] in ("no-store", "no-cache")
            assert answer.headers["referrer-policy"] in ("same-origin", "strict-origin")
            assert "server" not in answer.headers
            assert "strict-transport-security" not in answer.headers

    async def test_nothing_may_be_framed_inlined_or_fetched_from_elsewhere(self, visitor):
        policy = (await visitor.get("/")).headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; ")
        assert {source for rule in policy.split("; ") for source in rule.split()[1:]} == {"'none'", "'self'"}
        for rule in ("base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'", "script-src 'self'"):
            assert rule in policy

    @pytest.mark.parametrize("path", ["//other.example/x", "/%5Cother.example/x", "//%5Cother.example?lang=de"])
    async def test_no_page_links_to_another_host(self, browser, path):
        answer = await browser.get("http://house" + path)
        assert answer.status_code == 404
        links = re.findall(r'<a [^>]*href="([^"]*)"', answer.text)
        assert len(links) > 5
        assert [link for link in links if not re.match(r"/(?![/\\])", link)] == []

    async def test_responses_that_depend_on_keys_are_not_stored(self, visitor):
        party = await Party.open(visitor)
        for path in (party.path, f"/keys/{party.id}.{party.host.keys[0]}", "/", "/tables"):
            assert (await party.host.get(path)).headers["cache-control"] == "no-store"
        assert (await visitor.get(f"/keys/{party.id}.wrong")).headers["referrer-policy"] == "strict-origin"
        assert (await visitor.client.get("/static/table.js")).headers["cache-control"] == "no-cache"

    async def test_behind_https_cookies_are_secure_and_hsts_is_set(self, house):
        app = App(house, Unlimited(), proxies=1)
        headers = {"x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.7"}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://house", headers=headers
        ) as client:
            answer = await client.post("/tables", data={"game": "verhext", "id": new_id()})
            assert "; Secure" in answer.headers["set-cookie"]
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
            chosen = (await client.get("/?lang=de&theme=light")).headers.get_list("set-cookie")
            assert [cookie.endswith("; Secure") for cookie in chosen] == [True, True]
            opened = await client.post("/tables", json={"game": "verhext", "id": new_id()})
            assert opened.json()["link"].startswith("https://house/keys/")
            client.headers["x-forwarded-proto"] = "http"
            answer = await client.get("/")
            assert "strict-transport-security" not in answer.headers


class TestForeignSites:
    """A page of another site can make this browser send any request, with its cookies."""

    FOREIGN: tuple[dict[str, str], ...] = (
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://house"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://house.evil.example"},
        {"origin": "http://house:99"},
        {"origin": "http://["},
        {},
    )
    OWN = ({"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": "http://house"})

    async def test_they_cannot_change_anything(self, app, visitor, house):
        party = await Party.open(visitor)
        cookie = {"cookie": f"key-host={party.host.keys[0]}"}
        before = await house.store.read(party.id)
        for headers in self.FOREIGN:
            for content in ("json", "data"):
                body: dict[str, Any] = {content: {}}
                answer = await visitor.client.post(f"{party.path}/start", headers={**cookie, **headers}, **body)
                assert answer.status_code == 403, headers
        answer = await visitor.client.post(
            "/tables", json={"game": "verhext", "id": new_id()}, headers={"origin": "https://evil.example"}
        )
        assert answer.json()["error"]["code"] == "foreign-site"
        assert await house.store.read(party.id) == before

    def test_a_request_without_host_is_refused(self):
        for origin in ("null", "", "http://house"):
            with pytest.raises(Refused, match="came from another site"):
                refuse_foreign_sites(Headers({"origin": origin}), has_cookie=True)

    async def test_own_pages_and_programs_can(self, visitor):
        for headers in self.OWN:
            party = await Party.open(visitor)
            cookie = {"cookie": f"key-host={party.host.keys[0]}"}
            answer = await visitor.client.post(f"{party.path}/start", headers={**cookie, **headers}, json={})
            assert answer.status_code == 200, headers
        party = await Party.open(visitor)
        answer = await party.host.post(
            f"{party.path}/start", origin="https://evil.example"
        )  # has the key in the header
        assert answer.status_code == 200


class TestLogs:
    async def test_every_request_is_logged_without_secrets(self, visitor, browser, caplog):
        caplog.set_level(logging.DEBUG)
        caplog.handler.setFormatter(JsonFormatter())
        party = await Party.open(visitor, 1, start=False)
        key = party.guests[0].keys[0]
        await browser.post(f"/keys/{party.id}.{key}")
        await browser.get(f"{party.path}?seat=0&secret=query-string")
        await browser.post(f"{party.path}/chat", data={"text": "psst-a-secret", "id": new_id()})
        await visitor.get(f"/nowhere/{key}")
        await visitor.with_keys(key).get(f"{party.path}/hint?seat=7")
        await visitor.post("/tables", b'{"game": "psst-a-secret"')
        lines = [json.loads(line) for line in caplog.text.splitlines() if line.startswith("{")]
        requests = [line for line in lines if line["from"] == "ridotto.web"]
        assert {"/keys/{table}.{key}", "/tables/{table}", "/tables/{table}/chat", "?"} <= {
            line["path"] for line in requests
        }
        assert {line["level"] for line in requests} == {"info"}
        assert all(
            set(line) == {"at", "level", "from", "message", "method", "path", "status", "ms"} for line in requests
        )
        own = [json.dumps(line) for line in lines if not line["from"].startswith("httpx")]
        for secret in (key, party.host.keys[0], "query-string", "psst"):
            assert not [line for line in own if secret in line]

    def test_a_traceback_is_on_the_same_line(self):
        try:
            raise ValueError("no\nway")
        except ValueError as error:
            info = (type(error), error, error.__traceback__)
        record = logging.LogRecord("x", logging.ERROR, "", 0, "bad %s", ("luck",), info)
        line = JsonFormatter().format(record)
        assert "\n" not in line
        assert json.loads(line)["message"] == "bad luck"
        assert "ValueError" in json.loads(line)["traceback"]

    @pytest.mark.skipif(sys.platform == "win32", reason="time zones are set differently on Windows")
    def test_times_are_utc_in_every_time_zone(self, monkeypatch):
        record = logging.LogRecord("x", logging.INFO, "", 0, "noon", (), None)
        record.created, record.msecs = 1_800_000_000.25, 250.0
        with monkeypatch.context() as elsewhere:
            elsewhere.setenv("TZ", "JST-9")
            time.tzset()
            line = JsonFormatter().format(record)
        time.tzset()
        assert json.loads(line)["at"] == "2027-01-15T08:00:00.250Z"
