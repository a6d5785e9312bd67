"""The call window of 17 Diciassette: players who insist on being asked, and cards chosen ahead."""

import json
import secrets
from typing import Any
from urllib.request import Request, urlopen

from tests.browser.browser_players import House, Visit, attribute, middle
from tests.waiting import DEADLINE

GIULIA, CHIARA, MATTEO = range(3)


class Others:
    """Players without a browser."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.path, self.links = house.open_table("diciassette", people=3, players=3)
        self.keys = [link.rpartition(".")[2] for link in self.links]

    def look(self, seat: int) -> Any:
        headers = {"authorization": f"Bearer {self.keys[seat]}", "accept": "application/json"}
        with urlopen(Request(self.house.address + self.path, headers=headers), timeout=DEADLINE) as answer:
            return json.load(answer)

    def decide(self, seat: int, move: str) -> None:
        revision = self.look(seat)["sight"]["revision"]
        id = secrets.token_hex(8)
        self.house.post(f"{self.path}/decisions", self.keys[seat], move=move, revision=revision, id=id)

    def let_play(self, last: int) -> None:
        """Everybody plays their first number and passes, until this player has played a card."""
        while True:
            seat = self.look(MATTEO)["sight"]["scene"]["waiting"][0]
            actions = [action["move"] for action in self.look(seat)["sight"]["scene"]["actions"]]
            if "pass" in actions:
                self.decide(seat, "pass")
                continue
            self.decide(seat, next(move for move in actions if move[0].isdigit()))
            if seat == last:
                return


def test_players_who_insist_are_marked_and_a_card_can_be_chosen_ahead(house: House, visit: Visit) -> None:
    others = Others(house)
    giulia = visit()
    giulia.visit(others.links[GIULIA])
    page = giulia.page

    # everybody sees the setting on the plate
    for wants in (True, False):
        page.click("[popovertarget=answers]")
        page.click("#insist")
        page.locator("#plate-0 .insists").wait_for(state="visible" if wants else "detached")
        assert others.look(CHIARA)["frame"]["chairs"][GIULIA]["insists"] == wants
        page.keyboard.press("Escape")
    house.post(f"{others.path}/asking", others.keys[CHIARA], wants=True)
    page.locator("#plate-1 .insists").wait_for()

    # nobody else is asked: Giulia chooses a card, which is played when Chiara has passed
    others.let_play(MATTEO)
    giulia.wait_until_idle()
    assert "Chiara wants to be asked" in page.locator("#prompt").inner_text()
    cards = page.locator("#row .piece").count()
    page.click("#hand .card.selectable >> nth=0")
    page.locator("#hand .hand-card:has(> .queued)").wait_for()
    assert "unless somebody calls" in page.locator("#prompt").inner_text()
    assert page.locator("#row .piece").count() == cards
    others.decide(CHIARA, "pass")
    page.wait_for_function("(cards) => document.querySelectorAll('#row .piece').length === cards", arg=cards + 1)

    # and which stays in her hand when Chiara calls
    others.let_play(MATTEO)
    giulia.wait_until_idle()
    page.click("#hand .card.selectable >> nth=0")
    page.locator("#hand .hand-card:has(> .queued)").wait_for()
    others.decide(CHIARA, "call")
    page.locator("#prompt", has_text="Somebody called first: you keep your").wait_for()
    assert page.locator("#hand .hand-card:has(> .queued)").count() == 0


def test_a_paused_reveal_stays_until_resumed(house: House, visit: Visit) -> None:
    others = Others(house)
    house.post(f"{others.path}/asking", others.keys[MATTEO], wants=True)
    giulia = visit()
    giulia.visit(others.links[GIULIA])
    page = giulia.page
    pause, row = page.locator("#pause"), page.locator("#row .piece")
    others.let_play(CHIARA)
    others.decide(MATTEO, "call")
    giulia.wait_until_idle()
    turned = row.count()
    assert turned

    pause.click()
    assert pause.inner_text() == "Resume"
    page.mouse.click(*middle(page.locator("#row")))  # a tap without newer updates
    assert attribute(pause, "aria-pressed") == "true"
    assert pause.inner_text() == "Resume"
    others.let_play(CHIARA)  # a new row
    page.locator("body[data-queued]").wait_for()
    assert row.count() == turned

    pause.click()
    page.wait_for_function("(turned) => document.querySelectorAll('#row .piece').length < turned", arg=turned)
    assert attribute(pause, "aria-pressed") == "false"
