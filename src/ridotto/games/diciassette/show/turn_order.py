"""The stages of a turn of two cards in 17 Diciassette, and whose call has priority, by what everybody knows."""

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.view import DiciassettePublic


def is_between(public: DiciassettePublic) -> bool:
    """Is a call window open between the two cards of an x2 turn?"""
    return public.phase == "call" and public.due > 0


def is_second_card(public: DiciassettePublic) -> bool:
    """Is the second card of an x2 turn due?

    A guess by the hand: before the first card it holds three. After a shortage of cards the guess may be wrong.
    """
    drawable = public.pile + public.discards.cards
    held = public.seats[public.turn].cards
    return public.phase == "play" and public.due == 1 and held == c.HAND - 1 and drawable > 0


def callers_before(public: DiciassettePublic, seat: int) -> tuple[int, ...]:
    """The seats whose calls have priority over that of a seat."""
    return public.callers[: public.callers.index(seat)]
