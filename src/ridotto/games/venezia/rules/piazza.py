"""Piazza San Marco: its squares, the pigeons, tourists and hunters on them, and where a pigeon can go.

A set of squares is two words of 40 bits: the northern half of the Piazza, rows A to D, and the southern half.
"""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, nth
    from ridotto.engine.state import State
    from ridotto.games.venezia.components import *

    USABLE, EDGE, NEAR = [0, 0], [0, 0], [[0, 0] for _ in range(SQUARES)]

    def half(square):
        return int(square >= HALF)

    def spot(square):
        return bit(square % HALF)

    def has(squares, square):
        return squares[half(square)] & spot(square) != 0


for square in range(SQUARES):
    if square != CAMPANILE:
        USABLE[half(square)] |= spot(square)
    if square % COLUMNS == 0 and square < HALF:
        EDGE[0] |= spot(square)
        EDGE[1] |= spot(square + COLUMNS - 1)
    for other in range(SQUARES):
        down, right = other // COLUMNS - square // COLUMNS, other % COLUMNS - square % COLUMNS
        if max(abs(down), abs(right)) == 1 and other != CAMPANILE:  # venezia.board.neighbours
            NEAR[square][half(other)] |= spot(other)


def nth_square(squares, k):
    """The k-th square of a set, in ascending order."""
    north = count(squares[0])
    return nth(squares[0], k) if k < north else HALF + nth(squares[1], k - north)


def spread(squares, out):
    """The squares of a set and all their neighbours."""
    north, south = squares[0], squares[1]
    north |= (north & ~EDGE[1]) << 1 | (north & ~EDGE[0]) >> 1
    south |= (south & ~EDGE[1]) << 1 | (south & ~EDGE[0]) >> 1
    out[0] = (north | north << COLUMNS | north >> COLUMNS | south << HALF - COLUMNS) & USABLE[0]
    out[1] = (south | south << COLUMNS | south >> COLUMNS | north >> HALF - COLUMNS) & USABLE[1]


def add_between(squares, step, out):
    """Adds what lies between two squares of a set: one of them `step` before it, the other as far behind it."""
    north, south = squares[0], squares[1]
    edge = 0 if step == COLUMNS else EDGE[0] | EDGE[1]  # nothing goes on beyond the first or the last column
    out[0] |= north << step & (north >> step | south << HALF - step) & ~edge
    out[1] |= (south << step | north >> HALF - step) & south >> step & ~edge


class Piazza(State):
    """The part of a game that is played on the Piazza."""

    if not cython.compiled:

        def __init__(self):
            State.__init__(self)
            self.birds = [[0, 0] for _ in range(4)]  # by seat
            self.tourist_at = [0, 0]
            self.hunter_at = [0, 0]
            self.moved = [0, 0]  # pigeons that have moved in this turn
            self.been = [0, 0]  # squares that a jumping pigeon has been on

    def on_piazza(self, seat):
        """How many pigeons a seat has here."""
        return count(self.birds[seat][0]) + count(self.birds[seat][1])

    def owner(self, square):
        """Whose pigeon is on a square."""
        for seat in range(self.seats):
            if has(self.birds[seat], square):
                return seat
        return NONE

    def find_free(self, free):
        """venezia.move.occupied, hunter, campanile: where a pigeon may be put, walk or land."""
        for i in range(2):
            birds = self.birds[0][i] | self.birds[1][i] | self.birds[2][i] | self.birds[3][i]
            free[i] = USABLE[i] & ~(birds | self.hunter_at[i])

    def take_away(self, seat, squares):
        """Takes the pigeons of a seat off these squares; how many."""
        taken = count(self.birds[seat][0] & squares[0]) + count(self.birds[seat][1] & squares[1])
        self.birds[seat][0] &= ~squares[0]
        self.birds[seat][1] &= ~squares[1]
        return taken

    # Tourists and hunters

    def spin_square(self):
        """venezia.chance.draw: neither the Campanile nor the square of an earlier tourist or hunter."""
        squares: cython.ulonglong[2]
        if not cython.compiled:
            squares = [0, 0]
        for i in range(2):
            squares[i] = USABLE[i] & ~(self.tourist_at[i] | self.hunter_at[i])
        return nth_square(squares, self.below(count(squares[0]) + count(squares[1])))

    def find_reach(self, square, reach):
        """venezia.hunter.strike: a hunter's square and those around it."""
        reach[0] = NEAR[square][0]
        reach[1] = NEAR[square][1]
        reach[half(square)] |= spot(square)

    # Movement

    def add_jumps(self, square, free, targets):
        """venezia.jump.basic, row, notover, notover.bird, norevisit: over a pigeon, onto the square behind it."""
        for i in range(2):
            over = NEAR[square][i] & ~(free[i] | self.hunter_at[i] | self.tourist_at[i])
            while over:
                middle = HALF * i + lowest(over)
                over &= over - 1
                landing = 2 * middle - square
                if 0 <= landing < SQUARES and has(NEAR[middle], landing) and has(free, landing):
                    targets[half(landing)] |= spot(landing) & ~self.been[half(landing)]

    def find_jumps(self, square, targets):
        free: cython.ulonglong[2]
        if not cython.compiled:
            free = [0, 0]
        self.find_free(free)
        self.add_jumps(square, free, targets)

    def find_targets(self, square, targets):
        """venezia.move.walk, venezia.move.one_kind: a walk to a neighbouring square, or a first jump."""
        free: cython.ulonglong[2]
        if not cython.compiled:
            free = [0, 0]
        self.find_free(free)
        targets[0] = NEAR[square][0] & free[0]
        targets[1] = NEAR[square][1] & free[1]
        self.add_jumps(square, free, targets)

    def find_movable(self, seat, movable):
        """venezia.move.once, venezia.move.all: pigeons that have not moved yet, and can."""
        free: cython.ulonglong[2]
        jumps: cython.ulonglong[2]
        if not cython.compiled:
            free, jumps = [0, 0], [0, 0]
        self.find_free(free)
        spread(free, movable)
        for i in range(2):
            unmoved = self.birds[seat][i] & ~self.moved[i]
            stuck = unmoved & ~movable[i]  # they cannot walk
            movable[i] &= unmoved
            while stuck:
                jumps[0] = 0
                jumps[1] = 0
                self.add_jumps(HALF * i + lowest(stuck), free, jumps)
                if jumps[0] | jumps[1]:
                    movable[i] |= bit(lowest(stuck))
                stuck &= stuck - 1

    def shift(self, seat, start, square):
        """A pigeon goes from one square to another; has it jumped?"""
        self.birds[seat][half(start)] ^= spot(start)
        self.birds[seat][half(square)] |= spot(square)
        if has(NEAR[start], square):
            return False
        self.been[half(start)] |= spot(start)
        self.been[half(square)] |= spot(square)
        return True

    # Pincers and offspring

    def find_pinched(self, seat, pinched):
        """venezia.pincer.direct, diagonal: between two pigeons of this seat, on any line."""
        pinched[0] = 0
        pinched[1] = 0
        add_between(self.birds[seat], 1, pinched)
        add_between(self.birds[seat], COLUMNS - 1, pinched)
        add_between(self.birds[seat], COLUMNS, pinched)
        add_between(self.birds[seat], COLUMNS + 1, pinched)
        pinched[0] &= ~self.birds[seat][0]
        pinched[1] &= ~self.birds[seat][1]

    def births(self, seat):
        """venezia.breed.next, on, once: 5 for a pigeon on a tourist, else 2 next to one."""
        near: cython.ulonglong[2]
        if not cython.compiled:
            near = [0, 0]
        spread(self.tourist_at, near)
        births = 0
        for i in range(2):
            births += BIRTHS_NEXT * count(self.birds[seat][i] & near[i])
            births += (BIRTHS_ON - BIRTHS_NEXT) * count(self.birds[seat][i] & self.tourist_at[i])
        return births
