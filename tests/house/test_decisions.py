"""Decisions, revisions and undo at a table."""

import pytest

import ridotto
from ridotto.engine.errors import BadMoveText, IllegalMove
from ridotto.house.tables import commands
from ridotto.house.tables.events import (
    ClockRules,
)
from ridotto.house.tables.player_view import PlayerViews
from ridotto.house.tables.table_limits import (
    MAX_UNDOS,
)
from tests.house.logs import Log, refused
from tests.playing import Choices

GAMES = [game.slug for game in ridotto.all_games()]


class TestDecisions:
    def test_a_repeated_decision_is_made_once(self):
        log = Log(game="verhext", players=3).begin()
        seat = log.table.started_match.state.actor()
        revision, move = log.table.player_view(seat).revision, log.table.started_match.state.moves(seat)[0]
        text = log.table.game.text(move)
        assert log.do(commands.decide, seat, revision, text, "once")
        for _ in range(3):
            assert log.do(commands.decide, seat, revision, text, "once") is None
        refused("id-used", commands.decide, seat, revision, log.table.game.text(move + 1), "once", log=log)
        refused("stale", commands.decide, seat, revision, text, "twice", log=log)
        assert len(log.table.started_match.decisions()) == 1

    def test_the_last_decision_of_a_match_can_be_repeated(self):
        """Even if its answer was lost and the match is over."""
        log, choice = Log(game="diciassette", players=2).begin(), Choices(1)
        while log.table.phase == "running":
            seat = log.table.started_match.state.actor()
            moves = log.table.started_match.state.moves(seat)
            command = seat, log.table.player_view(seat).revision, log.table.game.text(moves[choice.below(len(moves))])
            id = f"id-{len(log.rows)}"
            log.do(commands.decide, *command, id)
            log.close_window_now()
        assert log.do(commands.decide, *command, id) is None

    def test_an_illegal_move_is_refused_with_its_rule(self):
        log = Log(game="verhext", players=3).begin()
        seat = log.table.started_match.state.actor()
        state = log.table.started_match.state
        wrong = next(move for move in range(len(log.table.game.move_texts)) if move not in state.moves(seat))
        before = state.copy()
        with pytest.raises(IllegalMove) as refusal:
            log.decide(seat, wrong)
        assert refusal.value.code
        assert refusal.value.clause.startswith("verhext.")
        with pytest.raises(BadMoveText):
            log.do(commands.decide, seat, log.table.player_view(seat).revision, "fly away", "id")
        with pytest.raises(IllegalMove):
            log.decide((seat + 1) % 3, state.moves(seat)[0])
        assert log.table.started_match.state == before

    def test_decisions_before_and_after_the_match_are_refused(self):
        log = Log(game="diciassette", players=2).seat_everybody()
        refused("not-begun", commands.decide, 0, log.table.player_view(0).revision, "draw", "id", log=log)
        refused("not-begun", commands.resign, 0, log=log)
        log.begin()
        choice = Choices(1)
        while log.table.phase == "running":
            log.step(choice)
        refused("over", commands.decide, 0, log.table.player_view(0).revision, "draw", "id", log=log)
        refused("over", commands.undo, 0, log.table.player_view(0).revision, "id", log=log)
        assert log.table.info().result is not None

    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    def test_simultaneous_decisions_never_refuse_each_other(self, slug):
        """A view stays valid while others decide in secret."""
        simultaneous = 0
        for seed in range(4):
            log, choice = Log(game=slug).begin(), Choices(seed)
            for _ in range(150):
                if log.table.phase != "running":
                    break
                seats = log.table.started_match.state.actors()
                seen = {seat: log.table.player_view(seat).revision for seat in seats}
                moves = {seat: log.table.started_match.state.moves(seat) for seat in seats}
                for seat in seats if choice.below(2) else seats[::-1]:
                    if seat not in log.table.started_match.state.actors():
                        continue  # the window has closed early
                    assert log.table.started_match.state.moves(seat) == moves[seat]
                    move = log.table.game.text(moves[seat][choice.below(len(moves[seat]))])
                    if len(seats) > 1 or seen[seat] == log.table.player_view(seat).revision:
                        log.do(commands.decide, seat, seen[seat], move, f"id-{len(log.rows)}")
                log.close_window_now()
                simultaneous += len(seats) > 1
        assert simultaneous or slug not in ("diciassette", "venezia")

    def test_a_decision_after_an_undone_turn_is_refused(self):
        """A seat ends its turn and takes that back; meanwhile the next seat has seen its own turn."""
        log, choice, taken_back = Log(game="venti", players=2).begin(), Choices(2), 0
        for step in range(400):
            seat = log.step(choice)
            (other,) = {0, 1} - {seat}
            if log.table.phase != "running":
                break
            if log.table.owes_decision(other) and log.table.player_view(seat).undo:
                seen, moves = log.table.player_view(other).revision, log.table.started_match.state.moves(other)
                log.do(commands.undo, seat, log.table.player_view(seat).revision, f"undo {step}")
                if not log.table.owes_decision(other):
                    refused(
                        "stale", commands.decide, other, seen, log.table.game.text(moves[0]), f"early {step}", log=log
                    )
                    taken_back += 1
        assert taken_back

    @pytest.mark.parametrize("slug", GAMES)
    def test_revisions_never_repeat(self, slug):
        """An undo does not restore an old revision, so that late decisions are refused."""
        log, choice, undone = Log(game=slug).begin(), Choices(6), 0
        shown = {viewer: [log.table.player_view(viewer).revision] for viewer in range(-1, log.table.opened.players)}
        for step in range(150):
            able = [seat for seat in range(log.table.opened.players) if log.table.player_view(seat).undo]
            if able and choice.below(2):
                log.do(commands.undo, able[0], log.table.player_view(able[0]).revision, f"undo {step}")
                undone += 1
            elif log.table.phase == "running":
                log.step(choice)
            for viewer, revisions in shown.items():
                now = log.table.player_view(viewer).revision
                if now != revisions[-1]:
                    assert now not in revisions, f"step {step}, viewer {viewer}"
                    revisions.append(now)
        assert undone > 5 or slug == "diciassette"  # answers there are final at once

    def test_a_late_copy_of_an_undone_decision_is_refused(self):
        log, choice = Log(game="venezia", players=2).begin(), Choices(5)
        while True:
            seat = log.table.started_match.state.actor()
            seen, move = (
                log.table.player_view(seat).revision,
                log.table.game.text(log.table.started_match.state.moves(seat)[0]),
            )
            log.step(choice)
            if log.table.player_view(seat).undo:
                break
        refused("stale", commands.decide, seat, seen, move, "late", log=log)
        log.do(commands.undo, seat, log.table.player_view(seat).revision, "undo")
        refused("stale", commands.decide, seat, seen, move, "late", log=log)

    def test_old_views_are_recognised_without_making_views(self, monkeypatch):
        """The cost does not depend on the log: no view is made and no move is played."""
        log, choice = Log(game="venezia", players=4).begin(), Choices(1)
        while len(log.table.asked_since) < 2:
            log.step(choice)
        seen = log.table.player_view(0).revision
        for step in range(40):
            state = log.table.started_match.state
            log.decide(1, state.moves(1)[0])
            log.do(commands.undo, 1, log.table.player_view(1).revision, f"undo {step}")
        monkeypatch.setattr(PlayerViews, "player_view", None)
        monkeypatch.setattr(type(log.table.started_match), "play", None)
        assert log.table.has_seen(0, seen)
        for invented in ("", "0" * 40, seen[::-1]):
            assert not log.table.has_seen(0, invented)

    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    def test_cached_views_equal_new_ones(self, slug):
        """Secret decisions of others leave a cached view, which equals a new one."""
        log, choice, unchanged = Log(game=slug, clock=ClockRules(3600, 5)).begin(), Choices(8), 0
        viewers = range(-1, log.table.opened.players)
        for step in range(120):
            before = {viewer: log.table.player_view(viewer) for viewer in viewers}
            info = log.table.info()
            able = [seat for seat in viewers if log.table.player_view(seat).undo]
            if able and choice.below(3) == 0:
                log.do(commands.undo, able[-1], log.table.player_view(able[-1]).revision, f"undo {step}")
            elif log.table.phase == "running":
                log.step(choice)
            table = log.table
            if table.phase != "running":
                break
            for viewer in viewers:
                anew = PlayerViews(table.started_match, table.trails, table.names, table).player_view(viewer)
                assert table.player_view(viewer) == anew
                unchanged += table.player_view(viewer) is before[viewer]
            assert table.info() == table._new_info()
            unchanged += table.info() is info
        assert unchanged or slug in ("venti", "venezia2099")

    def test_undos_are_limited(self):
        """Until something is final. Decisions are never refused for this reason."""
        log, choice = Log(game="venezia", players=2).begin(), Choices(2)
        for turn in range(3):
            while len(log.table.asked_since) < 2:
                log.step(choice)
            first = log.table.started_match.state.moves(0)[0]
            for step in range(MAX_UNDOS):
                log.decide(0, first)
                assert log.table.player_view(0).undo
                log.do(commands.undo, 0, log.table.player_view(0).revision, f"undo {turn} {step}")
            log.decide(0, first)
            assert not log.table.player_view(0).undo
            refused("final", commands.undo, 0, log.table.player_view(0).revision, "once too often", log=log)
            while len(log.table.asked_since) > 1:
                log.step(choice)

    def test_undo(self):
        log = Log(game="venezia", players=2).begin()
        choice, undone = Choices(5), 0
        for _ in range(60):
            seat = log.step(choice)
            if log.table.phase == "running" and log.table.player_view(seat).undo:
                revision = log.table.player_view(seat).revision
                before = len(log.table.started_match.decisions())
                assert log.do(commands.undo, seat, revision, f"undo-{undone}")
                assert log.do(commands.undo, seat, revision, f"undo-{undone}") is None
                assert len(log.table.started_match.decisions()) == before - 1
                undone += 1
            elif log.table.phase == "running":
                refused("final", commands.undo, seat, log.table.player_view(seat).revision, "nothing", log=log)
        assert undone > 3
