"""Every step says what it is: second steps and their way out, buttons that are for good, and keys."""

import secrets

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import Action, House, Person, Visit, box

pytestmark = pytest.mark.slow

FRAMES = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"  # two
FOCUS = "() => document.activeElement.id || document.activeElement.tagName"


def seated(house: House, visit: Visit, game: str, players: int = 3, **how: object) -> Person:
    _, [seat] = house.open_table(game, players=players)
    player = visit(**how)
    player.come(seat)
    return player


def asked(person: Person) -> Locator:
    """The question that is shown."""
    return person.page.locator("#prompt > p:visible")


def offered(person: Person, beginning: str) -> Action:
    """The first thing to do whose text begins like this, as soon as there is one."""
    while True:
        actions: list[Action] = person.ready()["actions"]
        if found := [action for action in actions if action["move"].startswith(beginning)]:
            return found[0]
        person.decide(actions)


def piece(person: Person, id: str) -> Locator:
    return person.page.locator(f'[id="{id}"]')


def test_a_prophecy_is_weighed_and_a_second_tap_lays_it(house: House, visit: Visit) -> None:
    player = seated(house, visit, "verhext", way="touch")
    page, prophecy = player.page, piece(player, offered(player, "prophecy 2x")["take"])
    question = asked(player).inner_text()
    prophecy.tap()
    expect(asked(player)).to_have_text("Predict exactly 2? +4 if you make it, −2 if not.")
    expect(page.locator("#commit")).to_have_text("Predict exactly 2")
    assert page.locator(".target:visible").count() == 1
    page.locator("#never-mind").tap()
    assert asked(player).inner_text() == question
    assert page.locator(":is(.picked, .target, #commit, #never-mind):visible").count() == 0
    prophecy.tap()
    with page.expect_response("**/decisions") as answer:
        prophecy.tap()
    assert answer.value.ok


def test_where_there_are_several_places_nothing_but_the_way_out_leads_back(house: House, visit: Visit) -> None:
    player = seated(house, visit, "venti")
    page, exchange = player.page, offered(player, "exchange 2")
    question, handle = asked(player).inner_text(), piece(player, exchange["take"])
    handle.click()
    expect(asked(player)).to_have_text("Which centre card replaces target 2?")
    assert page.locator(".target:visible").count() == page.locator("#centre .piece").count() > 1
    for elsewhere in (handle, page.locator(".felt")):
        elsewhere.click(position={"x": 8, "y": 8}, delay=1)
        expect(handle).to_have_class("piece handle can picked")
    page.keyboard.press("Escape")
    assert asked(player).inner_text() == question
    page.locator('[id="do.freeze"]').click()
    expect(asked(player)).to_have_text("Which target will you freeze? It's turned face down.")
    handle.click()  # another mind
    piece(player, exchange["put"]).click()
    player.rest()
    assert page.locator("#log li").filter(has_text="Giulia").count() == 1


def test_a_plan_is_locked_in_by_a_golden_button_apart_from_the_way_out(house: House, visit: Visit) -> None:
    player = seated(house, visit, "venezia")
    while not (last := [action for action in player.ready()["actions"] if action["asks"]]):
        player.decide(player.ready()["actions"])
    player.act({**last[0], "asks": False}, last)
    main, out = player.page.locator("#sure .main"), player.page.locator("#sure .way-out")
    expect(main).to_have_text(last[0]["commit"])
    assert last[0]["commit"].startswith("Lock in this plan: ")
    assert "gradient" in str(main.evaluate("(button) => getComputedStyle(button).backgroundImage"))
    assert box(out)["y"] > box(main)["y"] + box(main)["height"] + 12
    out.click()
    assert player.page.locator("#sure[open], .pending").count() == 0
    player.decide([last[0]])


def test_keys_alone_take_put_and_talk_and_the_focus_stays_at_the_table(house: House, visit: Visit) -> None:
    player = seated(house, visit, "verhext", way="keys")
    page, press = player.page, player.page.keyboard.press
    take = offered(player, "prophecy 1x")["take"]
    player.reach(f'[id="{take}"]')
    press("Enter")
    assert page.evaluate(FOCUS) == "commit"
    press("Escape")
    assert page.evaluate(FOCUS) == take
    press("?")
    expect(page.locator("#key-list kbd")).to_have_count(9)
    press("p")  # a list is open
    press("Escape")
    press("c")
    page.keyboard.type("chup?")
    assert page.locator("#chat input[name=text]").input_value() == "chup?"
    press("Escape")
    assert page.evaluate("document.activeElement.matches('.can')")
    press("Enter")
    with page.expect_response("**/decisions"):
        press("Enter")
    player.rest()
    assert page.evaluate("document.activeElement.matches('#table .can, #table button, #prompt')")


def test_keys_alone_keep_the_focus_where_another_card_takes_the_place_of_the_one_taken(
    house: House, visit: Visit
) -> None:
    player = seated(house, visit, "venti", way="keys")
    for kind in 2 * ("draw", "draw", "exchange"):
        action = offered(player, kind)
        player.decide([action])
        player.rest()
        player.page.evaluate(FRAMES)
        assert player.page.evaluate("document.activeElement.matches('#table :is(.can, .target, button)')"), action[
            "move"
        ]


def test_keys_pass_take_back_and_ask_for_advice(house: House, visit: Visit) -> None:
    player = seated(house, visit, "venezia")
    page, press = player.page, player.page.keyboard.press
    offered(player, "stop")
    question = asked(player).inner_text()
    with page.expect_response("**/hint?*") as advice:
        press("h")
    assert advice.value.ok
    press("p")
    expect(asked(player)).not_to_have_text(question, use_inner_text=True)
    player.rest()
    press("u")
    expect(asked(player)).to_have_text(question, use_inner_text=True)
    assert page.locator("#toasts .toast.refused").count() == 0


def test_before_a_match_keys_talk_and_the_others_do_nothing(house: House, visit: Visit) -> None:
    opened = house.post("/tables", game="verhext", players=3, id=secrets.token_hex(12))
    seat = house.post(f"/tables/{opened['table']}/seats", name="Giulia", mask="bauta", id=secrets.token_hex(12))
    player = visit(viewport={"width": 900, "height": 500})
    player.come(seat["link"])
    page, press = player.page, player.page.keyboard.press
    field = page.locator("#chat input[name=text]")
    press("c")
    page.keyboard.type("chup?")
    assert field.input_value() == "chup?"
    press("Escape")
    assert page.evaluate("document.activeElement === document.body")
    for key in ("h", "u", "p", "?", "Enter"):
        press(key)
    assert page.locator("dialog[open]").count() == 0
    press("ArrowDown")
    page.wait_for_function("() => scrollY > 0")  # as on any other page
