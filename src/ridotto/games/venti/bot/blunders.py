"""Blunders in Venti: moves that not even a beginner makes."""

from typing import Any

from ridotto.games.venti import components as c

View = dict[str, Any]
PLAIN_JOKER = c.HAND_CARD + c.JOKER_CLASS


def blunders(view: View) -> set[int]:
    """Moves that give away actions or jokers, or pay more than is asked."""
    phase, moves = view["phase"], view["moves"]
    if phase == "main":
        return {c.END_TURN} | _buried_jokers(view)
    if phase == "penalty":
        enough = [_points(move) for move in moves if _points(move) >= view["penalty"]["due"]]
        return {move for move in moves if enough and _points(move) > min(enough)}
    if phase == "pay" and _is_last_slot(view):
        if any(c.PERMANENT <= move < c.DECLARE for move in moves):
            return {move for move in moves if move < c.PERMANENT}
        return {PLAIN_JOKER}
    return set()


def _points(move: int) -> int:
    """What a card chosen for a penalty is worth."""
    return (move - c.POINT_CARD) % 4 + 1


def _buried_jokers(view: View) -> set[int]:
    """Exchanges that put a joker of the centre among the targets, though the player could take it."""
    found = set()
    for place, card in enumerate(view["centre"]):
        if card and card.startswith("joker"):
            for target, lying in enumerate(view["targets"]):
                if not (lying["card"] or "").startswith("joker"):
                    found.add(c.EXCHANGE + 5 * target + place)
    return found


def _is_last_slot(view: View) -> bool:
    """Only the last slot is judged: before it, an expensive card may spare another one later."""
    paid, target = view["payment"]["paid"], view["targets"][view["payment"]["target"] - 1]
    return len(paid) + 1 == c.CONDITIONS[c.CARDS[target["card"]]].slots
