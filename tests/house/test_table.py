"""Tables follow from their logs; the format of events, table info and chat."""

from collections import Counter
from random import Random

import msgspec
import pytest

import ridotto
from ridotto.engine.rng import Rng
from ridotto.house.keys import hash_key
from ridotto.house.people.attendance import leave
from ridotto.house.people.guests import MASKS
from ridotto.house.tables import commands
from ridotto.house.tables.answer_window import public_automatic_move
from ridotto.house.tables.chat import MAX_CHAT_LINES, MAX_HOUSE_LINES
from ridotto.house.tables.events import (
    AbandonProposed,
    BotSeated,
    ChairOffered,
    ChairTaken,
    ClockRules,
    Closed,
    Moved,
    Opened,
    PatienceChanged,
    PersonSeated,
    RematchOpened,
    Resigned,
    Returned,
    Said,
    SeatFreed,
    SeatLeft,
    Started,
    Undone,
    decode,
    encode,
)
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_limits import (
    CHAT_PERIOD_MS,
    MAX_PROPOSALS,
    MAX_SEAT_LINES,
)
from tests.house.logs import HOST, Log, key, refused
from tests.playing import Choices
from tests.web.twin_positions import random_position

GAMES = [game.slug for game in ridotto.all_games()]


STORED_EVENTS = [
    (
        PersonSeated(0, "Zoë", "gatta", "hash"),
        '{"type":"sat","seat":0,"name":"Zoë","mask":"gatta","lock":"hash"}'.encode(),
    ),
    (BotSeated(1, "expert"), b'{"type":"placed","seat":1,"level":"expert"}'),
    (SeatFreed(1), b'{"type":"stood","seat":1}'),
    (Started(), b'{"type":"started"}'),
    (Closed(), b'{"type":"closed"}'),
    (Moved(2, "draw", "id"), b'{"type":"moved","seat":2,"move":"draw","id":"id","by":""}'),
    (Moved(2, "draw", "", "clock"), b'{"type":"moved","seat":2,"move":"draw","id":"","by":"clock"}'),
    (Undone(2, "id"), b'{"type":"undone","seat":2,"id":"id"}'),
    (SeatLeft(0, "casual"), b'{"type":"left","seat":0,"level":"casual"}'),
    (Returned(0), b'{"type":"returned","seat":0}'),
    (Resigned(0, "casual"), b'{"type":"resigned","seat":0,"level":"casual"}'),
    (AbandonProposed(0, False), b'{"type":"abandoned","seat":0,"wants":false}'),
    (Said(0, "Ciao", "id"), b'{"type":"said","seat":0,"text":"Ciao","id":"id"}'),
    (RematchOpened("rialto"), b'{"type":"again","table":"rialto"}'),
    (PatienceChanged(None), b'{"type":"waited","patience":null}'),
    (ChairOffered(0, "hash", "casual"), b'{"type":"offered","seat":0,"lock":"hash","level":"casual"}'),
    (ChairTaken(0, "hash"), b'{"type":"given","seat":0,"lock":"hash"}'),
]  # events with their JSON in existing databases


class TestLog:
    @pytest.mark.parametrize("slug", GAMES)
    def test_a_table_equals_one_rebuilt_from_its_log(self, slug):
        log, choice = Log(game=slug, clock=ClockRules(600, 0), listed=True).begin(), Choices(7)
        for step in range(60):
            if log.table.phase == "running":
                seat = log.step(choice)
                if step % 7 == 0 and log.table.phase == "running" and log.table.player_view(seat).undo:
                    log.do(commands.undo, seat, log.table.player_view(seat).revision, f"undo {step}")
                if step % 11 == 0:
                    log.do(commands.chat, seat, f"Step {step}!", f"said {step}", log.now)
                    log.do(leave, 0)
                if step % 11 == 5:
                    log.do(commands.come_back, 0)
        rebuilt = Table("here", log.rows)
        assert rebuilt.info() == log.table.info()
        assert rebuilt.started_match.state == log.table.started_match.state
        assert rebuilt.started_match.entries == log.table.started_match.entries
        assert rebuilt.asked_since == log.table.asked_since
        for viewer in range(-1, len(rebuilt.chairs)):
            assert rebuilt.player_view(viewer) == log.table.player_view(viewer)

    @pytest.mark.parametrize(("event", "unchanged"), STORED_EVENTS, ids=lambda value: type(value).__name__)
    def test_the_format_of_events_never_changes(self, event, unchanged):
        """Databases contain these events."""
        assert encode(event) == unchanged
        assert decode(unchanged) == event

    def test_old_openings_are_read(self):
        assert decode(
            b'{"type":"opened","version":1,"game":"venti","rules":1,"players":2,"options":{},"seed":"0f","host":"hash",'
            b'"listed":true,"watch":"anyone","clock":{"seconds":60},"patience":null,"hints":true}'
        ) == Opened(
            1, "venti", 1, 2, {}, "0f", "hash", True, "anyone", ClockRules(60, 0), None, True, [], "", None, False
        )

    def test_the_seed_is_public_after_the_match(self):
        log, closed = Log(game="verhext", players=3), Log(game="verhext", players=3)
        closed.do(commands.close_table, [HOST])
        assert log.table.info().seed == closed.table.info().seed == ""
        log.begin()
        assert log.table.info().seed == ""
        for seat in range(3):
            log.do(commands.propose_abandon, seat)
        assert log.table.info().seed == log.table.opened.seed

    def test_table_info_contains_no_secrets(self):
        log = Log(game="verhext", players=3).begin()
        shown = msgspec.json.encode(log.table.info()).decode()
        assert log.table.opened.seed not in shown
        assert log.table.opened.host_key_hash not in shown
        assert not any(chair.key_hash in shown for chair in log.table.chairs)
        assert log.table.started_match.commitment in shown

    def test_chat_is_one_clean_line(self):
        log = Log(game="verhext", players=3).seat_everybody()
        log.do(commands.chat, 0, "  Buona\n\tsera \u202e tutti \x00 ", "hello", log.now)
        assert log.do(commands.chat, 0, "Buona sera tutti", "hello", log.now) is None
        assert [line.text for line in log.table.info().chat] == ["Buona sera tutti"]
        refused("bad-text", commands.chat, 0, " \u200b\n", "empty", log.now, log=log)
        refused("bad-text", commands.chat, 0, "x" * 301, "long", log.now, log=log)
        refused("id-used", commands.chat, 0, "Something else", "hello", log.now, log=log)

    def test_chat_keeps_lines_of_each_kind(self):
        """Lines of people do not push out those of the house, nor one kind another."""
        log = Log(game="verhext", players=3).begin()
        log.do(lambda _: ChairOffered(2, hash_key("a link"), "casual"))
        for n in range(MAX_CHAT_LINES + 1):
            log.do(lambda _, n=n: Said(0, f"Blah {n}!", f"line {n}"))
        info = log.table.info()
        assert [line.event or line.text for line in info.chat[:2]] == ["offered", "Blah 1!"]
        assert (len(info.chat), info.said) == (1 + MAX_CHAT_LINES, MAX_CHAT_LINES + 2)
        for _ in range(2 * MAX_HOUSE_LINES):
            log.do(commands.come_back, 2)
            log.do(leave, 2)
        info = log.table.info()
        kinds = Counter(line.event for line in info.chat)
        assert kinds == {"": MAX_CHAT_LINES, "offered": 1, "returned": MAX_HOUSE_LINES, "left": MAX_HOUSE_LINES}
        assert [line.event for line in info.chat[-2:]] == ["returned", "left"], "in the order of the log"
        assert info.said == MAX_CHAT_LINES + 2 + 4 * MAX_HOUSE_LINES

    def test_chat_is_limited_per_turn(self):
        log = Log(game="verhext", players=3).begin()
        for n in range(MAX_SEAT_LINES):
            log.do(commands.chat, 0, f"Blah {n}!", f"line {n}", log.now)
        refused("too-many", commands.chat, 0, "Blah!", "too much", log.now, log=log)
        log.do(commands.chat, 1, "Be quiet!", "another seat", log.now)
        log.step(Choices(1))  # a card that everybody sees
        log.do(commands.chat, 0, "Now!", "in the next turn", log.now)
        for n in range(MAX_SEAT_LINES - 1):
            log.do(commands.chat, 0, f"Blah {n}!", f"more {n}", log.now)
        refused("too-many", commands.chat, 0, "Blah!", "too much", log.now, log=log)
        log.do(commands.chat, 0, "You think long.", "later", log.now + CHAT_PERIOD_MS)

    def test_proposals_to_end_are_limited_per_turn(self):
        log = Log(game="verhext", players=3).begin()
        for _ in range(MAX_PROPOSALS):
            assert log.do(commands.propose_abandon, 0)
            assert log.do(commands.propose_abandon, 0, False)
        length = log.table.event_count
        refused("final", commands.propose_abandon, 0, log=log)
        assert log.table.event_count == length
        log.do(commands.propose_abandon, 1)  # another seat may
        while log.table.started_match.state.actor() != 0:
            log.step(Choices(1))
        log.step(Choices(1))  # a card that everybody sees
        assert log.do(commands.propose_abandon, 0)

    def test_the_last_agreement_is_never_refused(self):
        log = Log(game="verhext", players=3).begin()
        for _ in range(MAX_PROPOSALS):
            log.do(commands.propose_abandon, 0)
            log.do(commands.propose_abandon, 0, False)
        log.do(commands.propose_abandon, 1)
        log.do(commands.propose_abandon, 2)
        assert log.do(commands.propose_abandon, 0)
        assert log.table.phase == "over"

    def test_rematch_seating(self):
        log = Log(game="verhext", players=4, bots={1: "expert"}).begin()
        log.do(commands.resign, 2)
        log.do(leave, 3)  # an absent person is not a bot
        assert log.table.chairs.rematch_seating() == [
            PersonSeated(0, "Anna", MASKS[0], hash_key(key(0))),
            BotSeated(1, "expert"),
            PersonSeated(3, "Dora", MASKS[3], hash_key(key(3))),
        ]


@pytest.mark.parametrize("slug", ["diciassette", "venezia2099", "venti"])
def test_public_automatic_moves_depend_on_nothing_hidden(slug):
    """Everybody sees that the table continues without a person, and learns nothing from it."""
    game, answered, chance = ridotto.game(slug), 0, Random(5)
    for _ in range(250):
        state = random_position(game, chance.choice(game.players), chance)
        for seat in state.actors():
            answer = public_automatic_move(state, seat)
            answered += answer is not None
            for viewer in {*range(-1, state.seats)} - {seat}:
                world = state.redeal(viewer, Rng(chance.getrandbits(60)), recall=False)
                assert seat not in world.actors() or public_automatic_move(world, seat) == answer
    assert answered or slug == "venti"  # there, it would always reveal something about a hand
