"""Presence: at the plates, below the prompt, and for those who are nudged."""

import re
import secrets

import pytest
from playwright.sync_api import Locator, expect

from ridotto.house.people.guests import MASKS
from ridotto.house.people.presence import PRESENCE_INTERVAL_MS
from tests.browser.browser_players import House, Visit
from tests.browser.test_screens import GAMES, LAPTOP, LOOK, PHONES, SCREEN_CHECKS, STRIP, ZOOMED
from tests.waiting import until

pytestmark = pytest.mark.slow

PEOPLE = ("Giulia", "Massimiliano", "Cleo")


def test_a_nudge_an_absence_and_a_return(house: House, visit: Visit) -> None:
    path, links = house.open_table("verhext", people=2, players=3, patience=120)
    people = [visit(way="touch"), visit()]
    for person, link in zip(people, links, strict=True):
        person.visit(link)
    house.served.forward()
    [asked] = people[0].table_json()["sight"]["scene"]["waiting"]
    slow, waiting = people[asked], people[1 - asked]
    plate = waiting.page.locator(f"#plate-{asked}.present")
    house.served.forward(8)
    plate.wait_for(state="attached")

    post = waiting.context.request.post
    fields, origin = {"seat": str(asked)}, {"origin": house.address}
    assert post(f"{house.address}{path}/nudge", form=fields, headers=origin).ok
    expect(slow.page.locator(".prompt .nudge")).to_contain_text("is waiting for you")
    expect(slow.page).to_have_title(f"● {'Giulia' if asked else 'Chiara'} is waiting for you · Ridotto")

    slow.page.goto("about:blank")
    gone = waiting.page.locator(f"#plate-{asked}.leaving")
    wait_for_beats(house, gone)
    expect(gone.locator(".until .soon")).to_have_text(re.compile(r"^\d:\d\d$"))
    expect(gone.locator(".presence")).to_have_text(re.compile(r"^away.* \d min.*bot in \d:\d\d$"))
    expect(gone).to_have_attribute("title", re.compile(r"has been away for \d min: a bot takes over in \d:\d\d\.$"))
    waiting.page.locator(".absentee:visible button").first.click()
    waiting.page.locator(f"#plate-{asked}.nudged").wait_for()

    wait_for_beats(house, waiting.page.locator(f"#plate-{asked}.sits-in"))
    expect(waiting.page.locator(".chat-message.house").last).to_contain_text("a bot sits in")
    slow.visit(path)
    expect(waiting.page.locator(".chat-message.house").last).to_contain_text("is back")
    waiting.page.locator(f"#plate-{asked}:not(.sits-in)").wait_for()


@pytest.mark.parametrize("page", ["", "/people"])
def test_other_pages_of_the_table_send_heartbeats(house: House, visit: Visit, page: str) -> None:
    """Two people on one device see the curtain, with the focus on its button."""
    path, links = house.open_table("verhext", people=2, players=3)
    both = visit()
    both.page.clock.install()
    for link in links:
        both.visit(link)
    with both.page.expect_response("**/here") as answer:
        both.page.goto(f"{house.address}{path}{page}")
    assert answer.value.ok
    both.page.locator("main a").first.focus()
    for _ in range(2):
        with both.page.expect_response("**/here"):
            both.page.clock.run_for(20_000)


@pytest.mark.parametrize("game", GAMES)
def test_whom_the_table_waits_for_is_visible_on_every_screen(house: House, visit: Visit, game: str) -> None:
    """Without a time limit, when the host may let a bot play; and with a countdown to the bot."""
    opened = house.post("/tables", game=game, players=3, patience=None, id=secrets.token_hex(12))
    path, host = f"/tables/{opened['table']}", opened["key"]
    seats = [
        {"name": name, "mask": mask, "id": secrets.token_hex(12)} for name, mask in zip(PEOPLE, MASKS, strict=False)
    ]
    link, *_ = [house.post(f"{path}/seats", **seat)["link"] for seat in seats]
    house.post(f"{path}/start", host)
    person = visit(way="touch")
    person.page.add_init_script(path=SCREEN_CHECKS)
    for way in (opened["link"], link):
        person.visit(way)
    for patience in (None, 270):
        house.post(f"{path}/patience", host, patience=patience)
        for _ in range(1 if patience else 8):
            house.served.forward(PRESENCE_INTERVAL_MS / 1000)
        person.page.goto(f"{house.address}{path}?lang=de")
        person.page.locator(".plate.away, .plate.leaving").nth(1).wait_for()
        for width, height in (*PHONES, ZOOMED, LAPTOP):
            person.page.set_viewport_size({"width": width, "height": height})
            assert person.page.evaluate(LOOK, {"least": STRIP, "people": PEOPLE})[1] == [], (patience, width, height)


def wait_for_beats(house: House, shown: Locator) -> None:
    """Lets time pass until this is shown: the server notices absences from time to time."""

    def is_shown() -> int:
        house.served.forward(PRESENCE_INTERVAL_MS / 1000)
        return shown.count()

    until(is_shown)
