"""The table of levels in docs/bots.md: every level against the one below, in every game.

    python benchmarks/levels.py FOLDER [GAME ...]

plays what is missing and prints the rows; the games are kept in FOLDER, so that it can be interrupted. Each row is the
same as `ridotto arena GAME --bots LOWER,UPPER --games N --seed 1`.
"""

import os
import sys
from pathlib import Path

import ridotto
from ridotto.engine.game import Game
from ridotto.lab.arena import Arena
from ridotto.lab.contest import Contest

SEED = 1
STEPS = (("novice", "casual", 240), ("casual", "expert", 120), ("expert", "master@6000", 60))
MORE = {"diciassette": 4, "venezia2099": 2, "verhext": 1.5}  # times as many games at the last step


def row(game: Game, lower: str, upper: str, games: int, folder: Path) -> str:
    """One match, as a line of the table."""
    contest = Contest(game, [lower, upper], seed=SEED)
    arena = Arena(contest, games, folder / f"{game.slug}-{lower}-{upper}.jsonl")
    arena.play()
    below, above = arena.results()
    low, high = above.wins.interval or (0.0, 1.0)
    need = 0.6 if contest.players == 2 else 1.4 / contest.players
    return (
        f"| {game.title} | {contest.players} | `{lower}` | `{upper}` | {arena.games} "
        f"| {100 * above.wins.mean:.0f} % ({100 * low:.0f} to {100 * high:.0f}) | {100 * need:.0f} % "
        f"| {1000 * below.seconds:.0f} ms | {1000 * above.seconds:.0f} ms |"
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    print(f"Version {ridotto.__version__}, seed {SEED}, {os.cpu_count()} cores, one game on each\n")
    print(
        "| game | players | lower | upper | games | the upper one wins (95 %) | wanted | lower thinks | upper thinks |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for game in [ridotto.game(slug) for slug in sys.argv[2:]] or ridotto.games():
        for lower, upper, games in STEPS:
            last = upper.startswith("master")
            print(row(game, lower, upper, round(games * MORE.get(game.slug, 1)) if last else games, folder), flush=True)
