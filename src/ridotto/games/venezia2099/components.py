"""The tiles and cards of Venezia 2099, the squares of its board, and the numbers of its moves and notes."""

from enum import IntEnum

RULES_VERSION = 1  # raised with every corrected rule or table: records name it

COLOURS = ("black", "brown", "azure", "red", "violet", "green")
VALUES = ("2", "3", "4", "5", "6", "7", "8", "X")
COLOURS_IN_ALL = 6
X_VALUE = 7  # the place of X among the values

# A tile: 8 * colour + place of its value for the 48 city tiles; all platforms are alike.
CITY_TILES = 48
PLATFORM = 48
NO_TILE = -1  # outside the board of two players
PLATFORMS = 16
PLATFORMS_OF_TWO = 6

# A prophecy card: 7 * colour + place of its value after the 2, which has no cards.
CARDS = 42

# A square: 8 * row + column. Columns are a to h, rows 1 to 8; a1 is the corner at the top left.
SQUARES = 64
NOWHERE = -1  # a pawn that is not placed yet, or has drowned

# By number of players.
SIDE = (0, 0, 6, 8, 8, 8)  # squares along an edge of the board
DEALT = (0, 0, 10, 12, 9, 7)  # prophecy cards each
PAWNS = (0, 0, 3, 4, 3, 3)  # pawns each
MOST_PAWNS = 4

GONDOLAS = 2  # each
TREASURES = 10  # of each colour
WORTH = (0, 6, 3, 2, 1, 1, 1, 1, 1)  # of a treasure, by the dry tiles of its colour
LARGEST_PILE = 15  # coins on a tile: the next treasure there would cost more than anybody is given

# Moves: section 5.3 of the specification.
NO_MOVE = 64
WALK = 65
GONDOLA = 69
NO_BUY = 73
BUY = 74
PLAY = 78
LET_DROWN = 120
MOVES = 121

PLACING, CHOOSING, WALKING, RIDING, BUYING, PROPHESYING, RESCUING, GAME_OVER = range(8)
FIRST_MOVE = (0, NO_MOVE, 0, 0, NO_BUY, PLAY, 0, 0)  # by phase: the least move that it may have

INSTEAD, EXTRA = range(2)  # the option gondola_move
RANDOM_COLOUR = 0  # the option unused_colour; else 1 + the colour


class Venezia2099Note(IntEnum):
    """The kinds of notes, with the meaning of their numbers. A place is 64 * tile + square."""

    GAME_BEGINS = 0  # first player, unused colour or -1
    PLACED = 1  # seat, place, pawn
    WALKED = 2  # seat, place left, place reached
    RODE = 3  # seat, place left, place reached
    BOUGHT = 4  # seat, place, price
    PROPHECY_PLAYED = 5  # seat, card, place of the tile that sinks
    COINS_LOST = 6  # how many, place
    FELL = 7  # owner of the pawn, place
    RESCUED = 8  # owner, place left, place reached
    DROWNED = 9  # owner, place
    PAWNLESS = 10  # seat
    GAME_ENDS = 11  # set-aside cards as bits: black, brown and azure ones; red, violet and green ones


GAME_BEGINS, PLACED, WALKED, RODE, BOUGHT, PROPHECY_PLAYED, COINS_LOST, FELL = range(8)
RESCUED, DROWNED, PAWNLESS, GAME_ENDS = range(8, 12)

SQUARE_NAMES = tuple(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(SQUARES))
SQUARE = {name: square for square, name in enumerate(SQUARE_NAMES)}


def tile_name(tile: int) -> str:
    """`black 5`, `green X`, `platform`."""
    return "platform" if tile == PLATFORM else f"{COLOURS[tile // 8]} {VALUES[tile % 8]}"


TILE_NAMES = tuple(tile_name(tile) for tile in range(PLATFORM + 1))
TILES = {name: tile for tile, name in enumerate(TILE_NAMES)}


def named_by(card: int) -> int:
    """The tile that sinks by a prophecy card."""
    return 8 * (card // 7) + 1 + card % 7


CARD_NAMES = tuple(TILE_NAMES[named_by(card)] for card in range(CARDS))
CARD = {name: card for card, name in enumerate(CARD_NAMES)}

MOVE_TEXTS = (
    *SQUARE_NAMES,
    "stay",
    *(f"walk {pawn}" for pawn in range(1, MOST_PAWNS + 1)),
    *(f"gondola {pawn}" for pawn in range(1, MOST_PAWNS + 1)),
    "no purchase",
    *(f"buy {pawn}" for pawn in range(1, MOST_PAWNS + 1)),
    *CARD_NAMES,
    "let drown",
)


def listed(cards: int) -> list[int]:
    """The cards of a set, lower values first."""
    return sorted((card for card in range(CARDS) if cards >> card & 1), key=lambda card: (card % 7, card))


def square_of(place: int) -> int:
    """The square of a place in a note."""
    return place % 64


def tile_at(place: int) -> int:
    """The tile of a place in a note."""
    return place // 64
