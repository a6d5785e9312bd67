"""Contests: every bot plays every deal from every seat, and is asked only if it has a choice."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import ridotto
from ridotto.bots.random_bot import RandomBot
from ridotto.engine.errors import RidottoError
from ridotto.engine.game import Game
from ridotto.engine.rng import Rng
from ridotto.lab.contest import Contest, Fixture
from tests.lab.toy_bots import HUSH, toy


class Witness(RandomBot):
    """Plays at random and records what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Any]] = []

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        self.asked.append((seat, world))
        return super().choose(world, seat, rng)


def witnessed(game: Game, fixture: Fixture, players: int) -> list[tuple[int, Any]]:
    """Everything that two bots are asked in a game."""
    witness = Witness()
    Contest(game, ["one", "other"], players, find=lambda name: witness).play(fixture)
    return witness.asked


@pytest.mark.parametrize(
    ("bots", "players", "names"),
    [
        (["meek", "keen"], 2, ["meek", "keen"]),
        (["meek", "keen"], 4, ["meek", "meek", "meek", "keen"]),
        (["meek", "keen", "random"], 4, ["meek", "meek", "keen", "random"]),
    ],
)
def test_the_first_bot_takes_the_seats_left_over(bots: list[str], players: int, names: list[str]) -> None:
    contest = Contest(HUSH, bots, players, find=toy)
    assert [bots[place] for place in contest.bots_by_seat(0)] == names


def test_the_line_up_is_rotated_by_one_seat() -> None:
    contest = Contest(HUSH, ["random", "meek", "keen"], 3, find=toy)
    assert [contest.bots_by_seat(turn) for turn in range(3)] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_every_chair_is_on_every_seat_once_in_a_deal() -> None:
    contest = Contest(HUSH, ["meek", "keen"], 4, find=toy)
    sat = Counter((seat, place) for turn in range(4) for seat, place in enumerate(contest.bots_by_seat(turn)))
    assert sat == {(seat, place): (3, 1)[place] for seat in range(4) for place in (0, 1)}


def test_the_games_of_a_deal_have_the_same_cards() -> None:
    def hands(fixture: Fixture) -> dict[int, list[int]]:
        bids = [(seat, world) for seat, world in witnessed(HUSH, fixture, 3) if world.round == 1 and not world.shown]
        return {seat: world.hands[seat] for seat, world in bids}

    first = hands(Fixture(5, 0))
    assert len(first) == 3
    assert hands(Fixture(5, 1)) == hands(Fixture(5, 2)) == first
    assert hands(Fixture(6, 0)) != first


def test_a_deal_follows_from_its_seed() -> None:
    contest = Contest(HUSH, ["meek", "keen"], 2, {"first": "1"}, seed=7, find=toy)
    later = Contest(HUSH, ["meek", "keen"], 2, {"first": "1"}, seed=10, find=toy)
    assert contest.play(Fixture(3, 1))[:4] == later.play(Fixture(0, 1))[:4]


def test_a_game_can_be_repeated() -> None:
    contest = Contest(HUSH, ["random", "keen"], 3, find=toy)
    games = {fixture: contest.play(fixture)[:4] for fixture in contest.fixtures(8)}
    assert games == {fixture: contest.play(fixture)[:4] for fixture in reversed(games)}


def test_the_random_numbers_of_a_bot_follow_from_deal_rotation_and_seat() -> None:
    def thrown(fixture: Fixture) -> list[int]:
        dice = []

        class Thrower(RandomBot):
            def choose(self, world: Any, seat: int, rng: Rng) -> int:
                dice.append(rng.copy().roll(1 << 30))
                return super().choose(world, seat, rng)

        Contest(HUSH, ["one", "other"], 2, find=lambda name: Thrower()).play(fixture)
        return dice

    games = [thrown(Fixture(deal, rotation)) for deal in (0, 1) for rotation in (0, 1)]
    assert games[0] == thrown(Fixture(0, 0))
    assert len({word for game in games for word in game}) == sum(map(len, games))


def test_bots_are_not_asked_for_the_only_move() -> None:
    asked = witnessed(ridotto.game("verhext"), Fixture(0, 0), 3)  # the last card of every round is no choice
    assert min(len(world.moves(seat)) for seat, world in asked) == 2


def test_bots_are_not_asked_for_automatic_moves() -> None:
    game = ridotto.game("diciassette")
    asked = witnessed(game, Fixture(0, 0), 2)
    calls = [world for seat, world in asked if game.view(world, seat).public.phase == "call"]
    assert calls
    assert all(game.automatic_move(game.view(world, seat)) is None for seat, world in asked)


def test_the_time_of_a_decision_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(1000))
    monkeypatch.setattr("ridotto.lab.bot_match.perf_counter", lambda: next(seconds))
    result = Contest(HUSH, ["meek", "keen"], 2, find=toy).play(Fixture(0, 0))
    assert result.seconds == result.decisions
    assert result.longest == [1, 1]


def test_a_bot_named_twice_gets_two_names() -> None:
    contest = Contest(HUSH, ["keen", "meek", "keen", "keen"], 4, find=toy)
    assert contest.names == ["keen", "meek", "keen (2)", "keen (3)"]


@pytest.mark.parametrize(("games", "deals"), [(1, 1), (3, 1), (4, 2), (400, 134)])
def test_games_are_rounded_up_to_whole_deals(games: int, deals: int) -> None:
    contest = Contest(HUSH, ["meek", "keen"], 3, find=toy)
    assert contest.deals_for(games) == deals
    assert len(list(contest.fixtures(deals))) == 3 * deals


BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: Contest(HUSH, ["keen"], 2, find=toy), "Name at least two bots"),
    (lambda: Contest(HUSH, ["keen"] * 3, 2, find=toy), "3 bots for 2 seats"),
    (lambda: Contest(HUSH, ["keen", "genius"], 2, find=toy), "Unknown bot “genius”"),
    (lambda: Contest(HUSH, ["keen", "meek"], 9, find=toy), "2 to 4 players, not 9"),
    (lambda: Contest(HUSH, ["keen", "meek"], seed=2**256 - 1, find=toy).deals_for(3), "2\\^256 - 1"),
]


@pytest.mark.parametrize(("make", "error"), BAD, ids=[error for _, error in BAD])
def test_an_impossible_contest_is_refused(make: Callable[[], Any], error: str) -> None:
    with pytest.raises(RidottoError, match=error):
        make()
