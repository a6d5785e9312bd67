"""The components of Venti: cards, and the numbers of moves, phases and notes.

A number card is named by its number and its template, which says which of the thirteen cards of this number it is:
`5/9`. The others are `joker 1` to `joker 4`, `chaos 1` and `chaos 2`. Where only number and points matter, a card is
named by its class: `5 (2)` is a 5 worth 2 points, `joker` a joker card.
"""

from collections.abc import Sequence
from enum import IntEnum
from importlib.resources import files

from ridotto.games.venti.conditions import NUMBERS, TEMPLATES, Condition, read_cards

RULES_VERSION = 1  # raise it with every correction of a rule or table: records name it

# A card: 13 * number + template, then the jokers, then the chaos cards.
JOKER = 104
CHAOS = 108
DECK = 110
NO_CARD = -1
NOBODY = -1  # instead of a seat

# A set of cards is two words: numbers 0 to 3 in the first, all others in the second.
HALF = 52

# A class of number cards: 4 * number + points - 1.
JOKER_CLASS = 32
CLASSES = 33

# Kinds of resources: the eight numbers, and jokers.
RESOURCE_KINDS = 9
JOKER_KIND = 8

# Secret cards are ruled out together as sets of kinds: up to MAX_SECRET kinds each, at most MAX_SETS sets of one size.
MAX_SECRET = 3
MAX_SETS = 165

# Bounds of a redeal: deals that may fail to agree with what is known, then steps of a search for hands that do.
MAX_DEALS = 512
MAX_SEARCH_STEPS = 1 << 20

# The tables of slots in matching.py.
SLOT_TABLE_SIZE = 640
SCRATCH_SLOT = 630  # for a condition that is looked up once
ZERO_SLOT = 636  # for the condition `0`

CARDS_DEALT = 3
HAND_LIMIT = 10
ACTIONS_PER_TURN = 3
MAX_EXTRA_ACTIONS = 2
MIN_EXTRA_POINTS = 2  # of a card that becomes an extra action
MIN_POINTS_TO_SACRIFICE = 5  # that the player owns before
FINE = 2  # points, at least
CATCH_UP_POINTS = 2  # at most
TEN = 10
TWENTY = 20

# By the number of players.
CENTRE_SIZE = (0, 0, 4, 4, 5, 5, 5)
TARGET_COUNT = (0, 0, 3, 3, 4, 4, 4)
MAX_FROZEN = (0, 0, 1, 1, 2, 2, 2)

# The places of the display in the order in which they are filled: the centre, then the targets.
FIRST_TARGET = 5

# Moves: section 5.5 of the specification.
END_TURN = 0
DRAW = 1
REPLACE = 6
EXCHANGE = 7
FULFIL = 27
FREEZE = 31
MAKE_JOKER = 35
MAKE_ACTION = 67
HAND_CARD = 99
PERMANENT = 132
DECLARE = 140
POINT_CARD = 148
DONE = 180

MAIN, DECLARING, PAYING, COMMITTING, PENALTY, CATCHING_UP, DISCARDING, GAME_OVER = range(8)
NO_FINE, OWN_FREEZE, FIRST_TO_TEN, STILL_FROZEN = range(4)  # causes of a penalty

# Values of the options.
IMMEDIATE, NEXT_TURN = range(2)
REVEAL_THEN_PAY, BLIND_COMMIT = range(2)
THAW, STAY_FROZEN, DISCARD = range(3)
MEMORY, OPEN = range(2)
FREE, MINIMAL = range(2)
BEFORE_PENALTY, AFTER_PENALTY = range(2)
ONE_EACH, FINISH_ROUND = range(2)
JOKERS_ONLY, ALL = range(2)
WHEN_NEEDED, AT_ONCE = range(2)

# How a slot was paid, as a digit of base 32 in the note FULFILLED: the number of a number card, or one of these.
AS_NUMBER = 8  # plus the number that a joker stands for
AS_SYMBOL = 16  # plus the symbol that a joker stands for
AS_ANY = 20  # a joker that stands for anything
BY_PERMANENT = 24  # plus the number of a permanent joker

TOTAL_UNIT = 128  # some notes hold a card + TOTAL_UNIT * the player's total of points


class VentiNote(IntEnum):
    """The kinds of notes, with the meaning of their numbers. No card of a target is named before somebody gets it."""

    GAME_BEGINS = 0  # who begins
    CHAOS_DEALT = 1  # seat that gets another card instead
    ROUND_BEGINS = 2  # round
    TURNED_UP = 3  # place of the display
    CHAOS_MET = 4  # how many chaos cards
    RESHUFFLED = 5  # cards left in the new pile
    TOOK = 6  # seat, card, place in the centre
    REPLACED = 7  # seat
    EXCHANGED = 8  # seat, target, place in the centre
    PAYS = 9  # seat, target
    ATTEMPTS = 10  # seat, target
    REVEALED = 11  # target
    DECLARED = 12  # seat, number
    PAID = 13  # seat, class, slot
    COMMITTED = 14  # seat, class
    FULFILLED = 15  # seat, card + 128 * points now, how it was paid or -1: blindly
    FAILED = 16  # seat, card + 128 * the freezer's points now (-1: the seat's own frozen card), freezer
    FROZE = 17  # seat, target
    MADE_JOKER = 18  # seat, card
    MADE_ACTION = 19  # seat, card, actions per turn
    FINED = 20  # seat, cause
    UNPUNISHED = 21  # seat, cause: a fine without points to lose
    LOST = 22  # seat, card + 128 * points now
    MAY_CATCH_UP = 23  # seat
    CAUGHT_UP = 24  # seat, card + 128 * points now
    DECLINED = 25  # seat
    DISCARDED = 26  # seat, class
    ENDED_TURN = 27  # seat
    REACHED_TWENTY = 28  # seat, turns that follow
    GAME_ENDS = 29  # round


GAME_BEGINS, CHAOS_DEALT, ROUND_BEGINS, TURNED_UP, CHAOS_MET, RESHUFFLED, TOOK, REPLACED, EXCHANGED = range(9)
PAYS, ATTEMPTS, REVEALED, DECLARED, PAID, COMMITTED, FULFILLED, FAILED, FROZE, MADE_JOKER, MADE_ACTION = range(9, 20)
FINED, UNPUNISHED, LOST, MAY_CATCH_UP, CAUGHT_UP, DECLINED, DISCARDED, ENDED_TURN = range(20, 28)
REACHED_TWENTY, GAME_ENDS = range(28, 30)

_printed = read_cards(files(__package__).joinpath("cards.csv").read_text("utf-8"))

CONDITIONS: tuple[Condition, ...] = tuple(card.condition for card in _printed)
POINTS = (*(card.points for card in _printed), *(0 for _ in range(JOKER, DECK)))
CARD_CLASS = tuple(
    4 * (card // TEMPLATES) + points - 1 if card < JOKER else JOKER_CLASS for card, points in enumerate(POINTS)
)


def card_name(card: int) -> str:
    """`5/9`, `joker 1`, `chaos 2`."""
    if card >= CHAOS:
        return f"chaos {card - CHAOS + 1}"
    return f"joker {card - JOKER + 1}" if card >= JOKER else f"{number_of(card)}/{card % TEMPLATES}"


def class_name(card_class: int) -> str:
    """`5 (2)`, `joker`."""
    return "joker" if card_class == JOKER_CLASS else f"{card_class // 4} ({card_class % 4 + 1})"


def number_of(card: int) -> int:
    """venti.setup.deck.split: as many cards of each number."""
    return card // TEMPLATES


CARD_NAMES = tuple(card_name(card) for card in range(DECK))
CARDS = {name: card for card, name in enumerate(CARD_NAMES)}
CLASS_NAMES = tuple(class_name(kind) for kind in range(CLASSES))

MOVE_TEXTS = (
    "end turn",
    *(f"draw {place}" for place in range(1, 6)),
    "replace",
    *(f"exchange {target} {place}" for target in range(1, 5) for place in range(1, 6)),
    *(f"fulfil {target}" for target in range(1, 5)),
    *(f"freeze {target}" for target in range(1, 5)),
    *(f"joker from {kind}" for kind in CLASS_NAMES[:JOKER_CLASS]),
    *(f"action from {kind}" for kind in CLASS_NAMES[:JOKER_CLASS]),
    *(f"card {kind}" for kind in CLASS_NAMES),
    *(f"permanent {number}" for number in range(NUMBERS)),
    *(f"declare {number}" for number in range(NUMBERS)),
    *(f"lose {kind}" for kind in CLASS_NAMES[:JOKER_CLASS]),
    "done",
)


# Sets of cards


def has(cards: Sequence[int], card: int) -> bool:
    return bool((cards[0] | cards[1] << HALF) >> card & 1)


def cards_in(cards: Sequence[int]) -> list[int]:
    """The cards of a set, ascending."""
    left = cards[0] | cards[1] << HALF
    found = []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found
