"""Positions of Venezia 2099 in few words.

The usual board reads like a table: rows 1 to 6 are black, brown, azure, red, violet and green, columns a to h are the
values 2 to 8 and X, so that d1 is black 5; rows 7 and 8 are platforms. Two players have columns a to f for 2 to 6 and
X, rows 1 to 5 for their five colours, and platforms in row 6. Pawns stand on platforms if nothing else is said.
"""

from collections.abc import Mapping
from typing import Any

import ridotto
from ridotto.engine.state import State
from ridotto.games.venezia2099.rules.rules import Venezia2099
from tests.at_the_table import do, state_of

game = ridotto.game("venezia2099")
Snapshot = dict[str, Any]

COLOURS = ["black", "brown", "azure", "red", "violet", "green"]
VALUES = ["2", "3", "4", "5", "6", "7", "8", "X"]
HAND_SIZE = {2: 10, 3: 12, 4: 9, 5: 7}
PAWNS_EACH = {2: 3, 3: 4, 4: 3, 5: 3}
BOARD_SIDE = {2: 6, 3: 8, 4: 8, 5: 8}


def listed(names: str) -> list[str]:
    """`black 3, red X` as a list."""
    return [name.strip() for name in names.split(",") if name.strip()]


def value(card: str) -> int:
    """Higher for higher cards, X highest."""
    return VALUES.index(card.split()[1])


def tiles(players: int, unused: str = "green") -> list[list[str]]:
    """The city tiles in use, a row for each colour."""
    if players > 2:
        return [[f"{colour} {worth}" for worth in VALUES] for colour in COLOURS]
    return [[f"{colour} {worth}" for worth in VALUES if worth not in "78"] for colour in COLOURS if colour != unused]


def deck(players: int, unused: str = "green") -> list[str]:
    """All prophecies in use, lowest values first."""
    return sorted((tile for row in tiles(players, unused) for tile in row[1:]), key=value)


def board(players: int = 4, swap: str = "", unused: str = "green") -> list[list[str]]:
    """The usual board; `swap="d1 a7, b2 c3"` exchanges the tiles of two squares each."""
    side = BOARD_SIDE[players]
    rows = tiles(players, unused) + [["platform"] * side for _ in range(side - len(tiles(players, unused)))]
    for pair in listed(swap):
        (one, here), (two, there) = (("abcdefgh".index(square[0]), int(square[1]) - 1) for square in pair.split())
        rows[here][one], rows[there][two] = rows[there][two], rows[here][one]
    return rows


def these(names: str) -> set[str]:
    """`a1 b2` as a set."""
    return set(names.split())


def squares(players: int) -> list[str]:
    return [f"{column}{row + 1}" for row in range(BOARD_SIDE[players]) for column in "abcdefgh"[: BOARD_SIDE[players]]]


def free_platforms(players: int) -> list[str]:
    """Where pawns stand if nothing else is said: the last squares of the usual board."""
    return squares(players)[len(tiles(players)) * BOARD_SIDE[players] :]


def fill(named: Mapping[int, str], left: list[str], sizes: list[int], floors: list[int]) -> list[list[str]]:
    """Hands of their sizes: the named cards, and the highest that are left, none as low as the lowest named."""
    hands = [listed(named.get(seat, "")) for seat in range(len(sizes))]
    least = [max(floor, min(map(value, hand)) + 1 if hand else 0) for hand, floor in zip(hands, floors, strict=True)]
    for seat in sorted(range(len(sizes)), key=lambda seat: -least[seat]):
        while len(hands[seat]) < sizes[seat]:
            card = left.pop()
            assert value(card) >= least[seat], f"no card is left for the hand of seat {seat}"
            hands[seat].append(card)
    return hands


def position(
    players: int = 4,
    *,
    hands: Mapping[int, str] | None = None,
    played: str = "",
    turns: int | None = None,
    aside: str = "",
    first: int = 0,
    phase: str = "move",
    pawns: Mapping[int, str] | None = None,
    seats: Mapping[int, Snapshot] | None = None,
    coins_on: Mapping[str, int] | None = None,
    swap: str = "",
    unused: str = "green",
    **options: str | int,
) -> Snapshot:
    """A snapshot. `played` are the last prophecies played; if there were more `turns`, these were the lowest cards.

    Hands have the cards that are named, and above them the highest that are left. `pawns={0: "d1 a7 -"}`: the third
    pawn of seat 0 has drowned, or is not placed yet. `seats={0: {"coins": 3, "treasures": {"red": 2}}}`.
    """
    last = listed(played)
    sunk = len(last) if turns is None else turns
    given = hands or {}
    kept = {*last, *listed(aside), *(card for hand in given.values() for card in listed(hand))}
    left = [card for card in deck(players, unused) if card not in kept]
    counts = [HAND_SIZE[players] - len(range((seat - first) % players, sunk, players)) for seat in range(players)]
    floors = [0] * players
    for turn, card in enumerate(last, start=sunk - len(last)):
        floors[(first + turn) % players] = value(card)
    dealt = fill(given, left, counts, floors)
    named = {square for row in (pawns or {}).values() for square in row.split()}
    places = (square for square in free_platforms(players) if square not in named)
    standing = [
        [square if square != "-" else None for square in (pawns or {}).get(seat, "").split()]
        or [next(places) if phase != "placement" else None for _ in range(PAWNS_EACH[players])]
        for seat in range(players)
    ]
    begun = sum(square is not None for row in standing for square in row) if phase == "placement" else sunk
    return {
        "players": players,
        "options": options,
        **({"unused": unused} if players == 2 else {}),
        "board": board(players, swap, unused),
        "first": first,
        "phase": phase,
        "turn": None if phase == "over" else (first + begun) % players,
        "played": left[: sunk - len(last)] + last,
        "coins_on": dict(coins_on or {}),
        "seats": [
            {"pawns": standing[seat], "hand": dealt[seat], **(seats or {}).get(seat, {})} for seat in range(players)
        ],
    }


def table(players: int = 4, **given: Any) -> Venezia2099:
    """The state of a `position`, listening."""
    state = state_of(Venezia2099, game.load(position(players, **given), seed=1))
    state.listen()
    return state


def turn(state: State, card: str, *before: str) -> None:
    """A whole turn: what is chosen before the prophecy, else neither a move nor a purchase; then the card."""
    do(state, *(before or ("stay", "no purchase")), card)


def shown(state: State, seat: int) -> Snapshot:
    """What lies before a seat: pawns, gondolas, coins, treasures, hand."""
    things: Snapshot = state.snapshot()["seats"][seat]
    return things


def is_dry(state: State, square: str) -> bool:
    return any(given.name == square and given.dry for given in game.view(state, -1).public.squares)
