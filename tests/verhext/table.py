"""Positions of Verhext! in few words, in the notation of the specification: `R8 P2` are rat 8 and potion +2,
`B5+P2` is a broom 5 with a potion +2, `2x` is exactly 2, `2+` at least 2.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import ridotto
from ridotto.engine.state import State
from ridotto.games.verhext.rules.rules import Verhext
from tests.at_the_table import choices, do, state_of

game = ridotto.game("verhext")
Snapshot = dict[str, Any]

_SUITS = {"R": "rat", "C": "crow", "B": "broom", "S": "spider", "P": "potion"}
_DECK = [f"{suit}{value}" for suit in "RCBS" for value in range(1, 10)]


def card(short: str) -> str:
    """`R8` as the game writes it: `rat 8`."""
    return f"{_SUITS[short[0]]} {short[1:]}"


def cards(short: str) -> list[str]:
    return [card(one) for one in short.split()]


def dealt(hands: Sequence[str], trump: str) -> list[list[str]]:
    """Hands of seven. One that is shorter gets more cards of the plain suits it has."""
    named = [hand.split() for hand in hands]
    free = [one for one in _DECK if one != trump and not any(one in hand for hand in named)]
    owner: dict[str, int] = {}  # filler cards

    def give(seat: int, tried: set[str]) -> bool:
        """One more card for a seat, even if others have to change theirs."""
        suits = {one[0] for one in named[seat]}
        for one in free:
            if one[0] in suits and one not in tried:
                tried.add(one)
                if one not in owner or give(owner[one], tried):
                    owner[one] = seat
                    return True
        return False

    for seat, hand in enumerate(named):
        for _ in range(len(hand), 7):
            assert give(seat, set()), f"no card left to fill the hand of seat {seat}"
    for one, seat in owner.items():
        named[seat].append(one)
    return [[card(one) for one in hand] for hand in named]


def position(
    *hands: str,
    trump: str = "S9",
    leads: int = 0,
    prophecies: Sequence[str | None] | None = None,
    holder: int = 0,
    round: int = 1,
    score_cards: Mapping[int, Mapping[str, Any]] | None = None,
    **options: str | int,
) -> Snapshot:
    """A snapshot before the first trick; without prophecies, seat `leads` says 3x and all others 0.

    A prophecy is written `2x` or `rebid 2x`; None is not chosen yet. A score card is, for example,
    `{"hats": 1, "zeros": 2, "fulfilled": "3x 1+", "failed": "2x"}`.
    """
    if prophecies is None:
        prophecies = ["3x" if seat == leads else "0" for seat in range(len(hands))]
    seats = []
    for seat, hand in enumerate(dealt(hands, trump)):
        pile = dict((score_cards or {}).get(seat, {}))
        for key in ("fulfilled", "failed"):
            pile[key] = pile.get(key, "").split()
        chosen = prophecies[seat]
        rebid = chosen is not None and chosen.startswith("rebid ")
        seats.append({**pile, "prophecy": chosen and chosen.removeprefix("rebid "), "rebid": rebid, "hand": hand})
    return {
        "players": len(hands),
        "options": options,
        "round": round,
        "holder": holder,
        "phase": "prophecy" if None in prophecies else "play",
        "trump": card(trump),
        "seats": seats,
    }


def start(players: int | None = None, seed: int | None = None, **options: str | int) -> Verhext:
    """A new game."""
    return state_of(Verhext, game.start(players, seed, **options))


def table(*hands: str, **given: Any) -> Verhext:
    """The state of a `position`, listening."""
    state = state_of(Verhext, game.load(position(*hands, **given), seed=1))
    state.listen()
    return state


# Hands that do not matter, for the prophecy phase.
ANY_HANDS = ("R1", "C1", "B1", "S1", "R9 C9 B9 S9")


def prophecy_phase(players: int = 4, **given: Any) -> Verhext:
    """Nobody has a prophecy yet."""
    return table(*ANY_HANDS[:players], **{"prophecies": [None] * players, "trump": "P1", **given})


def lay(state: State, play: str) -> None:
    """A whole play: the base card, its potions, and `no potion` where that is asked."""
    seat = state.actor()
    base, *potions = play.split("+")
    do(state, card(base), *(f"add {potion[1:]}" for potion in potions))
    if state.actor() == seat and choices(state) & {"no potion"}:
        do(state, "no potion")


def trick(state: State, plays: str) -> None:
    """`B5 B4+P3 C9`: one play each, in turn."""
    for play in plays.split():
        lay(state, play)


def score_card(state: State, seat: int) -> Snapshot:
    """What a seat has collected."""
    shown = state.snapshot()["seats"][seat]
    return {key: shown[key] for key in ("hats", "zeros", "fulfilled", "failed")}
