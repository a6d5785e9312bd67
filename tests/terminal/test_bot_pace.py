"""In the terminal, too, the time that bots take reveals nothing about what they had to decide."""

from typing import Any

import pytest

import ridotto
from ridotto.bots import bot
from ridotto.bots.levels import LevelBot
from ridotto.bots.search import Budget
from ridotto.engine.match import Match
from ridotto.engine.rng import Rng
from ridotto.house.autoplay.beats import is_noticed
from ridotto.house.tables.answer_window import is_publicly_automatic
from ridotto.terminal.bot_pace import COUNTED_SEARCH_SECONDS, MARGIN_SECONDS, NO_SEARCH_SECONDS, step_seconds
from ridotto.terminal.play import bot_rng
from ridotto.terminal.session import TerminalSession
from tests.playing import Choices, some_move
from tests.terminal.people import ManualClock, Person

GAMES = [game.slug for game in ridotto.all_games()]


class RandomlySlowBot(LevelBot):
    """Thinks for a random part of its time and plays a random move."""

    clock = ManualClock()
    choice = Choices(1)

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        assert self.budget is not None
        assert self.budget.seconds is not None
        self.clock.sleep(self.budget.seconds * self.choice.below(1001) / 1000)
        return some_move(world, world.moves(seat), self.choice)


def with_slow_bots(match: Match, person: Person, clock: ManualClock) -> TerminalSession:
    session = TerminalSession(match, person.in_front(), bot_rng(1), clock=clock)
    session.bots = {seat: RandomlySlowBot("slow", Budget(seconds=0.9)) for seat in session.bots}
    return session


@pytest.mark.rule("verhext.vis.declined", "venezia2099.info.forced_not_flagged")
@pytest.mark.parametrize("slug", [slug for slug in GAMES if not ridotto.game(slug).has_windows])
def test_every_step_of_a_bot_takes_one_beat(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, choice = ManualClock(), Choices(6)
    monkeypatch.setattr(RandomlySlowBot, "clock", clock)
    monkeypatch.setattr(RandomlySlowBot, "choice", choice)
    game = ridotto.game(slug)
    match = Match(game, seed=3, holders=["Anna", *["bot:master"] * (game.default_players - 1)])
    steps, hidden, unseen, waits = 0, False, 0, list[tuple[float, int]]()
    since = clock.now

    def answer(question: str) -> str:
        nonlocal steps, hidden, since
        waits.append((clock.now - since, steps + hidden))
        if len(waits) > 150:
            return "quit" if question.strip().endswith(">") else ""
        clock.sleep(choice.below(50))
        steps, hidden, since = 0, False, clock.now
        if "yes" in question:
            return "yes"
        return str(1 + choice.below(6)) if question.strip().endswith(">") else ""

    person = Person(habit=answer, force_terminal=True, color_system=None)
    session = with_slow_bots(match, person, clock)
    real = match.play

    def play(seat: int, move: int, final: bool = False) -> Any:
        """Counts a beat for every noticed move of a bot, and for the first noticed move after a hidden one."""
        nonlocal steps, hidden, unseen
        seen, is_bot = is_noticed(match.state, seat, move), seat in session.bots
        steps += seen and (is_bot or hidden)
        hidden = (hidden or is_bot) and not seen
        unseen += is_bot and not seen
        return real(seat, move, final)

    monkeypatch.setattr(match, "play", play)
    session.run()
    assert sum(steps for _, steps in waits) > 15
    for waited, steps in waits:
        assert waited == pytest.approx(1.0 * steps)
    assert bool(unseen) == game.has_hidden_steps


def test_a_window_is_open_for_the_same_time_however_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card takes one beat. A window takes its fixed time, whoever calls in it and however fast."""
    clock, choice = ManualClock(), Choices(6)
    monkeypatch.setattr(RandomlySlowBot, "clock", clock)
    monkeypatch.setattr(RandomlySlowBot, "choice", choice)
    match = Match(ridotto.game("diciassette"), seed=3, holders=["Anna", *["bot:master"] * 3])
    taken: dict[str, set[float]] = {"foregone": set(), "window": set(), "by hand": set(), "card": set()}
    shown, typed = clock.now, False

    def answer(question: str) -> str:
        nonlocal typed
        if len(person.asked) > 150:
            return "quit" if question.strip().endswith(">") else ""
        clock.sleep(choice.below(5) / 4)
        typed = True
        return str(1 + choice.below(6)) if question.strip().endswith(">") else ""

    person = Person(habit=answer, force_terminal=True, color_system=None)
    session = with_slow_bots(match, person, clock)
    real = match.play

    def play(seat: int, move: int, final: bool = False) -> Any:
        nonlocal shown, typed
        window = session.in_window
        if is_noticed(match.state, seat, move):
            foregone = window and is_publicly_automatic(match.state)
            what = "foregone" if foregone else "by hand" if typed else "window" if window else "card"
            if window or not typed:
                taken[what].add(round(clock.now - shown, 3))
            shown, typed = clock.now, False
        return real(seat, move, final)

    monkeypatch.setattr(match, "play", play)
    session.run()
    assert taken["foregone"] == {0.0}
    assert taken["window"] == {1.5}
    assert taken["card"] == {1.0}
    assert min(taken["by hand"]) == 1.5
    assert max(taken["by hand"]) > 1.5


def test_the_length_of_a_step_follows_from_the_level() -> None:
    assert step_seconds(bot("novice")) == step_seconds(bot("random")) == NO_SEARCH_SECONDS
    assert step_seconds(bot("casual")) == step_seconds(bot("master@5000")) == COUNTED_SEARCH_SECONDS
    assert step_seconds(bot("master")) == 1.0 + MARGIN_SECONDS
    assert step_seconds(bot("master@0.2s")) == pytest.approx(0.2 + MARGIN_SECONDS)
