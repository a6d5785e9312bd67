"""The view of 17 Diciassette: what one viewer may know (section 7 of the specification), built from scratch."""

from typing import Any

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import BACK
from ridotto.games.diciassette.rules.rules import Diciassette
from ridotto.games.diciassette.rules.snapshot import DIRECTIONS, FACES, PHASES, answer, hand, last_call, spread


def view(state: Diciassette, viewer: int) -> dict[str, Any]:
    """All that is public (to a spectator, nothing else: diciassette.info.spectator), and `own` for the viewer."""
    return {
        "round": state.round,
        "turns": state.turns_finished,
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "due": state.cards_due,
        "double": bool(state.pending_double),
        "direction": DIRECTIONS[state.direction],
        "waiting": waiting(state, viewer),
        "row": [card_in_row(state, card, viewer) for card in state.row[: state.row_length]],
        "total": total(state, -1),
        "covered": covered(state, -1),
        "pile": {"cards": state.pile_size, "top": pile_top(state)},
        "discards": discards(state),
        "last": last_call(state) if state.seen_cards_panel or not state.turns_finished or state.over else None,
        "seats": [open_cards(state, seat) for seat in range(state.seats)],
        "own": own_cards(state, viewer) if viewer >= 0 else None,
    }


def waiting(state: Diciassette, viewer: int) -> list[int]:
    """The seats asked; in a call window, whether others have answered is hidden (diciassette.call.secret)."""
    if state.phase == c.PLAYING:
        return [state.turn]
    if state.over:
        return []
    answered = viewer >= 0 and answer(state, viewer) is not None
    return [seat for seat in range(state.seats) if seat != state.turn and not (answered and seat == viewer)]


def is_known(state: Diciassette, card: int, viewer: int) -> bool:
    """Does the viewer know this card of the row?"""
    return state.over or not c.is_covered(card) or c.owner_of(card) == viewer


def card_in_row(state: Diciassette, card: int, viewer: int) -> dict[str, Any]:
    return {
        "seat": c.owner_of(card),
        "card": c.CARD_NAMES[c.kind_of(card)] if is_known(state, card, viewer) else BACK,
        "face": FACES[c.is_down(card)],
        "covered": not is_known(state, card, -1),  # from other seats, even if the viewer knows it
    }


def total(state: Diciassette, viewer: int) -> int:
    """The total of the cards this viewer knows; for viewer -1 the visible total (diciassette.info.visible_total)."""
    return sum(c.VALUES[c.kind_of(card)] for card in state.row[: state.row_length] if is_known(state, card, viewer))


def covered(state: Diciassette, viewer: int) -> int:
    """How many cards of the row this viewer does not know."""
    return sum(not is_known(state, card, viewer) for card in state.row[: state.row_length])


def back(kind: int) -> str:
    """A card from behind."""
    return c.CARD_NAMES[kind] if kind < c.CONCEALED else BACK


def pile_top(state: Diciassette) -> str | None:
    """The back of the pile's top card (diciassette.info.pile_top); None if there is none, or if backs are hidden."""
    if not state.pile_size or not state.hand_backs_public:
        return None
    return back(state.pile[state.pile_size - 1])


def discards(state: Diciassette) -> dict[str, Any]:
    """The discards (diciassette.info.public): their number, the unknown ones by owner, and the known ones."""
    return {
        "cards": sum(state.known_discards) + sum(sum(trashed) for trashed in state.trashed),
        "unknown": [sum(state.trashed[seat]) for seat in range(state.seats)],
        "known": spread(state.known_discards) if state.seen_cards_panel else None,
    }


def open_cards(state: Diciassette, seat: int) -> dict[str, Any]:
    """What everybody sees of a seat: tokens, and the hand from behind."""
    kinds = [kind for kind in state.hands[seat] if kind != c.NO_CARD]
    return {
        "victory": state.victory[seat],
        "penalty": state.penalty[seat],
        "cards": len(kinds),
        "backs": [back(kind) for kind in kinds] if state.hand_backs_public else None,
    }


def own_cards(state: Diciassette, seat: int) -> dict[str, Any]:
    """What only the seat itself knows: its hand, the cards it laid face down, its answer."""
    return {
        "hand": hand(state, seat),
        "trashed": spread(state.trashed[seat]),
        "total": total(state, seat),
        "covered": covered(state, seat),
        "answer": answer(state, seat),
    }
