"""The page of a table: spectators, refusals, undo, chat, sound, and the connection."""

import re
import signal
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Request, Route

from tests.browser.browser_players import PHONE, SHOWS, Action, House, Person, Visit, attribute, box, middle
from tests.waiting import until
from tests.web.house_process import HouseProcess, reusable_port

pytestmark = pytest.mark.slow

# Before a page is loaded: counts animations, and records the last table of its stream
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
# Records the times of updates from now on
SHOWN = """() => {
  window.shown = [];
  new MutationObserver(() => window.shown.push(performance.now())).observe(
    document.getElementById("table"), { attributes: true, attributeFilter: ["data-after"] });
}"""
# Whether there is a selectable element at this point
LIT = "([x, y]) => document.elementFromPoint(x, y)?.closest('#table .selectable') != null"
# Whether this text is completely on the screen and not covered
FREE = """(word) => {
  const { left, right, top, bottom } = word.getBoundingClientRect();
  const within = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return within && [left + 1, right - 1].every((x) => document.elementFromPoint(x, (top + bottom) / 2) === word);
}"""
FRAMES = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"  # two


def flights(person: Person) -> int:
    """The number of animations so far."""
    return int(person.page.evaluate("window.flights"))


def posts(person: Person) -> list[str]:
    """Records the decisions that a browser sends from now on."""
    sent: list[str] = []

    def look(asked: Request) -> None:
        if asked.url.endswith("/decisions"):
            sent.append(asked.post_data or "")

    person.context.on("request", look)
    return sent


def play_until(person: Person, wanted: Callable[[Action], bool]) -> Action:
    """Plays until such a move is possible. Returns it."""
    while True:
        actions: list[Action] = person.options()["actions"]
        if found := next(filter(wanted, actions), None):
            return found
        assert not person.play(1), "there was nothing of that kind"


def decides_alone(action: Action) -> bool:
    """Whether one tap makes the move. In Verhext! a piece without a target has only one move."""
    return bool(action["take"]) and not action["put"] and not action["asks"]


def piece(person: Person, id: str) -> Locator:
    return person.page.locator(f'[id="{id}"]')


def held_decision(person: Person, decide: Callable[[], None]) -> Route:
    """Makes a decision and holds back its request until the test continues it."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.context.route("**/decisions", hold)
    decide()
    until(lambda: person.page.title() and held)  # the event comes before the route
    return held[0]


def click(mouse: CDPSession, at: tuple[float, float], moment: float, count: int = 1) -> None:
    """A click at a time (seconds since 1970); `count` is 2 for the second half of a double click."""
    for kind in ("mousePressed", "mouseReleased"):
        where = {"x": at[0], "y": at[1], "button": "left", "clickCount": count, "timestamp": moment}
        mouse.send("Input.dispatchMouseEvent", {"type": kind, **where})


class TestSpectators:
    def test_a_spectator_sees_updates_and_decides_nothing(self, house: House, visit: Visit) -> None:
        path, [seat] = house.open_table("verhext", players=3)
        player, spectator = visit(), visit()
        player.visit(seat)
        spectator.visit(path)
        before = spectator.page.locator("#log li").count()
        player.play(3)
        spectator.page.wait_for_function("(n) => document.querySelectorAll('#log li').length > n", arg=before)
        assert spectator.page.locator("#moves button, .selectable, #chat").count() == 0
        assert spectator.page.get_by_text("You're watching").is_visible()

    def test_a_spectator_on_a_phone_sees_the_game_and_how_to_return_to_a_seat(self, house: House, visit: Visit) -> None:
        path, [_] = house.open_table("venezia2099", players=3)
        spectator = visit(way="touch", locale="de")
        spectator.visit(path)
        assert spectator.page.locator("h1").evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
        spectator.page.tap("[popovertarget=menu]")
        spectator.page.get_by_text("Spielst du hier schon mit?").tap()
        assert spectator.page.get_by_text("scanne den Code").is_visible()

    def test_a_private_table_is_shown_to_nobody_else(self, house: House, visit: Visit) -> None:
        path, [_] = house.open_table("verhext", players=3, watch="players")
        stranger = visit()
        stranger.expected.append("403 (Forbidden)")
        stranger.visit(path)
        assert stranger.page.locator("#table .piece").count() == 0
        assert stranger.page.locator("a[href='/']").first.is_visible()


class TestDeciding:
    @pytest.fixture
    def player(self, house: House, visit: Visit) -> Person:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(seed=3)
        player.visit(seat)
        return player

    def test_a_refusal_shows_the_reason_and_the_rule(self, player: Person) -> None:
        player.expected.append("status of 4")
        dead = player.page.locator("#table [data-move]:not(.selectable)")
        player.wait_until_idle()
        while not dead.count():
            player.play(1)
        dead.first.click()
        toast = player.page.locator("#toasts .toast.refused")
        assert toast.locator("strong").inner_text()
        assert re.search(r"/rules/verhext#.+", attribute(toast.locator("a.icon-link").first, "href"))
        toast.get_by_role("button", name="Close").click()
        assert toast.count() == 0
        assert player.play(1) is False

    def test_a_decision_is_undone(self, player: Person) -> None:
        while not player.page.locator("#undo").count():
            before = player.options()["actions"]
            player.play(1)
        player.page.click("#undo")
        player.page.wait_for_selector("#undo", state="detached")
        assert player.options()["actions"] == before

    def test_a_second_click_before_the_response_is_ignored(self, player: Person) -> None:
        card = piece(player, play_until(player, decides_alone)["take"])
        sent = posts(player)
        held_decision(player, card.dblclick).continue_()
        player.wait_until_idle()
        assert len(sent) == 1
        assert player.page.locator("#toasts .toast").count() == 0

    def test_the_second_click_of_a_double_click_is_ignored(self, player: Person) -> None:
        """It would hit whatever the updated table has at that point."""
        sent, mouse = posts(player), player.context.new_cdp_session(player.page)
        at, now = (0.0, 0.0), 0.0
        while not player.page.evaluate(LIT, at):  # something that could be hit by mistake
            at, now = middle(piece(player, play_until(player, decides_alone)["take"])), time.time()
            sent.clear()
            with player.page.expect_response("**/decisions"):
                click(mouse, at, now)
            player.wait_until_idle()
        click(mouse, at, now + 0.2, count=2)
        player.wait_until_idle()
        assert len(sent) == 1
        assert player.page.locator("#table .picked").count() == 0

    def test_a_key_held_down_makes_one_decision(self, player: Person) -> None:
        card = piece(player, play_until(player, decides_alone)["take"])
        sent = posts(player)
        card.focus()
        for _ in range(8):
            player.page.keyboard.down("Enter")
        player.page.keyboard.up("Enter")
        player.wait_until_idle()
        assert len(sent) == 1

    def test_a_piece_dragged_nowhere_returns(self, player: Person) -> None:
        card = piece(player, play_until(player, lambda action: bool(action["put"]))["take"])
        sent, home = posts(player), box(card)
        player.page.mouse.move(home["x"] + 10, home["y"] + 10)
        player.page.mouse.down()
        player.page.mouse.move(5, 5, steps=4)
        assert box(card)["y"] < home["y"] - 50
        player.page.mouse.up()
        player.page.mouse.move(2, 300)
        player.wait_until_idle()
        assert box(card) == pytest.approx(home, abs=1)
        assert sent == []

    def test_a_piece_dragged_to_its_place_decides(self, player: Person) -> None:
        action = play_until(player, lambda action: bool(action["put"]) and not action["asks"])
        sent, start = posts(player), box(piece(player, action["take"]))
        player.page.mouse.move(start["x"] + 10, start["y"] + 10)
        player.page.mouse.down()
        player.page.mouse.move(*middle(piece(player, action["put"])), steps=4)
        with player.page.expect_response("**/decisions") as answer:
            player.page.mouse.up()
        assert answer.value.ok
        player.wait_until_idle()
        assert len(sent) == 1

    def test_selectable_pieces_stay_highlighted_after_a_refusal(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("venezia2099", players=2)
        player = visit()
        player.expected.append("status of 4")
        player.visit(seat)
        player.options()
        lit = player.page.locator("#table :is(.selectable, .target)")
        before = lit.count()
        player.page.locator("#table [data-move]:not(.selectable, .target)").first.click()
        player.page.locator("#toasts .toast.refused").wait_for()
        assert lit.count() == before > 0

    def test_title_and_icon_show_whose_turn_it_is(self, player: Person) -> None:
        player.options()
        assert player.page.title().startswith("●")
        assert "icon-turn" in attribute(player.page.locator("#icon"), "href")


class TestMotion:
    def test_pieces_are_animated_and_the_focus_stays(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(way="keys", reduced_motion="no-preference")
        player.context.add_init_script(COUNTING)
        player.visit(seat)
        for _ in range(6):
            player.play(1)
            player.page.evaluate(FRAMES)
            assert player.page.evaluate("document.activeElement.matches('.selectable, .target, button')")
        assert flights(player)
        assert player.page.locator(".flying, .ghost").count() == 0

    def test_with_reduced_motion_nothing_is_animated(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit()
        player.context.add_init_script(COUNTING)
        player.visit(seat)
        player.play(6)
        assert flights(player) == 0

    def test_moves_of_others_are_shown_one_after_the_other_unless_skipped(self, house: House, visit: Visit) -> None:
        path, [seat] = house.open_table("verhext", players=3)
        player, *others = visit(), visit(reduced_motion="no-preference"), visit(reduced_motion="no-preference")
        player.visit(seat)
        player.wait_until_idle()
        for person in others:
            person.context.add_init_script(COUNTING)
            person.page.clock.install()
            person.visit(path)
            person.stop_time()
            person.page.evaluate(SHOWN)
        for waiting in range(1, 5):
            player.play(1)
            for person in others:
                person.page.wait_for_function("(n) => document.body.dataset.queued >= n", arg=waiting)
        watching, hurrying = others
        newest = watching.newest_revision()
        for person in others:
            person.page.wait_for_function("(newest) => window.brought === newest", arg=newest)
        hurrying.page.mouse.click(5, 300)
        assert hurrying.page.evaluate("window.shown.length") == 1
        queued = int(attribute(watching.page.locator("body"), "data-queued"))
        watching.page.clock.run_for(1000 * queued)
        shown = watching.page.evaluate("window.shown")
        assert len(shown) == queued
        assert min(later - earlier for earlier, later in pairwise(shown)) > 100  # milliseconds for each
        for person in others:
            assert person.page.locator("#table").get_attribute("data-after") == newest

    def test_a_piece_starts_to_move_at_once_and_returns_if_refused(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(reduced_motion="no-preference")
        player.expected.append("Failed to load resource")
        player.visit(seat)
        card = piece(player, play_until(player, decides_alone)["take"])
        player.page.mouse.move(2, 300)
        player.wait_until_idle()
        home = box(card)
        decision = held_decision(player, card.click)
        assert card.evaluate("({ style }) => style.translate")
        decision.abort()
        player.page.locator("#toasts .refused").wait_for()
        player.page.mouse.move(2, 300)  # no hover effect on the returning piece
        player.page.locator("#table .shake").wait_for(state="detached")  # its animation has ended
        player.wait_until_idle()
        assert box(card) == pytest.approx(home, abs=1)
        assert not card.evaluate("({ style }) => style.translate")

    def test_scaled_pieces_keep_their_size_in_animations(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(reduced_motion="no-preference")
        player.visit(seat)
        player.options()
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
                motion.animateChange(() => piece.style.setProperty("margin-left", left));
                sizes.push(wide());
              }
              return sizes;
            }"""
        )
        assert sizes == pytest.approx([sizes[0]] * 4, rel=0.1)


class TestTooltips:
    def test_a_long_press_opens_a_tooltip_and_decides_nothing(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(way="touch")
        player.visit(seat)
        card = piece(player, play_until(player, decides_alone)["take"])
        sent, finger = posts(player), player.context.new_cdp_session(player.page)
        at = {"x": box(card)["x"] + 15, "y": box(card)["y"] + 25}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        player.page.locator("#tip").wait_for()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert attribute(card, "aria-label") in player.page.locator("#tip").inner_text()
        player.wait_until_idle()
        assert sent == []
        with player.page.expect_response("**/decisions"):
            player.page.touchscreen.tap(at["x"], at["y"])
        assert len(sent) == 1


class TestLog:
    def test_moves_of_others_since_the_last_turn_are_marked_and_summarised_on_a_phone(
        self, house: House, visit: Visit
    ) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(way="touch")
        player.visit(seat)
        player.play(1)
        while not player.page.locator("#log li.since").count():  # after winning a trick there is nothing to summarise
            player.play(1)
        lines = player.page.locator("#log li")
        marked = [one.evaluate("(line) => line.matches('.since')") for one in lines.all()]
        mine = [one.get_attribute("data-seat") == "1" for one in lines.all()]
        newest = max((n for n, own in enumerate(mine) if own), default=-1)
        assert marked == [n > newest for n in range(len(mine))]
        assert lines.last.inner_text().strip() in player.page.locator("#since").inner_text()

    def test_lines_of_the_log_stay_the_same_elements(self, house: House, visit: Visit) -> None:
        """So that screen readers read only new lines."""
        path, _ = house.open_table("diciassette", players=2)
        reader = visit()
        reader.visit(path)
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
        player.visit(seat)
        player.options()
        for _ in range(2):
            player.page.locator("#discards").tap()
            player.page.locator("#side").wait_for()
            assert player.page.locator("#tab-discards").is_checked()
            player.page.evaluate("document.getElementById('side').hidePopover()")


class TestChatAndSound:
    def test_an_undelivered_message_returns_to_its_field(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        anna = visit()
        anna.expected.append("ERR_")
        anna.visit(seat)
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

    def test_unread_messages_are_counted_and_people_can_be_muted(self, house: House, visit: Visit) -> None:
        _, seats = house.open_table("diciassette", people=2, players=3)
        anna, ben = visit(), visit()
        anna.visit(seats[0])
        ben.visit(seats[1])
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
        assert not ben.page.locator("#unread").is_visible()  # own messages count as read
        anna.page.locator("#tab-chat").check(force=True)
        badge.wait_for(state="hidden")
        said = anna.page.locator(".chat-message", has_text="Buona sera!").first
        assert said.is_visible()
        anna.page.click("[data-mute]")
        said.wait_for(state="hidden")
        anna.page.reload()
        anna.page.locator("#tab-chat").check(force=True)
        assert not said.is_visible()
        anna.page.click("[data-mute]")
        said.wait_for()

    def test_sound_is_off_by_default(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("diciassette", players=2)
        person = visit()
        person.visit(seat)
        button = person.page.locator("#sound")
        assert button.get_attribute("aria-pressed") == "false"
        button.click()
        person.page.reload()
        assert button.get_attribute("aria-pressed") == "true"

    @pytest.mark.parametrize("game", ["verhext", "venezia"])  # in landscape, their bars are at different edges
    def test_sound_is_offered_once_and_visibly(self, game: str, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table(game)
        for width, height in ((320, 568), (667, 375), (844, 390), (1440, 900)):
            person = visit(viewport={"width": width, "height": height})
            person.visit(seat)
            offer = person.page.locator("#sound > .sound-suggestion")
            assert not offer.is_visible()
            person.page.locator("#prompt").click(position={"x": 3, "y": 3})
            offer.wait_for()
            assert offer.evaluate(FREE)
            person.page.reload()
            person.page.locator("#prompt").click(position={"x": 3, "y": 3})
            assert not offer.is_visible()


class TestConnection:
    def test_two_tabs_of_a_seat_stay_in_sync_and_stale_decisions_are_refused(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit(seed=5)
        player.expected.extend(("409 (Conflict)", "ERR_FAILED"))
        player.visit(seat)
        first, second, deaf = player.page, player.context.new_page(), player.context.new_page()
        second.goto(first.url)
        player.play(1)
        second.wait_for_function(SHOWS, arg=player.newest_revision())
        deaf.route("**/events?*", lambda route: route.abort())
        deaf.goto(first.url)
        deaf.route("**/tables/*", lambda route: route.abort())
        actions = player.options()["actions"]
        player.play(1)
        player.page = deaf
        with deaf.expect_response("**/decisions") as answer:
            player.act(actions[0], actions)
        assert answer.value.status == 409
        deaf.locator("#toasts .toast.refused").wait_for()
        deaf.unroute_all()
        player.wait_until_idle()

    def test_a_lost_connection_is_shown_and_restored(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("diciassette", players=2)
        person = visit()
        person.expected.append("ERR_INTERNET_DISCONNECTED")
        person.visit(seat)
        person.play(1)  # the stream is open: opening it later would count as reconnecting
        person.page.evaluate("window.mark = true")
        person.context.set_offline(True)
        person.page.locator("#offline").wait_for()
        person.context.set_offline(False)
        person.page.locator("#offline").wait_for(state="hidden")
        person.play(2)
        assert person.page.evaluate("window.mark")

    def test_a_lost_decision_is_reported_until_the_server_responds_again(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        person = visit(way="touch")
        person.expected.append("ERR_INTERNET_DISCONNECTED")
        person.visit(seat)
        ready = person.options()
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

    def test_after_a_restart_of_the_server_the_match_continues(self, browser: Browser, tmp_path: Path) -> None:
        database, log = str(tmp_path / "house.sqlite"), tmp_path / "log"
        arguments = (database, "--port", str(reusable_port()))
        with HouseProcess("tests.web.controlled_house", *arguments, log=log) as served:
            served.open()
            _, [seat] = House(served).open_table("verhext", players=3)
            person = Person(browser, House(served))
            person.expected.extend(("ERR_", "Failed to load"))
            person.visit(seat)
            person.play(2)
            person.page.evaluate("window.mark = true")
            served.kill(signal.SIGTERM)
            person.page.locator("#offline").wait_for()
        with HouseProcess("tests.web.controlled_house", *arguments, log=log) as served:
            person.house = House(served)
            served.open()
            person.page.locator("#offline").wait_for(state="hidden")
            person.play(3)
            assert person.page.evaluate("window.mark")
            assert person.complaints == []
            person.close()


def test_without_scripts_a_match_is_played_to_its_end_by_forms(house: House, visit: Visit) -> None:
    path, [seat] = house.open_table("diciassette", players=2)
    person = visit(java_script_enabled=False, seed=2)
    person.visit(seat)
    table, moves = person.page.locator("#table"), person.page.locator("#moves button[name=move]")
    for _ in range(400):
        house.served.forward()
        if table.get_attribute("data-after") != person.newest_revision():
            person.visit(path)
        if table.get_attribute("data-phase") == "over":
            break
        person.page.locator("#tab-moves").check(force=True)
        with person.page.expect_navigation():
            moves.nth(person.chance.randrange(moves.count())).click()
    assert person.page.locator("#ending").is_visible()
