"""The table of Venezia in the browser: what spectators see, and how a match ends there."""

import re

import pytest

from ridotto.games.venezia.components import GREY_PIGEONS
from ridotto.house.tables import commands
from ridotto.translations import Translator
from ridotto.web.tables import table_pages
from ridotto.web.tables.template_context import PersonAtTable
from tests.house.logs import Log
from tests.playing import Choices
from tests.venezia.scenes import EN
from tests.venezia.views import public_of, square_names


def page(table, viewer, words=EN):
    return table_pages.table_part(table, PersonAtTable(viewer, (viewer,) if viewer >= 0 else ()), words).html()


def ids(html):
    return re.findall(r'\sid="([^"]+)"', html)


def playing(players, every):
    """A match by dice, seen now and then; and its end."""
    log, choice = Log(game="venezia", players=players, options={}).begin(), Choices(players)
    yield log.table
    while log.table.phase == "running":
        log.step(choice)
        if len(log.rows) % every == 0 or log.table.phase != "running":
            yield log.table


@pytest.mark.rule("venezia.info.spectator")
def test_whoever_looks_on_sees_no_hand():
    for table in playing(3, every=40):
        shown = page(table, -1, Translator("de"))
        assert 'class="held"' not in shown
        assert len(ids(shown)) == len(set(ids(shown)))


def test_the_spinners_show_the_last_hunter_and_the_edge_who_waits_there():
    """Between the rounds they still show the hunter of the round before."""
    phases = set()
    for table in playing(3, every=15):
        public = public_of(table.started_match.state)
        if table.phase != "running":
            continue
        shown = page(table, -1)
        last = square_names((public.hunters or public.last_hunters)[-1:])
        assert re.findall(r'<div class="dial" data-at="(\w*)">', shown) == (
            [last[0][:-1], last[0][-1]] if last else ["", ""]
        )
        assert public.edge == GREY_PIGEONS - sum(place.grey for place in public.city)
        waiting = re.findall(r'id="edge".*?<b>(\d+)</b>', shown)
        assert waiting == ([str(public.edge)] if public.edge else [])
        assert re.findall(r'<span class="dial-text">Hunters? ([^<]*)</span>', shown) == (
            [", ".join(square_names(public.hunters))] if public.hunters else []
        )
        phases.add((public.phase_number, bool(public.hunters), bool(last)))
    assert {(1, False, False), (1, False, True), (2, True, True)} <= phases


def test_the_end_shows_the_districts_and_what_they_brought():
    *_, table = playing(2, every=1000)
    shown = page(table, 0)
    assert shown.count('<li class="rank') == 2
    assert len(re.findall(r'class="landmark"', shown)) == 7
    for score in table.info().result.scores:
        assert f"= <b>{score}</b>" in shown


def test_a_match_that_was_broken_off_keeps_its_boards():
    log = Log(game="venezia", players=2, options={}).begin()
    for seat in range(2):
        log.do(commands.propose_abandon, seat, True)
    assert log.table.phase == "over"
    assert "piazza.8G" in ids(page(log.table, 0))
