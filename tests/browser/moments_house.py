"""A house with one table of each game, which is played on from one kind of question to the next.

`python -m tests.browser.moments_house DATABASE LIST` writes into LIST, of every game, its table, the key of its first
seat, and its moments: each kind of question that this seat is asked in a match, named by the rule it rests on, and the
end. It prints its address. A number on its standard input plays the game of that place in the list on to its next
moment; it answers `rested`.
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
from ridotto.house.tables.events import Moved
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.windows import goes_without_asking

SEED = 7
HINTS = Budget(simulations=200)  # the same however busy the machine is
GUESTS = ("Colombina Bellissima", "Wolfeschlegelsteinhausen", "Colombina", "Leandro")  # one as long as names may be
END = "the end"
Match = list[tuple[int, str]]


def kind_of(scene: Scene) -> frozenset[str]:
    """What sort of things are taken and put: the first words of their ids."""
    ids = (id for action in scene.actions for id in (action.take, action.put) if id)
    return frozenset(re.split("[^a-z]", id, maxsplit=1)[0] for id in ids)


def moments_of(slug: str, match: Match) -> list[tuple[str, int]]:
    """The kinds of questions that the first seat is asked, in their order: the rule, and how much was decided before.

    Of each kind it is one from which there is no way back, if there is such; the last one with the most to choose from.
    """
    game = ridotto.game(slug)
    state = game.start(players=game.usual, seed=SEED)
    asked: dict[frozenset[str], tuple[bool, int, int, str]] = {}
    for n, (seat, move) in enumerate(match):
        if 0 in state.actors() and not (game.has_windows and goes_without_asking(state, 0) is not None):
            scene = game.scene(game.view(state, 0))
            final = any(action.confirm for action in scene.actions)
            kind, moment = kind_of(scene), (final, len(scene.actions), n, scene.clause)
            asked[kind] = max(asked.get(kind, moment), moment)
        state.play(seat, game.parse(move))
    moments = sorted((decided, rule) for *_, decided, rule in asked.values())
    return [*((rule, decided) for decided, rule in moments), (END, len(match))]


class Table:
    """A table, and how far its match has come."""

    def __init__(self, house: House, slug: str) -> None:
        self.house = house
        self.slug = slug
        self.players = ridotto.game(slug).usual
        self.match = pictures.match_of(slug, self.players, SEED)
        self.moments = moments_of(slug, self.match)
        self.coming = iter(self.moments)
        self.id = ""

    async def open(self) -> str:
        """The key of the first seat."""
        entropy.fresh = lambda purpose: SEED
        wish = NewTable(game=self.slug, players=self.players, patience=None)
        self.id, host = await self.house.open_table(wish, f"moments-of-{self.slug}")
        keys = [
            (await self.house.sit(self.id, GUESTS[seat], MASKS[seat], seat, f"guest-{seat}-of-{self.id}"))[1]
            for seat in range(self.players)
        ]
        await self.house.begin(self.id, [host])
        return keys[0]

    async def play_on(self) -> None:
        _, until = next(self.coming)
        for n, (seat, move) in enumerate(self.match[:until]):
            playing = (await self.house.table(self.id)).playing
            if n >= len(playing.moves()):  # else somebody has decided it without being asked
                await self.house.do(self.id, pictures.deed(Moved(seat, move, f"decision-{n:06}")))


async def lay(database: Path, listed: Path) -> None:
    async with pictures.open_house(database.parent, HINTS) as (house, address):
        tables = [Table(house, game.slug) for game in ridotto.games()]
        keys = [await table.open() for table in tables]
        places = zip(tables, keys, strict=True)
        listed.write_text(json.dumps([(table.id, key, [rule for rule, _ in table.moments]) for table, key in places]))
        print(address, flush=True)
        lines = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        while line := await lines.readline():
            await tables[int(line)].play_on()
            print("rested", flush=True)


if __name__ == "__main__":
    asyncio.run(lay(Path(sys.argv[1]), Path(sys.argv[2])))
