"""The view of Verhext!: what one viewer may know (section 7 of the specification), built from scratch."""

from typing import Any

from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext
from ridotto.games.verhext.rules.snapshot import (
    PHASES,
    failed_cards,
    fulfilled_cards,
    names,
    play_text,
    put_away,
    tricks,
)


def view(state: Verhext, viewer: int) -> dict[str, Any]:
    """All that is public (verhext.vis.table), and `own` for what only the viewer knows."""
    return {
        "round": state.round,
        "rounds": c.ROUNDS,
        "hats_left": c.ROUNDS - state.round + (state.phase != c.GAME_OVER),
        "holder": state.holder,
        "phase": PHASES[state.phase],
        "turn": state.player if state.player >= 0 else None,
        "trump": c.CARD_NAMES[state.trump],
        "stacks": list(state.stacks),
        "points": {c.PROPHECIES[p]: [state.plus[p], -state.minus[p]] for p in range(7)},
        "potentials": {c.PROPHECIES[p]: state.potential_of(p) for p in range(7)},
        "leading": state.leading_seat() if state.phase == c.PROPHECY_PHASE and state.leading_seat() >= 0 else None,
        "needed": state.zeros_to_spend(state.player) if state.phase == c.COUNT_ZERO else None,
        "leader": state.leaders[min(state.trick, c.HAND - 1)] if state.phase in (c.PLAY_BASE, c.ADD_POTION) else None,
        "tricks": shown_tricks(state),
        "finished": state.trick,
        "seats": [open_cards(state, seat) for seat in range(state.seats)],
        "own": own_cards(state, viewer) if viewer >= 0 else None,
    }


def open_cards(state: Verhext, seat: int) -> dict[str, Any]:
    """What lies openly before a seat: all it has collected (verhext.count.visible), and how many cards it holds.

    The base card of an unfinished play still counts as held.
    """
    in_hand = 0
    if state.phase < c.COUNT_ZERO:
        in_hand = state.hands[seat].bit_count()
        if state.unfinished_play and seat == state.player:
            in_hand += len(c.played_cards(state.unfinished_play))
    return {
        "cards": in_hand,
        "prophecy": c.PROPHECIES[state.prophecy[seat]] if state.prophecy[seat] >= 0 else None,
        "rebid": bool(state.rebid[seat]),
        "won": state.won[seat],
        "spent": state.spent[seat],
        "hats": state.hats[seat],
        "zeros": state.zeros[seat],
        "fulfilled": fulfilled_cards(state, seat),
        "failed": failed_cards(state, seat),
        "score": state.scores()[seat],
        "exact": state.exact_count(seat),
    }


def own_cards(state: Verhext, seat: int) -> dict[str, Any]:
    """What only the seat itself sees: its hand (verhext.bid.hand_unknown), unfinished play and effects of moves."""
    playing = state.phase < c.COUNT_ZERO
    return {
        "hand": names(state.hands[seat]) if playing else [],
        "laid": play_text(state.unfinished_play) if state.unfinished_play and seat == state.player else None,
        "tops": [top_with(state, move) for move in state.moves(seat)],
    }


def top_with(state: Verhext, move: int) -> list[int] | None:
    """The seats with the strongest play of the trick, if this move ended the play; None for the leader."""
    if not state.played or not c.BASE <= move < c.KEEP_ZERO:
        return None
    return state.top_seats(state.trick, state.play_after(move))


def shown_tricks(state: Verhext) -> list[dict[str, Any]]:
    """The tricks of the round; without history only the last finished and the current one (verhext.vis.won)."""
    listed = tricks(state)
    numbered = enumerate(listed, put_away(state, listed))
    shown = [{"number": number, **trick, "top": state.top_seats(number)} for number, trick in numbered]
    return shown if state.show_history else [trick for trick in shown if trick["number"] >= state.trick - 1]
