"""What the cards and moves of 17 Diciassette are called at the table, and how they are told apart without drawings."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Tint
from ridotto.games.diciassette import cards as c

BACK = "back"  # in views, instead of a card: its neutral back
UNKNOWN = "?"  # and its sign

_TWO_SIDED, _ONE_SIDED = msg("two-sided {n}"), msg("one-sided {n}")
_SPECIAL = {
    c.REVERSE: msg("change of direction"),
    c.TRASH: msg("trash"),
    c.DOUBLE: msg("x2"),
    c.TRAP: msg("trap"),
}

# Short: they stand on the cards, below their points.
_NUMBER_LABELS = (msg("both"), msg("front"))
_SPECIAL_LABELS = {c.REVERSE: msg("reverse"), c.TRASH: msg("trash"), c.DOUBLE: msg("x2"), c.TRAP: msg("trap")}
BACK_LABEL = Message("▒▒▒▒▒")  # the pattern of the back: nothing to translate

ARTS = {c.REVERSE: "reverse", c.TRASH: "trash", c.DOUBLE: "double", c.TRAP: "trap"}
SIGNS = {c.REVERSE: "⇄", c.TRASH: "✕", c.DOUBLE: "»", c.TRAP: "!"}
NUMBER_TINTS: tuple[Tint, ...] = ("teal", "green", "yellow", "orange", "red")


def card_message(kind: int) -> Message:
    """`two-sided 4`, `one-sided 4`, `trap`."""
    if kind in _SPECIAL:
        return _SPECIAL[kind]
    return Message((_TWO_SIDED if kind < c.CONCEALED else _ONE_SIDED).text, {"n": c.VALUES[kind]})


def label(kind: int) -> Message:
    return _SPECIAL_LABELS[kind] if kind in _SPECIAL_LABELS else _NUMBER_LABELS[kind >= c.CONCEALED]


def tint(kind: int) -> Tint:
    return "purple" if kind in _SPECIAL else NUMBER_TINTS[c.VALUES[kind] - 1]


def from_behind(back: str) -> str:
    """The back of a card in signs that every language has: `4/4`, `?`."""
    return UNKNOWN if back == BACK else back


def in_hand(card: str, copy: int = 1) -> str:
    """The piece that a card is in its holder's hand: equal cards are numbered."""
    return f"hand.{card.replace('/', '-')}.{copy}"


def total_message(total: int, covered: int) -> Message | int:
    """`13`, `13 + 2 hidden`."""
    return msgs("{total} + {n} hidden", "{total} + {n} hidden", covered, total=total) if covered else total


def move_message(move: int) -> Message:
    """Any move in words, offered or not."""
    if move == c.PASS:
        return msg("pass")
    if move == c.CALL:
        return msg("call 17!")
    kind, down = c.laid_by(move)
    if down:
        return msg("{card}, face down", card=card_message(kind))
    return msg("{card}, face up", card=card_message(kind))
