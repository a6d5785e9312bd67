"""Play a game from the deal to the last move.

Every seat plays a random legal move. The same seeds give the same game, on every machine.

    python examples/play_a_game.py venti --players 3 --seed 7
"""

import argparse
import random

import ridotto


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a game of random moves and print it.")
    parser.add_argument("game", nargs="?", default="verhext", choices=[game.slug for game in ridotto.all_games()])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()

    game = ridotto.game(arguments.game)
    state = game.start(players=arguments.players, seed=arguments.seed)
    dice = random.Random(arguments.seed)
    while not state.over:
        seat = state.actor()  # one of the seats that have to decide now
        move = dice.choice(state.moves(seat))
        print(f"seat {seat}: {game.text(move)}")
        state.play(seat, move)

    for seat, (score, place) in enumerate(zip(state.scores(), state.places(), strict=True)):
        print(f"seat {seat} comes in {place}. with {score} points")


if __name__ == "__main__":
    main()
