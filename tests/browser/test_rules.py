"""The rules in a browser: contents in sight, words found without scripts, the same place in another language."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.people import DESK, PHONE, House, Visit, box
from tests.waiting import DEADLINE

pytestmark = pytest.mark.slow

Reader = Callable[[str, ViewportSize], Page]


@pytest.fixture
def reader(browser: Browser, house: House) -> Iterator[Reader]:
    """Lets somebody read who has no scripts."""
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


def test_contents_stay_in_sight_on_a_desk(reader: Reader) -> None:
    page = reader("/rules/venezia", DESK)
    page.get_by_role("link", name="Phase 2: jumping").click()
    assert box(page.locator("#jumping"))["y"] < 300
    there = box(page.get_by_role("link", name="In one minute"))
    assert 0 < there["y"] < 300
    page.get_by_role("link", name="In one minute").click()
    assert box(page.locator("#quick"))["y"] >= 0


def test_and_fold_on_a_phone(reader: Reader) -> None:
    page = reader("/rules/venezia", PHONE)
    entry = page.locator(".toc").get_by_role("link", name="Phase 2: jumping")
    assert not entry.is_visible()
    page.locator("summary").click()
    entry.click()
    assert 0 <= box(page.locator("#jumping"))["y"] < 300


@pytest.mark.parametrize("wide", [720, 1050])
def test_a_printed_page_is_filled_from_edge_to_edge(reader: Reader, wide: int) -> None:
    """On paper, upright or on its side."""
    page = reader("/rules/venti", {"width": wide, "height": 900})
    page.emulate_media(media="print")
    assert box(page.locator(".leaflet"))["width"] == wide
    assert not page.locator(".contents").is_visible()


def test_words_are_found_and_read_in_their_place(reader: Reader) -> None:
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


def test_a_sign_leads_to_the_ruling(reader: Reader) -> None:
    page = reader("/rules/venezia", DESK)
    page.locator("#board a.src, #piazza a.src").first.click()
    page.wait_for_url("**#rulings-*")
    target = page.url.partition("#")[2]
    assert 0 < box(page.locator(f"#{target}"))["y"] < 900


def test_the_prompt_leads_to_its_paragraph(visit: Visit, house: House) -> None:
    person = visit()
    person.come("/new?game=verhext")
    person.page.click("#order button.main")
    person.page.wait_for_selector("#table")
    link = person.page.locator("#prompt .the-rule")
    with person.page.context.expect_page() as opening:
        link.click()
    opened = opening.value
    opened.wait_for_load_state()
    clause = opened.url.partition("#")[2]
    assert clause.startswith("verhext.")
    assert opened.locator(f"[id='{clause}']").count() == 1
    opened.close()
