"""Blunders in Venezia 2099: moves that not even a beginner makes."""

from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.show.view import Venezia2099Public, Venezia2099View


def blunders(view: Venezia2099View) -> set[int]:
    """Moves that lose a pawn without need, or pay more than needed for a treasure."""
    public, own = view.public, view.own
    assert own is not None
    pawns = public.seats[own.seat].pawns
    if public.phase == "rescue":
        return {c.LET_DROWN}
    if public.phase == "buy":
        return _dear_purchases(public, pawns)
    standing = {square for square in pawns if square}
    sinking = {prophecy.card: prophecy.square for prophecy in own.hand if prophecy.playable}
    if public.phase == "prophecy":
        return {c.PLAY + card for card, square in sinking.items() if square in standing}
    doomed = set(sinking.values())
    if public.phase == "move":
        return _moves_of_safe_pawns(own.moves, pawns, doomed) if doomed <= standing else set()
    if public.phase in ("walk", "ride") and public.chosen is not None:
        others = standing - {pawns[public.chosen]}
        return {c.SQUARE_OF[square] for square in doomed if doomed <= others | {square}}
    return set()


def _dear_purchases(public: Venezia2099Public, pawns: tuple[str | None, ...]) -> set[int]:
    """Purchases where another own pawn stands on a cheaper tile of the same colour."""
    squares = {n: public.square(square) for n, square in enumerate(pawns) if square}
    prices = [(n, square.tile // 8, square.price) for n, square in squares.items()]
    cheapest = {colour: min(price for _, other, price in prices if other == colour) for _, colour, _ in prices}
    return {c.BUY + n for n, colour, price in prices if price > cheapest[colour]}


def _moves_of_safe_pawns(moves: tuple[int, ...], pawns: tuple[str | None, ...], doomed: set[str]) -> set[int]:
    """All moves except those of the threatened pawns, one of which is sure to fall, if one of them can walk away."""
    threatened = [n for n, square in enumerate(pawns) if square in doomed]
    if not any(c.WALK + n in moves for n in threatened):
        return set()
    return set(moves) - {walk_or_ride + n for walk_or_ride in (c.WALK, c.GONDOLA) for n in threatened}
