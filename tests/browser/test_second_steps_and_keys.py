"""Second steps and how to cancel them, buttons that confirm, and the keyboard."""

import secrets

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.browser_players import Action, House, Person, Visit, box

pytestmark = pytest.mark.slow

FRAMES = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"  # two
FOCUS = "() => document.activeElement.id || document.activeElement.tagName"


def seated(house: House, visit: Visit, game: str, players: int = 3, **how: object) -> Person:
    _, [seat] = house.open_table(game, players=players)
    player = visit(**how)
    player.visit(seat)
    return player


def asked(person: Person) -> Locator:
    """The visible prompt."""
    return person.page.locator("#prompt > p:visible")


def offered(person: Person, beginning: str) -> Action:
    """The first move whose text begins like this, as soon as there is one."""
    while True:
        actions: list[Action] = person.options()["actions"]
        if found := [action for action in actions if action["move"].startswith(beginning)]:
            return found[0]
        person.decide(actions)


def piece(person: Person, id: str) -> Locator:
    return person.page.locator(f'[id="{id}"]')


def test_a_second_tap_on_a_prophecy_chooses_it(house: House, visit: Visit) -> None:
    player = seated(house, visit, "verhext", way="touch")
    page, prophecy = player.page, piece(player, offered(player, "prophecy 2x")["take"])
    question = asked(player).inner_text()
    prophecy.tap()
    expect(asked(player)).to_have_text("Predict exactly 2? +4 if you make it, −2 if not.")
    expect(page.locator("#commit")).to_have_text("Predict exactly 2")
    assert page.locator(".target:visible").count() == 1
    page.locator("#cancel-step").tap()
    assert asked(player).inner_text() == question
    assert page.locator(":is(.picked, .target, #commit, #cancel-step):visible").count() == 0
    prophecy.tap()
    with page.expect_response("**/decisions") as answer:
        prophecy.tap()
    assert answer.value.ok


def test_with_several_targets_only_cancel_puts_a_piece_back(house: House, visit: Visit) -> None:
    player = seated(house, visit, "venti")
    page, exchange = player.page, offered(player, "exchange 2")
    question, handle = asked(player).inner_text(), piece(player, exchange["take"])
    handle.click()
    expect(asked(player)).to_have_text("Which centre card replaces target 2?")
    assert page.locator(".target:visible").count() == page.locator("#centre .piece").count() > 1
    for elsewhere in (handle, page.locator(".felt")):
        elsewhere.click(position={"x": 8, "y": 8}, delay=1)
        expect(handle).to_have_class("piece handle selectable picked")
    page.keyboard.press("Escape")
    assert asked(player).inner_text() == question
    page.locator('[id="do.freeze"]').click()
    expect(asked(player)).to_have_text("Which target will you freeze? It's turned face down.")
    handle.click()  # cancels
    piece(player, exchange["put"]).click()
    player.wait_until_idle()
    assert page.locator("#log li").filter(has_text="Giulia").count() == 1


def test_a_plan_is_locked_in_by_a_main_button_apart_from_cancel(house: House, visit: Visit) -> None:
    player = seated(house, visit, "venezia")
    while not (last := [action for action in player.options()["actions"] if action["asks"]]):
        player.decide(player.options()["actions"])
    player.act({**last[0], "asks": False}, last)
    main, out = player.page.locator("#confirm-dialog .main"), player.page.locator("#confirm-dialog .dismiss")
    expect(main).to_have_text(last[0]["commit"])
    assert last[0]["commit"].startswith("Lock in this plan: ")
    assert "gradient" in str(main.evaluate("(button) => getComputedStyle(button).backgroundImage"))
    assert box(out)["y"] > box(main)["y"] + box(main)["height"] + 12
    out.click()
    assert player.page.locator("#confirm-dialog[open], .pending").count() == 0
    player.decide([last[0]])


def test_keyboard_players_move_and_chat_and_the_focus_stays_at_the_table(house: House, visit: Visit) -> None:
    player = seated(house, visit, "verhext", way="keys")
    page, press = player.page, player.page.keyboard.press
    take = offered(player, "prophecy 1x")["take"]
    player.focus(f'[id="{take}"]')
    press("Enter")
    assert page.evaluate(FOCUS) == "commit"
    press("Escape")
    assert page.evaluate(FOCUS) == take
    press("?")
    expect(page.locator("#key-list kbd")).to_have_count(9)
    press("p")  # a dialog is open
    press("Escape")
    press("c")
    page.keyboard.type("chup?")
    assert page.locator("#chat input[name=text]").input_value() == "chup?"
    press("Escape")
    assert page.evaluate("document.activeElement.matches('.selectable')")
    press("Enter")
    with page.expect_response("**/decisions"):
        press("Enter")
    player.wait_until_idle()
    assert page.evaluate("document.activeElement.matches('#table .selectable, #table button, #prompt')")


def test_the_focus_stays_where_another_card_replaces_the_one_taken(house: House, visit: Visit) -> None:
    player = seated(house, visit, "venti", way="keys")
    for kind in 2 * ("draw", "draw", "exchange"):
        action = offered(player, kind)
        player.decide([action])
        player.wait_until_idle()
        player.page.evaluate(FRAMES)
        focused = "document.activeElement.matches('#table :is(.selectable, .target, button)')"
        assert player.page.evaluate(focused), action["move"]


def test_shortcuts_pass_undo_and_ask_for_hints(house: House, visit: Visit) -> None:
    player = seated(house, visit, "venezia")
    page, press = player.page, player.page.keyboard.press
    offered(player, "stop")
    question = asked(player).inner_text()
    with page.expect_response("**/hint?*") as hint:
        press("h")
    assert hint.value.ok
    press("p")
    expect(asked(player)).not_to_have_text(question, use_inner_text=True)
    player.wait_until_idle()
    press("u")
    expect(asked(player)).to_have_text(question, use_inner_text=True)
    assert page.locator("#toasts .toast.refused").count() == 0


def test_before_a_match_only_the_chat_shortcut_works(house: House, visit: Visit) -> None:
    opened = house.post("/tables", game="verhext", players=3, id=secrets.token_hex(12))
    seat = house.post(f"/tables/{opened['table']}/seats", name="Giulia", mask="bauta", id=secrets.token_hex(12))
    player = visit(viewport={"width": 900, "height": 500})
    player.visit(seat["link"])
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
    page.wait_for_function("() => scrollY > 0")  # arrow keys scroll
