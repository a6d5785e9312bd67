"""The table of Venezia 2099 in the browser: whatever can be decided is decided on a thing that lies there."""

import re
from types import SimpleNamespace
from typing import Any

from ridotto.house.tables.player_view import PlayerView
from ridotto.house.tables.table_info import ChairInfo, MatchResult, TableInfo
from ridotto.translations import Translator
from ridotto.web.tables.table_pages import table_part
from ridotto.web.tables.template_context import PersonAtTable
from tests.venezia2099.scenes import GAME, ROUND, do, scene, table
from tests.venezia2099.views import public, view

GUESTS = ["Anna", "Ben", "Cleo", "Dora", "Emil"]


class FakeTable:
    """Shows a position to people, as a table of the house does."""

    id, opened, event_count = "t", SimpleNamespace(guided=False), 0

    def __init__(self, state):
        self.state = state
        self.names = GUESTS[: state.seats]

    def info(self):
        state = self.state
        chairs = [ChairInfo(seat, "person", name, "", "", False, False, False) for seat, name in enumerate(self.names)]
        return TableInfo(
            id=self.id, game="venezia2099", title="Venezia 2099", rules=1, players=state.seats, options={},
            phase="over" if state.over else "running", listed=False, watch="anyone", clock=None, patience=None,
            hints=True, guided=False, chairs=chairs, chat=[], commitment="", rematch="", seed="",
            result=MatchResult(list(state.scores()), list(state.places())) if state.over else None,
        )  # fmt: skip

    def public_view(self):
        return public(self.state)

    def player_view(self, viewer):
        own_scene = None if viewer < 0 else GAME.own_scene(view(self.state, viewer))
        return PlayerView(
            viewer=viewer,
            public=GAME.public_scene(public(self.state)),
            own=own_scene,
            log=(),
            undo=False,
            revision="r",
        )


def page(state, viewer, language="en"):
    """What the browser of this viewer is sent."""
    here: Any = FakeTable(state)
    return table_part(here, PersonAtTable(viewer, (viewer,) if viewer >= 0 else ()), Translator(language)).html()


def ids(html):
    return re.findall(r'\bid="([^"]*)"', html)


def element(html, id):
    (found,) = re.findall(rf'<\w+ [^>]*\bid="{re.escape(id)}"[^>]*>', html)
    return found


def text_of(html, id):
    """The tag that has an id, and what follows on it until its cell or list is closed."""
    return html[html.index(f'id="{id}"') :].split("</div>")[0]


# What is tapped


def test_a_ride_takes_a_gondola_card_to_a_pawn_and_a_walk_the_pawn_alone():
    ways = {action.move: (action.take, action.put) for action in scene(table(), 0).actions}
    assert ways["walk 2"] == ("pawn.0.2", None)
    assert ways["gondola 2"] == ("gondola.2", "pawn.0.2")
    assert ways["stay"] == (None, None)


def test_whoever_goes_is_taken_and_put_on_a_square():
    state = GAME.start(4, 1, first_player=0)
    assert {action.take for action in scene(state, 0).actions} == {"pawn.0.1"}
    assert {action.put for action in scene(state, 0).actions} <= set(ids(page(state, 0)))
    do(state, "a1", "b1", "c1", "d1")
    assert {action.take for action in scene(state, 0).actions} == {"pawn.0.2"}
    state = table(phase="prophecy")
    do(state, "black 3")
    ways = {action.move: (action.take, action.put) for action in scene(state, 1).actions}
    assert ways["c7"] == ("pawn.1.1", "board.c7")


def test_a_treasure_is_bought_on_its_tile():
    state = table(played=ROUND, coins_on={"d4": 1}, things={0: {"coins": 12, "treasures": {"red": 1}}})
    do(state, "stay")
    assert {action.take for action in scene(state, 0).actions} == {None, "board.d4", "board.h3", "board.c6"}
    html = page(state, 0)
    assert 'class="price"' in text_of(html, "board.d4")
    assert text_of(html, "board.d4").endswith("2</span>")


def test_beside_coins_stands_how_many_they_are_and_the_price_only_where_one_may_buy():
    """Section 13: the number of coins on each tile and, when it is your purchase step, the price."""
    state = table(played=ROUND, coins_on={"d4": 1}, things={0: {"coins": 12, "treasures": {"red": 1}}})
    for viewer in (0, 1):
        assert "<b>1</b>" in text_of(page(state, viewer), "board.d4")
        assert 'class="price"' not in page(state, viewer)
    do(state, "stay")
    assert "<b>1</b>" not in text_of(page(state, 0), "board.d4").replace('<span class="plaque"', "")
    assert 'class="price"' not in page(state, 1)
    assert "<b>1</b>" in text_of(page(state, 1), "board.d4")


def test_what_cannot_be_done_is_tried_all_the_same():
    """The house says why not: a card that is not the lowest, water, a square out of reach, a purchase on a platform."""
    state = table(played=ROUND)
    assert 'data-move="red 5"' in element(page(state, 0), "hand.red-5")
    assert 'data-move="walk 1"' in element(page(state, 0), "pawn.0.1")
    assert "data-move" not in element(page(state, 0), "board.b3")
    do(state, "walk 1")
    assert 'data-move="b3"' in element(page(state, 0), "board.b3")
    assert "data-move" not in element(page(state, 1), "board.b3")
    do(state, "e4")
    assert 'data-move="buy 2"' in element(page(state, 0), "board.a7")


# What is shown


def test_marks_on_tiles_are_for_their_owner_alone():
    state = table()
    assert " doomed" in element(page(state, 0), "board.d4")
    for viewer in (-1, 1, 2):
        assert " doomed" not in element(page(state, viewer), "board.d4")
    assert 'id="hand.' not in page(state, -1)


def test_the_pips_of_a_colour_tell_what_stands_what_is_doomed_and_what_is_safe():
    shown = scene(table(played=["violet 3", "brown 4", "green 5"]), 0)
    fates = {piece.id: piece.art for part in shown.zones if part.id.startswith("stands-") for piece in part.pieces}
    pips = {name: fates[f"pip.{name}"] for name in ("violet.3", "red.5", "red.2", "brown.3", "black.4", "azure.7")}
    assert pips == {
        "violet.3": "gone", "red.5": "doomed", "red.2": "safe", "brown.3": "safe", "black.4": "up", "azure.7": "up",
    }  # fmt: skip


def test_a_pawn_in_the_water_is_seen_by_all_and_alarms_its_owner():
    state = table(phase="prophecy")
    do(state, "black 3")
    for viewer in (-1, 0, 1):
        assert "drowning" in element(page(state, viewer), "pawn.1.1")
        assert "sinking.b1" in ids(page(state, viewer))
        assert (" rescue-alarm" in element(page(state, viewer), "table")) == (viewer == 1)


def test_piles_tell_how_much_has_come_true_and_how_much_nobody_knows():
    state = table(played=["violet 3"], turn=1)
    html = page(state, 2)
    assert re.search(r'id="set-aside".*?<span class="count">6</span>', html)
    assert re.search(r'id="played".*?<span class="count">1</span>', html, re.DOTALL)
    assert "played.violet-3" in ids(html)


def test_whoever_points_at_a_tile_is_told_what_may_become_of_it():
    state = table(played=["violet 3", "brown 4", "green 5"])
    assert 'title="red 5 · your prophecy sinks it"' in element(page(state, 0), "board.d4")
    assert re.search(r'title="red 5 · has a \d+% chance of staying dry"', element(page(state, 1), "board.d4"))
    assert 'title="red 2 · is sure to stay dry"' in element(page(state, -1), "board.a4")
    assert 'title="water, once violet 3"' in element(page(state, 0), "board.b5")


def test_squares_have_their_names_at_the_edge_of_the_board():
    html = page(table(), 0)
    edges = [re.findall(rf'<div class="{part}"[^>]*>(.*?)</div>', html)[0] for part in ("column-labels", "row-labels")]
    assert [re.sub("<.*?>", "", edge) for edge in edges] == ["abcdefgh", "12345678"]


def test_the_tide_tells_how_many_prophecies_are_to_come_and_what_treasures_are_worth():
    html = page(table(played=["violet 3"], turn=1), 2)
    (level,) = re.findall(r'viewBox="0 0 (\d+) 1".*?<rect width="(\d+)"', html)
    assert level == ("36", "1")
    assert "35 prophecies still to come." in html
    assert "1: 6 · 2: 3 · 3: 2 · 4+: 1" in html


def test_a_tile_that_sinks_is_looked_at_for_a_while():
    state = table(phase="prophecy")
    assert "data-linger" not in element(page(state, 0), "table")
    do(state, "black 3")
    assert "data-linger" in element(page(state, 0), "table")


# What changes


def changes(state, viewer, *moves):
    """The parts of the page of a viewer that moves change. The layout around them stays."""
    here: Any = FakeTable(state)
    person, translator = PersonAtTable(viewer, (viewer,) if viewer >= 0 else ()), Translator("en")
    before = table_part(here, person, translator)
    do(state, *moves)
    here.event_count += 1
    after = table_part(here, person, translator)
    assert after.layout == before.layout
    return {id for id, html in after.parts.items() if html is not before.parts[id]}


def test_others_are_sent_the_two_squares_of_a_walk():
    for viewer in (-1, 1, 2):
        found = changes(table(played=ROUND), viewer, "walk 1", "e4")
        assert {id for id in found if id.startswith("board.")} == {"board.d4", "board.e4"}
        assert not {id for id in found if id.startswith(("stands-", "hoard-", "played"))}


def test_others_are_sent_the_square_the_hoard_and_the_colour_of_a_purchase():
    state = table(played=ROUND, coins_on={"d4": 1}, things={0: {"coins": 12, "treasures": {"red": 1}}})
    do(state, "stay")
    for viewer in (-1, 1, 2):
        found = changes(state.copy(), viewer, "buy 1")
        assert {id for id in found if id.startswith(("board.", "hoard-", "stands-"))} == {
            "board.d4", "hoard-0", "stands-red",
        }  # fmt: skip


def test_the_layout_stays_while_pawns_are_placed_and_a_prophecy_is_played():
    assert "quay" in changes(GAME.start(4, 1, first_player=0), 0, "a1")
    found = changes(table(phase="prophecy"), 1, "red 3")
    assert {"board.b4", "played", "played-0", "gauge", "still-to-come", "stands-red"} <= found
