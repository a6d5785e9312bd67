"""Who is there, over HTTP: told apart from the table, the same whatever anybody decides; and chairs that are given."""

import re
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from msgspec.json import encode

from ridotto.house.autoplay.butler import ROUNDS
from ridotto.house.people.absences import GRACE
from ridotto.house.people.presence import BEAT, LATELY
from ridotto.house.service import House
from ridotto.house.tables.events import Said
from ridotto.house.tables.table import CHAT, HOST
from ridotto.web.tables.template_context import SAID
from tests.manual_time import ManualTime
from tests.web.visitors import Party, Visitor, listening, new

pytestmark = pytest.mark.anyio

SECONDS = BEAT // 1000
AWAY = 3 * SECONDS


async def planning(visitor: Visitor, **wish: Any) -> Party:
    """Three people who make plans in secret, at Venezia."""
    party = await Party.open(visitor, game="venezia", start=True, **wish)
    for _ in range(3):
        await party.decide()
    return party


async def presence(party: Party) -> Any:
    return (await party.host.told(party.path))["presence"]


async def refused(code: str, answer: httpx.Response, status: int = 409) -> None:
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text


class TestPresence:
    async def test_whoever_has_a_stream_is_there(self, caller: Visitor, time: ManualTime) -> None:
        party = await planning(caller)
        async with AsyncExitStack() as streams:
            for seat in (0, 1):
                await streams.enter_async_context(listening(party.guests[seat], f"{party.path}/events"))
            await time.forward(AWAY)
            told = await presence(party)
            assert [one["seat"] for one in told["absent"]] == [2]
            assert told["absent"][0]["until"] == told["absent"][0]["since"] + LATELY * 1000

    async def test_a_look_is_a_sign_of_life_if_it_says_so(
        self, visitor: Visitor, house: House, time: ManualTime
    ) -> None:
        """As pages do that are not seen, or have no script: as often whether they decide or not."""
        party = await planning(visitor, patience=None)
        with house.watch(party.id, HOST):
            for _ in range(AWAY // 15):
                await time.forward(15)
                await party.guests[0].told(f"{party.path}?awake=true")
                await party.guests[1].told(party.path)
            assert [one["seat"] for one in (await presence(party))["absent"]] == [1, 2]

    async def test_whoever_says_so_is_there(self, visitor: Visitor, house: House, time: ManualTime) -> None:
        """As pages without a stream do: also for somebody on whose chair a bot sits."""
        party = await planning(visitor)
        with house.watch(party.id, HOST, 1):
            await time.forward(SECONDS + LATELY + ROUNDS)
            assert (await house.table(party.id)).chairs[0].away
            for _ in range(AWAY // 20):
                await party.guests[0].done(f"{party.path}/here", {})
                assert not (await house.table(party.id)).chairs[0].away
                await time.forward(20)
            assert [one["seat"] for one in (await presence(party))["absent"]] == []
        await refused("no-key", await party.stranger.post(f"{party.path}/here", {}), 401)

    @pytest.mark.parametrize("page", ["people", "links", "log", "figures", "offers"])
    async def test_every_page_of_a_table_shows_signs_of_life_and_brings_its_reader_back(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient, page: str
    ) -> None:
        party = await planning(visitor)
        await browser.post(f"/keys/{party.id}.{party.guests[0].keys[0]}")
        await browser.post(f"/keys/{party.id}.{party.host.keys[0]}")
        with house.watch(party.id, HOST, 1):
            await time.forward(SECONDS + LATELY + ROUNDS)
            if page == "offers":
                shown = await browser.post(f"{party.path}/offers", data={"seat": "2", "id": new()})
            else:
                shown = await browser.get(f"{party.path}/{page}")
        assert f'data-here="{party.path}/here"' in shown.text
        assert not (await house.table(party.id)).chairs[0].away
        browser.cookies.clear()
        assert "data-here" not in (await browser.get(f"{party.path}/{page}")).text, "a stranger has no place here"

    async def test_a_page_that_is_open_when_the_match_begins_shows_signs_of_life(
        self, visitor: Visitor, browser: httpx.AsyncClient
    ) -> None:
        party = await Party.open(visitor, game="verhext")
        await browser.post(f"/keys/{party.id}.{party.guests[0].keys[0]}")
        assert f'data-here="{party.path}/here"' in (await browser.get(f"{party.path}/links")).text

    async def test_the_curtain_shows_signs_of_life(self, browser: httpx.AsyncClient) -> None:
        body = {"game": "verhext", "players": "3", "id": new(), "start": "true", "chairs.2.who": "bot"}
        for seat, mask in enumerate(("gatta", "sole")):
            body |= {f"chairs.{seat}.who": "here", f"chairs.{seat}.mask": mask}
        page = await browser.post("/tables", data=body, follow_redirects=True)
        assert 'class="curtain-page" data-here="/tables/' in page.text

    async def test_pages_without_a_script_show_signs_of_life(self, browser: httpx.AsyncClient) -> None:
        body = {"game": "verhext", "id": new(), "start": "true"} | {"chairs.0.who": "here", "chairs.0.mask": "gatta"}
        body |= {f"chairs.{seat}.who": "bot" for seat in (1, 2, 3)}
        page = await browser.post("/tables", data=body, follow_redirects=True)
        assert "?awake=true" in page.text.partition("<noscript>")[2].partition("</noscript>")[0]

    @pytest.mark.parametrize(
        ("patience", "words"),
        [(180, "Ben has been away for 1 min: a bot takes over in 2:00."), (None, "for 1 min: the table is waiting.")],
    )
    async def test_the_page_says_since_when_and_what_will_happen(
        self, visitor: Visitor, house: House, time: ManualTime, patience: int | None, words: str
    ) -> None:
        """On plates as much of it as has room, and all of it to whoever listens."""
        party = await planning(visitor, patience=patience)
        with house.watch(party.id, HOST, 0, 2):
            await time.forward(AWAY)
            page = (await party.guests[0].get(party.path, accept="text/html")).text
        told = re.sub(r"</?time[^>]*>", "", page.partition('data-away="1"')[2].partition("</form>")[0])
        assert words in told.partition("<template>")[0], "beside the question"
        plate = told.partition("<template>")[2]
        assert words in plate.partition('class="sr"')[2]
        assert ("away</span><span>&nbsp;· 1 min</span>" in plate, "bot in 2:00" in plate) == (
            True,
            patience is not None,
        )

    @pytest.mark.parametrize("form", ["html", "json"])
    async def test_it_is_told_without_drawing_the_table_anew(
        self, caller: Visitor, time: ManualTime, form: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        party = await planning(caller)
        async with listening(party.guests[0], f"{party.path}/events?as={form}") as stream:
            await stream.until("table" if form == "html" else "scene")
            monkeypatch.delattr("ridotto.web.tables.table_pages.at_table")
            await time.forward(AWAY)
            event = await stream.next()
            assert event.kind == "presence"
        assert ("data-away=" in event.data) if form == "html" else (len(event.data["absent"]) == 2)
        async with (
            listening(party.guests[0], f"{party.path}/events?as={form}&after={event.id}") as stream,
            listening(party.guests[1], f"{party.path}/events"),
        ):
            await time.forward(SECONDS)
            assert (await stream.next()).kind == "presence", "and nothing before it: all else was seen"

    async def test_a_secret_step_makes_no_difference_to_a_byte_nor_to_its_time(
        self, caller: Visitor, time: ManualTime
    ) -> None:
        """Two tables; at one of them somebody without a stream looks, and decides in secret."""
        parties = [await planning(caller, patience=600), await planning(caller, patience=600)]
        told: list[list[bytes]] = [[], []]
        steps = 0
        async with AsyncExitStack() as streams:
            for party in parties:
                await streams.enter_async_context(listening(party.guests[0], f"{party.path}/events"))
            for _ in range(LATELY // 20):
                await time.forward(20)
                sight = await parties[0].sight(2)
                if actions := sight["scene"].get("actions"):
                    body = {"revision": sight["revision"], "move": actions[0]["move"], "id": new()}
                    await parties[0].guests[2].done(f"{parties[0].path}/decisions", body)
                    steps += 1
                for party, heard in zip(parties, told, strict=True):
                    heard.append(encode(await presence(party)))
        assert steps
        assert told[0] == told[1]
        assert len(set(told[0])) > 1, "somebody was away"


class TestNudges:
    async def test_the_nudged_player_sees_who_waits(self, caller: Visitor, house: House, time: ManualTime) -> None:
        party = await planning(caller)
        async with listening(party.guests[1], f"{party.path}/events?as=html") as stream:
            await stream.until("table")
            await party.guests[0].done(f"{party.path}/nudge", {"seat": 1})
            assert "Anna is waiting for you" in (await stream.until("presence")).data
            await refused("too-many", await party.host.post(f"{party.path}/nudge", {"seat": 1}), 429)
            await time.forward(SECONDS + ROUNDS)
            assert "waiting for you" not in (await stream.until("presence")).data
        await refused("no-key", await party.stranger.post(f"{party.path}/nudge", {"seat": 1}), 401)

    @pytest.mark.parametrize(("language", "told"), [("de", "nicht lange genug weg"), ("it", "manca da troppo poco")])
    async def test_refusals_in_all_languages(self, visitor: Visitor, language: str, told: str) -> None:
        party = await planning(visitor)
        answer = await party.host.post(f"{party.path}/substitute", {"seat": 1}, **{"accept-language": language})
        await refused("not-away", answer)
        assert told in answer.text


class TestPatience:
    async def test_it_is_chosen_when_the_table_is_opened(self, browser: httpx.AsyncClient, house: House) -> None:
        page = await browser.get("/new?game=verhext")
        for value in ("180", "900", "3600", "null"):
            assert f'<option value="{value}"' in page.text
        answer = await browser.post("/tables", data={"game": "verhext", "patience": "null", "id": new()})
        assert (await house.table(answer.headers["location"].split("/")[-1])).patience is None

    async def test_the_host_changes_it_on_a_page(self, visitor: Visitor, browser: httpx.AsyncClient) -> None:
        opened = await browser.post("/tables", data={"game": "verhext", "players": "3", "id": new()})
        path = opened.headers["location"]
        assert f'href="{path}/people"' in (await browser.get(path)).text
        assert "<select" in (await browser.get(f"{path}/people")).text
        answer = await browser.post(f"{path}/patience", data={"patience": "null"}, follow_redirects=True)
        assert 'value="null" selected' in answer.text
        assert (await visitor.told(path))["frame"]["patience"] is None
        seat = {"name": "Ben", "mask": "volto", "id": new()}
        ben = visitor.having((await visitor.done(f"{path}/seats", seat))["key"])
        assert (await ben.told(f"{path}/people"))["patience"] is None
        assert f"{path}/people" not in (await ben.get(path, accept="text/html")).text, "a guest cannot change it"
        await refused("not-host", await ben.post(f"{path}/patience", {"patience": 180}), 403)
        await refused("no-key", await visitor.get(f"{path}/people"), 401)

    @pytest.mark.parametrize(
        ("patience", "told", "chosen"),
        [
            (10, "after 10 seconds", "10 seconds"),
            (90, "after 90 seconds", "90 seconds"),
            (60, "after 1 minute.", "1 minute<"),
            (600, "after 10 minutes", "10 minutes"),
            (3600, "after 60 minutes", "one hour"),
            (None, "From now on we wait for each other", "we wait for each other"),
        ],
    )
    async def test_any_time_is_told_in_words_that_fit(
        self, visitor: Visitor, patience: int | None, told: str, chosen: str
    ) -> None:
        party = await planning(visitor)
        await party.host.done(f"{party.path}/patience", {"patience": patience})
        assert told in (await party.host.get(party.path, accept="text/html")).text
        page = (await party.host.get(f"{party.path}/people", accept="text/html")).text
        assert told in page
        assert chosen in page.partition(" selected>")[2][:40]


class TestChairs:
    async def offered(self, visitor: Visitor, house: House, time: ManualTime) -> tuple[Party, str]:
        """Cleo is long gone, and the host has a link to her chair that can be used by now."""
        party = await planning(visitor)
        with house.watch(party.id, HOST, 0, 1):
            await time.forward(SECONDS + LATELY + 2 * ROUNDS)
            offer = await party.host.done(f"{party.path}/offers", {"seat": 2, "id": new()})
            await time.forward(GRACE / 1000)
        assert offer["starts"] <= time.now() < offer["ends"]
        return party, str(offer["link"]).removeprefix("http://house")

    async def test_a_browser_takes_it_once(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, link = await self.offered(visitor, house, time)
        assert "Continue as Cleo?" in (await browser.get(link)).text
        table = await browser.post(link, data={"id": new()}, follow_redirects=True)
        assert 'data-viewer="2"' in table.text
        assert "Somebody else is now playing for Cleo" in table.text
        assert "re back" not in table.text
        told = "The host gave your seat to somebody else."
        assert told not in table.text
        browser.cookies.clear()  # somebody else
        assert (await browser.get(link)).status_code == 409
        assert (await browser.post(link, data={"id": new()})).status_code == 409
        await refused("not-yours", await party.guests[2].get(f"{party.path}?seat=2"), 403)
        assert told not in (await browser.get(party.path)).text

    async def test_whoever_comes_too_soon_looks_again(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, _ = await self.offered(visitor, house, time)
        offer = await party.host.done(f"{party.path}/offers", {"seat": 2, "id": new()})
        link = str(offer["link"]).removeprefix("http://house")
        early = (await browser.get(link)).text
        assert "Cleo has a minute to come back" in early
        assert 'href="?"' in early
        await time.forward(GRACE / 1000)
        assert "Continue as Cleo?" in (await browser.get(f"{link}?")).text

    async def test_whoever_has_lost_it_is_told(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, link = await self.offered(visitor, house, time)
        await browser.post(f"/keys/{party.id}.{party.guests[2].keys[0]}")
        await party.stranger.done(link, {"id": new()})
        assert "The host gave your seat to somebody else." in (await browser.get(party.path)).text

    async def test_nobody_takes_it_who_holds_another_key(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, link = await self.offered(visitor, house, time)
        for other in (party.host, party.guests[0]):
            await refused("holds-key", await other.get(link), 403)
            await refused("holds-key", await other.post(link, {"id": new()}), 403)
        await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
        assert (await browser.get(link)).status_code == 403
        for name in [cookie.name for cookie in browser.cookies.jar if cookie.name.startswith("key-")]:
            browser.cookies.delete(name)
        assert (await browser.get(link)).status_code == 403, "the hall still knows of the key that was thrown away"

    async def test_the_same_person_takes_it_who_has_lost_the_key(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, link = await self.offered(visitor, house, time)
        await browser.post(f"/keys/{party.id}.{party.guests[2].keys[0]}")
        for name in [cookie.name for cookie in browser.cookies.jar if cookie.name.startswith("key-")]:
            browser.cookies.delete(name)
        table = await browser.post(link, data={"id": new()}, follow_redirects=True)
        assert 'data-viewer="2"' in table.text

    async def test_it_is_void_when_the_person_is_back(self, visitor: Visitor, house: House, time: ManualTime) -> None:
        party, link = await self.offered(visitor, house, time)
        told = await party.guests[2].told(party.path)
        assert not told["frame"]["chairs"][2]["away"], "nobody is shown a bot on their own chair"
        await refused("void-link", await party.stranger.post(link, {"id": new()}))
        events = [line["event"] for line in (await party.host.told(party.path))["frame"]["chat"]]
        assert events == ["left", "offered", "returned"]

    @pytest.mark.parametrize("who", ["host", "guest", "guest without a host"])
    async def test_only_the_host_is_shown_what_can_be_done_about_a_chair(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient, who: str
    ) -> None:
        """Where the host is gone, too, the others may go on with bots; chairs are given by nobody else."""
        party = await planning(visitor, patience=None)
        key = party.host.keys[0] if who == "host" else party.guests[0].keys[0]
        await browser.post(f"/keys/{party.id}.{key}")
        there = (0, 1) if who == "guest without a host" else (HOST, 0, 1)
        with house.watch(party.id, *there):
            await time.forward(SECONDS + LATELY + ROUNDS)
            pages = [(await browser.get(f"{party.path}{page}")).text for page in ("", "/people")]
        assert [f"{party.path}/substitute" in page for page in pages] == [who != "guest"] * 2
        assert (f"{party.path}/offers" in pages[1]) == (who == "host")
        assert f'formaction="{party.path}/nudge"' in pages[0], "that much everybody may do"

    async def test_the_link_is_shown_to_the_host_alone(
        self, visitor: Visitor, house: House, time: ManualTime, browser: httpx.AsyncClient
    ) -> None:
        party, _ = await self.offered(visitor, house, time)
        await browser.post(f"/keys/{party.id}.{party.host.keys[0]}")
        page = await browser.get(f"{party.path}/people")
        assert f'formaction="{party.path}/offers"' in page.text
        shown = await browser.post(f"{party.path}/offers", data={"seat": "2", "id": new()})
        assert f"http://house{party.path}/chairs/" in shown.text
        assert "/chairs/" not in (await party.guests[0].get(party.path, accept="text/html")).text

    @pytest.mark.parametrize("offered", [False, True])
    async def test_whoever_is_back_is_told_what_happened(
        self, visitor: Visitor, house: House, time: ManualTime, offered: bool
    ) -> None:
        """Once; and nobody else is, least of all somebody who has taken the chair."""
        party = await planning(visitor)
        with house.watch(party.id, HOST, 0, 1):
            await time.forward(SECONDS + LATELY + 2 * ROUNDS)
            if offered:
                await party.host.done(f"{party.path}/offers", {"seat": 2, "id": new()})
                await time.forward(GRACE / 1000)
        pages = []
        for guest in (party.guests[0], party.guests[2], party.guests[2]):
            pages.append((await guest.get(party.path, accept="text/html")).text)
            await time.forward(1)
        assert ["You&#39;re back" in page for page in pages] == [False, True, False]
        assert ("You&#39;re back in time: the host was offering your seat" in pages[1]) == offered

    async def test_a_stream_begins_with_whoever_opens_it_on_their_chair(
        self, caller: Visitor, house: House, time: ManualTime
    ) -> None:
        party, _ = await self.offered(caller, house, time)
        async with listening(party.guests[2], f"{party.path}/events") as stream:
            frame = (await stream.until("frame")).data
        assert not frame["chairs"][2]["away"]
        assert [line["event"] for line in frame["chat"]] == ["left", "offered", "returned"]

    async def test_what_the_house_told_is_found_however_much_is_said(
        self, visitor: Visitor, house: House, time: ManualTime
    ) -> None:
        party, _ = await self.offered(visitor, house, time)
        for number in range(CHAT + 1):
            said = Said(0, f"Blah {number}!", f"line-{number}")
            await house.do(party.id, lambda _, said=said: said)  # type: ignore[misc]
        table, people = [(await party.host.get(party.path + page, accept="text/html")).text for page in ("", "/people")]
        assert table.count("Blah ") == SAID
        assert f'data-said="{CHAT + 3}"' in table
        for shown in (table, people):
            assert "Cleo is away: a bot sits in." in shown
            assert "The host is offering Cleo&#39;s seat to somebody else" in shown

    async def test_the_stream_of_the_old_key_ends(self, caller: Visitor, house: House, time: ManualTime) -> None:
        party, link = await self.offered(caller, house, time)
        link = link[link.index("/tables/") :]
        async with listening(party.stranger, f"{party.path}/events") as stream:
            await stream.until("scene")
            await party.stranger.done(link, {"id": new()})
            assert (await stream.until("frame")).data["chat"][-1]["event"] == "given"
        await refused("not-yours", await party.guests[2].get(f"{party.path}/events?seat=2"), 403)
