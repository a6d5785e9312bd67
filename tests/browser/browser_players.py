"""Players with a browser: by mouse, by keyboard, or by touch on a phone. They make moves by tapping pieces.

They know no rules: they read the possible moves from the list of moves. They decide only when all bots have moved and
the page shows the newest table, so every tap hits, and nothing is refused.
"""

import json
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from random import Random
from typing import Any, Literal
from urllib.parse import parse_qs
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, ConsoleMessage, Error, FloatRect, Locator, Page, ViewportSize
from playwright.sync_api import Request as Requested

from ridotto.house.people.guests import MASKS
from tests.waiting import DEADLINE
from tests.web.house_process import HouseProcess

Way = Literal["mouse", "keys", "touch"]
Action = dict[str, Any]
NAMES = ("Giulia", "Chiara", "Matteo")
DESK: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
ARROWS = 12  # pressed before somebody goes on with Tab

# Whether the server has answered all requests
ANSWERED = "() => document.body && !('sending' in document.body.dataset)"
# Whether the page is loaded, shows this table, and neither queue nor animations are running
SHOWS = """(newest) => {
  if (document.readyState !== "complete") return false;
  const [table, { sending, queued }] = [document.getElementById("table"), document.body.dataset];
  const flying = document.getAnimations().some((one) => !(one instanceof CSSAnimation) && one.playState === "running");
  return table?.dataset.after === newest && sending === undefined && queued === undefined && !flying;
}"""
# The moves available now, and whether the match is over
READY = """() => ({
  over: document.getElementById("table").dataset.phase === "over",
  actions: [...document.querySelectorAll("#moves button[name=move]")].map(({ value, dataset }) =>
    ({ ...dataset, move: value, asks: "confirm" in dataset })),
})"""
# A point where a tap hits this element and none of the others above it; not at the last tap
POINT = """([wanted, ids, last]) => {
  const element = document.querySelector(wanted);
  if (!element) return "it is not there";
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  for (const down of [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97])
    for (const right of [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97]) {
      const at = { x: x + width * right, y: y + height * down };
      let hit = document.elementFromPoint(at.x, at.y);
      while (hit && hit !== element && !ids.includes(hit.id)) hit = hit.parentElement;
      if (hit === element && !(last && Math.hypot(at.x - last.x, at.y - last.y) < 20)) return at;
    }
  return "it is covered";
}"""
# The arrow key that leads from the focus to an element; empty if it has the focus
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


class House:
    """The API of the server: opens tables without clicking."""

    def __init__(self, served: HouseProcess) -> None:
        self.served = served

    @property
    def address(self) -> str:
        return self.served.address

    def post(self, path: str, key: str = "", **body: Any) -> Any:
        headers = {"content-type": "application/json", "accept": "application/json"}
        if key:
            headers["authorization"] = f"Bearer {key}"
        asked = Request(self.address + path, json.dumps(body).encode(), headers)
        with urlopen(asked, timeout=DEADLINE) as answer:
            return json.load(answer)

    def open_table(self, game: str, people: int = 1, players: int | None = None, **wish: Any) -> tuple[str, list[str]]:
        """Starts a match of people and novice bots. Returns its path, and the secret links of the people."""
        opened = self.post("/tables", game=game, players=players, id=secrets.token_hex(12), **wish)
        path = f"/tables/{opened['table']}"
        seats = [
            self.post(f"{path}/seats", name=name, mask=mask, id=secrets.token_hex(12))
            for name, mask in zip(NAMES[:people], MASKS, strict=False)
        ]
        self.post(f"{path}/start", opened["key"], level="novice")
        return path, [seat["link"] for seat in seats]


class Person:
    """A player with a browser of their own. Errors and warnings of the browser are collected in `complaints`."""

    def __init__(self, browser: Browser, house: House, way: Way = "mouse", seed: int = 0, **how: Any) -> None:
        self.house = house
        self.way = way
        self.chance = Random(seed)
        self.complaints: list[str] = []
        self.expected: list[str] = []  # parts of complaints that the test expects
        phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        self.context = browser.new_context(
            **{"locale": "en", **(phone if way == "touch" else {"viewport": DESK}), "reduced_motion": "reduce", **how}
        )
        self.context.set_default_timeout(1000 * DEADLINE)
        self.context.on("console", self._on_console)
        self.context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        self.context.on("request", self._on_request)
        self.page: Page = self.context.new_page()
        self.meant: list[str] = []  # the move being made and its follow-up moves
        self.tapped: Any = None  # the last touch

    def _on_console(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not any(part in said.text for part in self.expected):
            self.complaints.append(f"{said.type}: {said.text}")

    def _on_request(self, asked: Requested) -> None:
        if not asked.url.startswith((self.house.address, "data:", "blob:")):
            self.complaints.append(f"a request to {asked.url}")
        if self.meant and asked.method == "POST" and asked.url.endswith("/decisions"):
            [sent] = parse_qs(asked.post_data or "")["move"]
            if sent not in self.meant:
                self.complaints.append(f"{sent} was sent where {self.meant[0]} was meant")

    def close(self) -> None:
        for page in self.context.pages:
            with suppress(Error):  # closing a context while a page loads may hang
                page.goto("about:blank")
        self.context.close()

    # Observing

    def visit(self, link: str) -> None:
        """Opens a link: to a table, or the secret one of a seat, and takes that seat."""
        self.page.goto(link if link.startswith("http") else self.house.address + link)
        if "/keys/" in self.page.url and self.page.locator("main form button").count():
            with self.page.expect_navigation():
                self.page.click("main form button")

    def stop_time(self) -> None:
        """Stops the timers of the page until `page.clock` moves them. The clock must have been installed before."""
        while True:
            with suppress(Error):  # the moment was over already: try again
                return self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    def table_json(self) -> Any:
        """The JSON of the table that the page shows, for this player."""
        return self.context.request.get(self.page.url, headers={"accept": "application/json"}).json()

    def newest_revision(self) -> str:
        """The event id of the newest table, as in the page."""
        told = self.table_json()
        return f"{told['sight']['revision']}.{told['frame']['digest']}"

    def wait_until_idle(self) -> None:
        """Waits until all bots have moved and the page shows the newest table."""
        self.page.wait_for_function(ANSWERED)
        self.meant = []
        self.house.served.forward()
        self.page.wait_for_function(SHOWS, arg=self.newest_revision())

    def options(self) -> Any:
        """The moves available once all bots have moved; and whether the match is over."""
        self.wait_until_idle()
        return self.page.evaluate(READY)

    def revision(self) -> str:
        return self.page.locator("input[name=revision]").input_value()

    # Deciding

    def play(self, decisions: int = 10_000) -> bool:
        """Makes so many decisions, or plays to the end. Returns whether it is over. Fails if others are asked."""
        for _ in range(decisions):
            ready = self.options()
            if ready["over"]:
                return True
            assert ready["actions"], "the table waits for somebody else"
            self.decide(ready["actions"])
        return bool(self.options()["over"])

    def play_if_asked(self) -> bool:
        """Decides once, if asked. Returns whether that was so."""
        actions = self.options()["actions"]
        if actions:
            self.decide(actions)
        return bool(actions)

    def decide(self, actions: list[Action]) -> None:
        """Makes one of these decisions, which the server must accept."""
        with self.page.expect_response("**/decisions") as answer:
            self.act(self.chance.choice(actions), actions)
        assert answer.value.ok, answer.value.text()

    def act(self, action: Action, actions: list[Action]) -> None:
        """Makes a decision by its pieces, or else by its button."""
        take, put = action["take"], action["put"]
        self.meant = [action["move"], *action.get("then", "").split("|")]
        if take:
            self.tap(f'[id="{take}"]', {other["take"] for other in actions})
        else:
            self.tap(f'button[value="{action["move"]}"]:not(#moves *, #confirm-dialog *)')
        if put:
            self.page.locator(f'[id="{take}"].picked').wait_for()
            self.tap(f'[id="{put}"]', {other["put"] for other in actions if other["take"] == take})
        same = [other for other in actions if take and (other["take"], other["put"]) == (take, put)]
        if action["asks"] or len(same) > 1:
            self.page.locator("#confirm-dialog[open]").wait_for()
            self.tap(f'#confirm-dialog button[value="{action["move"]}"]')

    def tap(self, wanted: str, others: Collection[str] = ()) -> None:
        """Taps a piece, a place or a button, but not where one of the elements with the ids `others` covers it."""
        if self.way == "keys":
            self.focus(wanted)
            self.page.keyboard.press("Enter")
            return
        point = self.page.evaluate(POINT, [wanted, list(others), self.tapped])
        assert not isinstance(point, str), f"{wanted}: {point}"
        if self.way == "touch":
            self.tapped = point  # two quick taps at one place would be a double tap
            self.page.touchscreen.tap(point["x"], point["y"])
        else:
            self.page.mouse.click(point["x"], point["y"])  # Playwright's clicks are always single clicks

    def focus(self, wanted: str) -> None:
        """Moves the focus with arrow keys in the direction of an element, then with Tab."""
        for n in range(200):
            key = self.page.evaluate(ARROW, wanted)
            if key == "":
                return
            assert key != "it is not there", f"{wanted}: {key}"
            self.page.keyboard.press(key if n < ARROWS else "Tab")
        raise AssertionError(f"{wanted} cannot be reached with keys")


Visit = Callable[..., Person]


def box(shown: Locator) -> FloatRect:
    """The box of a visible element."""
    found = shown.bounding_box()
    assert found is not None, f"{shown} is not seen"
    return found


def middle(shown: Locator) -> tuple[float, float]:
    found = box(shown)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def attribute(shown: Locator, name: str) -> str:
    found = shown.get_attribute(name)
    assert found is not None, f"{shown} has no {name}"
    return found
