"""A server in a process of its own, and players with real browsers. Errors of a browser fail the test.

Each test process starts one Chromium and one server, when the first test needs them.
"""

import asyncio
import json
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.browser_players import House, Person, Visit
from tests.browser.prepared_tables import DESK, PageFactory, PreparedTables
from tests.checkout import ROOT
from tests.waiting import DEADLINE
from tests.web.house_process import HouseProcess

sys.path.insert(0, str(ROOT / "packaging"))

import chromium

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--force-gpu-mem-available-mb=0",  # layout without painting: a third faster
]  # fmt: skip
LOOP = pytest.StashKey[asyncio.AbstractEventLoop]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Between tests Playwright's event loop counts as running, which blocks others: hides it outside of this folder."""
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
        asyncio._set_running_loop(loop)  # the last test may be in another folder
        opened.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots answer at once and deterministically; all deals are the same."""
    folder = tmp_path_factory.mktemp("house")
    with HouseProcess("tests.web.controlled_house", str(folder / "house.sqlite"), log=folder / "log") as served:
        served.open()
        yield House(served)


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Creates players, each with a browser of their own; at the end none of them may have complaints."""
    people: list[Person] = []

    def come(**how: Any) -> Person:
        people.append(Person(browser, house, **how))
        return people[-1]

    yield come
    for person in people:
        person.close()
    assert [complaint for person in people for complaint in person.complaints] == []


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PreparedTables]:
    folder: Path = tmp_path_factory.mktemp("laid")
    list_file = folder / "list"
    module = "tests.browser.prepared_house"
    with HouseProcess(module, str(folder / "house.sqlite"), str(list_file), log=folder / "log") as served:
        yield PreparedTables(served.open(), json.loads(list_file.read_text("utf-8")))


@pytest.fixture(scope="session")
def keys(browser: Browser, prepared: PreparedTables) -> Any:
    """The browser storage with the keys of all tables."""
    context = browser.new_context()
    context.set_default_timeout(1000 * DEADLINE)
    for table, key in {tuple(key) for _, keys in prepared.places.values() for key in keys}:
        context.request.post(f"{prepared.address}/keys/{table}.{key}", max_redirects=0)
    kept = context.storage_state()
    context.close()
    return kept


@pytest.fixture(scope="session")
def open_page(browser: Browser, keys: Any) -> PageFactory:
    """Opens pages of a visitor with the keys of all tables. The same arguments give the same page again.

    They are closed with the browser.
    """
    pages: dict[Any, Page] = {}

    def come(size: tuple[int, int] = DESK, axe: bool = False, **how: Any) -> Page:
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        touch = size[0] < 600
        wanted = (size, axe, *how.items())
        if wanted not in pages:
            context = browser.new_context(
                **{"viewport": viewport, "has_touch": touch, "is_mobile": touch, "reduced_motion": "reduce", **how},
                storage_state=keys,
                bypass_csp=axe,  # the CSP of the pages allows only their own scripts
            )
            context.set_default_timeout(1000 * DEADLINE)
            if axe:
                context.add_init_script(AXE_SCRIPT)
            pages[wanted] = context.new_page()
        pages[wanted].set_viewport_size(viewport)  # another test may have changed it
        return pages[wanted]

    return come
