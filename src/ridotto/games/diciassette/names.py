"""The names of cards and moves of 17 Diciassette."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.games.diciassette import components as c

UNKNOWN = "?"  # the sign of a neutral back

_TWO_SIDED, _ONE_SIDED = msg("two-sided {n}"), msg("one-sided {n}")
_SPECIAL = {
    c.REVERSE: msg("change of direction"),
    c.TRASH: msg("trash"),
    c.DOUBLE: msg("x2"),
    c.TRAP: msg("trap"),
}


def card_message(kind: int) -> Message:
    """`two-sided 4`, `one-sided 4`, `trap`."""
    if kind in _SPECIAL:
        return _SPECIAL[kind]
    return Message((_TWO_SIDED if kind < c.CONCEALED else _ONE_SIDED).text, {"n": c.VALUES[kind]})


def from_behind(back: int) -> str:
    """The back of a card in signs, the same in every language: `4/4`, `?`."""
    return UNKNOWN if back == c.NEUTRAL else c.CARD_NAMES[back]


def total_message(total: int, covered: int) -> Message | int:
    """A total with its hidden cards: `13`, `13 + 2 hidden`."""
    return msgs("{total} + {n} hidden", "{total} + {n} hidden", covered, total=total) if covered else total


def move_message(move: int) -> Message:
    """Any move in words, legal or not."""
    if move == c.PASS:
        return msg("pass")
    if move == c.CALL:
        return msg("call 17!")
    kind, down = c.card_and_face(move)
    if down:
        return msg("{card}, face down", card=card_message(kind))
    return msg("{card}, face up", card=card_message(kind))
