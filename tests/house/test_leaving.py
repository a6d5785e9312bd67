"""People who are absent, resign or end the match early."""

import pytest

import ridotto
from ridotto.engine import record
from ridotto.house.autoplay.automatic_decisions import is_undisturbed, move_for
from ridotto.house.people.attendance import leave
from ridotto.house.tables import commands
from ridotto.house.tables.events import (
    Moved,
)
from tests.house.logs import Log, phase_of, refused
from tests.playing import Choices


class TestLeaving:
    def test_a_bot_plays_for_an_absent_person(self):
        log = Log(game="verhext", players=3).begin()
        log.do(leave, 1)
        assert log.do(leave, 1) is None
        assert log.table.chairs[1].is_played_by_bot
        assert log.table.started_match.holders[1] == "bot:casual"
        assert log.table.names[1] == "Ben", "people keep their names"
        log.do(commands.come_back, 1)
        assert log.do(commands.come_back, 1) is None
        assert not log.table.chairs[1].is_played_by_bot
        assert log.table.started_match.holders[1] == "Ben"

    def test_a_person_who_resigned_is_refused(self):
        log = Log(game="verhext", players=3).begin()
        seat = log.table.started_match.state.actor()
        log.do(commands.resign, seat)
        assert log.do(commands.resign, seat) is None
        assert log.do(commands.come_back, seat) is None
        move = log.table.game.text(log.table.started_match.state.moves(seat)[0])
        refused("resigned", commands.decide, seat, log.table.player_view(seat).revision, move, "id", log=log)
        refused("resigned", commands.propose_abandon, seat, log=log)
        refused("resigned", commands.undo, seat, log.table.player_view(seat).revision, "undo", log=log)
        assert seat not in log.table.chairs.people()

    def test_a_match_ends_early_if_all_people_propose_it(self):
        log = Log(game="verhext", players=4, bots={2: "novice"}).begin()
        log.do(commands.propose_abandon, 0)
        assert log.do(commands.propose_abandon, 0) is None
        log.do(commands.resign, 1)
        assert phase_of(log) == "running"
        assert log.do(commands.propose_abandon, 0, False)
        assert log.do(commands.propose_abandon, 0, False) is None
        log.do(commands.propose_abandon, 3)
        assert phase_of(log) == "running", "a proposal was withdrawn"
        log.do(commands.propose_abandon, 0)
        assert phase_of(log) == "over"
        assert log.table.info().result is None
        assert all(log.scene(viewer).actions == () for viewer in range(-1, 4))
        assert record.parse("\n".join(record.lines(log.table.started_match)), ridotto.game).over is False

    def test_no_undo_after_an_early_end(self):
        log, choice = Log(game="venezia", players=2).begin(), Choices(5)
        while not log.table.player_view(seat := log.step(choice)).undo:
            pass
        for each in (0, 1):
            log.do(commands.propose_abandon, each)
        assert phase_of(log) == "over"
        assert log.table.player_view(seat).undo is False

    @pytest.mark.parametrize("gone", [leave, commands.resign])
    def test_a_repeated_proposal_ends_the_match_when_others_have_left(self, gone):
        log = Log(game="verhext", players=3, bots={2: "novice"}).begin()
        log.do(commands.propose_abandon, 0)
        log.do(gone, 1)
        assert phase_of(log) == "running"
        assert log.do(commands.propose_abandon, 0)
        assert phase_of(log) == "over"
        assert log.do(commands.propose_abandon, 0) is None

    def test_outdated_moves_of_the_house_are_dropped(self):
        log = Log(game="verhext", players=3, bots={0: "novice", 1: "novice", 2: "novice"}).begin()
        state = log.table.started_match.state
        seat = state.actor()
        move, moment = state.moves(seat)[0], is_undisturbed(log.table.trails.moment(seat), seat)
        assert log.do(move_for, seat, move, "bot", lambda _: False) is None, "the position has changed"
        assert isinstance(log.do(move_for, seat, move, "bot", moment), Moved)
        assert log.do(move_for, seat, move, "bot", moment) is None
        person = Log(game="verhext", players=3).begin()
        assert person.do(move_for, seat, move, "bot", lambda _: True) is None, "a person plays there"
