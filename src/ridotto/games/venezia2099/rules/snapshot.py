"""A position of Venezia 2099 as plain JSON, secrets included; from_snapshot.py reads it back."""

from typing import Any, Literal, get_args

from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.rules.rules import Venezia2099

Phase = Literal["placement", "move", "walk", "ride", "buy", "prophecy", "rescue", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)


def names(cards: int) -> list[str]:
    return [c.CARD_NAMES[card] for card in c.sorted_cards(cards)]


def board(state: Venezia2099) -> list[list[str]]:
    """The tiles as they were laid out, row by row; the played prophecies tell which are water now."""
    side = c.BOARD_SIDE[state.seats]
    return [[c.TILE_NAMES[state.tile[8 * row + column]] for column in range(side)] for row in range(side)]


def coins_on(state: Venezia2099) -> dict[str, int]:
    return {c.SQUARE_NAMES[square]: coins for square, coins in enumerate(state.coins_on) if coins}


def pawns(state: Venezia2099, seat: int) -> list[str | None]:
    """The squares of a seat's pawns in the order placed; None for one that has drowned or is not placed yet."""
    squares = [state.pawn[seat][pawn] for pawn in range(c.PAWNS_EACH[state.seats])]
    return [c.SQUARE_NAMES[square] if square >= 0 else None for square in squares]


def treasures(state: Venezia2099, seat: int) -> dict[str, int]:
    return {colour: owned for colour, owned in zip(c.COLOURS, state.treasures[seat], strict=True) if owned}


def played(state: Venezia2099) -> list[str]:
    """The prophecies played, one per turn, from the first player on."""
    return [c.CARD_NAMES[state.played[i]] for i in range(state.sunk)]


def position(state: Venezia2099) -> dict[str, Any]:
    return {
        "unused": c.COLOURS[state.unused] if state.unused >= 0 else None,
        "board": board(state),
        "first": state.first,
        "phase": PHASES[state.phase],
        "turn": state.turn if state.turn >= 0 else None,
        "player": state.player if state.player >= 0 else None,
        "pawn": state.chosen + 1 if state.chosen >= 0 else None,
        "walked": bool(state.walked),
        "played": played(state),
        "coins_on": coins_on(state),
        "seats": [
            {
                "pawns": pawns(state, seat),
                "gondolas": state.gondolas[seat],
                "coins": state.coins[seat],
                "treasures": treasures(state, seat),
                "hand": names(state.hands[seat]),
            }
            for seat in range(state.seats)
        ],
        "set_aside": names(state.cards_set_aside()),
    }
