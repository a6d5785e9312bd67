"""The table of Venezia in the browser: whatever can be decided is decided on what lies there."""

import re

import pytest

from ridotto.house import deeds
from ridotto.web import pages
from ridotto.web.face import Onlooker
from ridotto.words import Translator
from tests.house.logs import Log
from tests.playing import Choices
from tests.venezia.scenes import EN

TABLES = [(2, {}), (3, {"tourists": "3", "hunters": "2"}), (4, {})]


def page(table, viewer, words=EN):
    return pages.at_table(table, Onlooker(viewer, (viewer,) if viewer >= 0 else ()), words)


def ids(html):
    return re.findall(r'\sid="([^"]+)"', html)


def playing(players, options, every):
    """A match by dice, seen now and then; and its end."""
    log, choice = Log(game="venezia", players=players, options=options).begin(), Choices(players)
    yield log.table
    while log.table.phase == "running":
        log.step(choice)
        if len(log.rows) % every == 0 or log.table.phase == "over":
            yield log.table


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_decision_is_made_on_a_piece_or_a_place_and_only_stopping_is_a_button(players, options):
    phases = set()
    for table in playing(players, options, every=11):
        for seat in table.playing.state.actors():
            actions, there = table.sight(seat).scene.actions, ids(page(table, seat))
            assert len(there) == len(set(there))
            assert {action.take for action in actions if action.move != "stop"} <= set(there)
            assert [action.move for action in actions if action.take is None] in ([], ["stop"])
            assert len({(action.take, action.put) for action in actions}) == len(actions)
            phases.add(table.playing.state.snapshot()["phase"])
    assert {"plan", "place", "pick", "move"} <= phases


@pytest.mark.rule("venezia.info.spectator")
def test_whoever_looks_on_sees_no_hand():
    for table in playing(3, {}, every=40):
        shown = page(table, -1, Translator("de"))
        assert 'class="held"' not in shown
        assert len(ids(shown)) == len(set(ids(shown)))


def test_the_end_shows_the_districts_and_what_they_brought():
    *_, table = playing(2, {}, every=1000)
    shown = page(table, 0)
    assert shown.count('<li class="podium') == 2
    assert len(re.findall(r'class="lm"', shown)) == 7
    for score in table.frame().result.scores:
        assert f"= <b>{score}</b>" in shown


def test_a_match_that_was_broken_off_keeps_its_boards():
    log = Log(game="venezia", players=2, options={}).begin()
    for seat in range(2):
        log.do(deeds.abandon, seat, True)
    assert log.table.phase == "over"
    assert "piazza.8G" in ids(page(log.table, 0))
