"""The components of 17 Diciassette: cards, and the numbers of moves, phases and notes.

Cards are written as they look: `4/4` has a 4 on both sides, `4` on its front only; the special cards are `reverse`,
`trash`, `x2` and `trap`. A move is a card and its face (`4/4 up`, `trap down`), or `pass`, or `call`.
"""

import json
from enum import IntEnum
from importlib.resources import files

RULES_VERSION = 1  # recorded with every match; raise it when a rule or a table is corrected

HAND = 3  # cards in a full hand
LIMIT = 17  # the total from which a caller is right
TO_WIN = 3  # victory tokens
LAST_TURN = 200  # turns in a round, at most
LAST_ROUND = 100  # rounds in a game, at most; sensible play reaches neither limit
DECK = 70

# A kind of card is a number: two-sided 1 to 5, then the concealed ones: one-sided 1 to 5 and the special cards.
CONCEALED = 5  # the first concealed kind
REVERSE, TRASH, DOUBLE, TRAP = 10, 11, 12, 13
KINDS = 14
TWO_SIDED, EFFECT_CARDS, OTHER_CONCEALED = 0x1F, 0x1C00, 0x23E0  # sets of kinds as bits; effect cards act when laid

NO_CARD = 14  # instead of a kind, in hands and notes: no card
NEUTRAL = 15  # in notes and views: a neutral back
ANY_BACK = 16  # in notes: not even the back is seen

# A card in the row is one number: its kind, plus these.
FACE_DOWN = 16
OWNER = 32  # times the seat that laid it

# Moves: section 5.4 of the specification. The number of a kind is also the move that lays it face up.
DOWN = 14  # plus the kind: the move that lays it face down
PASS = 28
CALL = 29

# What other seats observe instead of a secret move.
HIDDEN_CARD = 30  # any concealed card, face down
NOBODY_CALLED = 31  # an answer that closes the call window
CALLED_BY = 32  # plus the caller: an answer that closes it with a call

PLAYING, CALLING, GAME_OVER = range(3)
SEQUENTIAL, BATCH = range(2)
CLOCKWISE, COUNTER_CLOCKWISE = 1, -1


class DiciassetteNote(IntEnum):
    """The kinds of notes. The comments name their fields a, b and c."""

    ROUND_BEGINS = 0  # round, starter
    LAID = 1  # seat, kind or NEUTRAL, face down?
    LAID_HIDDEN = 2  # for the owner only: seat, kind, place in the row
    REVERSED = 3  # seat, direction
    TRASHED = 4  # seat, kind or NEUTRAL or NO_CARD, owner
    DOUBLED = 5  # seat, the next player, or -1 if that may still change
    DREW = 6  # seat, kind or NEUTRAL or ANY_BACK
    DREW_FACE = 7  # for the owner only, unless DREW names the card: seat, kind
    RESHUFFLED = 8  # cards
    NOBODY_CALLS = 9  # the last player
    CALLS = 10  # caller, the last player
    DEEMED_CALLER = 11  # caller, the last player, 1 after the last turn of a round, 0 for lack of cards
    REVEALED = 12  # owner, kind, place in the row
    COUNTED = 13  # total
    TRAP_SPRUNG = 14  # owner, caller, victory tokens for the owner
    JUDGED = 15  # caller, the last player, 1 if right + 2 if the winner has already received a victory token
    SECOND_PENALTY = 16  # seat, victory tokens lost
    GAME_ENDS = 17  # round


ROUND_BEGINS, LAID, LAID_HIDDEN, REVERSED, TRASHED, DOUBLED, DREW, DREW_FACE, RESHUFFLED = range(9)
NOBODY_CALLS, CALLS, DEEMED_CALLER, REVEALED, COUNTED, TRAP_SPRUNG, JUDGED, SECOND_PENALTY, GAME_ENDS = range(9, 18)


def _name(card: dict[str, str]) -> str:
    return f"{card['front']}/{card['back']}" if card["type"] == "two_sided" else card["front"]


_deck = json.loads(files(__package__).joinpath("deck.json").read_text("utf-8"))

CARD_NAMES = tuple(_name(card) for card in _deck)
CARDS = {name: kind for kind, name in enumerate(CARD_NAMES)}
COPIES = tuple(card["copies"] for card in _deck)
MOVE_TEXTS = (*(f"{card} up" for card in CARD_NAMES), *(f"{card} down" for card in CARD_NAMES), "pass", "call")
VALUES = tuple(int(card["front"]) if card["type"] != "special" else 0 for card in _deck)


# Cards in the row. rules.pxd has the same functions in C.


def kind_of(card: int) -> int:
    return card & 15


def is_down(card: int) -> bool:
    return card & FACE_DOWN != 0


def owner_of(card: int) -> int:
    return card >> 5


def is_covered(card: int) -> bool:
    """Does the card show a neutral back? A two-sided card never does (diciassette.components.two_sided_same)."""
    return is_down(card) and kind_of(card) >= CONCEALED


def card_and_face(move: int) -> tuple[int, bool]:
    """The kind of card that a move lays, and whether it lays it face down."""
    return move % DOWN, move >= DOWN
