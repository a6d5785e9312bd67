"""The components of Venezia 2099: tiles, cards and squares, and the numbers of moves, phases and notes."""

from enum import IntEnum

RULES_VERSION = 1  # raise it with every correction of a rule or table: records name it

COLOURS = ("black", "brown", "azure", "red", "violet", "green")
VALUES = ("2", "3", "4", "5", "6", "7", "8", "X")
COLOUR_COUNT = 6
X_VALUE = 7  # the index of X in VALUES

# A city tile is 8 * colour + index of its value; all platforms have the same number.
CITY_TILES = 48
PLATFORM = 48
NO_TILE = -1  # outside the board of two players
PLATFORMS = 16
PLATFORMS_OF_TWO = 6

# A prophecy card is 7 * colour + index of its value, counted from the 3: the 2s have no cards.
CARDS = 42

# A square is 8 * row + column. Columns are a to h, rows 1 to 8; a1 is the top left corner.
SQUARES = 64
NOWHERE = -1  # a pawn that is not placed yet, or has drowned; a tile that is not used

# By number of players.
BOARD_SIDE = (0, 0, 6, 8, 8, 8)  # squares along an edge of the board
HAND_SIZE = (0, 0, 10, 12, 9, 7)  # prophecy cards dealt to each
PAWNS_EACH = (0, 0, 3, 4, 3, 3)
MAX_PAWNS = 4

GONDOLAS_EACH = 2
TREASURES_PER_COLOUR = 10
TREASURE_WORTH = (0, 6, 3, 2, 1, 1, 1, 1, 1)  # by number of dry tiles of the colour
MAX_PILE = 15  # coins on a tile: nobody can pay for another treasure there

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
FIRST_MOVE = (0, NO_MOVE, 0, 0, NO_BUY, PLAY, 0, 0)  # by phase: its lowest move

INSTEAD, EXTRA = range(2)  # the option gondola_move
RANDOM_COLOUR = 0  # the option unused_colour; else 1 + the colour


class Venezia2099Note(IntEnum):
    """The kinds of notes, with the meaning of their numbers. A site is a square with its tile: 64 * tile + square."""

    GAME_BEGINS = 0  # first player, unused colour or -1
    PLACED = 1  # seat, site, pawn
    WALKED = 2  # seat, site left, site reached
    RODE = 3  # seat, site left, site reached
    BOUGHT = 4  # seat, site, price
    PROPHECY_PLAYED = 5  # seat, card, site of the tile that sinks
    COINS_LOST = 6  # number of coins, site
    FELL = 7  # owner of the pawn, site
    RESCUED = 8  # owner, site left, site reached
    DROWNED = 9  # owner, site
    PAWNLESS = 10  # seat
    GAME_ENDS = 11  # cards set aside as bits: black, brown and azure ones; red, violet and green ones


GAME_BEGINS, PLACED, WALKED, RODE, BOUGHT, PROPHECY_PLAYED, COINS_LOST, FELL = range(8)
RESCUED, DROWNED, PAWNLESS, GAME_ENDS = range(8, 12)

SQUARE_NAMES = tuple(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(SQUARES))
SQUARE_OF = {name: square for square, name in enumerate(SQUARE_NAMES)}


def tile_name(tile: int) -> str:
    """`black 5`, `green X`, `platform`."""
    return "platform" if tile == PLATFORM else f"{COLOURS[tile // 8]} {VALUES[tile % 8]}"


TILE_NAMES = tuple(tile_name(tile) for tile in range(PLATFORM + 1))
TILE_OF = {name: tile for tile, name in enumerate(TILE_NAMES)}


def tile_of_card(card: int) -> int:
    """The tile that a prophecy card names, and sinks."""
    return 8 * (card // 7) + 1 + card % 7


CARD_NAMES = tuple(TILE_NAMES[tile_of_card(card)] for card in range(CARDS))
CARD_OF = {name: card for card, name in enumerate(CARD_NAMES)}

MOVE_TEXTS = (
    *SQUARE_NAMES,
    "stay",
    *(f"walk {pawn}" for pawn in range(1, MAX_PAWNS + 1)),
    *(f"gondola {pawn}" for pawn in range(1, MAX_PAWNS + 1)),
    "no purchase",
    *(f"buy {pawn}" for pawn in range(1, MAX_PAWNS + 1)),
    *CARD_NAMES,
    "let drown",
)


def sorted_cards(cards: int) -> list[int]:
    """The cards of a set given as bits, lower values first."""
    return sorted((card for card in range(CARDS) if cards >> card & 1), key=lambda card: (card % 7, card))


def square_of_site(site: int) -> int:
    """The square of a site in a note."""
    return site % 64


def tile_of_site(site: int) -> int:
    """The tile of a site in a note."""
    return site // 64
