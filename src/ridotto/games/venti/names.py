"""What the cards and moves of Venti are called at the table."""

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Tint
from ridotto.games.venti import cards as c

SIGNS = ("●", "▲", "◆", "■")
TINTS: tuple[Tint, ...] = ("red", "green", "blue", "orange")
_LETTERS = str.maketrans("CTDS", "".join(SIGNS))

_NUMBER_CARDS = (msg("{n} (circle)"), msg("{n} (triangle)"), msg("{n} (diamond)"), msg("{n} (square)"))
SYMBOL_NAMES = (msg("circle"), msg("triangle"), msg("diamond"), msg("square"))


def number_message(number: int) -> Message:
    """`5 (diamond)`."""
    return Message(_NUMBER_CARDS[number // 2].text, {"n": number})


def card_message(card: int) -> Message:
    """`5 (diamond)`, `joker`."""
    return number_message(c.number_of(card)) if card < c.JOKER else msg("joker")


def condition_text(card: int) -> str:
    """A condition in signs that every language has: `?=? ◆`."""
    return c.CONDITIONS[card].text.translate(_LETTERS)


def worth_message(kind: int) -> Message:
    """A card by number and points, as far as that matters."""
    if kind == c.JOKER_CLASS:
        return msg("joker")
    return msg("{card}, worth {points}", card=number_message(kind // 4), points=kind % 4 + 1)


def move_message(move: int) -> Message:
    """Any move in words, offered or not."""
    if move == c.END_TURN:
        return msg("end your turn")
    if move < c.REPLACE:
        return msg("take centre card {n}", n=move - c.DRAW + 1)
    if move == c.REPLACE:
        return msg("replace the whole centre")
    if move < c.FULFIL:
        target, place = divmod(move - c.EXCHANGE, 5)
        return msg("exchange target {target} with centre card {n}", target=target + 1, n=place + 1)
    if move < c.FREEZE:
        return msg("fulfil target {target}", target=move - c.FULFIL + 1)
    if move < c.MAKE_JOKER:
        return msg("freeze target {target}", target=move - c.FREEZE + 1)
    if move < c.MAKE_ACTION:
        return msg("turn into a permanent joker: {card}", card=worth_message(move - c.MAKE_JOKER))
    if move < c.HAND_CARD:
        return msg("turn into an additional action: {card}", card=worth_message(move - c.MAKE_ACTION))
    return _small_move(move)


def _small_move(move: int) -> Message:
    if move < c.PERMANENT:
        return worth_message(move - c.HAND_CARD)
    if move < c.DECLARE:
        return msg("permanent joker: {card}", card=number_message(move - c.PERMANENT))
    if move < c.POINT_CARD:
        return msg("declare {n}", n=move - c.DECLARE)
    if move < c.DONE:
        return msg("lose: {card}", card=worth_message(move - c.POINT_CARD))
    return msg("done")
