"""The names of the tiles, cards and moves of Venezia 2099, and the signs of its colours."""

from fractions import Fraction

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Tint
from ridotto.games.venezia2099 import components as c

COLOUR_NAMES = (msg("black"), msg("brown"), msg("azure"), msg("red"), msg("violet"), msg("green"))
_TILES = (
    msg("black {value}"),
    msg("brown {value}"),
    msg("azure {value}"),
    msg("red {value}"),
    msg("violet {value}"),
    msg("green {value}"),
)
PLATFORM_NAME = msg("platform")

SIGNS = ("∞", "♪", "◊", "■", "≡", "▲")  # a mask, a violin, glass, a painting, a book, a statue
TINTS: tuple[Tint, ...] = ("dark", "brown", "blue", "red", "purple", "green")


def colour_message(colour: int) -> Message:
    return COLOUR_NAMES[colour]


def tile_message(tile: int) -> Message:
    """`black 5`, `platform`."""
    if tile == c.PLATFORM:
        return PLATFORM_NAME
    return Message(_TILES[tile // 8].text, {"value": c.VALUES[tile % 8]})


def card_message(card: int) -> Message:
    """A prophecy card has the name of its tile."""
    return tile_message(c.tile_of_card(card))


def site_message(site: int) -> Message:
    """A site of a note, as square and tile: `c4 (black 5)`."""
    square, tile = c.square_of_site(site), c.tile_of_site(site)
    return msg("{square} ({tile})", square=c.SQUARE_NAMES[square], tile=tile_message(tile))


def decimal(number: Fraction) -> Message:
    """`3.4`."""
    tenths = round(10 * number)
    return msg("{whole}.{tenth}", whole=tenths // 10, tenth=tenths % 10)


def percent(chance: Fraction) -> int:
    """A chance in per cent, rounded; 0 and 100 only if it is certain."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def move_message(move: int) -> Message:
    """Any move in words, legal or not."""
    if move < c.NO_MOVE:
        return msg("to {square}", square=c.SQUARE_NAMES[move])
    if move == c.NO_MOVE:
        return msg("stay")
    if move < c.GONDOLA:
        return msg("walk with pawn {n}", n=move - c.WALK + 1)
    if move < c.NO_BUY:
        return msg("gondola for pawn {n}", n=move - c.GONDOLA + 1)
    if move == c.NO_BUY:
        return msg("do not buy")
    if move < c.PLAY:
        return msg("buy where pawn {n} stands", n=move - c.BUY + 1)
    if move < c.LET_DROWN:
        return card_message(move - c.PLAY)
    return msg("let it drown")
