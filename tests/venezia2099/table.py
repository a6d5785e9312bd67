"""Positions of Venezia 2099 in few words.

Where nothing else is said, the tiles lie in order, row by row: black, brown, azure, red, violet, green, with the values
2 to 8 and X from left to right, so that `d1` is black 5 and `h6` is green X; rows 7 and 8 are platforms. Two players
have black to violet with the values 2 to 6 and X, and platforms in row 6. Pawns that are not mentioned stand on
platforms, from the last square backwards.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import ridotto
from ridotto.engine.state import State
from ridotto.games.venezia2099 import tiles as t

game = ridotto.game("venezia2099")
Snapshot = dict[str, Any]


def cards(text: str) -> list[str]:
    """`black 3, red X` as a list."""
    return [part.strip() for part in text.split(",") if part.strip()]


def value(name: str) -> int:
    """The place of a tile's or card's value."""
    return t.VALUES.index(name.split()[1])


def layout(players: int, moved: Mapping[str, str]) -> list[list[str]]:
    """The tiles in order; those in `moved` (square: tile) have changed places with what lay there."""
    values = [v for v in t.VALUES if players > 2 or v not in ("7", "8")]
    colours = t.COLOURS if players > 2 else t.COLOURS[:5]
    side = t.SIDE[players]
    row_of_platforms = ["platform"] * side
    board = [[f"{colour} {v}" for v in values] for colour in colours]
    board += [list(row_of_platforms) for _ in range(side - len(board))]
    for square, tile in moved.items():
        row, column = divmod(t.SQUARE[square], 8)
        old = next((r, c) for r in range(side) for c in range(side) if board[r][c] == tile)
        board[old[0]][old[1]], board[row][column] = board[row][column], tile
    return board


def dealt(
    players: int, played: Sequence[str], first: int, named: Mapping[int, str], spare: Sequence[str]
) -> list[list[str]]:
    """Hands of the right size. Cards that are added are higher than the lowest that is named in that hand."""
    in_use = [
        name for name in t.CARD_NAMES if players > 2 or not (name.startswith("green") or name[-1] in "78")
    ]  # fmt: skip
    hands = [cards(named.get(seat, "")) for seat in range(players)]
    floors = [max([1, *(value(played[i]) for i in range((seat - first) % players, len(played), players))])
              for seat in range(players)]  # fmt: skip
    least = [min(map(value, hand)) + 1 if hand else floor for hand, floor in zip(hands, floors, strict=True)]
    taken = {*played, *spare, *(name for hand in hands for name in hand)}
    free = sorted((name for name in in_use if name not in taken), key=value, reverse=True)
    owner: dict[str, int] = {}

    def give(seat: int, tried: set[str]) -> bool:
        """One more card for a seat, even if others have to change theirs."""
        for name in free:
            if value(name) >= least[seat] and name not in tried:
                tried.add(name)
                if name not in owner or give(owner[name], tried):
                    owner[name] = seat
                    return True
        return False

    for seat in range(players):
        turns = len(range((seat - first) % players, len(played), players))
        for _ in range(len(hands[seat]), t.DEALT[players] - turns):
            assert give(seat, set()), f"no card left to fill the hand of seat {seat}"
    for name, seat in owner.items():
        hands[seat].append(name)
    return hands


def standing(players: int, named: Mapping[int, str], board: list[list[str]]) -> list[list[str | None]]:
    """All pawns: `d4 -` is one on d4 and one that has drowned; the rest stand on platforms."""
    side = t.SIDE[players]
    pawns = [[None if word == "-" else word for word in named.get(seat, "").split()] for seat in range(players)]
    taken = {square for squares in pawns for square in squares}
    platforms = [
        t.SQUARE_NAMES[8 * row + column]
        for row in range(side)
        for column in range(side)
        if board[row][column] == "platform"
    ]
    free = [square for square in platforms if square not in taken]
    for squares in pawns:
        while len(squares) < t.PAWNS[players]:
            squares.append(free.pop())
    return pawns


def position(
    *,
    players: int = 4,
    turn: int = 0,
    phase: str = "move",
    tiles: Mapping[str, str] | None = None,
    pawns: Mapping[int, str] | None = None,
    sunk: str = "",
    hands: Mapping[int, str] | None = None,
    set_aside: str = "",
    coins_on: Mapping[str, int] | None = None,
    things: Mapping[int, Mapping[str, Any]] | None = None,
    pawn: int | None = None,
    walked: bool = False,
    **options: str | int,
) -> Snapshot:
    """A snapshot in the turn of seat `turn`; the first player follows.

    Tiles that have sunk went down from the low values to the high ones. `things` are coins, gondolas and treasures.
    """
    board = layout(players, tiles or {})
    played = sorted(cards(sunk), key=lambda name: (value(name), t.COLOURS.index(name.split()[0])))
    turns = len(played) - (phase == "rescue")
    first = (turn - turns) % players
    hand = dealt(players, played, first, hands or {}, cards(set_aside))
    stand = standing(players, pawns or {}, board)
    return {
        "players": players,
        "options": options,
        "unused": "green" if players == 2 else None,
        "board": board,
        "first": first,
        "phase": phase,
        "turn": None if phase == "over" else turn,
        "pawn": pawn,
        "walked": walked,
        "played": played,
        "coins_on": dict(coins_on or {}),
        "seats": [
            {"pawns": stand[seat], "hand": hand[seat], **(things or {}).get(seat, {})} for seat in range(players)
        ],
    }


def table(**given: Any) -> Any:
    """The state of a `position`, listening."""
    state = game.load(position(**given), seed=1)
    state.listen()
    return state


def do(state: State, *moves: str) -> None:
    """Plays moves, by their texts, for whoever is to act."""
    for move in moves:
        state.play(state.actor(), game.parse(move))


def choices(state: State) -> set[str]:
    """The legal moves of whoever is to act."""
    return {game.text(move) for move in state.moves(state.actor())}


def told(state: State, kind: int) -> list[tuple[int, int, int]]:
    """The notes of one kind since the last time anybody asked."""
    return [(note.a, note.b, note.c) for note in state.told() if note.kind == kind]


def refused(state: State, move: str, seat: int | None = None) -> ridotto.IllegalMove:
    """The refusal of a move, which changes nothing."""
    before = state.copy()
    try:
        state.play(state.actor() if seat is None else seat, game.parse(move))
    except ridotto.IllegalMove as error:
        assert state == before
        return error
    raise AssertionError(f"{move} was allowed")
