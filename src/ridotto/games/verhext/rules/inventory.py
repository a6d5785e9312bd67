"""Every component of Verhext!, counted in the places where it lies."""

from collections import Counter

from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext


def inventory(state: Verhext) -> dict[str, int]:
    """45 playing cards, 44 prophecy cards, seven hats: always."""
    cards = [state.trump, *c.listed(state.rest)]
    for hand in state.hands:
        cards += c.listed(hand)
    for play in [*state.plays, state.laid]:
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
