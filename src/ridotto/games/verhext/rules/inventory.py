"""Counts the components of a position of Verhext!"""

from collections import Counter

from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext


def inventory(state: Verhext) -> dict[str, int]:
    """How many there are of every card: 45 playing cards and 44 prophecy cards in all."""
    cards = [state.trump, *c.cards_in(state.rest)]
    for hand in state.hands:
        cards += c.cards_in(hand)
    for play in [*state.plays, state.unfinished_play]:
        if play:
            cards += c.played_cards(play)
    found = Counter(c.CARD_NAMES[card] for card in cards)

    seats = range(state.seats)
    lying_out = state.phase != c.GAME_OVER
    for number in range(4):
        prophecies = state.stacks[number]
        for seat in seats:
            prophecies += state.failed[seat][number]
            prophecies += lying_out and state.prophecy[seat] >= 0 and c.number(state.prophecy[seat]) == number
        found[f"prophecy {number}"] = prophecies
    found["prophecy 0"] += sum(state.zeros)
    for seat in seats:
        for prophecy in range(1, 7):
            found[f"prophecy {c.number(prophecy)}"] += state.fulfilled[seat][prophecy]
    return dict(found)
