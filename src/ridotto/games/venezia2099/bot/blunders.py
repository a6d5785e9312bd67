"""What not even a beginner does in Venezia 2099."""

from typing import Any

from ridotto.games.venezia2099 import components as t

View = dict[str, Any]


def blunders(view: View) -> set[int]:
    """To lose a pawn that could be saved, and to pay more than needed for a treasure."""
    phase, moves = view["phase"], view["moves"]
    seat = view["seats"][view["viewer"]]
    if phase == "rescue":
        return {t.LET_DROWN}
    if phase == "buy":
        return _dear_purchases(view, seat["pawns"])
    own = {square for square in seat["pawns"] if square}
    sinking = _sinking(view)
    if phase == "prophecy":
        return {t.PLAY + card for card, square in sinking.items() if square in own}
    doomed = set(sinking.values())
    if phase == "move":
        return _leaving_behind(moves, seat["pawns"], doomed) if doomed <= own else set()
    if phase in ("walk", "ride"):
        others = own - {seat["pawns"][view["pawn"] - 1]}
        return {t.SQUARE[square] for square in doomed if doomed <= others | {square}}
    return set()


def _dear_purchases(view: View, pawns: list[str | None]) -> set[int]:
    """Where another pawn stands on a tile of the same colour that costs less."""
    prices = {n: view["coins_on"].get(square, 0) for n, square in enumerate(pawns) if square}
    colours = {n: _tile_at(view, pawns[n]) // 8 for n in prices}
    return {
        t.BUY + n for n in prices if any(colours[n] == colours[other] and prices[other] < prices[n] for other in prices)
    }


def _tile_at(view: View, square: str | None) -> int:
    row, column = divmod(t.SQUARE[square or ""], 8)
    tile: int = view["tiles"][row][column]
    return tile


def _sinking(view: View) -> dict[int, str]:
    """The cards of which the player must play one in this turn, and the squares that they sink."""
    cards = [t.CARD[name] for name in view["own"]["hand"]]
    lowest = min((t.named_by(card) % 8 for card in cards), default=0)
    squares = {tile: 8 * y + x for y, row in enumerate(view["tiles"]) for x, tile in enumerate(row)}
    due = [card for card in cards if t.named_by(card) % 8 == lowest]
    return {card: t.SQUARE_NAMES[squares[t.named_by(card)]] for card in due}


def _leaving_behind(moves: list[int], pawns: list[str | None], doomed: set[str]) -> set[int]:
    """One of these pawns falls for certain: all moves but its own, where it can simply walk away."""
    threatened = [n for n, square in enumerate(pawns) if square in doomed]
    if not any(t.WALK + n in moves for n in threatened):
        return set()
    return set(moves) - {way + n for way in (t.WALK, t.GONDOLA) for n in threatened}
