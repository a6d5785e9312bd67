"""What the cards and moves of 17 Diciassette are called at the table."""

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Tint
from ridotto.games.diciassette import cards as c

_TWO_SIDED, _ONE_SIDED = msg("two-sided {n}"), msg("one-sided {n}")
_SPECIAL = {
    c.REVERSE: msg("change of direction"),
    c.TRASH: msg("trash"),
    c.DOUBLE: msg("x2"),
    c.TRAP: msg("trap"),
}

ARTS = {c.REVERSE: "reverse", c.TRASH: "trash", c.DOUBLE: "double", c.TRAP: "trap"}
SIGNS = {c.REVERSE: "⇄", c.TRASH: "✕", c.DOUBLE: "2", c.TRAP: "!"}
NUMBER_TINTS: tuple[Tint, ...] = ("teal", "green", "yellow", "orange", "red")


def card_message(kind: int) -> Message:
    """`two-sided 4`, `one-sided 4`, `trap`."""
    if kind in _SPECIAL:
        return _SPECIAL[kind]
    return Message((_TWO_SIDED if kind < c.CONCEALED else _ONE_SIDED).text, {"n": c.VALUES[kind]})


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
