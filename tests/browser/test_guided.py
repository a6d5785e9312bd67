"""A first game in a real browser: one press, one explanation at a time, and whatever was explained stays explained."""

import secrets

import pytest

import ridotto
from tests.browser.people import House, Person, Visit, attribute
from tests.browser.test_everybody import DESK, PHONE, SMALL, ZOOMED

pytestmark = pytest.mark.slow

# The lessons whose card is not wholly in sight, were they told now
OUT = """() => {
  const [{ dataset }, out] = [document.getElementById("table"), []];
  for (const { dataset: { lesson } } of document.querySelectorAll("[data-lesson]")) {
    dataset.lessons = lesson;
    document.querySelector("[data-told=none]").click();
    for (const running of document.getElementById("coach").getAnimations()) running.finish();
    const { left, top, right, bottom, width } = document.querySelector(".coach-says").getBoundingClientRect();
    const [text] = document.querySelectorAll(".coach-says p");
    const cut = text.scrollWidth > text.clientWidth || (text.scrollHeight > text.clientHeight + 1 && innerHeight > 800);
    if (!width || cut || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      out.push([lesson, left, top, right, bottom].join());
  }
  return out;
}"""


def title(person: Person) -> str:
    """What the card says now; nothing, if it is gone."""
    card = person.page.locator("#coach")
    return card.locator("h2").inner_text() if card.is_visible() else ""


def told(person: Person) -> list[str]:
    """The titles of the list that are ticked off."""
    return person.page.locator("#lessons .done summary").all_text_contents()


@pytest.fixture
def learner(visit: Visit) -> Person:
    learner = visit(seed=1)
    learner.come("/")
    learner.page.get_by_role("button", name="Verhext!").click()
    learner.page.wait_for_selector("#table")
    learner.ready()
    return learner


class TestFirstGame:
    def test_things_are_explained_one_after_the_other(self, learner: Person) -> None:
        page = learner.page
        assert title(learner) == "What it is about"
        assert "seven rounds" in page.locator("#coach p").inner_text()
        page.get_by_role("button", name="Got it").click()
        assert title(learner) == "The trump card"
        assert "explained" in attribute(page.locator("#trump"), "class")
        page.get_by_role("button", name="Got it").click()
        assert title(learner) == "Your prophecy"
        assert told(learner) == ["What it is about", "The trump card"]
        learner.play(1)
        assert title(learner) in ("Somebody says 0", "You lead", "Following suit", "Who wins a trick")
        assert "Your prophecy" in told(learner)

    def test_what_was_explained_is_remembered_and_can_be_read_again(self, learner: Person) -> None:
        page = learner.page
        page.get_by_role("button", name="Got it").click()
        page.reload()
        assert title(learner) == "The trump card"
        page.get_by_role("button", name="What was explained").click()
        first = page.locator("#lessons li").first
        first.locator("summary").click()
        assert first.locator("p").is_visible()
        with page.expect_popup() as opened:
            first.get_by_role("link", name="The rule").click()
        rules = opened.value
        rules.wait_for_load_state()
        assert rules.evaluate("document.getElementById(decodeURIComponent(location.hash.slice(1))) !== null")
        rules.close()
        page.get_by_role("button", name="Explain nothing more").click()
        assert title(learner) == ""
        page.get_by_role("button", name="Explain everything again").click()
        assert title(learner) == "What it is about"

    def test_a_whole_match_goes_on_beside_the_card(self, learner: Person) -> None:
        """Nobody need close it: on a desk it covers nothing that is played with."""
        seen: set[str] = set()
        for _ in range(12):
            seen.add(title(learner))
            learner.play(1)
        assert len(seen - {""}) >= 3

    def test_what_the_house_decides_is_no_sign_that_somebody_has_read(self, learner: Person) -> None:
        page = learner.page
        before, table = title(learner), page.locator("#table")
        after = table.get_attribute("data-after")
        for news in ({"turn": "0", "after": f"{after}."}, {"turn": "1", "after": after}):  # the house has passed, say
            table.evaluate("(table, news) => Object.assign(table.dataset, news)", news)
        assert title(learner) == before
        learner.play(1)
        assert before in told(learner)

    def test_without_a_script_the_newest_thing_is_shown(self, visit: Visit) -> None:
        reader = visit(java_script_enabled=False)
        reader.come("/rules/verhext")
        reader.page.get_by_role("button", name="Learn it by playing").click()
        reader.page.wait_for_url("**/tables/*")
        assert title(reader)
        assert reader.page.get_by_role("button", name="Got it").count() == 0


@pytest.mark.parametrize(("size", "language"), [(PHONE, "de"), (SMALL, "it"), (ZOOMED, "de"), (DESK, "it")], ids=str)
def test_every_explanation_has_room(house: House, visit: Visit, size: tuple[int, int], language: str) -> None:
    reader = visit(viewport=dict(zip(("width", "height"), size, strict=True)), locale=language)
    page, wrong = reader.page, {}
    for game in ridotto.games():
        opened = house.post("/learn", game=game.slug, id=secrets.token_hex(12))
        reader.come(opened["seats"][0]["link"])
        page.wait_for_selector("#coach.coach-live")
        wrong[game.slug] = page.evaluate(OUT)
    assert {slug: out for slug, out in wrong.items() if out} == {}
