"""A server with tables of each game at its start, in the middle and at its end, and the pages around them.

`python -m tests.browser.prepared_house DATABASE LIST` writes the places into LIST, and prints its address.
"""

import asyncio
import json
import sys
from pathlib import Path

from docs.pictures import browser as pictures

import ridotto

SEED = 7
pictures.GUESTS = ("Wolfeschlegelsteinhausen", *pictures.GUESTS[1:])  # the longest possible name


async def prepare(database: Path, list_file: Path) -> None:
    async with pictures.open_house(database.parent) as (house, address):
        prepared = {name: (path, keys) for name, (path, keys) in (await pictures.pages(house)).items()}
        table, keys = await pictures.play(house, "verhext", 4, "start", SEED, guided=True)
        prepared["first game"] = f"/tables/{table}", [(table, keys[0])]
        for game in ridotto.all_games():
            prepared[f"rules of {game.slug}"] = f"/rules/{game.slug}", []
            for moment in pictures.MOMENTS:
                table, keys = await pictures.play(house, game.slug, game.default_players, moment, SEED)
                prepared[f"{game.slug}, {moment}"] = f"/tables/{table}", [(table, keys[0])]
        list_file.write_text(json.dumps(prepared), encoding="utf-8")
        print(address, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(prepare(Path(sys.argv[1]), Path(sys.argv[2])))
