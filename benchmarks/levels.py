"""The table of levels in docs/bots.md: every level against the one below, in every game.

    python benchmarks/levels.py FOLDER [GAME ...] [--smallest]

plays what is missing and prints the rows; the games are kept in FOLDER, so that it can be interrupted. Each row is the
same as `ridotto arena GAME --bots LOWER,UPPER --games N --seed 1`. `--smallest` plays each deal once from every seat,
with bots that hardly think: it shows that everything runs, and its figures mean nothing.
"""

import os
import signal
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import program
import ridotto
from http_client import BenchmarkFailed
from ridotto.engine.game import Game
from ridotto.lab.arena import Arena
from ridotto.lab.contest import Contest

SEED = 1
LEVEL_PAIRS = (("novice", "casual", 240), ("casual", "expert", 120), ("expert", "master@6000", 60))
MASTER_GAMES_FACTORS = {"diciassette": 4, "venezia2099": 2, "verhext": 1.5}  # times as many games against a master
SMALLEST_LEVEL_PAIRS = (("novice", "casual@2", 1), ("casual@2", "expert@4", 1), ("expert@4", "master@6", 1))


def level_pairs(game: Game) -> Iterator[tuple[str, str, int]]:
    """The contests of a game: lower level, upper level, number of games."""
    master_factor = MASTER_GAMES_FACTORS.get(game.slug, 1)
    for lower, upper, games in LEVEL_PAIRS:
        yield lower, upper, round(games * master_factor) if upper.startswith("master") else games


def contest_row(game: Game, lower: str, upper: str, games: int, args: Namespace) -> str:
    """Play one contest, and return its row of the table."""
    contest = Contest(game, [lower, upper], seed=SEED)
    arena = Arena(contest, games, args.folder / f"{game.slug}-{lower}-{upper}.jsonl")
    play_missing_games(arena, args.limit)
    lower_result, upper_result = arena.results()
    low, high = upper_result.wins.interval or (0.0, 1.0)
    target_share = 0.6 if contest.players == 2 else 1.4 / contest.players
    return (
        f"| {game.title} | {contest.players} | `{lower}` | `{upper}` | {arena.games} "
        f"| {100 * upper_result.wins.mean:.0f} % ({100 * low:.0f} to {100 * high:.0f}) | {100 * target_share:.0f} % "
        f"| {format_milliseconds(lower_result.seconds)} | {format_milliseconds(upper_result.seconds)} |"
    )


def play_missing_games(arena: Arena, timeout_seconds: float) -> None:
    """Play the missing games; fail if one takes longer than the timeout."""

    def on_timeout(*_: object) -> None:
        contest = arena.contest
        contestants = f"{contest.game.slug}, {' against '.join(contest.bots)}"
        raise BenchmarkFailed(f"{contestants}: no game ended within {timeout_seconds:g} seconds")

    def restart_timer(_: int) -> None:
        signal.setitimer(signal.ITIMER_REAL, timeout_seconds)

    signal.signal(signal.SIGALRM, on_timeout)
    try:
        arena.play(restart_timer)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def format_milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.001 else f"{1000 * seconds:.2g} ms"


def main() -> None:
    parser = program.create_parser(__doc__, default_limit=600, awaited="game")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="keeps the games")
    slugs = [game.slug for game in ridotto.all_games()]
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"which (default: all): {', '.join(slugs)}")
    args = parser.parse_args()
    games = [ridotto.game(slug) for slug in args.games] or ridotto.all_games()
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"{args.folder} cannot be a folder: {error.strerror}")
    print(f"Version {ridotto.__version__}, seed {SEED}, {os.cpu_count()} cores, one game on each\n")
    print(
        "| game | players | lower | upper | games | the upper one wins (95 %) | wanted | lower thinks | upper thinks |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for game in games:
        for level_pair in SMALLEST_LEVEL_PAIRS if args.smallest else level_pairs(game):
            print(contest_row(game, *level_pair, args), flush=True)


if __name__ == "__main__":
    program.run(main)
