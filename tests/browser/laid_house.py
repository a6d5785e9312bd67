"""A house with every table laid: each game at its start, in the middle and at its end, and the pages around them.

`python -m tests.browser.laid_house DATABASE LIST` writes what stands where into LIST, and prints its address.
"""

import asyncio
import json
import sys
from pathlib import Path

from docs.pictures import browser as pictures

import ridotto

SEED = 7
pictures.GUESTS = ("Wolfeschlegelsteinhausen", *pictures.GUESTS[1:])  # as long as names may be


async def lay(database: Path, listed: Path) -> None:
    async with pictures.open_house(database.parent) as (house, address):
        laid = {name: (path, keys) for name, (path, keys) in (await pictures.receive(house)).items()}
        table, keys = await pictures.play(house, "verhext", 4, "start", SEED, guided=True)
        laid["first game"] = f"/tables/{table}", [(table, keys[0])]
        for game in ridotto.games():
            laid[f"rules of {game.slug}"] = f"/rules/{game.slug}", []
            for moment in pictures.MOMENTS:
                table, keys = await pictures.play(house, game.slug, game.usual, moment, SEED)
                laid[f"{game.slug}, {moment}"] = f"/tables/{table}", [(table, keys[0])]
        listed.write_text(json.dumps(laid), encoding="utf-8")
        print(address, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(lay(Path(sys.argv[1]), Path(sys.argv[2])))
