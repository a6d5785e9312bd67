"""The pages with rulebooks: the overview, all clauses with their sources, and the search."""

import html
import json
import re
from importlib.resources import files

import pytest
from markupsafe import Markup

import ridotto
from ridotto.engine.message import Message
from ridotto.rulebook import house_rulings, rulebook
from ridotto.translations import LANGUAGES, Translator
from ridotto.web.hall.hall_handlers import game_list
from ridotto.web.rulebook.rulebook_html import chapters
from ridotto.web.rulebook.rulebook_search import MAX_PASSAGES, search_rulebook
from tests.checkout import ROOT
from tests.playing import Choices, some_states
from tests.web.html_page import Page
from tests.web.test_faces import page_of, some_moments

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.all_games()]
BOOKS = pytest.mark.parametrize(("slug", "language"), [(slug, language) for slug in GAMES for language in LANGUAGES])


async def get_text(browser, path):
    answer = await browser.get(path)
    assert answer.status_code == 200, answer.text
    Page(answer.text)
    return answer.text


def specified_rulings(slug):
    """The clauses that the specification marks as house rulings, in its order."""
    specification = (ROOT / "docs" / "rules" / f"{slug}.md").read_text("utf-8")
    return re.findall(r"^- `([\w.]+)` \[D\]", specification, re.MULTILINE)


def chapters_by_anchor(slug, language):
    return {chapter.anchor: chapter for chapter in chapters(slug, language)}


@BOOKS
class TestBook:
    @pytest.mark.slow
    async def test_every_clause_has_an_anchor_and_every_link_a_target(self, browser, slug, language):
        shown = await get_text(browser, f"/rules/{slug}?lang={language}")
        page = Page(shown)
        stated = {clause for paragraph in rulebook(slug, language).paragraphs for clause in paragraph.clauses}
        assert {id for id in page.ids if "." in id} == stated
        links = {given["href"] for tag, given in page.elements if tag == "a" and given["href"].startswith("#")}
        assert len(links) > 50
        assert {link for link in links if link[1:] not in page.ids} == set()
        assert "<!--" not in shown

    def test_paragraphs_have_the_same_anchors_in_all_languages(self, slug, language):
        assert [[passage.anchor for passage in chapter.passages] for chapter in chapters(slug, language)] == [
            [passage.anchor for passage in chapter.passages] for chapter in chapters(slug, "en")
        ]

    def test_the_overview_has_four_steps_with_pictures(self, slug, language):
        aim, *steps = chapters_by_anchor(slug, language)["quick"].sections
        assert aim.html
        assert not aim.pictures
        assert len(steps) == 4
        for step in steps:
            assert step.pictures
            assert re.match(r'<p id="quick-\d"><strong>', step.html)

    def test_anchors_of_a_table_are_above_its_head(self, slug, language):
        sections = [section.html for chapter in chapters(slug, language) for section in chapter.sections]
        marks = [after for html in sections for after in re.findall(r'<p class="clause-anchors">.*?</p>\n(.{6})', html)]
        assert set(marks) == ({"<table"} if slug == "venezia2099" else set())

    @pytest.mark.slow
    async def test_all_pictures_are_shown(self, browser, slug, language):
        shown = await get_text(browser, f"/rules/{slug}?lang={language}")
        pictures = sum(len(section.pictures) for chapter in chapters(slug, language) for section in chapter.sections)
        assert shown.count('role="img"') == pictures > 8

    @pytest.mark.slow
    async def test_links_to_other_languages_lead_to_the_same_chapter(self, browser, slug, language):
        shown = await get_text(browser, f"/rules/{slug}?lang={language}")
        anchors = [chapter.anchor for chapter in chapters(slug, language) if chapter.level]
        for other in set(LANGUAGES) - {language}:
            assert re.findall(rf'href="/rules/{slug}\?lang={other}#([\w-]+)"', shown) == anchors


class TestSources:
    @pytest.mark.parametrize("slug", GAMES)
    def test_house_rulings_are_those_of_the_specification(self, slug):
        listed = files(f"ridotto.games.{slug}").joinpath("rulebook", "our_rulings.json")
        assert json.loads(listed.read_text("utf-8")) == specified_rulings(slug)

    @BOOKS
    def test_house_rulings_are_marked(self, slug, language):
        """In the rules proper, paragraphs with house rulings have a sign; printed rules have none."""
        book, total = rulebook(slug, language), 0
        rebuilt = {
            clause for paragraph in book.paragraphs if paragraph.is_reconstructed for clause in paragraph.clauses
        }
        for chapter in chapters(slug, language):
            paragraphs = [paragraph for paragraph in book.paragraphs if paragraph.anchor == chapter.anchor]
            ruled = [paragraph for paragraph in paragraphs if house_rulings(slug).intersection(paragraph.clauses)]
            lines = [paragraph for paragraph in ruled if "\n" not in paragraph.text]  # not whole tables
            mixed = [paragraph for paragraph in lines if not house_rulings(slug).issuperset(paragraph.clauses)]
            partly = [
                paragraph for paragraph in mixed if not rebuilt.intersection(paragraph.clauses, house_rulings(slug))
            ]
            shown = "".join(section.html for section in chapter.sections)
            if chapter.anchor in ("quick", "first", "options"):
                assert "src-" not in shown
            elif chapter.anchor != "rulings":
                assert shown.count('class="from-') == shown.count('class="source-sign source-') == len(lines), (
                    chapter.anchor
                )
                assert shown.count('class="from-partly"') == len(partly), chapter.anchor
                total += len(lines)
        assert total > 30

    @BOOKS
    def test_reconstructed_rules_are_marked(self, slug, language):
        rebuilt = {
            clause
            for paragraph in rulebook(slug, language).paragraphs
            if paragraph.is_reconstructed
            for clause in paragraph.clauses
        }
        assert bool(rebuilt) == (slug != "venezia2099")  # all of its rules are printed
        shown = "".join(section.html for section in chapters_by_anchor(slug, language)["rulings"].sections)
        marked = re.findall(r'<(?:li|p) id="[\w-]+" class="from-rebuilt">', shown)
        assert len(marked) == len(
            [paragraph for paragraph in rulebook(slug, language).paragraphs if paragraph.is_reconstructed]
        )

    def test_a_sign_links_to_the_ruling(self):
        potions = "".join(section.html for section in chapters_by_anchor("verhext", "en")["follow"].sections)
        [line] = [line for line in potions.splitlines() if "verhext.follow.potion_not_wild" in line]
        [target] = re.findall(r'class="source-sign source-ruling" href="#([\w-]+)" title="Our ruling"', line)
        [ruling] = [
            passage.html
            for passage in chapters_by_anchor("verhext", "en")["rulings"].passages
            if passage.anchor == target
        ]
        assert "never stand in for another" in ruling

    @pytest.mark.slow
    @BOOKS
    async def test_every_option_is_listed_with_all_its_values(self, browser, slug, language):
        shown = html.unescape(await get_text(browser, f"/rules/{slug}?lang={language}"))
        assert shown.index('id="house"') < shown.index('id="options"') < shown.index('id="rulings"')
        [game] = [game for game in game_list(Translator(language)).games if game.slug == slug]
        assert shown.count('class="variant"') == len(game.options) > 3
        for option in game.options:
            card = shown.partition(f'id="option-{option.name}"')[2].partition("</li>")[0]
            assert option.title in card
            assert option.about in card
            assert f'<span class="standard">{option.labels[option.values[0]]} <small>' in card
            for value in option.values[1:]:
                assert f"<span>{option.labels.get(value, '')}" in card


class TestSearch:
    def found(self, query, slug="verhext", language="en"):
        return [passage for chapter in search_rulebook(slug, language, query).chapters for passage in chapter.passages]

    def test_found_paragraphs_contain_all_words_marked(self):
        found = self.found("POTION Raises")
        assert [passage.anchor for passage in found] == ["quick-4", "potions-2"]
        for passage in found:
            assert "<mark>potion</mark>" in passage.html
            assert "<mark>raises</mark>" in passage.html

    def test_links_in_found_paragraphs_lead_to_the_rulebook(self):
        [passage] = self.found("numbers are reconstructed")
        assert '<a href="/rules/verhext#rulings">' in passage.html

    def test_accents_do_not_matter(self):
        plain, accented = self.found("perche", "venezia", "it"), self.found("perché", "venezia", "it")
        assert plain == accented != []
        assert "<mark>perché</mark>" in plain[0].html.lower()

    def test_only_the_first_paragraphs_are_shown_but_all_are_counted(self):
        every = sum(len(chapter.passages) for chapter in chapters("verhext", "en"))
        assert search_rulebook("verhext", "en", "e").count > every * 0.9
        assert len(self.found("e")) == MAX_PASSAGES < every / 2

    def test_a_rulebook_is_indexed_once(self, monkeypatch):
        search_rulebook("verhext", "en", "potion")
        monkeypatch.setattr(Markup, "striptags", None)
        assert search_rulebook("verhext", "en", "moon").count

    def test_titles_are_found(self):
        [chapter] = [
            found for found in search_rulebook("verhext", "en", "tied trick").chapters if found.anchor == "tie"
        ]
        assert chapter.title == "<mark>Tied</mark> <mark>trick</mark>"

    def test_rows_and_options_are_found(self):
        assert "points-2" in [passage.anchor for passage in self.found("waxing moon")]
        assert [passage.anchor for passage in self.found("stakes nerves")] == ["option-point_table"]

    @pytest.mark.parametrize("query", ["", "   ", "<b>", "&amp;", "strong", "href", "quot", "(", "[a", "\\", "zzz"])
    def test_tags_and_entities_are_not_found(self, query):
        for passage in self.found(query):
            assert "<<" not in passage.html
            assert Page(f"<p>{passage.html}</p>")
        assert self.found("href") == self.found("quot") == self.found("strong>") == []

    async def test_the_search_works_without_scripts(self, browser):
        page = Page(await get_text(browser, "/rules/verhext"))
        [field] = [given for tag, given in page.elements if tag == "input" and given["type"] == "search"]
        assert field["name"] == "q"
        shown = await get_text(browser, "/rules/verhext?q=cauldron")
        assert "1 paragraph about “cauldron”" in shown
        assert 'href="/rules/verhext#tie-1"' in shown
        assert 'id="tie"' not in shown
        assert 'id="tie-1"' in await get_text(browser, "/rules/verhext")
        assert 'href="/rules/verhext?q=cauldron&amp;lang=de"' in shown

    async def test_the_page_says_how_many_are_not_shown(self, browser):
        shown = await get_text(browser, "/rules/verhext?q=e&lang=it")
        assert shown.count('class="context-link"') == MAX_PASSAGES
        assert re.search(r"<p>Ci sono altri \d+ paragrafi", shown)

    async def test_nothing_is_found(self, browser):
        shown = await get_text(browser, "/rules/verhext?q=%3Cscript%3E&lang=de")
        assert "0 Absätze zu „&lt;script&gt;“" in shown
        assert "Nichts gefunden." in shown

    async def test_programs_can_search(self, visitor):
        assert (await visitor.get_json("/rules/venti"))["found"] == []
        found = (await visitor.get_json("/rules/venti?q=hand limit"))["found"]
        assert found
        assert all("hand" in passage["text"].lower() for passage in found)
        assert (await visitor.get("/rules/venti?q=" + "x" * 101)).status_code == 400

    async def test_programs_can_read_the_rulebook(self, visitor):
        book = await visitor.get_json("/rules/venti?lang=de")
        assert book["game"] == "venti"
        assert "## " in book["text"]
        assert (await visitor.get("/rules/chess")).status_code == 404


@pytest.mark.parametrize("slug", GAMES)
class TestPrompts:
    @pytest.mark.slow
    def test_the_clause_of_every_prompt_is_stated_in_every_language(self, slug):
        game = ridotto.game(slug)
        prompts: dict[str, Message] = {}
        for state in some_states(game, Choices(3), every=5):
            for viewer in (-1, *state.actors()):
                scene = game.scene(game.view(state, viewer))
                prompts.setdefault(scene.clause, scene.prompt)
        assert len(prompts) > 2
        for language in LANGUAGES:
            book = rulebook(slug, language)
            assert {clause: prompt for clause, prompt in prompts.items() if book.paragraph_on(clause) is None} == {}

    def test_the_prompt_links_to_its_clause(self, slug):
        table = next(some_moments(slug, ridotto.game(slug).default_players, 9))
        for viewer in (-1, 0):
            [link] = [given for _, given in page_of(table, viewer).elements if given.get("class") == "rule-mark"]
            assert link["href"] == f"/rules/{slug}#{table.player_view(viewer).scene.clause}"
            assert (link["target"], link["title"]) == ("rules", "The rule")
