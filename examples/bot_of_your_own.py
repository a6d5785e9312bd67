"""Write a bot and measure it against ours.

`Patient` plays every legal move in a few redealt worlds, finishes those games at random, and keeps the move that won
most often: flat Monte Carlo, the simplest bot that beats chance in every game.

    python examples/bot_of_your_own.py venezia2099 --against novice --games 40
"""

import argparse
from statistics import fmean

import ridotto
from ridotto.bots import Bot, bot
from ridotto.engine.rollouts import play_randomly
from ridotto.engine.state import State
from ridotto.lab.contest import Contest
from ridotto.lab.results import bot_results


class Patient:
    """A bot needs a name and `choose`."""

    name = "patient"

    def __init__(self, worlds: int = 12) -> None:
        self.worlds = worlds

    def choose(self, world: State, seat: int, rng: ridotto.Rng) -> int:
        """Choose a move. `world` agrees with all that the seat knows; what the seat cannot know was dealt again."""
        share_of_victory = {}
        for move in world.moves(seat):
            outcomes = []
            for _ in range(self.worlds):
                imagined = world.redeal(seat, rng)
                imagined.play(seat, move)
                play_randomly(imagined, rng.roll(2**30))
                outcomes.append(imagined.rewards()[seat])
            share_of_victory[move] = fmean(outcomes)
        return max(share_of_victory, key=share_of_victory.__getitem__)


def find(name: str) -> Bot:
    return Patient() if name == Patient.name else bot(name, threads=1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a bot of your own against one of ours.")
    parser.add_argument("game", nargs="?", default="venezia2099", choices=[game.slug for game in ridotto.all_games()])
    parser.add_argument("--against", default="random", help="random, novice, casual, expert, master or master@5000")
    parser.add_argument("--games", type=int, default=20)
    arguments = parser.parse_args()

    # Every deal is played once from each seat, so that neither the cards nor the chairs decide.
    contest = Contest(ridotto.game(arguments.game), [arguments.against, Patient.name], seed=1, find=find)
    played = {fixture: contest.play(fixture) for fixture in contest.fixtures(contest.deals_for(arguments.games))}
    for result in bot_results(contest, played):
        print(f"{result.bot} wins {result.wins.mean:.0%} of {result.games} games ({result.fair_share:.0%} is fair)")


if __name__ == "__main__":
    main()
