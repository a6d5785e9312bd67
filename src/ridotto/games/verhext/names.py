"""What the cards of Verhext! are called at the table."""

from ridotto.engine.message import Message, msg
from ridotto.games.verhext import cards as c

SUIT_NAMES = (msg("rat"), msg("crow"), msg("witch broom"), msg("spider"), msg("magic potion"))
_CARDS = (msg("rat {n}"), msg("crow {n}"), msg("witch broom {n}"), msg("spider {n}"), msg("potion +{n}"))
_PROPHECIES = (msg("0 tricks"), msg("exactly {n}"), msg("at least {n}"))


def suit_message(suit: int) -> Message:
    return SUIT_NAMES[suit]


def card_message(card: int) -> Message:
    """`rat 8`, `potion +2`."""
    value = card - c.FIRST_POTION if card >= c.FIRST_POTION else card % 9
    return Message(_CARDS[c.suit(card)].text, {"n": value + 1})


def prophecy_message(prophecy: int) -> Message:
    """`0 tricks`, `exactly 2`, `at least 3`."""
    if prophecy == 0:
        return _PROPHECIES[0]
    return Message(_PROPHECIES[2 - prophecy % 2].text, {"n": (prophecy + 1) // 2})
