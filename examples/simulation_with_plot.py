"""Simulate many games and plot the scores.

The plot is a histogram of the final scores with one curve for each seat, as an SVG file that any browser shows.

    python examples/simulation_with_plot.py venti --players 3 --games 5000 --out scores.svg
"""

import argparse
from collections import Counter
from pathlib import Path

import ridotto
from ridotto.engine.rollouts import play_randomly

WIDTH, HEIGHT, MARGIN = 720, 360, 40
COLOURS = ("#8c1c2b", "#1c5d8c", "#3f7d20", "#b8860b", "#6a3d9a", "#444444")


def scores_by_seat(game_name: str, players: int, games: int) -> list[Counter[int]]:
    """How often each seat finished with each score. The i-th game has the seed i."""
    game = ridotto.game(game_name)
    counts: list[Counter[int]] = [Counter() for _ in range(players)]
    for seed in range(games):
        state = game.start(players=players, seed=seed)
        play_randomly(state, seed)  # compiled: thousands of games a second
        for seat, score in enumerate(state.scores()):
            counts[seat][score] += 1
    return counts


def plot(counts: list[Counter[int]]) -> str:
    """The histograms as SVG."""
    lowest = min(min(count) for count in counts)
    highest = max(max(count) for count in counts)
    most = max(max(count.values()) for count in counts)

    def point(score: int, count: int) -> str:
        x = MARGIN + (score - lowest) / max(highest - lowest, 1) * (WIDTH - 2 * MARGIN)
        y = HEIGHT - MARGIN - count / most * (HEIGHT - 2 * MARGIN)
        return f"{x:.1f},{y:.1f}"

    curves = []
    for seat, count in enumerate(counts):
        points = " ".join(point(score, count[score]) for score in range(lowest, highest + 1))
        colour = COLOURS[seat % len(COLOURS)]
        curves.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        curves.append(f'<text x="{WIDTH - MARGIN - 50}" y="{MARGIN + 18 * seat}" fill="{colour}">seat {seat}</text>')
    bottom = HEIGHT - MARGIN
    axis = f'<line x1="{MARGIN}" y1="{bottom}" x2="{WIDTH - MARGIN}" y2="{bottom}" stroke="#888"/>'
    ends = (
        f'<text x="{MARGIN}" y="{bottom + 20}">{lowest}</text>'
        f'<text x="{WIDTH - MARGIN}" y="{bottom + 20}" text-anchor="end">{highest} points</text>'
    )
    drawing = "\n".join([axis, ends, *curves])
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
    return f'{head}\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>\n{drawing}\n</svg>\n'


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw the final scores of many random games.")
    parser.add_argument("game", nargs="?", default="venti", choices=[game.slug for game in ridotto.all_games()])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--out", type=Path, default=Path("scores.svg"))
    arguments = parser.parse_args()

    counts = scores_by_seat(arguments.game, arguments.players, arguments.games)
    arguments.out.write_text(plot(counts), "utf-8")
    print(f"{arguments.games} games of {arguments.game}: {arguments.out}")


if __name__ == "__main__":
    main()
