"""The search: it finds what is to be found, knows nothing that its seat does not, and stops when it is told to."""

import os
import signal
import subprocess
import sys
import textwrap
from itertools import count
from threading import Thread
from typing import Any

import pytest

import ridotto
from ridotto.bots.search import BadBudget, Budget, NotAsked, Search
from ridotto.engine.knowledge import Knowledge
from ridotto.engine.note import UNSEEN
from ridotto.engine.plain import PlainState
from ridotto.engine.rng import Rng
from tests.engine.toys import HushGame
from tests.playing import Choices, some_states
from tests.waiting import DEADLINE, until

GAMES = ridotto.games()
MANY = 2000 if ridotto.compiled else 300


class Nim(PlainState):
    """Take one to three; who takes the last one wins."""

    def open(self, heap):
        self.sit(2)
        self.heap, self.turn = heap, 0
        return self

    def waiting(self):
        return [self.turn] if self.heap else []

    def choices(self, seat):
        return range(1, min(3, self.heap) + 1)

    def carry_out(self, seat, move):
        self.heap -= move
        self.turn = 1 - seat

    def points(self, seat):
        return int(seat != self.turn)


class Pennies(PlainState):
    """The first lays a coin under the hand, the second guesses it; or both at the same time."""

    def open(self, together=False):
        self.sit(2)
        self.laid, self.together = [None, None], together
        return self

    def waiting(self):
        missing = [seat for seat in (0, 1) if self.laid[seat] is None]
        return missing if self.together else missing[:1]

    def choices(self, seat):
        return (0, 1)

    def carry_out(self, seat, move):
        self.laid[seat] = move

    def looks(self, seat, move, viewer):
        return move if viewer == seat else UNSEEN

    def imagine(self, viewer, rng, recall):
        if viewer == 1 and self.laid[0] is not None:
            self.laid[0] = rng.roll(2)

    def points(self, seat):
        return int((self.laid[0] == self.laid[1]) == (seat == 1))


def found(state, seat=0, simulations=MANY, seed=1, threads=1):
    search = Search(state, seat, seed, threads, Knowledge)
    search.run(Budget(simulations=simulations), thorough=True)
    return search


@pytest.mark.parametrize(("heap", "take"), [(5, 1), (6, 2), (7, 3), (9, 1)])
def test_it_finds_the_winning_move(heap, take):
    search = found(Nim.blank().open(heap))
    assert search.best() == take
    assert search.tried()[0].share > 0.8


def test_a_seat_cannot_answer_what_it_does_not_see():
    """One that peeked would always guess right, and the coin under the hand would be worth nothing."""
    for row in found(Pennies.blank().open()).tried():
        assert row.visits > 0
        assert 0.4 < row.share < 0.6


def test_choices_made_at_the_same_time_are_blind():
    for seat in (0, 1):
        for row in found(Pennies.blank().open(together=True), seat).tried():
            assert 0.4 < row.share < 0.6


def test_hidden_information_counts_as_far_as_it_is_known():
    laid = Pennies.blank().open()
    laid.play(0, 1)
    for row in found(laid, 1).tried():
        assert 0.4 < row.share < 0.6


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_it_never_peeks(game):
    """Worlds redealt from states that differ in what the seat cannot know: the same statistics, move for move."""
    differing = 0
    for truth in some_states(game, Choices(5), every=29 if ridotto.compiled else 83):
        for seat in truth.actors()[:1]:
            other = truth.redeal(seat, Rng(1))
            differing += other != truth
            told = []
            for state in (truth, other):
                world = state.redeal(seat, Rng(2))
                for start in (world, state):  # a search deals anew whatever it is given
                    search = Search(start, seat, seed=3)
                    search.run(Budget(simulations=64 if ridotto.compiled else 3), thorough=True)
                    told.append((search.best(), search.tried(), search.decisions))
            assert told[0] == told[1] == told[2] == told[3]
    assert differing > 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_seed_and_a_number_of_simulations_fix_everything(game):
    state = game.start(seed=4)
    few = 200 if ridotto.compiled else 4

    def told(seed):
        search = Search(state, state.actor(), seed)
        search.run(Budget(simulations=few), thorough=True)
        return search.tried()

    assert told(1) == told(1)
    assert sum(row.visits for row in told(1)) == few
    assert told(1) != told(2) or not ridotto.compiled


def test_the_number_counts_not_how_it_was_reached():
    one, two = Search(Nim.blank().open(9), 0, 1, 1, Knowledge), Search(Nim.blank().open(9), 0, 1, 1, Knowledge)
    one.run(Budget(simulations=100), thorough=True)
    for _ in range(4):
        two.run(Budget(simulations=25), thorough=True)
    assert one.tried() == two.tried()


def test_threads_add_up():
    search = found(Nim.blank().open(6), simulations=301, threads=3)
    assert search.simulations == 303  # each thread its share, rounded up
    assert sum(row.visits for row in search.tried()) == 303
    assert search.best() == 2
    assert [tree.simulations for tree in search.trees] == [101] * 3


def test_a_decided_search_stops_early_unless_it_is_thorough():
    search = Search(Nim.blank().open(3), 0, 1, 1, Knowledge)
    search.run(Budget(simulations=10 * MANY))
    assert search.best() == 3
    assert search.simulations < 10 * MANY


def test_a_second_is_a_second(monkeypatch):
    looks = count()
    monkeypatch.setattr("ridotto.bots.search.perf_counter", lambda: next(looks) / 100)
    search = Search(state := GAMES[0].start(seed=1), state.actor(), 1)
    search.run(Budget(seconds=1), thorough=True)
    assert next(looks) == 101  # a hundredth of a second from each to the next
    assert search.simulations >= 99


@pytest.mark.parametrize("threads", [1, 2])
def test_somebody_else_can_stop_it(threads):
    state = ridotto.game("verhext").start(seed=1)
    search = Search(state, state.actor(), 1, threads)
    thinking = Thread(target=search.run, args=(Budget(seconds=2 * DEADLINE), True))
    thinking.start()
    until(lambda: search.simulations)
    search.stop()
    thinking.join(timeout=DEADLINE)
    assert not thinking.is_alive()
    before = search.simulations
    search.run(Budget(simulations=2))  # and go on
    assert search.simulations > before


def test_it_works_for_plain_rules_of_every_kind():
    game = HushGame()
    state = game.start(players=3, seed=1)
    while not state.over:
        seat = state.actors()[-1]  # not the one that is asked first
        search = Search(state, seat, 1)
        search.run(Budget(simulations=20))
        assert search.best() in state.moves(seat)
        state.play(seat, search.best())


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["carry_out", "choices", "points", "looks", "imagine"])
@pytest.mark.parametrize("wrong", [ZeroDivisionError, KeyboardInterrupt])
def test_what_goes_wrong_in_plain_rules_is_told(method, wrong, threads):
    def broken(self, *_):
        raise wrong

    rules: Any = type("Broken", (Nim,), {method: broken} if method != "choices" else {})
    state = rules.blank().open(5)
    if method == "choices":  # only after the first move
        rules.choices = lambda self, seat: Nim.choices(self, seat) if self.heap == 5 else broken(self)
    with pytest.raises(wrong):
        found(state, threads=threads)


def test_one_simulation_at_least():
    search = Search(Nim.blank().open(5), 0, 1, 1, Knowledge)
    search.run(Budget(seconds=1e-9))
    assert search.simulations == 1
    assert search.tried()[0].visits == 1


def test_before_the_first_simulation_all_moves_are_equal():
    assert [row.visits for row in Search(Nim.blank().open(5), 0, 1, 1, Knowledge).tried()] == [0, 0, 0]


def test_there_is_room_for_eight_seats():
    class Crowd(Nim):
        def open(self, seats):
            Nim.open(self, 5)
            self.sit(seats)
            return self

    assert found(Crowd.blank().open(8)).simulations == MANY
    with pytest.raises(ValueError, match="up to 8 seats, not 9"):
        found(Crowd.blank().open(9))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"simulations": 0},
        {"simulations": -5},
        {"simulations": 2.5},
        {"simulations": 10**400},
        {"seconds": 0.0},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
    ],
)
def test_a_budget_of_nothing_is_refused(wrong):
    with pytest.raises(BadBudget):
        Budget(**wrong)


def test_who_is_not_asked_cannot_search():
    state = ridotto.game("verhext").start(seed=1)
    for seat in {-1, 99, (state.actor() + 1) % 4}:
        with pytest.raises(NotAsked, match="nothing to decide now"):
            Search(state, seat)
    over = Nim.blank().open(1)
    over.play(0, 1)
    with pytest.raises(NotAsked, match="The game is over"):
        Search(over, 0, 1, 1, Knowledge)


INTERRUPTED = """
    import threading, ridotto
    from ridotto.bots.search import Budget, Search
    from tests.waiting import until
    state = ridotto.game("venezia").start(seed=1)
    search = Search(state, state.actor(), 1, 2)

    def tell():
        until(lambda: search.simulations)
        print("thinking", flush=True)

    teller = threading.Thread(target=tell)
    teller.start()
    try:
        search.run(Budget(seconds=600), thorough=True)
    except KeyboardInterrupt:
        teller.join()
        print("stopped", threading.active_count(), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_stops_all_threads():
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(INTERRUPTED)], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "thinking\n"
        program.send_signal(signal.SIGINT)
        assert program.stdout.readline() == "stopped 1\n"
        assert program.wait(timeout=DEADLINE) == 0


MEMORY = """
    import gc, ridotto
    from ridotto.bots.search import Budget, Search

    def resident():
        with open("/proc/self/statm") as pages:
            return int(pages.read().split()[1]) * 4096 / 1e6

    state = ridotto.game("venezia").start(players=4, seed=1)
    before = resident()
    search = Search(state, state.actor(), 1, 4)
    search.run(Budget(simulations=MANY), thorough=True)
    during = resident()
    del search
    gc.collect()
    print(during - before, resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts pages of Linux")
def test_a_search_needs_little_room_and_gives_it_back():
    program = textwrap.dedent(MEMORY).replace("MANY", str(60_000 if ridotto.compiled else 100))
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    during, after = map(float, ran.stdout.split())
    assert (10 if ridotto.compiled else 0) < during < 100
    assert after < 10
