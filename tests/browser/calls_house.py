"""A house with tables of 17 Diciassette at the moments of a call that take the most room.

`python -m tests.browser.calls_house DATABASE LIST` writes what stands where into LIST, and prints its address.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from docs.pictures import browser as pictures

import ridotto
from ridotto.house.tables.windows import goes_without_asking

GAME = ridotto.game("diciassette")
GUESTS = ("Wolfeschlegelsteinhausen", "Colombina Bellissima", "Brighella", "Pantalone", "Arlecchino", "Pulcinella")
View = dict[str, Any]
Wanted = Callable[[View], bool]
Told = dict[str, tuple[str, list[tuple[str, str]]]]


def is_at_stake(view: View) -> bool:
    """Asked for a call that may end the match, and that costs the last player a victory token if it is right."""
    tokens = view["seats"][view["turn"]]
    return bool(view["phase"] == "call" and tokens["victory"] == 2 and tokens["penalty"])


def is_turned(view: View) -> bool:
    """A long row was turned over, with traps in it."""
    row = [] if view["phase"] != "play" or view["turns"] or view["last"] is None else view["last"]["row"]
    return len(row) > 9 and sum(laid["card"] == "trap" and laid["face"] == "down" for laid in row) > 1


def is_doubly_punished(view: View) -> bool:
    """In the end more than one pair of penalty tokens goes at once."""
    second = [zone for zone in GAME.scene(view).zones if zone.id == "step.second"] if view["phase"] == "over" else []
    return any(int(piece.text) < -2 for zone in second for piece in zone.pieces)


MOMENTS: dict[str, tuple[int, int, Wanted]] = {  # how many play, the first seed that is tried, what is wanted
    "stakes": (4, 207, is_at_stake),
    "stakes of five": (5, 23, is_at_stake),
    "turned": (3, 154, is_turned),
    "end": (4, 318, is_doubly_punished),
}


def moment(players: int, first: int, wanted: Wanted) -> tuple[int, int]:
    """The seed of a match, and how much of it is decided when it is so for the first seat."""
    for seed in count(first):
        match = pictures.match_of(GAME.slug, players, seed)
        state = GAME.start(players=players, seed=seed)
        for n, (seat, move) in enumerate(match):
            asked = 0 in state.actors() and goes_without_asking(state, 0) is None
            if asked and wanted(GAME.view(state, 0)):
                return seed, n
            state.play(seat, GAME.parse(move))
        if wanted(GAME.view(state, 0)):
            return seed, len(match)
    raise AssertionError


async def lay(database: Path, listed: Path) -> None:
    pictures.GUESTS = GUESTS
    laid: Told = {}
    async with pictures.open_house(database.parent) as (house, address):
        for name, (players, first, wanted) in MOMENTS.items():
            seed, decided = moment(players, first, wanted)
            table, keys = await pictures.play(house, GAME.slug, players, str(decided), seed)
            laid[name] = f"/tables/{table}", [(table, keys[0])]
        listed.write_text(json.dumps(laid), encoding="utf-8")
        print(address, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(lay(Path(sys.argv[1]), Path(sys.argv[2])))
