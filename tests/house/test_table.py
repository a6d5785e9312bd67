"""Tables and what people may do there: the log is all there is."""

from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec import structs

import ridotto
from ridotto.engine import record
from ridotto.engine.errors import BadMoveText, BadOption, IllegalMove, UnknownGame
from ridotto.engine.rng import Rng
from ridotto.house.autoplay.automatic_decisions import answer, as_seen, at_moment
from ridotto.house.keys import derived, lock, table_name
from ridotto.house.people.attendance import leave
from ridotto.house.people.guests import MASKS
from ridotto.house.refusals import Refused
from ridotto.house.tables import commands
from ridotto.house.tables.events import (
    Abandoned,
    Again,
    ClockRules,
    Closed,
    Given,
    Left,
    Moved,
    Offered,
    Opened,
    Placed,
    Resigned,
    Returned,
    Said,
    Sat,
    Started,
    Stood,
    Undone,
    Waited,
    decode,
    encode,
)
from ridotto.house.tables.new_table import NewTable, again
from ridotto.house.tables.player_clock import Clock
from ridotto.house.tables.player_view import PlayerViews
from ridotto.house.tables.table import CHAT, EVENTS, LINES, PROPOSALS, SEATINGS, TALK, UNDOS, Table
from ridotto.house.tables.windows import goes_without_asking
from tests.house.logs import HOST, Log, key
from tests.playing import Choices
from tests.web.twins import random_position

GAMES = [game.slug for game in ridotto.games()]
KEPT = [
    (Sat(0, "Zoë", "gatta", "lock"), '{"type":"sat","seat":0,"name":"Zoë","mask":"gatta","lock":"lock"}'.encode()),
    (Placed(1, "expert"), b'{"type":"placed","seat":1,"level":"expert"}'),
    (Stood(1), b'{"type":"stood","seat":1}'),
    (Started(), b'{"type":"started"}'),
    (Closed(), b'{"type":"closed"}'),
    (Moved(2, "draw", "id"), b'{"type":"moved","seat":2,"move":"draw","id":"id","by":""}'),
    (Moved(2, "draw", "", "clock"), b'{"type":"moved","seat":2,"move":"draw","id":"","by":"clock"}'),
    (Undone(2, "id"), b'{"type":"undone","seat":2,"id":"id"}'),
    (Left(0, "casual"), b'{"type":"left","seat":0,"level":"casual"}'),
    (Returned(0), b'{"type":"returned","seat":0}'),
    (Resigned(0, "casual"), b'{"type":"resigned","seat":0,"level":"casual"}'),
    (Abandoned(0, False), b'{"type":"abandoned","seat":0,"wants":false}'),
    (Said(0, "Ciao", "id"), b'{"type":"said","seat":0,"text":"Ciao","id":"id"}'),
    (Again("rialto"), b'{"type":"again","table":"rialto"}'),
    (Waited(None), b'{"type":"waited","patience":null}'),
    (Offered(0, "lock", "casual"), b'{"type":"offered","seat":0,"lock":"lock","level":"casual"}'),
    (Given(0, "lock"), b'{"type":"given","seat":0,"lock":"lock"}'),
]  # entries as they are in the databases of today


def refused(code, deed, *args, log):
    """This deed is refused with that code, and nothing has changed."""
    before = len(log.rows), log.table.frame(), log.table.phase
    with pytest.raises(Refused) as refusal:
        log.do(deed, *args)
    assert refusal.value.code == code
    assert str(refusal.value.message)
    assert (len(log.rows), log.table.frame(), log.table.phase) == before


def phase_of(log: Log) -> str:
    """Asked anew: deeds change it."""
    return log.table.phase


class TestWishes:
    def test_a_table_has_the_usual_size_and_options_where_nobody_says(self):
        opened = NewTable(game="verhext").opened("lock")
        assert opened.players == ridotto.game("verhext").usual
        assert opened.options == ridotto.game("verhext").choose(opened.players, {})
        assert opened.rules == ridotto.game("verhext").rules_version

    @pytest.mark.parametrize(
        ("wish", "error"),
        [
            ({"game": "chess"}, UnknownGame),
            ({"game": "venti", "players": 7}, BadOption),
            ({"game": "venti", "options": {"colour": "red"}}, BadOption),
            ({"game": "venti", "bots": {0: "cheater"}}, Refused),
            ({"game": "venti", "bots": {0: "master@9999999s"}}, Refused),
            ({"game": "venti", "bots": {6: "novice"}}, Refused),
            ({"game": "venti", "clock": ClockRules(1, 0)}, Refused),
            ({"game": "venti", "clock": ClockRules(60, 9999)}, Refused),
            ({"game": "venti", "patience": 0}, Refused),
        ],
    )
    def test_what_cannot_be_is_refused(self, wish, error):
        with pytest.raises(error):
            NewTable(**wish).opened("lock")

    @pytest.mark.parametrize(
        ("wish", "beyond"),
        [
            ({"clock": ClockRules(10)}, {"clock": ClockRules(9)}),
            ({"clock": ClockRules(86_400, 600)}, {"clock": ClockRules(86_401, 600)}),
            ({"clock": ClockRules(86_400, 600)}, {"clock": ClockRules(86_400, 601)}),
            ({"clock": ClockRules(60, 0)}, {"clock": ClockRules(60, -1)}),
            ({"patience": 10}, {"patience": 9}),
            ({"patience": 86_400}, {"patience": 86_401}),
        ],
    )
    def test_times_have_limits(self, wish, beyond):
        assert NewTable(game="venti", **wish).opened("lock")
        with pytest.raises(Refused):
            NewTable(game="venti", **beyond).opened("lock")

    def test_a_clock_gives_no_more_time_where_nobody_says(self):
        wish = msgspec.json.decode(b'{"game": "venti", "clock": {"seconds": 60}}', type=NewTable)
        assert wish.opened("lock").clock == ClockRules(60, 0)

    def test_a_rematch_is_dealt_and_nobody_is_new_to_the_game(self):
        first = structs.replace(
            NewTable(game="venti", guided=True, listed=True).opened("lock"), start={"some": "thing"}
        )
        second = again("first", first, [])
        assert (second.guided, second.start, second.after, second.listed) == (False, None, "first", True)


class TestChairs:
    def test_guests_take_the_first_free_chair_or_the_one_they_want(self):
        log = Log(game="verhext", players=4, bots={0: "expert"})
        log.do(commands.sit, "  Anna ", "gatta", None, lock("a"))
        log.do(commands.sit, "Ben", "volto", 3, lock("b"))
        assert [chair.kind for chair in log.table.chairs] == ["bot", "person", "free", "person"]
        assert log.table.names[1:] == ["Anna", "", "Ben"]
        assert log.table.seats_of(["a"]) == [1]
        assert log.table.seats_of(["b", "a", "c"]) == [1, 3]
        assert log.table.seats_of([]) == log.table.seats_of([lock("a")]) == []

    def test_a_guest_who_asks_twice_has_one_chair(self):
        log = Log(game="verhext")
        assert log.do(commands.sit, "Anna", "gatta", None, lock("a")) is not None
        assert log.do(commands.sit, "Anna", "gatta", None, lock("a")) is None

    def test_nobody_takes_what_is_taken(self):
        log = Log(game="verhext", players=3, bots={1: "novice"})
        log.do(commands.sit, "Anna", "gatta", 0, lock("a"))
        refused("taken", commands.sit, "Ben", "bauta", 0, lock("b"), log=log)
        refused("taken", commands.sit, "Ben", "bauta", 1, lock("b"), log=log)
        refused("no-seat", commands.sit, "Ben", "bauta", 3, lock("b"), log=log)
        refused("name-taken", commands.sit, "ANNA", "bauta", 2, lock("b"), log=log)
        refused("name-taken", commands.sit, "\u0410nn\u0430", "bauta", 2, lock("b"), log=log)
        refused("bad-mask", commands.sit, "Ben", "hood", 2, lock("b"), log=log)
        refused("bad-name", commands.sit, "\u202eBen", "bauta", 2, lock("b"), log=log)
        refused("mask-taken", commands.sit, "Ben", "gatta", 2, lock("b"), log=log)
        refused("mask-taken", commands.sit, "Ben", "colombina", 2, lock("b"), log=log)  # a bot's
        log.do(commands.sit, "Ben", "bauta", 2, lock("b"))
        refused("full", commands.sit, "Cleo", "gatta", None, lock("c"), log=log)

    def test_bots_wear_the_mask_of_their_name_and_leave_those_of_guests_alone(self):
        log = Log(game="verhext", players=4)
        log.do(commands.sit, "Anna", "colombina", 0, lock("a"))
        log.do(commands.fill, [HOST], "novice")
        log.do(commands.fill, [HOST], "novice")
        chairs = log.table.frame().chairs
        assert [(chair.name, chair.mask) for chair in chairs] == [
            ("Anna", "colombina"),
            ("Pantalone", "pantalone"),
            ("Brighella", "brighella"),
            ("", ""),
        ]
        assert log.table.worn() == {"colombina": "Anna", "pantalone": "Pantalone", "brighella": "Brighella"}

    def test_a_log_of_two_people_with_one_mask_is_still_read(self):
        log = Log(game="verhext", players=3)
        for seat, name in enumerate(("Anna", "Ben")):
            entry = Sat(seat, name, "gatta", lock(key(seat)))
            log.do(lambda table, entry=entry: entry)
        again = Table("again", log.rows)
        assert [chair.mask for chair in again.frame().chairs] == ["gatta", "gatta", ""]
        refused("mask-taken", commands.sit, "Cleo", "gatta", 2, lock("c"), log=log)

    def test_only_the_host_places_bots_and_starts(self):
        log = Log(game="verhext", players=3)
        log.do(commands.sit, "Anna", "gatta", 0, lock("a"))
        for deed in (commands.place, 1, "novice"), (commands.begin,), (commands.close,):
            refused("not-host", deed[0], ["a", "x"], *deed[1:], log=log)
        refused("free-seats", commands.begin, [HOST], log=log)
        refused("bad-level", commands.place, [HOST], 1, "genius", log=log)
        refused("taken", commands.place, [HOST], 0, "novice", log=log)
        assert log.do(commands.place, [HOST], 1, "novice")
        assert log.do(commands.place, [HOST], 1, "novice") is None
        log.do(commands.fill, [HOST], "master")
        assert log.do(commands.begin, [HOST])
        assert log.do(commands.begin, [HOST]) is None
        assert log.table.playing.seats == ["Anna", "bot:novice", "bot:master"]
        refused("begun", commands.sit, "Ben", "bauta", None, lock("b"), log=log)
        refused("begun", commands.clear, [HOST], 1, log=log)
        refused("begun", commands.close, [HOST], log=log)

    def test_people_stand_up_and_the_host_frees_chairs(self):
        log = Log(game="verhext", players=3).seat_everybody()
        refused("not-yours", commands.clear, [key(1)], 0, log=log)
        log.do(commands.clear, [key(0)], 0)
        log.do(commands.clear, [HOST], 1)
        assert [chair.kind for chair in log.table.chairs] == ["free", "free", "person"]
        assert log.table.seats_of([key(0)]) == []

    def test_a_closed_table_is_closed(self):
        log = Log(game="verhext", players=3)
        log.do(commands.close, [HOST])
        assert log.do(commands.close, [HOST]) is None
        refused("closed", commands.sit, "Ben", "bauta", None, lock("b"), log=log)
        refused("closed", commands.begin, [HOST], log=log)
        refused("closed", commands.say, 0, "Hello?", "id", log.now, log=log)


class TestDecisions:
    def test_a_decision_is_made_once_however_often_it_is_sent(self):
        log = Log(game="verhext", players=3).begin()
        seat = log.table.playing.state.actor()
        revision, move = log.table.sight(seat).revision, log.table.playing.state.moves(seat)[0]
        text = log.table.game.text(move)
        assert log.do(commands.decide, seat, revision, text, "once")
        for _ in range(3):
            assert log.do(commands.decide, seat, revision, text, "once") is None
        refused("id-used", commands.decide, seat, revision, log.table.game.text(move + 1), "once", log=log)
        refused("stale", commands.decide, seat, revision, text, "twice", log=log)
        assert len(log.table.playing.moves()) == 1

    def test_so_is_the_last_decision_of_a_match(self):
        """Its answer got lost: whoever sends it again is told that all is well, not that the match is over."""
        log, choice = Log(game="diciassette", players=2).begin(), Choices(1)
        while log.table.phase == "running":
            seat = log.table.playing.state.actor()
            moves = log.table.playing.state.moves(seat)
            deed = seat, log.table.sight(seat).revision, log.table.game.text(moves[choice.below(len(moves))])
            id = f"id-{len(log.rows)}"
            log.do(commands.decide, *deed, id)
            log.take()
        assert log.do(commands.decide, *deed, id) is None

    def test_an_illegal_move_is_refused_with_its_rule(self):
        log = Log(game="verhext", players=3).begin()
        seat = log.table.playing.state.actor()
        state = log.table.playing.state
        wrong = next(move for move in range(len(log.table.game.moves)) if move not in state.moves(seat))
        before = state.copy()
        with pytest.raises(IllegalMove) as refusal:
            log.decide(seat, wrong)
        assert refusal.value.code
        assert refusal.value.clause.startswith("verhext.")
        with pytest.raises(BadMoveText):
            log.do(commands.decide, seat, log.table.sight(seat).revision, "fly away", "id")
        with pytest.raises(IllegalMove):
            log.decide((seat + 1) % 3, state.moves(seat)[0])
        assert log.table.playing.state == before

    def test_before_and_after_the_match_nothing_is_decided(self):
        log = Log(game="diciassette", players=2).seat_everybody()
        refused("not-begun", commands.decide, 0, log.table.sight(0).revision, "draw", "id", log=log)
        refused("not-begun", commands.resign, 0, log=log)
        log.begin()
        choice = Choices(1)
        while log.table.phase == "running":
            log.step(choice)
        refused("over", commands.decide, 0, log.table.sight(0).revision, "draw", "id", log=log)
        refused("over", commands.undo, 0, log.table.sight(0).revision, "id", log=log)
        assert log.table.frame().result is not None

    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    def test_decisions_at_the_same_time_never_refuse_each_other(self, slug):
        """What a seat saw stays good while others decide in secret: it may post what it chose before."""
        together = 0
        for seed in range(4):
            log, choice = Log(game=slug).begin(), Choices(seed)
            for _ in range(150):
                if log.table.phase != "running":
                    break
                seats = log.table.playing.state.actors()
                seen = {seat: log.table.sight(seat).revision for seat in seats}
                moves = {seat: log.table.playing.state.moves(seat) for seat in seats}
                for seat in seats if choice.below(2) else seats[::-1]:
                    if seat not in log.table.playing.state.actors():
                        continue  # the window closed early: its answer no longer counts
                    assert log.table.playing.state.moves(seat) == moves[seat]
                    move = log.table.game.text(moves[seat][choice.below(len(moves[seat]))])
                    if len(seats) > 1 or seen[seat] == log.table.sight(seat).revision:
                        log.do(commands.decide, seat, seen[seat], move, f"id-{len(log.rows)}")
                log.take()
                together += len(seats) > 1
        assert together or slug not in ("diciassette", "venezia")

    def test_a_turn_that_was_taken_back_is_no_longer_there(self):
        """Somebody ends a turn, the next one looks, the end is taken back: what the next one decides is too early."""
        log, choice, taken_back = Log(game="venti", players=2).begin(), Choices(2), 0
        for step in range(400):
            seat = log.step(choice)
            (other,) = {0, 1} - {seat}
            if log.table.phase != "running":
                break
            if log.table.pending(other) and log.table.sight(seat).undo:
                seen, moves = log.table.sight(other).revision, log.table.playing.state.moves(other)
                log.do(commands.undo, seat, log.table.sight(seat).revision, f"undo {step}")
                if not log.table.pending(other):
                    refused(
                        "stale", commands.decide, other, seen, log.table.game.text(moves[0]), f"early {step}", log=log
                    )
                    taken_back += 1
        assert taken_back

    @pytest.mark.parametrize("slug", GAMES)
    def test_a_revision_never_comes_back(self, slug):
        """What was taken back was seen: a decision made before it that arrives late is refused, every time."""
        log, choice, undone = Log(game=slug).begin(), Choices(6), 0
        shown = {viewer: [log.table.sight(viewer).revision] for viewer in range(-1, log.table.opened.players)}
        for step in range(150):
            able = [seat for seat in range(log.table.opened.players) if log.table.sight(seat).undo]
            if able and choice.below(2):
                log.do(commands.undo, able[0], log.table.sight(able[0]).revision, f"undo {step}")
                undone += 1
            elif log.table.phase == "running":
                log.step(choice)
            for viewer, revisions in shown.items():
                now = log.table.sight(viewer).revision
                if now != revisions[-1]:
                    assert now not in revisions, f"step {step}, viewer {viewer}"
                    revisions.append(now)
        assert undone > 5 or slug == "diciassette"  # where answers are final at once

    def test_a_late_copy_is_refused_after_it_was_taken_back(self):
        log, choice = Log(game="venezia", players=2).begin(), Choices(5)
        while True:
            seat = log.table.playing.state.actor()
            seen, move = log.table.sight(seat).revision, log.table.game.text(log.table.playing.state.moves(seat)[0])
            log.step(choice)
            if log.table.sight(seat).undo:
                break
        refused("stale", commands.decide, seat, seen, move, "late", log=log)
        log.do(commands.undo, seat, log.table.sight(seat).revision, "undo")
        refused("stale", commands.decide, seat, seen, move, "late", log=log)

    def test_whether_a_sight_is_old_is_known_without_looking(self, monkeypatch):
        """However long the log is, and whatever others did in secret: nothing is drawn, nothing is played again."""
        log, choice = Log(game="venezia", players=4).begin(), Choices(1)
        while len(log.table.asked) < 2:
            log.step(choice)
        seen = log.table.sight(0).revision
        for step in range(40):
            state = log.table.playing.state
            log.decide(1, state.moves(1)[0])
            log.do(commands.undo, 1, log.table.sight(1).revision, f"undo {step}")
        monkeypatch.setattr(PlayerViews, "sight", None)
        monkeypatch.setattr(type(log.table.playing), "play", None)
        assert log.table.has_seen(0, seen)
        for invented in ("", "0" * 40, seen[::-1]):
            assert not log.table.has_seen(0, invented)

    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    def test_what_is_kept_of_a_sight_is_what_would_be_seen(self, slug):
        """What others decide in secret leaves a sight as it is, and drawing it anew would show the same."""
        log, choice, kept = Log(game=slug, clock=ClockRules(3600, 5)).begin(), Choices(8), 0
        viewers = range(-1, log.table.opened.players)
        for step in range(120):
            before = {viewer: log.table.sight(viewer) for viewer in viewers}
            frame = log.table.frame()
            able = [seat for seat in viewers if log.table.sight(seat).undo]
            if able and choice.below(3) == 0:
                log.do(commands.undo, able[-1], log.table.sight(able[-1]).revision, f"undo {step}")
            elif log.table.phase == "running":
                log.step(choice)
            table = log.table
            if table.phase != "running":
                break
            for viewer in viewers:
                anew = PlayerViews(table.playing, table.trails, table.names, table).sight(viewer)
                assert table.sight(viewer) == anew
                kept += table.sight(viewer) is before[viewer]
            assert table.frame() == table._new_frame()
            kept += table.frame() is frame
        assert kept or slug in ("venti", "venezia2099")

    def test_thinking_better_of_it_has_an_end(self):
        """Until something is final; deciding itself is never refused."""
        log, choice = Log(game="venezia", players=2).begin(), Choices(2)
        for turn in range(3):
            while len(log.table.asked) < 2:
                log.step(choice)
            first = log.table.playing.state.moves(0)[0]
            for step in range(UNDOS):
                log.decide(0, first)
                assert log.table.sight(0).undo
                log.do(commands.undo, 0, log.table.sight(0).revision, f"undo {turn} {step}")
            log.decide(0, first)
            assert not log.table.sight(0).undo
            refused("final", commands.undo, 0, log.table.sight(0).revision, "once too often", log=log)
            while len(log.table.asked) > 1:
                log.step(choice)

    def test_what_nobody_has_seen_can_be_taken_back(self):
        log = Log(game="venezia", players=2).begin()
        choice, undone = Choices(5), 0
        for _ in range(60):
            seat = log.step(choice)
            if log.table.phase == "running" and log.table.sight(seat).undo:
                revision = log.table.sight(seat).revision
                before = len(log.table.playing.moves())
                assert log.do(commands.undo, seat, revision, f"undo-{undone}")
                assert log.do(commands.undo, seat, revision, f"undo-{undone}") is None
                assert len(log.table.playing.moves()) == before - 1
                undone += 1
            elif log.table.phase == "running":
                refused("final", commands.undo, seat, log.table.sight(seat).revision, "nothing", log=log)
        assert undone > 3


class TestChangesOfChairs:
    """A log does not grow for ever before the match."""

    def changed(self):
        """Somebody has sat down and stood up as often as guests may."""
        log = Log(game="verhext", players=3)
        for n in range(SEATINGS // 2):
            log.do(commands.sit, "Anna", "gatta", 0, lock(f"key {n}"))
            log.do(commands.clear, [f"key {n}"], 0)
        return log

    def test_guests_sit_down_and_stand_up_only_so_often(self):
        log = self.changed()
        refused("final", commands.sit, "Anna", "gatta", 0, lock("once more"), log=log)
        refused("final", commands.sit, "Anna", "gatta", None, lock("once more"), log=log)

    def test_whoever_sat_down_last_stays(self):
        log = Log(game="verhext", players=3, bots={2: "novice"})
        for n in range(SEATINGS - 2):
            log.do(commands.place, [HOST], 2, ("casual", "novice")[n % 2])
        for seat in range(2):
            log.do(commands.sit, ("Anna", "Ben")[seat], MASKS[seat], seat, lock(key(seat)))
        refused("final", commands.clear, [key(0)], 0, log=log)
        assert log.do(commands.clear, [HOST], 0)

    def test_the_host_may_go_on_and_begin(self):
        log = self.changed()
        for seat in range(3):
            assert log.do(commands.place, [HOST], seat, "novice")
        assert log.do(commands.clear, [HOST], 0)
        assert log.do(commands.fill, [HOST], "casual")
        assert log.do(commands.begin, [HOST])

    def test_nor_does_the_host_change_them_for_ever(self):
        log = Log(game="verhext", players=3)
        for n in range(2 * SEATINGS):
            assert log.do(commands.place, [HOST], 0, ("novice", "casual")[n % 2])
        refused("final", commands.place, [HOST], 0, "novice", log=log)
        refused("final", commands.clear, [HOST], 0, log=log)
        assert log.do(commands.place, [HOST], 0, "casual") is None  # it is as it shall be
        assert log.do(commands.close, [HOST])

    def test_those_who_sit_from_the_beginning_do_not_count(self):
        log = Log(game="verhext", players=3, bots={0: "novice", 1: "novice"})
        assert log.table._seatings == 0


class TestLeaving:
    def test_a_bot_plays_for_whoever_is_away_until_they_are_back(self):
        log = Log(game="verhext", players=3).begin()
        log.do(leave, 1)
        assert log.do(leave, 1) is None
        assert log.table.chairs[1].played
        assert log.table.playing.seats[1] == "bot:casual"
        assert log.table.names[1] == "Ben", "the log tells of people by their names"
        log.do(commands.come_back, 1)
        assert log.do(commands.come_back, 1) is None
        assert not log.table.chairs[1].played
        assert log.table.playing.seats[1] == "Ben"

    def test_whoever_resigns_plays_no_more(self):
        log = Log(game="verhext", players=3).begin()
        seat = log.table.playing.state.actor()
        log.do(commands.resign, seat)
        assert log.do(commands.resign, seat) is None
        assert log.do(commands.come_back, seat) is None
        move = log.table.game.text(log.table.playing.state.moves(seat)[0])
        refused("resigned", commands.decide, seat, log.table.sight(seat).revision, move, "id", log=log)
        refused("resigned", commands.abandon, seat, log=log)
        refused("resigned", commands.undo, seat, log.table.sight(seat).revision, "undo", log=log)
        assert seat not in log.table.people()

    def test_a_match_is_broken_off_when_all_people_want_it(self):
        log = Log(game="verhext", players=4, bots={2: "novice"}).begin()
        log.do(commands.abandon, 0)
        assert log.do(commands.abandon, 0) is None
        log.do(commands.resign, 1)
        assert phase_of(log) == "running"
        assert log.do(commands.abandon, 0, False)
        assert log.do(commands.abandon, 0, False) is None
        log.do(commands.abandon, 3)
        assert phase_of(log) == "running", "somebody would rather play on after all"
        log.do(commands.abandon, 0)
        assert phase_of(log) == "over"
        assert log.table.frame().result is None
        assert all(log.scene(viewer).actions == () for viewer in range(-1, 4))
        assert record.parse("\n".join(record.lines(log.table.playing)), ridotto.game).over is False

    def test_what_was_broken_off_is_not_taken_back(self):
        log, choice = Log(game="venezia", players=2).begin(), Choices(5)
        while not log.table.sight(seat := log.step(choice)).undo:
            pass
        for each in (0, 1):
            log.do(commands.abandon, each)
        assert phase_of(log) == "over"
        assert log.table.sight(seat).undo is False

    @pytest.mark.parametrize("gone", [leave, commands.resign])
    def test_who_wanted_to_break_off_may_do_so_when_the_others_have_gone(self, gone):
        log = Log(game="verhext", players=3, bots={2: "novice"}).begin()
        log.do(commands.abandon, 0)
        log.do(gone, 1)
        assert phase_of(log) == "running"
        assert log.do(commands.abandon, 0)
        assert phase_of(log) == "over"
        assert log.do(commands.abandon, 0) is None

    def test_the_house_answers_only_what_is_still_asked(self):
        log = Log(game="verhext", players=3, bots={0: "novice", 1: "novice", 2: "novice"}).begin()
        state = log.table.playing.state
        seat = state.actor()
        move, moment = state.moves(seat)[0], at_moment(log.table.trails.moment(seat), seat)
        assert log.do(answer, seat, move, "bot", lambda _: False) is None, "it thought about another position"
        assert isinstance(log.do(answer, seat, move, "bot", moment), Moved)
        assert log.do(answer, seat, move, "bot", moment) is None
        person = Log(game="verhext", players=3).begin()
        assert person.do(answer, seat, move, "bot", lambda _: True) is None, "the person is back"


class TestClocks:
    def test_what_is_taken_back_in_secret_changes_no_clock(self):
        clock = Clock(ClockRules(60, 5), 2)
        for at, waiting, back in ((0, [0, 1], False), (1000, [0, 1], False), (2000, [0, 1], True), (3000, [0], False)):
            clock.turn(at, waiting, back)
        assert clock.left[1] == 60_000 - 3_000 + 5_000
        assert clock.end(0) == 60_000

    def test_a_turn_that_was_taken_back_earns_its_time_once(self):
        clock = Clock(ClockRules(60, 5), 2)
        for at, waiting, back in ((0, [0], False), (0, [1], False), (0, [0], True), (0, [1], False), (0, [0], False)):
            clock.turn(at, waiting, back)
        assert clock.left == [65_000, 65_000]
        clock.turn(0, [1])
        assert clock.left == [70_000, 65_000], "and the next turn earns its own"

    def test_whoever_is_late_owes_nothing(self):
        """The house was closed for an hour, say: then a bot decides, and the increment is all there is."""
        clock = Clock(ClockRules(60, 5), 2)
        for at, waiting in ((0, [0]), (3_600_000, [1]), (3_601_000, [0])):
            clock.turn(at, waiting)
        assert clock.left == [5_000, 64_000]
        assert clock.end(0) == 3_606_000

    def test_a_clock_runs_for_those_the_table_waits_for(self):
        log = Log(game="verhext", players=3, clock=ClockRules(60, 5)).begin()
        seat = log.table.playing.state.actor()
        chairs = log.table.frame().chairs
        assert chairs[seat].ends == log.now + 60_000
        assert chairs[seat].left is None
        assert all(chair.left == 60_000 for chair in chairs if chair.seat != seat)
        log.decide(seat, log.table.playing.state.moves(seat)[0], after=10_000)
        assert log.table.frame().chairs[seat].left == 55_000
        assert not any(chair.left or chair.ends for chair in Log(game="verhext").begin().table.frame().chairs)

    def test_what_is_taken_back_and_done_again_earns_no_time(self):
        log = Log(game="venti", players=2, clock=ClockRules(600, 30)).begin()
        clock, choice = log.table.clock, Choices(2)
        assert clock is not None
        for _ in range(200):
            before = list(clock.left)
            seat = log.step(choice)
            if log.table.sight(seat).undo and seat not in clock.running:
                move = log.table.playing.moves()[-1].move
                log.do(commands.undo, seat, log.table.sight(seat).revision, f"undo-{log.now}", after=0)
                log.decide(seat, move, after=0)
                assert clock.left[seat] <= before[seat] + 30_000
            if log.table.phase != "running":
                break

    def test_whether_something_can_be_taken_back_is_part_of_the_sight(self):
        """By hand it can, by the clock it stands: else a page would go on showing the one where it is the other."""
        by_hand, by_clock = (Log(seed=1, game="venezia", players=2).begin() for _ in range(2))
        seat = -1
        while not by_hand.table.sight(seat).undo:
            state = by_hand.table.playing.state
            seat, same = state.actor(), as_seen(state.copy(), state.actor())
            move = state.moves(seat)[0]
            by_hand.decide(seat, move)
            by_clock.do(answer, seat, move, "clock", same)
        one, other = by_hand.table.sight(seat), by_clock.table.sight(seat)
        assert (one.scene, one.log, one.undo) == (other.scene, other.log, not other.undo)
        assert one.revision != other.revision

    def test_what_the_clock_decided_stands(self):
        """Else whoever is late would take it back, and have more time."""
        log, choice = Log(game="venezia", players=2, clock=ClockRules(600, 0)).begin(), Choices(3)
        while True:
            seat = log.table.playing.state.actor()
            move = log.table.playing.state.moves(seat)[0]
            same = as_seen(log.table.playing.state, seat)
            by_hand = log.table.playing.state.copy()
            by_hand.listen()
            by_hand.play(seat, move)
            log.do(answer, seat, move, "clock", same)
            if not by_hand.seals >> seat & 1:  # a person might take it back
                break
            log.step(choice)
        assert log.table.sight(seat).undo is False
        refused("final", commands.undo, seat, log.table.sight(seat).revision, "undo", log=log)

    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    def test_no_clock_tells_of_a_secret_step(self, slug):
        """As long as a spectator sees the same table, it sees the same clocks."""
        log, choice = Log(game=slug, clock=ClockRules(3600, 7)).begin(), Choices(3)
        secret = 0
        for _ in range(200):
            before = log.table.sight(-1).revision, clocks(log.table)
            log.step(choice)
            if log.table.phase != "running":
                break
            if log.table.sight(-1).revision == before[0]:
                assert clocks(log.table) == before[1]
                secret += 1
        assert secret or slug not in ("venezia", "diciassette")


def clocks(table):
    return [(chair.left, chair.ends) for chair in table.frame().chairs]


class TestTheLog:
    @pytest.mark.parametrize("slug", GAMES)
    def test_a_table_is_what_follows_from_its_log(self, slug):
        log, choice = Log(game=slug, clock=ClockRules(600, 0), listed=True).begin(), Choices(7)
        for step in range(60):
            if log.table.phase == "running":
                seat = log.step(choice)
                if step % 7 == 0 and log.table.phase == "running" and log.table.sight(seat).undo:
                    log.do(commands.undo, seat, log.table.sight(seat).revision, f"undo {step}")
                if step % 11 == 0:
                    log.do(commands.say, seat, f"Step {step}!", f"said {step}", log.now)
                    log.do(leave, 0)
                if step % 11 == 5:
                    log.do(commands.come_back, 0)
        again = Table("here", log.rows)
        assert again.frame() == log.table.frame()
        assert again.playing.state == log.table.playing.state
        assert again.playing.entries == log.table.playing.entries
        assert again.asked == log.table.asked
        for viewer in range(-1, len(again.chairs)):
            assert again.sight(viewer) == log.table.sight(viewer)

    @pytest.mark.parametrize(("entry", "kept"), KEPT, ids=lambda value: type(value).__name__)
    def test_what_is_kept_today_is_read_for_ever(self, entry, kept):
        """Databases are full of it."""
        assert encode(entry) == kept
        assert decode(kept) == entry

    def test_a_first_entry_needs_only_what_the_oldest_have(self):
        assert decode(
            b'{"type":"opened","version":1,"game":"venti","rules":1,"players":2,"options":{},"seed":"0f","host":"lock",'
            b'"listed":true,"watch":"anyone","clock":{"seconds":60},"patience":null,"hints":true}'
        ) == Opened(
            1, "venti", 1, 2, {}, "0f", "lock", True, "anyone", ClockRules(60, 0), None, True, [], "", None, False
        )

    def test_the_seed_is_told_when_the_match_is_over_and_not_before(self):
        log, closed = Log(game="verhext", players=3), Log(game="verhext", players=3)
        closed.do(commands.close, [HOST])
        assert log.table.frame().seed == closed.table.frame().seed == ""
        log.begin()
        assert log.table.frame().seed == ""
        for seat in range(3):
            log.do(commands.abandon, seat)
        assert log.table.frame().seed == log.table.opened.seed

    def test_nothing_secret_is_in_the_frame(self):
        log = Log(game="verhext", players=3).begin()
        shown = msgspec.json.encode(log.table.frame()).decode()
        assert log.table.opened.seed not in shown
        assert log.table.opened.host not in shown
        assert not any(chair.lock in shown for chair in log.table.chairs)
        assert log.table.playing.commitment in shown

    def test_chat_is_one_clean_line(self):
        log = Log(game="verhext", players=3).seat_everybody()
        log.do(commands.say, 0, "  Buona\n\tsera \u202e tutti \x00 ", "hello", log.now)
        assert log.do(commands.say, 0, "Buona sera tutti", "hello", log.now) is None
        assert [line.text for line in log.table.frame().chat] == ["Buona sera tutti"]
        refused("bad-text", commands.say, 0, " \u200b\n", "empty", log.now, log=log)
        refused("bad-text", commands.say, 0, "x" * 301, "long", log.now, log=log)
        refused("id-used", commands.say, 0, "Something else", "hello", log.now, log=log)

    def test_no_chatter_pushes_out_what_the_house_told(self):
        """Nor does somebody who comes and goes all the time; and nothing grows for ever."""
        log = Log(game="verhext", players=3).begin()
        log.do(lambda _: Offered(2, lock("a link"), "casual"))
        for n in range(CHAT + 1):
            log.do(lambda _, n=n: Said(0, f"Blah {n}!", f"line {n}"))
        frame = log.table.frame()
        assert [line.event or line.text for line in frame.chat[:2]] == ["offered", "Blah 1!"]
        assert (len(frame.chat), frame.said) == (1 + CHAT, CHAT + 2)
        for _ in range(2 * EVENTS):
            log.do(commands.come_back, 2)
            log.do(leave, 2)
        frame = log.table.frame()
        kinds = Counter(line.event for line in frame.chat)
        assert kinds == {"": CHAT, "offered": 1, "returned": EVENTS, "left": EVENTS}
        assert [line.event for line in frame.chat[-2:]] == ["returned", "left"], "all in the order of the log"
        assert frame.said == CHAT + 2 + 4 * EVENTS

    def test_much_is_said_only_while_the_match_goes_on(self):
        log = Log(game="verhext", players=3).begin()
        for n in range(LINES):
            log.do(commands.say, 0, f"Blah {n}!", f"line {n}", log.now)
        refused("too-many", commands.say, 0, "Blah!", "too much", log.now, log=log)
        log.do(commands.say, 1, "Be quiet!", "another seat", log.now)
        log.step(Choices(1))  # lays a card for everybody to see
        log.do(commands.say, 0, "Now!", "in the next turn", log.now)
        for n in range(LINES - 1):
            log.do(commands.say, 0, f"Blah {n}!", f"more {n}", log.now)
        refused("too-many", commands.say, 0, "Blah!", "too much", log.now, log=log)
        log.do(commands.say, 0, "You think long.", "later", log.now + TALK)

    def test_proposing_to_break_off_has_an_end_until_something_is_final(self):
        log = Log(game="verhext", players=3).begin()
        for _ in range(PROPOSALS):
            assert log.do(commands.abandon, 0)
            assert log.do(commands.abandon, 0, False)
        length = log.table.length
        refused("final", commands.abandon, 0, log=log)
        assert log.table.length == length
        log.do(commands.abandon, 1)  # another seat may
        while log.table.playing.state.actor() != 0:
            log.step(Choices(1))
        log.step(Choices(1))  # lays a card for everybody to see
        assert log.do(commands.abandon, 0)

    def test_whoever_has_proposed_too_often_may_still_agree(self):
        log = Log(game="verhext", players=3).begin()
        for _ in range(PROPOSALS):
            log.do(commands.abandon, 0)
            log.do(commands.abandon, 0, False)
        log.do(commands.abandon, 1)
        log.do(commands.abandon, 2)
        assert log.do(commands.abandon, 0)
        assert log.table.phase == "over"

    def test_rematch_seats_those_who_stayed(self):
        log = Log(game="verhext", players=4, bots={1: "expert"}).begin()
        log.do(commands.resign, 2)
        log.do(leave, 3)  # who is away is no bot
        assert log.table.seated_again() == [
            Sat(0, "Anna", MASKS[0], lock(key(0))),
            Placed(1, "expert"),
            Sat(3, "Dora", MASKS[3], lock(key(3))),
        ]


class TestKeys:
    def test_keys_follow_from_the_secret_and_the_deed(self):
        secret = bytes(32)
        assert derived(secret, "seat", "a") == derived(secret, "seat", "a")
        assert len({derived(s, *p) for s in (secret, b"x" * 32) for p in (("seat", "a"), ("seat", "b"), ("a",))}) == 6
        assert len(derived(secret, "seat")) == 32
        assert len(table_name(secret, "x")) == 12
        assert table_name(secret, "x").isalnum()
        assert table_name(secret, "rematch", "x") != table_name(secret, "rematchx"), "whoever makes up an id"
        assert derived(secret, "seat", "a") != derived(secret, "seata")

    def test_keys_that_people_hold_fit_for_ever(self):
        assert lock("key") == "eb6580116e3ef61186ca5f08875974d29f7b1e3b4a82b392dc92cffb43057b8f"
        assert derived(bytes(32), "seat", "a") == "aiKHiU7qUXwWID_iLJrrnxpOoTCNCtOK"
        assert table_name(bytes(32), "x") == "sbri6t3y4bhs"

    def test_a_lock_does_not_tell_its_key(self):
        assert lock("key") != "key"
        assert lock("key") == lock("key") != lock("kez")
        assert lock("\ud800")  # whatever comes in a header


@pytest.mark.parametrize("slug", ["diciassette", "venezia2099", "venti"])
def test_what_the_house_answers_for_people_depends_on_nothing_hidden(slug):
    """Whoever looks on sees the table go on without somebody, and learns nothing from it."""
    game, answered, chance = ridotto.game(slug), 0, Random(5)
    for _ in range(250):
        state = random_position(game, chance.choice(game.players), chance)
        for seat in state.actors():
            answer = goes_without_asking(state, seat)
            answered += answer is not None
            for viewer in {*range(-1, state.seats)} - {seat}:
                world = state.redeal(viewer, Rng(chance.getrandbits(60)), recall=False)
                assert seat not in world.actors() or goes_without_asking(world, seat) == answer
    assert answered or slug == "venti"  # where it would always tell about a hand
