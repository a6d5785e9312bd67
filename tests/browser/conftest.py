"""A real house in a process of its own, and people with real browsers. What a browser complains of fails a test.

Each process of the tests starts one Chromium and one house, when the first test asks for them.
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

from tests.browser.laid import DESK, Laid, Sit
from tests.browser.people import House, Person, Visit
from tests.checkout import ROOT
from tests.waiting import DEADLINE
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


@pytest.fixture(scope="session")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laid]:
    folder: Path = tmp_path_factory.mktemp("laid")
    listed = folder / "list"
    module = "tests.browser.laid_house"
    with Served(module, str(folder / "house.sqlite"), str(listed), log=folder / "log") as served:
        yield Laid(served.open(), json.loads(listed.read_text("utf-8")))


@pytest.fixture(scope="session")
def keys(browser: Browser, laid: Laid) -> Any:
    """What a browser keeps that holds the keys of all tables."""
    context = browser.new_context()
    context.set_default_timeout(1000 * DEADLINE)
    for table, key in {tuple(key) for _, keys in laid.places.values() for key in keys}:
        context.request.post(f"{laid.address}/keys/{table}.{key}", max_redirects=0)
    kept = context.storage_state()
    context.close()
    return kept


@pytest.fixture(scope="session")
def sit(browser: Browser, keys: Any) -> Sit:
    """A page for somebody who holds the keys of all tables; the same one for whoever wants the same again.

    They close with the browser.
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
                bypass_csp=axe,  # the pages themselves allow no script but their own
            )
            context.set_default_timeout(1000 * DEADLINE)
            if axe:
                context.add_init_script(AXE_SCRIPT)
            pages[wanted] = context.new_page()
        pages[wanted].set_viewport_size(viewport)  # whoever had it before may have turned it
        return pages[wanted]

    return come
