"""At a table in a real browser: looking on, refusals, taking back, chat, sound, and what keeps a table live."""

import re
import signal
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Request, Route

from tests.browser.people import PHONE, SHOWS, Action, House, Person, Visit, attribute, box, middle
from tests.waiting import until
from tests.web.serving import Served, quiet_port

pytestmark = pytest.mark.slow

# Before a page is there: counts what flies, and notes which table its stream brought last
COUNTING = """{
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.flights += 1;
    return animate.apply(this, how);
  };
  window.EventSource = class extends EventSource {
    constructor(...where) {
      super(...where);
      this.addEventListener("table", ({ lastEventId }) => (window.brought = lastEventId));
    }
  };
}"""
# Notes from now on when tables are shown
SHOWN = """() => {
  window.shown = [];
  new MutationObserver(() => window.shown.push(performance.now())).observe(
    document.getElementById("table"), { attributes: true, attributeFilter: ["data-after"] });
}"""
# Is there at this point something that can be taken?
LIT = "([x, y]) => document.elementFromPoint(x, y)?.closest('#table .can') != null"
# Is this word wholly on the screen, and covered by nothing?
FREE = """(word) => {
  const { left, right, top, bottom } = word.getBoundingClientRect();
  const within = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return within && [left + 1, right - 1].every((x) => document.elementFromPoint(x, (top + bottom) / 2) === word);
}"""
FRAMES = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"  # two


def flights(person: Person) -> int:
    """How many pieces have flown so far."""
    return int(person.page.evaluate("window.flights"))


def posts(person: Person) -> list[str]:
    """The decisions that a browser sends from now on."""
    sent: list[str] = []

    def look(asked: Request) -> None:
        if asked.url.endswith("/decisions"):
            sent.append(asked.post_data or "")

    person.context.on("request", look)
    return sent


def play_until(person: Person, wanted: Callable[[Action], bool]) -> Action:
    """Plays on until such a thing can be done."""
    while True:
        actions: list[Action] = person.ready()["actions"]
        if found := next(filter(wanted, actions), None):
            return found
        assert not person.play(1), "there was nothing of that kind"


def decides_alone(action: Action) -> bool:
    """Is one tap enough? In Verhext! no piece that is only taken can be taken in two ways."""
    return bool(action["take"]) and not action["put"] and not action["asks"]


def piece(person: Person, id: str) -> Locator:
    return person.page.locator(f'[id="{id}"]')


def held_decision(person: Person, decide: Callable[[], None]) -> Route:
    """A decision that waits on its way to the house until the test lets it go."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.context.route("**/decisions", hold)
    decide()
    until(lambda: person.page.title() and held)  # requests are told of before they are handed over
    return held[0]


def click(mouse: CDPSession, at: tuple[float, float], moment: float, count: int = 1) -> None:
    """A click at a moment in seconds since 1970; `count`: 2 for the second half of a double click."""
    for kind in ("mousePressed", "mouseReleased"):
        where = {"x": at[0], "y": at[1], "button": "left", "clickCount": count, "timestamp": moment}
        mouse.send("Input.dispatchMouseEvent", {"type": kind, **where})


class TestLookingOn:
    def test_a_spectator_follows_and_decides_nothing(self, house: House, visit: Visit) -> None:
        path, [seat] = house.open_table("verhext", players=3)
        player, spectator = visit(), visit()
        player.come(seat)
        spectator.come(path)
        before = spectator.page.locator("#log li").count()
        player.play(3)
        spectator.page.wait_for_function("(n) => document.querySelectorAll('#log li').length > n", arg=before)
        assert spectator.page.locator("#moves button, .can, #chat").count() == 0
        assert spectator.page.get_by_text("You're watching").is_visible()

    def test_on_a_phone_a_spectator_reads_what_is_played_and_how_to_get_back_to_a_chair(
        self, house: House, visit: Visit
    ) -> None:
        path, [_] = house.open_table("venezia2099", players=3)
        spectator = visit(way="touch", locale="de")
        spectator.come(path)
        assert spectator.page.locator("h1").evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
        spectator.page.tap("[popovertarget=menu]")
        spectator.page.get_by_text("Spielst du hier schon mit?").tap()
        assert spectator.page.get_by_text("scanne den Code").is_visible()

    def test_a_table_among_themselves_is_shown_to_nobody_else(self, house: House, visit: Visit) -> None:
        path, [_] = house.open_table("verhext", players=3, watch="players")
        stranger = visit()
        stranger.expected.append("403 (Forbidden)")
        stranger.come(path)
        assert stranger.page.locator("#table .piece").count() == 0
        assert stranger.page.locator("a[href='/']").first.is_visible()


class TestDeciding:
    @pytest.fixture
    def player(self, house: House, visit: Visit) -> Person:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(seed=3)
        player.come(seat)
        return player

    def test_a_refusal_says_why_and_by_which_rule(self, player: Person) -> None:
        player.expected.append("status of 4")
        dead = player.page.locator("#table [data-move]:not(.can)")
        player.rest()
        while not dead.count():
            player.play(1)
        dead.first.click()
        toast = player.page.locator("#toasts .toast.refused")
        assert toast.locator("strong").inner_text()
        assert re.search(r"/rules/verhext#.+", attribute(toast.locator("a.law").first, "href"))
        toast.get_by_role("button", name="Close").click()
        assert toast.count() == 0
        assert player.play(1) is False

    def test_a_decision_is_taken_back(self, player: Person) -> None:
        while not player.page.locator("#undo").count():
            before = player.ready()["actions"]
            player.play(1)
        player.page.click("#undo")
        player.page.wait_for_selector("#undo", state="detached")
        assert player.ready()["actions"] == before

    def test_a_second_click_before_the_answer_is_none(self, player: Person) -> None:
        card = piece(player, play_until(player, decides_alone)["take"])
        sent = posts(player)
        held_decision(player, card.dblclick).continue_()
        player.rest()
        assert len(sent) == 1
        assert player.page.locator("#toasts .toast").count() == 0

    def test_a_double_click_is_no_answer_to_what_the_first_brought(self, player: Person) -> None:
        """Its second half meets the next table, and whatever lies there by now."""
        sent, mouse = posts(player), player.context.new_cdp_session(player.page)
        at, now = (0.0, 0.0), 0.0
        while not player.page.evaluate(LIT, at):  # until there is something that could be decided by mistake
            at, now = middle(piece(player, play_until(player, decides_alone)["take"])), time.time()
            sent.clear()
            with player.page.expect_response("**/decisions"):
                click(mouse, at, now)
            player.rest()
        click(mouse, at, now + 0.2, count=2)
        player.rest()
        assert len(sent) == 1
        assert player.page.locator("#table .picked").count() == 0

    def test_a_key_held_down_is_one_decision(self, player: Person) -> None:
        card = piece(player, play_until(player, decides_alone)["take"])
        sent = posts(player)
        card.focus()
        for _ in range(8):
            player.page.keyboard.down("Enter")
        player.page.keyboard.up("Enter")
        player.rest()
        assert len(sent) == 1

    def test_a_drag_to_nowhere_returns(self, player: Person) -> None:
        card = piece(player, play_until(player, lambda action: bool(action["put"]))["take"])
        sent, home = posts(player), box(card)
        player.page.mouse.move(home["x"] + 10, home["y"] + 10)
        player.page.mouse.down()
        player.page.mouse.move(5, 5, steps=4)
        assert box(card)["y"] < home["y"] - 50
        player.page.mouse.up()
        player.page.mouse.move(2, 300)
        player.rest()
        assert box(card) == pytest.approx(home, abs=1)
        assert sent == []

    def test_a_drag_to_its_place_decides(self, player: Person) -> None:
        action = play_until(player, lambda action: bool(action["put"]) and not action["asks"])
        sent, start = posts(player), box(piece(player, action["take"]))
        player.page.mouse.move(start["x"] + 10, start["y"] + 10)
        player.page.mouse.down()
        player.page.mouse.move(*middle(piece(player, action["put"])), steps=4)
        with player.page.expect_response("**/decisions") as answer:
            player.page.mouse.up()
        assert answer.value.ok
        player.rest()
        assert len(sent) == 1

    def test_a_refusal_leaves_in_the_light_what_can_be_done(self, house: House, visit: Visit) -> None:
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

    def test_the_title_and_the_icon_tell_whose_turn_it_is(self, player: Person) -> None:
        player.ready()
        assert player.page.title().startswith("●")
        assert "icon-turn" in attribute(player.page.locator("#icon"), "href")


class TestMotion:
    def test_pieces_fly_and_the_focus_stays(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(way="keys", reduced_motion="no-preference")
        player.context.add_init_script(COUNTING)
        player.come(seat)
        for _ in range(6):
            player.play(1)
            player.page.evaluate(FRAMES)
            assert player.page.evaluate("document.activeElement.matches('.can, .target, button')")
        assert flights(player)
        assert player.page.locator(".flying, .ghost").count() == 0

    def test_where_motion_is_not_wanted_nothing_flies(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit()
        player.context.add_init_script(COUNTING)
        player.come(seat)
        player.play(6)
        assert flights(player) == 0

    def test_moves_of_others_are_seen_one_after_the_other_unless_somebody_is_in_a_hurry(
        self, house: House, visit: Visit
    ) -> None:
        path, [seat] = house.open_table("verhext", players=3)
        player, *others = visit(), visit(reduced_motion="no-preference"), visit(reduced_motion="no-preference")
        player.come(seat)
        player.rest()
        for person in others:
            person.context.add_init_script(COUNTING)
            person.page.clock.install()
            person.come(path)
            person.stop_time()
            person.page.evaluate(SHOWN)
        for waiting in range(1, 5):
            player.play(1)
            for person in others:
                person.page.wait_for_function("(n) => document.body.dataset.queued >= n", arg=waiting)
        watching, hurrying = others
        newest = watching.newest()
        for person in others:
            person.page.wait_for_function("(newest) => window.brought === newest", arg=newest)
        hurrying.page.mouse.click(5, 300)
        assert hurrying.page.evaluate("window.shown.length") == 1
        queued = int(attribute(watching.page.locator("body"), "data-queued"))
        watching.page.clock.run_for(1000 * queued)
        shown = watching.page.evaluate("window.shown")
        assert len(shown) == queued
        assert min(later - earlier for earlier, later in pairwise(shown)) > 100  # milliseconds to look at each
        for person in others:
            assert person.page.locator("#table").get_attribute("data-after") == newest

    def test_a_piece_sets_out_at_once_and_comes_back_when_it_may_not(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(reduced_motion="no-preference")
        player.expected.append("Failed to load resource")
        player.come(seat)
        card = piece(player, play_until(player, decides_alone)["take"])
        player.page.mouse.move(2, 300)
        player.rest()
        home = box(card)
        decision = held_decision(player, card.click)
        assert card.evaluate("({ style }) => style.translate")
        decision.abort()
        player.page.locator("#toasts .refused").wait_for()
        player.page.mouse.move(2, 300)  # what comes back under the mouse is not lifted at once
        player.page.locator("#table .refuse").wait_for(state="detached")  # it has shaken its head
        player.rest()
        assert box(card) == pytest.approx(home, abs=1)
        assert not card.evaluate("({ style }) => style.translate")

    def test_what_is_scaled_by_itself_flies_as_large_as_it_is(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(reduced_motion="no-preference")
        player.come(seat)
        player.ready()
        sizes = player.page.evaluate(
            """async () => {
              const { Motion } = await import("/static/motion.js");
              const motion = new Motion(document.getElementById("table"));
              const piece = document.querySelector(".own .piece.card");
              const wide = () => piece.getBoundingClientRect().width;
              for (const flying of piece.getAnimations()) flying.cancel();
              piece.style.setProperty("scale", "0.5");
              piece.style.setProperty("transition", "none");
              const sizes = [wide()];
              for (const left of ["3rem", "9rem", "0rem"]) {
                motion.fly(() => piece.style.setProperty("margin-left", left));
                sizes.push(wide());
              }
              return sizes;
            }"""
        )
        assert sizes == pytest.approx([sizes[0]] * 4, rel=0.1)


class TestAsking:
    def test_a_long_press_tells_what_a_piece_is_and_decides_nothing(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(way="touch")
        player.come(seat)
        card = piece(player, play_until(player, decides_alone)["take"])
        sent, finger = posts(player), player.context.new_cdp_session(player.page)
        at = {"x": box(card)["x"] + 15, "y": box(card)["y"] + 25}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        player.page.locator("#tip").wait_for()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert attribute(card, "aria-label") in player.page.locator("#tip").inner_text()
        player.rest()
        assert sent == []
        with player.page.expect_response("**/decisions"):
            player.page.touchscreen.tap(at["x"], at["y"])
        assert len(sent) == 1


class TestTelling:
    def test_what_others_did_since_is_marked_and_in_short_on_a_phone(self, house: House, visit: Visit) -> None:
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
        assert lines.last.inner_text().strip() in player.page.locator("#since").inner_text()

    def test_lines_of_the_log_stay_what_they_are(self, house: House, visit: Visit) -> None:
        """So that a new one is read aloud, and not all of them."""
        path, _ = house.open_table("diciassette", players=2)
        reader = visit()
        reader.come(path)
        stayed = reader.page.evaluate(
            """async () => {
              const { morph } = await import("/static/morph.js");
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

    def test_a_tap_on_the_discards_shows_them_on_a_phone(self, house: House, visit: Visit) -> None:
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
    def test_what_did_not_arrive_comes_back(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        anna = visit()
        anna.expected.append("ERR_")
        anna.come(seat)
        anna.page.locator("#tab-chat").check(force=True)
        anna.page.route("**/chat", lambda sent: sent.abort())
        anna.page.fill("#chat [name=text]", "Is anybody there?")
        anna.page.keyboard.press("Enter")
        anna.page.locator(".toast.lost").wait_for()
        assert anna.page.input_value("#chat [name=text]") == "Is anybody there?"
        anna.page.unroute("**/chat")
        anna.page.keyboard.press("Enter")
        anna.page.locator("#chat-lines").get_by_text("Is anybody there?").wait_for()
        assert anna.page.input_value("#chat [name=text]") == ""

    def test_chat_is_counted_until_it_is_read_and_people_can_be_muted(self, house: House, visit: Visit) -> None:
        _, seats = house.open_table("diciassette", people=2, players=3)
        anna, ben = visit(), visit()
        anna.come(seats[0])
        ben.come(seats[1])
        ben.page.locator("#tab-chat").check(force=True)
        ben.page.fill("#chat [name=text]", "Buona sera!")
        ben.page.keyboard.press("Enter")
        assert ben.page.input_value("#chat [name=text]") == ""
        ben.page.locator("#tab-log").check(force=True)
        badge = anna.page.locator("#unread")
        badge.wait_for()
        assert badge.inner_text() == "1"
        ben.page.fill("#chat [name=text]", "Buona sera!")
        ben.page.keyboard.press("Enter")
        badge.get_by_text("2").wait_for()
        ben.page.locator("#chat-lines .mine").nth(1).wait_for(state="attached")
        assert not ben.page.locator("#unread").is_visible()  # whoever says something knows it
        anna.page.locator("#tab-chat").check(force=True)
        badge.wait_for(state="hidden")
        said = anna.page.locator(".say", has_text="Buona sera!").first
        assert said.is_visible()
        anna.page.click("[data-mute]")
        said.wait_for(state="hidden")
        anna.page.reload()
        anna.page.locator("#tab-chat").check(force=True)
        assert not said.is_visible()
        anna.page.click("[data-mute]")
        said.wait_for()

    def test_sound_is_off_until_somebody_wants_it(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("diciassette", players=2)
        person = visit()
        person.come(seat)
        button = person.page.locator("#sound")
        assert button.get_attribute("aria-pressed") == "false"
        button.click()
        person.page.reload()
        assert button.get_attribute("aria-pressed") == "true"

    @pytest.mark.parametrize("game", ["verhext", "venezia"])  # held sideways, their bars are at different edges
    def test_sound_is_offered_once_where_it_is_seen(self, game: str, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table(game)
        for width, height in ((320, 568), (667, 375), (844, 390), (1440, 900)):
            person = visit(viewport={"width": width, "height": height})
            person.come(seat)
            offer = person.page.locator("#sound > .offer")
            assert not offer.is_visible()
            person.page.locator("#prompt").click(position={"x": 3, "y": 3})
            offer.wait_for()
            assert offer.evaluate(FREE)
            person.page.reload()
            person.page.locator("#prompt").click(position={"x": 3, "y": 3})
            assert not offer.is_visible()


class TestLive:
    def test_two_tabs_of_a_seat_are_in_step_and_a_stale_one_is_told(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(seed=5)
        player.expected.extend(("409 (Conflict)", "ERR_FAILED"))
        player.come(seat)
        first, second, deaf = player.page, player.context.new_page(), player.context.new_page()
        second.goto(first.url)
        player.play(1)
        second.wait_for_function(SHOWS, arg=player.newest())
        deaf.route("**/events?*", lambda route: route.abort())
        deaf.goto(first.url)
        deaf.route("**/tables/*", lambda route: route.abort())
        actions = player.ready()["actions"]
        player.play(1)
        player.page = deaf
        with deaf.expect_response("**/decisions") as answer:
            player.act(actions[0], actions)
        assert answer.value.status == 409
        deaf.locator("#toasts .toast.refused").wait_for()
        deaf.unroute_all()
        player.rest()

    def test_a_lost_network_is_shown_and_found_again(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("diciassette", players=2)
        person = visit()
        person.expected.append("ERR_INTERNET_DISCONNECTED")
        person.come(seat)
        person.play(1)  # the stream has brought a table: one that opens later would count as the network found again
        person.page.evaluate("window.mark = true")
        person.context.set_offline(True)
        person.page.locator("#offline").wait_for()
        person.context.set_offline(False)
        person.page.locator("#offline").wait_for(state="hidden")
        person.play(2)
        assert person.page.evaluate("window.mark")

    def test_a_decision_that_was_lost_is_told_until_the_house_is_there_again(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        person = visit(way="touch")
        person.expected.append("ERR_INTERNET_DISCONNECTED")
        person.come(seat)
        ready = person.ready()
        person.context.set_offline(True)
        person.page.locator("#offline").wait_for()
        person.act(ready["actions"][0], ready["actions"])
        lost = person.page.get_by_text("Try again when it's back.")
        lost.wait_for()
        menu = box(person.page.locator("[popovertarget=menu]"))
        assert menu["x"] + menu["width"] <= PHONE["width"], "the sign leaves the bar its buttons"
        person.context.set_offline(False)
        lost.wait_for(state="hidden")
        person.play(1)

    def test_the_house_opens_again_and_the_match_goes_on(self, browser: Browser, tmp_path: Path) -> None:
        database, log = str(tmp_path / "house.sqlite"), tmp_path / "log"
        arguments = (database, "--port", str(quiet_port()))
        with Served("tests.web.one_house", *arguments, log=log) as served:
            served.open()
            _, [seat] = House(served).open_table("verhext", players=3)
            person = Person(browser, House(served))
            person.expected.extend(("ERR_", "Failed to load"))
            person.come(seat)
            person.play(2)
            person.page.evaluate("window.mark = true")
            served.kill(signal.SIGTERM)
            person.page.locator("#offline").wait_for()
        with Served("tests.web.one_house", *arguments, log=log) as served:
            person.house = House(served)
            served.open()
            person.page.locator("#offline").wait_for(state="hidden")
            person.play(3)
            assert person.page.evaluate("window.mark")
            assert person.complaints == []
            person.leave()


def test_without_a_script_a_match_is_played_to_its_end_by_forms(house: House, visit: Visit) -> None:
    path, [seat] = house.open_table("diciassette", players=2)
    person = visit(java_script_enabled=False, seed=2)
    person.come(seat)
    table, moves = person.page.locator("#table"), person.page.locator("#moves button[name=move]")
    for _ in range(400):
        house.served.forward()
        if table.get_attribute("data-after") != person.newest():
            person.come(path)
        if table.get_attribute("data-phase") == "over":
            break
        person.page.locator("#tab-moves").check(force=True)
        with person.page.expect_navigation():
            moves.nth(person.chance.randrange(moves.count())).click()
    assert person.page.locator("#ending").is_visible()
