"""A conformance run: tests a game against the laws in random games with all player counts and options."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING

from ridotto.engine.conformance.coverage_report import Report
from ridotto.engine.conformance.trial import LAWS, Law, Trial
from ridotto.engine.conformance.work_budget import SecondsMeter, WorkMeter

if TYPE_CHECKING:
    from ridotto.engine.game import Game

    GameSetup = tuple[int, dict[str, str]]  # players, options

WEIGHTS = {
    "shown": 8,
    "told": 8,
    "unseen": 5,
    "seals": 5,
    "redeal": 5,
    "peek": 5,
    "memory": 5,
}  # shares of the budget; every other law has 1
REQUIRED_SHARE = 0.7  # of the budget for the setups that must be played; the rest is for more games
EXTRA_GAMES = 5  # for laws that have not been exercised when the budget is spent


def conform(
    game: "Game",
    work: float = 35_000,
    seed: int = 0,
    laws: Iterable[str] | None = None,
    players: Iterable[int] | None = None,
    seconds: float | None = None,
) -> Report:
    """Play random games with all player counts and option values, and check the laws along the way.

    Args:
        game: The game to test.
        work: The budget; 10,000 take about a second with compiled rules, and give the same tests on every machine.
        seed: The same seed gives the same tests.
        laws: Names of the laws to check; by default all.
        players: Player counts; by default all.
        seconds: The budget as time, instead of `work`.

    Raises:
        Broken: The game breaks a law.
    """
    counts = list(game.players if players is None else players)
    chosen = {name: LAWS[name] for name in (LAWS if laws is None else laws)}
    meter, budget = (WorkMeter(), work) if seconds is None else (SecondsMeter(), seconds)
    run = Run(game, chosen, counts, meter, budget, Random(seed))
    run.run()
    return run.report


class Run:
    """Spreads its budget evenly over setups, positions and laws."""

    def __init__(
        self, game: "Game", laws: dict[str, Law], counts: list[int], meter: WorkMeter, budget: float, chance: Random
    ) -> None:
        self.game, self.laws, self.counts, self.meter, self.chance = game, laws, counts, meter, chance
        self.until = meter.read() + budget
        self.share = REQUIRED_SHARE * budget / len(required_setups(game, counts, Random(0)))
        self.lengths: list[int] = []
        self.report = Report(game.slug, checks=dict.fromkeys(laws, 0), spent=dict.fromkeys(laws, 0.0))

    def run(self) -> None:
        required = len(required_setups(self.game, self.counts, Random(0)))
        setups: list[GameSetup] = []
        for players, options in all_setups(self.game, self.counts, self.chance):
            if len(setups) >= required and self.meter.read() >= self.until:
                break
            setups.append((players, options))
            self.report.tables[players] += 1
            self.play_game(Trial(self.game, players, options, self.chance.getrandbits(32)))
        for _ in range(EXTRA_GAMES):
            self.play_extra_game(self.chance.choice(setups))
        self.report.untried = untried(self.game, self.counts, setups)

    def play_game(self, trial: Trial) -> None:
        """Play one game: check some laws in each position, the least tested first, and all of them in the last one."""
        start = self.meter.read()
        until = max(self.until, start + self.share)
        expected = sum(self.lengths) / len(self.lengths) if self.lengths else trial.bound
        over = False
        while not over and self.meter.read() < until:
            over = trial.state.over or len(trial.moves) >= trial.bound
            played = len(trial.moves) + 1
            due = start + 2 * self.share * played / (
                played + expected
            )  # the whole share, if the game is as long as expected
            for name in sorted(self.laws, key=self.priority):
                if over or self.meter.read() < due:
                    self.check(name, trial)
            if not over:
                trial.step()
                self.meter.add_step()
                self.report.decisions += 1
        if over:
            self.report.games += 1
            self.lengths.append(len(trial.moves))

    def play_extra_game(self, setup: "GameSetup") -> None:
        """Play one more game for the laws that have not been exercised, whatever has been spent."""
        idle = [name for name, checks in self.report.checks.items() if not checks]
        trial = Trial(self.game, *setup, self.chance.getrandbits(32))
        while idle and not trial.state.over and len(trial.moves) < trial.bound:
            for name in idle:
                self.check(name, trial)
            idle = [name for name in idle if not self.report.checks[name]]
            trial.step()

    def priority(self, name: str) -> float:
        """The budget spent on a law in relation to its weight: the lowest is next."""
        return self.report.spent[name] / WEIGHTS.get(name, 1)

    def check(self, name: str, trial: Trial) -> None:
        start = self.meter.read()
        checks = self.laws[name](trial)
        self.meter.add_check(name, len(trial.moves), checks)
        self.report.checks[name] += checks
        self.report.spent[name] += self.meter.read() - start


def all_setups(game: "Game", counts: list[int], chance: Random) -> "Iterator[GameSetup]":
    """First setups with every value of every option for every player count, then random ones."""
    yield from required_setups(game, counts, chance)
    while True:
        for players in counts:
            yield players, {option.name: chance.choice(option.values_for(players)) for option in game.options}


def required_setups(game: "Game", counts: list[int], chance: Random) -> "list[GameSetup]":
    """The default options for each player count, then mixtures in which each option goes through its values."""
    setups: list[GameSetup] = []
    rows = max((len(option.values_for(max(counts))) for option in game.options), default=0)
    for row in range(-1, rows):
        for players in counts:
            options = {}
            for option in game.options if row >= 0 else ():
                values = option.values_for(players)
                shift = Random(f"{option.name} {players}").randrange(len(values))
                options[option.name] = values[(row + shift) % len(values)]
            setups.append((players, options))
    usual, mixed = setups[: len(counts)], setups[len(counts) :]
    chance.shuffle(mixed)
    return usual + mixed


def untried(game: "Game", counts: list[int], setups: "list[GameSetup]") -> list[str]:
    """The player counts and option values that were in no setup."""
    tried = {
        (players, name, value)
        for players, options in setups
        for name, value in game.validate_options(players, options).items()
    }
    missing = [f"{players} players" for players in counts if not any(count == players for count, _ in setups)]
    return missing + [
        f"{option.name} {value} with {players} players"
        for option in game.options
        for players in counts
        for value in option.values_for(players)
        if (players, option.name, value) not in tried
    ]
