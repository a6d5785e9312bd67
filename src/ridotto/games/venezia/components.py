"""The components of Venezia: places, pigeons, cards, squares, and the numbers of moves, phases and notes."""

import json
from collections.abc import Mapping, Sequence
from enum import IntEnum
from importlib.resources import files

RULES_VERSION = 1  # raised with every corrected rule or table: records name it

NONE = -1  # no seat, no place, no card

PIGEONS = 40  # each
GREY_PIGEONS = 6
MAX_ON_PIAZZA = 10  # of one family at most
MAX_DISTRICT_CARDS = 3  # in a plan
PIGEON_SLOTS = 4  # that take pigeons: slot 1, and slots 3 to 5
MAX_FETCHED = 2

MAJORITY_POINTS = 3  # for a majority in a district, and
CONQUEST_POINTS = 6  # in the home district of somebody else
POINTS_TO_WIN = 50
DISTRICTS_TO_WIN = 5

BIRTHS_ON_TOURIST = 5  # of a pigeon on a tourist, and
BIRTHS_NEXT_TO_TOURIST = 2  # of one next to a tourist

# Places: section 11.2 of the specification. Eight of them have a card.
PLACE_NAMES = (
    "cannaregio", "castello", "dorsoduro", "giudecca", "san_marco", "san_polo", "santa_croce", "san_giorgio",
    "san_michele",
)  # fmt: skip
DISTRICTS = 7
SAN_GIORGIO = 7
DISTRICT_CARDS = 8
SAN_MICHELE = 8
PLACES = 9

# Action cards: section 11.3.
ACTION_NAMES = (
    "family_gathering", "hawk_card", "catcher_card", "clergy_card", "moving_house", "vespa", "crumbs", "carrier",
)  # fmt: skip
FAMILY, HAWK, CATCHER, CLERGY, HOUSE, VESPA, CRUMBS, CARRIER = range(8)
ACTION_CARDS = 8

# The Piazza: 10 * row + column, and two halves: rows A to D, rows E to H.
SQUARES = 80
HALF = 40
COLUMNS = 10
CAMPANILE = 67

# Moves: section 5.3. Their meaning depends on the phase.
STOP = 0
PIAZZA = 1
FEINT = 2
ACTION = 3
PLACE = 11
SLOT = 19
NUMBER = 22
SQUARE = 63
MOVES = 143

# What others observe of a move that is not open.
PLANNED = 143  # it completes a plan
ALL_PLANNED = 144  # and that was the last of them
EXCHANGED_HIDDEN = 145  # any card exchanged by Carrier Pigeons

# Phases, by what is asked: section 5.2.
SETTLING, PLANNING, PLACING, SPLITTING, PICKING, MOVING, JUMPING = range(7)
GATHERING, REINFORCING, USING, SENDING_HAWK, CATCHING, SETTING_GREY, MOVING_HOUSE, TAKING_ALONG = range(7, 15)
VESPA_FROM, VESPA_COUNT, VESPA_TO, CARRIER_SLOT, CARRIER_CARD, RECOVERING, FETCHING, GAME_OVER = range(15, 23)

FIRST_PHASE_OF_CARD = (
    GATHERING,
    SENDING_HAWK,
    CATCHING,
    SETTING_GREY,
    MOVING_HOUSE,
    VESPA_FROM,
    NONE,
    CARRIER_SLOT,
)  # by card
CARD_OF_PHASE = {
    GATHERING: FAMILY, SENDING_HAWK: HAWK, CATCHING: CATCHER, SETTING_GREY: CLERGY, MOVING_HOUSE: HOUSE,
    TAKING_ALONG: HOUSE, VESPA_FROM: VESPA, VESPA_COUNT: VESPA, VESPA_TO: VESPA, CARRIER_SLOT: CARRIER,
    CARRIER_CARD: CARRIER,
}  # fmt: skip

# The steps of a plan; the numbers of pigeons for slot 1 and for each district card are one step each.
FIRST_CARD, ACTION_CARD, DISTRICT_CARD, PIGEON_COUNT = range(4)
COMPLETE = 7

UNREACHABLE_ROUND = 10**6  # stands for no last round

BLOCKS, IGNORED = range(2)  # the option cancelled_gathering
MUST, MAY = range(2)  # the option action_use
BY_FIVE, BY_POINTS, BY_LIMIT = range(3)  # why the game ends


class VeneziaNote(IntEnum):
    """The kinds of notes, with the meaning of their numbers. Numbers by seat are packed, 6 bits each."""

    GAME_BEGINS = 0  # start player
    SETTLED = 1  # seat, district
    ROUND_BEGINS = 2  # round, start player
    PLAN_SHOWN = 3  # seat, district cards + 4 if there is an action card, pigeons by slot, packed
    FIRST_SHOWN = 4  # seat, PIAZZA or FEINT, pigeons
    PLACED = 5  # seat, square, pigeons left on the card
    SPLIT = 6  # seat, slot, pigeons
    FEINT_BACK = 7  # seat, pigeons
    TOURIST = 8  # square, whose pigeon sits on him or -1
    HUNTER = 9  # square, pigeons lost by seat, packed
    WALKED = 10  # seat, square left, square reached
    JUMPED = 11  # seat, square left, square reached
    PINCHED = 12  # seat, whose pigeon, square
    BORN = 13  # seat, births, pigeons to the nest
    ACTION_SHOWN = 14  # seat, card, points
    CONFLICT_WON = 15  # card, seat that carries it out, seats whose card goes back, as bits
    CONFLICT_TIED = 16  # card, tied seats as bits + 16 * others with this card as bits, points of the tied
    NO_REINFORCING = 17
    GATHERED = 18  # seat, district left, home district
    REINFORCED = 19  # seat, home district, pigeons
    HAWK_SENT = 20  # seat, district
    CAUGHT = 21  # seat, district, pigeons lost by seat, packed
    GREY_SET = 22  # seat, district, pigeons
    HOUSE_MOVED = 23  # seat, district left, district reached
    TOOK_ALONG = 24  # seat, district reached, pigeons
    CARRIED = 25  # seat, 8 * district left + district reached, pigeons
    CRUMBS_EATEN = 26  # seat, pigeons
    EXCHANGED = 27  # seat, slot
    EXCHANGED_FACE = 28  # for its owner: seat, slot, the new card
    NO_EFFECT = 29  # seat, card
    LANDED = 30  # seat, place, pigeons
    TURNED_BACK = 31  # seat, district, pigeons
    SCORED = 32  # district, seat, points
    RECOVERED = 33  # seat, card
    FETCHED = 34  # seat, pigeons
    CHASED = 35  # place, pigeons, grey ones among them
    NOBODY_CHASED = 36  # pigeons in each of the fullest places; 0: the city is empty
    GAME_ENDS = 37  # round, BY_FIVE, BY_POINTS or BY_LIMIT
    NOBODY_SCORED = 38  # district with pigeons, 1 if grey ones lead, 0 if it is a tie
    SCORES = 39  # points by seat, counted in threes, packed
    DECLINED = 40  # seat, card


GAME_BEGINS, SETTLED, ROUND_BEGINS, PLAN_SHOWN, FIRST_SHOWN, PLACED, SPLIT, FEINT_BACK, TOURIST, HUNTER = range(10)
WALKED, JUMPED, PINCHED, BORN, ACTION_SHOWN, CONFLICT_WON, CONFLICT_TIED, NO_REINFORCING = range(10, 18)
GATHERED, REINFORCED, HAWK_SENT, CAUGHT, GREY_SET, HOUSE_MOVED, TOOK_ALONG, CARRIED, CRUMBS_EATEN = range(18, 27)
EXCHANGED, EXCHANGED_FACE, NO_EFFECT, LANDED, TURNED_BACK, SCORED, RECOVERED, FETCHED = range(27, 35)
CHASED, NOBODY_CHASED, GAME_ENDS, NOBODY_SCORED, SCORES, DECLINED = range(35, 41)

PLACE_OF = {name: place for place, name in enumerate(PLACE_NAMES)}
ACTION_OF = {name: card for card, name in enumerate(ACTION_NAMES)}
FIRST_NAMES = ("piazza", "feint")
SQUARE_NAMES = tuple(f"{square % COLUMNS + 1}{'ABCDEFGH'[square // COLUMNS]}" for square in range(SQUARES))
SQUARE_OF = {name: square for square, name in enumerate(SQUARE_NAMES)}

MOVE_TEXTS = (
    "stop",
    *FIRST_NAMES,
    *ACTION_NAMES,
    *PLACE_NAMES[:DISTRICT_CARDS],
    *(f"slot {slot}" for slot in (3, 4, 5)),
    *(str(number) for number in range(PIGEONS + 1)),
    *SQUARE_NAMES,
)


def read_card_numbers(given: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
    """The numbers of pigeons in the text of each action card; the clergy has two groups."""
    groups = {name: value if isinstance(value, list) else [value] for name, value in given.items()}
    counted = {"family_gathering": 1, "catcher_card": 1, "clergy_card": 2, "moving_house": 1, "vespa": 1, "crumbs": 1}
    if {name: len(numbers) for name, numbers in groups.items()} != counted:
        raise ValueError(f"actions.json must have these cards, with as many numbers: {counted}")
    for name, numbers in groups.items():
        if not all(type(number) is int and 1 <= number <= PIGEONS for number in numbers):
            raise ValueError(f"actions.json, {name}: not a number of pigeons, {numbers}")
    if sum(groups["clergy_card"]) != GREY_PIGEONS:
        raise ValueError(f"actions.json: there are {GREY_PIGEONS} grey pigeons, not {sum(groups['clergy_card'])}")
    return tuple(tuple(groups.get(name, ())) for name in ACTION_NAMES)


CARD_NUMBERS = read_card_numbers(json.loads(files(__package__).joinpath("actions.json").read_text("utf-8")))
GREY_GROUPS = CARD_NUMBERS[CLERGY]
CARD_PIGEONS = tuple(sum(numbers) for numbers in CARD_NUMBERS)  # by card; 0 without a number


def contains(halves: Sequence[int], square: int) -> bool:
    """Is a square in a set of squares?"""
    return bool(halves[square // HALF] >> square % HALF & 1)


def unpack(numbers: int, seat: int) -> int:
    """One of the numbers that are packed in a note."""
    return numbers >> 6 * seat & 63


def members(numbers: int) -> list[int]:
    """The members of a set of small numbers, as bits."""
    return [number for number in range(numbers.bit_length()) if numbers >> number & 1]
