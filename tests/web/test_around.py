"""The pages around a table, without scripts: hall, new table, sitting down, curtain, errors, installation."""

import html
import random
import re

import pytest
import segno

import ridotto
from ridotto.house.people.guests import MASKS
from ridotto.house.tables.events import Moved
from ridotto.rulebook import rulebook
from ridotto.translations import LANGUAGES
from ridotto.web.http.assets import assets
from ridotto.web.http.manifest import BACKGROUND_COLOUR, THEME_COLOURS
from ridotto.web.qr_codes import QUIET_ZONE, qr_code
from ridotto.web.rendering import day
from tests.web.html_page import Page, get_page, post_form
from tests.web.visitors import Party, new_id

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.all_games()]
HERE = {"accept": "text/html"}


async def get_text(browser, path, **headers):
    answer = await browser.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    Page(answer.text)
    return answer.text


async def open_table(browser, game="verhext", **changes):
    """Opens a table with the form for new tables; returns its path."""
    fields = (await get_page(browser, f"/new?game={game}")).fields("order")
    return await post_form(
        browser, "/tables", fields | {name.replace("__", "."): value for name, value in changes.items()}
    )


def two_people_on_this_device(who="here"):
    return {"chairs__0__name": "Anna", "chairs__1__who": who, "chairs__1__name": "Ben", "players": "3"}


@pytest.mark.slow
async def play_to_the_end(house, party):
    """Everybody makes random decisions."""
    table, chance = await house.table(party.id), random.Random(1)
    while table.phase == "running":
        seat = table.started_match.state.actors()[0]
        move = table.game.text(chance.choice(table.started_match.state.moves(seat)))
        await house.executor.execute(party.id, lambda table, seat=seat, move=move: Moved(seat, move, new_id()))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_in_every_language_and_theme(browser, visitor, language):
    party = await Party.open(visitor, 2, listed=True)
    await browser.post(f"/keys/{party.id}.{party.guests[0].keys[0]}")
    await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
    paths = ["/", "/new", "/new?game=venti", party.path, f"{party.path}/links", *(f"/rules/{game}" for game in GAMES)]
    await party.host.post_json(f"{party.path}/bots", {"seat": 2, "level": "novice"})
    for theme in ("dark", "light"):
        for path in paths:
            shown = await get_text(browser, f"{path}{'&' if '?' in path else '?'}lang={language}&theme={theme}")
            assert f'<html lang="{language}" data-theme="{theme}">' in shown
    await party.host.post_json(f"{party.path}/start")
    assert f'<html lang="{language}"' in await get_text(browser, party.path)


class TestHall:
    async def test_own_tables_come_first_and_are_recognized_without_keys(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        asked, _ = await party.asked_guest()
        assert party.path not in await get_text(browser, "/")
        await browser.post(f"/keys/{party.id}.{party.guests[asked].keys[0]}")
        shown = await get_text(browser, "/")
        assert f'href="{party.path}"' in shown
        assert "Your turn in Verhext!" in shown
        assert party.guests[asked].keys[0] not in str(browser.build_request("GET", "/").headers)

    async def test_tables_that_wait_for_the_visitor_come_first(self, browser, visitor):
        urgent, other = await Party.open(visitor, start=True), await Party.open(visitor, start=True)
        asked, _ = await urgent.asked_guest()
        await browser.post(f"/keys/{urgent.id}.{urgent.guests[asked].keys[0]}")
        asked, _ = await other.asked_guest()
        await browser.post(f"/keys/{other.id}.{other.guests[(asked + 1) % 3].keys[0]}")
        shown = await get_text(browser, "/")
        assert 0 < shown.index(f'href="{urgent.path}"') < shown.index(f'href="{other.path}"')

    async def test_a_damaged_table_is_reported_to_its_host_only(self, browser, visitor, house):
        damaged, other = await Party.open(visitor, listed=True), await Party.open(visitor, listed=True)
        await browser.post(f"/keys/{damaged.id}.{damaged.host.keys[0]}")
        await house.store.append(damaged.id, len(await house.store.read(damaged.id)), b"garbage", "open")
        house.live_tables.by_id.clear()
        shown = await get_text(browser, "/?lang=it")
        assert damaged.id in shown
        assert "danneggiata" in shown
        assert f'href="{damaged.path}"' not in shown
        assert f'href="{other.path}"' in shown
        assert [table["id"] for table in (await visitor.get_json("/tables"))["tables"]] == [other.id]
        answer = await visitor.get(damaged.path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unreadable")
        assert damaged.id not in await get_text(browser, "/new")

    async def test_finished_matches_have_date_people_and_winner(self, browser, visitor, house, time):
        party = await Party.open(visitor, start=True, game="diciassette", players=2, listed=True)
        await play_to_the_end(house, party)
        broken = await Party.open(visitor, start=True, game="venti", players=2)  # not listed
        for seat, guest in broken.guests.items():
            await guest.post_json(f"{broken.path}/abandon", {"seat": seat})
        result = (await house.table(party.id)).info()
        (winner,) = [chair.name for chair in result.winners]
        (other,) = {"Anna", "Ben"} - {winner}
        shown = await get_text(browser, "/")
        assert "Finished matches" in shown
        assert f"{day(result.ended, 'en')} · won by {winner} · with {other}" in shown
        assert broken.path not in shown
        assert [table["id"] for table in (await visitor.get_json("/tables"))["finished"]] == [party.id]
        for ended in (party, broken):
            await browser.post(f"/keys/{ended.id}.{ended.guests[0].keys[0]}")
        shown = await get_text(browser, "/?lang=de")
        assert "Beendete Partien" not in shown, "they are among the visitor's own tables"
        assert f"{day(result.ended, 'de')} · gewonnen von {winner} · mit {other}" in shown
        assert f"{day(result.ended, 'de')} · abgebrochen · mit Anna, Ben" in shown

    def test_dates_are_localized(self):
        noon = 1_778_586_000_000  # the same day in nearly all time zones
        assert [day(noon, language) for language in ("en", "de", "it")] == ["12 May 2026", "12.05.2026", "12 mag 2026"]

    async def test_a_host_without_a_seat_finds_the_table_again(self, browser, visitor):
        party = await Party.open(visitor)
        await browser.post(f"/keys/{party.id}.{party.host.keys[0]}")
        assert f'href="{party.path}"' in await get_text(browser, "/")

    async def test_a_person_who_sat_down_many_times_finds_it_too(self, browser, visitor):
        party = await Party.open(visitor, 2)
        for n in range(9):
            await party.host.post(f"{party.path}/free", {"seat": 2})
            await post_form(browser, f"{party.path}/seats", {"name": f"Cleo {n}", "mask": "sole", "id": new_id()})
            assert f'href="{party.path}"' in await get_text(browser, "/")

    async def test_a_forged_mark_shows_nothing(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        for mark in ("0" * 16, "", "x", "0" * 15, "0" * 16 + "~"):
            browser.cookies.set("tables", f"{party.id}.{mark}")
            assert party.path not in await get_text(browser, "/")

    async def test_only_the_newest_tables_are_remembered(self, browser):
        tables = [await open_table(browser) for _ in range(14)]
        shown = await get_text(browser, "/")
        assert [table for table in tables if table in shown] == tables[2:]

    async def test_guests_are_recognized(self, browser, visitor):
        party = await Party.open(visitor, 0)
        await post_form(browser, f"{party.path}/seats", {"name": "Zoë Ö;=", "mask": "sole", "id": new_id()})
        assert "The tables are ready, Zoë Ö;=." in await get_text(browser, "/")
        fields = (await get_page(browser, "/new")).fields("order")
        assert (fields["chairs.0.name"], fields["chairs.0.mask"]) == ("Zoë Ö;=", "sole")
        for forged in ("nobody.%00", "sole.", "x", "sole.%E2%A0%80", "gatta.bot%3Ax"):
            browser.cookies.set("guest", forged)
            assert "The tables are ready." in await get_text(browser, "/")
        browser.cookies.set("guest", "iron.Anna")  # no such mask: another one is chosen
        await post_form(browser, "/learn", {"game": "verhext", "id": new_id()})

    @pytest.mark.parametrize(
        "text",
        [
            "{id}",
            " {id} ",
            "http://house/tables/{id}",
            "house/tables/{id}?seat=1",
            "{ID}",
            "http://house/tables/{id}/links",
            "http://house/tables/{id}/",
            "http://house/keys/{id}.Key_0",
        ],
    )
    async def test_a_table_is_found_by_id_or_link(self, browser, visitor, text):
        party = await Party.open(visitor)
        answer = await browser.get("/join", params={"table": text.format(id=party.id, ID=party.id.upper())})
        assert (answer.status_code, answer.headers["location"]) == (303, party.path)

    @pytest.mark.parametrize("text", ["", "x", "http://house/", "../../etc"])
    async def test_other_texts_find_no_table(self, browser, text):
        answer = await browser.get("/join", params={"table": text})
        assert answer.status_code == 404
        assert "No table here" in answer.text


class TestNewTable:
    @pytest.mark.parametrize("game", GAMES)
    async def test_one_click_from_the_form_to_the_first_decision(self, browser, house, game):
        table = await open_table(browser, game)
        found = await house.table(table.removeprefix("/tables/"))
        assert found.phase == "running"
        assert [chair.kind for chair in found.chairs] == ["person", *["bot"] * (found.game.default_players - 1)]
        assert found.names[0] == "Bauta"
        assert 'id="decision"' in await get_text(browser, table)

    async def test_a_table_that_waits_for_guests(self, browser, house):
        table = await open_table(browser, chairs__1__who="guest", options__show_history="off", clock__seconds="600")
        found = await house.table(table.removeprefix("/tables/"))
        assert (found.phase, found.chairs.free_seats()) == ("open", [1])
        shown = await get_text(browser, table)
        for words in ("Past tricks: hidden", "10 minutes each", f"http://house{table}"):
            assert words in shown

    async def test_options_are_described(self, browser):
        shown = await get_text(browser, "/new?game=verhext")
        assert '<option value="off">hidden</option>' in shown
        assert "only the last trick can be looked up" in shown
        assert "doppelter Einsatz" in await get_text(browser, "/new?game=verhext&lang=de")

    async def test_a_refused_form_is_shown_again_as_it_was_filled_in(self, browser):
        fields = (await get_page(browser, "/new?game=verhext")).fields("order")
        wishes = {
            "chairs.0.name": "Anna",
            "chairs.1.who": "here",
            "chairs.1.name": "ANNA",
            "options.show_history": "off",
        }
        answer = await browser.post("/tables", data=fields | wishes)
        assert answer.status_code == 409
        assert "Somebody at this table is already called ANNA." in answer.text
        again = Page(answer.text).fields("order")
        assert again | {"id": ""} == fields | wishes | {"id": ""}

    async def test_another_game_keeps_the_seats(self, browser):
        fields = (await get_page(browser, "/new?game=verhext")).fields("order")
        typed = fields | {"chairs.0.name": "Anna", "chairs.1.who": "here", "chairs.1.name": "Ben", "players": "5"}
        answer = await browser.get("/new", params=typed | {"game": "venezia", "clock.seconds": "600"})
        shown = Page(answer.text).fields("order")
        kept = {name: shown[name] for name in ("game", "chairs.0.name", "chairs.1.who", "chairs.1.name")}
        assert kept == {"game": "venezia", "chairs.0.name": "Anna", "chairs.1.who": "here", "chairs.1.name": "Ben"}
        assert shown["clock.seconds"] == "600"
        assert shown["players"] == str(ridotto.game("venezia").default_players)  # five people cannot play it
        assert '<details class="panel variants">' in answer.text

    async def test_the_return_key_opens_the_table_and_does_not_change_the_game(self, browser):
        shown = await get_page(browser, "/new?game=verhext")
        buttons = [given for (tag, given), owner in zip(shown.elements, shown.owners, strict=True)
                   if tag == "button" and owner == "order"]  # fmt: skip
        assert "formaction" not in buttons[0]
        assert [given["value"] for given in buttons if given.get("formaction") == "/new"] == GAMES
        named = [given.get("value") for tag, given in shown.elements if given.get("name") == "game"]
        assert named == ["verhext", *GAMES]

    async def test_a_refused_form_keeps_its_values_in_another_language(self, browser):
        fields = (await get_page(browser, "/new?game=venti")).fields("order")
        wishes = {"chairs.0.name": "Anna", "chairs.1.who": "here", "chairs.1.name": "ANNA"}
        answer = await browser.post("/tables", data=fields | wishes)
        (german,) = [given["href"] for tag, given in Page(answer.text).elements if given.get("hreflang") == "de"]
        again = await browser.get(german)
        assert '<html lang="de"' in again.text
        assert Page(again.text).fields("order") | {"id": ""} == fields | wishes | {"id": ""}

    async def test_programs_get_the_keys_of_all_seats(self, visitor):
        chairs = {"0": {"who": "here", "name": "Anna", "mask": "sole"}, "2": {"who": "bot", "level": "expert"}}
        settings = {"game": "venti", "players": 3, "chairs": chairs, "start": True, "id": new_id()}
        content = await visitor.post_json("/tables", settings)
        assert content == await visitor.post_json("/tables", settings)
        [seat] = content["seats"]
        assert (await visitor.with_keys(seat["key"]).get_json(f"/tables/{content['table']}"))["seats"] == [0]
        assert (await visitor.get_json(f"/tables/{content['table']}"))["frame"]["phase"] == "open"


class TestSittingDown:
    async def test_a_mask_that_was_taken_meanwhile(self, browser, visitor):
        party = await Party.open(visitor, 1, bots={2: "novice"})
        shown = await get_page(browser, party.path)
        worn = [given["value"] for tag, given in shown.elements if given.get("name") == "mask" and "disabled" in given]
        assert worn == [MASKS[0], "colombina"], "Anna's and the bot's"
        answer = await browser.post(f"{party.path}/seats", data=shown.fields("sit") | {"name": "Ben", "mask": MASKS[0]})
        assert answer.status_code == 409
        assert "Anna is already wearing this mask: choose another one." in answer.text

    async def test_a_chair_that_was_taken_meanwhile(self, browser, visitor):
        party = await Party.open(visitor, 0)
        fields = (await get_page(browser, party.path)).fields("sit") | {"name": "Anna", "mask": "sole"}
        body = {"name": "Ben", "mask": "sole", "seat": int(fields["seat"]), "id": new_id()}
        await visitor.post_json(f"{party.path}/seats", body)
        answer = await browser.post(f"{party.path}/seats", data=fields)
        assert answer.status_code == 409
        assert "That seat is already taken." in answer.text
        again = Page(answer.text).fields("sit")
        assert again["name"] == "Anna"
        assert again["seat"] != fields["seat"]
        assert again["mask"] in set(MASKS) - {"sole"}

    async def test_an_invalid_seat(self, browser, visitor):
        party = await Party.open(visitor, 0)
        fields = (await get_page(browser, party.path)).fields("sit") | {"name": "Anna"}
        for seat in ("-1", "9" * 5000, "x", "\u0663"):
            answer = await browser.post(f"{party.path}/seats", data=fields | {"seat": seat})
            assert answer.status_code in (400, 422)
            assert Page(answer.text).fields("sit")["seat"] == "0"

    async def test_a_second_person_sits_down_in_the_same_browser(self, browser, house):
        table = await open_table(browser, chairs__0__name="Anna", chairs__1__who="guest")
        fields = (await get_page(browser, table)).fields("sit")
        assert fields["name"] == ""
        await post_form(browser, f"{table}/seats", fields | {"name": "Ben"})
        assert "Welcome, Anna, Ben" in await get_text(browser, table)

    @pytest.mark.parametrize(
        ("settings", "shown_settings"),
        [
            (
                {},
                [
                    ("Absent players", "3 minutes, then a bot sits in"),
                    ("Hints", "on request"),
                    ("Spectators", "welcome"),
                ],
            ),
            (
                {"patience": None, "hints": False, "watch": "players"},
                [("Absent players", "we wait for each other"), ("Hints", "never"), ("Spectators", "none")],
            ),
        ],
    )
    async def test_the_settings_are_shown_before(self, browser, visitor, settings, shown_settings):
        party = await Party.open(visitor, 0, **settings)
        shown = await get_text(browser, party.path)
        for title, about in shown_settings:
            assert f"<b>{title}</b><small>{about}</small>" in shown

    async def test_a_full_table(self, browser, visitor):
        party = await Party.open(visitor)
        shown = await get_text(browser, party.path)
        assert "All seats are taken." in shown
        assert 'id="sit"' not in shown

    @pytest.mark.parametrize("watch", ["anyone", "players"])
    async def test_a_closed_table_says_so_and_links_to_a_new_one(self, browser, visitor, watch):
        party = await Party.open(visitor, 1, watch=watch)
        await party.host.post_json(f"{party.path}/close")
        shown = await get_text(browser, party.path)
        assert "This table has been closed." in shown
        assert "another device" not in shown
        assert 'href="/new?game=verhext"' in shown
        assert 'id="sit"' not in shown


class TestCurtain:
    async def table(self, browser, house):
        path = await open_table(browser, **two_people_on_this_device(), chairs__2__who="here", chairs__2__name="Cleo")
        return path, await house.table(path.removeprefix("/tables/"))

    async def test_it_contains_nothing_of_the_match(self, browser, house):
        path, table = await self.table(browser, house)
        shown = await get_text(browser, path)
        assert "Pass the device to" in shown
        assert 'id="table"' not in shown
        for seat in range(3):
            for zone in table.player_view(seat).scene.zones:
                for piece in zone.pieces:
                    assert f'"{piece.id}"' not in shown
            assert table.player_view(seat).revision not in shown
        assert table.info().commitment not in shown

    async def test_it_names_the_next_player_and_closes_after_their_decision(self, browser, house):
        path, table = await self.table(browser, house)
        for _ in range(3):
            [asked] = table.asked_since
            shown = await get_text(browser, path)
            assert f'href="{path}?seat={asked}"><span class="ring"' in shown
            hand = await get_page(browser, f"{path}?seat={asked}")
            moves = hand.buttons("decision")
            goto = await post_form(browser, f"{path}/decisions", {**hand.fields("decision"), "move": moves[0]})
            assert goto == (f"{path}?seat={asked}" if asked in table.asked_since else path)

    async def test_it_stays_open_while_the_table_waits_for_nobody_else_here(self, browser, house, time):
        path = await open_table(browser, **two_people_on_this_device())  # and a bot
        table = await house.table(path.removeprefix("/tables/"))
        for _ in range(9):
            [asked] = table.asked_since
            if asked == 2:
                await time.forward(10)
                continue
            hand = await get_page(browser, f"{path}?seat={asked}")
            goto = await post_form(
                browser, f"{path}/decisions", {**hand.fields("decision"), "move": hand.buttons("decision")[0]}
            )
            if list(table.asked_since) == [2]:
                assert goto == f"{path}?seat={asked}"
                break
        else:
            raise AssertionError("the bot was never next")

    async def test_it_names_only_people_at_this_device(self, browser):
        path = await open_table(browser, **two_people_on_this_device())
        for stranger in (2, 5):  # a bot, and nobody
            shown = await get_text(browser, f"{path}?called={stranger}")
            assert f"?seat={stranger}" not in shown

    async def test_a_refusal_for_a_seat_shows_its_hand(self, browser, house):
        path, table = await self.table(browser, house)
        [asked] = table.asked_since
        hand = await get_page(browser, f"{path}?seat={asked}")
        decision = {**hand.fields("decision"), "move": hand.buttons("decision")[0], "revision": "old"}
        answer = await browser.post(f"{path}/decisions", data=decision)
        assert answer.status_code == 409
        assert f'data-viewer="{asked}"' in answer.text

    async def test_no_link_opens_another_hand_directly(self, browser, house):
        """A person who wants to look is named first, and has to open the curtain."""
        path, table = await self.table(browser, house)
        [asked] = table.asked_since
        other = next(seat for seat in range(3) if seat != asked)
        assert f'href="{path}?called={other}"' in await get_text(browser, path)
        called = await get_text(browser, f"{path}?called={other}")
        assert f'href="{path}?seat={other}"><span class="ring"' in called
        assert f'href="{path}?seat={asked}"' not in called
        assert 'id="table"' not in called
        menu = await get_text(browser, f"{path}?seat={asked}")
        assert f'href="{path}?called={other}"' in menu
        assert f'href="{path}?seat={other}"' not in menu

    async def test_a_refusal_without_a_seat_shows_the_curtain(self, browser, house):
        path, _ = await self.table(browser, house)
        answer = await browser.post(f"{path}/decisions", data={"revision": "x", "move": "x", "id": new_id()})
        assert answer.status_code == 422
        assert "You have several seats here" in answer.text
        assert 'id="table"' not in answer.text

    async def test_it_names_nobody_who_has_resigned(self, browser, house):
        path, table = await self.table(browser, house)
        [asked] = table.asked_since
        first, second = (seat for seat in range(3) if seat != asked)
        await post_form(browser, f"{path}/resign", {"seat": first})
        assert f'href="{path}?seat={first}"' not in await get_text(browser, path)
        assert "Your turn in" in await get_text(browser, "/")
        await post_form(browser, f"{path}/resign", {"seat": asked})
        shown = await get_text(browser, path)
        assert f'data-viewer="{second}"' in shown
        assert f'data-own="{second}"' in shown

    async def test_resigned_players_can_chat(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
        await post_form(browser, f"{party.path}/resign", {"seat": 1})
        said = (await get_page(browser, party.path)).fields("chat") | {"text": "bella partita"}
        await post_form(browser, f"{party.path}/chat", said)
        assert "bella partita" in await get_text(browser, party.path)

    async def test_one_seat_needs_no_curtain(self, browser):
        assert 'id="table"' in await get_text(browser, await open_table(browser))


class TestRules:
    @pytest.mark.parametrize("game", GAMES)
    def test_every_clause_cited_by_a_refusal_is_in_the_rulebook(self, game):
        played, chance, cited = ridotto.game(game), random.Random(7), set()
        for players in played.players:
            state = played.start(players=players, seed=players)
            while not state.over:
                for seat in range(players):
                    legal = set(state.moves(seat))
                    others = [move for move in range(len(played.move_texts)) if move not in legal]
                    for move in chance.sample(others, min(5, len(others))):
                        cited.add(played.refusal(state, seat, move).clause)
                seat = state.actor()
                state.play(seat, chance.choice(state.moves(seat)))
        stated = {clause for paragraph in rulebook(game, "en").paragraphs for clause in paragraph.clauses}
        assert cited
        assert cited <= stated

    async def test_a_refused_decision_links_to_its_clause(self, browser, visitor, house):
        party = await Party.open(visitor, start=True)
        seat, view = await party.asked_guest()
        await browser.post(f"/keys/{party.id}.{party.guests[seat].keys[0]}")
        move = next(
            text
            for text in ridotto.game("verhext").move_texts
            if text not in {action["move"] for action in view["scene"]["actions"]}
        )
        decision = {"revision": view["revision"], "move": move, "seat": seat, "id": new_id()}
        answer = await browser.post(f"{party.path}/decisions", data=decision)
        assert answer.status_code == 422
        [clause] = re.findall(r'class="icon-link" href="/rules/verhext#([^"]+)"', answer.text)
        assert f'id="{clause}"' in await get_text(browser, "/rules/verhext")


class TestQrCodes:
    def test_the_code_is_that_of_the_library(self):
        address = "https://house.example/tables/abcdefghijkl"
        matrix = [[bool(module) for module in row] for row in segno.make(address, error="m", micro=False).matrix]
        assert modules_of(qr_code(address), len(matrix)) == matrix

    async def test_it_is_shown_to_those_who_may_invite(self, browser, visitor):
        table = await open_table(browser, chairs__1__who="guest")
        assert str(qr_code(f"http://house{table}")) in await get_text(browser, table)
        stranger = await visitor.client.get(table, headers=HERE)
        assert 'class="qr-code"' not in stranger.text


def modules_of(svg, size):
    """The modules of a code, parsed from its path."""
    modules = [[False] * size for _ in range(size)]
    [lines] = re.findall(r' d="([^"]+)"', svg)
    x = y = 0.0
    for kind, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", lines):
        if kind == "h":
            for column in range(int(first)):
                modules[int(y) - QUIET_ZONE][int(x) - QUIET_ZONE + column] = True
            x += float(first)
        elif kind == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    return modules


class TestErrorPages:
    @pytest.mark.parametrize(
        ("path", "status", "says"),
        [
            ("/tables/aaaaaaaaaaaa", 404, "No table here"),
            ("/tables/nowhere/links", 404, "No table here"),
            ("/nowhere", 404, "An empty room"),
            ("/rules/chess", 404, "An empty room"),
            ("/new?game=chess", 422, "Unknown game “chess”"),
            ("{table}?seat=1", 401, "open your secret link again"),
            ("{table}/links", 401, "You don't have a seat at this table."),
            ("{table}/rematch", 404, "There's no rematch yet."),
            ("{table}/record", 409, "The match isn't over yet."),
            ("/keys/{id}.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 401, "This link doesn't belong to any seat at this table."),
        ],
    )
    async def test_they_say_what_is_wrong_and_link_to_other_pages(self, browser, visitor, path, status, says):
        party = await Party.open(visitor, start=True)
        answer = await browser.get(path.format(table=party.path, id=party.id))
        assert answer.status_code == status
        assert says in html.unescape(answer.text)
        shown = Page(answer.text)
        links = {attributes["href"] for tag, attributes in shown.elements if tag == "a"}
        assert {"/", "/new"} <= links
        if "{" in path:
            assert party.path in links

    async def test_a_lost_cookie_at_a_table_without_spectators(self, browser, visitor):
        party = await Party.open(visitor, start=True, watch="players")
        answer = await browser.get(party.path)
        assert answer.status_code == 403
        assert "open your secret link again" in answer.text
        assert f'href="{party.path}"' not in answer.text  # it would lead here again

    async def test_a_finished_table_links_to_rematch_and_record(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        for guest in party.guests.values():
            await guest.post_json(f"{party.path}/abandon")
        await browser.post(f"/keys/{party.id}.{party.guests[0].keys[0]}")
        shown = await get_text(browser, party.path)
        for way in (f'action="{party.path}/rematch"', f'href="{party.path}/record"', 'href="/"', "The seal"):
            assert way in shown
        frame = (await party.host.get_json(party.path))["frame"]
        assert frame["seed"] in shown
        assert frame["commitment"] in shown
        watching = (await visitor.client.get(party.path, headers=HERE)).text
        assert f'href="{party.path}/record"' in watching
        assert f'action="{party.path}/rematch"' not in watching  # only for the players

    async def test_a_proposal_to_end_the_match_says_how_to_agree(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        first, second = party.guests[0], party.guests[1]
        await browser.post(f"/keys/{party.id}.{second.keys[0]}")
        proposal = "suggests ending the match. If you agree, say so in the menu."
        assert proposal not in await get_text(browser, party.path)
        await first.post_json(f"{party.path}/abandon")
        assert proposal in await get_text(browser, party.path)
        await first.post_json(f"{party.path}/abandon", {"wants": False})
        assert proposal not in await get_text(browser, party.path)

    async def test_resigned_players_are_not_asked_to_continue(self, browser, visitor):
        party = await Party.open(visitor, start=True)
        await browser.post(f"/keys/{party.id}.{party.guests[1].keys[0]}")
        assert "Continue" in await get_text(browser, "/")
        await party.guests[1].post_json(f"{party.path}/resign")
        assert "Continue" not in await get_text(browser, "/")

    async def test_the_seed_is_secret_during_the_match(self, visitor):
        party = await Party.open(visitor, start=True)
        assert (await party.host.get_json(party.path))["frame"]["seed"] == ""


class TestInstallation:
    @pytest.mark.parametrize(
        ("language", "shortcut"), [("en", "Open a table"), ("de", "Einen Tisch eröffnen"), ("it", "Apri un tavolo")]
    )
    async def test_the_manifest_has_the_language_of_the_page(self, browser, visitor, language, shortcut):
        shown = await get_text(browser, f"/?lang={language}")
        assert f'<link rel="manifest" href="/manifest?lang={language}">' in shown
        answer = await visitor.get(f"/manifest?lang={language}")
        assert answer.headers["content-type"] == "application/manifest+json"
        assert answer.headers["vary"] == "Accept-Language, Cookie"
        content = answer.json()
        assert content["lang"] == language
        assert content["shortcuts"][0]["name"] == shortcut
        for icon in [*content["icons"], *content["shortcuts"][0]["icons"]]:
            assert (await visitor.get(icon["src"])).headers["content-type"] == icon["type"]

    def test_its_colours_are_those_of_the_style_sheet(self):
        sheet = assets()["house.css"].data.decode()
        for token, light, dark in (
            ("ground", "#e9e0cf", BACKGROUND_COLOUR),
            ("panel", THEME_COLOURS["light"], THEME_COLOURS["dark"]),
        ):
            assert re.search(rf"--{token}:light-dark\({light},{dark}\);", sheet)

    async def test_the_theme_colour_follows_the_theme(self, browser):
        assert f'<meta name="theme-color" content="{THEME_COLOURS["light"]}">' in await get_text(
            browser, "/?theme=light"
        )
        assert f'<meta name="theme-color" content="{THEME_COLOURS["dark"]}">' in await get_text(browser, "/?theme=dark")
        assert (await get_text(browser, "/?theme=auto")).count('<meta name="theme-color"') == 2

    async def test_the_theme_is_that_of_the_system_until_one_is_chosen(self, browser):
        assert 'data-theme="auto"' in await get_text(browser, "/")
        chosen = await get_text(browser, "/?theme=light")
        assert 'href="/?theme=auto"' in chosen
        assert 'data-theme="light"' in await get_text(browser, "/new")
        assert 'data-theme="auto"' in await get_text(browser, "/?theme=auto")
        assert 'data-theme="auto"' in await get_text(browser, "/new")
