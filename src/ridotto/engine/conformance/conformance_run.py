"""Tries a game by the laws, at every table it offers, until a budget of work or of seconds is spent."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING

from ridotto.engine.conformance.coverage_report import Report
from ridotto.engine.conformance.trial import LAWS, Law, Trial
from ridotto.engine.conformance.work_budget import Seconds, Work

if TYPE_CHECKING:
    from ridotto.engine.game import Game

    Table = tuple[int, dict[str, str]]  # players, options

SECRECY = {"shown": 8, "told": 8, "unseen": 5, "seals": 5, "redeal": 5, "peek": 5, "memory": 5}  # to 1 of other laws
THRIFT = 0.7  # of the budget for the tables that must be played; what is left goes to more games
ENCORES = 5  # games for laws that have not come up, when everything is spent


def conform(
    game: "Game",
    work: float = 35_000,
    seed: int = 0,
    laws: Iterable[str] | None = None,
    players: Iterable[int] | None = None,
    seconds: float | None = None,
) -> Report:
    """Plays random games at every table and tries them by all laws (or these); raises Broken at the first offence.

    The same work and seed try the same on every machine; 10,000 take about a second when the rules are compiled.
    With `seconds` the clock decides instead how much is tried.
    """
    counts = list(game.players if players is None else players)
    chosen = {name: LAWS[name] for name in (LAWS if laws is None else laws)}
    meter, budget = (Work(), work) if seconds is None else (Seconds(), seconds)
    run = Run(game, chosen, counts, meter, budget, Random(seed))
    run.through()
    return run.report


class Run:
    """Spends its budget evenly: over tables, over the positions of a game, over laws."""

    def __init__(
        self, game: "Game", laws: dict[str, Law], counts: list[int], meter: Work, budget: float, chance: Random
    ) -> None:
        self.game, self.laws, self.counts, self.meter, self.chance = game, laws, counts, meter, chance
        self.until = meter.read() + budget
        self.share = THRIFT * budget / len(first_tables(game, counts, Random(0)))
        self.lengths: list[int] = []
        self.report = Report(game.slug, checks=dict.fromkeys(laws, 0), spent=dict.fromkeys(laws, 0.0))

    def through(self) -> None:
        must = len(first_tables(self.game, self.counts, Random(0)))
        tables: list[Table] = []
        for players, options in all_tables(self.game, self.counts, self.chance):
            if len(tables) >= must and self.meter.read() >= self.until:
                break
            tables.append((players, options))
            self.report.tables[players] += 1
            self.try_game(Trial(self.game, players, options, self.chance.getrandbits(32)))
        for _ in range(ENCORES):
            self.encore(self.chance.choice(tables))
        self.report.untried = untried(self.game, self.counts, tables)

    def try_game(self, trial: Trial) -> None:
        """Plays one game; at each position some laws, those first that had the least so far; at the end all."""
        begun = self.meter.read()
        until = max(self.until, begun + self.share)
        expected = sum(self.lengths) / len(self.lengths) if self.lengths else trial.bound
        over = False
        while not over and self.meter.read() < until:
            over = trial.state.over or len(trial.moves) >= trial.bound
            played = len(trial.moves) + 1
            due = begun + 2 * self.share * played / (played + expected)  # the share, if it is as long as expected
            for name in sorted(self.laws, key=self.turn_of):
                if over or self.meter.read() < due:
                    self.hold(name, trial)
            if not over:
                trial.step()
                self.meter.step()
                self.report.decisions += 1
        if over:
            self.report.games += 1
            self.lengths.append(len(trial.moves))

    def encore(self, table: "Table") -> None:
        """One more game for the laws that were never tried, whatever is spent."""
        idle = [name for name, checks in self.report.checks.items() if not checks]
        trial = Trial(self.game, *table, self.chance.getrandbits(32))
        while idle and not trial.state.over and len(trial.moves) < trial.bound:
            for name in idle:
                self.hold(name, trial)
            idle = [name for name in idle if not self.report.checks[name]]
            trial.step()

    def turn_of(self, name: str) -> float:
        return self.report.spent[name] / SECRECY.get(name, 1)

    def hold(self, name: str, trial: Trial) -> None:
        begun = self.meter.read()
        checks = self.laws[name](trial)
        self.meter.hold(name, len(trial.moves), checks)
        self.report.checks[name] += checks
        self.report.spent[name] += self.meter.read() - begun


def all_tables(game: "Game", counts: list[int], chance: Random) -> "Iterator[Table]":
    """First tables that have every value of every option at every number of players, then any."""
    yield from first_tables(game, counts, chance)
    while True:
        for players in counts:
            yield players, {option.name: chance.choice(option.allowed(players)) for option in game.options}


def first_tables(game: "Game", counts: list[int], chance: Random) -> "list[Table]":
    """The usual table of each size, then mixtures in which each option goes through its values."""
    tables: list[Table] = []
    most = max((len(option.allowed(max(counts))) for option in game.options), default=0)
    for row in range(-1, most):
        for players in counts:
            options = {}
            for option in game.options if row >= 0 else ():
                values = option.allowed(players)
                shift = Random(f"{option.name} {players}").randrange(len(values))
                options[option.name] = values[(row + shift) % len(values)]
            tables.append((players, options))
    usual, mixed = tables[: len(counts)], tables[len(counts) :]
    chance.shuffle(mixed)
    return usual + mixed


def untried(game: "Game", counts: list[int], tables: "list[Table]") -> list[str]:
    """Player counts and option values that no table had."""
    had = {
        (players, name, value) for players, options in tables for name, value in game.choose(players, options).items()
    }
    missing = [f"{players} players" for players in counts if not any(count == players for count, _ in tables)]
    return missing + [
        f"{option.name} {value} with {players} players"
        for option in game.options
        for players in counts
        for value in option.allowed(players)
        if (players, option.name, value) not in had
    ]
