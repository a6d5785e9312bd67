"""How long one person waits for the others in a round, at a table with bots.

    python benchmarks/waiting.py [GAME ...] [--matches N] [--tempo TEMPO] [--level LEVEL] [--smallest]

opens tables of four, or of as many as can play, for bots and a person who decides at once, in a real house whose
clock only moves while somebody waits. For every complete round it adds up the time in which the person was not asked;
the result is the same on every machine. Animations add nothing: a page offers moves at once, even while pieces fly.
`--smallest` plays one match with bots that do not think.
"""

import asyncio
import sys
from collections import Counter
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

import program
import ridotto
from ridotto.bots.levels import level
from ridotto.engine.rng import Rng
from ridotto.engine.state import State
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.house.tables.events import Tempo
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.manual_time import ManualTime

PERSON_SEAT = 0
MAX_ROUNDS = 40  # of a match that are measured


class InstantBotPool:
    """A bot pool whose bots take no time of the house."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    async def choose(self, world: State, seat: int, bot: str, *_: object) -> int:
        return level(bot).choose(world, seat, self.rng)


def current_round(table: Table) -> int:
    """The number of the round; 0 if the game has no rounds."""
    return getattr(table.view(-1).public, "round", 0)


async def waits(slug: str, seed: int, bots: str = "casual", tempo: Tempo = "normal") -> list[float]:
    """The seconds that a person waits in each round of a match, without the last round, which is incomplete."""
    game, time, rng = ridotto.game(slug), ManualTime(), Rng(seed)
    players = min(4, game.players[-1])
    bot_pool: Any = InstantBotPool(rng)
    waited_ms: Counter[int] = Counter()
    with TemporaryDirectory() as folder:
        store = await connect(f"{folder}/house.sqlite", time)
        house = House(store, bot_pool)
        time.govern(house)
        await house.start()
        settings = NewTable(
            game=slug, players=players, bots=dict.fromkeys(range(1, players), bots), patience=None, tempo=tempo
        )
        id, host = await house.open_table(settings, f"{slug}-{seed}")
        _, key = await house.sit(id, "Anna", "volto", PERSON_SEAT, "anna")
        with house.subscribe(id, PERSON_SEAT):
            await house.start_match(id, [host])
            for n in range(100_000):
                await time.rest()
                table = await house.table(id)
                if table.phase != "running" or current_round(table) > MAX_ROUNDS:
                    break
                if table.owes_decision(PERSON_SEAT):
                    move = level(bots).choose(table.started_match.state.redeal(PERSON_SEAT, rng), PERSON_SEAT, rng)
                    revision = table.player_view(PERSON_SEAT).revision
                    await house.decide(id, [key], PERSON_SEAT, revision, game.text(move), f"decision-{n:08}")
                    continue
                remaining_ms = max(1, time.due[0] - time.now())
                waited_ms[current_round(table)] += remaining_ms
                await time.forward(remaining_ms / 1000)
        await house.stop()
        await store.close()
    return [waited_ms[n] / 1000 for n in sorted(waited_ms)][:-1]


def main() -> None:
    parser = program.create_parser(__doc__)
    slugs = [game.slug for game in ridotto.all_games()]
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"which (default: all): {', '.join(slugs)}")
    parser.add_argument("--matches", type=program.parse_count, default=5, help="of each game (default 5)")
    parser.add_argument("--tempo", choices=("quick", "normal", "slow"), default="normal", help="of the bots")
    parser.add_argument("--level", default="casual", help="of the bots (default casual)")
    args = parser.parse_args()
    bots, matches = ("novice", 1) if args.smallest else (args.level, args.matches)
    print("| game | rounds | mean | 9 of 10 | longest |\n|---|---|---|---|---|")
    for slug in args.games or slugs:
        game = ridotto.game(slug)
        seconds = sorted(wait for n in range(matches) for wait in asyncio.run(waits(slug, n + 1, bots, args.tempo)))
        if seconds:
            percentile_90 = seconds[min(len(seconds) - 1, int(0.9 * len(seconds)))]
            cells = f"{mean(seconds):.1f} s | {percentile_90:.1f} s | {seconds[-1]:.1f} s"
            print(f"| {game.title} | {len(seconds)} | {cells} |")


if __name__ == "__main__":
    program.run(main)
