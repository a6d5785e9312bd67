"""Reads the tricks of a view of Verhext!: the current one, its led suit, and what a move would make of it."""

from ridotto.games.verhext import components as c
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic, VerhextTrick


def shown_trick(public: VerhextPublic) -> VerhextTrick | None:
    """The trick on the table: the current one, or before its lead the last one."""
    return public.tricks[-1] if public.tricks else None


def current_trick(public: VerhextPublic) -> VerhextTrick | None:
    """The trick that is being played, None before the lead."""
    trick = shown_trick(public)
    return None if trick is None or trick.ended else trick


def current_led_suit(public: VerhextPublic) -> int | None:
    """The led suit of the current trick, None before the lead."""
    trick = current_trick(public)
    return led_suit_of(trick) if trick else None


def current_players(public: VerhextPublic) -> tuple[int, ...]:
    """The seats that have played to the current trick."""
    trick = current_trick(public)
    return players_of(trick) if trick else ()


def led_suit_of(trick: VerhextTrick) -> int:
    return c.suit(trick.plays[0].cards[0])


def players_of(trick: VerhextTrick) -> tuple[int, ...]:
    """The seats that have played to a trick, in the order played."""
    return tuple(play.seat for play in trick.plays)


def top_after(own: VerhextOwn, move: int) -> tuple[int, ...]:
    """The seats with the strongest play if this move ended the own one; empty if it is not allowed, or leads."""
    return own.tops[own.moves.index(move)] if move in own.moves else ()
