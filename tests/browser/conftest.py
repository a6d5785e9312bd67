"""A real house in a process of its own, and people with real browsers. What a browser complains of fails a test."""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.checkout import ROOT
from tests.web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.people import House, Person

sys.path.insert(0, str(ROOT / "packaging"))

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Debian's Chromium, driven by Playwright. Both are there, or the tests are skipped."""
    import chromium

    playwright = pytest.importorskip("playwright.sync_api")
    program = chromium.program()
    if program is None:
        pytest.skip("Chromium is not installed here")
    with playwright.sync_playwright() as driving:
        opened = driving.chromium.launch(executable_path=program, args=QUIET)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[House]":
    """A house whose bots answer at once."""
    from tests.browser.people import House

    folder = tmp_path_factory.mktemp("house")
    with Served("tests.web.one_house", str(folder / "house.sqlite"), log=folder / "log") as served:
        served.open()
        yield House(served)


@pytest.fixture
def visit(browser: "Browser", house: "House") -> "Iterator[Callable[..., Person]]":
    """Lets people in, each with a browser of their own; in the end nobody has had anything to complain about."""
    from tests.browser.people import Person

    people: list[Person] = []

    def come(**how: object) -> Person:
        people.append(Person(browser, house, **how))
        return people[-1]

    yield come
    for person in people:
        person.leave()
    assert [complaint for person in people for complaint in person.complaints] == []
