"""17 Diciassette's call window in a browser: who is always asked, and the card that is chosen ahead."""

import json
import secrets
from typing import Any
from urllib.request import Request, urlopen

from tests.browser.people import House, Visit, attribute, middle
from tests.waiting import DEADLINE

GIULIA, CHIARA, MATTEO = range(3)


class Others:
    """Those at the table who need no browser."""

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
        """Everybody lays the first number they have and passes, until this one has laid a card."""
        while True:
            seat = self.look(MATTEO)["sight"]["scene"]["waiting"][0]
            actions = [action["move"] for action in self.look(seat)["sight"]["scene"]["actions"]]
            if "pass" in actions:
                self.decide(seat, "pass")
                continue
            self.decide(seat, next(move for move in actions if move[0].isdigit()))
            if seat == last:
                return


def test_who_is_always_asked_shows_and_the_card_of_whoever_is_next_waits(house: House, visit: Visit) -> None:
    others = Others(house)
    giulia = visit()
    giulia.come(others.links[GIULIA])
    page = giulia.page

    # the switch is seen at the plate, and by everybody
    for wants in (True, False):
        page.click("[popovertarget=answers]")
        page.click("#insist")
        page.locator("#plate-0 .insists").wait_for(state="visible" if wants else "detached")
        assert others.look(CHIARA)["frame"]["chairs"][GIULIA]["insists"] == wants
        page.keyboard.press("Escape")
    house.post(f"{others.path}/asking", others.keys[CHIARA], wants=True)
    page.locator("#plate-1 .insists").wait_for()

    # nobody else is asked: Giulia chooses a card, and it is laid when Chiara has passed
    others.let_play(MATTEO)
    giulia.rest()
    assert "Chiara wants to be asked" in page.locator("#prompt").inner_text()
    cards = page.locator("#row .piece").count()
    page.click("#hand .card.can >> nth=0")
    page.locator("#hand .hold:has(> .queued)").wait_for()
    assert "unless somebody calls" in page.locator("#prompt").inner_text()
    assert page.locator("#row .piece").count() == cards
    others.decide(CHIARA, "pass")
    page.wait_for_function("(cards) => document.querySelectorAll('#row .piece').length === cards", arg=cards + 1)

    # and it stays in her hand when Chiara calls
    others.let_play(MATTEO)
    giulia.rest()
    page.click("#hand .card.can >> nth=0")
    page.locator("#hand .hold:has(> .queued)").wait_for()
    others.decide(CHIARA, "call")
    page.locator("#prompt", has_text="Somebody called first: you keep your").wait_for()
    assert page.locator("#hand .hold:has(> .queued)").count() == 0


def test_a_reveal_that_is_held_stays_until_it_is_let_go_of_and_the_button_says_so(house: House, visit: Visit) -> None:
    others = Others(house)
    house.post(f"{others.path}/asking", others.keys[MATTEO], wants=True)
    giulia = visit()
    giulia.come(others.links[GIULIA])
    page = giulia.page
    hold, row = page.locator("#hold"), page.locator("#row .piece")
    others.let_play(CHIARA)
    others.decide(MATTEO, "call")
    giulia.rest()
    turned = row.count()
    assert turned

    hold.click()
    assert hold.inner_text() == "Resume"
    page.mouse.click(*middle(page.locator("#row")))  # to look, while nothing new has happened
    assert attribute(hold, "aria-pressed") == "true"
    assert hold.inner_text() == "Resume"
    others.let_play(CHIARA)  # a new row
    page.locator("body[data-queued]").wait_for()
    assert row.count() == turned

    hold.click()
    page.wait_for_function("(turned) => document.querySelectorAll('#row .piece').length < turned", arg=turned)
    assert attribute(hold, "aria-pressed") == "false"
