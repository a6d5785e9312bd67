"""People who play in a browser: with the mouse, with keys alone, or with a finger on a phone. They tap what lies there.

They know no rule. What can be done they read off the list of moves, and do it on the pieces themselves. Nobody decides
while others do: the house rests first, and the page shows its newest table. So every tap hits, and nothing is refused.
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
from tests.web.serving import Served

Way = Literal["mouse", "keys", "touch"]
Action = dict[str, Any]
NAMES = ("Giulia", "Chiara", "Matteo")
DESK: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
ARROWS = 12  # pressed before somebody goes on with Tab

# Has the house answered whatever was sent?
ANSWERED = "() => document.body && !('sending' in document.body.dataset)"
# Is the page there with its script, does it show this table, and does nothing wait or fly any more?
SHOWS = """(newest) => {
  if (document.readyState !== "complete") return false;
  const [table, { sending, queued }] = [document.getElementById("table"), document.body.dataset];
  const flying = document.getAnimations().some((one) => !(one instanceof CSSAnimation) && one.playState === "running");
  return table?.dataset.after === newest && sending === undefined && queued === undefined && !flying;
}"""
# What can be done now, and whether the match is over
READY = """() => ({
  over: document.getElementById("table").dataset.phase === "over",
  actions: [...document.querySelectorAll("#moves button[name=move]")].map(({ value, dataset }) =>
    ({ ...dataset, move: value, asks: "confirm" in dataset })),
})"""
# A point where a tap means this element, and none of the others that lie on it; not where the last tap was
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
        with urlopen(asked, timeout=DEADLINE) as answer:
            return json.load(answer)

    def open_table(self, game: str, people: int = 1, players: int | None = None, **wish: Any) -> tuple[str, list[str]]:
        """A running match of so many people and novices: its path, and the secret links of their seats."""
        opened = self.post("/tables", game=game, players=players, id=secrets.token_hex(12), **wish)
        path = f"/tables/{opened['table']}"
        seats = [
            self.post(f"{path}/seats", name=name, mask=mask, id=secrets.token_hex(12))
            for name, mask in zip(NAMES[:people], MASKS, strict=False)
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
        self.context.set_default_timeout(1000 * DEADLINE)
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        self.context.on("request", self._look)
        self.page: Page = self.context.new_page()
        self.meant: list[str] = []  # the move that is being made, and what it brings with it
        self.tapped: Any = None  # where a finger was last

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not any(part in said.text for part in self.expected):
            self.complaints.append(f"{said.type}: {said.text}")

    def _look(self, asked: Requested) -> None:
        if not asked.url.startswith((self.house.address, "data:", "blob:")):
            self.complaints.append(f"a request to {asked.url}")
        if self.meant and asked.method == "POST" and asked.url.endswith("/decisions"):
            [sent] = parse_qs(asked.post_data or "")["move"]
            if sent not in self.meant:
                self.complaints.append(f"{sent} was sent where {self.meant[0]} was meant")

    def leave(self) -> None:
        for page in self.context.pages:
            with suppress(Error):  # a context that is closed while a page goes elsewhere may wait for ever
                page.goto("about:blank")
        self.context.close()

    # Looking

    def come(self, link: str) -> None:
        """Comes by a link: to a table, or a secret one of a seat, which is theirs."""
        self.page.goto(link if link.startswith("http") else self.house.address + link)
        if "/keys/" in self.page.url and self.page.locator("main form button").count():
            with self.page.expect_navigation():
                self.page.click("main form button")

    def stop_time(self) -> None:
        """From now on the timers of the page wait until `page.clock` moves them; it was installed before they came."""
        while True:
            with suppress(Error):  # the moment was over before it was told: another one will do
                return self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    def told(self) -> Any:
        """What the house tells this person of the table that the page shows."""
        return self.context.request.get(self.page.url, headers={"accept": "application/json"}).json()

    def newest(self) -> str:
        """The table as it is now, as the page calls it."""
        told = self.told()
        return f"{told['sight']['revision']}.{told['frame']['digest']}"

    def rest(self) -> None:
        """Waits until everybody else has done what there is to do, and the page shows the table as it is then."""
        self.page.wait_for_function(ANSWERED)
        self.meant = []
        self.house.served.forward()
        self.page.wait_for_function(SHOWS, arg=self.newest())

    def ready(self) -> Any:
        """What can be done, when everybody else has done their part; and whether the match is over."""
        self.rest()
        return self.page.evaluate(READY)

    def revision(self) -> str:
        return self.page.locator("input[name=revision]").input_value()

    # Deciding

    def play(self, decisions: int = 10_000) -> bool:
        """Decides so often, or to the end. Is the match over? Nobody else keeps it waiting."""
        for _ in range(decisions):
            ready = self.ready()
            if ready["over"]:
                return True
            assert ready["actions"], "the table waits for somebody else"
            self.decide(ready["actions"])
        return bool(self.ready()["over"])

    def play_if_asked(self) -> bool:
        """Decides once, if there is something to decide now. Was there?"""
        actions = self.ready()["actions"]
        if actions:
            self.decide(actions)
        return bool(actions)

    def decide(self, actions: list[Action]) -> None:
        """One of these decisions, and the house accepts it."""
        with self.page.expect_response("**/decisions") as answer:
            self.act(self.chance.choice(actions), actions)
        assert answer.value.ok, answer.value.text()

    def act(self, action: Action, actions: list[Action]) -> None:
        """Taps what makes this decision: pieces, if there are some for it."""
        take, put = action["take"], action["put"]
        self.meant = [action["move"], *action.get("then", "").split("|")]
        if take:
            self.tap(f'[id="{take}"]', {other["take"] for other in actions})
        else:
            self.tap(f'button[value="{action["move"]}"]:not(#moves *, #sure *)')
        if put:
            self.page.locator(f'[id="{take}"].picked').wait_for()
            self.tap(f'[id="{put}"]', {other["put"] for other in actions if other["take"] == take})
        same = [other for other in actions if take and (other["take"], other["put"]) == (take, put)]
        if action["asks"] or len(same) > 1:
            self.page.locator("#sure[open]").wait_for()
            self.tap(f'#sure button[value="{action["move"]}"]')

    def tap(self, wanted: str, others: Collection[str] = ()) -> None:
        """Taps a piece, a place or a button. `others`: ids that a tap would mean rather, where they lie on it."""
        if self.way == "keys":
            self.reach(wanted)
            self.page.keyboard.press("Enter")
            return
        point = self.page.evaluate(POINT, [wanted, list(others), self.tapped])
        assert not isinstance(point, str), f"{wanted}: {point}"
        if self.way == "touch":
            self.tapped = point  # two quick taps at one place would be a double one
            self.page.touchscreen.tap(point["x"], point["y"])
        else:
            self.page.mouse.click(point["x"], point["y"])  # never a double one: it says that it is a single one

    def reach(self, wanted: str) -> None:
        """Goes somewhere with keys alone: arrows in its direction, else from one stop to the next."""
        for n in range(200):
            key = self.page.evaluate(ARROW, wanted)
            if key == "":
                return
            assert key != "it is not there", f"{wanted}: {key}"
            self.page.keyboard.press(key if n < ARROWS else "Tab")
        raise AssertionError(f"{wanted} cannot be reached with keys")


Visit = Callable[..., Person]


def box(shown: Locator) -> FloatRect:
    """Where something is seen."""
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
