# C layout of rules.py.
cimport cython
from libc.stdint cimport uint64_t

from ridotto.engine.chance cimport bit, count, mul_high, highest, lowest, nth, ones
from ridotto.engine.note cimport EVERYBODY
from ridotto.engine.rng cimport Rng
from ridotto.engine.state cimport Moves, State

# The constants of components.py, in C. tests/test_games_layout.py compares them.
cdef enum:
    COLOUR_COUNT = 6
    X_VALUE = 7
    CITY_TILES = 48
    PLATFORM = 48
    NO_TILE = -1
    CARDS = 42
    SQUARES = 64
    NOWHERE = -1
    MAX_PAWNS = 4
    GONDOLAS_EACH = 2
    TREASURES_PER_COLOUR = 10

cdef enum:
    NO_MOVE = 64
    WALK = 65
    GONDOLA = 69
    NO_BUY = 73
    BUY = 74
    PLAY = 78
    LET_DROWN = 120

cdef enum:
    PLACING = 0
    CHOOSING = 1
    WALKING = 2
    RIDING = 3
    BUYING = 4
    PROPHESYING = 5
    RESCUING = 6
    GAME_OVER = 7

cdef enum:
    INSTEAD = 0
    EXTRA = 1
    RANDOM_COLOUR = 0

cdef enum:
    GAME_BEGINS = 0
    PLACED = 1
    WALKED = 2
    RODE = 3
    BOUGHT = 4
    PROPHECY_PLAYED = 5
    COINS_LOST = 6
    FELL = 7
    RESCUED = 8
    DROWNED = 9
    PAWNLESS = 10
    GAME_ENDS = 11

cdef int BOARD_SIDE[6]
cdef int HAND_SIZE[6]
cdef int PAWNS_EACH[6]
cdef int TREASURE_WORTH[9]
cdef int FIRST_MOVE[8]
cdef uint64_t NEIGHBOURS[64]           # the neighbours of a square
cdef uint64_t LINE_BEFORE[4][64]   # on each of the four lines through a square, the squares with lower numbers
cdef uint64_t LINE_BEYOND[4][64]   # and those with higher numbers

cdef uint64_t squares_reached(int square, uint64_t blocked) noexcept nogil
cdef uint64_t lowest_cards(uint64_t hand) noexcept nogil
cdef int tile_of_card(int card) noexcept nogil

@cython.final
cdef class Venezia2099(State):
    cdef readonly short gondola_move, rescue_to_platform, first_player, unused_colour

    cdef readonly short unused, first, turn, phase, chosen, walked
    cdef readonly uint64_t dry
    cdef readonly uint64_t platforms
    cdef readonly uint64_t pawns
    cdef readonly uint64_t hands[5]
    cdef readonly short tile[64]
    cdef readonly short square_of[48]
    cdef readonly short coins_on[64]
    cdef readonly short pawn[5][4]
    cdef readonly short coins[5]
    cdef readonly short gondolas[5]
    cdef readonly short treasures[5][6]
    cdef readonly short supply[6]
    cdef readonly short played[42]
    cdef readonly short sunk

    cdef bint is_used(self, int tile) noexcept nogil
    cdef void lay_tiles(self) noexcept nogil
    cdef void lay_tile(self, int tile, int square) noexcept nogil
    cdef void deal(self) noexcept nogil
    cdef uint64_t deck(self) noexcept nogil
    cdef void set_up_seats(self) noexcept nogil
    cdef int site(self, int square) noexcept nogil
    cdef uint64_t free_squares(self) noexcept nogil
    cdef uint64_t squares_to_place(self, int seat) noexcept nogil
    cdef void place_pawn(self, int seat, int square) noexcept nogil
    cdef uint64_t move_options(self, int seat) noexcept nogil
    cdef void choose_move(self, int move) noexcept nogil
    cdef uint64_t walk_squares(self, int seat) noexcept nogil
    cdef void walk(self, int seat, int square) noexcept nogil
    cdef void ride(self, int seat, int square) noexcept nogil
    cdef void move_pawn(self, int seat, int square) noexcept nogil
    cdef uint64_t purchase_options(self, int seat) noexcept nogil
    cdef int price_on(self, int square) noexcept nogil
    cdef void buy(self, int seat, int move) noexcept nogil
    cdef void play_prophecy(self, int seat, int card) noexcept nogil
    cdef void sink(self, int square) noexcept nogil
    cdef int pawn_on(self, int square) noexcept nogil
    cdef void fall(self, int owner, int pawn) noexcept nogil
    cdef uint64_t squares_to_rescue(self) noexcept nogil
    cdef void rescue(self, int seat, int square) noexcept nogil
    cdef void drown(self, int owner, int pawn) noexcept nogil
    cdef void begin_turn(self, int seat) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef uint64_t set_aside(self) noexcept nogil
    cdef void end_game(self) noexcept nogil
    cdef int dry_tiles(self, int colour) noexcept nogil
    cdef int points_on(self, int square) noexcept nogil
    cdef int treasure_points(self, int seat) noexcept nogil
    cdef int pawn_points(self, int seat) noexcept nogil
    cdef uint64_t allowed(self, int seat) noexcept nogil
    cdef int floor_of(self, int seat) noexcept nogil
