"""A server with tables of 17 Diciassette at the moments of a call that need the most space.

`python -m tests.browser.call_house DATABASE LIST` writes the places into LIST, and prints its address.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from docs.pictures import browser as pictures

import ridotto
from ridotto.games.diciassette.components import TRAP
from ridotto.games.diciassette.show.view import DiciassettePublic
from ridotto.house.tables.answer_window import public_automatic_move

GAME = ridotto.game("diciassette")
GUESTS = ("Wolfeschlegelsteinhausen", "Colombina Bellissima", "Brighella", "Pantalone", "Arlecchino", "Pulcinella")
Wanted = Callable[[DiciassettePublic], bool]
Told = dict[str, tuple[str, list[tuple[str, str]]]]


def is_at_stake(public: DiciassettePublic) -> bool:
    """The viewer may call, which may end the match and cost the last player a victory token."""
    tokens = public.seats[public.turn]
    return public.phase == "call" and tokens.victory == 2 and tokens.penalty > 0


def is_revealed(public: DiciassettePublic) -> bool:
    """A long row with traps was revealed."""
    row = () if public.phase != "play" or public.turns or public.last is None else public.last.row
    return len(row) > 9 and sum(card.kind == TRAP and card.is_down for card in row) > 1


def has_two_penalties(public: DiciassettePublic) -> bool:
    """At the end, more than one pair of penalty tokens is removed at once."""
    zones = GAME.public_scene(public).zones if public.phase == "over" else ()
    second = [zone for zone in zones if zone.id == "step.second"]
    return any(int(piece.text) < -2 for zone in second for piece in zone.pieces)


MOMENTS: dict[str, tuple[int, int, Wanted]] = {  # players, the first seed to try, the condition
    "stakes": (4, 207, is_at_stake),
    "stakes of five": (5, 23, is_at_stake),
    "turned": (3, 154, is_revealed),
    "end": (4, 318, has_two_penalties),
}


def moment(players: int, first: int, wanted: Wanted) -> tuple[int, int]:
    """The seed of a match, and the number of decisions after which the condition holds for the first seat."""
    for seed in count(first):
        match = pictures.match_of(GAME.slug, players, seed)
        state = GAME.start(players=players, seed=seed)
        for n, (seat, move) in enumerate(match):
            asked = 0 in state.actors() and public_automatic_move(state, 0) is None
            if asked and wanted(GAME.view(state, 0).public):
                return seed, n
            state.play(seat, GAME.parse(move))
        if wanted(GAME.view(state, 0).public):
            return seed, len(match)
    raise AssertionError


async def prepare(database: Path, list_file: Path) -> None:
    pictures.GUESTS = GUESTS
    prepared: Told = {}
    async with pictures.open_house(database.parent) as (house, address):
        for name, (players, first, wanted) in MOMENTS.items():
            seed, decided = moment(players, first, wanted)
            table, keys = await pictures.play(house, GAME.slug, players, str(decided), seed)
            prepared[name] = f"/tables/{table}", [(table, keys[0])]
        list_file.write_text(json.dumps(prepared), encoding="utf-8")
        print(address, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(prepare(Path(sys.argv[1]), Path(sys.argv[2])))
