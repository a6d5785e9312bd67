"""The cards of 17 Diciassette, and the numbers of its moves, phases and notes.

Cards are written as they look: `4/4` has a 4 on both sides, `4` on its front only; the special cards are `reverse`,
`trash`, `x2` and `trap`. A move is a card and the way up it is laid (`4/4 up`, `trap down`), or `pass`, or `call`.
"""

import json
from enum import IntEnum
from importlib.resources import files

RULES_VERSION = 1  # raised with every corrected rule or table: records name it

HAND = 3
LIMIT = 17  # a caller is right from here on
TO_WIN = 3  # victory tokens
LAST_TURN = 200  # of a round, and
LAST_ROUND = 100  # of a game: neither is met in sensible play
DECK = 70

# A kind of card: two-sided 1 to 5, then the concealed ones: one-sided 1 to 5 and the special cards.
CONCEALED = 5
REVERSE, TRASH, DOUBLE, TRAP = 10, 11, 12, 13
KINDS = 14
TWO_SIDED, EFFECTS, OTHERS = 0x1F, 0x1C00, 0x23E0  # kinds as bits: two-sided, what acts when laid, other concealed ones

NO_CARD = 14  # instead of a kind, in hands and notes: there is none
NEUTRAL = 15  # in notes: one sees a neutral back
ANY_BACK = 16  # in notes: one does not even see the back

# A card of the row is one number: its kind, plus these.
FACE_DOWN = 16
OWNER = 32  # times the seat that laid it

# Moves: section 5.4 of the specification. A kind of card is the move that lays it face up.
DOWN = 14
PASS = 28
CALL = 29

# What others see of a move that does not show as what it is.
HIDDEN = 30  # any concealed card, face down
NOBODY_CALLED = 31  # an answer that closes the window
CALLED_BY = 32  # plus the caller: the same

PLAYING, CALLING, GAME_OVER = range(3)
SEQUENTIAL, BATCH = range(2)
CLOCKWISE, COUNTER_CLOCKWISE = 1, -1


class DiciassetteNote(IntEnum):
    """The kinds of notes, with the meaning of their numbers."""

    ROUND_BEGINS = 0  # round, starter
    LAID = 1  # seat, kind or NEUTRAL, face down?
    LAID_HIDDEN = 2  # for its owner: seat, kind, place in the row
    REVERSED = 3  # seat, direction
    TRASHED = 4  # seat, kind or NEUTRAL or NO_CARD, owner
    DOUBLED = 5  # seat, who is next, or -1 if that may change
    DREW = 6  # seat, kind or NEUTRAL or ANY_BACK
    DREW_FACE = 7  # for its owner, unless DREW tells it: seat, kind
    RESHUFFLED = 8  # cards
    NOBODY_CALLS = 9  # the last player
    CALLS = 10  # caller, the last player
    DEEMED_CALLER = 11  # caller, the last player, 1 if the turns of the round are used up, else 0: no cards
    REVEALED = 12  # owner, kind, place in the row
    COUNTED = 13  # total
    TRAP_SPRUNG = 14  # owner, caller, victory tokens for the owner
    JUDGED = 15  # caller, the last player, 1 if right + 2 if the winner has had his victory token
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
MOVES = (*(f"{card} up" for card in CARD_NAMES), *(f"{card} down" for card in CARD_NAMES), "pass", "call")
VALUES = tuple(int(card["front"]) if card["type"] != "special" else 0 for card in _deck)


# The cards of the row; rules.pxd has the same in C.


def kind_of(card: int) -> int:
    return card & 15


def is_down(card: int) -> bool:
    return card & FACE_DOWN != 0


def owner_of(card: int) -> int:
    return card >> 5


def is_covered(card: int) -> bool:
    """Does it lie there as a neutral back? Two-sided cards are known either way up."""
    return is_down(card) and kind_of(card) >= CONCEALED


def laid_by(move: int) -> tuple[int, bool]:
    """The kind of card that a move lays, and whether face down."""
    return move % DOWN, move >= DOWN
