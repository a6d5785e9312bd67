"""Presence, nudges, patience and chair offers over HTTP."""

import re
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from msgspec.json import encode

from ridotto.house.autoplay.butler import ROUND_SECONDS
from ridotto.house.people.absences import OFFER_GRACE_MS
from ridotto.house.people.presence import LONG_ABSENCE_SECONDS, PRESENCE_INTERVAL_MS
from ridotto.house.service import House
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.chat import MAX_CHAT_LINES
from ridotto.house.tables.events import Said
from ridotto.web.tables.template_context import MAX_CHAT_LINES_SHOWN
from tests.manual_time import ManualTime
from tests.web.visitors import Party, Visitor, event_stream, new_id

pytestmark = pytest.mark.anyio

SECONDS = PRESENCE_INTERVAL_MS // 1000
AWAY = 3 * SECONDS


async def planning(visitor: Visitor, **settings: Any) -> Party:
    """Three people at Venezia who are planning, in secret."""
    party = await Party.open(visitor, game="venezia", start=True, **settings)
    for _ in range(3):
        await party.decide()
    return party


async def presence(party: Party) -> Any:
    return (await party.host.get_json(party.path))["presence"]


async def require_refused(code: str, answer: httpx.Response, status: int = 409) -> None:
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text


class TestPresence:
    async def test_people_with_a_stream_are_present(self, socket_visitor: Visitor, time: ManualTime) -> None:
        party = await planning(socket_visitor)
        async with AsyncExitStack() as streams:
            for seat in (0, 1):
                await streams.enter_async_context(event_stream(party.guests[seat], f"{party.path}/events"))
            await time.forward(AWAY)
            absent = (await presence(party))["absent"]
            assert [one["seat"] for one in absent] == [2]
            assert absent[0]["until"] == absent[0]["since"] + LONG_ABSENCE_SECONDS * 1000

    async def test_a_request_for_the_table_counts_as_presence_if_it_says_so(
        self, visitor: Visitor, house: House, time: ManualTime
    ) -> None:
        """Hidden pages and pages without scripts reload the table in intervals, and say so."""
        party = await planning(visitor, patience=None)
        with house.subscribe(party.id, HOST):
            for _ in range(AWAY // 15):
                await time.forward(15)
                await party.guests[0].get_json(f"{party.path}?awake=true")
                await party.guests[1].get_json(party.path)
            assert [one["seat"] for one in (await presence(party))["absent"]] == [1, 2]

    async def test_heartbeats_of_pages_without_a_stream(self, visitor: Visitor, house: House, time: ManualTime) -> None:
        """They also bring back a person for whom a bot plays."""
        party = await planning(visitor)
        with house.subscribe(party.id, HOST, 1):
            await time.forward(SECONDS + LONG_ABSENCE_SECONDS + ROUND_SECONDS)
            assert (await house.table(party.id)).chairs[0].away
            for _ in range(AWAY // 20):
                await party.guests[0].post_json(f"{party.path}/here", {})
                assert not (await house.table(party.id)).chairs[0].away
                await time.forward(20)
            assert [one["seat"] for one in (await presence(party))["absent"]] == []
        await require_refused("no-key", await party.stranger.post(f"{party.path}/here", {}), 401)

    @pytest.mark.parametrize("page", ["people", "links", "log", "figures", "offers"])
    async def test_every_page_of_a_table_sends_heartbeats_and_brings_its_reader_back(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient, page: str
    ) -> None:
        party = await planning(visitor)
        await browser.post(f"/keys/{party.id}.{party.guests[0].keys[0]}")
        await browser.post(f"/keys/{party.id}.{party.host.keys[0]}")
        with house.subscribe(party.id, HOST, 1):
            await time.forward(SECONDS + LONG_ABSENCE_SECONDS + ROUND_SECONDS)
            if page == "offers":
                shown = await browser.post(f"{party.path}/offers", data={"seat": "2", "id": new_id()})
            else:
                shown = await browser.get(f"{party.path}/{page}")
        assert f'data-heartbeat="{party.path}/here"' in shown.text
        assert not (await house.table(party.id)).chairs[0].away
        browser.cookies.clear()
        assert "data-heartbeat" not in (await browser.get(f"{party.path}/{page}")).text, (
            "strangers have no place at the table"
        )

    async def test_a_page_opened_before_the_match_sends_heartbeats(
        self, visitor: Visitor, browser: httpx.AsyncClient
    ) -> None:
        party = await Party.open(visitor, game="verhext")
        await browser.post(f"/keys/{party.id}.{party.guests[0].keys[0]}")
        assert f'data-heartbeat="{party.path}/here"' in (await browser.get(f"{party.path}/links")).text

    async def test_the_curtain_sends_heartbeats(self, browser: httpx.AsyncClient) -> None:
        body = {"game": "verhext", "players": "3", "id": new_id(), "start": "true", "chairs.2.who": "bot"}
        for seat, mask in enumerate(("gatta", "sole")):
            body |= {f"chairs.{seat}.who": "here", f"chairs.{seat}.mask": mask}
        page = await browser.post("/tables", data=body, follow_redirects=True)
        assert 'class="curtain-page" data-heartbeat="/tables/' in page.text

    async def test_pages_without_scripts_reload(self, browser: httpx.AsyncClient) -> None:
        body = {"game": "verhext", "id": new_id(), "start": "true"} | {"chairs.0.who": "here", "chairs.0.mask": "gatta"}
        body |= {f"chairs.{seat}.who": "bot" for seat in (1, 2, 3)}
        page = await browser.post("/tables", data=body, follow_redirects=True)
        assert "?awake=true" in page.text.partition("<noscript>")[2].partition("</noscript>")[0]

    @pytest.mark.parametrize(
        ("patience", "words"),
        [(180, "Ben has been away for 1 min: a bot takes over in 2:00."), (None, "for 1 min: the table is waiting.")],
    )
    async def test_the_page_says_since_when_and_what_happens_next(
        self, visitor: Visitor, house: House, time: ManualTime, patience: int | None, words: str
    ) -> None:
        """Plates show as much as fits; screen readers get all of it."""
        party = await planning(visitor, patience=patience)
        with house.subscribe(party.id, HOST, 0, 2):
            await time.forward(AWAY)
            page = (await party.guests[0].get(party.path, accept="text/html")).text
        notice = re.sub(r"</?time[^>]*>", "", page.partition('data-away="1"')[2].partition("</form>")[0])
        assert words in notice.partition("<template>")[0], "next to the question"
        plate = notice.partition("<template>")[2]
        assert words in plate.partition('class="visually-hidden"')[2]
        assert ("away</span><span>&nbsp;· 1 min</span>" in plate, "bot in 2:00" in plate) == (
            True,
            patience is not None,
        )

    @pytest.mark.parametrize("form", ["html", "json"])
    async def test_presence_is_sent_without_rendering_the_table(
        self, socket_visitor: Visitor, time: ManualTime, form: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        party = await planning(socket_visitor)
        async with event_stream(party.guests[0], f"{party.path}/events?as={form}") as stream:
            await stream.wait_for("table" if form == "html" else "scene")
            monkeypatch.delattr("ridotto.web.tables.table_pages.table_part")
            await time.forward(AWAY)
            event = await stream.next()
            assert event.kind == "presence"
        assert ("data-away=" in event.data) if form == "html" else (len(event.data["absent"]) == 2)
        async with (
            event_stream(party.guests[0], f"{party.path}/events?as={form}&after={event.id}") as stream,
            event_stream(party.guests[1], f"{party.path}/events"),
        ):
            await time.forward(SECONDS)
            assert (await stream.next()).kind == "presence", "and nothing before it: the rest had been sent"

    async def test_secret_decisions_change_no_byte_and_no_time(self, socket_visitor: Visitor, time: ManualTime) -> None:
        """At one of two tables, somebody without a stream looks and decides in secret."""
        parties = [await planning(socket_visitor, patience=600), await planning(socket_visitor, patience=600)]
        published: list[list[bytes]] = [[], []]
        steps = 0
        async with AsyncExitStack() as streams:
            for party in parties:
                await streams.enter_async_context(event_stream(party.guests[0], f"{party.path}/events"))
            for _ in range(LONG_ABSENCE_SECONDS // 20):
                await time.forward(20)
                view = await parties[0].view(2)
                if actions := view["scene"].get("actions"):
                    body = {"revision": view["revision"], "move": actions[0]["move"], "id": new_id()}
                    await parties[0].guests[2].post_json(f"{parties[0].path}/decisions", body)
                    steps += 1
                for party, presences in zip(parties, published, strict=True):
                    presences.append(encode(await presence(party)))
        assert steps
        assert published[0] == published[1]
        assert len(set(published[0])) > 1, "somebody was away"


class TestNudges:
    async def test_the_nudged_player_sees_who_waits(
        self, socket_visitor: Visitor, house: House, time: ManualTime
    ) -> None:
        party = await planning(socket_visitor)
        async with event_stream(party.guests[1], f"{party.path}/events?as=html") as stream:
            await stream.wait_for("table")
            await party.guests[0].post_json(f"{party.path}/nudge", {"seat": 1})
            assert "Anna is waiting for you" in (await stream.wait_for("presence")).data
            await require_refused("too-many", await party.host.post(f"{party.path}/nudge", {"seat": 1}), 429)
            await time.forward(SECONDS + ROUND_SECONDS)
            assert "waiting for you" not in (await stream.wait_for("presence")).data
        await require_refused("no-key", await party.stranger.post(f"{party.path}/nudge", {"seat": 1}), 401)

    @pytest.mark.parametrize(("language", "text"), [("de", "nicht lange genug weg"), ("it", "manca da troppo poco")])
    async def test_refusals_in_all_languages(self, visitor: Visitor, language: str, text: str) -> None:
        party = await planning(visitor)
        answer = await party.host.post(f"{party.path}/substitute", {"seat": 1}, **{"accept-language": language})
        await require_refused("not-away", answer)
        assert text in answer.text


class TestPatience:
    async def test_it_is_chosen_with_the_new_table(self, browser: httpx.AsyncClient, house: House) -> None:
        page = await browser.get("/new?game=verhext")
        for value in ("180", "900", "3600", "null"):
            assert f'<option value="{value}"' in page.text
        answer = await browser.post("/tables", data={"game": "verhext", "patience": "null", "id": new_id()})
        assert (await house.table(answer.headers["location"].split("/")[-1])).patience is None

    async def test_the_host_changes_it_on_a_page(self, visitor: Visitor, browser: httpx.AsyncClient) -> None:
        opened = await browser.post("/tables", data={"game": "verhext", "players": "3", "id": new_id()})
        path = opened.headers["location"]
        assert f'href="{path}/people"' in (await browser.get(path)).text
        assert "<select" in (await browser.get(f"{path}/people")).text
        answer = await browser.post(f"{path}/patience", data={"patience": "null"}, follow_redirects=True)
        assert 'value="null" selected' in answer.text
        assert (await visitor.get_json(path))["frame"]["patience"] is None
        seat = {"name": "Ben", "mask": "volto", "id": new_id()}
        ben = visitor.with_keys((await visitor.post_json(f"{path}/seats", seat))["key"])
        assert (await ben.get_json(f"{path}/people"))["patience"] is None
        assert f"{path}/people" not in (await ben.get(path, accept="text/html")).text, "a guest cannot change it"
        await require_refused("not-host", await ben.post(f"{path}/patience", {"patience": 180}), 403)
        await require_refused("no-key", await visitor.get(f"{path}/people"), 401)

    @pytest.mark.parametrize(
        ("patience", "text", "chosen"),
        [
            (10, "after 10 seconds", "10 seconds"),
            (90, "after 90 seconds", "90 seconds"),
            (60, "after 1 minute.", "1 minute<"),
            (600, "after 10 minutes", "10 minutes"),
            (3600, "after 60 minutes", "one hour"),
            (None, "From now on we wait for each other", "we wait for each other"),
        ],
    )
    async def test_any_time_is_shown(self, visitor: Visitor, patience: int | None, text: str, chosen: str) -> None:
        party = await planning(visitor)
        await party.host.post_json(f"{party.path}/patience", {"patience": patience})
        assert text in (await party.host.get(party.path, accept="text/html")).text
        page = (await party.host.get(f"{party.path}/people", accept="text/html")).text
        assert text in page
        assert chosen in page.partition(" selected>")[2][:40]


class TestChairs:
    async def offered(self, visitor: Visitor, house: House, time: ManualTime) -> tuple[Party, str]:
        """Cleo is long gone, and the host has a valid link to her chair."""
        party = await planning(visitor)
        with house.subscribe(party.id, HOST, 0, 1):
            await time.forward(SECONDS + LONG_ABSENCE_SECONDS + 2 * ROUND_SECONDS)
            offer = await party.host.post_json(f"{party.path}/offers", {"seat": 2, "id": new_id()})
            await time.forward(OFFER_GRACE_MS / 1000)
        assert offer["starts"] <= time.now() < offer["ends"]
        return party, str(offer["link"]).removeprefix("http://house")

    async def test_a_browser_takes_it_once(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, link = await self.offered(visitor, house, time)
        assert "Continue as Cleo?" in (await browser.get(link)).text
        table = await browser.post(link, data={"id": new_id()}, follow_redirects=True)
        assert 'data-viewer="2"' in table.text
        assert "Somebody else is now playing for Cleo" in table.text
        assert "re back" not in table.text
        content = "The host gave your seat to somebody else."
        assert content not in table.text
        browser.cookies.clear()  # another person
        assert (await browser.get(link)).status_code == 409
        assert (await browser.post(link, data={"id": new_id()})).status_code == 409
        await require_refused("not-yours", await party.guests[2].get(f"{party.path}?seat=2"), 403)
        assert content not in (await browser.get(party.path)).text

    async def test_a_link_used_too_soon_reloads(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, _ = await self.offered(visitor, house, time)
        offer = await party.host.post_json(f"{party.path}/offers", {"seat": 2, "id": new_id()})
        link = str(offer["link"]).removeprefix("http://house")
        early = (await browser.get(link)).text
        assert "Cleo has a minute to come back" in early
        assert 'href="?"' in early
        await time.forward(OFFER_GRACE_MS / 1000)
        assert "Continue as Cleo?" in (await browser.get(f"{link}?")).text

    async def test_the_old_owner_is_told(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, link = await self.offered(visitor, house, time)
        await browser.post(f"/keys/{party.id}.{party.guests[2].keys[0]}")
        await party.stranger.post_json(link, {"id": new_id()})
        assert "The host gave your seat to somebody else." in (await browser.get(party.path)).text

    async def test_people_with_another_key_cannot_take_it(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, link = await self.offered(visitor, house, time)
        for other in (party.host, party.guests[0]):
            await require_refused("holds-key", await other.get(link), 403)
            await require_refused("holds-key", await other.post(link, {"id": new_id()}), 403)
        await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
        assert (await browser.get(link)).status_code == 403
        for name in [cookie.name for cookie in browser.cookies.jar if cookie.name.startswith("key-")]:
            browser.cookies.delete(name)
        assert (await browser.get(link)).status_code == 403, "the hall still knows of the key that was thrown away"

    async def test_the_same_person_can_take_it_after_losing_the_key(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, link = await self.offered(visitor, house, time)
        await browser.post(f"/keys/{party.id}.{party.guests[2].keys[0]}")
        for name in [cookie.name for cookie in browser.cookies.jar if cookie.name.startswith("key-")]:
            browser.cookies.delete(name)
        table = await browser.post(link, data={"id": new_id()}, follow_redirects=True)
        assert 'data-viewer="2"' in table.text

    async def test_it_is_void_when_the_person_returns(self, visitor: Visitor, house: House, time: ManualTime) -> None:
        party, link = await self.offered(visitor, house, time)
        content = await party.guests[2].get_json(party.path)
        assert not content["frame"]["chairs"][2]["away"], "nobody is shown a bot on their own chair"
        await require_refused("void-link", await party.stranger.post(link, {"id": new_id()}))
        events = [line["event"] for line in (await party.host.get_json(party.path))["frame"]["chat"]]
        assert events == ["left", "offered", "returned"]

    @pytest.mark.parametrize("who", ["host", "guest", "guest without a host"])
    async def test_only_the_host_sees_what_can_be_done_about_a_chair(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient, who: str
    ) -> None:
        """If the host is away, too, others can let bots play; but only the host can give chairs."""
        party = await planning(visitor, patience=None)
        key = party.host.keys[0] if who == "host" else party.guests[0].keys[0]
        await browser.post(f"/keys/{party.id}.{key}")
        there = (0, 1) if who == "guest without a host" else (HOST, 0, 1)
        with house.subscribe(party.id, *there):
            await time.forward(SECONDS + LONG_ABSENCE_SECONDS + ROUND_SECONDS)
            pages = [(await browser.get(f"{party.path}{page}")).text for page in ("", "/people")]
        assert [f"{party.path}/substitute" in page for page in pages] == [who != "guest"] * 2
        assert (f"{party.path}/offers" in pages[1]) == (who == "host")
        assert f'formaction="{party.path}/nudge"' in pages[0], "that much everybody may do"

    async def test_only_the_host_sees_the_link(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, _ = await self.offered(visitor, house, time)
        await browser.post(f"/keys/{party.id}.{party.host.keys[0]}")
        page = await browser.get(f"{party.path}/people")
        assert f'formaction="{party.path}/offers"' in page.text
        shown = await browser.post(f"{party.path}/offers", data={"seat": "2", "id": new_id()})
        assert f"http://house{party.path}/chairs/" in shown.text
        assert "/chairs/" not in (await party.guests[0].get(party.path, accept="text/html")).text

    @pytest.mark.parametrize("offered", [False, True])
    async def test_returning_people_are_told_what_happened(
        self, visitor: Visitor, house: House, time: ManualTime, offered: bool
    ) -> None:
        """Once; and nobody else is content, not even the person who took the chair."""
        party = await planning(visitor)
        with house.subscribe(party.id, HOST, 0, 1):
            await time.forward(SECONDS + LONG_ABSENCE_SECONDS + 2 * ROUND_SECONDS)
            if offered:
                await party.host.post_json(f"{party.path}/offers", {"seat": 2, "id": new_id()})
                await time.forward(OFFER_GRACE_MS / 1000)
        pages = []
        for guest in (party.guests[0], party.guests[2], party.guests[2]):
            pages.append((await guest.get(party.path, accept="text/html")).text)
            await time.forward(1)
        assert ["You&#39;re back" in page for page in pages] == [False, True, False]
        assert ("You&#39;re back in time: the host was offering your seat" in pages[1]) == offered

    async def test_a_stream_starts_when_its_viewer_is_back(
        self, socket_visitor: Visitor, house: House, time: ManualTime
    ) -> None:
        party, _ = await self.offered(socket_visitor, house, time)
        async with event_stream(party.guests[2], f"{party.path}/events") as stream:
            frame = (await stream.wait_for("frame")).data
        assert not frame["chairs"][2]["away"]
        assert [line["event"] for line in frame["chat"]] == ["left", "offered", "returned"]

    async def test_news_of_the_house_stay_in_a_long_chat(
        self, visitor: Visitor, house: House, time: ManualTime
    ) -> None:
        party, _ = await self.offered(visitor, house, time)
        for number in range(MAX_CHAT_LINES + 1):
            said = Said(0, f"Blah {number}!", f"line-{number}")
            await house.executor.execute(party.id, lambda _, said=said: said)  # type: ignore[misc]
        table, people = [(await party.host.get(party.path + page, accept="text/html")).text for page in ("", "/people")]
        assert table.count("Blah ") == MAX_CHAT_LINES_SHOWN
        assert f'data-line-count="{MAX_CHAT_LINES + 3}"' in table
        for shown in (table, people):
            assert "Cleo is away: a bot sits in." in shown
            assert "The host is offering Cleo&#39;s seat to somebody else" in shown

    async def test_the_stream_of_the_old_key_ends(
        self, socket_visitor: Visitor, house: House, time: ManualTime
    ) -> None:
        party, link = await self.offered(socket_visitor, house, time)
        link = link[link.index("/tables/") :]
        async with event_stream(party.stranger, f"{party.path}/events") as stream:
            await stream.wait_for("scene")
            await party.stranger.post_json(link, {"id": new_id()})
            assert (await stream.wait_for("frame")).data["chat"][-1]["event"] == "given"
        await require_refused("not-yours", await party.guests[2].get(f"{party.path}/events?seat=2"), 403)
