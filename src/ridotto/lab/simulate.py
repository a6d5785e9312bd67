"""Plays many games between bots and sums up the results."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ridotto.bots import bot
from ridotto.engine import record
from ridotto.engine.errors import RidottoError, os_error_text
from ridotto.engine.game import Game
from ridotto.engine.match import Match
from ridotto.engine.message import msg
from ridotto.engine.rng import Rng
from ridotto.engine.rollouts import play_randomly, random_line
from ridotto.lab.bot_match import play_match
from ridotto.lab.estimates import wilson_interval


@dataclass
class Simulation:
    """The summed-up results, by seat. The field names are keys of the JSON output."""

    game: str
    players: int
    options: dict[str, str]
    bots: list[str]
    seed: int
    games: int = 0
    decisions: int = 0
    longest: int = 0  # decisions of one game
    wins: list[float] = field(default_factory=list)  # shares of victories
    scores: list[float] = field(default_factory=list)  # means
    places: list[float] = field(default_factory=list)  # means
    interval: list[tuple[float, float]] = field(default_factory=list)  # 95 % confidence interval of `wins`

    def to_dict(self) -> dict[str, object]:
        return asdict(self)


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int,
    options: dict[str, object],
    bots: Sequence[str] = ("random",),
    folder: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Plays `games` games; game i has the seed `seed + i`, so that it can be repeated alone.

    `bots` is one bot for all seats or one for each; with a folder, a record of every game is written to it.
    """
    choices = game.validate_options(players, options)
    if len(bots) not in (1, players):
        raise RidottoError(msg("Name one bot for all seats, or {players}: one for each.", players=players))
    by_seat = [bots[seat % len(bots)] for seat in range(players)]
    for name in by_seat:
        bot(name)  # raises an error if the bot is unknown
    if folder is not None:
        _make_folder(folder)
    done = Simulation(game.slug, players, choices, by_seat, seed)
    wins, scores, places = ([0.0] * players for _ in range(3))
    for i in range(games):
        if folder is None and set(by_seat) == {"random"}:
            state = game.deal(players, seed + i, choices)
            decisions = play_randomly(state, seed + i)
        else:
            match = _play_recorded(game, players, choices, seed + i, by_seat)
            state, decisions = match.state, len(match.entries)
            if folder is not None:
                record.save(match, folder / f"{game.slug}-{players}-{seed + i}.jsonl")
        _add(wins, state.rewards())
        _add(scores, state.scores())
        _add(places, state.places())
        done.decisions += decisions
        done.longest = max(done.longest, decisions)
        progress(i + 1)
    done.games = games
    done.wins, done.scores, done.places = ([total / games for total in sums] for sums in (wins, scores, places))
    done.interval = [wilson_interval(share, games) for share in done.wins]
    return done


def _play_recorded(game: Game, players: int, choices: dict[str, str], seed: int, bots: Sequence[str]) -> Match:
    """One match between bots with all its decisions."""
    match = Match(game, players, choices, seed, [f"bot:{name}" for name in bots])
    if set(bots) == {"random"}:  # the same moves as without a record
        for seat, move in random_line(match.state, seed):
            match.play(seat, move)
        return match
    play_match(match, [bot(name) for name in bots], [Rng(seed)] * players)
    return match


def _add(sums: list[float], values: Sequence[float]) -> None:
    for seat, value in enumerate(values):
        sums[seat] += value


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RidottoError(
            msg("Can't write {path}: {reason}.", path=str(folder), reason=os_error_text(error))
        ) from error
