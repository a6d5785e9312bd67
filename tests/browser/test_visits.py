"""Whole visits, from the hall to the end of a match; and what may go wrong on the way."""

import re
import secrets
from itertools import pairwise

import pytest

from ridotto.house.people.guests import MASKS
from tests.browser.browser_players import ANSWERED, DESK, PHONE, TABLET, House, Person, Visit, Way, attribute, box

pytestmark = pytest.mark.slow

NAMES = ("Anna", "Ben", "Cleo")


def open_table(
    person: Person, game: str, players: int, guests: tuple[int, ...] = (), here: tuple[int, ...] = ()
) -> str:
    """Opens a table by the forms: from the hall to a new table, with a name and the occupants of the other seats."""
    person.visit("/")
    person.page.click(f"a[href='/new?game={game}']")
    page = person.page
    page.locator(f"input[name=players][value='{players}']").check(force=True)
    page.fill("[name='chairs.0.name']", NAMES[0])
    for seat in range(1, players):
        who = "guest" if seat in guests else "here" if seat in here else "bot"
        page.select_option(f"[name='chairs.{seat}.who']", who)
        if who == "here":
            page.fill(f"[name='chairs.{seat}.name']", NAMES[seat])
        elif who == "bot":
            page.locator(f"[name='chairs.{seat}.level'][value=novice]").check(force=True)
    page.click("#order button.main")
    page.wait_for_url("**/tables/*")
    return re.sub(r"\?.*", "", page.url)


def sit_down(person: Person, name: str, seat: int | None = None) -> None:
    """Sits down at an open table."""
    person.page.fill("#sit [name=name]", name)
    if seat is not None:
        person.page.locator(f"#chair-{seat} input").check(force=True)
    person.page.locator("#sit [name=mask]:not([disabled])").first.check(force=True)
    person.page.click("#sit button.main")


def hold(person: Person) -> None:
    """Presses the button of the curtain until it opens."""
    page = person.page
    page.locator("#open").hover()
    page.wait_for_load_state()
    person.stop_time()
    page.mouse.down()
    page.clock.run_for(790)
    assert page.locator(".stage:not(.open)").is_visible()
    page.clock.run_for(10)
    page.wait_for_selector("#table")
    page.mouse.up()
    page.clock.resume()


# Options of a seat that do not fit into their field
CUT = """(field) => [...field.options].filter((option) => {
  field.value = option.value;
  const { width, paddingInlineStart: start, paddingInlineEnd: end } = getComputedStyle(field);
  const text = Object.assign(document.createElement("span"), { textContent: option.text });
  text.style.cssText = `position: fixed; white-space: nowrap; font: ${getComputedStyle(field).font}`;
  const wide = document.body.appendChild(text).getBoundingClientRect().width;
  return wide > parseFloat(width) - parseFloat(start) - parseFloat(end);
}).map((option) => option.text)"""


class TestPlayingTogether:
    @pytest.mark.parametrize("language", ["en", "de", "it"])
    def test_the_kind_of_occupant_is_not_cut_off(self, visit: Visit, language: str) -> None:
        anna = visit(locale=language)
        anna.visit("/new")
        for size in (DESK, TABLET, PHONE):
            anna.page.set_viewport_size(size)
            assert anna.page.locator(".seat-occupant").first.evaluate(CUT) == []

    def test_a_free_seat_is_labelled_on_a_phone(self, house: House, visit: Visit) -> None:
        opened = house.post("/tables", game="venti", players=4, id=secrets.token_hex(12))
        for language in ("en", "de", "it"):
            ben = visit(way="touch", locale=language)
            ben.visit(f"/tables/{opened['table']}")
            names = ben.page.locator(".sit-free:visible")
            assert names.count() == 3
            assert names.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")

    def test_long_names_around_a_table_do_not_widen_the_page(self, house: House, visit: Visit) -> None:
        opened = house.post("/tables", game="venti", players=6, id=secrets.token_hex(12))
        path = f"/tables/{opened['table']}"
        for letter, mask in zip("LMNVW", MASKS, strict=False):
            house.post(f"{path}/seats", name=24 * letter, mask=mask, id=secrets.token_hex(12))
        for size in (TABLET, PHONE):
            ben = visit(viewport=size)
            ben.visit(path)
            boxes = [box(name) for name in ben.page.locator(".chair .who").all()]
            assert all(box["x"] >= 0 and box["x"] + box["width"] <= size["width"] for box in boxes)

    def test_one_press_opens_a_table_against_bots(self, visit: Visit) -> None:
        anna = visit()
        open_table(anna, "diciassette", 2)
        anna.play(2)
        assert anna.page.locator("#plate-0 .who").inner_text().startswith("Anna")

    def test_three_people_join_a_table_and_play(self, visit: Visit) -> None:
        people = [visit(seed=seed) for seed in range(3)]
        anna, ben, cleo = people
        address = open_table(anna, "diciassette", 3, guests=(1, 2))
        assert anna.page.locator("#invitation").input_value() == address
        ben.visit(address)
        sit_down(ben, "Ben")
        cleo.visit("/")  # she has the code
        cleo.page.get_by_label("Table code or link").fill(anna.page.locator(".table-code b > span").first.inner_text())
        cleo.page.get_by_role("button", name="Join").click()
        cleo.page.wait_for_url(address)
        sit_down(cleo, "Cleo")
        anna.page.get_by_text("Everybody's here.").wait_for()
        for name in NAMES:
            assert anna.page.locator(".chairs").get_by_text(name, exact=True).is_visible()
        anna.page.get_by_role("button", name="Start the match").click()
        for person in people:
            person.page.wait_for_selector("#table[data-phase=running]")
        assert sum(person.play_if_asked() for _ in range(4) for person in people) >= 4
        for person in people:
            person.wait_until_idle()
        lines = [person.page.locator("#log").inner_text().splitlines()[0] for person in people]
        assert len(set(lines)) == 1

    def test_two_players_on_one_device_see_the_curtain_in_between(self, visit: Visit) -> None:
        both = visit()
        both.page.clock.install()
        open_table(both, "verhext", 3, here=(1,))
        hands: list[int] = []
        while len(hands) < 4:
            both.page.wait_for_function(ANSWERED)
            both.house.served.forward()
            called = both.table_json()["sight"]["scene"]["waiting"]
            if not hands or hands[-1] not in called:
                both.page.locator("#open").wait_for()
                assert both.page.locator(".piece, #log, #table").count() == 0
                hold(both)
                hands.append(int(attribute(both.page.locator("#table"), "data-viewer")))
                assert hands[-1] in called
            assert both.play_if_asked()
        assert set(hands) == {0, 1}
        assert all(one != next_one for one, next_one in pairwise(hands)), "whoever goes on needs no curtain"


class TestErrors:
    def test_an_old_bookmark_shows_a_way_on(self, visit: Visit) -> None:
        person = visit()
        person.expected.append("404 (Not Found)")
        person.visit("/tables/abcdefgh2345")
        assert person.page.locator("[role=alert]").inner_text()
        person.page.locator("main").get_by_role("link", name="Back to the hall").click()
        person.page.wait_for_url("**/")
        assert person.page.locator(".game-card").count() == 5

    def test_a_finished_table_shows_the_result_and_offers_a_rematch(self, house: House, visit: Visit) -> None:
        path, [seat] = house.open_table("venti", players=2, options={"max_rounds": 1})
        player = visit(seed=1)
        player.visit(seat)
        assert player.play()
        later = visit()
        later.visit(path)
        assert later.page.locator("#table[data-phase=over] #ending").is_visible()
        assert later.page.locator(".selectable").count() == 0
        player.page.get_by_role("button", name="Rematch").click()
        player.page.wait_for_url(lambda url: not url.endswith(path))
        later.page.get_by_role("link", name="Join the rematch").click()
        later.page.wait_for_url(player.page.url.partition("?")[0])

    def test_a_running_match_accepts_no_more_guests(self, house: House, visit: Visit) -> None:
        """Late guests may watch."""
        path, [_] = house.open_table("verhext", players=3)
        late = visit()
        late.visit(path)
        assert late.page.get_by_text("You're watching").is_visible()

    def test_a_seat_taken_meanwhile_is_reported(self, house: House, visit: Visit) -> None:
        opened = house.post("/tables", game="diciassette", players=3, id=secrets.token_hex(12))
        anna, ben = visit(), visit()
        ben.expected.append("409 (Conflict)")
        for person in (anna, ben):
            person.visit(f"/tables/{opened['table']}")
        ben.page.route("**/events?*", lambda route: route.abort())  # his page is not updated
        ben.expected.append("ERR_FAILED")
        ben.page.reload()
        sit_down(anna, "Anna", 1)
        anna.page.wait_for_selector(".chair.mine")
        sit_down(ben, "Ben", 1)
        assert "That seat is already taken" in ben.page.locator("[role=alert]:visible").inner_text()
        sit_down(ben, "Ben", 2)
        ben.page.wait_for_selector(".chair.mine")

    def test_a_lost_cookie_is_reported_with_a_way_on(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit()
        player.expected.append("status of 40")
        with player.page.expect_response(lambda answer: "/events" in answer.url):
            player.visit(seat)
        ready = player.options()
        player.context.clear_cookies()
        player.act(ready["actions"][0], ready["actions"])
        toast = player.page.locator("#toasts .toast")
        toast.wait_for()
        toast.locator("a.icon-link:visible").click()
        player.page.get_by_text("You're watching").wait_for()

    def test_the_back_button_returns_to_a_live_table(self, house: House, visit: Visit) -> None:
        _, [seat] = house.open_table("verhext", players=3)
        player = visit()
        player.visit(seat)
        player.play(1)
        player.page.goto(house.address)
        player.page.go_back()
        player.play(2)

    def test_an_unknown_secret_link_is_refused(self, house: House, visit: Visit) -> None:
        path, [_] = house.open_table("verhext", players=3)
        person = visit()
        person.expected.append("status of 40")
        person.visit(f"/keys/{path.removeprefix('/tables/')}.{'x' * 32}")
        assert person.page.locator("[role=alert]").inner_text()

    def test_text_being_typed_survives_moves_of_others(self, house: House, visit: Visit) -> None:
        _, seats = house.open_table("diciassette", people=2, players=3)
        anna, ben = visit(), visit(seed=4)
        anna.visit(seats[0])
        ben.visit(seats[1])
        while not ben.options()["actions"]:
            assert anna.play_if_asked()
        anna.wait_until_idle()
        anna.page.locator("#tab-chat").check(force=True)
        anna.page.locator("#chat [name=text]").press_sequentially("Buona")
        before = anna.revision()
        assert ben.play_if_asked()
        anna.wait_until_idle()
        assert anna.revision() != before
        anna.page.keyboard.type(" sera")
        assert anna.page.locator("#chat [name=text]").input_value() == "Buona sera"


def test_a_right_to_left_name_does_not_reorder_the_points(house: House, visit: Visit) -> None:
    opened = house.post("/tables", game="diciassette", players=2, id=secrets.token_hex(12))
    path = f"/tables/{opened['table']}"
    house.post(f"{path}/seats", name="אברהם", mask="bauta", id=secrets.token_hex(12))
    house.post(f"{path}/start", opened["key"], level="novice")
    reader = visit()
    reader.visit(f"{path}/figures")
    name = reader.page.locator(".seat-name").first
    behind = name.evaluate("""(name) => {
      const points = document.createTextNode(" 17");
      name.after(points);
      name.parentElement.style.display = "block"; // one line of text, as in the log
      const range = document.createRange();
      range.selectNode(points);
      return range.getBoundingClientRect().x >= name.getBoundingClientRect().right - 1;
    }""")
    assert behind


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_figures_of_six_players_with_long_names_fit(house: House, visit: Visit, way: Way) -> None:
    opened = house.post("/tables", game="diciassette", players=6, id=secrets.token_hex(12))
    path = f"/tables/{opened['table']}"
    for letter, mask in zip("LMNOVW", MASKS, strict=False):
        house.post(f"{path}/seats", name=24 * letter, mask=mask, id=secrets.token_hex(12))
    house.post(f"{path}/start", opened["key"])
    reader = visit(way=way)
    reader.visit(f"{path}/figures")
    assert reader.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if way == "mouse":
        assert reader.page.locator(".counted .scroll").evaluate("(part) => part.scrollWidth <= part.clientWidth")
