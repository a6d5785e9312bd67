"""Verhext! with five at the table in a real browser: everybody and everything told has room on every screen."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import crowd_house
from tests.browser.test_screens import PHONES, SIZES, STRIP, THERE, WRONGS
from tests.waiting import DEADLINE
from tests.web.serving import Served

pytestmark = pytest.mark.slow

# What lies on something else at the seats and where prophecies are chosen, or beyond the table; names that are cut
CROWDED = """() => {
  const isSeen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1 && !one.closest(".said");
  const all = (what) => [...document.querySelectorAll(what)].filter(isSeen);
  const name = (one) => `${one.className.baseVal ?? one.className} “${one.textContent.trim().slice(0, 20)}”`;
  const box = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return (one.matches("output, small, i, b, .heads > span") ? range : one).getBoundingClientRect();
  };
  const found = [];
  const felt = document.querySelector(".felt-in").getBoundingClientRect();
  for (const one of all(".oracle :is(.prophecy, .left, .omens > span), .tally, .piles .row > :not(:empty), .verdict")) {
    const { left, right, top, bottom } = box(one);
    const scrolled = document.querySelector(".felt").closest(".reckoning");
    const beyond = top < felt.top - 2 || left < felt.left - 2 || right > felt.right + 2;
    if (beyond || (bottom > felt.bottom + 2 && !scrolled)) found.push(`${name(one)} is beyond the felt`);
  }
  const apart = ".foe :is(.who, .chip, .word > i, .came, .again, .fate), .tally, .oracle .left, .omens > span,"
    + " .piles :is(.laid > *, .total, .person)";
  const parts = all(apart);
  const boxes = parts.map(box);
  parts.forEach((one, n) => parts.slice(n + 1).forEach((other, m) => {
    const [a, b] = [boxes[n], boxes[n + 1 + m]];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const fanned = one.matches(".lay") && other.matches(".lay"); // those of one player lie on one another
    if (across > 2 && down > 2 && !one.contains(other) && !other.contains(one) && !fanned && !plated(one, other))
      found.push(`${name(one)} lies on ${name(other)}`);
  }));
  function plated(one, other) { // a plate lies on the edge of what is below it
    return one.closest(".plate") && other.matches(".fate") && one.closest(".foe") === other.closest(".foe");
  }
  for (const one of all(".foe .who > span, .piles .person > :not(.medal), .tally"))
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${name(one)} is cut`);
  return found;
}"""


@pytest.fixture(scope="module")
def crowd(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Where the crowded tables are; the keys lie in the addresses."""
    folder: Path = tmp_path_factory.mktemp("crowd")
    listed = folder / "list"
    arguments = (str(folder / "house.sqlite"), str(listed))
    with Served("tests.browser.crowd_house", *arguments, log=folder / "log") as served:
        address = served.open()
        laid = json.loads(listed.read_text("utf-8"))
        yield {moment: f"{address}/keys/{table}.{key}" for moment, (_, [(table, key)]) in laid.items()}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True, reduced_motion="reduce", locale="de")  # its words are long
    context.set_default_timeout(1000 * DEADLINE)
    page = context.new_page()
    page.add_init_script(path=WRONGS)
    yield page
    page.goto("about:blank")
    context.close()


@pytest.mark.parametrize("moment", crowd_house.MOMENTS)
def test_five_have_room_on_every_screen(moment: str, crowd: dict[str, str], page: Page) -> None:
    link = crowd[moment]
    page.context.request.post(link, max_redirects=0)
    table = link.rpartition("/")[2].partition(".")[0]
    page.goto(f"{link.partition('/keys/')[0]}/tables/{table}?lang=de")
    page.wait_for_function(THERE)
    wrong = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate("(how) => wrongs(how)", {"least": STRIP, "people": crowd_house.GUESTS})
        wrong[width, height] = found + page.evaluate(CROWDED)
    assert {size: found for size, found in wrong.items() if found} == {}


def test_the_last_round_is_told_in_signs_where_sentences_have_no_room(crowd: dict[str, str], page: Page) -> None:
    link = crowd["first"]
    page.context.request.post(link, max_redirects=0)
    table = link.rpartition("/")[2].partition(".")[0]
    page.goto(f"{link.partition('/keys/')[0]}/tables/{table}?lang=en")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        signs = page.locator(".foe .came")
        assert signs.count() == crowd_house.PLAYERS - 1
        assert all(sign.is_visible() and sign.text_content() for sign in signs.all())
    for judged in page.locator(".foe .judged").all():
        sentence, told = judged.locator(".said").text_content() or "", judged.locator(".came > b")
        points = told.inner_text().split()[1:]
        if "zero card for later" in sentence:
            assert told.locator("svg").count()
        else:
            assert points[0] == ("0" if "goes back" in sentence else sentence.rstrip(".").split()[-1])
        kept = "makes" in sentence or "for later" in sentence
        assert told.inner_text().startswith("✓" if kept else "✗")
