"""Everybody can play: the pages and every table at three moments, for people who see little, hear the page read aloud,
use keys alone, or have a small phone and long words."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

import ridotto
from tests.browser.laid import Laid, Sit
from tests.browser.people import box

pytestmark = pytest.mark.slow

GAMES = [game.slug for game in ridotto.games()]
MOMENTS = ("start", "middle", "end")
TABLES = [f"{game}, {moment}" for game in GAMES for moment in MOMENTS]
BOOKS = [f"rules of {game}" for game in GAMES]
PAGES = ["hall", "new", "sit-down", "host", "curtain", "links", "figures", "refusal", "first game", *BOOKS]
ZOOMED, PHONE, SMALL = (720, 450), (390, 844), (320, 640)  # zoomed: a laptop at 200 %
NAMED = ("button", "link", "textbox", "radio", "checkbox", "combobox", "image", "region")
HIDDEN = {"venezia": {"hand"}}  # zones out of everybody's sight while something else is asked

# What is wrong with a page by the rules of axe
AXE = """(only) => axe.run(document, { resultTypes: ["violations"], ...(only && { runOnly: [only] }) }).then((found) =>
  found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
    `${id}: ${html.slice(0, 150)} (${[...any, ...all, ...none][0]?.message})`)))"""

# Texts that are cut off, spill over their button, or lie where nobody can scroll to. Names may end in an ellipsis;
# the tables in a rulebook may be wider than a phone, and scroll by themselves.
CUT = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const found = scrollWidth > innerWidth ? [`the page is ${scrollWidth - innerWidth} too wide`] : [];
  const unseen = (element) => getComputedStyle(element).clipPath === "inset(50%)";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [text, element] = [texts.currentNode, texts.currentNode.parentElement];
    if (!text.data.trim() || element.closest("script, noscript, template, option, svg, .book table")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    const around = [];
    for (let box = element; box !== document.documentElement; box = box.parentElement) around.push(box);
    if (!width || around.some(unseen)) continue;
    const what = `${text.data.trim().slice(0, 40)} (${element.className || element.tagName})`;
    const say = (why) => found.push(`${what}: ${why}`);
    let [shortened, scrolls] = [false, false];
    for (const box of around) {
      const { display, overflowX, overflowY, textOverflow } = getComputedStyle(box);
      const here = box.getBoundingClientRect();
      shortened ||= textOverflow === "ellipsis";
      if (["inline", "contents"].includes(display)) continue;
      if (overflowX !== "visible" && !shortened && (left < here.left - 2 || right > here.right + 2))
        say(`cut off by ${box.className} in its width`);
      if (["hidden", "clip"].includes(overflowY) && !scrolls && (top < here.top - 3 || bottom > here.bottom + 3))
        say(`cut off by ${box.className} in its height`);
      scrolls ||= ["auto", "scroll"].includes(overflowY);
      const holds = !shortened && box.matches("button, label:not(.stack), .btn, .chip, .tag");
      if (holds && (left < here.left - 1 || right > here.right + 1)) say(`wider than ${box.className}`);
    }
    if (!shortened && (left < -1 || right > innerWidth + 1)) say(`outside, from ${left} to ${right}`);
    if (!scrolls && (top + scrollY < -1 || bottom + scrollY > scrollHeight + 1)) say("above or below the page");
  }
  return [...new Set(found)];
}"""


def tree(page: Page) -> list[tuple[str, str, dict[str, Any]]]:
    """What is read aloud: roles, names, and what else is known of them."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [
        (
            node["role"]["value"],
            node.get("name", {}).get("value", ""),
            {found["name"]: found["value"].get("value") for found in node.get("properties", [])},
        )
        for node in nodes
        if not node.get("ignored")
    ]


def unnamed(nodes: list[tuple[str, str, dict[str, Any]]]) -> list[str]:
    """The controls, pictures and regions of which only their role could be read aloud."""
    return [role for role, name, _ in nodes if role in NAMED and not name.strip()]


class TestAxe:
    @pytest.mark.parametrize("places", [PAGES, *([f"{game}, {moment}" for moment in MOMENTS] for game in GAMES)])
    def test_nothing_is_wrong_by_day_or_by_night(self, places: list[str], laid: Laid, sit: Sit) -> None:
        page = sit(axe=True)
        wrong = {}
        for n, place in enumerate(places):
            theme, other = ("dark", "light") if n % 2 else ("light", "dark")
            laid.go(page, place, theme=theme)
            wrong[place, theme] = page.evaluate(AXE, None)
            if place in BOOKS[1:]:  # they all have the same sheet
                continue
            page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", other)
            page.evaluate("document.getElementById('tab-moves')?.click()")
            wrong[place, other] = page.evaluate(AXE, "color-contrast")
        assert {place: found for place, found in wrong.items() if found} == {}

    def test_nor_with_the_menu_a_question_and_a_refusal_open(self, laid: Laid, sit: Sit) -> None:
        page = sit(axe=True)
        laid.go(page, "verhext, middle")
        page.click("[popovertarget=menu]")
        page.evaluate(
            """() => {
              document.getElementById("toasts").append(document.getElementById("toast").content.cloneNode(true));
              document.querySelector("#toasts strong").textContent = document.title;
              document.getElementById("sure-what").textContent = document.title;
              document.getElementById("sure").show();
            }"""
        )
        assert page.evaluate(AXE, None) == []


class TestReadAloud:
    @pytest.mark.parametrize("place", TABLES)
    def test_parts_and_headings_are_in_order(self, place: str, laid: Laid, sit: Sit) -> None:
        page = sit()
        laid.go(page, place)
        nodes = tree(page)
        levels = [known["level"] for role, _, known in nodes if role == "heading"]
        assert levels.count(1) == 1
        roles = [role for role, _, _ in nodes]
        assert [roles.count(role) for role in ("banner", "main")] == [1, 1]
        assert ("complementary", "Log and chat") in [(role, name) for role, name, _ in nodes]
        assert unnamed(nodes) == []
        live = {role: known.get("live") for role, _, known in nodes}
        assert live["log"] == "polite"
        assert place.endswith("end") or live["status"] == "polite"
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})  # where words make room for signs
        assert unnamed(tree(page)) == []

    @pytest.mark.parametrize("place", [place for place in TABLES if not place.endswith("end")])
    def test_every_piece_is_named_and_every_move_is_a_button(self, place: str, laid: Laid, sit: Sit) -> None:
        page, scene, game = sit(), laid.scene(place), place.partition(",")[0]
        laid.go(page, place)
        said, buttons = "", []
        for tab in page.locator("#side > .tabs input").all():
            tab.check(force=True)
            nodes = tree(page)
            said += "\n".join(name for _, name, _ in nodes).casefold()
            buttons += [name for role, name, _ in nodes if role == "button"]
        pieces = {
            (zone["id"], piece["name"])
            for zone in scene["zones"]
            for piece in zone.get("pieces", ())
            if not zone.get("mute") and zone["id"] not in HIDDEN.get(game, ())
        }
        assert pieces
        assert {piece for piece in pieces if re.sub(" [↻↺]", "", piece[1]).casefold() not in said} == set()
        names = {action["name"] for action in scene.get("actions", ())}
        assert names
        assert {name for name in names if not any(button.startswith(name) for button in buttons)} == set()

    def test_levels_of_bots_are_named_though_only_one_is_shown(self, laid: Laid, sit: Sit) -> None:
        page = sit()
        laid.go(page, "new")
        assert unnamed(tree(page)) == []


class TestRoom:
    """Nothing scrolls sideways, and no word is cut off: also with long words, on small phones, and much enlarged."""

    @pytest.mark.parametrize(
        ("sizes", "language"), [((PHONE, SMALL), "de"), ((PHONE,), "it"), ((ZOOMED,), "de")], ids=str
    )
    def test_every_text_is_seen_whole(self, sizes: list[tuple[int, int]], language: str, laid: Laid, sit: Sit) -> None:
        wrong = {}
        for place in [*PAGES, *TABLES]:
            if place in BOOKS[1:] and SMALL not in sizes:  # the longest words on the smallest phone are enough
                continue
            laid.go(sit(sizes[0]), place, lang=language)
            for width, height in sizes:
                page = sit(sizes[0])
                page.set_viewport_size({"width": width, "height": height})
                wrong[place, width] = page.evaluate(CUT)
        assert {place: found for place, found in wrong.items() if found} == {}

    def test_the_curtain_can_be_opened_on_every_phone(self, laid: Laid, sit: Sit) -> None:
        page = sit()
        page.goto(f"{laid.address}{laid.places['curtain'][0]}?called=0&lang=de")
        for width, height in (SMALL, PHONE, (667, 375), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            opener, footer = box(page.locator("#open")), box(page.locator(".wings"))
            assert 0 <= opener["x"] <= width - opener["width"]
            assert 0 <= opener["y"] <= footer["y"] - opener["height"]

    @pytest.mark.parametrize("game", GAMES)
    def test_pieces_are_told_apart_in_forced_colours_and_nothing_moves_for_ever(
        self, game: str, laid: Laid, sit: Sit
    ) -> None:
        page = sit(forced_colors="active")
        laid.go(page, f"{game}, middle")
        page.wait_for_selector(".can")
        lit = page.locator("#table .can").first.evaluate("(element) => getComputedStyle(element).outlineStyle")
        assert lit != "none"
        page.wait_for_function("() => document.getAnimations().every(({ playState }) => playState !== 'running')")
