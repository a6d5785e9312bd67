"""What keeps other sites, other people and other eyes out."""

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
from ridotto.web.app import WAYS, App
from ridotto.web.http.rate_limits import NoLimits
from ridotto.web.http.security_headers import ALWAYS, demand_own_site
from ridotto.web.ops.json_logs import JsonLines
from tests.web.visitors import Party, listening, new

pytestmark = pytest.mark.anyio


class TestHeaders:
    async def test_every_answer_has_them(self, visitor, caller):
        party = await Party.open(visitor, start=True)
        paths = [
            way.path.format(table=party.id, key=party.host.keys[0], game="venti") for way in WAYS if way.method == "GET"
        ]
        answers = [await visitor.get(path) for path in paths if not path.endswith("/events")]
        answers += [
            await visitor.client.get(path) for path in ("/nowhere", "/static/table.js", "/static/house.css", "/")
        ]
        answers += [await visitor.post("/tables", b"{"), await visitor.client.put("/")]
        other = await Party.open(caller)
        async with listening(caller, f"{other.path}/events") as stream:
            answers.append(stream.answer)
        for answer in answers:
            for name, value in ALWAYS:
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
    async def test_no_page_leads_to_another_house(self, browser, path):
        answer = await browser.get("http://house" + path)
        assert answer.status_code == 404
        links = re.findall(r'<a [^>]*href="([^"]*)"', answer.text)
        assert len(links) > 5
        assert [link for link in links if not re.match(r"/(?![/\\])", link)] == []

    async def test_what_depends_on_keys_is_kept_nowhere(self, visitor):
        party = await Party.open(visitor)
        for path in (party.path, f"/keys/{party.id}.{party.host.keys[0]}", "/", "/tables"):
            assert (await party.host.get(path)).headers["cache-control"] == "no-store"
        assert (await visitor.get(f"/keys/{party.id}.wrong")).headers["referrer-policy"] == "strict-origin"
        assert (await visitor.client.get("/static/table.js")).headers["cache-control"] == "no-cache"

    async def test_behind_https_cookies_are_secure_and_browsers_stay_there(self, house):
        app = App(house, NoLimits(), proxies=1)
        headers = {"x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.7"}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://house", headers=headers
        ) as client:
            answer = await client.post("/tables", data={"game": "verhext", "id": new()})
            assert "; Secure" in answer.headers["set-cookie"]
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
            chosen = (await client.get("/?lang=de&theme=light")).headers.get_list("set-cookie")
            assert [cookie.endswith("; Secure") for cookie in chosen] == [True, True]
            told = await client.post("/tables", json={"game": "verhext", "id": new()})
            assert told.json()["link"].startswith("https://house/keys/")
            client.headers["x-forwarded-proto"] = "http"
            answer = await client.get("/")
            assert "strict-transport-security" not in answer.headers


class TestOtherSites:
    """A page of another site makes this browser send what it likes, with its cookies."""

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

    async def test_they_change_nothing(self, app, visitor, house):
        party = await Party.open(visitor)
        cookie = {"cookie": f"key-host={party.host.keys[0]}"}
        before = await house.store.read(party.id)
        for headers in self.FOREIGN:
            for content in ("json", "data"):
                body: dict[str, Any] = {content: {}}
                answer = await visitor.client.post(f"{party.path}/start", headers={**cookie, **headers}, **body)
                assert answer.status_code == 403, headers
        answer = await visitor.client.post(
            "/tables", json={"game": "verhext", "id": new()}, headers={"origin": "https://evil.example"}
        )
        assert answer.json()["error"]["code"] == "foreign-site"
        assert await house.store.read(party.id) == before

    def test_a_request_that_does_not_say_which_house_it_is_for_is_none_of_ours(self):
        for origin in ("null", "", "http://house"):
            with pytest.raises(Refused, match="came from another site"):
                demand_own_site(Headers({"origin": origin}), has_cookie=True)

    async def test_our_own_pages_and_programs_do(self, visitor):
        for headers in self.OWN:
            party = await Party.open(visitor)
            cookie = {"cookie": f"key-host={party.host.keys[0]}"}
            answer = await visitor.client.post(f"{party.path}/start", headers={**cookie, **headers}, json={})
            assert answer.status_code == 200, headers
        party = await Party.open(visitor)
        answer = await party.host.post(f"{party.path}/start", origin="https://evil.example")  # it knows the key
        assert answer.status_code == 200


class TestLogs:
    async def test_a_line_tells_of_each_request_and_of_no_secret(self, visitor, browser, caplog):
        caplog.set_level(logging.DEBUG)
        caplog.handler.setFormatter(JsonLines())
        party = await Party.open(visitor, 1, start=False)
        key = party.guests[0].keys[0]
        await browser.post(f"/keys/{party.id}.{key}")
        await browser.get(f"{party.path}?seat=0&secret=query-string")
        await browser.post(f"{party.path}/chat", data={"text": "psst-a-secret", "id": new()})
        await visitor.get(f"/nowhere/{key}")
        await visitor.having(key).get(f"{party.path}/hint?seat=7")
        await visitor.post("/tables", b'{"game": "psst-a-secret"')
        lines = [json.loads(line) for line in caplog.text.splitlines() if line.startswith("{")]
        told = [line for line in lines if line["from"] == "ridotto.web"]
        assert {"/keys/{table}.{key}", "/tables/{table}", "/tables/{table}/chat", "?"} <= {
            line["path"] for line in told
        }
        assert {line["level"] for line in told} == {"info"}
        assert all(set(line) == {"at", "level", "from", "message", "method", "path", "status", "ms"} for line in told)
        own = [json.dumps(line) for line in lines if not line["from"].startswith("httpx")]
        for secret in (key, party.host.keys[0], "query-string", "psst"):
            assert not [line for line in own if secret in line]

    def test_a_failure_is_told_with_its_traceback_on_one_line(self):
        try:
            raise ValueError("no\nway")
        except ValueError as error:
            info = (type(error), error, error.__traceback__)
        record = logging.LogRecord("x", logging.ERROR, "", 0, "bad %s", ("luck",), info)
        line = JsonLines().format(record)
        assert "\n" not in line
        assert json.loads(line)["message"] == "bad luck"
        assert "ValueError" in json.loads(line)["traceback"]

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has another way to say where it is")
    def test_the_time_is_the_same_wherever_the_house_stands(self, monkeypatch):
        record = logging.LogRecord("x", logging.INFO, "", 0, "noon", (), None)
        record.created, record.msecs = 1_800_000_000.25, 250.0
        with monkeypatch.context() as elsewhere:
            elsewhere.setenv("TZ", "JST-9")
            time.tzset()
            line = JsonLines().format(record)
        time.tzset()
        assert json.loads(line)["at"] == "2027-01-15T08:00:00.250Z"
