"""A server with one table of each game, whose match advances from one kind of question to the next.

`python -m tests.browser.question_house DATABASE LIST` writes into LIST, for every game, its table, the key of its first
seat, and its moments: each kind of question that this seat is asked in a match, named by its rule, and the end. It
prints its address. A number on its standard input advances the game at that place in the list to its next moment; it
answers `rested`.
"""

import asyncio
import json
import re
import sys
from pathlib import Path

from docs.pictures import browser as pictures

import ridotto
from ridotto.bots.search import Budget
from ridotto.engine.scene import Scene
from ridotto.house import entropy
from ridotto.house.people.guests import MASKS
from ridotto.house.service import House
from ridotto.house.tables.answer_window import public_automatic_move
from ridotto.house.tables.events import Moved
from ridotto.house.tables.new_table import NewTable

SEED = 7
HINTS = Budget(simulations=200)  # independent of the speed of the machine
GUESTS = (
    "Colombina Bellissima",
    "Wolfeschlegelsteinhausen",
    "Colombina",
    "Leandro",
)  # the second is as long as possible
END = "the end"
Match = list[tuple[int, str]]


def kind_of(scene: Scene) -> frozenset[str]:
    """What kinds of things are taken and put: the first words of their ids."""
    ids = (id for action in scene.actions for id in (action.take, action.put) if id)
    return frozenset(re.split("[^a-z]", id, maxsplit=1)[0] for id in ids)


def moments_of(slug: str, match: Match) -> list[tuple[str, int]]:
    """The kinds of questions that the first seat is asked, in order: the rule, and the number of decisions before.

    Of each kind one with a confirmation, if there is such; else the last one with the most options.
    """
    game = ridotto.game(slug)
    state = game.start(players=game.default_players, seed=SEED)
    asked: dict[frozenset[str], tuple[bool, int, int, str]] = {}
    for n, (seat, move) in enumerate(match):
        if 0 in state.actors() and not (game.has_windows and public_automatic_move(state, 0) is not None):
            scene = game.scene(game.view(state, 0))
            final = any(action.confirm for action in scene.actions)
            kind, moment = kind_of(scene), (final, len(scene.actions), n, scene.clause)
            asked[kind] = max(asked.get(kind, moment), moment)
        state.play(seat, game.parse(move))
    moments = sorted((decided, rule) for *_, decided, rule in asked.values())
    return [*((rule, decided) for decided, rule in moments), (END, len(match))]


class Table:
    """A table, and the progress of its match."""

    def __init__(self, house: House, slug: str) -> None:
        self.house = house
        self.slug = slug
        self.players = ridotto.game(slug).default_players
        self.match = pictures.match_of(slug, self.players, SEED)
        self.moments = moments_of(slug, self.match)
        self.coming = iter(self.moments)
        self.id = ""

    async def open(self) -> str:
        """Opens the table and returns the key of the first seat."""
        entropy.random_bits = lambda purpose: SEED
        wish = NewTable(game=self.slug, players=self.players, patience=None)
        self.id, host = await self.house.open_table(wish, f"moments-of-{self.slug}")
        keys = [
            (await self.house.sit(self.id, GUESTS[seat], MASKS[seat], seat, f"guest-{seat}-of-{self.id}"))[1]
            for seat in range(self.players)
        ]
        await self.house.start_match(self.id, [host])
        return keys[0]

    async def play_on(self) -> None:
        _, until = next(self.coming)
        for n, (seat, move) in enumerate(self.match[:until]):
            playing = (await self.house.table(self.id)).started_match
            if n >= len(playing.decisions()):  # else it was decided automatically
                await self.house.executor.execute(self.id, pictures.command_for(Moved(seat, move, f"decision-{n:06}")))


async def prepare(database: Path, list_file: Path) -> None:
    async with pictures.open_house(database.parent, HINTS) as (house, address):
        tables = [Table(house, game.slug) for game in ridotto.all_games()]
        keys = [await table.open() for table in tables]
        places = zip(tables, keys, strict=True)
        list_file.write_text(
            json.dumps([(table.id, key, [rule for rule, _ in table.moments]) for table, key in places])
        )
        print(address, flush=True)
        lines = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        while line := await lines.readline():
            await tables[int(line)].play_on()
            print("rested", flush=True)


if __name__ == "__main__":
    asyncio.run(prepare(Path(sys.argv[1]), Path(sys.argv[2])))
