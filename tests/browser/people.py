"""People who play in a browser: with the mouse, with keys alone, or with a finger on a phone. They tap what lies there.

They know no rule. What can be done they read off the list of moves, and do it on the pieces themselves.
"""

import json
import secrets
from collections.abc import Collection
from contextlib import suppress
from random import Random
from typing import Any, Literal
from urllib.parse import parse_qs
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, ConsoleMessage, Error, Page
from playwright.sync_api import Request as Requested

from tests.web.serving import Served

Way = Literal["mouse", "keys", "touch"]
NAMES = ("Giulia", "Chiara", "Matteo")
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
ARROWS = 12  # pressed before somebody goes on with Tab
WIDE = 12  # taps that may come too late: tables change under the finger. None may mean something else
DOUBLE = 500  # milliseconds after which a second click at the same place is one by itself
GLANCES = 5  # before something counts as covered
PATIENCE = 30_000  # milliseconds for anything, on a busy machine

CHANGED = "(seen) => document.querySelector('input[name=revision]').value !== seen"
# What can be done now, once something can be, or the match is over
READY = """(seen) => {
  const revision = document.querySelector("input[name=revision]")?.value;
  if (document.getElementById("table").dataset.phase === "over") return { over: true };
  const moves = [...document.querySelectorAll("#moves button[name=move]")];
  const refused = document.querySelector("#toasts .refused strong")?.textContent;
  if (refused && revision === seen) return { refused };
  if (!moves.length || revision === seen) return null;
  const actions = moves.map(({ value, dataset }) => ({ ...dataset, move: value, asks: "confirm" in dataset }));
  return { revision, actions };
}"""
# A point where a tap means this element, and none of the others that lie on it
POINT = """([wanted, ids]) => {
  const element = document.querySelector(wanted);
  if (!element) return "it is not there";
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  for (const down of [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97])
    for (const right of [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97]) {
      const at = { x: x + width * right, y: y + height * down };
      let hit = document.elementFromPoint(at.x, at.y);
      while (hit && hit !== element && !ids.includes(hit.id)) hit = hit.parentElement;
      if (hit === element) return at;
    }
  return "it is covered";
}"""
# The arrow that leads from the focus to an element; none if it has the focus
ARROW = """(wanted) => {
  const [here, there] = [document.activeElement, document.querySelector(wanted)];
  if (!there) return "it is not there";
  if (here === there) return "";
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [[x, y], [goalX, goalY]] = [middle(here), middle(there)];
  if (Math.abs(goalX - x) > Math.abs(goalY - y)) return goalX > x ? "ArrowRight" : "ArrowLeft";
  return goalY > y ? "ArrowDown" : "ArrowUp";
}"""


class Out(Exception):
    """Something cannot be reached on the table."""


class House:
    """The house as programs see it: tables are opened here, so that people need not click for it."""

    def __init__(self, served: Served) -> None:
        self.served = served

    @property
    def address(self) -> str:
        return self.served.address

    def post(self, path: str, key: str = "", **body: Any) -> Any:
        headers = {"content-type": "application/json", "accept": "application/json"}
        if key:
            headers["authorization"] = f"Bearer {key}"
        asked = Request(self.address + path, json.dumps(body).encode(), headers)
        with urlopen(asked, timeout=30) as answer:
            return json.load(answer)

    def open_table(self, game: str, people: int = 1, players: int | None = None, **wish: Any) -> tuple[str, list[str]]:
        """A running match of so many people and novices: its path, and the secret links of their seats."""
        opened = self.post("/tables", game=game, players=players, id=secrets.token_hex(12), **wish)
        path = f"/tables/{opened['table']}"
        seats = [
            self.post(f"{path}/seats", name=name, mask="bauta", id=secrets.token_hex(12)) for name in NAMES[:people]
        ]
        self.post(f"{path}/start", opened["key"], level="novice")
        return path, [seat["link"] for seat in seats]


class Person:
    """Somebody with a browser of their own, and what it complained about."""

    def __init__(self, browser: Browser, house: House, way: Way = "mouse", seed: int = 0, **how: Any) -> None:
        self.house = house
        self.way = way
        self.chance = Random(seed)
        self.complaints: list[str] = []
        self.expected: list[str] = []  # parts of complaints that belong to the test
        phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        self.context = browser.new_context(
            **{"locale": "en", **(phone if way == "touch" else {"viewport": DESK}), "reduced_motion": "reduce", **how}
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        self.context.on("request", self._look)
        self.page: Page = self.context.new_page()
        self.last = ""  # revision of the table on which they decided
        self.meant: list[str] = []  # the move that was to be made there, and what it brings with it
        self.wide = 0  # taps that went wide
        self.point: Any = None  # where they tapped last

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not any(part in said.text for part in self.expected):
            self.complaints.append(f"{said.type}: {said.text}")

    def _look(self, asked: Requested) -> None:
        if not asked.url.startswith((self.house.address, "data:", "blob:")):
            self.complaints.append(f"a request to {asked.url}")
        if self.meant and asked.method == "POST" and asked.url.endswith("/decisions"):
            sent = parse_qs(asked.post_data or "")
            if sent["revision"] == [self.last] and sent["move"][0] not in self.meant:
                self.complaints.append(f"{sent['move'][0]} was sent where {self.meant[0]} was meant")

    def leave(self) -> None:
        for page in self.context.pages:
            with suppress(Error):  # a context that is closed while a page goes elsewhere may wait for ever
                page.goto("about:blank")
        self.context.close()

    # Playing

    def come(self, link: str) -> None:
        """Comes by a link: to a table, or a secret one of a seat."""
        self.page.goto(link if link.startswith("http") else self.house.address + link)

    def ready(self) -> Any:
        """Waits until something can be decided, or the match is over. A tap that went wide is made again."""
        ready = self.page.wait_for_function(READY, arg=self.last).json_value()
        if "refused" not in ready:
            return ready
        self.wide += 1
        assert self.wide <= WIDE, ready
        self.page.evaluate("document.getElementById('toasts').replaceChildren()")
        self.last = ""
        return self.ready()

    def play(self, decisions: int = 10_000) -> bool:
        """Decides so often, or to the end. Is the match over?"""
        for _ in range(decisions):
            if self.play_now():
                return True
        return "over" in self.ready()

    def play_now(self, patient: bool = True) -> bool:
        """Decides once, as soon as there is something to decide, or at once if there is. Or is the match over?"""
        ready = self.ready() if patient else self.page.evaluate(READY, self.last)
        if not ready or "actions" not in ready:
            return "over" in (ready or ())
        self.last = ready["revision"]
        try:
            self.decide(self.chance.choice(ready["actions"]), ready["actions"])
        except Out:
            if self.revision() == self.last:
                raise
            self.last = ""  # meanwhile the table has changed: others decided, or the house answered of itself
        return False

    def revision(self) -> str:
        return self.page.locator("input[name=revision]").input_value()

    def settle(self) -> None:
        """Waits until the table shows what was decided."""
        self.page.wait_for_function(CHANGED, arg=self.last)

    def decide(self, action: Any, actions: list[Any]) -> None:
        """One decision, on the pieces if there is one for it."""
        take, put = action["take"], action["put"]
        self.meant = [action["move"], *action.get("then", "").split("|")]
        if self.page.locator("#sure").is_visible():
            self.page.keyboard.press("Escape")  # the table changed under the finger, and asks about something else
        if take:
            self.tap(f'[id="{take}"]', {other["take"] for other in actions})
        else:
            self.tap(f'button[value="{action["move"]}"]:not(#moves *, #sure *)')
        if put:
            self.tap(f'[id="{put}"]', {other["put"] for other in actions if other["take"] == take})
        same = [other for other in actions if take and (other["take"], other["put"]) == (take, put)]
        if action["asks"] or len(same) > 1:
            self.tap(f'#sure button[value="{action["move"]}"]')

    def tap(self, wanted: str, others: Collection[str] = ()) -> None:
        """Taps a piece, a place or a button. `others`: ids that a tap would mean rather, where they lie on it."""
        if self.way == "keys":
            self.reach(wanted)
            self.page.keyboard.press("Enter")
            return
        for _ in range(GLANCES):
            point = self.page.evaluate(POINT, [wanted, list(others)])
            if not isinstance(point, str):
                break
            self.page.wait_for_timeout(200)  # something may still be on its way
        else:
            raise Out(f"{wanted}: {point}")
        if self.point and abs(point["x"] - self.point["x"]) + abs(point["y"] - self.point["y"]) < 20:
            self.page.wait_for_timeout(DOUBLE)  # two taps, and no double one
        self.point = point
        if self.way == "touch":
            self.page.touchscreen.tap(point["x"], point["y"])
        else:
            self.page.mouse.click(point["x"], point["y"])

    def reach(self, wanted: str) -> None:
        """Goes somewhere with keys alone: arrows in its direction, else from one stop to the next."""
        for n in range(200):
            key = self.page.evaluate(ARROW, wanted)
            if key == "":
                return
            if key == "it is not there":
                raise Out(f"{wanted}: {key}")
            self.page.keyboard.press(key if n < ARROWS else "Tab")
        raise Out(f"{wanted} cannot be reached with keys")
