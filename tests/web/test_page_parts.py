"""Parts of a page: what is known equals what would be rendered anew, and changes complete to the whole."""

import re
from functools import partial
from typing import Any

import pytest

import ridotto
from ridotto.house.tables import commands
from ridotto.house.tables.events import Moved
from ridotto.house.tables.table import Table
from ridotto.translations import LANGUAGES, Translator
from ridotto.web.tables import table_pages
from ridotto.web.tables.page_parts import ListPart, PageParts, PageRendering, RenderedTable
from ridotto.web.tables.template_context import PersonAtTable
from tests.house.logs import Log
from tests.playing import Choices, some_options

GAMES = [game.slug for game in ridotto.all_games()]
EVERY = 5  # decisions after the first ones


def pages(table: Table, language: str) -> dict[int, RenderedTable]:
    """The page of every viewer."""
    translator = Translator(language)
    viewers = range(-1, table.opened.players)
    people = {viewer: PersonAtTable(viewer, (viewer,) if viewer >= 0 else (), viewer == 0) for viewer in viewers}
    return {viewer: table_pages.table_part(table, person, translator) for viewer, person in people.items()}


@pytest.mark.parametrize("slug", GAMES)
def test_known_parts_equal_those_rendered_anew(slug: str) -> None:
    """For all viewers, at many moments: every part depends on nothing but its arguments."""
    choice, game = Choices(20), ridotto.game(slug)
    for number, players in enumerate((game.players[-1], game.players[0])):
        options = some_options(game, players, choice) if number else {}
        log = Log(players, game=slug, players=players, options=options).begin()
        language = list(LANGUAGES)[(number + len(slug)) % 3]
        for n in range(300):
            known = pages(log.table, language)
            if n < 40 or n % EVERY == 0 or log.table.phase == "over":
                parts = table_pages._parts.pop(log.table)
                fresh = pages(log.table, language)
                table_pages._parts[log.table] = parts
                for viewer, page in fresh.items():
                    assert known[viewer].parts == page.parts, (n, viewer)
                    assert known[viewer].html() == page.html(), (n, viewer)
            if log.table.phase == "over":
                break
            log.step(choice)


@pytest.mark.parametrize("slug", GAMES)
def test_every_part_is_one_element_with_its_id(slug: str) -> None:
    choice, log = Choices(21), Log(7, game=slug).begin()
    for _ in range(60):
        for page in pages(log.table, "en").values():
            for id, html in page.parts.items():
                assert re.match(rf'\s*<\w+ [^>]*\bid="{re.escape(id)}"', html), html[:200]
            assert page.html().count("<main ") == 1
        if log.table.phase == "over":
            break
        log.step(choice)


def test_viewers_share_the_parts_that_look_the_same_to_them() -> None:
    log = Log(7, game="verhext").begin()
    spectator, *seats = pages(log.table, "en").values()
    for name in ("stacks", "hats", "trump", "oracle"):
        assert len({id(page.parts[name]) for page in (spectator, *seats) if name in page.parts}) <= 2  # one chooses
    for seat in range(4):
        assert len({id(page.parts[f"plate-{seat}"]) for page in (spectator, *seats)}) == 1


def test_secret_decisions_of_others_do_not_change_what_is_sent_later() -> None:
    """In Venezia all plan at the same time. Whether others have decided meanwhile must not tell by any byte."""
    sent = []
    for seats in ((), (1,), (1, 2, 3, 1, 2, 3)):
        log = Log(9, game="venezia", players=4).begin()
        while len(log.table.awaited()) < 4:
            log.step(Choices(1))
        before = pages(log.table, "en")[0]
        for seat in seats:
            log.do(lambda table, seat=seat: Moved(seat, first_move(table, seat), f"id-{table.event_count}"), after=0)
            table_pages.table_part(log.table, PersonAtTable(seat, (seat,)), Translator("en"))  # only they notice
        log.now = 10_000_000
        log.do(commands.chat, 2, "Hm!", "chat-of-a-seat", log.now, after=0)
        sent.append(pages(log.table, "en")[0].changes_since(before))
    assert sent[0] == sent[1] == sent[2]


def first_move(table: Table, seat: int) -> str:
    state = table.started_match.state
    return table.game.text(state.moves(seat)[0])


class TestParts:
    def render(self, known: PageParts, **shown: Any) -> RenderedTable:
        """A page with two parts and a list."""
        rendering = PageRendering(known)
        parts = "".join(
            rendering.part(id, text, caller=partial('<p class="{}" id="{}">{}</p>'.format, text[0], id, text))
            for id, text in shown.items()
        )
        return rendering.table(f'<main id="table" data-n="1"><h1>Hi</h1>{parts}</main>')

    def test_a_page_is_its_layout_with_the_parts_in_it(self) -> None:
        page = self.render(PageParts(), a="one", b="two")
        assert page.html() == (
            '<main id="table" data-n="1"><h1>Hi</h1><p class="o" id="a">one</p><p class="t" id="b">two</p></main>'
        )

    def test_with_the_same_layout_only_changed_parts_are_sent(self) -> None:
        known = PageParts()
        before, after = self.render(known, a="one", b="two"), self.render(known, a="one", b="three")
        assert after.changes_since(before) == (
            '<main id="table" data-n="1" data-same></main><p class="t" id="b">three</p>'
        )

    def test_with_another_layout_known_parts_are_named(self) -> None:
        known = PageParts()
        before, after = self.render(known, a="one"), self.render(known, a="one", b="two")
        assert after.changes_since(before) == (
            '<main id="table" data-n="1"><h1>Hi</h1><p id="a" data-same></p><p class="t" id="b">two</p></main>'
        )

    def test_a_part_with_the_same_content_is_sent_without_it(self) -> None:
        known = PageParts()
        before, after = self.render(known, a="xone"), self.render(known, a="xone")
        assert after.changes_since(before) == '<main id="table" data-n="1" data-same></main>'
        before.parts["a"] = '<p class="y" id="a">xone</p>'
        assert after.changes_since(before).endswith('<p class="x" id="a" data-same-content></p>')

    def test_of_a_list_only_new_items_are_sent(self) -> None:
        before = ListPart.of('<div id="log"><ol>', ("<li>1", "<li>2", "<li>3"), "</ol></div>")
        after = ListPart.of('<div id="log"><ol>', ("<li>2", "<li>3", "<li>4"), "</ol></div>")
        assert after.changes_since(before) == '<div data-start="1" data-kept="2" id="log"><ol><li>4</ol></div>'
        grown = ListPart.of('<div id="log"><ol>', ("<li>1", "<li>2", "<li>3 and 4"), "</ol></div>")
        assert grown.changes_since(before) == '<div data-start="0" data-kept="2" id="log"><ol><li>3 and 4</ol></div>'
        other = ListPart.of('<div id="log"><ol>', ("<li>9",), "</ol></div>")
        assert other.changes_since(before) == '<div data-start="0" data-kept="0" id="log"><ol><li>9</ol></div>'

    def test_parts_cannot_contain_each_other(self) -> None:
        rendering = PageRendering(PageParts())
        with pytest.raises(RuntimeError, match="'b' is inside another part"):
            rendering.part("a", caller=lambda: rendering.part("b", caller=str))
