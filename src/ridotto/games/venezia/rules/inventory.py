"""Counts the components of a position of Venezia."""

from ridotto.games.venezia import components as c
from ridotto.games.venezia.rules.rules import Venezia
from ridotto.games.venezia.rules.snapshot import actions_in_hand


def inventory(state: Venezia) -> dict[str, int]:
    """The pigeons and cards of each seat, and the grey pigeons (venezia.flow.invariants).

    Cards neither laid nor played are in the hand; grey pigeons in no place are at the board edge.
    """
    found = {"grey pigeons": max(c.GREY_PIGEONS, sum(state.grey))}
    for seat in range(state.seats):
        found[f"pigeons of seat {seat}"] = pigeons(state, seat)
        action = 0 if state.action[seat] == c.NONE else 1
        played = state.played[seat].bit_count()
        found[f"action cards of seat {seat}"] = action + played + len(actions_in_hand(state, seat))
        laid = state.laid[seat][: state.laid_count[seat]]
        found[f"district cards of seat {seat}"] = len(laid) + c.DISTRICT_CARDS - len(set(laid))
    return found


def pigeons(state: Venezia, seat: int) -> int:
    """All pigeons of a seat; during planning, those on its cards are still in the reserve."""
    at_home = state.reserve[seat] + state.nest[seat] + state.supply[seat]
    on_cards = sum(state.on_card[seat]) if state.phase != c.PLANNING else 0
    on_piazza = sum(half.bit_count() for half in state.pigeons_at[seat])
    return int(at_home + on_cards + on_piazza + sum(state.flock[seat]))
