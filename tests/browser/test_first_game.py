"""A guided first game: opened with one tap, one lesson at a time beside its target, and the table waits."""

import secrets

import pytest
from playwright.sync_api import Page

import ridotto
from ridotto.translations import LANGUAGES
from tests.browser.browser_players import House, Person, Visit, attribute

pytestmark = pytest.mark.slow

LAPTOP, PHONE, SIDEWAYS, LOW, SMALL = (1366, 768), (390, 844), (844, 390), (667, 375), (320, 640)

# The lessons whose card would leave the screen, cover its target, or be cut off
WRONG = """async (spots) => {
  const [table, card, wrong] = [document.getElementById("table"), document.getElementById("coach"), []];
  const flat = innerHeight < 500;
  for (const item of document.querySelectorAll("[data-lesson]:not(main)")) {
    const id = item.dataset.lesson;
    card.querySelector("h2").textContent = item.querySelector("summary").textContent;
    card.querySelector("p").textContent = item.querySelector("p").textContent;
    card.dataset.target = spots[id];
    table.dataset.after += ".";
    await new Promise((done) => setTimeout(done));
    for (const running of card.getAnimations()) running.finish();
    const [says, text] = [card.querySelector(".coach-text"), card.querySelector("p")];
    const { left, top, right, bottom } = says.getBoundingClientRect();
    const lit = document.querySelectorAll(".explained");
    const things = spots[id].split(" ").map((spot) => spot.split("/")).flatMap(([zone, kind]) => {
      const thing = document.getElementById(zone);
      return kind && thing ? [...thing.querySelectorAll(`.${kind}`)] : [thing];
    });
    const there = things.some((thing) => thing?.checkVisibility());
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) wrong.push(`${id} leaves the screen`);
    for (const part of says.querySelectorAll("h2, p, .coach-steps, .icon-link, .btn")) {
      const box = part.getBoundingClientRect();
      const out = box.left < left || box.right > right || box.bottom > bottom;
      if (out || part.scrollWidth > part.clientWidth) wrong.push(`${id}: ${part.tagName} is cut`);
    }
    if (!flat && text.scrollHeight > text.clientHeight + 1) wrong.push(`${id} must be scrolled`);
    const fills = flat && things.every((thing) => !thing || thing.clientHeight > innerHeight / 2 - 40);
    if (lit.length !== (there ? 1 : 0) && !(fills && lit.length === 0)) wrong.push(`${id} lights ${lit.length}`);
    const parts = [...card.children].map((part) => part.getBoundingClientRect()); // its mask and its sign, too
    for (const thing of [...lit].map((one) => one.getBoundingClientRect())) {
      const covers = ({ left, top, right, bottom }) =>
        left < thing.right && thing.left < right && top < thing.bottom && thing.top < bottom;
      if (parts.some(covers)) wrong.push(`${id} covers it`);
    }
  }
  return wrong;
}"""
# Buttons of the posters that are too small, cut off, off screen or overlapping
POSTERS = """() => {
  const wrong = [];
  for (const ways of document.querySelectorAll(".button-row")) {
    const [play, first] = [...ways.children].map((way) => way.getBoundingClientRect());
    for (const way of ways.children) if (way.scrollWidth > way.clientWidth) wrong.push(`${way.textContent} is cut`);
    if (Math.min(play.height, first.height) < 44) wrong.push("too low");
    if (play.right > first.left || play.left < 0 || first.right > innerWidth) wrong.push("no room");
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is too wide");
  return wrong;
}"""


def title(person: Person) -> str:
    """The title of the present lesson; empty if there is none."""
    card = person.page.locator("#coach")
    return card.locator("h2").inner_text() if card.is_visible() else ""


def read(person: Person) -> str:
    """Confirms the present lesson. Returns its title."""
    was = title(person)
    with person.page.expect_response("**/lessons") as answer:
        person.page.get_by_role("button", name="Got it").click()
    assert answer.value.ok
    person.wait_until_idle()
    return was


def told(person: Person) -> list[str]:
    """The titles of the lessons marked as done."""
    return person.page.locator("#lessons .done summary").all_text_contents()


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.fixture
def learner(visit: Visit) -> Person:
    learner = visit(seed=1)
    learner.visit("/")
    learner.page.get_by_role("button", name="Learn Verhext! by playing").click()
    learner.page.wait_for_selector("#coach.coach-ready")
    return learner


class TestFirstGame:
    def test_the_table_waits_while_lessons_are_shown_one_by_one(self, learner: Person) -> None:
        page = learner.page
        learner.wait_until_idle()
        before = learner.revision()
        learner.house.served.forward(600)
        learner.wait_until_idle()
        assert learner.revision() == before
        assert page.get_by_text("The table waits").is_visible()
        assert "seven rounds" in page.locator("#coach p").inner_text()
        assert read(learner) == "What it's about"
        assert title(learner) == "The trump card"
        assert "explained" in attribute(page.locator("#trump"), "class")
        page.reload()
        assert read(learner) == "The trump card"
        while title(learner):
            read(learner)
        assert page.get_by_text("The table waits").count() == 0
        assert page.locator(".coach-light").is_hidden()
        assert told(learner)[:2] == ["What it's about", "The trump card"]
        assert learner.options()["actions"]

    def test_playing_on_counts_as_reading(self, learner: Person) -> None:
        while not learner.options()["actions"]:
            read(learner)
        was = title(learner)
        learner.decide(learner.options()["actions"])
        learner.wait_until_idle()
        assert was in told(learner)
        assert title(learner) != was

    def test_lessons_can_be_repeated_or_switched_off(self, learner: Person) -> None:
        page = learner.page
        page.get_by_role("button", name="Explained so far").click()
        first = page.locator("#lessons li").first
        first.locator("summary").click()
        assert first.locator("p").is_visible()
        with page.expect_popup() as opened:
            first.get_by_role("link", name="The rule").click()
        rules = opened.value
        rules.wait_for_load_state()
        assert rules.evaluate("document.getElementById(decodeURIComponent(location.hash.slice(1))) !== null")
        rules.close()
        for name, after in (("Stop explaining", ""), ("Explain everything again", "What it's about")):
            with page.expect_response("**/lessons"):
                page.get_by_role("button", name=name).click()
            learner.wait_until_idle()
            assert title(learner) == after

    def test_without_scripts_the_button_loads_the_page(self, visit: Visit) -> None:
        reader = visit(java_script_enabled=False)
        reader.visit("/rules/verhext")
        reader.page.get_by_role("button", name="Learn it by playing").click()
        reader.page.wait_for_url("**/tables/*")
        assert title(reader) == "What it's about"
        with reader.page.expect_navigation():
            reader.page.get_by_role("button", name="Got it").click()
        assert title(reader) == "The trump card"


def test_every_lesson_card_is_beside_its_target(house: House, visit: Visit) -> None:
    """In the language with the longest words."""
    reader = visit(locale="de")
    page, wrong = reader.page, {}
    for game in ridotto.all_games():
        opened = house.post("/learn", game=game.slug, id=secrets.token_hex(12))
        reader.visit(opened["seats"][0]["link"])
        page.wait_for_selector("#coach.coach-ready")
        spots = {lesson.id: lesson.target.format(me=0) for lesson in game.lessons}
        for size in (LAPTOP, PHONE, SIDEWAYS, LOW, SMALL):
            resize(page, size)
            wrong[game.slug, size] = page.evaluate(WRONG, spots)
    assert {where: what for where, what in wrong.items() if what} == {}


def test_every_poster_offers_a_first_game(visit: Visit) -> None:
    """Even on the smallest phone; on common ones without scrolling."""
    guest = visit()
    for language in LANGUAGES:
        guest.visit(f"/?lang={language}")
        for size in ((320, 568), (568, 320), (360, 640), PHONE, (667, 375), SIDEWAYS, (1024, 768), LAPTOP):
            resize(guest.page, size)
            assert guest.page.evaluate(POSTERS) == [], (language, size)
            seen = guest.page.locator(".first-time").first.bounding_box()
            assert seen is not None
            assert seen["y"] + seen["height"] <= size[1], (language, size)
