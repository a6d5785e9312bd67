"""The table of Verhext! in the browser: whatever can be decided is decided on a thing that lies there."""

import random
from collections import Counter
from html.parser import HTMLParser
from itertools import islice
from types import SimpleNamespace
from typing import cast

import pytest

from ridotto.engine.match import Match
from ridotto.house.tables.player_view import PlayerViews
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_info import ChairInfo, MatchResult, TableInfo
from ridotto.house.tables.trail import Trails
from ridotto.translations import Translator
from ridotto.web.tables.table_pages import table_part
from ridotto.web.tables.template_context import PersonAtTable
from tests.verhext.scenes import GAME
from tests.verhext.views import public_of

BUTTONS = {"no potion", "keep zero"}
EN = Translator("en")


class FakeTable:
    """A table at which a match is played, as pages need it."""

    id, event_count = "verhext", 0

    def __init__(self, match):
        self.match = match
        self.names = [f"Guest {seat}" for seat in range(match.players)]
        self.opened = SimpleNamespace(guided=False)

    def lessons(self, viewer):
        return ()

    def player_view(self, viewer):
        return PlayerViews(self.match, Trails(self.match.players), self.names, self).player_view(viewer)

    def public_view(self):
        return GAME.public_view(self.match.state)

    def own_view(self, seat):
        return GAME.own_view(self.match.state, seat)

    def why_stopped(self):
        return None

    def can_undo(self, viewer):
        return False

    def automatic(self, viewer):
        return None

    def info(self):
        over, state = self.match.over, self.match.state
        chairs = [ChairInfo(seat, "person", name, "", "", False, False, False) for seat, name in enumerate(self.names)]
        return TableInfo(
            id=self.id,
            game="verhext",
            title="Verhext!",
            rules=1,
            players=self.match.players,
            options={},
            phase="over" if over else "running",
            listed=False,
            watch="anyone",
            clock=None,
            patience=None,
            hints=True,
            guided=False,
            chairs=chairs,
            chat=[],
            commitment="",
            result=MatchResult(state.scores(), state.places()) if over else None,
            rematch="",
            seed="",
        )

    def page(self, viewer):
        person = PersonAtTable(viewer, (viewer,) if viewer >= 0 else ())
        return Page(table_part(cast(Table, self), person, EN).html())


class Page(HTMLParser):
    """Everything on it that has an id, with its attributes, and the words."""

    def __init__(self, html):
        super().__init__()
        self.ids: Counter[str | None] = Counter()
        self.things = {}
        self.classes = set()
        self.html = html
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.classes |= set((given.get("class") or "").split())
        if "id" in given:
            self.ids[given["id"]] += 1
            self.things[given["id"]] = given


def random_match(players, seed, options):
    match = Match(GAME, players, options, seed, [f"Guest {seat}" for seat in range(players)])
    dice = random.Random(seed)
    while not match.over:
        yield match
        seat = match.state.actor()
        match.play(seat, dice.choice(match.state.moves(seat)))
    yield match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "seed", "options"),
    [(3, 4, {"potions_per_play": "any"}), (4, 2, {"show_history": "off"}), (5, 1, {"zero_card_mode": "both_ways"})],
)
def test_every_decision_is_made_on_a_thing_at_the_table(players, seed, options):
    asked: Counter[str] = Counter()
    for match in random_match(players, seed, options):
        if match.over:
            continue
        table, seat = FakeTable(match), match.state.actor()
        actions = table.player_view(seat).scene.actions
        assert max(Counter((action.take, action.put) for action in actions).values()) == 1
        kind = actions[-1].move.split()[0]
        asked[kind] += 1
        if asked[kind] % 5 == 1:  # pages take their time
            page = table.page(seat)
            assert [name for name, times in page.ids.items() if times > 1] == []
            for action in actions:
                assert action.take in page.things if action.take else action.move in BUTTONS
                assert action.put is None or action.put in page.things
    assert {"prophecy", "rebid", "rat", "add", "spend"} <= set(asked)


@pytest.mark.parametrize("players", [3, 5])
def test_whoever_looks_on_sees_nobodys_hand_and_nothing_to_take(players):
    for n, match in enumerate(random_match(players, players, {})):
        if n % 20 == 0 or match.over:
            page = FakeTable(match).page(-1)
            assert not any(name.startswith(("hand", "laid", "again", "ways")) for name in page.things)
            assert [name for name, times in page.ids.items() if times > 1] == []


def test_a_card_that_may_not_be_played_says_what_playing_it_would_be():
    for match in islice(random_match(4, 1, {}), 0, 60, 4):
        seat = match.state.actor()
        page = FakeTable(match).page(seat)
        hand = [given for name, given in page.things.items() if name.startswith("hand.")]
        assert all(GAME.parse(given["data-move"]) >= 0 for given in hand)


@pytest.mark.slow
def test_the_count_of_the_last_round_is_told_before_the_next():
    checks = 0
    for match in islice(random_match(4, 2, {}), 0, 90):
        if match.state.round == 1:
            continue
        page = FakeTable(match).page(match.state.actor())
        assert ("last-round" in page.classes) == (public_of(match.state).phase == "prophecy")
        if "last-round" in page.classes:
            tally, last_trick = page.html.split('class="last-round"')[1].split("</div>")[0].split("<details>")
            assert tally.count("<p") == 5
            assert last_trick.count("<p") == last_trick.count(" plays ") == 4
            assert "witch hat" in tally
            checks += 1
    assert checks


def test_what_ends_the_game_soon_is_written_there():
    """Not on the stack alone, where only a mouse would find it."""
    warned: Counter[tuple[str, int]] = Counter()
    for seed in range(5):
        for match in random_match(5, seed, {}):
            public = public_of(match.state)
            least = min(public.stacks[1:])
            if match.over or least > 1 or warned[public.phase, least] == 3:
                continue
            page = FakeTable(match).page(match.state.actor())
            assert ("last-card" in page.classes) == (public.phase == "prophecy" or least == 0)
            warned[public.phase, least] += 1
    assert warned["prophecy", 1]
    assert warned["play", 0]


def test_the_end_shows_every_pile_in_the_order_of_the_seats():
    *_, match = random_match(5, 3, {})
    page = FakeTable(match).page(0)
    assert {"match-over", "final-scoring", "winner-banner"} <= page.classes
    for seat in range(5):
        scored = public_of(match.state).seats[seat]
        laid = [name for name in page.things if name.startswith(f"pile-{seat}.")]
        assert len(laid) == len(scored.fulfilled) + len(scored.failed)
    rows = page.html.split('<div class="row')[2:7]
    assert [row.split('data-seat="')[1][0] for row in rows] == [
        "1",
        "2",
        "3",
        "4",
        "5",
    ]  # nobody is named before the count
    assert ["first" in row.split('"')[0] for row in rows] == [place == 1 for place in match.state.places()]
