"""Gestures, chat bubbles and the speed of animations."""

import pytest

from tests.browser.browser_players import House, Person, Visit

pytestmark = pytest.mark.slow

# Records the durations of animations
TIMING = """(() => {
  window.flights = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    if (Array.isArray(frames)) window.flights.push(timing.duration);
    return animate.call(this, frames, timing);
  };
})()"""
# Presses the felt as soon as something moves: does that end the animation?
ARRIVES = """() => {
  if (!document.querySelector(".flying")) return false;
  document.querySelector(".felt").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  return document.getAnimations().every((one) => one instanceof CSSAnimation || one.playState !== "running");
}"""


def make_gesture(person: Person, name: str) -> None:
    person.page.click("#chat [popovertarget=gestures]")
    person.page.click(f"#gestures button[value={name}]")


def test_gestures_and_messages_appear_at_the_seat_and_disappear(house: House, visit: Visit) -> None:
    _, seats = house.open_table("diciassette", people=2, players=3)
    anna, ben = visit(), visit(way="touch")
    anna.page.clock.install()
    anna.visit(seats[0])
    ben.visit(seats[1])
    bubble = anna.page.locator("#plate-1 > .bubble")
    ben.page.click(".only-phone[popovertarget=side]")
    make_gesture(ben, "bow")
    bubble.locator("svg.gesture.bow").wait_for()
    assert bubble.inner_text() == "Well played!"
    assert "#mask-" in (bubble.locator(".gesture-mask").get_attribute("href") or "")
    ben.page.locator("#plate-1 > .bubble").wait_for()  # the side panel was closed, so that it is visible
    anna.page.clock.run_for(3000)
    bubble.wait_for(state="detached")
    ben.page.click(".only-phone[popovertarget=side]")
    ben.page.fill("#chat [name=text]", "Buona sera!")
    ben.page.keyboard.press("Enter")
    bubble.get_by_text("Buona sera!").wait_for()
    anna.page.clock.run_for(10_000)
    bubble.wait_for(state="detached")


def test_animations_have_the_chosen_speed_and_a_tap_skips_them(house: House, visit: Visit) -> None:
    path, [seat] = house.open_table("verhext", players=3)
    player, watching = visit(), visit(reduced_motion="no-preference")
    watching.context.add_init_script(TIMING)
    player.visit(seat)
    watching.visit(path)
    watching.page.click("[popovertarget=menu]")
    watching.page.locator("input[name=own-tempo][value=slow]").check(force=True)
    watching.page.keyboard.press("Escape")
    while not watching.page.evaluate("window.flights.length"):
        player.play(1)
        watching.wait_until_idle()
    assert set(watching.page.evaluate("window.flights")) == {560}
    watching.page.evaluate("localStorage.setItem('ridotto-tempo', 'quick'); window.flights = []")
    while not watching.page.evaluate("window.flights.length"):
        player.play(1)
        watching.wait_until_idle()
    assert set(watching.page.evaluate("window.flights")) == {140}
    watching.page.evaluate("localStorage.setItem('ridotto-tempo', 'slow')")
    player.play(1)
    watching.page.wait_for_function(ARRIVES, polling=5)


def test_a_spectator_chats_under_a_name(house: House, visit: Visit) -> None:
    path, [seat] = house.open_table("venti", players=2, talk="anyone")
    player, watching = visit(), visit()
    player.visit(seat)
    watching.visit(path)
    watching.page.locator("#tab-chat").check(force=True)
    for words in ("Bella mossa!", "Bellissima!"):  # the second time without loading a page
        if watching.page.locator("#chat [name=name]").count():
            watching.page.fill("#chat [name=name]", "Zeno")
        watching.page.fill("#chat [name=text]", words)
        watching.page.keyboard.press("Enter")
        player.page.locator(".chat-message.from-spectator", has_text=words).wait_for(state="attached")
    assert "Zeno" in (watching.page.get_attribute("#chat [name=text]", "placeholder") or "")
    assert watching.page.locator("#tab-chat").is_checked(), "whoever has talked finds the chat again"
    assert "#" not in watching.page.url
    assert player.page.locator(".bubble").count() == 0
