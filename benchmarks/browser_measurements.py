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
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

import ridotto
from http_client import LOCALHOST, BenchmarkFailed, Connection, fail_after
from load import start_match
from servers import START_STOP_TIMEOUT_SECONDS, NotInstalled

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packaging"))
import chromium


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    clicks: int = 50
    burst_decisions: int = 12
    burst_seconds: float = 6  # until the page has shown the whole burst


DEFAULT = Effort()
SMALLEST = Effort(clicks=1, burst_decisions=2, burst_seconds=0.5)
MAX_MISSED_CLICKS = 10  # successive clicks that may have no effect, because the table changes under the mouse
CLICK_TIMEOUT_MS = 3000  # after which a click counts as having no effect
VIEWPORT: ViewportSize = {"width": 1440, "height": 900}
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]

SUM_LAYOUT_SHIFTS = """new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 1000);
})"""
LIST_ACTIONS = """() => [...document.querySelectorAll("#moves button[name=move]")]
  .filter(({ dataset }) => !dataset.confirm)
  .map(({ value, dataset }) => ({ move: value, take: dataset.take, put: dataset.put }))"""
RECORD_CLICK_TIMES = """() => {
  const table = document.getElementById("table");
  window.motionTimes = [];
  window.tableTimes = [];
  let clickedAt = 0;
  addEventListener("pointerup", ({ timeStamp }) => (clickedAt = timeStamp), true);
  const recordNextPaint = (times, since) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => times.push(performance.now() - since);
    requestAnimationFrame(() => channel.port2.postMessage(0));
  };
  new MutationObserver((changes) => {
    if (!clickedAt) return;
    if (changes.some(({ target }) => target === table)) {
      recordNextPaint(window.tableTimes, clickedAt);
      clickedAt = 0;
    } else if (changes.some(({ target }) => target.matches(".piece.pending"))) {
      recordNextPaint(window.motionTimes, clickedAt);
    }
  }).observe(table, { attributes: true, attributeFilter: ["data-after", "class"], subtree: true });
}"""
REVISION_CHANGED = "(revision) => document.querySelector('input[name=revision]').value !== revision"
REVISION_IS = "(revision) => document.querySelector('input[name=revision]').value === revision"
TABLE_AT_REST = """() => document.querySelector("#moves button[name=move], #table[data-phase=over]")
  && !document.getAnimations().some(
    (animation) => animation.constructor === Animation && animation.effect.target.matches(".piece"),
  )"""
CLICKABLE_POINT = """(id) => {
  const element = document.getElementById(id);
  const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
  for (const down of [0.5, 0.2, 0.8, 0.05, 0.95])
    for (const right of [0.5, 0.2, 0.8, 0.05, 0.95]) {
      const point = { x: x + width * right, y: y + height * down };
      const hit = document.elementFromPoint(point.x, point.y)?.closest("[id]:is(.selectable, .target)");
      if (hit === element) return point;
    }
  return null;
}"""
RECORD_FRAMES = """() => {
  window.frameTimes = [];
  const recordFrame = (now) => {
    window.frameTimes.push(now);
    requestAnimationFrame(recordFrame);
  };
  requestAnimationFrame(recordFrame);
}"""


class HouseClient:
    """A client of the house."""

    def __init__(self, port: int, timeout_seconds: float) -> None:
        self.address = f"http://{LOCALHOST}:{port}"
        self.timeout_seconds = timeout_seconds
        self._port = port

    async def request(self, method: str, path: str, key: str = "", body: object = None) -> Any:
        connection = await Connection.open(self._port, self.timeout_seconds)
        try:
            return await connection.request(method, path, key, body)
        finally:
            connection.close()

    async def start_match(self, game: str, people: int, players: int) -> tuple[str, list[Any]]:
        return await start_match(self.request, game, players, people, level="novice")

    async def decide(self, path: str, seats: list[Any], rng: Random) -> None:
        """Make a random decision for a seat that is asked."""
        for seat in seats:
            view = (await self.request("GET", f"{path}?seat={seat['seat']}", seat["key"]))["sight"]
            if actions := view["scene"].get("actions"):
                move = rng.choice(actions)["move"]
                body = {"seat": seat["seat"], "revision": view["revision"], "move": move, "id": secrets.token_hex(12)}
                await self.request("POST", f"{path}/decisions", seat["key"], body)
                return


@asynccontextmanager
async def open_browser(timeout_seconds: float) -> AsyncIterator[Browser]:
    """Open Chromium for the block; it is always closed or killed afterwards."""
    if (executable := chromium.program()) is None:
        raise NotInstalled("Chromium is not installed here (on Debian and Ubuntu: apt install chromium)")
    async with async_playwright() as playwright:
        try:
            browser = await playwright.chromium.launch(
                executable_path=executable, args=CHROMIUM_ARGUMENTS, timeout=1000 * START_STOP_TIMEOUT_SECONDS
            )
        except Error as error:
            raise BenchmarkFailed(f"{executable} does not start: {str(error).splitlines()[0]}") from None
        try:
            yield browser
        finally:
            with suppress(BenchmarkFailed, Error):  # the driver kills a browser that does not close
                async with fail_after(timeout_seconds, "Chromium did not close"):
                    await browser.close()


def is_event_stream(response: Response) -> bool:
    return "/events?" in response.url


async def measure_first_load(page: Page, house: HouseClient, game: str, effort: Effort) -> dict[str, float]:
    """Load the page of a running table with an empty cache."""
    players = ridotto.game(game).default_players
    path, [seat, *_] = await house.start_match(game, players, players)  # nobody does anything meanwhile
    requests: list[str] = []
    sizes: dict[str, float] = {}
    async with fail_after(house.timeout_seconds + 1, f"the browser did not load {path}"):
        await page.context.request.post(seat["link"])
        devtools = await page.context.new_cdp_session(page)
        await devtools.send("Network.enable")
        await devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
        devtools.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))
        for event_name in ("Network.dataReceived", "Network.loadingFinished"):
            devtools.on(event_name, lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
        async with page.expect_response(is_event_stream):
            await page.goto(house.address + path, wait_until="load")
        shift = await page.evaluate(SUM_LAYOUT_SHIFTS)
    return {"KB": sum(sizes.values()) / 1000, "requests": len(requests), "shift": shift}


async def measure_clicks(page: Page, house: HouseClient, game: str, effort: Effort) -> dict[str, float]:
    """Play against novices with the mouse."""
    rng = Random(1)
    motion_times: list[float] = []
    table_times: list[float] = []
    for _ in range(effort.clicks + MAX_MISSED_CLICKS):  # matches, because each of them ends
        path, [seat] = await house.start_match(game, 1, min(ridotto.game(game).players))
        async with fail_after(house.timeout_seconds, f"the browser did not open {path}"):
            await page.context.request.post(seat["link"])
            await page.goto(house.address + path)
            await page.evaluate(RECORD_CLICK_TIMES)
        new_motion_times, new_table_times, missed_clicks = motion_times, table_times, 0
        while len(new_table_times) < effort.clicks or not new_motion_times:
            async with fail_after(
                house.timeout_seconds + CLICK_TIMEOUT_MS / 1000, f"the browser did not come to a click at {path}"
            ):
                if not await wait_for_decision(page):
                    break
                missed_clicks = 0 if await decide_by_clicking(page, rng) else missed_clicks + 1
                new_motion_times = motion_times + await page.evaluate("window.motionTimes")
                new_table_times = table_times + await page.evaluate("window.tableTimes")
            if missed_clicks == MAX_MISSED_CLICKS:
                raise BenchmarkFailed(f"{missed_clicks} clicks at {path} came to nothing, one after the other")
        else:
            return {
                "click to motion, ms": statistics.median(new_motion_times),
                "click to table, ms": statistics.median(new_table_times),
            }
        motion_times, table_times = new_motion_times, new_table_times
    raise BenchmarkFailed(
        f"in {effort.clicks + MAX_MISSED_CLICKS} matches {len(table_times)} clicks were shown, "
        f"and {len(motion_times)} pieces set out"
    )


async def wait_for_decision(page: Page) -> bool:
    """Wait until there is something to decide; False if the match is over instead."""
    await page.wait_for_function(TABLE_AT_REST)
    return bool(await page.evaluate(LIST_ACTIONS))


async def decide_by_clicking(page: Page, rng: Random) -> bool:
    """Make one decision on the pieces; False if the clicks had no effect."""
    revision = await page.locator("input[name=revision]").input_value()
    if not (actions := await page.evaluate(LIST_ACTIONS)):  # meanwhile the house has made an automatic move
        return False
    action = rng.choice(actions)
    with suppress(PlaywrightTimeoutError):
        for id in filter(None, (action["take"], action["put"])):
            handle = await page.wait_for_function(CLICKABLE_POINT, arg=id, timeout=CLICK_TIMEOUT_MS)
            point = await handle.json_value()
            await page.mouse.click(point["x"], point["y"])
        if not action["take"]:
            await page.locator(f'button[value="{action["move"]}"]:not(#moves *)').first.click(timeout=CLICK_TIMEOUT_MS)
        if await page.evaluate("document.getElementById('confirm-dialog').open"):
            await page.click("#confirm-choices button", timeout=CLICK_TIMEOUT_MS)
        await page.wait_for_function(REVISION_CHANGED, arg=revision, timeout=CLICK_TIMEOUT_MS)
        return True
    return False


async def measure_burst(page: Page, house: HouseClient, game: str, effort: Effort) -> dict[str, float]:
    """Watch decisions of others, made as fast as the house accepts them."""
    players, rng = ridotto.game(game).default_players, Random(1)
    path, seats = await house.start_match(game, players, players)
    async with fail_after(house.timeout_seconds, f"the browser did not open {path}"):
        async with page.expect_response(is_event_stream):
            await page.goto(house.address + path)
        await page.evaluate(RECORD_FRAMES)
    for _ in range(effort.burst_decisions):
        await house.decide(path, seats, rng)
    await asyncio.sleep(effort.burst_seconds)
    newest_revision = (await house.request("GET", path))["sight"]["revision"]
    async with fail_after(house.timeout_seconds, f"the browser did not show the newest of {path}"):
        await page.wait_for_function(REVISION_IS, arg=newest_revision)
        await page.wait_for_function("window.frameTimes.length > 1")
        frame_times = await page.evaluate("window.frameTimes")
    gaps = [after - before for before, after in pairwise(frame_times)]
    return {"frames/s": 1000 * len(gaps) / sum(gaps), "longest, ms": max(gaps)}


MEASUREMENTS = {"first_load": measure_first_load, "clicks": measure_clicks, "burst": measure_burst}


async def measure(browser: Browser, house: HouseClient, game: str, effort: Effort) -> dict[str, float]:
    measured: dict[str, float] = {}
    for name, measurement in MEASUREMENTS.items():
        try:
            async with browser_window(browser, house.timeout_seconds) as page:
                measured |= await measurement(page, house, game, effort)
        except BenchmarkFailed as error:
            raise type(error)(f"{game}, {name}: {error}") from None
        except Error as error:
            raise BenchmarkFailed(f"{game}, {name}: {str(error).splitlines()[0]}") from None
    return measured


@asynccontextmanager
async def browser_window(browser: Browser, timeout_seconds: float) -> AsyncIterator[Page]:
    """A browser window with an empty cache."""
    async with fail_after(timeout_seconds, "the browser did not open a window"):
        context = await browser.new_context(viewport=VIEWPORT, reduced_motion="no-preference", locale="en")
        context.set_default_timeout(1000 * timeout_seconds)
        page = await context.new_page()
    yield page
    async with fail_after(timeout_seconds, "the browser did not close a window"):
        await context.close()
