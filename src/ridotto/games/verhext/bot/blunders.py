"""Blunders in Verhext!: moves that not even a beginner makes."""

from ridotto.games.verhext import components as c
from ridotto.games.verhext.show.tricks import current_trick
from ridotto.games.verhext.show.view import VerhextSeat, VerhextView


def blunders(view: VerhextView) -> set[int]:
    """Wasting potions or zero cards, and taking a trick that breaks the seat's own prophecy without need."""
    public, own = view.public, view.own
    if own is None:
        return set()
    if public.phase == "count":
        return {c.KEEP_ZERO} if public.round == c.ROUNDS or not all(public.stacks[1:]) else set()
    trick = current_trick(public)
    if public.phase != "play" or trick is None:
        return set()
    top = dict(zip(own.moves, own.tops, strict=True))
    found = {move for move, seats in top.items() if c.ATTACH <= move < c.KEEP_ZERO and own.seat not in seats}
    if len(trick.plays) == len(public.seats) - 1 and _has_all(public.seats[own.seat]):
        found.update(move for move, seats in top.items() if seats == (own.seat,))
    return found


def _has_all(seat: VerhextSeat) -> bool:
    """Would one more trick break this prophecy?"""
    return seat.prophecy is not None and not c.is_at_least(seat.prophecy) and c.number(seat.prophecy) == seat.won
