"""The cards of Venti, and the numbers of its moves, phases and notes.

A number card is written `5/9`: its number, and which of the thirteen cards of this number it is. The others are
`joker 1` to `joker 4`, `chaos 1` and `chaos 2`. Where only number and points matter, cards are a class: `5 (2)` is a 5
worth 2 points, `joker` a joker card.
"""

from collections.abc import Sequence
from enum import IntEnum
from importlib.resources import files

from ridotto.games.venti.conditions import NUMBERS, TEMPLATES, Condition, read_cards

RULES_VERSION = 1  # raised with every corrected rule or table: records name it

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

# Kinds of resources: eight numbers, and jokers.
KINDS = 9
JOKERS = 8

# Sets of kinds, by which secret cards are ruled out together: of up to three, and how many of three there are.
MOST_SECRET = 3
SETS = 165

# How long a redeal looks for hands that agree with what is known: deals of such hands, then steps of a search.
PATIENCE = 512
STEPS = 1 << 20

# Places for slots in the tables of matching.py.
PLACES = 640
SCRATCH = 630  # for a condition that is asked about once
ONE_OF_FIRST = 636  # for the condition `0`

DEALT = 3
HAND_LIMIT = 10
ACTIONS = 3
MOST_EXTRA = 2  # actions besides
EXTRA_WORTH = 2  # points, at least
TO_SACRIFICE = 5  # points to own before
FINE = 2  # points, at least
GIFT = 2  # points, at most
TEN = 10
TWENTY = 20

# By number of players.
CENTRE = (0, 0, 4, 4, 5, 5, 5)
TARGETS = (0, 0, 3, 3, 4, 4, 4)
FROZEN = (0, 0, 1, 1, 2, 2, 2)

# The places of the display in the order in which they are filled: the centre, then the targets.
FIRST_TARGET = 5
PLACES_IN_ALL = 9

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
NO_FINE, OWN_FREEZE, FIRST_TO_TEN, STILL_FROZEN = range(4)  # what a penalty is for

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

# How a slot was paid, in the note FULFILLED: the number of a card, or one of these plus it, as digits of base 32.
AS_NUMBER = 8  # a joker that stands for a number
AS_SYMBOL = 16  # for a symbol
AS_ANY = 20  # for anything
BY_PERMANENT = 24  # a permanent joker

TOTAL = 128  # in notes: times the points somebody has now, plus the card


class VentiNote(IntEnum):
    """The kinds of notes, with the meaning of their numbers. A target is named when somebody has got it."""

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
    FAILED = 16  # seat, card + 128 * points of the freezer now (-1 at the own frozen card), freezer
    FROZE = 17  # seat, target
    MADE_JOKER = 18  # seat, card
    MADE_ACTION = 19  # seat, card, actions per turn
    FINED = 20  # seat, what for
    UNPUNISHED = 21  # seat, what for: no points to lose
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
KIND = tuple(
    4 * (card // TEMPLATES) + points - 1 if card < JOKER else JOKER_CLASS for card, points in enumerate(POINTS)
)


def card_name(card: int) -> str:
    """`5/9`, `joker 1`, `chaos 2`."""
    if card >= CHAOS:
        return f"chaos {card - CHAOS + 1}"
    return f"joker {card - JOKER + 1}" if card >= JOKER else f"{number_of(card)}/{card % TEMPLATES}"


def class_name(kind: int) -> str:
    """`5 (2)`, `joker`."""
    return "joker" if kind == JOKER_CLASS else f"{kind // 4} ({kind % 4 + 1})"


def number_of(card: int) -> int:
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


def listed(cards: Sequence[int]) -> list[int]:
    """A set card by card, ascending."""
    left = cards[0] | cards[1] << HALF
    found = []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found
