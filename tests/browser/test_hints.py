"""Hints: as text in place of the prompt, and as highlights on the pieces, which it never covers."""

from typing import Any

import pytest

from tests.browser.browser_players import DESK, PHONE, House, Person, Visit

pytestmark = pytest.mark.slow

# Interactive elements of the table that the hint covers, or that cannot be tapped
COVERED = """() => {
  const apart = (one, other) => one.left > other.right - 1 || one.top > other.bottom - 1;
  const parts = [0.5, 0.25, 0.75, 0.1, 0.9];
  const hit = (element, { x, y, width, height }) => parts.some((right) => parts.some((down) =>
    element.contains(document.elementFromPoint(x + width * right, y + height * down))));
  const tappable = [...document.querySelectorAll("#table :is(.selectable, .actions button)")];
  return tappable.filter((element) => {
    if (!element.checkVisibility()) return false;
    const place = element.getBoundingClientRect();
    const card = document.getElementById("hint-card").getBoundingClientRect();
    return !hit(element, place) || !(apart(place, card) || apart(card, place));
  }).map(({ id, className }) => id || className);
}"""
# The parts of the hint outside the box of the prompt
OUTSIDE = """() => {
  const box = document.getElementById("prompt").getBoundingClientRect();
  return [...document.querySelectorAll("#hint-card *")].filter((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return width && (left < box.left || right > box.right || top < box.top || bottom > box.bottom);
  }).map(({ tagName, textContent }) => `${tagName}: ${textContent}`);
}"""
# What moves take according to the list of moves (or the moves, if they are buttons), and where they put it
MEANT = """(moves) => {
  const buttons = [...document.querySelectorAll("#moves button:not([data-then])")];
  const meant = moves.map((move) => buttons.find(({ value }) => value === move));
  return [meant.map(({ value, dataset }) => dataset.take || value), meant.flatMap(({ dataset }) => dataset.put || [])];
}"""
LIT = """() => [".hint-take", ".hint-put"].map((lit) => [...document.querySelectorAll(`#table ${lit}`)].map(
  ({ id, value, dataset }) => value || id || dataset.move))"""


def sets(lists: list[list[str]]) -> list[set[str]]:
    return [set(some) for some in lists]


def ask(player: Person) -> Any:
    """Presses the hint button. Returns the response."""
    with player.page.expect_response("**/hint?*") as answer:
        player.page.click("#hint")
    player.page.locator("#hint-card").wait_for()
    return answer.value.json()


@pytest.mark.parametrize("game", ["diciassette", "venezia", "venezia2099", "venti", "verhext"])
def test_a_hint_highlights_the_best_move_and_covers_nothing(game: str, house: House, visit: Visit) -> None:
    _, [seat] = house.open_table(game)
    player = visit()
    player.visit(seat)
    player.play(1)
    told = ask(player)
    page, card = player.page, player.page.locator("#hint-card")
    best = [row["move"] for row in told["odds"]][: 2 if told["verdict"] == "equal" else 1]
    assert sets(page.evaluate(LIT)) == sets(page.evaluate(MEANT, best))
    said = card.inner_text()
    assert told["odds"][0]["name"] in said
    assert told["than"] in said
    assert all(why["text"] in said for why in told["why"][:1])
    assert "won out of 100 games from here" in said
    assert "%" not in said
    assert not page.locator("#prompt > p:not(.step-prompt)").is_visible()
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(COVERED) == []
        assert page.evaluate(OUTSIDE) == []
    page.click("#hint-close")
    assert page.locator("#prompt > p:not(.step-prompt)").is_visible()
    assert page.evaluate(LIT) == [[], []]


def test_a_hint_stays_until_the_decision(house: House, visit: Visit) -> None:
    _, [seat] = house.open_table("verhext", players=3)
    player = visit()
    player.visit(seat)
    player.options()
    ask(player)
    lit = player.page.evaluate(LIT)
    player.page.fill("#chat [name=text]", "Aiuto!")
    player.page.keyboard.press("Enter")
    player.page.get_by_text("Aiuto!").wait_for(state="attached")
    player.wait_until_idle()
    assert player.page.locator("#hint-card").is_visible()
    assert player.page.evaluate(LIT) == lit
    player.play(1)
    assert not player.page.locator("#hint-card").is_visible()
    assert player.page.evaluate(LIT) == [[], []]
    assert player.page.locator("#prompt > p:not(.step-prompt)").is_visible()
