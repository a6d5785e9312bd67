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
from ridotto.engine.game import Game
from ridotto.lab.arena import Arena
from ridotto.lab.contest import Contest
from wire import Failed

SEED = 1
STEPS = (("novice", "casual", 240), ("casual", "expert", 120), ("expert", "master@6000", 60))
MORE = {"diciassette": 4, "venezia2099": 2, "verhext": 1.5}  # times as many games at the last step
SMALLEST = (("novice", "casual@2", 1), ("casual@2", "expert@4", 1), ("expert@4", "master@6", 1))


def steps(game: Game) -> Iterator[tuple[str, str, int]]:
    """The matches of a game: lower level, upper level, number of games."""
    for lower, upper, games in STEPS:
        yield lower, upper, round(games * MORE.get(game.slug, 1)) if upper.startswith("master") else games


def row(game: Game, lower: str, upper: str, games: int, wanted: Namespace) -> str:
    """Play one match, and return its row of the table."""
    contest = Contest(game, [lower, upper], seed=SEED)
    arena = Arena(contest, games, wanted.folder / f"{game.slug}-{lower}-{upper}.jsonl")
    play(arena, wanted.limit)
    below, above = arena.results()
    low, high = above.wins.interval or (0.0, 1.0)
    need = 0.6 if contest.players == 2 else 1.4 / contest.players
    return (
        f"| {game.title} | {contest.players} | `{lower}` | `{upper}` | {arena.games} "
        f"| {100 * above.wins.mean:.0f} % ({100 * low:.0f} to {100 * high:.0f}) | {100 * need:.0f} % "
        f"| {milliseconds(below.seconds)} | {milliseconds(above.seconds)} |"
    )


def play(arena: Arena, limit: float) -> None:
    """Play the missing games; fail if one takes longer than `limit` seconds."""

    def complain(*_: object) -> None:
        contest = arena.contest
        raise Failed(f"{contest.game.slug}, {' against '.join(contest.bots)}: no game ended within {limit:g} seconds")

    def wind_up(_: int) -> None:
        signal.setitimer(signal.ITIMER_REAL, limit)

    signal.signal(signal.SIGALRM, complain)
    try:
        arena.play(wind_up)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.001 else f"{1000 * seconds:.2g} ms"


def main() -> None:
    parser = program.parser(__doc__, limit=600, what="game")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="keeps the games")
    slugs = [game.slug for game in ridotto.all_games()]
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"which (default: all): {', '.join(slugs)}")
    wanted = parser.parse_args()
    games = [ridotto.game(slug) for slug in wanted.games] or ridotto.all_games()
    try:
        wanted.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"{wanted.folder} cannot be a folder: {error.strerror}")
    print(f"Version {ridotto.__version__}, seed {SEED}, {os.cpu_count()} cores, one game on each\n")
    print(
        "| game | players | lower | upper | games | the upper one wins (95 %) | wanted | lower thinks | upper thinks |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for game in games:
        for step in SMALLEST if wanted.smallest else steps(game):
            print(row(game, *step, wanted), flush=True)


if __name__ == "__main__":
    program.run(main)
