"""Pages in a browser without scripts: forms, cookies, links."""

import re

import pytest

import ridotto
from ridotto.web.http import assets
from tests.web.html_page import Page, get_page, post_form
from tests.web.visitors import Party, event_stream, new_id

pytestmark = pytest.mark.anyio


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.slug for game in ridotto.all_games()])
async def test_a_whole_evening_with_forms(browser, game, house, time):
    assert f'href="/new?game={game}"' in (await browser.get("/")).text
    players = ridotto.game(game).players[0]
    order = (await get_page(browser, f"/new?game={game}")).fields("order")
    settings = {"players": players, "listed": "true", "hints": "false", "clock.seconds": "600"}
    guests = {f"chairs.{seat}.who": "guest" for seat in range(players)}
    table = await post_form(browser, "/tables", {**order, **settings, **guests})
    assert re.fullmatch("/tables/[a-z2-7]{12}", table)
    assert f'href="{table}"' in (await browser.get("/")).text

    seated = (await get_page(browser, table)).fields("sit")
    assert seated["seat"] == "0"
    assert await post_form(browser, f"{table}/seats", {**seated, "name": "Anna"}) == table
    shown = await get_page(browser, table)
    assert shown.buttons("bots", "seat") == [str(seat) for seat in range(1, players)]
    await post_form(browser, f"{table}/bots", {"seat": 1, "level": "novice"})
    await post_form(browser, f"{table}/start", {"level": "novice"})
    id = table.removeprefix("/tables/")
    await time.rest()
    for _ in range(3):
        if (await house.table(id)).phase == "over":
            break
        shown = await get_page(browser, table)
        decision = {**shown.fields("decision"), "move": shown.buttons("decision")[-1]}
        await post_form(browser, f"{table}/decisions", decision)
        await time.rest()
    await post_form(browser, f"{table}/chat", {"text": "bella partita", "id": new_id()})
    assert "bella partita" in (await browser.get(table)).text
    await post_form(browser, f"{table}/abandon", {"seat": "0"})
    over = (await browser.get(table)).text
    played_out = (await house.table(id)).match.over  # a player who calls 17 every time soon loses
    assert played_out == ("The match was ended early." not in over)
    assert 'data-phase="over"' in over
    rematch = await post_form(browser, f"{table}/rematch", {})
    assert 'data-phase="running"' in (await browser.get(rematch)).text, "a match against bots starts at once"


async def test_forms_contain_a_new_id_and_the_revision(browser, visitor):
    party = await Party.open(visitor, start=True)
    seat, view = await party.asked_guest()
    await browser.post(f"/keys/{party.id}.{party.guests[seat].keys[0]}")
    first = (await get_page(browser, party.path)).fields("decision")
    second = (await get_page(browser, party.path)).fields("decision")
    assert first["revision"] == second["revision"] == view["revision"]
    assert first["seat"] == str(seat)
    assert first["id"] != second["id"]


async def test_people_can_mute_all_others(browser, visitor):
    party = await Party.open(visitor, start=True)
    assert [int(seat) for seat in re.findall(r'data-mute="(\d)"', (await browser.get(party.path)).text)] == [0, 1, 2]
    await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
    assert [int(seat) for seat in re.findall(r'data-mute="(\d)"', (await browser.get(party.path)).text)] == [0, 2]


@pytest.mark.parametrize("hints", [True, False])
async def test_players_who_decide_can_ask_for_a_hint_if_hints_are_allowed(browser, visitor, hints):
    party = await Party.open(visitor, start=True, hints=hints)
    seat, _ = await party.asked_guest()
    assert 'id="hint"' not in (await browser.get(party.path)).text
    await browser.post(f"/keys/{party.id}.{party.guests[seat].keys[0]}")
    assert ('id="hint"' in (await browser.get(party.path)).text) is hints


class TestKeys:
    async def test_a_key_link_sets_no_cookie_before_confirmation(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        for who, question in ((party.guests[1], "Continue as Ben?"), (party.host, "Host this table?")):
            address = f"/keys/{party.id}.{who.keys[0]}"
            for _ in range(2):
                asked = await browser.get(address)
                assert asked.status_code == 200
                assert question in asked.text
                assert "set-cookie" not in asked.headers
                assert "content-encoding" not in asked.headers
            assert [given for tag, given in Page(asked.text).elements if tag == "form"] == [{"method": "post"}]
            foreign = await browser.post(address, headers={"origin": "http://elsewhere"})
            assert (foreign.status_code, "set-cookie" in foreign.headers) == (403, False)
            assert (await browser.post(address)).status_code == 303
            again = await browser.get(address)
            assert (again.status_code, again.headers["location"]) == (303, party.path)
            assert who.keys[0] in again.headers["set-cookie"], "restores a lost key cookie"
        content = await browser.get(party.path, headers={"accept": "application/json"})
        assert (content.json()["seats"], content.json()["host"]) == ([1], True)

    async def test_a_key_link_sets_a_cookie(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        answer = await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
        assert (answer.status_code, answer.headers["location"]) == (303, party.path)
        cookie = answer.headers["set-cookie"]
        assert f"={party.guests[1].keys[0]}; Path={party.path}; Max-Age=7776000; " in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie
        content = await browser.get(party.path, headers={"accept": "application/json"})
        assert content.json()["seats"] == [1]

    async def test_a_browser_can_hold_several_seats_and_the_host_key(self, browser, visitor):
        party = await Party.open(visitor)
        for who in (party.guests[0], party.guests[2], party.host):
            await browser.post(f"/keys/{party.id}.{who.keys[0]}")
        content = (await browser.get(party.path, headers={"accept": "application/json"})).json()
        assert (content["seats"], content["host"]) == ([0, 2], True)
        assert "Welcome, Anna, Cleo" in (await browser.get(party.path)).text

    async def test_the_page_with_key_links(self, browser, visitor):
        party = await Party.open(visitor)
        refused = await browser.get(f"{party.path}/links")
        assert refused.status_code == 401
        for who in (party.guests[0], party.guests[2], party.host):
            await browser.post(f"/keys/{party.id}.{who.keys[0]}")
        shown = await browser.get(f"{party.path}/links", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in shown.headers
        assert shown.headers["cache-control"] == "no-store"
        for key in (*party.guests[0].keys, *party.guests[2].keys, *party.host.keys):
            assert f"http://house/keys/{party.id}.{key}" in shown.text
            assert key not in (await browser.get(party.path)).text
        assert party.guests[1].keys[0] not in shown.text
        content = (await browser.get(f"{party.path}/links", headers={"accept": "application/json"})).json()
        assert [(key["seat"], key["name"]) for key in content["keys"]] == [(0, "Anna"), (2, "Cleo"), (None, "")]

    @pytest.mark.parametrize(
        ("accepted", "codings"),
        [
            ("gzip", {"gzip"}),
            ("br, gzip;q=0.5", {"br", "gzip"}),  # gzip until Brotli is done in the background
            ("", {None}),
            ("gzip;q=0", {None}),
            ("br;q=0, gzip; q=0.0, x", {None}),
        ],
    )
    async def test_compression_follows_accept_encoding(self, browser, accepted, codings):
        for address in ("/", "/static/house.css"):
            shown = await browser.get(address, headers={"accept-encoding": accepted})
            assert shown.headers.get("content-encoding") in codings

    async def test_only_versioned_assets_are_cached_for_ever(self, browser):
        url = assets.asset_url("house.css")
        for path, immutable in ((url, True), ("/static/house.css", False), ("/static/house.css?0123456789", False)):
            shown = await browser.get(path)
            assert ("immutable" in shown.headers["cache-control"]) is immutable
            assert shown.headers["vary"] == "Accept-Encoding"
            again = await browser.get(path, headers={"if-none-match": shown.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        assert (await browser.get(url, headers={"if-none-match": '"another"'})).status_code == 200

    async def test_key_cookies_are_sent_to_their_table_only(self, browser, visitor):
        party, other = await Party.open(visitor), await Party.open(visitor)
        key = party.host.keys[0]
        await browser.post(f"/keys/{party.id}.{key}")
        assert key in browser.build_request("GET", f"{party.path}/events").headers["cookie"]
        for path in ("/", "/tables", other.path):
            assert key not in browser.build_request("GET", path).headers["cookie"]

    async def test_keys_are_passed_on_to_the_rematch(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        for guest in party.guests.values():
            await guest.post_json(f"{party.path}/abandon")
        new_table = (await party.host.post_json(f"{party.path}/rematch"))["table"]
        await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
        answer = await browser.get(f"{party.path}/rematch")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{new_table}")
        content = await browser.get(f"/tables/{new_table}", headers={"accept": "application/json"})
        assert content.json()["seats"] == [1]

    async def test_programs_get_no_cookies(self, visitor):
        party = await Party.open(visitor)
        assert not visitor.client.cookies
        await visitor.get(f"/keys/{party.id}.{party.host.keys[0]}")
        assert not visitor.client.cookies


class TestRefusals:
    async def test_a_refused_form_shows_the_table_with_the_reason(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        seat, decision = await party.next_decision()
        await browser.post(f"/keys/{party.id}.{party.guests[seat].keys[0]}")
        answer = await browser.post(f"{party.path}/decisions", data={**decision, "revision": "old"})
        assert answer.status_code == 409
        shown = Page(answer.text)
        assert shown.buttons("decision")
        assert "The table has changed" in answer.text
        assert shown.fields("decision")["revision"] == decision["revision"]
        (german,) = [given["href"] for _, given in shown.elements if given.get("hreflang") == "de"]
        assert german == f"{party.path}?lang=de"

    async def test_other_refusals_are_pages_too(self, browser):
        for path, status in (("/nowhere", 404), ("/tables/nowhere", 404), ("/?lang=xx", 400)):
            answer = await browser.get(path)
            assert answer.status_code == status
            assert 'role="alert"' in answer.text
            Page(answer.text)
        answer = await browser.post("/tables", data={"game": "chess", "id": new_id()})
        assert answer.status_code == 422
        assert "Unknown game “chess”" in answer.text


class TestEscaping:
    NASTY = "<img src=x>&\"'</p>"

    async def test_names_and_chat_are_escaped_everywhere(self, browser, visitor, socket_visitor):
        party = await Party.open(visitor, 0, listed=True)
        name = "<b>\"'&amp;</b>"
        key = (await visitor.post_json(f"{party.path}/seats", {"name": name, "mask": "sole", "id": new_id()}))["key"]
        guest = visitor.with_keys(key)
        await guest.post_json(f"{party.path}/chat", {"text": self.NASTY, "id": new_id()})
        await party.host.post_json(f"{party.path}/start", {"level": "novice"})
        await browser.post(f"/keys/{party.id}.{key}")
        html = {"accept": "text/html"}
        for text in ((await browser.get(party.path)).text, (await visitor.client.get("/", headers=html)).text):
            Page(text)
            assert name not in text
            assert self.NASTY not in text
            assert "&lt;b&gt;&#34;&#39;&amp;amp;&lt;/b&gt;" in text
        stream = await self.first_events(socket_visitor, f"{party.path}/events?as=html")
        assert name not in stream
        assert self.NASTY not in stream
        assert "&lt;img src=x&gt;" in stream

    async def first_events(self, socket_visitor, path):
        async with event_stream(socket_visitor, path) as stream:
            await stream.wait_for("table")
            return "\n".join(stream.raw)

    async def test_input_is_escaped_in_refusals(self, browser, visitor):
        party = await Party.open(visitor)
        answer = await browser.post("/tables", data={"game": "<script>alert(1)</script>", "id": new_id()})
        assert "<script>alert" not in answer.text
        answer = await browser.post(f"{party.path}/bots", data={"seat": "0", "level": "<script>alert(1)</script>"})
        assert "<script>alert" not in answer.text
        answer = await browser.get("/tables/%3Cscript%3Ealert(1)%3C%2Fscript%3E/events?seat=1")
        assert "<script>alert" not in answer.text


async def test_a_page_shows_one_consistent_state(visitor, browser, house, monkeypatch):
    """The seat is freed while the page waits for the store."""
    party = await Party.open(visitor)
    await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
    now = house.store.now

    async def free_seat_meanwhile():
        monkeypatch.undo()
        await party.host.post_json(f"{party.path}/free", {"seat": 1})
        return await now()

    monkeypatch.setattr(house.store, "now", free_seat_meanwhile)
    assert (await browser.get(party.path)).status_code == 200
