"""The conformance kit passes a game that keeps the laws, and finds each of many ways to break one."""

import os
import subprocess
import sys
from itertools import combinations, count

import pytest

import ridotto
from ridotto.engine.conformance import LAWS, Broken, Trial, conform, work_budget
from tests.engine.broken_toys import BROKEN, LosesACard
from tests.engine.leaky_toys import RedealsUnevenly, ShowsAHand
from tests.engine.toys import HushGame
from tests.seeds import check_fairness

WORK = 20_000  # several times as much as it takes to find the best hidden mistake


@pytest.fixture(scope="module")
def good():
    return HushGame()


@pytest.mark.slow
def test_a_good_game_conforms_and_every_law_was_exercised(good):
    report = conform(good, 2 * WORK)
    assert report.idle == []
    assert report.untried == []
    assert set(report.checks) == set(LAWS)
    assert report.games >= 15


@pytest.mark.parametrize(("kind", "law"), BROKEN, ids=[f"{kind.__name__}-{law}" for kind, law in BROKEN])
def test_a_broken_game_is_found_by_the_law_it_breaks(kind, law):
    with pytest.raises(Broken) as found:
        conform(kind(), WORK, laws=[law])
    assert found.value.law == law


@pytest.mark.parametrize("kind", dict.fromkeys(kind for kind, _ in BROKEN), ids=lambda kind: kind.__name__)
def test_a_broken_game_does_not_conform(kind):
    with pytest.raises(Broken):
        conform(kind(), WORK)


def test_every_law_can_fail():
    assert {law for _, law in BROKEN} == set(LAWS)


@pytest.mark.parametrize("kind", [ShowsAHand, LosesACard])
def test_the_message_is_enough_to_see_it_again(kind):
    game = kind()
    with pytest.raises(Broken) as found:
        conform(game, WORK)
    broken = found.value
    again = Trial(game, broken.players, broken.options, broken.seed, broken.moves)
    with pytest.raises(Broken) as seen_again:
        LAWS[broken.law](again)
    assert seen_again.value.message == broken.message
    assert repr(broken.moves) in str(broken)


@pytest.mark.parametrize("budget", [{"work": 0}, {"seconds": 0.0}], ids=str)
def test_every_table_and_every_law_is_tried_however_small_the_budget(good, budget):
    report = conform(good, **budget)
    assert report.untried == []
    assert report.idle == []


def test_what_a_law_costs_is_known_of_each():
    assert set(work_budget.COSTS) == set(LAWS)


@pytest.mark.slow
def test_the_same_seed_tries_the_same_however_fast_the_clock_runs(good, monkeypatch):
    usual = conform(good, WORK / 4, seed=3)
    monkeypatch.setattr(work_budget, "perf_counter", count(step=60.0).__next__)
    assert conform(good, WORK / 4, seed=3) == usual
    assert conform(good, WORK / 4, seed=4) != usual


@pytest.mark.slow
def test_with_seconds_the_clock_decides_how_much_is_tried(good, monkeypatch):
    reports = []
    for step in (0.001, 0.1):
        monkeypatch.setattr(work_budget, "perf_counter", count(step=step).__next__)
        reports.append(conform(good, seconds=10.0))
    assert reports[0].decisions > 2 * reports[1].decisions


SHORT_RUN = """
import ridotto
from ridotto.engine.conformance import conform
print(conform(ridotto.game("venezia"), 1500, seed=5, players=[3]))
"""


def tried(**environment: str) -> str:
    """The report of a short run in a process of its own."""
    command = [sys.executable, "-c", SHORT_RUN]
    done = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


@pytest.mark.slow
def test_the_same_seed_tries_the_same_as_plain_python_and_with_any_hashes():
    reports = {tried(PYTHONHASHSEED=hashes, RIDOTTO_PURE=pure) for hashes, pure in (("1", "1"), ("2", "0"))}
    assert len(reports) == 1


def test_a_law_that_never_came_up_is_reported():
    report = conform(ridotto.game("verhext"), work=0, laws=["commute"])
    assert report.idle == ["commute"]
    assert "Never exercised: commute" in str(report)


def test_a_position_can_be_tried_alone(good):
    state = good.start(players=3, seed=5)
    for seat in range(3):
        state.play(seat, good.parse("high"))
    for law in LAWS.values():
        law(Trial.at(state))


def test_every_hand_is_equally_likely_in_a_fair_redeal(good):
    assert check_fairness(*hands_of_seat_1(good)) > 0


@pytest.mark.slow
def test_an_uneven_redeal_is_found_by_counting():
    with pytest.raises(Broken, match="not even"):
        check_fairness(*hands_of_seat_1(RedealsUnevenly()))


def hands_of_seat_1(game):
    """Two cards of the ten that seat 0 does not hold: 45 hands, one as likely as the other."""
    state = game.start(players=2, seed=3)
    unseen = [card for card in range(12) if card not in state.hands[0]]
    return state, 0, dict.fromkeys(combinations(unseen, 2), 1), 9000, lambda world: tuple(world.hands[1])
