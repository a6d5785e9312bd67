"""A real house in a process of its own, and people with real browsers. What a browser complains of fails a test.

Each process of the tests starts one Chromium and one house, when the first test asks for them.
"""

import asyncio
import sys
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import House, Person, Visit
from tests.checkout import ROOT
from tests.web.serving import Served

sys.path.insert(0, str(ROOT / "packaging"))

import chromium

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--force-gpu-mem-available-mb=0",  # pages are laid out, not painted: nobody looks, and it would take a third more
]  # fmt: skip
LOOP = pytest.StashKey[asyncio.AbstractEventLoop]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Between two tests Playwright's loop says that it runs, and no other could: so it says so in this folder only."""
    if item.path.is_relative_to(ROOT / "tests" / "browser"):
        asyncio._set_running_loop(item.config.stash.get(LOOP, None))
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright."""
    program = chromium.program()
    if program is None:
        pytest.skip(chromium.MISSING)
    with sync_playwright() as driving:
        pytestconfig.stash[LOOP] = loop = asyncio.get_running_loop()
        opened = driving.chromium.launch(executable_path=program, args=QUIET)
        yield opened
        asyncio._set_running_loop(loop)  # the last test of all may be one of another folder
        opened.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose bots answer at once, and always the same: every deal is the same, too."""
    folder = tmp_path_factory.mktemp("house")
    with Served("tests.web.one_house", str(folder / "house.sqlite"), log=folder / "log") as served:
        served.open()
        yield House(served)


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Lets people in, each with a browser of their own; in the end nobody has had anything to complain about."""
    people: list[Person] = []

    def come(**how: Any) -> Person:
        people.append(Person(browser, house, **how))
        return people[-1]

    yield come
    for person in people:
        person.leave()
    assert [complaint for person in people for complaint in person.complaints] == []
