"""Rulebooks: visible contents, search without scripts, the same section in another language."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.browser_players import DESK, PHONE, House, Visit, box
from tests.waiting import DEADLINE

pytestmark = pytest.mark.slow

Reader = Callable[[str, ViewportSize], Page]


@pytest.fixture
def reader(browser: Browser, house: House) -> Iterator[Reader]:
    """Opens pages without scripts."""
    opened: list[BrowserContext] = []

    def read(path: str, viewport: ViewportSize) -> Page:
        context = browser.new_context(viewport=viewport, java_script_enabled=False, base_url=house.served.address)
        context.set_default_timeout(1000 * DEADLINE)
        opened.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield read
    for context in opened:
        context.close()


def test_contents_stay_visible_on_a_desktop(reader: Reader) -> None:
    page = reader("/rules/venezia", DESK)
    page.get_by_role("link", name="Phase 2: jumping").click()
    assert box(page.locator("#jumping"))["y"] < 300
    there = box(page.get_by_role("link", name="In one minute"))
    assert 0 < there["y"] < 300
    page.get_by_role("link", name="In one minute").click()
    assert box(page.locator("#quick"))["y"] >= 0


def test_contents_fold_on_a_phone(reader: Reader) -> None:
    page = reader("/rules/venezia", PHONE)
    entry = page.locator(".toc").get_by_role("link", name="Phase 2: jumping")
    assert not entry.is_visible()
    page.locator("summary").click()
    entry.click()
    assert 0 <= box(page.locator("#jumping"))["y"] < 300


@pytest.mark.parametrize("wide", [720, 1050])
def test_printed_pages_use_the_whole_width(reader: Reader, wide: int) -> None:
    """In portrait and landscape."""
    page = reader("/rules/venti", {"width": wide, "height": 900})
    page.emulate_media(media="print")
    assert box(page.locator(".quick-rules"))["width"] == wide
    assert not page.locator(".contents").is_visible()


def test_search_results_link_to_their_context(reader: Reader) -> None:
    page = reader("/rules/verhext", PHONE)
    page.get_by_role("searchbox", name="Search the rules").fill("cauldron")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/verhext?q=cauldron")
    assert page.locator("mark").all_inner_texts() == ["cauldron"]
    page.get_by_role("link", name="Read in context").click()
    page.wait_for_url("**/rules/verhext#tie-1")
    assert 0 < box(page.locator("#tie-1"))["y"] < 844
    page.locator("#tie").get_by_role("link", name="DE").click()
    page.wait_for_url("**/rules/verhext?lang=de#tie")
    assert page.locator("html").get_attribute("lang") == "de"
    assert 0 <= box(page.locator("#tie"))["y"] < 300


def test_source_signs_link_to_the_ruling(reader: Reader) -> None:
    page = reader("/rules/venezia", DESK)
    page.locator("#board a.source-sign, #piazza a.source-sign").first.click()
    page.wait_for_url("**#rulings-*")
    target = page.url.partition("#")[2]
    assert 0 < box(page.locator(f"#{target}"))["y"] < 900


def test_the_prompt_links_to_its_rule(visit: Visit, house: House) -> None:
    person = visit()
    person.visit("/new?game=verhext")
    person.page.click("#order button.main")
    person.page.wait_for_selector("#table")
    link = person.page.locator("#prompt .rule-mark")
    with person.page.context.expect_page() as opening:
        link.click()
    opened = opening.value
    opened.wait_for_load_state()
    clause = opened.url.partition("#")[2]
    assert clause.startswith("verhext.")
    assert opened.locator(f"[id='{clause}']").count() == 1
    opened.close()
