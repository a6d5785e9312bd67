"""A table in a real browser: what its first load costs, how soon a move is seen, whether a burst of moves is smooth.

    python benchmarks/browser.py [--game GAME ...] [--json]

 * `KB`, `requests`: the page of a running table with an empty cache, as it comes over the wire, until everything is
   there and the stream is open;
 * `shift`: how much was moved about after it was first seen (the browser's own layout-shift score), one second long;
 * `click to motion`: from a real click on a piece until the frame in which it sets out, half of 50;
 * `click to table`: until the frame in which the table shows what the house has answered, half of the same 50; in
   matches against novices, with everything flying that flies;
 * `frames/s`, `longest`: while twelve decisions of others, made as fast as the house takes them, are seen one after
   the other: frames that were drawn a second, and the longest between two of them.

Headless Chromium without a graphics card, the house on the same machine. Needs Playwright for Python and a Chromium.
"""

import argparse
import json
import os
import platform
import secrets
import statistics
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import TimeoutError as TooLate
from servers import sqlite

import ridotto

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packaging"))
import chromium

CLICKS = 50
BURST = 12
SEEN = 6000  # milliseconds until all of a burst have been looked at
DESK = {"width": 1440, "height": 900}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
WANTED = {
    "KB": "70",
    "requests": "14",
    "shift": "0",
    "click to motion, ms": "60",
    "click to table, ms": "60",
    "frames/s": "60",
    "longest, ms": "",
}

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
STILL = """() => document.querySelector("#moves button[name=move], #table[data-phase=over]")
  && !document.getAnimations().some((one) => one.constructor === Animation && one.effect.target.matches(".piece"))"""
POINT = """(id) => {
  const element = document.getElementById(id);
  const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
  for (const down of [0.5, 0.2, 0.8, 0.05, 0.95])
    for (const right of [0.5, 0.2, 0.8, 0.05, 0.95]) {
      const at = { x: x + width * right, y: y + height * down };
      if (document.elementFromPoint(at.x, at.y)?.closest("[id]:is(.can, .target)") === element) return at;
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
    """The house, as programs see it."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, path: str, key: str = "", **body: Any) -> Any:
        headers = {"content-type": "application/json", "accept": "application/json"}
        if key:
            headers["authorization"] = f"Bearer {key}"
        data = json.dumps(body).encode() if body else None
        with urlopen(Request(self.address + path, data, headers), timeout=30) as answer:
            return json.load(answer)

    def open_table(self, game: str, people: int, players: int) -> tuple[str, list[Any]]:
        opened = self.ask("/tables", game=game, players=players, id=secrets.token_hex(12))
        path = f"/tables/{opened['table']}"
        seats = [
            self.ask(f"{path}/seats", name=f"Guest {n + 1}", mask="bauta", id=secrets.token_hex(12))
            for n in range(people)
        ]
        self.ask(f"{path}/start", opened["key"], level="novice")
        return path, seats

    def decide(self, path: str, seats: list[Any], chance: Random) -> bool:
        """Somebody who is asked decides anything. Was there anybody?"""
        for seat in seats:
            sight = self.ask(f"{path}?seat={seat['seat']}", seat["key"])["sight"]
            if actions := sight["scene"].get("actions"):
                move = chance.choice(actions)["move"]
                told = {"seat": seat["seat"], "revision": sight["revision"], "move": move, "id": secrets.token_hex(12)}
                self.ask(f"{path}/decisions", seat["key"], **told)
                return True
        return False


def first_load(context: BrowserContext, house: House, game: str) -> dict[str, float]:
    """The page of a running table, with an empty cache."""
    players = ridotto.game(game).usual
    path, [seat, *_] = house.open_table(game, players, players)  # nobody does anything meanwhile
    page = context.new_page()
    page.goto(seat["link"])
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    requests: list[str] = []
    sizes: dict[str, float] = {}
    wire.on("Network.requestWillBeSent", lambda sent: requests.append(sent["request"]["url"]))
    wire.on("Network.dataReceived", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    wire.on("Network.loadingFinished", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    page.goto(house.address + path, wait_until="load")
    shift = page.evaluate(SHIFTS)
    return {"KB": sum(sizes.values()) / 1000, "requests": len(requests), "shift": shift}


def clicks(context: BrowserContext, house: House, game: str) -> dict[str, float]:
    """Plays against novices, with the mouse."""
    page, chance = context.new_page(), Random(1)
    moved: list[float] = []
    painted: list[float] = []
    while len(painted) < CLICKS:
        _, [seat, *_] = house.open_table(game, 1, min(ridotto.game(game).players))
        page.goto(seat["link"])
        page.evaluate(WATCH)
        while len(painted) + page.evaluate("painted.length") < CLICKS and click(page, chance):
            pass
        moved += page.evaluate("moved")
        painted += page.evaluate("painted")
    return {"click to motion, ms": statistics.median(moved), "click to table, ms": statistics.median(painted)}


def click(page: Page, chance: Random) -> bool:
    """One decision on the pieces. Does the match go on?"""
    page.wait_for_function(STILL)
    actions = page.evaluate(READY)
    if not actions:
        return False
    revision = page.locator("input[name=revision]").input_value()
    action = chance.choice(actions)
    for id in filter(None, (action["take"], action["put"])):
        if point := page.evaluate(POINT, id):
            page.mouse.click(point["x"], point["y"])
            page.wait_for_timeout(150)  # a piece that is picked up rises
    if not action["take"]:
        page.locator(f'button[value="{action["move"]}"]:not(#moves *)').first.click()
    if page.evaluate("document.getElementById('sure').open"):
        page.click("#sure-acts button")
    with suppress(TooLate):  # a tap that went wide is none
        page.wait_for_function(CHANGED, arg=revision, timeout=3000)
    return True


def burst(context: BrowserContext, house: House, game: str) -> dict[str, float]:
    """Twelve decisions of others, as fast as the house takes them; somebody looks on."""
    players = ridotto.game(game).usual
    path, seats = house.open_table(game, players, players)
    page, chance = context.new_page(), Random(1)
    page.goto(house.address + path)
    page.wait_for_timeout(500)
    page.evaluate(FRAMES)
    for _ in range(BURST):
        house.decide(path, seats, chance)
    page.wait_for_timeout(SEEN)
    frames = page.evaluate("window.frames_seen")
    gaps = [after - before for before, after in pairwise(frames)]
    return {"frames/s": 1000 * len(gaps) / sum(gaps), "longest, ms": max(gaps)}


def measure(browser: Browser, house: House, game: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in (first_load, clicks, burst):
        context = browser.new_context(viewport=DESK, reduced_motion="no-preference", locale="en")
        found |= part(context, house, game)
        context.close()
    return found


def show(found: dict[str, dict[str, float]]) -> None:
    print(f"| game | {' | '.join(WANTED)} |\n|---|{'---|' * len(WANTED)}")
    for game, values in found.items():
        print(f"| {game} | {' | '.join(f'{values[row]:.3g}' for row in WANTED)} |")
    print(f"| wanted | {' | '.join(WANTED.values())} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = [game.slug for game in ridotto.games()]
    parser.add_argument("--game", nargs="+", choices=games, default=games)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    found = {}
    with sqlite() as served, sync_playwright() as driving:
        browser = driving.chromium.launch(executable_path=chromium.program(), args=QUIET)
        for game in wanted.game:
            found[game] = measure(browser, House(served.ports[0]), game)
        version = browser.version
        browser.close()
    if wanted.json:
        about = {"machine": platform.processor() or platform.machine(), "cores": os.cpu_count(), "chromium": version}
        print(json.dumps({**about, "games": found}, indent=1))
    else:
        show(found)


if __name__ == "__main__":
    main()
