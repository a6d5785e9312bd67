"""What people see in a browser, with no script at all: pages, forms, cookies, links."""

import re

import pytest

import ridotto
from ridotto.web.http import assets
from tests.web.reading import Page, page, send
from tests.web.visitors import Party, listening, new

pytestmark = pytest.mark.anyio


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.slug for game in ridotto.games()])
async def test_a_whole_evening_with_forms_alone(browser, game, house, time):
    assert f'href="/new?game={game}"' in (await browser.get("/")).text
    players = ridotto.game(game).players[0]
    order = (await page(browser, f"/new?game={game}")).fields("order")
    wishes = {"players": players, "listed": "true", "hints": "false", "clock.seconds": "600"}
    guests = {f"chairs.{seat}.who": "guest" for seat in range(players)}
    table = await send(browser, "/tables", {**order, **wishes, **guests})
    assert re.fullmatch("/tables/[a-z2-7]{12}", table)
    assert f'href="{table}"' in (await browser.get("/")).text

    seated = (await page(browser, table)).fields("sit")
    assert seated["seat"] == "0"
    assert await send(browser, f"{table}/seats", {**seated, "name": "Anna"}) == table
    shown = await page(browser, table)
    assert shown.buttons("bots", "seat") == [str(seat) for seat in range(1, players)]
    await send(browser, f"{table}/bots", {"seat": 1, "level": "novice"})
    await send(browser, f"{table}/start", {"level": "novice"})
    id = table.removeprefix("/tables/")
    await time.rest()
    for _ in range(3):
        if (await house.table(id)).phase == "over":
            break
        shown = await page(browser, table)
        await send(browser, f"{table}/decisions", {**shown.fields("deed"), "move": shown.buttons("deed")[-1]})
        await time.rest()
    await send(browser, f"{table}/chat", {"text": "bella partita", "id": new()})
    assert "bella partita" in (await browser.get(table)).text
    await send(browser, f"{table}/abandon", {"seat": "0"})
    over = (await browser.get(table)).text
    played_out = (await house.table(id)).match.over  # who calls 17 every time has soon lost
    assert played_out == ("The match was ended early." not in over)
    assert 'data-phase="over"' in over
    rematch = await send(browser, f"{table}/rematch", {})
    assert 'data-phase="running"' in (await browser.get(rematch)).text, "alone with bots, nobody is waited for"


async def test_forms_hold_a_fresh_id_and_the_revision(browser, visitor):
    party = await Party.open(visitor, start=True)
    seat, sight = await party.asked()
    await browser.post(f"/keys/{party.id}.{party.guests[seat].keys[0]}")
    first = (await page(browser, party.path)).fields("deed")
    second = (await page(browser, party.path)).fields("deed")
    assert first["revision"] == second["revision"] == sight["revision"]
    assert first["seat"] == str(seat)
    assert first["id"] != second["id"]


async def test_everybody_may_close_their_ears_to_everybody_else(browser, visitor):
    party = await Party.open(visitor, start=True)
    assert [int(seat) for seat in re.findall(r'data-mute="(\d)"', (await browser.get(party.path)).text)] == [0, 1, 2]
    await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
    assert [int(seat) for seat in re.findall(r'data-mute="(\d)"', (await browser.get(party.path)).text)] == [0, 2]


@pytest.mark.parametrize("hints", [True, False])
async def test_whoever_is_asked_may_ask_for_a_hint_where_there_are_any(browser, visitor, hints):
    party = await Party.open(visitor, start=True, hints=hints)
    seat, _ = await party.asked()
    assert 'id="hint"' not in (await browser.get(party.path)).text
    await browser.post(f"/keys/{party.id}.{party.guests[seat].keys[0]}")
    assert ('id="hint"' in (await browser.get(party.path)).text) is hints


class TestKeys:
    async def test_a_link_plants_no_key_before_somebody_has_said_yes(self, browser, visitor):
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
            assert who.keys[0] in again.headers["set-cookie"], "the key may have been lost, and comes back"
        told = await browser.get(party.path, headers={"accept": "application/json"})
        assert (told.json()["seats"], told.json()["host"]) == ([1], True)

    async def test_a_secret_link_brings_a_key_into_a_browser(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        answer = await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
        assert (answer.status_code, answer.headers["location"]) == (303, party.path)
        cookie = answer.headers["set-cookie"]
        assert f"={party.guests[1].keys[0]}; Path={party.path}; Max-Age=7776000; " in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie
        told = await browser.get(party.path, headers={"accept": "application/json"})
        assert told.json()["seats"] == [1]

    async def test_one_browser_holds_several_seats_and_the_hosts_key(self, browser, visitor):
        party = await Party.open(visitor)
        for who in (party.guests[0], party.guests[2], party.host):
            await browser.post(f"/keys/{party.id}.{who.keys[0]}")
        told = (await browser.get(party.path, headers={"accept": "application/json"})).json()
        assert (told["seats"], told["host"]) == ([0, 2], True)
        assert "Welcome, Anna, Cleo" in (await browser.get(party.path)).text

    async def test_a_page_of_its_own_tells_the_secret_links(self, browser, visitor):
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
        told = (await browser.get(f"{party.path}/links", headers={"accept": "application/json"})).json()
        assert [(key["seat"], key["name"]) for key in told["keys"]] == [(0, "Anna"), (2, "Cleo"), (None, "")]

    @pytest.mark.parametrize(
        ("accepted", "codings"),
        [
            ("gzip", {"gzip"}),
            ("br, gzip;q=0.5", {"br", "gzip"}),  # Brotli takes its time in the background; until then it is gzip
            ("", {None}),
            ("gzip;q=0", {None}),
            ("br;q=0, gzip; q=0.0, x", {None}),
        ],
    )
    async def test_what_is_packed_is_packed_for_those_who_accept_it(self, browser, accepted, codings):
        for address in ("/", "/static/house.css"):
            shown = await browser.get(address, headers={"accept-encoding": accepted})
            assert shown.headers.get("content-encoding") in codings

    async def test_what_is_named_by_what_it_holds_is_kept_for_good_and_nothing_else(self, browser):
        good = assets.address("house.css")
        for path, kept in ((good, True), ("/static/house.css", False), ("/static/house.css?0123456789", False)):
            shown = await browser.get(path)
            assert ("immutable" in shown.headers["cache-control"]) is kept
            assert shown.headers["vary"] == "Accept-Encoding"
            again = await browser.get(path, headers={"if-none-match": shown.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        assert (await browser.get(good, headers={"if-none-match": '"another"'})).status_code == 200

    async def test_keys_go_to_their_table_only(self, browser, visitor):
        party, other = await Party.open(visitor), await Party.open(visitor)
        key = party.host.keys[0]
        await browser.post(f"/keys/{party.id}.{key}")
        assert key in browser.build_request("GET", f"{party.path}/events").headers["cookie"]
        for path in ("/", "/tables", other.path):
            assert key not in browser.build_request("GET", path).headers["cookie"]

    async def test_keys_are_handed_on_to_the_rematch(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        for guest in party.guests.values():
            await guest.done(f"{party.path}/abandon")
        new_table = (await party.host.done(f"{party.path}/rematch"))["table"]
        await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
        answer = await browser.get(f"{party.path}/rematch")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{new_table}")
        told = await browser.get(f"/tables/{new_table}", headers={"accept": "application/json"})
        assert told.json()["seats"] == [1]

    async def test_programs_are_given_no_cookies(self, visitor):
        party = await Party.open(visitor)
        assert not visitor.client.cookies
        await visitor.get(f"/keys/{party.id}.{party.host.keys[0]}")
        assert not visitor.client.cookies


class TestRefusals:
    async def test_a_refused_form_shows_the_table_again_with_the_reason_above(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        seat, deed = await party.deed()
        await browser.post(f"/keys/{party.id}.{party.guests[seat].keys[0]}")
        answer = await browser.post(f"{party.path}/decisions", data={**deed, "revision": "old"})
        assert answer.status_code == 409
        shown = Page(answer.text)
        assert shown.buttons("deed")
        assert "The table has changed" in answer.text
        assert shown.fields("deed")["revision"] == deed["revision"]
        (german,) = [given["href"] for _, given in shown.elements if given.get("hreflang") == "de"]
        assert german == f"{party.path}?lang=de"

    async def test_other_refusals_are_pages_too(self, browser):
        for path, status in (("/nowhere", 404), ("/tables/nowhere", 404), ("/?lang=xx", 400)):
            answer = await browser.get(path)
            assert answer.status_code == status
            assert 'role="alert"' in answer.text
            Page(answer.text)
        answer = await browser.post("/tables", data={"game": "chess", "id": new()})
        assert answer.status_code == 422
        assert "Unknown game “chess”" in answer.text


class TestEscaping:
    NASTY = "<img src=x>&\"'</p>"

    async def test_names_and_chat_are_text_wherever_they_stand(self, browser, visitor, caller):
        party = await Party.open(visitor, 0, listed=True)
        name = "<b>\"'&amp;</b>"
        key = (await visitor.done(f"{party.path}/seats", {"name": name, "mask": "sole", "id": new()}))["key"]
        guest = visitor.having(key)
        await guest.done(f"{party.path}/chat", {"text": self.NASTY, "id": new()})
        await party.host.done(f"{party.path}/start", {"level": "novice"})
        await browser.post(f"/keys/{party.id}.{key}")
        html = {"accept": "text/html"}
        for text in ((await browser.get(party.path)).text, (await visitor.client.get("/", headers=html)).text):
            Page(text)
            assert name not in text
            assert self.NASTY not in text
            assert "&lt;b&gt;&#34;&#39;&amp;amp;&lt;/b&gt;" in text
        stream = await self.first_events(caller, f"{party.path}/events?as=html")
        assert name not in stream
        assert self.NASTY not in stream
        assert "&lt;img src=x&gt;" in stream

    async def first_events(self, caller, path):
        async with listening(caller, path) as stream:
            await stream.until("table")
            return "\n".join(stream.raw)

    async def test_what_was_asked_for_is_text_in_refusals(self, browser, visitor):
        party = await Party.open(visitor)
        answer = await browser.post("/tables", data={"game": "<script>alert(1)</script>", "id": new()})
        assert "<script>alert" not in answer.text
        answer = await browser.post(f"{party.path}/bots", data={"seat": "0", "level": "<script>alert(1)</script>"})
        assert "<script>alert" not in answer.text
        answer = await browser.get("/tables/%3Cscript%3Ealert(1)%3C%2Fscript%3E/events?seat=1")
        assert "<script>alert" not in answer.text


async def test_a_page_is_of_one_moment(visitor, browser, house, monkeypatch):
    """The store tells the time, and somebody is sent away meanwhile."""
    party = await Party.open(visitor)
    await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
    real = house.store.now

    async def slowly():
        monkeypatch.undo()
        await party.host.done(f"{party.path}/free", {"seat": 1})
        return await real()

    monkeypatch.setattr(house.store, "now", slowly)
    assert (await browser.get(party.path)).status_code == 200
