"""In the terminal, too, the time that bots take tells nothing of what they had to decide."""

from typing import Any

import pytest

import ridotto
from ridotto.bots.levels import Level
from ridotto.bots.search import Budget
from ridotto.engine.match import Match
from ridotto.engine.rng import Rng
from ridotto.house.autoplay.beats import noticed
from ridotto.house.tables.windows import is_foregone
from ridotto.terminal.bot_pace import AT_FIRST_SIGHT, COUNTED, PAUSE, beat
from ridotto.terminal.play import Sitting, dice
from tests.playing import Choices, some_move
from tests.terminal.people import HandClock, Person

GAMES = [game.slug for game in ridotto.games()]


class Dreamer(Level):
    """Thinks for any part of its time, and moves by chance."""

    clock = HandClock()
    choice = Choices(1)

    def choose(self, world: Any, seat: int, rng: Rng) -> int:
        assert self.budget is not None
        assert self.budget.seconds is not None
        self.clock.sleep(self.budget.seconds * self.choice.below(1001) / 1000)
        return some_move(world, world.moves(seat), self.choice)


def with_dreamers(match: Match, person: Person, clock: HandClock) -> Sitting:
    sitting = Sitting(match, person.in_front(), dice(1), clock=clock)
    sitting.bots = {seat: Dreamer("dreamer", Budget(seconds=0.9)) for seat in sitting.bots}
    return sitting


@pytest.mark.rule("verhext.vis.declined", "venezia2099.info.forced_not_flagged")
@pytest.mark.parametrize("slug", [slug for slug in GAMES if not ridotto.game(slug).has_windows])
def test_every_step_of_a_bot_takes_one_beat(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, choice = HandClock(), Choices(6)
    monkeypatch.setattr(Dreamer, "clock", clock)
    monkeypatch.setattr(Dreamer, "choice", choice)
    game = ridotto.game(slug)
    match = Match(game, seed=3, seats=["Anna", *["bot:master"] * (game.usual - 1)])
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

    person = Person(habit=answer, force_terminal=True)
    sitting = with_dreamers(match, person, clock)
    real = match.play

    def play(seat: int, move: int, final: bool = False) -> Any:
        """Whatever is noticed takes a beat: of a bot, or of whoever comes after one that was not."""
        nonlocal steps, hidden, unseen
        seen, bot = noticed(match.state, seat, move), seat in sitting.bots
        steps += seen and (bot or hidden)
        hidden = (hidden or bot) and not seen
        unseen += bot and not seen
        return real(seat, move, final)

    monkeypatch.setattr(match, "play", play)
    sitting.run()
    assert sum(steps for _, steps in waits) > 15
    for waited, steps in waits:
        assert waited == pytest.approx(1.0 * steps)
    assert bool(unseen) == game.hidden_steps


def test_a_window_takes_its_time_however_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card takes a beat, and so does a window that may be called in: by whom, and how fast, makes no difference."""
    clock, choice = HandClock(), Choices(6)
    monkeypatch.setattr(Dreamer, "clock", clock)
    monkeypatch.setattr(Dreamer, "choice", choice)
    match = Match(ridotto.game("diciassette"), seed=3, seats=["Anna", *["bot:master"] * 3])
    taken: dict[str, set[float]] = {"foregone": set(), "window": set(), "by hand": set(), "card": set()}
    shown, typed = clock.now, False

    def answer(question: str) -> str:
        nonlocal typed
        if len(person.asked) > 150:
            return "quit" if question.strip().endswith(">") else ""
        clock.sleep(choice.below(5) / 4)
        typed = True
        return str(1 + choice.below(6)) if question.strip().endswith(">") else ""

    person = Person(habit=answer, force_terminal=True)
    sitting = with_dreamers(match, person, clock)
    real = match.play

    def play(seat: int, move: int, final: bool = False) -> Any:
        nonlocal shown, typed
        window = sitting.in_window
        if noticed(match.state, seat, move):
            foregone = window and is_foregone(match.state)
            what = "foregone" if foregone else "by hand" if typed else "window" if window else "card"
            if window or not typed:
                taken[what].add(round(clock.now - shown, 3))
            shown, typed = clock.now, False
        return real(seat, move, final)

    monkeypatch.setattr(match, "play", play)
    sitting.run()
    assert taken["foregone"] == {0.0}
    assert taken["window"] == {1.5}
    assert taken["card"] == {1.0}
    assert min(taken["by hand"]) == 1.5
    assert max(taken["by hand"]) > 1.5


def test_beats_follow_from_the_level() -> None:
    assert beat(ridotto.bots.bot("novice")) == beat(ridotto.bots.bot("random")) == AT_FIRST_SIGHT
    assert beat(ridotto.bots.bot("casual")) == beat(ridotto.bots.bot("master@5000")) == COUNTED
    assert beat(ridotto.bots.bot("master")) == 1.0 + PAUSE
    assert beat(ridotto.bots.bot("master@0.2s")) == pytest.approx(0.2 + PAUSE)
