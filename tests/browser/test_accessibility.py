"""Accessibility: the pages, and every table at three moments, for low vision, screen readers, keyboards, and small
phones with long words."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

import ridotto
from tests.browser.browser_players import box
from tests.browser.prepared_tables import PageFactory, PreparedTables

pytestmark = pytest.mark.slow

GAMES = [game.slug for game in ridotto.all_games()]
MOMENTS = ("start", "middle", "end")
TABLES = [f"{game}, {moment}" for game in GAMES for moment in MOMENTS]
BOOKS = [f"rules of {game}" for game in GAMES]
PAGES = ["hall", "new", "sit-down", "host", "curtain", "links", "figures", "refusal", "first game", *BOOKS]
ZOOMED, PHONE, SMALL = (720, 450), (390, 844), (320, 640)  # zoomed: a laptop at 200 %
NAMED = ("button", "link", "textbox", "radio", "checkbox", "combobox", "image", "region")
HIDDEN = {"venezia": {"hand"}}  # zones hidden while something else is asked

# The violations found by axe
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
    if (!text.data.trim() || element.closest("script, noscript, template, option, svg, .rulebook table")) continue;
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
    """The accessibility tree: roles, names and properties."""
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
    """Controls, pictures and regions without a name."""
    return [role for role, name, _ in nodes if role in NAMED and not name.strip()]


class TestAxe:
    @pytest.mark.parametrize("places", [PAGES, *([f"{game}, {moment}" for moment in MOMENTS] for game in GAMES)])
    def test_no_violations_in_either_theme(
        self, places: list[str], prepared: PreparedTables, open_page: PageFactory
    ) -> None:
        page = open_page(axe=True)
        wrong = {}
        for n, place in enumerate(places):
            theme, other = ("dark", "light") if n % 2 else ("light", "dark")
            prepared.go(page, place, theme=theme)
            wrong[place, theme] = page.evaluate(AXE, None)
            if place in BOOKS[1:]:  # they all share a style sheet
                continue
            page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", other)
            page.evaluate("document.getElementById('tab-moves')?.click()")
            wrong[place, other] = page.evaluate(AXE, "color-contrast")
        assert {place: found for place, found in wrong.items() if found} == {}

    def test_no_violations_with_menu_dialog_and_refusal_open(
        self, prepared: PreparedTables, open_page: PageFactory
    ) -> None:
        page = open_page(axe=True)
        prepared.go(page, "verhext, middle")
        page.click("[popovertarget=menu]")
        page.evaluate(
            """() => {
              document.getElementById("toasts").append(document.getElementById("toast").content.cloneNode(true));
              document.querySelector("#toasts strong").textContent = document.title;
              document.getElementById("confirm-question").textContent = document.title;
              document.getElementById("confirm-dialog").show();
            }"""
        )
        assert page.evaluate(AXE, None) == []


class TestScreenReaders:
    @pytest.mark.parametrize("place", TABLES)
    def test_landmarks_and_headings_are_in_order(
        self, place: str, prepared: PreparedTables, open_page: PageFactory
    ) -> None:
        page = open_page()
        prepared.go(page, place)
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
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})  # where signs replace words
        assert unnamed(tree(page)) == []

    @pytest.mark.parametrize("place", [place for place in TABLES if not place.endswith("end")])
    def test_every_piece_has_a_name_and_every_move_is_a_button(
        self, place: str, prepared: PreparedTables, open_page: PageFactory
    ) -> None:
        page, scene, game = open_page(), prepared.scene(place), place.partition(",")[0]
        prepared.go(page, place)
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

    def test_all_bot_levels_have_names(self, prepared: PreparedTables, open_page: PageFactory) -> None:
        page = open_page()
        prepared.go(page, "new")
        assert unnamed(tree(page)) == []


class TestSpace:
    """No horizontal scrolling and no cut-off words: even with long words, on small phones, and at high zoom."""

    @pytest.mark.parametrize(
        ("sizes", "language"), [((PHONE, SMALL), "de"), ((PHONE,), "it"), ((ZOOMED,), "de")], ids=str
    )
    def test_no_text_is_cut_off(
        self, sizes: list[tuple[int, int]], language: str, prepared: PreparedTables, open_page: PageFactory
    ) -> None:
        wrong = {}
        for place in [*PAGES, *TABLES]:
            if place in BOOKS[1:] and SMALL not in sizes:  # enough: the longest words on the smallest phone
                continue
            prepared.go(open_page(sizes[0]), place, lang=language)
            for width, height in sizes:
                page = open_page(sizes[0])
                page.set_viewport_size({"width": width, "height": height})
                wrong[place, width] = page.evaluate(CUT)
        assert {place: found for place, found in wrong.items() if found} == {}

    def test_the_curtain_can_be_opened_on_every_phone(self, prepared: PreparedTables, open_page: PageFactory) -> None:
        page = open_page()
        page.goto(f"{prepared.address}{prepared.places['curtain'][0]}?called=0&lang=de")
        for width, height in (SMALL, PHONE, (667, 375), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            opener, footer = box(page.locator("#open")), box(page.locator(".stage-footer"))
            assert 0 <= opener["x"] <= width - opener["width"]
            assert 0 <= opener["y"] <= footer["y"] - opener["height"]

    @pytest.mark.parametrize("game", GAMES)
    def test_forced_colours_keep_pieces_distinguishable_and_nothing_moves_endlessly(
        self, game: str, prepared: PreparedTables, open_page: PageFactory
    ) -> None:
        page = open_page(forced_colors="active")
        prepared.go(page, f"{game}, middle")
        page.wait_for_selector(".selectable")
        lit = page.locator("#table .selectable").first.evaluate("(element) => getComputedStyle(element).outlineStyle")
        assert lit != "none"
        page.wait_for_function("() => document.getAnimations().every(({ playState }) => playState !== 'running')")
