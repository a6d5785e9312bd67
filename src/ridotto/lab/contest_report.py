"""The results of a contest as a table: a line for each figure, a column for each bot."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.lab.contest import Contest
from ridotto.lab.estimates import Estimate
from ridotto.lab.results import BotResult


def headline(contest: Contest, results: list[BotResult]) -> Message:
    games = results[0].games
    return msgs(
        "{game}, {players} players: {games} games, {n} deal played from every seat",
        "{game}, {players} players: {games} games, {n} deals, each played from every seat",
        games // contest.players,
        game=contest.game.title,
        players=contest.players,
        games=games,
    )


def report_lines(results: list[BotResult]) -> list[list[Message]]:
    """The cells of all lines: the name of a figure, then its value for every bot, with 95 % intervals."""
    return [
        [_plain(""), *(_plain(result.bot) for result in results)],
        [msg("seats"), *(_plain(f"{result.seats}") for result in results)],
        [msg("wins (95 % interval)"), *(_share(result.wins) for result in results)],
        [msg("fair share"), *(_plain(f"{100 * result.fair_share:.1f} %") for result in results)],
        [msg("wins / fair share"), *(_plain(f"{result.ratio:.2f}") for result in results)],
        [msg("mean place"), *(_mean(result.place) for result in results)],
        [msg("mean score"), *(_mean(result.score) for result in results)],
        [msg("decisions"), *(_plain(f"{result.decisions}") for result in results)],
        [msg("time per decision"), *(_time(result.seconds) for result in results)],
        [msg("longest decision"), *(_time(result.longest) for result in results)],
    ]


def _share(wins: Estimate) -> Message:
    if wins.interval is None:
        return _plain(f"{100 * wins.mean:.1f} %")
    low, high = (f"{100 * end:.1f}" for end in wins.interval)
    return msg("{mean} ({low} to {high})", mean=f"{100 * wins.mean:.1f} %", low=low, high=high)


def _mean(value: Estimate) -> Message:
    if value.interval is None:
        return _plain(f"{value.mean:.2f}")
    low, high = (f"{end:.2f}" for end in value.interval)
    return msg("{mean} ({low} to {high})", mean=f"{value.mean:.2f}", low=low, high=high)


def _time(seconds: float) -> Message:
    """1.23 s, 4.50 ms, 7 µs"""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return _plain(f"{seconds / size:.2f} {unit}")
    return _plain(f"{seconds * 1e6:.0f} µs")


def _plain(text: str) -> Message:
    """A message that is the same in every language."""
    return Message("{text}", {"text": text})
