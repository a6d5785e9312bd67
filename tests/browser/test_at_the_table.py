"""At a table in a real browser: looking on, refusals, taking back, chat, sound, advice, and what keeps a table live."""

import re
import signal
from itertools import pairwise

import pytest

from tests.browser.people import PHONE, House, Person
from tests.web.serving import Served

SHOWN = """() => {
  window.shown = [];
  new MutationObserver(() => window.shown.push(performance.now())).observe(
    document.getElementById("table"), { attributes: true, attributeFilter: ["data-after"] });
}"""
LAST = "(line) => [...document.querySelectorAll('#log li')].at(-1).innerText === line"


def running(page):
    """How many pieces fly at the moment."""
    return page.evaluate("document.getAnimations().filter((one) => one.constructor === Animation).length")


def posts(person):
    """The decisions that a browser sends from now on."""
    sent = []
    person.context.on("request", lambda asked: asked.url.endswith("/decisions") and sent.append(asked.post_data))
    return sent


def tapped_once(person):
    """Plays on until a single tap on a piece decides: the id of that piece."""
    for _ in range(60):
        ready = person.ready()
        takes = [action["take"] for action in ready["actions"]]
        for action in ready["actions"]:
            if action["take"] and not action["put"] and not action["asks"] and takes.count(action["take"]) == 1:
                return action["take"]
        person.play(1)
    raise AssertionError("nothing is decided by a tap alone")


class TestLookingOn:
    def test_a_spectator_follows_and_decides_nothing(self, house, visit):
        path, [seat] = house.open_table("verhext", players=3)
        player, spectator = visit(), visit()
        player.come(seat)
        spectator.come(path)
        before = spectator.page.locator("#log li").count()
        player.play(3)
        spectator.page.wait_for_function("(n) => document.querySelectorAll('#log li').length > n", arg=before)
        assert spectator.page.locator("#moves button, .can, #chat").count() == 0
        assert spectator.page.get_by_text("You look on").is_visible()

    def test_on_a_phone_a_spectator_reads_what_is_played_and_how_to_get_back_to_a_chair(self, house, visit):
        path, [_] = house.open_table("venezia2099", players=3)
        spectator = visit(way="touch", locale="de")
        spectator.come(path)
        assert spectator.page.locator("h1").evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
        spectator.page.tap("[popovertarget=menu]")
        spectator.page.get_by_text("Sitzt du schon hier?").tap()
        assert spectator.page.get_by_text("scanne den Code").is_visible()

    def test_a_table_among_themselves_is_shown_to_nobody_else(self, house, visit):
        path, [_] = house.open_table("verhext", players=3, watch="players")
        stranger = visit()
        stranger.expected.append("403 (Forbidden)")
        stranger.come(path)
        assert stranger.page.locator("#table .piece").count() == 0
        assert stranger.page.locator("a[href='/']").first.is_visible()


class TestDeciding:
    @pytest.fixture
    def player(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(seed=3)
        player.come(seat)
        return player

    def test_a_refusal_says_why_and_by_which_rule(self, player):
        player.expected.append("status of 4")
        dead = player.page.locator("#table [data-move]:not(.can)")
        while not dead.count():
            player.play(1)
            player.ready()
        player.page.wait_for_timeout(500)  # the answer to the last decision is here, too
        dead.first.click()
        toast = player.page.locator("#toasts .toast.refused")
        assert toast.locator("strong").inner_text()
        assert re.search(r"/rules/verhext#.+", toast.locator("a.law").first.get_attribute("href"))
        toast.get_by_role("button", name="Close").click()
        assert toast.count() == 0
        assert player.play(1) is False

    def test_a_decision_is_taken_back(self, player):
        while not player.page.locator("#undo").count():
            before = player.ready()["actions"]
            player.play(1)
            player.settle()
        player.page.click("#undo")
        player.page.wait_for_selector("#undo", state="detached")
        player.last = ""
        assert player.ready()["actions"] == before

    def test_two_clicks_are_one_decision(self, player):
        sent, piece = posts(player), tapped_once(player)
        sent.clear()
        player.page.locator(f'[id="{piece}"]').dblclick(delay=5)
        player.last = player.ready() and ""
        player.page.wait_for_timeout(300)
        assert len(sent) == 1
        assert player.page.locator("#toasts .toast").count() == 0

    def test_a_key_held_down_is_one_decision(self, player):
        sent, piece = posts(player), tapped_once(player)
        sent.clear()
        player.page.locator(f'[id="{piece}"]').focus()
        for _ in range(8):
            player.page.keyboard.down("Enter")
        player.page.keyboard.up("Enter")
        player.page.wait_for_timeout(300)
        assert len(sent) == 1

    def test_a_drag_to_nowhere_returns(self, player):
        sent = posts(player)
        while not (pieces := [action["take"] for action in player.ready()["actions"] if action["put"]]):
            player.play(1)
        sent.clear()
        piece = player.page.locator(f'[id="{pieces[0]}"]')
        home = piece.bounding_box()
        player.page.mouse.move(home["x"] + 10, home["y"] + 10)
        player.page.mouse.down()
        player.page.mouse.move(5, 5, steps=4)
        assert piece.bounding_box()["y"] < home["y"] - 50
        player.page.mouse.up()
        player.page.mouse.move(2, 300)
        player.page.wait_for_timeout(400)
        assert piece.bounding_box() == pytest.approx(home, abs=1)
        assert sent == []

    def test_a_drag_to_its_place_decides(self, player):
        sent = posts(player)
        while not (ways := [action for action in player.ready()["actions"] if action["put"] and not action["asks"]]):
            player.play(1)
        sent.clear()
        piece, place = (player.page.locator(f'[id="{ways[0][end]}"]').bounding_box() for end in ("take", "put"))
        player.page.mouse.move(piece["x"] + 10, piece["y"] + 10)
        player.page.mouse.down()
        player.page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=4)
        player.page.mouse.up()
        player.page.wait_for_timeout(300)
        assert len(sent) == 1

    def test_advice_is_said_and_shown(self, player):
        while not any(action["take"] for action in player.ready()["actions"]):
            player.play(1)
        player.page.click("#hint")
        advice = player.page.locator(".toast.advice span")
        advice.first.wait_for()
        assert re.fullmatch(r".+ · \d+ %", advice.first.inner_text())

    def test_a_refusal_leaves_in_the_light_what_can_be_done(self, house, visit):
        _, [seat] = house.open_table("venezia2099", players=2)
        player = visit()
        player.expected.append("status of 4")
        player.come(seat)
        player.ready()
        lit = player.page.locator("#table :is(.can, .target)")
        before = lit.count()
        player.page.locator("#table [data-move]:not(.can, .target)").first.click()
        player.page.locator("#toasts .toast.refused").wait_for()
        assert lit.count() == before > 0

    def test_the_title_and_the_icon_tell_whose_turn_it_is(self, player):
        player.ready()
        assert player.page.title().startswith("●")
        assert "icon-turn" in player.page.locator("#icon").get_attribute("href")


class TestMotion:
    def test_pieces_fly_and_the_focus_stays(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(way="keys", reduced_motion="no-preference")
        player.come(seat)
        seen = 0
        for _ in range(8):
            player.play(1)
            player.settle()
            seen += running(player.page)
            player.ready()
            assert player.page.evaluate("document.activeElement.matches('.can, .target, button')")
        assert seen
        player.ready()
        player.page.wait_for_timeout(1000)
        assert running(player.page) == 0
        assert player.page.locator(".ghost").count() == 0

    def test_where_motion_is_not_wanted_nothing_flies(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        player = visit()
        player.come(seat)
        player.play(6)
        assert running(player.page) == 0

    def test_moves_of_others_are_seen_one_after_the_other_unless_somebody_is_in_a_hurry(self, house, visit):
        path, [seat] = house.open_table("verhext", players=3)
        player, watching, hurrying = (
            visit(),
            visit(reduced_motion="no-preference"),
            visit(reduced_motion="no-preference"),
        )
        for person, link in ((player, seat), (watching, path), (hurrying, path)):
            person.come(link)
        for person in (watching, hurrying):
            person.page.evaluate(SHOWN)
        player.play(4)
        player.ready()
        newest = player.page.locator("#log li").all_inner_texts()[-1]
        hurrying.page.mouse.click(5, 300)
        hurrying.page.wait_for_function(LAST, arg=newest)
        watching.page.wait_for_function(LAST, arg=newest)
        seen, skipped = (person.page.evaluate("window.shown") for person in (watching, hurrying))
        assert len(seen) >= len(skipped) > 0
        assert min(later - earlier for earlier, later in pairwise(seen)) > 100  # milliseconds to look at each

    def test_a_piece_sets_out_at_once_and_comes_back_when_it_may_not(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(reduced_motion="no-preference")
        player.expected.append("Failed to load resource")
        player.come(seat)
        piece = tapped_once(player)
        player.page.wait_for_timeout(1000)  # what flies has landed
        spot = player.page.locator(f'[id="{piece}"]')
        home = spot.bounding_box()
        player.context.route("**/decisions", lambda route: player.page.wait_for_timeout(400) or route.abort())
        spot.click()
        player.page.wait_for_function("(id) => document.getElementById(id).style.translate", arg=piece)
        player.page.locator("#toasts .refused").wait_for()
        player.page.wait_for_timeout(500)
        assert spot.bounding_box() == pytest.approx(home, abs=12)
        assert not player.page.evaluate("(id) => document.getElementById(id).style.translate", piece)

    def test_what_is_scaled_by_itself_flies_as_large_as_it_is(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(reduced_motion="no-preference")
        player.come(seat)
        player.ready()
        sizes = player.page.evaluate(
            """async () => {
              const { fly } = await import(document.querySelector("link[href*='motion.js']").href);
              const [table, piece] = [document.getElementById("table"), document.querySelector(".own .piece.card")];
              const wide = () => piece.getBoundingClientRect().width;
              for (const flying of piece.getAnimations()) flying.cancel();
              piece.style.setProperty("scale", "0.5");
              piece.style.setProperty("transition", "none");
              const sizes = [wide()];
              for (const left of ["3rem", "9rem", "0rem"]) {
                fly(table, () => piece.style.setProperty("margin-left", left));
                sizes.push(wide());
              }
              return sizes;
            }"""
        )
        assert sizes == pytest.approx([sizes[0]] * 4, rel=0.1)


class TestAsking:
    def test_a_long_press_tells_what_a_piece_is_and_decides_nothing(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(way="touch")
        player.come(seat)
        piece = player.page.locator(f'[id="{tapped_once(player)}"]')
        sent, finger = posts(player), player.context.new_cdp_session(player.page)
        box = piece.bounding_box()
        at = {"x": box["x"] + 15, "y": box["y"] + 25}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        player.page.locator("#tip").wait_for()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert piece.get_attribute("aria-label") in player.page.locator("#tip").inner_text()
        player.page.wait_for_timeout(300)
        assert sent == []


class TestTelling:
    def test_what_others_did_since_is_marked_and_in_short_on_a_phone(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(way="touch")
        player.come(seat)
        player.play(1)
        while not player.page.locator("#log li.since").count():  # after one's own trick there is nothing to tell
            player.play(1)
        lines = player.page.locator("#log li")
        marked = [one.evaluate("(line) => line.matches('.since')") for one in lines.all()]
        mine = [one.get_attribute("data-seat") == "1" for one in lines.all()]
        newest = max((n for n, own in enumerate(mine) if own), default=-1)
        assert marked == [n > newest for n in range(len(mine))]
        assert lines.last.text_content().strip() in player.page.locator("#since").inner_text()

    def test_lines_of_the_log_stay_what_they_are(self, house, visit):
        """So that a new one is read aloud, and not all of them."""
        path, _ = house.open_table("diciassette", players=2)
        reader = visit()
        reader.come(path)
        stayed = reader.page.evaluate(
            """async () => {
              const { morph } = await import(document.querySelector("link[href*='morph.js']").href);
              const list = (...lines) => {
                const made = document.createElement("ol");
                made.className = "log";
                for (const line of lines) made.appendChild(document.createElement("li")).textContent = line;
                return made;
              };
              const old = list("one", "two", "three", "four");
              const [, , three, four] = old.children;
              morph(old, list("three", "four", "five"), new Set());
              return [old.children[0] === three, old.children[1] === four, old.textContent];
            }"""
        )
        assert stayed == [True, True, "threefourfive"]

    def test_a_tap_on_the_discards_shows_them_on_a_phone(self, house, visit):
        _, [seat] = house.open_table("venti", players=2)
        player = visit(way="touch")
        player.come(seat)
        player.ready()
        for _ in range(2):
            player.page.locator("#discards").tap()
            player.page.locator("#side").wait_for()
            assert player.page.locator("#tab-discards").is_checked()
            player.page.evaluate("document.getElementById('side').hidePopover()")


class TestTalking:
    def test_chat_is_counted_until_it_is_read_and_people_can_be_muted(self, house, visit):
        _, seats = house.open_table("diciassette", people=2, players=3)
        anna, ben = visit(), visit()
        anna.come(seats[0])
        ben.come(seats[1])
        ben.page.locator("#tab-chat").check(force=True)
        ben.page.fill("#chat [name=text]", "Buona sera!")
        ben.page.keyboard.press("Enter")
        badge = anna.page.locator("#unread")
        badge.wait_for()
        assert badge.inner_text() == "1"
        ben.page.fill("#chat [name=text]", "Buona sera!")
        ben.page.keyboard.press("Enter")
        badge.get_by_text("2").wait_for()
        anna.page.locator("#tab-chat").check(force=True)
        badge.wait_for(state="hidden")
        said = anna.page.get_by_text("Buona sera!").first
        assert said.is_visible()
        anna.page.click("[data-mute]")
        said.wait_for(state="hidden")
        anna.page.reload()
        anna.page.locator("#tab-chat").check(force=True)
        assert not said.is_visible()
        anna.page.click("[data-mute]")
        said.wait_for()

    def test_sound_is_off_until_somebody_wants_it(self, house, visit):
        _, [seat] = house.open_table("diciassette", players=2)
        person = visit()
        person.come(seat)
        button = person.page.locator("#sound")
        assert button.get_attribute("aria-pressed") == "false"
        button.click()
        person.page.reload()
        assert button.get_attribute("aria-pressed") == "true"


class TestLive:
    def test_two_tabs_of_a_seat_are_in_step_and_a_stale_one_is_told(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(seed=5)
        player.expected.extend(("409 (Conflict)", "ERR_FAILED"))
        player.come(seat)
        first, second = player.page, player.context.new_page()
        second.goto(first.url)
        player.play(1)
        revision = "document.querySelector('input[name=revision]').value"
        player.ready()
        second.wait_for_function(f"(seen) => {revision} === seen", arg=player.revision())
        deaf = player.context.new_page()
        deaf.route("**/events?*", lambda route: route.abort())
        deaf.goto(first.url)
        deaf.route("**/tables/*", lambda route: route.abort())
        player.play(1)
        player.ready()
        player.meant = []
        other = Person.__new__(Person)
        other.__dict__.update(player.__dict__, page=deaf, last="")
        other.play_now()
        deaf.locator("#toasts .toast").wait_for()
        deaf.unroute_all()
        deaf.wait_for_function(f"(seen) => {revision} === seen", arg=player.revision())

    def test_a_lost_network_is_shown_and_found_again(self, house, visit):
        _, [seat] = house.open_table("diciassette", players=2)
        person = visit()
        person.expected += ["ERR_INTERNET_DISCONNECTED", "status of 409", "status of 422"]  # others decide, too
        person.come(seat)
        person.page.evaluate("window.mark = true")
        person.context.set_offline(True)
        person.page.locator("#offline").wait_for()
        person.context.set_offline(False)
        person.page.locator("#offline").wait_for(state="hidden")
        person.play(2)
        assert person.page.evaluate("window.mark")

    def test_a_decision_that_was_lost_is_told_until_the_house_is_there_again(self, house, visit):
        _, [seat] = house.open_table("verhext", players=3)
        person = visit(way="touch")
        person.expected.append("ERR_INTERNET_DISCONNECTED")
        person.come(seat)
        ready = person.ready()
        person.context.set_offline(True)
        person.page.locator("#offline").wait_for()
        person.decide(ready["actions"][0], ready["actions"])
        lost = person.page.get_by_text("Try this again when it is back.")
        lost.wait_for()
        menu = person.page.locator("[popovertarget=menu]").bounding_box()
        assert menu["x"] + menu["width"] <= PHONE["width"], "the sign leaves the bar its buttons"
        person.context.set_offline(False)
        lost.wait_for(state="hidden")
        person.play(1)

    def test_the_house_opens_again_and_the_match_goes_on(self, browser, tmp_path):
        database, log = str(tmp_path / "house.sqlite"), tmp_path / "log"
        with Served("tests.web.one_house", database, log=log) as served:
            port = served.open().rpartition(":")[2]
            _, [seat] = House(served).open_table("verhext", players=3)
            person = Person(browser, House(served))
            person.expected.extend(("ERR_", "Failed to load"))
            person.come(seat)
            person.play(2)
            person.page.evaluate("window.mark = true")
            served.kill(signal.SIGTERM)
            person.page.locator("#offline").wait_for()
        with Served("tests.web.one_house", database, "--port", port, log=log) as served:
            person.house = House(served)
            served.open()
            person.page.locator("#offline").wait_for(state="hidden")
            person.play(3)
            assert person.page.evaluate("window.mark")
            assert person.complaints == []
            person.leave()

    def test_a_bot_sits_in_for_somebody_who_has_gone(self, house, visit):
        _, seats = house.open_table("diciassette", people=2, players=2, patience=10)
        anna, ben = visit(), visit()
        anna.come(seats[0])
        ben.come(seats[1])
        ben.page.goto("about:blank")
        anna.page.locator("#plate-1.offline").wait_for()
        assert anna.page.get_by_text("away: a bot sits in").is_visible()
        ben.come(seats[1])
        anna.page.locator("#plate-1:not(.offline)").wait_for()


def test_without_a_script_a_match_is_played_to_its_end_by_forms(house, visit):
    path, [seat] = house.open_table("diciassette", players=2)
    person = visit(java_script_enabled=False, seed=2)
    person.expected.append("409 (Conflict)")  # the table has changed while somebody read the page
    person.come(seat)
    for _ in range(400):
        if person.page.locator("#table[data-phase=over]").count():
            break
        moves = person.page.locator("#moves button[name=move]")
        if count := moves.count():
            person.page.locator("#tab-moves").check(force=True)
            moves.nth(person.chance.randrange(count)).click()
        else:
            person.come(path)
    assert person.page.locator("#ending").is_visible()
