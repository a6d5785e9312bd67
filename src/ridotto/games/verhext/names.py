"""The names of cards, prophecies and moves of Verhext!, and the signs and tints that replace drawings."""

from collections.abc import Sequence

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Tint
from ridotto.games.verhext import components as c

SUIT_NAMES = (msg("rat"), msg("crow"), msg("witch broom"), msg("spider"), msg("magic potion"))
_SUITS = (msg("rats"), msg("crows"), msg("witch brooms"), msg("spiders"), msg("magic potions"))
_CARDS = (msg("rat {n}"), msg("crow {n}"), msg("witch broom {n}"), msg("spider {n}"), msg("potion +{n}"))
_VALUES = (*_CARDS[: c.POTION], msg("potion {n}"))
_PROPHECIES = (msg("0 tricks"), msg("exactly {n}"), msg("at least {n}"))

LABELS = (msg("rat"), msg("crow"), msg("broom"), msg("spider"), msg("potion"))  # printed on the cards, so short
SIGNS = ("●", "▼", "Ψ", "✱", "◊")
TINTS: tuple[Tint, ...] = ("purple", "green", "pink", "orange", "teal")


def suit_message(suit: int) -> Message:
    return SUIT_NAMES[suit]


def suits_message(suit: int) -> Message:
    """The plural name of a suit: `rats`."""
    return _SUITS[suit]


def value_of(card: int) -> int:
    return (card - c.FIRST_POTION if card >= c.FIRST_POTION else card % 9) + 1


def card_message(card: int) -> Message:
    """`rat 8`, `potion +2`."""
    return Message(_CARDS[c.suit(card)].text, {"n": value_of(card)})


def prophecy_message(prophecy: int) -> Message:
    """`0 tricks`, `exactly 2`, `at least 3`."""
    if prophecy == 0:
        return _PROPHECIES[0]
    return Message(_PROPHECIES[2 - prophecy % 2].text, {"n": c.number(prophecy)})


def play_value(cards: Sequence[int]) -> int:
    """The value of a play: base card plus potions."""
    return sum(map(value_of, cards))


def worth_message(cards: Sequence[int]) -> Message:
    """The suit and value of a play: `witch broom 7`, `potion 5`."""
    return Message(_VALUES[c.suit(cards[0])].text, {"n": play_value(cards)})


def play_message(cards: Sequence[int]) -> Message:
    """`rat 8`, `witch broom 5 + potion +2 = witch broom 7`."""
    if len(cards) == 1:
        return card_message(cards[0])
    potions = card_message(cards[1])
    for card in cards[2:]:
        potions = msg("{card} + {potions}", card=potions, potions=card_message(card))
    return msg("{card} + {potions} = {worth}", card=card_message(cards[0]), potions=potions, worth=worth_message(cards))


def signed(points: int) -> str:
    """`+4`, `−2`, `0`."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def move_message(move: int) -> Message:
    """Any move in words, legal or not."""
    if move < c.REBID:
        return prophecy_message(move)
    if move < c.BASE:
        return msg("{prophecy}, new attempt", prophecy=prophecy_message(move - c.REBID + 1))
    if move < c.NO_POTION:
        return card_message(move - c.BASE)
    if move == c.NO_POTION:
        return msg("without potion")
    if move < c.KEEP_ZERO:
        return msg("add potion +{n}", n=move - c.ATTACH + 1)
    if move == c.KEEP_ZERO:
        return msgs("keep the zero card", "keep the zero cards", 1)
    return msgs("use a zero card", "use {n} zero cards", 1)
