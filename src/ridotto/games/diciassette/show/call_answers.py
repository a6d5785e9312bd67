"""What a seat of 17 Diciassette has answered in a call window, and the card it may choose in advance.

The house adds to views what it holds back for a seat, as move texts (`held`), and the seats that want to be asked every
time (`insisting`).
"""

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.row_totals import is_hopeless
from ridotto.games.diciassette.show.view import DiciassetteOwn, DiciassettePublic


def given_answer(own: DiciassetteOwn) -> str | None:
    """The answer of the seat, even if the house still holds it back."""
    return own.answer or own.held.given


def waiting(public: DiciassettePublic) -> tuple[int, ...]:
    """The seats the table waits for; if 17 is out of reach, only those that insist on being asked."""
    if public.phase != "call" or public.insisting is None or not is_hopeless(public):
        return public.waiting
    return tuple(seat for seat in public.waiting if seat in public.insisting)


def others_waited_for(public: DiciassettePublic, seat: int) -> tuple[int, ...]:
    """The same without a seat, if it knows that it has answered."""
    return tuple(other for other in waiting(public) if other != seat)


def offered_premoves(own: DiciassetteOwn) -> tuple[int, ...]:
    """The cards that the seat may choose in advance, if the house offers that and the seat does not call."""
    return () if own.held.ahead is None else allowed_premoves(own)


def allowed_premoves(own: DiciassetteOwn) -> tuple[int, ...]:
    return () if own.answer == "call" else own.premoves


def chosen_premove(own: DiciassetteOwn) -> int | None:
    return c.MOVE_TEXTS.index(own.held.ahead) if own.held.ahead else None
