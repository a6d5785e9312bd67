"""The search: finds the best moves, uses only what its seat knows, keeps its budget, and stops when told to."""

import os
import signal
import subprocess
import sys
import textwrap
from itertools import count
from threading import Thread, current_thread
from types import SimpleNamespace
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

GAMES = ridotto.all_games()
MANY = 2000 if ridotto.compiled else 300
in_plain_python = pytest.mark.skipif(
    ridotto.compiled, reason="constants and methods of compiled modules cannot be replaced"
)


class Nim(PlainState):
    """Take one to three; whoever takes the last one wins."""

    def open(self, heap):
        self.set_seats(2)
        self.heap, self.turn = heap, 0
        return self

    def seats_to_act(self):
        return [self.turn] if self.heap else []

    def legal_moves(self, seat):
        return range(1, min(3, self.heap) + 1)

    def carry_out(self, seat, move):
        self.heap -= move
        self.turn = 1 - seat

    def points(self, seat):
        return int(seat != self.turn)


class Pennies(PlainState):
    """The first lays a coin under the hand, the second guesses it; or both at the same time."""

    def open(self, together=False):
        self.set_seats(2)
        self.laid, self.together = [None, None], together
        return self

    def seats_to_act(self):
        missing = [seat for seat in (0, 1) if self.laid[seat] is None]
        return missing if self.together else missing[:1]

    def legal_moves(self, seat):
        return (0, 1)

    def carry_out(self, seat, move):
        self.laid[seat] = move

    def observation(self, seat, move, viewer):
        return move if viewer == seat else UNSEEN

    def redeal_unseen(self, viewer, rng, recall):
        if viewer == 1 and self.laid[0] is not None:
            self.laid[0] = rng.roll(2)

    def points(self, seat):
        return int((self.laid[0] == self.laid[1]) == (seat == 1))


class Thimbles(PlainState):
    """The first says what is played for, the second hides a coin, the first guesses where."""

    def open(self):
        self.set_seats(2)
        self.made = []
        return self

    def seats_to_act(self):
        return [(0, 1, 0)[len(self.made)]] if len(self.made) < 3 else []

    def legal_moves(self, seat):
        return (0, 1)

    def observation(self, seat, move, viewer):
        return move if viewer == seat else UNSEEN

    def carry_out(self, seat, move):
        self.made.append(move)

    def redeal_unseen(self, viewer, rng, recall):
        if viewer == 0 and len(self.made) == 2:
            self.made[1] = rng.roll(2)

    def points(self, seat):
        return int((self.made[1] == self.made[2]) == (seat == 0))


class Shown(Pennies):
    """The coin was seen before the hand covered it."""

    def redeal_unseen(self, viewer, rng, recall):
        if not recall:
            Pennies.redeal_unseen(self, viewer, rng, recall)


class Omen(PlainState):
    """Whatever the first does, a coin is then thrown for all to see; who names it wins. The other one looks on."""

    def open(self):
        self.set_seats(2)
        self.thrown, self.named = None, None
        return self

    def seats_to_act(self):
        return [0] if self.named is None else []

    def legal_moves(self, seat):
        return (0, 1)

    def carry_out(self, seat, move):
        if self.thrown is None:
            self.thrown = self.roll(2)
        else:
            self.named = move

    def points(self, seat):
        return int((self.named == self.thrown) == (seat == 0))


def found(state, seat=0, simulations=MANY, seed=1, threads=1, knowledge=Knowledge):
    search = Search(state, seat, seed, threads, knowledge)
    search.run(Budget(simulations=simulations), thorough=True)
    return search


@pytest.mark.parametrize(("heap", "take"), [(5, 1), (6, 2), (7, 3), (9, 1)])
def test_the_winning_move_is_found(heap, take):
    search = found(Nim.blank().open(heap))
    assert search.best() == take
    assert search.move_stats()[0].share > 0.8


def test_the_opponent_does_not_answer_what_it_cannot_see():
    """If it peeked, it would always guess right, and no move would be worth anything."""
    for row in found(Pennies.blank().open()).move_stats():
        assert row.visits > 0
        assert 0.4 < row.share < 0.6


def test_simultaneous_decisions_do_not_answer_each_other():
    for seat in (0, 1):
        for row in found(Pennies.blank().open(together=True), seat).move_stats():
            assert 0.4 < row.share < 0.6


def test_the_searching_seat_does_not_see_hidden_information():
    laid = Pennies.blank().open()
    laid.play(0, 1)
    for row in found(laid, 1).move_stats():
        assert 0.4 < row.share < 0.6


def test_the_searching_seat_sees_nothing_hidden_later_in_simulated_games():
    """If it peeked, it would expect to find every coin that will be hidden."""
    for row in found(Thimbles.blank().open()).move_stats():
        assert 0.2 < row.share < 0.6


def test_what_was_seen_earlier_is_remembered():
    laid = Shown.blank().open()
    laid.play(0, 1)
    first = found(laid, 1).move_stats()[0]
    assert (first.move, first.share) == (1, 1.0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_hidden_information_does_not_change_the_result(game):
    """States that differ only in what the seat cannot know give the same statistics for every move."""
    differing = 0
    for truth in some_states(game, Choices(5), every=29 if ridotto.compiled else 83):
        for seat in truth.actors()[:1]:
            other = truth.redeal(seat, Rng(1))
            differing += other != truth
            results = []
            for state in (truth, other):
                world = state.redeal(seat, Rng(2))
                for start in (world, state):  # a search redeals either
                    search = Search(start, seat, seed=3)
                    search.run(Budget(simulations=64 if ridotto.compiled else 3), thorough=True)
                    results.append((search.best(), search.move_stats(), search.decisions))
            assert results[0] == results[1] == results[2] == results[3]
    assert differing > 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_seed_and_a_number_of_simulations_determine_the_result(game):
    state = game.start(seed=4)
    few = 200 if ridotto.compiled else 4

    def stats_of(seed):
        search = Search(state, state.actor(), seed)
        search.run(Budget(simulations=few), thorough=True)
        return search.move_stats()

    assert stats_of(1) == stats_of(1)
    assert sum(row.visits for row in stats_of(1)) == few
    assert stats_of(1) != stats_of(2) or not ridotto.compiled


def test_several_runs_give_the_same_result_as_one():
    one, two = Search(Nim.blank().open(9), 0, 1, 1, Knowledge), Search(Nim.blank().open(9), 0, 1, 1, Knowledge)
    one.run(Budget(simulations=100), thorough=True)
    for _ in range(4):
        two.run(Budget(simulations=25), thorough=True)
    assert one.move_stats() == two.move_stats()


def test_moves_made_after_the_start_do_not_change_a_search():
    state = Nim.blank().open(5)
    search = found(state)
    before = search.move_stats()
    state.play(0, 1)
    assert search.move_stats() == before
    search.run(Budget(simulations=MANY), thorough=True)
    assert search.move_stats() == found(Nim.blank().open(5), simulations=2 * MANY).move_stats()


def test_threads_search_differently():
    one, two = found(Nim.blank().open(9), simulations=200, threads=2).trees
    assert one.move_stats() != two.move_stats()


def test_several_threads_do_not_stop_early():
    """Otherwise the result would depend on how far each of them had come."""
    search = Search(Nim.blank().open(3), 0, 1, 2, Knowledge)
    search.run(Budget(simulations=MANY))
    assert search.simulations == MANY


def test_the_visits_of_threads_are_added():
    search = found(Nim.blank().open(6), simulations=301, threads=3)
    assert search.simulations == 303  # each thread its share, rounded up
    assert sum(row.visits for row in search.move_stats()) == 303
    assert search.best() == 2
    assert [tree.simulations for tree in search.trees] == [101] * 3


def test_a_settled_search_stops_early():
    search = Search(Nim.blank().open(3), 0, 1, 1, Knowledge)
    search.run(Budget(simulations=10 * MANY))
    assert search.best() == 3
    assert search.simulations < 10 * MANY


@pytest.mark.parametrize("heap", [3, 5, 6, 7])
def test_the_visit_lead_is_that_of_the_first_move_over_the_second(heap):
    search = found(Nim.blank().open(heap), simulations=100)
    first, second, _ = search.move_stats()
    assert search.trees[0].visit_lead() == first.visits - second.visits


@pytest.mark.parametrize("seed", range(8))
def test_it_stops_early_only_when_no_move_can_catch_up(seed):
    search = Search(Nim.blank().open(5), 0, seed, 1, Knowledge)
    search.run(Budget(simulations=MANY))
    left = MANY - search.simulations
    assert 0 < left < search.trees[0].visit_lead()


def by_the_clock(state, seconds, monkeypatch):
    """The number of simulations in so many seconds, if a hundredth of a second passes between looks at the clock."""
    looks = count()
    monkeypatch.setattr("ridotto.bots.search.perf_counter", lambda: next(looks) / 100)
    search = Search(state, 0, 1, 1, Knowledge)
    search.run(Budget(seconds=seconds))
    return search.simulations


def test_a_clear_lead_after_an_eighth_of_the_time_ends_the_search(monkeypatch):
    assert 250 <= by_the_clock(Nim.blank().open(3), 20, monkeypatch) < 300


def test_without_a_clear_lead_the_time_is_used(monkeypatch):
    assert by_the_clock(Pennies.blank().open(), 3, monkeypatch) > 200


def test_a_thorough_search_uses_its_time(monkeypatch):
    looks = count()
    monkeypatch.setattr("ridotto.bots.search.perf_counter", lambda: next(looks) / 100)
    search = Search(state := GAMES[0].start(seed=1), state.actor(), 1)
    search.run(Budget(seconds=1), thorough=True)
    assert next(looks) == 101  # a hundredth of a second from each to the next
    assert search.simulations >= 99


@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_can_stop_it(threads):
    state = ridotto.game("verhext").start(seed=1)
    search = Search(state, state.actor(), 1, threads)
    thinking = Thread(target=search.run, args=(Budget(seconds=2 * DEADLINE), True))
    thinking.start()
    until(lambda: search.simulations)
    search.stop()
    thinking.join(timeout=DEADLINE)
    assert not thinking.is_alive()
    before = search.simulations
    search.run(Budget(simulations=2))  # it can be continued
    assert search.simulations > before


def test_it_works_with_plain_rules():
    game = HushGame()
    state = game.start(players=3, seed=1)
    while not state.over:
        seat = state.actors()[-1]  # not the first one
        search = Search(state, seat, 1)
        search.run(Budget(simulations=20))
        assert search.best() in state.moves(seat)
        state.play(seat, search.best())


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["carry_out", "legal_moves", "points", "observation", "redeal_unseen"])
@pytest.mark.parametrize("wrong", [ZeroDivisionError, KeyboardInterrupt])
def test_errors_in_plain_rules_are_raised(method, wrong, threads):
    def broken(self, *_):
        raise wrong

    rules: Any = type("Broken", (Nim,), {method: broken} if method != "legal_moves" else {})
    state = rules.blank().open(5)
    if method == "legal_moves":  # only after the first move
        rules.legal_moves = lambda self, seat: Nim.legal_moves(self, seat) if self.heap == 5 else broken(self)
    with pytest.raises(wrong):
        found(state, threads=threads)


def test_errors_on_other_threads_are_raised():
    here = current_thread()

    class Elsewhere(Nim):
        def carry_out(self, seat, move):
            if current_thread() is not here:
                raise ZeroDivisionError
            Nim.carry_out(self, seat, move)

    with pytest.raises(ZeroDivisionError):
        found(Elsewhere.blank().open(5), threads=2)


def test_the_others_learn_only_if_the_game_says_so():
    """A heap of four is lost against players who learn, and mostly won against random ones."""

    def unlearned():
        knowledge = Knowledge()
        knowledge.others_learn = False
        return knowledge

    assert found(Nim.blank().open(4)).move_stats()[0].share < 0.3
    assert found(Nim.blank().open(4), knowledge=unlearned).move_stats()[0].share > 0.5


@in_plain_python
def test_moves_with_prior_0_are_never_tried():
    """Not even if the move did well with another hidden card, which looks the same to the searching seat."""
    made = set()

    class Held(Pennies):
        card = 0

        def redeal_unseen(self, viewer, rng, recall):
            self.card = rng.roll(2)

        def carry_out(self, seat, move):
            Pennies.carry_out(self, seat, move)
            if seat == 1:
                made.add((self.card, move))

        def points(self, seat):
            return int((self.laid[1] == 1) == (seat == 1))

    class Choosy(Knowledge):
        def prior(self, state, seat, moves, weights):
            weights[0], weights[1] = 1.0, float(seat == 0 or state.card == 1)

    found(Held.blank().open(), knowledge=Choosy)
    assert (1, 1) in made
    assert (0, 1) not in made


@in_plain_python
def test_more_consistent_worlds_count_more():
    class Believer(Knowledge):
        def acceptance_probability(self, world, viewer):
            return 1.0 if world.laid[0] == 1 else 0.05

    laid = Pennies.blank().open()
    laid.play(0, 0)
    first = found(laid, 1, knowledge=Believer).move_stats()[0]
    assert first.move == 1
    assert first.share > 0.8


@in_plain_python
def test_visible_chance_outcomes_can_be_answered():
    class Watcher(Knowledge):
        def chance_outcome(self, state, seat):
            return 0 if state.thrown is None else 1 + state.thrown

    assert found(Omen.blank().open()).move_stats()[0].share < 0.6
    assert found(Omen.blank().open(), knowledge=Watcher).move_stats()[0].share > 0.8


@in_plain_python
def test_the_result_does_not_depend_on_the_initial_capacity(monkeypatch):
    wide = found(Nim.blank().open(30)).move_stats()
    monkeypatch.setattr("ridotto.bots.tree.MAX_DEPTH", 32)  # otherwise the initial capacity suffices
    monkeypatch.setattr("ridotto.bots.tree.MIN_EDGES", 64)
    search = found(Nim.blank().open(30))
    assert search.trees[0].capacity > 64
    assert search.move_stats() == wide


@in_plain_python
def test_it_continues_when_its_memory_is_full(monkeypatch):
    monkeypatch.setattr("ridotto.bots.tree.MIN_EDGES", 8)
    monkeypatch.setattr("ridotto.bots.tree.MAX_EDGES", 16)
    search = Search(Nim.blank().open(30), 0, 1, 1, Knowledge)
    (tree,) = search.trees
    for _ in range(MANY):
        search.run(Budget(simulations=1), thorough=True)
        assert tree.used <= 12
    assert (tree.capacity, tree.used) == (16, 12)
    assert sum(row.visits for row in search.move_stats()) == MANY


@in_plain_python
def test_games_longer_than_the_maximum_depth_are_played_to_their_end(monkeypatch):
    monkeypatch.setattr("ridotto.bots.tree.MAX_DEPTH", 4)
    search = found(Nim.blank().open(30))
    assert search.trees[0].length == 4
    assert sum(row.visits for row in search.move_stats()) == MANY


def test_one_simulation_at_least():
    search = Search(Nim.blank().open(5), 0, 1, 1, Knowledge)
    search.run(Budget(seconds=1e-9))
    assert search.simulations == 1
    assert search.move_stats()[0].visits == 1


def test_before_the_first_simulation_all_moves_are_equal():
    assert [row.visits for row in Search(Nim.blank().open(5), 0, 1, 1, Knowledge).move_stats()] == [0, 0, 0]


def test_of_moves_with_equal_visits_the_one_with_the_higher_share_is_best():
    search = found(Nim.blank().open(5))
    tree: Any = SimpleNamespace(move_stats=lambda: [(1, 4, 1.0, 1.0), (2, 4, 3.0, 3.0), (3, 4, 2.0, 2.0)])
    search.trees = [tree]
    assert [row.move for row in search.move_stats()] == [2, 3, 1]


def test_the_margin_is_never_zero():
    few, many = (found(Nim.blank().open(1), simulations=simulations).move_stats()[0] for simulations in (4, 40))
    assert few.share == many.share == 1.0
    assert few.margin > many.margin > 0.0


def test_it_handles_up_to_eight_seats():
    class Crowd(Nim):
        def open(self, seats):
            Nim.open(self, 5)
            self.set_seats(seats)
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
        {"simulations": 10**9},
        {"simulations": 10**400},
        {"seconds": 0.0},
        {"seconds": -1},
        {"seconds": 1e9},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
    ],
)
def test_an_impossible_budget_is_refused(wrong):
    with pytest.raises(BadBudget):
        Budget(**wrong)


def test_a_seat_without_a_decision_is_refused():
    state = ridotto.game("verhext").start(seed=1)
    for seat in {-1, 99, (state.actor() + 1) % 4}:
        with pytest.raises(NotAsked, match="nothing to decide right now"):
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

    def announce():
        until(lambda: search.simulations)
        print("thinking", flush=True)

    announcer = threading.Thread(target=announce)
    announcer.start()
    try:
        search.run(Budget(seconds=600), thorough=True)
    except KeyboardInterrupt:
        announcer.join()
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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts pages of Linux")
def test_a_search_uses_little_memory_and_frees_it():
    program = textwrap.dedent(MEMORY).replace("MANY", str(60_000 if ridotto.compiled else 100))
    at_once = os.environ | {"MALLOC_MMAP_THRESHOLD_": "65536"}  # freed memory is returned at once
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=at_once)
    during, after = map(float, ran.stdout.split())
    assert (10 if ridotto.compiled else 0) < during < 100
    assert after < 10
