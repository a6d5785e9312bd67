"""Ask the search for the best move, and how sure it is.

The search thinks for one seat and uses only what that seat may know. A budget in simulations gives the same answer on
every machine; a budget in seconds uses what the machine has.

    python examples/search_a_position.py venezia2099 --simulations 5000
"""

import argparse

import ridotto
from ridotto.bots.search import Budget, Search


def main() -> None:
    parser = argparse.ArgumentParser(description="Rank the first moves of a deal.")
    parser.add_argument("game", nargs="?", default="venezia2099", choices=[game.slug for game in ridotto.all_games()])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--simulations", type=int, default=2000)
    arguments = parser.parse_args()

    game = ridotto.game(arguments.game)
    state = game.start(seed=arguments.seed)
    search = Search(state, state.actor(), seed=1)
    search.run(Budget(simulations=arguments.simulations))

    print(f"{search.simulations} simulated games, {search.decisions} decisions")
    for row in search.move_stats():
        print(f"{game.text(row.move):24} {row.share:6.1%} ± {row.margin:.1%} of the victory, {row.visits} visits")


if __name__ == "__main__":
    main()
