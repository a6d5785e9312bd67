"""How many deals fit what a viewer of Verhext! knows: counted from the open cards alone, with no redeal."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb

from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext

Hand = tuple[int, ...]  # kinds of cards, ascending
Need = tuple[int, frozenset[int]]  # cards, and suits the hand cannot have


def hand_of(state: Verhext, seat: int) -> Hand:
    """What a seat holds, a card laid but not shown included."""
    laid = c.played_cards(state.unfinished_play) if state.unfinished_play and state.player == seat else []
    return tuple(sorted(c.cards_in(state.hands[seat]) + laid))


def voids(state: Verhext, seat: int) -> frozenset[int]:
    """The suits this seat could not follow."""
    found = set()
    for trick in state.snapshot()["tricks"]:
        suits = [c.suit(c.CARDS[play.split(" + ")[0]]) for play in trick["plays"]]
        place = (seat - trick["leader"]) % state.seats
        if place < len(suits) and suits[place] != suits[0]:
            found.add(suits[0])
    return frozenset(found)


def worlds(state: Verhext, viewer: int, watched: int) -> dict[Hand, int]:
    """The hands that one seat can have, each with the number of deals of all hidden cards in which it has it."""
    others = [seat for seat in range(state.seats) if seat not in (viewer, watched)]
    hidden = c.cards_in(state.rest) + [card for seat in (watched, *others) for card in hand_of(state, seat)]
    needs = tuple((len(hand_of(state, seat)), voids(state, seat)) for seat in others)
    none = voids(state, watched)
    found: Counter[Hand] = Counter()
    for hand in combinations(sorted(hidden), len(hand_of(state, watched))):
        if not any(c.suit(card) in none for card in hand):
            left = Counter(map(c.suit, hidden)) - Counter(map(c.suit, hand))
            found[hand] += deals(tuple(left[suit] for suit in range(5)), needs)
    return dict(found)


@cache
def deals(left: tuple[int, ...], needs: tuple[Need, ...]) -> int:
    """In how many ways these hands can be dealt from so many cards of each suit."""
    if not needs:
        return 1
    (size, none), *later = needs
    total = 0
    for taken in product(*(range(1 + (0 if suit in none else min(size, left[suit]))) for suit in range(5))):
        if sum(taken) == size:
            ways = deals(tuple(left[suit] - taken[suit] for suit in range(5)), tuple(later))
            for suit in range(5):
                ways *= comb(left[suit], taken[suit])
            total += ways
    return total
