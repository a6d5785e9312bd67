"""The components of Verhext!: cards, points, and the numbers of moves, phases and notes."""

import json
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

RULES_VERSION = 1  # recorded with every match; raise it when a rule or a table is corrected

ROUNDS = 7  # seven witch hats, one a round
HAND = 7  # cards dealt to a seat
SUITS = ("rat", "crow", "broom", "spider", "potion")
POTION = 4

# A kind of card is a number: 9 * suit + value - 1 in the plain suits, 36 + value - 1 for potions, three of each kind.
FIRST_POTION = 36
KINDS = 39
DECK = 45

# By prophecy: 0, exactly 1, at least 1, exactly 2, ...
PROPHECIES = ("0", "1x", "1+", "2x", "2+", "3x", "3+")
NO_PROPHECY = -1

# The first move of every kind: section 5.3 of the specification.
REBID = 7
BASE = 13
NO_POTION = 52
ATTACH = 53
KEEP_ZERO = 56
SPEND_ZERO = 57
MOVE_COUNT = 58

PROPHECY_PHASE, PLAY_BASE, ADD_POTION, COUNT_ZERO, GAME_OVER = range(5)

# Values of options, by their index.
ANY_POTIONS = ONE_ZERO_CARD = BOTH_WAYS = NUMBER_FIRST = 1
EXACT_SIDE, EXACT_ANY, EXACT_AND_ZEROS, ALL_FULFILLED = range(4)

TIED_BIT = 8  # in the field `best` of a trick
NOTHING_LED = 5  # the led suit before the lead
SHOWN_PLAY = 64  # plus the play: what other seats observe


class VerhextNote(IntEnum):
    """The kinds of notes. The comments name their fields a, b and c."""

    ROUND_BEGINS = 0  # round, trump card, holder
    PROPHESIED = 1  # seat, prophecy, from a failed card?
    LEADS_FIRST = 2  # seat, points of its prophecy, 1 if it leads by its number (added for the log)
    PLAYED = 3  # seat, play
    TRICK_WON = 4  # seat, its tricks so far
    TRICK_TIED = 5  # the next leader, its play, the tied seats as bits
    PLAY_ENDS = 6  # seats without cards as bits, tricks played
    ZERO_DECIDED = 7  # seat, zero cards spent
    JUDGED = 8  # seat, prophecy, 1 + its plus points if fulfilled, else the minus points
    HAT_WON = 9  # seat, its tricks
    HAT_BOXED = 10  # the most tricks, seats that share them as bits
    STACK_EMPTY = 11  # number
    GAME_ENDS = 12  # round


ROUND_BEGINS, PROPHESIED, LEADS_FIRST, PLAYED, TRICK_WON, TRICK_TIED, PLAY_ENDS = range(7)
ZERO_DECIDED, JUDGED, HAT_WON, HAT_BOXED, STACK_EMPTY, GAME_ENDS = range(7, 13)


class Points(NamedTuple):
    """A table of points: plus and minus points by prophecy, and the number of cards by number."""

    plus: tuple[int, ...]
    minus: tuple[int, ...]
    copies: tuple[int, ...]


@cache
def point_tables() -> dict[str, Points]:
    """The tables of points.json by name, the standard one first."""
    printed = json.loads(files(__package__).joinpath("points.json").read_text("utf-8"))
    tables = {}
    for name, cards in printed.items():
        sides = [card[side] for card in cards for side in ("exact", "at_least") if side in card]
        tables[name] = Points(
            plus=tuple(side["plus"] for side in sides),
            minus=tuple(side["minus"] for side in sides),
            copies=tuple(card["copies"] for card in cards),
        )
    return tables


def card_name(card: int) -> str:
    """`rat 8`, `potion 2`."""
    if card >= FIRST_POTION:
        return f"potion {card - FIRST_POTION + 1}"
    return f"{SUITS[card // 9]} {card % 9 + 1}"


CARD_NAMES = tuple(card_name(card) for card in range(KINDS))
CARDS = {name: card for card, name in enumerate(CARD_NAMES)}


def copies(card: int) -> int:
    """How many cards of a kind the deck has."""
    return 3 if card >= FIRST_POTION else 1


def cards_in(cards: int) -> list[int]:
    """The cards of a set as a list of kinds, ascending; equal potions are repeated."""
    plain = [card for card in range(KINDS) if cards >> card & 1]
    more = [card for card in range(FIRST_POTION, KINDS) for copy in (3, 6) if cards >> card + copy & 1]
    return sorted(plain + more)


def played_cards(play: int) -> list[int]:
    """The base card of a play and the potions with it."""
    potions = [FIRST_POTION + v for v in range(3) for _ in range(play >> 6 + 2 * v & 3)]
    return [(play & 63) - 1, *potions]


def suit(card: int) -> int:
    return card // 9


def number(prophecy: int) -> int:
    """The number of tricks that a prophecy names."""
    return (prophecy + 1) // 2


def is_at_least(prophecy: int) -> bool:
    return prophecy > 0 and prophecy % 2 == 0
