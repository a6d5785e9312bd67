"""A server with tables of Verhext! for five players: between two rounds, in a trick and at the end.

`python -m tests.browser.five_player_house DATABASE LIST` writes the places into LIST, and prints its address.
"""

import asyncio
import json
import sys
from pathlib import Path

from docs.pictures import browser as pictures

import ridotto
from ridotto.house.service import House

GUESTS = ("Giulia", "Colombina", "Pantalone", "Brighella", "Pulcinella", "Leandro")
PLAYERS, SEED = 5, 8
MOMENTS = ("first", "last", "trick", "end")
Told = dict[str, tuple[str, list[tuple[str, str]]]]


def moments() -> dict[str, str]:
    """The number of decisions when the first seat chooses first, or last, or plays a card, and at the end.

    Of several such moments the last one: then the table is fullest.
    """
    game, match = ridotto.game("verhext"), pictures.match_of("verhext", PLAYERS, SEED)
    state, found = game.start(players=PLAYERS, seed=SEED), {"end": str(len(match))}
    for n, (seat, move) in enumerate(match):
        if 0 in state.actors():
            view = game.view(state, 0).public
            chosen = sum(shown.prophecy is not None for shown in view.seats)
            if view.phase == "prophecy" and view.round > 1 and chosen in (0, PLAYERS - 1):
                found["last" if chosen else "first"] = str(n)
            elif view.phase == "play" and view.tricks and len(view.tricks[-1].plays) > 2:
                found["trick"] = str(n)
        state.play(seat, game.parse(move))
    return {moment: found[moment] for moment in MOMENTS}


async def prepare(database: Path, list_file: Path) -> None:
    pictures.GUESTS = GUESTS
    async with pictures.open_house(database.parent) as (house, address):
        list_file.write_text(json.dumps(await tables(house)), encoding="utf-8")
        print(address, flush=True)
        await asyncio.Event().wait()


async def tables(house: House) -> Told:
    prepared: Told = {}
    for moment, decided in moments().items():
        table, keys = await pictures.play(house, "verhext", PLAYERS, decided, SEED)
        prepared[moment] = f"/tables/{table}", [(table, keys[0])]
    return prepared


if __name__ == "__main__":
    asyncio.run(prepare(Path(sys.argv[1]), Path(sys.argv[2])))
