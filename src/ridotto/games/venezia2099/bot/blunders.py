"""Blunders in Venezia 2099: moves that not even a beginner makes."""

from typing import Any

from ridotto.games.venezia2099 import components as c

View = dict[str, Any]


def blunders(view: View) -> set[int]:
    """Moves that lose a pawn without need, or pay more than needed for a treasure."""
    phase, moves = view["phase"], view["moves"]
    seat = view["seats"][view["viewer"]]
    if phase == "rescue":
        return {c.LET_DROWN}
    if phase == "buy":
        return _dear_purchases(view, seat["pawns"])
    own = {square for square in seat["pawns"] if square}
    sinking = _playable_cards(view)
    if phase == "prophecy":
        return {c.PLAY + card for card, square in sinking.items() if square in own}
    doomed = set(sinking.values())
    if phase == "move":
        return _moves_of_safe_pawns(moves, seat["pawns"], doomed) if doomed <= own else set()
    if phase in ("walk", "ride"):
        others = own - {seat["pawns"][view["pawn"] - 1]}
        return {c.SQUARE_OF[square] for square in doomed if doomed <= others | {square}}
    return set()


def _dear_purchases(view: View, pawns: list[str | None]) -> set[int]:
    """Purchases where another own pawn stands on a cheaper tile of the same colour."""
    prices = {n: view["coins_on"].get(square, 0) for n, square in enumerate(pawns) if square}
    colours = {n: _tile_at(view, pawns[n]) // 8 for n in prices}
    return {
        c.BUY + n for n in prices if any(colours[n] == colours[other] and prices[other] < prices[n] for other in prices)
    }


def _tile_at(view: View, square: str | None) -> int:
    row, column = divmod(c.SQUARE_OF[square or ""], 8)
    tile: int = view["tiles"][row][column]
    return tile


def _playable_cards(view: View) -> dict[int, str]:
    """The cards of which the viewer must play one this turn, and the squares that they sink."""
    cards = [c.CARD_OF[name] for name in view["own"]["hand"]]
    lowest = min((c.tile_of_card(card) % 8 for card in cards), default=0)
    squares = {tile: 8 * y + x for y, row in enumerate(view["tiles"]) for x, tile in enumerate(row)}
    due = [card for card in cards if c.tile_of_card(card) % 8 == lowest]
    return {card: c.SQUARE_NAMES[squares[c.tile_of_card(card)]] for card in due}


def _moves_of_safe_pawns(moves: list[int], pawns: list[str | None], doomed: set[str]) -> set[int]:
    """All moves except those of the threatened pawns, one of which is sure to fall, if one of them can walk away."""
    threatened = [n for n, square in enumerate(pawns) if square in doomed]
    if not any(c.WALK + n in moves for n in threatened):
        return set()
    return set(moves) - {walk_or_ride + n for walk_or_ride in (c.WALK, c.GONDOLA) for n in threatened}
