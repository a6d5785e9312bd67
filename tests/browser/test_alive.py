"""What makes a table alive: gestures and words at the seats, and a tempo that is one's own."""

import pytest

from tests.browser.people import House, Person, Visit

pytestmark = pytest.mark.slow

# Notes how long flights take
TIMING = """(() => {
  window.flights = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    if (Array.isArray(frames)) window.flights.push(timing.duration);
    return animate.call(this, frames, timing);
  };
})()"""
# Presses the felt as soon as something flies: does it arrive at once?
ARRIVES = """() => {
  if (!document.querySelector(".flying")) return false;
  document.querySelector(".felt").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  return document.getAnimations().every((one) => one instanceof CSSAnimation || one.playState !== "running");
}"""


def make_gesture(person: Person, name: str) -> None:
    person.page.click("#chat [popovertarget=gestures]")
    person.page.click(f"#gestures button[value={name}]")


def test_gestures_and_words_are_seen_at_the_seat_and_go(house: House, visit: Visit) -> None:
    _, seats = house.open_table("diciassette", people=2, players=3)
    anna, ben = visit(), visit(way="touch")
    anna.page.clock.install()
    anna.come(seats[0])
    ben.come(seats[1])
    bubble = anna.page.locator("#plate-1 > .bubble")
    ben.page.click(".only-phone[popovertarget=side]")
    make_gesture(ben, "bow")
    bubble.locator("svg.gesture.bow").wait_for()
    assert bubble.inner_text() == "Well played!"
    assert "#mask-" in (bubble.locator(".g-mask").get_attribute("href") or "")
    ben.page.locator("#plate-1 > .bubble").wait_for()  # the sheet is out of the way, so that it is seen
    anna.page.clock.run_for(3000)
    bubble.wait_for(state="detached")
    ben.page.click(".only-phone[popovertarget=side]")
    ben.page.fill("#chat [name=text]", "Buona sera!")
    ben.page.keyboard.press("Enter")
    bubble.get_by_text("Buona sera!").wait_for()
    anna.page.clock.run_for(10_000)
    bubble.wait_for(state="detached")


def test_everything_moves_as_fast_as_one_likes_and_a_tap_skips_it(house: House, visit: Visit) -> None:
    path, [seat] = house.open_table("verhext", players=3)
    player, watching = visit(), visit(reduced_motion="no-preference")
    watching.context.add_init_script(TIMING)
    player.come(seat)
    watching.come(path)
    watching.page.click("[popovertarget=menu]")
    watching.page.locator("input[name=own-tempo][value=slow]").check(force=True)
    watching.page.keyboard.press("Escape")
    while not watching.page.evaluate("window.flights.length"):
        player.play(1)
        watching.rest()
    assert set(watching.page.evaluate("window.flights")) == {560}
    watching.page.evaluate("localStorage.setItem('ridotto-tempo', 'quick'); window.flights = []")
    while not watching.page.evaluate("window.flights.length"):
        player.play(1)
        watching.rest()
    assert set(watching.page.evaluate("window.flights")) == {140}
    watching.page.evaluate("localStorage.setItem('ridotto-tempo', 'slow')")
    player.play(1)
    watching.page.wait_for_function(ARRIVES, polling=5)


def test_a_spectator_talks_under_a_name(house: House, visit: Visit) -> None:
    path, [seat] = house.open_table("venti", players=2, talk="anyone")
    player, watching = visit(), visit()
    player.come(seat)
    watching.come(path)
    watching.page.locator("#tab-chat").check(force=True)
    for words in ("Bella mossa!", "Bellissima!"):  # the second time the page stays
        if watching.page.locator("#chat [name=name]").count():
            watching.page.fill("#chat [name=name]", "Zeno")
        watching.page.fill("#chat [name=text]", words)
        watching.page.keyboard.press("Enter")
        player.page.locator(".say.looking-on", has_text=words).wait_for(state="attached")
    assert "Zeno" in (watching.page.get_attribute("#chat [name=text]", "placeholder") or "")
    assert watching.page.locator("#tab-chat").is_checked(), "whoever has talked finds the chat again"
    assert "#" not in watching.page.url
    assert player.page.locator(".bubble").count() == 0
