"""The rules pages: one page to start with, every clause behind it, where each comes from, and words that are found."""

import html
import json
import re
from importlib.resources import files

import pytest
from markupsafe import Markup

import ridotto
from ridotto.engine.message import Message
from ridotto.rulebook import ours, rulebook
from ridotto.web.hall.hall_handlers import offer
from ridotto.web.rulebook.rulebook_html import chapters
from ridotto.web.rulebook.rulebook_search import SHOWN, find
from ridotto.words import LANGUAGES, Translator
from tests.checkout import ROOT
from tests.playing import Choices, some_states
from tests.web.reading import Page
from tests.web.test_faces import page_of, some_moments

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.games()]
BOOKS = pytest.mark.parametrize(("slug", "language"), [(slug, language) for slug in GAMES for language in LANGUAGES])


async def text(browser, path):
    answer = await browser.get(path)
    assert answer.status_code == 200, answer.text
    Page(answer.text)
    return answer.text


def decided(slug):
    """The clauses that the specification marks as our own, in its order."""
    specification = (ROOT / "docs" / "rules" / f"{slug}.md").read_text("utf-8")
    return re.findall(r"^- `([\w.]+)` \[D\]", specification, re.MULTILINE)


def of(slug, language):
    """The chapters of a book by their anchors."""
    return {chapter.anchor: chapter for chapter in chapters(slug, language)}


@BOOKS
class TestBook:
    @pytest.mark.slow
    async def test_every_clause_has_its_anchor_and_every_link_its_end(self, browser, slug, language):
        shown = await text(browser, f"/rules/{slug}?lang={language}")
        page = Page(shown)
        told = {clause for paragraph in rulebook(slug, language).paragraphs for clause in paragraph.clauses}
        assert {id for id in page.ids if "." in id} == told
        links = {given["href"] for tag, given in page.elements if tag == "a" and given["href"].startswith("#")}
        assert len(links) > 50
        assert {link for link in links if link[1:] not in page.ids} == set()
        assert "<!--" not in shown

    def test_paragraphs_have_the_same_anchors_in_all_languages(self, slug, language):
        assert [[passage.anchor for passage in chapter.passages] for chapter in chapters(slug, language)] == [
            [passage.anchor for passage in chapter.passages] for chapter in chapters(slug, "en")
        ]

    def test_it_starts_with_one_page_of_four_steps_in_pictures(self, slug, language):
        aim, *steps = of(slug, language)["quick"].leaves
        assert aim.html
        assert not aim.pictures
        assert len(steps) == 4
        for step in steps:
            assert step.pictures
            assert re.match(r'<p id="quick-\d"><strong>', step.html)

    def test_whoever_is_led_to_a_table_sees_it_from_its_head(self, slug, language):
        leaves = [leaf.html for chapter in chapters(slug, language) for leaf in chapter.leaves]
        marks = [after for html in leaves for after in re.findall(r'<p class="marks">.*?</p>\n(.{6})', html)]
        assert set(marks) == ({"<table"} if slug == "venezia2099" else set())

    @pytest.mark.slow
    async def test_all_pictures_are_drawn(self, browser, slug, language):
        shown = await text(browser, f"/rules/{slug}?lang={language}")
        pictures = sum(len(leaf.pictures) for chapter in chapters(slug, language) for leaf in chapter.leaves)
        assert shown.count('role="img"') == pictures > 8

    @pytest.mark.slow
    async def test_another_language_is_read_on_at_the_same_place(self, browser, slug, language):
        shown = await text(browser, f"/rules/{slug}?lang={language}")
        anchors = [chapter.anchor for chapter in chapters(slug, language) if chapter.level]
        for other in set(LANGUAGES) - {language}:
            assert re.findall(rf'href="/rules/{slug}\?lang={other}#([\w-]+)"', shown) == anchors


class TestSources:
    @pytest.mark.parametrize("slug", GAMES)
    def test_what_is_ours_is_what_the_specification_says(self, slug):
        kept = files(f"ridotto.games.{slug}").joinpath("rulebook", "ours.json")
        assert json.loads(kept.read_text("utf-8")) == decided(slug)

    @BOOKS
    def test_no_ruling_is_shown_like_print(self, slug, language):
        """In the rules proper, whatever tells a clause of ours has a sign; what is only print has none."""
        book, total = rulebook(slug, language), 0
        rebuilt = {clause for told in book.paragraphs if told.rebuilt for clause in told.clauses}
        for chapter in chapters(slug, language):
            told = [paragraph for paragraph in book.paragraphs if paragraph.anchor == chapter.anchor]
            own = [paragraph for paragraph in told if ours(slug).intersection(paragraph.clauses)]
            lines = [paragraph for paragraph in own if "\n" not in paragraph.text]  # but for whole tables
            mixed = [paragraph for paragraph in lines if not ours(slug).issuperset(paragraph.clauses)]
            partly = [paragraph for paragraph in mixed if not rebuilt.intersection(paragraph.clauses, ours(slug))]
            shown = "".join(leaf.html for leaf in chapter.leaves)
            if chapter.anchor in ("quick", "first", "options"):
                assert "src-" not in shown
            elif chapter.anchor != "rulings":
                assert shown.count('class="from-') == shown.count('class="src src-') == len(lines), chapter.anchor
                assert shown.count('class="from-partly"') == len(partly), chapter.anchor
                total += len(lines)
        assert total > 30

    @BOOKS
    def test_what_is_reconstructed_says_so(self, slug, language):
        rebuilt = {clause for told in rulebook(slug, language).paragraphs if told.rebuilt for clause in told.clauses}
        assert bool(rebuilt) == (slug != "venezia2099")  # all of it is in print
        shown = "".join(leaf.html for leaf in of(slug, language)["rulings"].leaves)
        marked = re.findall(r'<(?:li|p) id="[\w-]+" class="from-rebuilt">', shown)
        assert len(marked) == len([told for told in rulebook(slug, language).paragraphs if told.rebuilt])

    def test_a_sign_leads_to_the_ruling(self):
        potions = "".join(leaf.html for leaf in of("verhext", "en")["follow"].leaves)
        [line] = [line for line in potions.splitlines() if "verhext.follow.potion_not_wild" in line]
        [target] = re.findall(r'class="src src-ruling" href="#([\w-]+)" title="Our ruling"', line)
        [ruling] = [told.html for told in of("verhext", "en")["rulings"].passages if told.anchor == target]
        assert "never stand in for another" in ruling

    @pytest.mark.slow
    @BOOKS
    async def test_every_option_is_there_with_all_its_values(self, browser, slug, language):
        shown = html.unescape(await text(browser, f"/rules/{slug}?lang={language}"))
        assert shown.index('id="house"') < shown.index('id="options"') < shown.index('id="rulings"')
        [game] = [game for game in offer(Translator(language)).games if game.slug == slug]
        assert shown.count('class="variant"') == len(game.options) > 3
        for option in game.options:
            card = shown.partition(f'id="option-{option.name}"')[2].partition("</li>")[0]
            assert option.title in card
            assert option.about in card
            assert f'<span class="usual">{option.labels[option.values[0]]} <small>' in card
            for value in option.values[1:]:
                assert f"<span>{option.labels.get(value, '')}" in card


class TestFinding:
    def found(self, wish, slug="verhext", language="en"):
        return [passage for chapter in find(slug, language, wish).chapters for passage in chapter.passages]

    def test_all_words_are_in_what_is_found_and_marked(self):
        found = self.found("POTION Raises")
        assert [passage.anchor for passage in found] == ["quick-4", "potions-2"]
        for passage in found:
            assert "<mark>potion</mark>" in passage.html
            assert "<mark>raises</mark>" in passage.html

    def test_what_is_found_leads_on_to_the_whole_book(self):
        [told] = self.found("numbers are reconstructed")
        assert '<a href="/rules/verhext#rulings">' in told.html

    def test_accents_do_not_matter(self):
        plain, accented = self.found("perche", "venezia", "it"), self.found("perché", "venezia", "it")
        assert plain == accented != []
        assert "<mark>perché</mark>" in plain[0].html.lower()

    def test_what_is_found_everywhere_is_counted_but_not_shown(self):
        every = sum(len(chapter.passages) for chapter in chapters("verhext", "en"))
        assert find("verhext", "en", "e").count > every * 0.9
        assert len(self.found("e")) == SHOWN < every / 2

    def test_a_book_is_prepared_once(self, monkeypatch):
        find("verhext", "en", "potion")
        monkeypatch.setattr(Markup, "striptags", None)
        assert find("verhext", "en", "moon").count

    def test_a_title_is_found_too(self):
        [chapter] = [found for found in find("verhext", "en", "tied trick").chapters if found.anchor == "tie"]
        assert chapter.title == "<mark>Tied</mark> <mark>trick</mark>"

    def test_rows_and_options_are_found(self):
        assert "points-2" in [passage.anchor for passage in self.found("waxing moon")]
        assert [passage.anchor for passage in self.found("stakes nerves")] == ["option-point_table"]

    @pytest.mark.parametrize("wish", ["", "   ", "<b>", "&amp;", "strong", "href", "quot", "(", "[a", "\\", "zzz"])
    def test_neither_tags_nor_signs_are_text(self, wish):
        for passage in self.found(wish):
            assert "<<" not in passage.html
            assert Page(f"<p>{passage.html}</p>")
        assert self.found("href") == self.found("quot") == self.found("strong>") == []

    async def test_without_scripts_a_field_finds_it(self, browser):
        page = Page(await text(browser, "/rules/verhext"))
        [field] = [given for tag, given in page.elements if tag == "input" and given["type"] == "search"]
        assert field["name"] == "q"
        shown = await text(browser, "/rules/verhext?q=cauldron")
        assert "1 paragraph about “cauldron”" in shown
        assert 'href="/rules/verhext#tie-1"' in shown
        assert 'id="tie"' not in shown
        assert 'id="tie-1"' in await text(browser, "/rules/verhext")
        assert 'href="/rules/verhext?q=cauldron&amp;lang=de"' in shown

    async def test_what_is_not_shown_is_said(self, browser):
        shown = await text(browser, "/rules/verhext?q=e&lang=it")
        assert shown.count('class="jump"') == SHOWN
        assert re.search(r"<p class=.nothing.>Ci sono altri \d+ paragrafi", shown)

    async def test_nothing_is_found(self, browser):
        shown = await text(browser, "/rules/verhext?q=%3Cscript%3E&lang=de")
        assert "0 Absätze zu „&lt;script&gt;“" in shown
        assert "Nichts gefunden." in shown

    async def test_programs_look_up_words_too(self, visitor):
        assert (await visitor.told("/rules/venti"))["found"] == []
        found = (await visitor.told("/rules/venti?q=hand limit"))["found"]
        assert found
        assert all("hand" in passage["text"].lower() for passage in found)
        assert (await visitor.get("/rules/venti?q=" + "x" * 101)).status_code == 400

    async def test_programs_read_the_book(self, visitor):
        told = await visitor.told("/rules/venti?lang=de")
        assert told["game"] == "venti"
        assert "## " in told["text"]
        assert (await visitor.get("/rules/chess")).status_code == 404


@pytest.mark.parametrize("slug", GAMES)
class TestPrompts:
    @pytest.mark.slow
    def test_every_prompt_rests_on_a_clause_that_is_told_in_every_language(self, slug):
        game = ridotto.game(slug)
        asked: dict[str, Message] = {}
        for state in some_states(game, Choices(3), every=5):
            for viewer in (-1, *state.actors()):
                scene = game.scene(game.view(state, viewer))
                asked.setdefault(scene.clause, scene.prompt)
        assert len(asked) > 2
        for language in LANGUAGES:
            told = rulebook(slug, language).about
            assert {clause: prompt for clause, prompt in asked.items() if told(clause) is None} == {}

    def test_it_is_a_press_away(self, slug):
        table = next(some_moments(slug, ridotto.game(slug).usual, 9))
        for viewer in (-1, 0):
            [link] = [given for _, given in page_of(table, viewer).elements if given.get("class") == "the-rule"]
            assert link["href"] == f"/rules/{slug}#{table.sight(viewer).scene.clause}"
            assert (link["target"], link["title"]) == ("rules", "The rule")
