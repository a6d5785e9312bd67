"""Verhext! with five players: everything fits on every screen."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import five_player_house
from tests.browser.test_screens import PHONES, SCREEN_CHECKS, SIZES, STRIP, THERE
from tests.waiting import DEADLINE
from tests.web.house_process import HouseProcess

pytestmark = pytest.mark.slow

# Overlapping or overflowing elements at the seats and while prophecies are chosen; names that are cut off
CROWDED = """() => {
  const isSeen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1 && !one.closest(".sentence");
  const all = (what) => [...document.querySelectorAll(what)].filter(isSeen);
  const name = (one) => `${one.className.baseVal ?? one.className} “${one.textContent.trim().slice(0, 20)}”`;
  const box = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return (one.matches("output, small, i, b, .headings > span") ? range : one).getBoundingClientRect();
  };
  const found = [];
  const felt = document.querySelector(".felt-content").getBoundingClientRect();
  const oracle = ".oracle :is(.prophecy, .left, .oracle-notes > span)";
  for (const one of all(`${oracle}, .last-round, .final-scoring .row > :not(:empty), .verdict`)) {
    const { left, right, top, bottom } = box(one);
    const scrolled = document.querySelector(".felt").closest(".match-over");
    const beyond = top < felt.top - 2 || left < felt.left - 2 || right > felt.right + 2;
    if (beyond || (bottom > felt.bottom + 2 && !scrolled)) found.push(`${name(one)} is beyond the felt`);
  }
  const apart = ".opponent :is(.who, .chip, .fate-text > i, .outcome, .new-attempt, .fate), .last-round,"
    + " .oracle .left, .oracle-notes > span, .final-scoring :is(.score-cell > *, .total, .person)";
  const parts = all(apart);
  const boxes = parts.map(box);
  parts.forEach((one, n) => parts.slice(n + 1).forEach((other, m) => {
    const [a, b] = [boxes[n], boxes[n + 1 + m]];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const fanned = one.matches(".laid-card") && other.matches(".laid-card"); // those of one player lie on one another
    if (across > 2 && down > 2 && !one.contains(other) && !other.contains(one) && !fanned && !plated(one, other))
      found.push(`${name(one)} lies on ${name(other)}`);
  }));
  function plated(one, other) { // a plate lies on the edge of what is below it
    return one.closest(".plate") && other.matches(".fate") && one.closest(".opponent") === other.closest(".opponent");
  }
  for (const one of all(".opponent .who > span, .final-scoring .person > :not(.medal), .last-round"))
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${name(one)} is cut`);
  return found;
}"""


@pytest.fixture(scope="module")
def crowd(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The addresses of the tables, with keys."""
    folder: Path = tmp_path_factory.mktemp("crowd")
    list_file = folder / "list"
    arguments = (str(folder / "house.sqlite"), str(list_file))
    with HouseProcess("tests.browser.five_player_house", *arguments, log=folder / "log") as served:
        address = served.open()
        prepared = json.loads(list_file.read_text("utf-8"))
        yield {moment: f"{address}/keys/{table}.{key}" for moment, (_, [(table, key)]) in prepared.items()}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True, reduced_motion="reduce", locale="de")  # long words
    context.set_default_timeout(1000 * DEADLINE)
    page = context.new_page()
    page.add_init_script(path=SCREEN_CHECKS)
    yield page
    page.goto("about:blank")
    context.close()


@pytest.mark.parametrize("moment", five_player_house.MOMENTS)
def test_five_players_fit_on_every_screen(moment: str, crowd: dict[str, str], page: Page) -> None:
    link = crowd[moment]
    page.context.request.post(link, max_redirects=0)
    table = link.rpartition("/")[2].partition(".")[0]
    page.goto(f"{link.partition('/keys/')[0]}/tables/{table}?lang=de")
    page.wait_for_function(THERE)
    wrong = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate("(how) => wrongs(how)", {"least": STRIP, "people": five_player_house.GUESTS})
        wrong[width, height] = found + page.evaluate(CROWDED)
    assert {size: found for size, found in wrong.items() if found} == {}


def test_the_last_round_is_shown_as_signs_where_sentences_do_not_fit(crowd: dict[str, str], page: Page) -> None:
    link = crowd["first"]
    page.context.request.post(link, max_redirects=0)
    table = link.rpartition("/")[2].partition(".")[0]
    page.goto(f"{link.partition('/keys/')[0]}/tables/{table}?lang=en")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        signs = page.locator(".opponent .outcome")
        assert signs.count() == five_player_house.PLAYERS - 1
        assert all(sign.is_visible() and sign.text_content() for sign in signs.all())
    for judged in page.locator(".opponent .judged").all():
        sentence, told = judged.locator(".sentence").text_content() or "", judged.locator(".outcome > b")
        points = told.inner_text().split()[1:]
        if "zero card for later" in sentence:
            assert told.locator("svg").count()
        else:
            assert points[0] == ("0" if "goes back" in sentence else sentence.rstrip(".").split()[-1])
        kept = "makes" in sentence or "for later" in sentence
        assert told.inner_text().startswith("✓" if kept else "✗")
