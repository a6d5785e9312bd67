"""What the tiles, cards and moves of Venezia 2099 are called, and how they are told apart without colours."""

from fractions import Fraction

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Tint
from ridotto.games.venezia2099 import components as t

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
    if tile == t.PLATFORM:
        return PLATFORM_NAME
    return Message(_TILES[tile // 8].text, {"value": t.VALUES[tile % 8]})


def card_message(card: int) -> Message:
    """A prophecy card is called as the tile it names."""
    return tile_message(t.named_by(card))


def place_message(place: int) -> Message:
    """The square and the tile of a note: `c4 (black 5)`."""
    return msg("{square} ({tile})", square=t.SQUARE_NAMES[t.square_of(place)], tile=tile_message(t.tile_at(place)))


def decimal(number: Fraction) -> Message:
    """`3.4`."""
    tenths = round(10 * number)
    return msg("{whole}.{tenth}", whole=tenths // 10, tenth=tenths % 10)


def percent(chance: Fraction) -> int:
    """Rounded, but 0 and 100 only where it is certain."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def move_message(move: int) -> Message:
    """Any move in words, offered or not."""
    if move < t.NO_MOVE:
        return msg("to {square}", square=t.SQUARE_NAMES[move])
    if move == t.NO_MOVE:
        return msg("stay")
    if move < t.GONDOLA:
        return msg("walk with pawn {n}", n=move - t.WALK + 1)
    if move < t.NO_BUY:
        return msg("gondola for pawn {n}", n=move - t.GONDOLA + 1)
    if move == t.NO_BUY:
        return msg("do not buy")
    if move < t.PLAY:
        return msg("buy where pawn {n} stands", n=move - t.BUY + 1)
    if move < t.LET_DROWN:
        return card_message(move - t.PLAY)
    return msg("let it drown")
