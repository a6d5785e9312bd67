"""Whole rounds in which every seat wins as many tricks as the test says.

Seats 0 to 3 hold one plain suit each, so nobody can follow and a leader wins; potions are trump, and who takes the lead
from another does it with a potion. Seat 4 holds low cards and wins nothing. Seat 0 adds potions to its first plays if
the round is to be shorter than seven tricks.
"""

from collections.abc import Sequence
from typing import Any

from ridotto.games.verhext.rules.rules import Verhext
from tests.verhext.table import lay, table

_OWN = [[f"{suit}{value}" for value in range(9, 2, -1)] for suit in "RCBS"]
_LOW = ["R1", "C1", "B1", "S1", "R2", "C2", "B2"]


def play_round(prophecies: Sequence[str], won: Sequence[int], **given: Any) -> Verhext:
    """Plays a round of four to seven tricks; what follows without a decision has happened."""
    given |= {"trump": "P1", "prophecies": prophecies}
    nothing: list[list[str]] = [[] for _ in won]
    leader = table(*_hands(nothing, nothing), **given).actor()
    assert leader < 4, "seat 4 has no suit to lead"
    assert sum(won[4:]) == 0, "seat 4 has nothing to win with"
    winners = [seat for seat in sorted(range(len(won)), key=lambda seat: seat != leader) for _ in range(won[seat])]
    trumps, burnt = _potions(winners, leader, len(won))
    state = table(*_hands(trumps, burnt), **given)
    plain = [[one for one in hand.split() if one[0] != "P"] for hand in _hands(trumps, burnt)]
    for winner in winners:
        led = ""
        for _ in won:
            seat = state.actor()
            play = trumps[seat].pop() if seat == winner and led else _follow(plain[seat], led)
            led = led or play[0]
            lay(state, "+".join([play, *(burnt[seat].pop() for _ in burnt[seat][:1])]))
    return state


def _potions(winners: list[int], leader: int, players: int) -> tuple[list[list[str]], list[list[str]]]:
    """A trump for everybody who takes the lead, and potions for seat 0 to burn."""
    supply = iter(["P3", "P3", "P3", "P2", "P2", "P2", "P1", "P1"])
    trumps: list[list[str]] = [[] for _ in range(players)]
    for last, seat in zip([leader, *winners], winners, strict=False):
        if seat != last:
            trumps[seat].append(next(supply))
    return trumps, [[next(supply) for _ in range(7 - len(winners))], *([] for _ in range(1, players))]


def _hands(trumps: list[list[str]], burnt: list[list[str]]) -> list[str]:
    """Seven cards each: the potions, and a suit of its own from 9 down."""
    held = [[*some, *more] for some, more in zip(trumps, burnt, strict=True)]
    return [" ".join([*some, *own][:7]) for some, own in zip(held, [*_OWN, _LOW], strict=False)]


def _follow(plain: list[str], led: str) -> str:
    """The led suit if there is some."""
    chosen = next((one for one in plain if one[0] == led), plain[0])
    plain.remove(chosen)
    return chosen
