"""Wrong requests get a clear response with the right status, and change nothing."""

import asyncio
import json
from typing import Any
from urllib.parse import unquote

import httpx
import pytest

from ridotto.house.background_jobs import JOB_SECONDS
from ridotto.web.app import App
from ridotto.web.http.rate_limits import Unlimited
from ridotto.web.request import BODY_TIMEOUT_SECONDS, MAX_FORM_FIELDS, MAX_KEYS
from tests.house.worker_tasks import wait_for
from tests.waiting import eventually
from tests.web.visitors import Party, Visitor, new_id

pytestmark = pytest.mark.anyio

WRONG_KEY = "A" * 32
MALFORMED = [b"{", b"[]", b"null", b"7", b"\xff", b'{"seat": 1e400}', b"[" * 60_000, b'{"a":' * 9000, b"{}{}", b"\x00"]
BROKEN_RECORDS = [b"", b"\xff\xff", b'{"format": "ridotto record"}', b"[" * 100_000]
TRICKY_PATHS = [
    "/nowhere",
    "//",
    "//house/",
    "/tables/",
    "/tables//events",
    "/tables/../metrics",
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/..%2fapp.py",
    "/static/%00",
    "/static/",
    "/tables/%00",
    "/tables/%ff%fe",
    "/tables/" + "x" * 3000,
    "/keys/..%2f..%2fetc%2fpasswd",
    "/tables/'; DROP TABLE entries; --",
]
WRONG_TABLES: list[tuple[dict[str, Any], int, str]] = [
    ({"game": "chess"}, 422, "unknown-game"),
    ({"game": "verhext", "players": 2}, 422, "bad-option"),
    ({"game": "verhext", "options": {"zero_card_mode": "no"}}, 422, "bad-option"),
    ({"game": "verhext", "options": {"colour": "red"}}, 422, "bad-option"),
    ({"game": "verhext", "bots": {"0": "genius"}}, 422, "bad-level"),
    ({"game": "verhext", "bots": {"7": "novice"}}, 422, "no-seat"),
    ({"game": "verhext", "clock": {"seconds": 1, "increment": 0}}, 422, "bad-option"),
    ({"game": "verhext", "patience": -1}, 422, "bad-option"),
    ({"game": "verhext", "watch": "nobody"}, 400, "malformed"),
    ({"game": "verhext", "players": "four"}, 400, "malformed"),
    ({"game": "verhext", "colour": "red"}, 400, "malformed"),
    ({"game": 7}, 400, "malformed"),
    ({}, 400, "malformed"),
]
POST_PATHS = ("seats", "bots", "free", "start", "close", "decisions", "undo", "chat", "resign", "abandon", "rematch")


def code_of(answer):
    return answer.status_code, answer.json()["error"]["code"]


@pytest.fixture
async def party(visitor):
    return await Party.open(visitor)


@pytest.fixture
async def running(visitor):
    return await Party.open(visitor, start=True)


@pytest.fixture
def log_of(house):
    """Reads the log of a table."""

    async def read(party):
        return await house.store.read(party.id)

    return read


class TestKeys:
    @pytest.mark.parametrize(
        ("way", "body"),
        [
            ("bots", {"seat": 0, "level": "novice"}),
            ("free", {"seat": 0}),
            ("start", {}),
            ("close", {}),
            ("chat", {"text": "hello", "id": "abcdefgh", "seat": 0}),
        ],
    )
    async def test_no_key_a_wrong_key_and_another_key(self, party, log_of, way, body):
        before = await log_of(party)
        for keys, status in (((), 401), ((WRONG_KEY,), 403), (party.guests[1].keys, 403)):
            answer = await party.stranger.with_keys(*keys).post(f"{party.path}/{way}", body)
            assert answer.status_code == status
            assert answer.json()["error"]["message"]
        assert (await party.stranger.post(f"{party.path}/{way}", body)).headers["www-authenticate"] == "Bearer"
        assert await log_of(party) == before

    async def test_nobody_can_decide_for_others(self, running, log_of):
        seat, decision = await running.next_decision()
        other = (seat + 1) % 3
        before = await log_of(running)
        for way in ("decisions", "undo", "resign", "abandon", "chat"):
            fields = {"decisions": ("revision", "move", "id"), "undo": ("revision", "id"), "chat": ("id",)}.get(way, ())
            body = {
                "seat": seat,
                **{name: decision[name] for name in fields},
                **({"text": "hm"} if way == "chat" else {}),
            }
            path = f"{running.path}/{way}"
            assert code_of(await running.guests[other].post(path, body)) == (403, "not-yours")
            assert code_of(await running.host.post(path, body)) == (403, "not-yours")
            assert code_of(await running.stranger.post(path, body)) == (401, "no-key")
        for path in (running.path, f"{running.path}/hint", f"{running.path}/events"):
            assert code_of(await running.guests[other].get(f"{path}?seat={seat}")) == (403, "not-yours")
        assert await log_of(running) == before

    async def test_the_key_of_another_table_is_refused(self, visitor, running):
        another = await Party.open(visitor, start=True)
        seat, decision = await running.next_decision()
        answer = await another.guests[seat].post(f"{running.path}/decisions", {**decision, "seat": seat})
        assert code_of(answer) == (403, "not-yours")

    async def test_people_who_may_not_watch_see_nothing_of_the_match(self, visitor):
        party = await Party.open(visitor, watch="players")
        assert (await visitor.get(party.path)).status_code == 200  # to sit down
        await party.host.post_json(f"{party.path}/start")
        for path in (party.path, f"{party.path}/events"):
            assert code_of(await visitor.get(path)) == (403, "no-watching")
        assert (await party.guests[0].get(party.path)).status_code == 200

    async def test_only_the_first_keys_are_read(self, party):
        [own] = party.guests[0].keys
        others = [f"{n:032}" for n in range(MAX_KEYS)]
        for keys, seats in (([*others[1:], own], [0]), ([*others, own], [])):
            assert (await party.stranger.with_keys(*keys).get_json(party.path))["seats"] == seats

    async def test_wrong_key_links(self, party):
        links = (f"{party.id}.AAAA", f"{party.id}.{WRONG_KEY}", f"nowhere.{WRONG_KEY}", party.id, f"{party.id}.", ".x")
        for link in links:
            answer = await party.stranger.get(f"/keys/{link}")
            assert answer.status_code in (401, 404), link
            assert "set-cookie" not in answer.headers


class TestRequests:
    async def test_a_stale_revision(self, running, log_of):
        seat, decision = await running.next_decision()
        before = await log_of(running)
        for revision in ("", "0" * 24, "x" * 64):
            answer = await running.guests[seat].post(f"{running.path}/decisions", {**decision, "revision": revision})
            assert code_of(answer) == (409, "stale")
        assert await log_of(running) == before

    async def test_illegal_moves_are_refused_with_a_clause(self, running, log_of):
        seat, decision = await running.next_decision()
        before = await log_of(running)
        guest, path = running.guests[seat], f"{running.path}/decisions"
        illegal = await guest.post(path, {**decision, "move": "rat 8"})  # before the prophecies
        assert illegal.status_code == 422
        assert illegal.json()["error"]["clause"].startswith("verhext.")
        assert code_of(await guest.post(path, {**decision, "move": "no such move"})) == (422, "bad-move")
        other = (seat + 1) % 3
        answer = await running.guests[other].post(
            path, {**decision, "revision": (await running.view(other))["revision"]}
        )
        assert answer.status_code == 422
        assert await log_of(running) == before

    async def test_another_request_with_the_same_id(self, running):
        seat, decision = await running.next_decision()
        await running.guests[seat].post_json(f"{running.path}/decisions", decision)
        another = {**decision, "move": "prophecy 1x", "revision": (await running.view(seat))["revision"]}
        answer = await running.guests[seat].post(f"{running.path}/decisions", another)
        assert code_of(answer) == (409, "id-used")

    async def test_an_unknown_table(self, visitor):
        for way in POST_PATHS:
            body = {
                "seats": {"name": "Anna", "mask": "gatta", "id": new_id()},
                "bots": {"seat": 0, "level": "novice"},
                "free": {"seat": 0},
                "decisions": {"seat": 0, "revision": "", "move": "x", "id": new_id()},
                "undo": {"seat": 0, "revision": "", "id": new_id()},
                "chat": {"seat": 0, "text": "x", "id": new_id()},
            }.get(way, {})
            assert code_of(await visitor.post(f"/tables/nowhere/{way}", body)) == (404, "unknown-table"), way
        for way in ("", "/events", "/hint", "/record", "/rematch"):
            assert code_of(await visitor.get(f"/tables/nowhere{way}")) == (404, "unknown-table"), way

    async def test_a_full_table_a_taken_seat_and_a_taken_name(self, visitor, log_of):
        party = await Party.open(visitor, 2)
        path, guest = f"{party.path}/seats", {"name": "Cleo", "mask": "sole", "id": new_id()}
        before = await log_of(party)
        assert code_of(await visitor.post(path, {**guest, "seat": 0})) == (409, "taken")
        assert code_of(await visitor.post(path, {**guest, "name": "ANNA"})) == (409, "name-taken")
        assert code_of(await visitor.post(path, {**guest, "seat": 3})) == (422, "no-seat")
        assert await log_of(party) == before
        await visitor.post_json(path, guest)
        before = await log_of(party)
        assert code_of(await visitor.post(path, {**guest, "name": "Dora", "id": new_id()})) == (409, "full")
        assert await log_of(party) == before

    async def test_a_closed_table_and_a_running_match(self, visitor, party, running, log_of):
        await party.host.post_json(f"{party.path}/close")
        guest = {"name": "Zoe", "mask": "sole", "id": new_id()}
        before = await log_of(party), await log_of(running)
        assert code_of(await visitor.post(f"{party.path}/seats", guest)) == (409, "closed")
        assert code_of(await party.host.post(f"{party.path}/start")) == (409, "closed")
        assert code_of(await visitor.post(f"{running.path}/seats", guest)) == (409, "begun")
        assert code_of(await running.host.post(f"{running.path}/close")) == (409, "begun")
        assert code_of(await running.host.post(f"{running.path}/rematch")) == (409, "not-over")
        assert (await log_of(party), await log_of(running)) == before

    async def test_invalid_names(self, visitor, log_of):
        party = await Party.open(visitor, 1)
        before = await log_of(party)
        for name in ("x" * 10_000, " ", "A\x00b", "A\nb", "a\u202eb", "\u200b", "---", "bot:master"):
            answer = await visitor.post(f"{party.path}/seats", {"name": name, "mask": "sole", "id": new_id()})
            assert code_of(answer) == (422, "bad-name"), name
            assert len(answer.text) < 300
        for wrong in ("", "\ud800", None, 7):
            answer = await visitor.post(f"{party.path}/seats", {"name": wrong, "mask": "sole", "id": new_id()})
            assert code_of(answer) == (400, "malformed"), wrong
        answer = await visitor.post(f"{party.path}/seats", {"name": "Ben", "mask": "iron", "id": new_id()})
        assert code_of(answer) == (422, "bad-mask")
        assert await log_of(party) == before

    async def test_empty_and_long_chat_lines(self, party, log_of):
        before = await log_of(party)
        for text, status in (("", 400), (" \n ", 422), ("x" * 301, 422), ("x" * 50_000, 422)):
            answer = await party.guests[0].post(f"{party.path}/chat", {"text": text, "id": new_id()})
            assert answer.status_code == status
        assert await log_of(party) == before

    async def test_impossible_tables(self, visitor, house):
        for settings, status, code in WRONG_TABLES:
            assert code_of(await visitor.post("/tables", {"id": new_id(), **settings})) == (status, code), settings
        assert await house.store.listings(("open",), None, 10) == []

    async def test_invalid_ids(self, party):
        for id in ("", "x" * 65, "a name with spaces", "ünïcödé-ünïcödé-id", None, 1234567812345678):
            for path, body in (("/tables", {"game": "verhext"}), (f"{party.path}/chat", {"text": "hm"})):
                answer = await party.guests[0].post(path, {**body, "id": id})
                assert code_of(answer) == (400, "malformed"), (path, id)

    async def test_ids_that_are_too_short_or_end_with_a_newline(self, visitor, party):
        """Ids of new tables and chairs are longer: keys are derived from them."""
        settings = {"game": "verhext"}
        for id in ("x" * 15, "x" * 16 + "\n"):
            assert code_of(await visitor.post("/tables", {**settings, "id": id})) == (400, "malformed"), id
        assert (await visitor.post("/tables", {**settings, "id": "x" * 16})).status_code == 201
        for id in ("x" * 7, "x" * 8 + "\n"):
            said = {"text": "hm", "id": id}
            assert code_of(await party.guests[0].post(f"{party.path}/chat", said)) == (400, "malformed"), id
        assert (await party.guests[0].post(f"{party.path}/chat", {"text": "hm", "id": "x" * 8})).status_code == 200


class TestBodiesAndPaths:
    async def test_malformed_bodies(self, party, log_of):
        before = await log_of(party)
        for body in MALFORMED:
            for way in POST_PATHS:
                answer = await party.host.post(f"{party.path}/{way}", body)
                assert code_of(answer) == (400, "malformed"), (way, body[:20])
        assert await log_of(party) == before

    @pytest.mark.parametrize("length", [b"9999999", None, b"10"], ids=["honest", "none", "a lie"])
    async def test_a_huge_body_is_refused_while_it_arrives(self, app, length):
        taken, sent = 0, []

        async def receive():
            nonlocal taken
            taken += 1000
            return {"type": "http.request", "body": b"x" * 1000, "more_body": taken < 9_999_999}

        async def send(message):
            sent.append(message)

        headers = [(b"content-type", b"application/json"), *([(b"content-length", length)] if length else [])]
        scope = {"type": "http", "method": "POST", "path": "/tables", "query_string": b"", "headers": headers}
        await app(scope, receive, send)
        assert sent[0]["status"] == 413
        assert dict(sent[0]["headers"])[b"connection"] == b"close"
        assert taken <= 66_000

    async def test_a_body_that_never_arrives(self, app, time):
        sent, asked = [], asyncio.Event()

        async def receive():
            asked.set()
            await asyncio.Event().wait()

        async def send(message):
            sent.append(message)

        headers = [(b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": "/tables", "query_string": b"", "headers": headers}
        answering = asyncio.create_task(app(scope, receive, send))
        await asked.wait()
        await time.forward(BODY_TIMEOUT_SECONDS - 1)
        assert not sent
        await time.forward(1)
        await answering
        assert sent[0]["status"] == 408
        assert dict(sent[0]["headers"])[b"connection"] == b"close"

    async def test_a_client_that_disconnects_gets_no_response(self, app, caplog):
        sent = []

        async def receive():
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        headers = [(b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": "/tables", "query_string": b"", "headers": headers}
        await app(scope, receive, send)
        assert sent == []
        assert not [line for line in caplog.records if line.exc_info]
        assert b'ridotto_requests_total{method="POST",path="/tables",status="499"} 1.0' in app.metrics.text()

    async def test_a_huge_record(self, visitor):
        huge = b"x" * (2 * 1024 * 1024 + 1)
        assert code_of(await visitor.client.post("/records", content=huge)) == (413, "too-large")

    async def test_broken_records(self, visitor):
        for text in BROKEN_RECORDS:
            answer = await visitor.client.post("/records", content=text)
            assert code_of(answer) == (422, "bad-record")
            assert answer.json()["error"]["line"] == 1

    async def test_a_record_that_takes_too_long_is_refused(self, visitor, time, monkeypatch, tmp_path):
        file = tmp_path / "begun"
        monkeypatch.setattr("ridotto.web.ops.record_verifier.replay_record", wait_for)
        record = str(file).encode()
        asking = asyncio.create_task(visitor.client.post("/records", content=record, headers={"accept-language": "en"}))
        await eventually(file.exists)
        await time.forward(JOB_SECONDS)
        answer = await asking
        assert code_of(answer) == (422, "bad-record")
        assert answer.json()["error"]["message"] == "This record is too long to check here."

    async def test_forms_with_too_many_fields(self, visitor):
        for fields, status in ((MAX_FORM_FIELDS, 201), (MAX_FORM_FIELDS + 1, 400)):
            form = f"id={new_id()}" + "&game=verhext" * (fields - 1)
            kind = {"content-type": "application/x-www-form-urlencoded"}
            assert (await visitor.post("/tables", form.encode(), **kind)).status_code == status

    @pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/xml"])
    async def test_bodies_of_wrong_types(self, party, kind):
        answer = await party.host.post(f"{party.path}/start", b"x", **{"content-type": kind})
        assert code_of(answer) == (415, "wrong-type")
        if kind != "text/plain":
            assert code_of(await party.host.post("/records", b"x", **{"content-type": kind})) == (415, "wrong-type")

    async def test_invalid_queries(self, party):
        for query in ("seat=x", "seat=99", "seat=-2", "seat=", "lang=xx", "as=xml", "after=" + "x" * 300):
            answer = await party.stranger.get(f"{party.path}/events?{query}")
            assert answer.status_code == 400, query

    async def test_tricky_paths(self, app):
        """Sent as they are: HTTP clients would normalize them."""
        for path in TRICKY_PATHS:
            sent: list[Any] = []

            async def receive():
                return {"type": "http.request"}

            async def send(message, sent=sent):
                sent.append(message)

            scope = {"type": "http", "method": "GET", "path": unquote(path), "query_string": b"", "headers": []}
            await app(scope, receive, send)
            assert sent[0]["status"] == 404, path
            assert b"import" not in sent[1]["body"]

    async def test_other_methods(self, visitor, party):
        for method, path, allowed in (
            ("PUT", "/tables", "GET, HEAD, POST"),
            ("DELETE", party.path, "GET, HEAD"),
            ("GET", f"{party.path}/decisions", "POST"),
            ("TRACE", "/", "GET, HEAD"),
        ):
            answer = await visitor.client.request(method, path, headers={"accept": "application/json"})
            assert code_of(answer) == (405, "wrong-method")
            assert answer.headers["allow"] == allowed
        assert (await visitor.client.request("POST", "/static/table.js")).status_code == 405


async def test_a_failing_store_is_reported(visitor, house):
    party = await Party.open(visitor, start=True)
    seat, decision = await party.next_decision()
    await house.store.close()
    answer = await party.guests[seat].post(f"{party.path}/decisions", decision)
    assert code_of(answer) == (503, "store")
    assert answer.headers["retry-after"] == "5"


async def test_internal_errors_are_logged_and_not_shown(house, caplog, monkeypatch):
    class Broken(App):
        pass

    app = Broken(house, Unlimited())
    monkeypatch.setattr(app.metrics, "text", lambda: 1 / 0)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://house"
    ) as client:
        answer = await Visitor(client).get("/metrics")
    assert code_of(answer) == (500, "broken")
    assert "ZeroDivision" not in answer.text
    assert any(line.exc_info for line in caplog.records)
    assert json.loads(answer.text)["error"]["message"]
