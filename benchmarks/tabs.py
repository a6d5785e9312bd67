"""The measurements of browser.py, whose docstring defines the figures."""

import asyncio
import secrets
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import Browser, Error, Page, Response, ViewportSize, async_playwright
from playwright.async_api import TimeoutError as TooLate

import ridotto
from load import open_table
from servers import PATIENCE, Missing
from wire import Connection, Failed, within

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packaging"))
import chromium


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    clicks: int = 50
    burst: int = 12
    seen: float = 6  # seconds until the page has shown the whole burst


SMALLEST = Size(clicks=1, burst=2, seen=0.5)
WIDE = 10  # successive clicks that may have no effect, because the table changes under the mouse
SOON = 3000  # milliseconds after which a click counts as without effect
DESK: ViewportSize = {"width": 1440, "height": 900}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

SHIFTS = """new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => told(sum), 1000);
})"""
READY = """() => [...document.querySelectorAll("#moves button[name=move]")]
  .filter(({ dataset }) => !dataset.confirm)
  .map(({ value, dataset }) => ({ move: value, take: dataset.take, put: dataset.put }))"""
WATCH = """() => {
  const table = document.getElementById("table");
  window.moved = [];
  window.painted = [];
  let clicked = 0;
  addEventListener("pointerup", ({ timeStamp }) => (clicked = timeStamp), true);
  const painted = (times, since) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => times.push(performance.now() - since);
    requestAnimationFrame(() => channel.port2.postMessage(0));
  };
  new MutationObserver((changes) => {
    if (!clicked) return;
    if (changes.some(({ target }) => target === table)) {
      painted(window.painted, clicked);
      clicked = 0;
    } else if (changes.some(({ target }) => target.matches(".piece.pending"))) painted(window.moved, clicked);
  }).observe(table, { attributes: true, attributeFilter: ["data-after", "class"], subtree: true });
}"""
CHANGED = "(seen) => document.querySelector('input[name=revision]').value !== seen"
SHOWS = "(newest) => document.querySelector('input[name=revision]').value === newest"
STILL = """() => document.querySelector("#moves button[name=move], #table[data-phase=over]")
  && !document.getAnimations().some((one) => one.constructor === Animation && one.effect.target.matches(".piece"))"""
POINT = """(id) => {
  const element = document.getElementById(id);
  const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
  for (const down of [0.5, 0.2, 0.8, 0.05, 0.95])
    for (const right of [0.5, 0.2, 0.8, 0.05, 0.95]) {
      const at = { x: x + width * right, y: y + height * down };
      if (document.elementFromPoint(at.x, at.y)?.closest("[id]:is(.selectable, .target)") === element) return at;
    }
  return null;
}"""
FRAMES = """() => {
  window.frames_seen = [];
  const seen = (now) => {
    window.frames_seen.push(now);
    requestAnimationFrame(seen);
  };
  requestAnimationFrame(seen);
}"""


class House:
    """A client of the house."""

    def __init__(self, port: int, limit: float) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.limit = limit
        self._port = port

    async def ask(self, method: str, path: str, key: str = "", body: object = None) -> Any:
        connection = await Connection.to(self._port, self.limit)
        try:
            return await connection.ask(method, path, key, body)
        finally:
            connection.close()

    async def open_table(self, game: str, people: int, players: int) -> tuple[str, list[Any]]:
        return await open_table(self.ask, game, players, people, level="novice")

    async def decide(self, path: str, seats: list[Any], chance: Random) -> None:
        """Make a random decision for a seat that is asked."""
        for seat in seats:
            sight = (await self.ask("GET", f"{path}?seat={seat['seat']}", seat["key"]))["sight"]
            if actions := sight["scene"].get("actions"):
                move = chance.choice(actions)["move"]
                told = {"seat": seat["seat"], "revision": sight["revision"], "move": move, "id": secrets.token_hex(12)}
                await self.ask("POST", f"{path}/decisions", seat["key"], told)
                return


@asynccontextmanager
async def open_browser(limit: float) -> AsyncIterator[Browser]:
    """Open Chromium for the block; it is always closed or killed afterwards."""
    if (found := chromium.program()) is None:
        raise Missing("Chromium is not installed here (on Debian and Ubuntu: apt install chromium)")
    async with async_playwright() as driving:
        try:
            browser = await driving.chromium.launch(executable_path=found, args=QUIET, timeout=1000 * PATIENCE)
        except Error as error:
            raise Failed(f"{found} does not start: {str(error).splitlines()[0]}") from None
        try:
            yield browser
        finally:
            with suppress(Failed, Error):  # the driver kills a browser that does not close
                async with within(limit, "Chromium did not close"):
                    await browser.close()


def opens_stream(answer: Response) -> bool:
    return "/events?" in answer.url


async def first_load(page: Page, house: House, game: str, size: Size) -> dict[str, float]:
    """Load the page of a running table with an empty cache."""
    players = ridotto.game(game).default_players
    path, [seat, *_] = await house.open_table(game, players, players)  # nobody does anything meanwhile
    requests: list[str] = []
    sizes: dict[str, float] = {}
    async with within(house.limit + 1, f"the browser did not load {path}"):
        await page.context.request.post(seat["link"])
        wire = await page.context.new_cdp_session(page)
        await wire.send("Network.enable")
        await wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
        wire.on("Network.requestWillBeSent", lambda sent: requests.append(sent["request"]["url"]))
        wire.on("Network.dataReceived", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
        wire.on("Network.loadingFinished", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
        async with page.expect_response(opens_stream):
            await page.goto(house.address + path, wait_until="load")
        shift = await page.evaluate(SHIFTS)
    return {"KB": sum(sizes.values()) / 1000, "requests": len(requests), "shift": shift}


async def clicks(page: Page, house: House, game: str, size: Size) -> dict[str, float]:
    """Play against novices with the mouse."""
    chance = Random(1)
    moved: list[float] = []
    painted: list[float] = []
    for _ in range(size.clicks + WIDE):  # matches, because each of them ends
        path, [seat] = await house.open_table(game, 1, min(ridotto.game(game).players))
        async with within(house.limit, f"the browser did not open {path}"):
            await page.context.request.post(seat["link"])
            await page.goto(house.address + path)
            await page.evaluate(WATCH)
        now_moved, now_painted, wide = moved, painted, 0
        while len(now_painted) < size.clicks or not now_moved:
            async with within(house.limit + SOON / 1000, f"the browser did not come to a click at {path}"):
                if not await goes_on(page):
                    break
                wide = 0 if await click(page, chance) else wide + 1
                now_moved, now_painted = moved + await page.evaluate("moved"), painted + await page.evaluate("painted")
            if wide == WIDE:
                raise Failed(f"{wide} clicks at {path} came to nothing, one after the other")
        else:
            return {
                "click to motion, ms": statistics.median(now_moved),
                "click to table, ms": statistics.median(now_painted),
            }
        moved, painted = now_moved, now_painted
    raise Failed(f"in {size.clicks + WIDE} matches {len(painted)} clicks were shown, and {len(moved)} pieces set out")


async def goes_on(page: Page) -> bool:
    """Wait until there is something to decide; False if the match is over instead."""
    await page.wait_for_function(STILL)
    return bool(await page.evaluate(READY))


async def click(page: Page, chance: Random) -> bool:
    """Make one decision on the pieces; False if the clicks had no effect."""
    revision = await page.locator("input[name=revision]").input_value()
    if not (actions := await page.evaluate(READY)):  # meanwhile the house has made an automatic move
        return False
    action = chance.choice(actions)
    with suppress(TooLate):
        for id in filter(None, (action["take"], action["put"])):
            found = await page.wait_for_function(POINT, arg=id, timeout=SOON)
            point = await found.json_value()
            await page.mouse.click(point["x"], point["y"])
        if not action["take"]:
            await page.locator(f'button[value="{action["move"]}"]:not(#moves *)').first.click(timeout=SOON)
        if await page.evaluate("document.getElementById('confirm-dialog').open"):
            await page.click("#confirm-choices button", timeout=SOON)
        await page.wait_for_function(CHANGED, arg=revision, timeout=SOON)
        return True
    return False


async def burst(page: Page, house: House, game: str, size: Size) -> dict[str, float]:
    """Watch decisions of others, made as fast as the house accepts them."""
    players, chance = ridotto.game(game).default_players, Random(1)
    path, seats = await house.open_table(game, players, players)
    async with within(house.limit, f"the browser did not open {path}"):
        async with page.expect_response(opens_stream):
            await page.goto(house.address + path)
        await page.evaluate(FRAMES)
    for _ in range(size.burst):
        await house.decide(path, seats, chance)
    await asyncio.sleep(size.seen)
    newest = (await house.ask("GET", path))["sight"]["revision"]
    async with within(house.limit, f"the browser did not show the newest of {path}"):
        await page.wait_for_function(SHOWS, arg=newest)
        await page.wait_for_function("window.frames_seen.length > 1")
        frames = await page.evaluate("window.frames_seen")
    gaps = [after - before for before, after in pairwise(frames)]
    return {"frames/s": 1000 * len(gaps) / sum(gaps), "longest, ms": max(gaps)}


async def measure(browser: Browser, house: House, game: str, size: Size) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in (first_load, clicks, burst):
        try:
            async with window(browser, house.limit) as page:
                found |= await part(page, house, game, size)
        except Failed as failed:
            raise type(failed)(f"{game}, {part.__name__}: {failed}") from None
        except Error as error:
            raise Failed(f"{game}, {part.__name__}: {str(error).splitlines()[0]}") from None
    return found


@asynccontextmanager
async def window(browser: Browser, limit: float) -> AsyncIterator[Page]:
    """A browser window with an empty cache."""
    async with within(limit, "the browser did not open a window"):
        context = await browser.new_context(viewport=DESK, reduced_motion="no-preference", locale="en")
        context.set_default_timeout(1000 * limit)
        page = await context.new_page()
    yield page
    async with within(limit, "the browser did not close a window"):
        await context.close()
