"""Blunders in Venti: moves that not even a beginner makes."""

from ridotto.games.venti import components as c
from ridotto.games.venti.show.view import VentiPayment, VentiPublic, VentiView

PLAIN_JOKER = c.HAND_CARD + c.JOKER_CLASS


def blunders(view: VentiView) -> set[int]:
    """Moves that give away actions or jokers, or pay more than is asked."""
    public, moves = view.public, view.moves
    if public.phase == "main":
        return {c.END_TURN} | _buried_jokers(public)
    if public.penalty:
        enough = [_points(move) for move in moves if _points(move) >= public.penalty.due]
        return {move for move in moves if enough and _points(move) > min(enough)}
    if public.payment and public.phase == "pay" and _is_last_slot(public, public.payment):
        if any(c.PERMANENT <= move < c.DECLARE for move in moves):
            return {move for move in moves if move < c.PERMANENT}
        return {PLAIN_JOKER}
    return set()


def _points(move: int) -> int:
    """What a card chosen for a penalty is worth."""
    return (move - c.POINT_CARD) % 4 + 1


def _buried_jokers(public: VentiPublic) -> set[int]:
    """Exchanges that put a joker of the centre among the targets, though the player could take it."""
    jokers = [place for place, card in enumerate(public.centre) if card is not None and card >= c.JOKER]
    others = [place for place, target in enumerate(public.targets) if target.card is None or target.card < c.JOKER]
    return {c.EXCHANGE + 5 * target + place for target in others for place in jokers}


def _is_last_slot(public: VentiPublic, payment: VentiPayment) -> bool:
    """Only the last slot is judged: before it, an expensive card may spare another one later."""
    card = public.targets[payment.place].card
    return card is not None and len(payment.paid) + 1 == c.CONDITIONS[card].slots
