"""Clocks of players."""

import pytest

import ridotto
from ridotto.house.autoplay.automatic_decisions import is_view, move_for
from ridotto.house.tables import commands
from ridotto.house.tables.events import (
    ClockRules,
)
from ridotto.house.tables.player_clock import PlayerClock
from tests.house.logs import Log, refused
from tests.playing import Choices

GAMES = [game.slug for game in ridotto.all_games()]


class TestPlayerClocks:
    def test_a_secret_undo_changes_no_clock(self):
        clock = PlayerClock(ClockRules(60, 5), 2)
        for at, waiting, undo in ((0, [0, 1], False), (1000, [0, 1], False), (2000, [0, 1], True), (3000, [0], False)):
            clock.update(at, waiting, undo)
        assert clock.left[1] == 60_000 - 3_000 + 5_000
        assert clock.end(0) == 60_000

    def test_an_undone_turn_gets_its_increment_once(self):
        clock = PlayerClock(ClockRules(60, 5), 2)
        for at, waiting, undo in ((0, [0], False), (0, [1], False), (0, [0], True), (0, [1], False), (0, [0], False)):
            clock.update(at, waiting, undo)
        assert clock.left == [65_000, 65_000]
        clock.update(0, [1])
        assert clock.left == [70_000, 65_000], "the next turn gets its own increment"

    def test_time_left_is_never_negative(self):
        """After an hour in which the house was closed, only the increment is left."""
        clock = PlayerClock(ClockRules(60, 5), 2)
        for at, waiting in ((0, [0]), (3_600_000, [1]), (3_601_000, [0])):
            clock.update(at, waiting)
        assert clock.left == [5_000, 64_000]
        assert clock.end(0) == 3_606_000

    def test_clocks_run_for_seats_that_the_table_waits_for(self):
        log = Log(game="verhext", players=3, clock=ClockRules(60, 5)).begin()
        seat = log.table.started_match.state.actor()
        chairs = log.table.info().chairs
        assert chairs[seat].ends == log.now + 60_000
        assert chairs[seat].left is None
        assert all(chair.left == 60_000 for chair in chairs if chair.seat != seat)
        log.decide(seat, log.table.started_match.state.moves(seat)[0], after=10_000)
        assert log.table.info().chairs[seat].left == 55_000
        assert not any(chair.left or chair.ends for chair in Log(game="verhext").begin().table.info().chairs)

    def test_a_repeated_turn_gets_no_second_increment(self):
        log = Log(game="venti", players=2, clock=ClockRules(600, 30)).begin()
        clock, choice = log.table.clock, Choices(2)
        assert clock is not None
        for _ in range(200):
            before = list(clock.left)
            seat = log.step(choice)
            if log.table.player_view(seat).undo and seat not in clock.running:
                move = log.table.started_match.decisions()[-1].move
                log.do(commands.undo, seat, log.table.player_view(seat).revision, f"undo-{log.now}", after=0)
                log.decide(seat, move, after=0)
                assert clock.left[seat] <= before[seat] + 30_000
            if log.table.phase != "running":
                break

    def test_the_revision_depends_on_whether_undo_is_possible(self):
        """A person can take back a move, but not one of the clock; the page must show which."""
        by_hand, by_clock = (Log(seed=1, game="venezia", players=2).begin() for _ in range(2))
        seat = -1
        while not by_hand.table.player_view(seat).undo:
            state = by_hand.table.started_match.state
            seat, is_current = state.actor(), is_view(state.copy(), state.actor())
            move = state.moves(seat)[0]
            by_hand.decide(seat, move)
            by_clock.do(move_for, seat, move, "clock", is_current)
        one, other = by_hand.table.player_view(seat), by_clock.table.player_view(seat)
        assert (one.scene, one.log, one.undo) == (other.scene, other.log, not other.undo)
        assert one.revision != other.revision

    def test_moves_of_the_clock_are_final(self):
        """Otherwise a late person could take them back and have more time."""
        log, choice = Log(game="venezia", players=2, clock=ClockRules(600, 0)).begin(), Choices(3)
        while True:
            seat = log.table.started_match.state.actor()
            move = log.table.started_match.state.moves(seat)[0]
            is_current = is_view(log.table.started_match.state, seat)
            by_hand = log.table.started_match.state.copy()
            by_hand.listen()
            by_hand.play(seat, move)
            log.do(move_for, seat, move, "clock", is_current)
            if not by_hand.seals >> seat & 1:  # a person could take it back
                break
            log.step(choice)
        assert log.table.player_view(seat).undo is False
        refused("final", commands.undo, seat, log.table.player_view(seat).revision, "undo", log=log)

    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    def test_clocks_reveal_no_secret_steps(self, slug):
        """While the view of a spectator is unchanged, all clocks are, too."""
        log, choice = Log(game=slug, clock=ClockRules(3600, 7)).begin(), Choices(3)
        secret = 0
        for _ in range(200):
            before = log.table.player_view(-1).revision, clocks(log.table)
            log.step(choice)
            if log.table.phase != "running":
                break
            if log.table.player_view(-1).revision == before[0]:
                assert clocks(log.table) == before[1]
                secret += 1
        assert secret or slug not in ("venezia", "diciassette")


def clocks(table):
    return [(chair.left, chair.ends) for chair in table.info().chairs]
