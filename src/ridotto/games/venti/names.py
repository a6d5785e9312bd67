"""Names of the cards and moves of Venti."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Tint
from ridotto.games.venti import components as c

SIGNS = ("●", "▲", "◆", "■")
TINTS: tuple[Tint, ...] = ("orange", "red", "blue", "green")
_LETTERS = str.maketrans("CTDS", "".join(SIGNS))

_NUMBER_CARDS = (msg("{n} (circle)"), msg("{n} (triangle)"), msg("{n} (diamond)"), msg("{n} (square)"))
SYMBOL_NAMES = (msg("circle"), msg("triangle"), msg("diamond"), msg("square"))


def number_message(number: int) -> Message:
    """`5 (diamond)`."""
    return Message(_NUMBER_CARDS[number // 2].text, {"n": number})


def card_message(card: int) -> Message:
    """`5 (diamond)`, `joker`."""
    return number_message(c.number_of(card)) if card < c.JOKER else msg("joker")


def number_text(number: int) -> str:
    """A number with its sign: `5◆`."""
    return f"{number}{SIGNS[number // 2]}"


def condition_text(card: int) -> str:
    """A condition in signs, which need no translation: `?=? ◆`."""
    return c.CONDITIONS[card].text.translate(_LETTERS)


def atoms_of(card: int) -> list[str]:
    """The slots of a condition one by one, in signs."""
    return condition_text(card).replace("=", " ").split(" ")


def worth_message(card_class: int) -> Message:
    """A card by number and points: `5◆ worth 3`, `joker`."""
    if card_class == c.JOKER_CLASS:
        return msg("joker")
    return msg("{card} worth {points}", card=number_text(card_class // 4), points=card_class % 4 + 1)


def gain_message(points: int, total: int) -> Message:
    """The points gained, and the new total."""
    return msgs("+{points}: {n} point", "+{points}: {n} points", total, points=points)


def resource_message(code: int) -> Message | int:
    """How a slot is paid: `4`, `joker as 7`, `permanent joker 5`."""
    if code < c.AS_NUMBER:
        return code
    if code < c.AS_SYMBOL:
        return msg("joker as {n}", n=code - c.AS_NUMBER)
    if code < c.AS_ANY:
        return msg("joker as {symbol}", symbol=SYMBOL_NAMES[code - c.AS_SYMBOL])
    if code < c.BY_PERMANENT:
        return msg("joker")
    return msg("permanent joker {n}", n=code - c.BY_PERMANENT)


def move_message(move: int) -> Message:
    """A move in words."""
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
    return _small_decision(move)


def _small_decision(move: int) -> Message:
    if move < c.PERMANENT:
        return worth_message(move - c.HAND_CARD)
    if move < c.DECLARE:
        return msg("permanent joker {n}", n=move - c.PERMANENT)
    if move < c.POINT_CARD:
        return msg("declare {n}", n=move - c.DECLARE)
    if move < c.DONE:
        return msg("give up: {card}", card=worth_message(move - c.POINT_CARD))
    return msg("done")
