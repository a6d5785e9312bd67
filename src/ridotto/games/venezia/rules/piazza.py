"""The Piazza San Marco: its squares with pigeons, tourists and hunters, and the moves of pigeons.

A set of squares is two words of 40 bits: the northern half of the Piazza, rows A to D, and the southern half.
"""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, nth
    from ridotto.engine.state import State
    from ridotto.games.venezia.components import *

    USABLE_SQUARES, EDGE_COLUMNS, NEIGHBOURS = [0, 0], [0, 0], [[0, 0] for _ in range(SQUARES)]

    def half_of(square):
        return int(square >= HALF)

    def square_bit(square):
        return bit(square % HALF)


def draw_squares():
    """Fill the tables of usable squares, edge columns and neighbours (venezia.board.piazza)."""
    for square in range(SQUARES):
        if square != CAMPANILE:
            USABLE_SQUARES[half_of(square)] |= square_bit(square)
        if square % COLUMNS == 0 and square < HALF:
            EDGE_COLUMNS[0] |= square_bit(square)
            EDGE_COLUMNS[1] |= square_bit(square + COLUMNS - 1)
        for other in range(SQUARES):
            down, right = other // COLUMNS - square // COLUMNS, other % COLUMNS - square % COLUMNS
            if max(abs(down), abs(right)) == 1 and other != CAMPANILE:  # venezia.board.neighbours
                NEIGHBOURS[square][half_of(other)] |= square_bit(other)


draw_squares()


def nth_square(squares, k):
    """The k-th square of a set, in ascending order."""
    north = count(squares[0])
    return nth(squares[0], k) if k < north else HALF + nth(squares[1], k - north)


def add_neighbours(squares, out):
    """Write a set of squares with all their neighbours to `out`, which may be the same set."""
    north, south = squares[0], squares[1]
    north |= (north & ~EDGE_COLUMNS[1]) << 1 | (north & ~EDGE_COLUMNS[0]) >> 1
    south |= (south & ~EDGE_COLUMNS[1]) << 1 | (south & ~EDGE_COLUMNS[0]) >> 1
    out[0] = (north | north << COLUMNS | north >> COLUMNS | south << HALF - COLUMNS) & USABLE_SQUARES[0]
    out[1] = (south | south << COLUMNS | south >> COLUMNS | north >> HALF - COLUMNS) & USABLE_SQUARES[1]


def add_between(squares, step, out):
    """Add to `out` each square directly between two squares of a set, `step` before and after it.

    One square lies between the two, never more (venezia.pincer.single).
    """
    north, south = squares[0], squares[1]
    edge = 0 if step == COLUMNS else EDGE_COLUMNS[0] | EDGE_COLUMNS[1]  # no line crosses the first or last column
    out[0] |= north << step & (north >> step | south << HALF - step) & ~edge
    out[1] |= (south << step | north >> HALF - step) & south >> step & ~edge


class Piazza(State):
    """The part of a game that is played on the Piazza."""

    if not cython.compiled:

        def __init__(self):
            State.__init__(self)
            # sets of squares
            self.pigeons_at = [[0, 0] for _ in range(4)]  # by seat
            self.tourist_at = [0, 0]
            self.hunter_at = [0, 0]
            self.moved = [0, 0]  # where pigeons stand that have moved in this turn
            self.visited = [0, 0]  # where the jumping pigeon has been in this move

    def count_on_piazza(self, seat):
        """The number of pigeons a seat has on the Piazza."""
        return count(self.pigeons_at[seat][0]) + count(self.pigeons_at[seat][1])

    def pigeon_owner(self, square):
        """The seat whose pigeon is on a square, or NONE."""
        for seat in range(self.seats):
            if contains(self.pigeons_at[seat], square):
                return seat
        return NONE

    def find_free_squares(self, free):
        """Write to `free` where a pigeon may be placed, walk or land: also next to a hunter or on a tourist.

        venezia.move.hunter.next, venezia.jump.tourist. The Campanile is never free (venezia.first.campanile).
        """
        for i in range(2):
            # venezia.first.onepersquare, venezia.move.occupied
            pigeons = self.pigeons_at[0][i] | self.pigeons_at[1][i] | self.pigeons_at[2][i] | self.pigeons_at[3][i]
            free[i] = USABLE_SQUARES[i] & ~(pigeons | self.hunter_at[i])  # venezia.move.campanile, venezia.move.hunter

    def remove_pigeons(self, seat, squares):
        """Remove the pigeons of a seat from these squares; returns their number."""
        taken = count(self.pigeons_at[seat][0] & squares[0]) + count(self.pigeons_at[seat][1] & squares[1])
        self.pigeons_at[seat][0] &= ~squares[0]
        self.pigeons_at[seat][1] &= ~squares[1]
        return taken

    # Tourists and hunters

    def spin_square(self):
        """Draw the square of a tourist or hunter: one draw replaces all its spins (venezia.chance.draw)."""
        squares: cython.ulonglong[2]
        if not cython.compiled:
            squares = [0, 0]
        for i in range(2):
            # venezia.tourist.campanile, venezia.tourist.respin, venezia.hunter.respin
            squares[i] = USABLE_SQUARES[i] & ~(self.tourist_at[i] | self.hunter_at[i])
        return nth_square(squares, self.below(count(squares[0]) + count(squares[1])))

    def find_hunter_reach(self, square, reach):
        """Write to `reach` a hunter's square and its neighbours (venezia.hunter.strike)."""
        reach[0] = NEIGHBOURS[square][0]
        reach[1] = NEIGHBOURS[square][1]
        reach[half_of(square)] |= square_bit(square)

    # Movement

    def add_jumps(self, square, free, targets):
        """Add the targets of single jumps from a square (venezia.jump.basic)."""
        for i in range(2):
            # Any pigeon that sits on no tourist: venezia.jump.colour, venezia.jump.notover, venezia.jump.notover.bird
            over = NEIGHBOURS[square][i] & ~(free[i] | self.hunter_at[i] | self.tourist_at[i])
            while over:
                middle = HALF * i + lowest(over)
                over &= over - 1
                landing = 2 * middle - square
                # The square directly behind must be free: venezia.jump.row
                if 0 <= landing < SQUARES and contains(NEIGHBOURS[middle], landing) and contains(free, landing):
                    # venezia.jump.norevisit
                    targets[half_of(landing)] |= square_bit(landing) & ~self.visited[half_of(landing)]

    def find_jumps(self, square, targets):
        """Add the targets of further jumps of a pigeon that is jumping."""
        free: cython.ulonglong[2]
        if not cython.compiled:
            free = [0, 0]
        self.find_free_squares(free)
        self.add_jumps(square, free, targets)

    def find_targets(self, square, targets):
        """Write the targets of a walk (venezia.move.walk) or, instead, a first jump (venezia.move.one_kind)."""
        free: cython.ulonglong[2]
        if not cython.compiled:
            free = [0, 0]
        self.find_free_squares(free)
        targets[0] = NEIGHBOURS[square][0] & free[0]
        targets[1] = NEIGHBOURS[square][1] & free[1]
        self.add_jumps(square, free, targets)

    def find_movable(self, seat, movable):
        """Write the squares of a seat's pigeons that can move (venezia.move.all), once each (venezia.move.once)."""
        free: cython.ulonglong[2]
        jumps: cython.ulonglong[2]
        if not cython.compiled:
            free, jumps = [0, 0], [0, 0]
        self.find_free_squares(free)
        add_neighbours(free, movable)
        for i in range(2):
            unmoved = self.pigeons_at[seat][i] & ~self.moved[i]
            stuck = unmoved & ~movable[i]  # they cannot walk, but perhaps jump
            movable[i] &= unmoved
            while stuck:
                jumps[0] = 0
                jumps[1] = 0
                self.add_jumps(HALF * i + lowest(stuck), free, jumps)
                if jumps[0] | jumps[1]:
                    movable[i] |= bit(lowest(stuck))
                stuck &= stuck - 1

    def relocate_pigeon(self, seat, start, square):
        """Move a pigeon from one square to another; returns whether it has jumped."""
        self.pigeons_at[seat][half_of(start)] ^= square_bit(start)
        self.pigeons_at[seat][half_of(square)] |= square_bit(square)
        if contains(NEIGHBOURS[start], square):
            return False
        self.visited[half_of(start)] |= square_bit(start)
        self.visited[half_of(square)] |= square_bit(square)
        return True

    # Pincers and offspring

    def find_pinched(self, seat, pinched):
        """Write the squares directly between two pigeons of a seat that have no own pigeon (venezia.pincer.direct).

        Tourists make no difference (venezia.pincer.tourist).
        """
        pinched[0] = 0
        pinched[1] = 0
        # rows, columns and both diagonals: venezia.pincer.diagonal
        add_between(self.pigeons_at[seat], 1, pinched)
        add_between(self.pigeons_at[seat], COLUMNS - 1, pinched)
        add_between(self.pigeons_at[seat], COLUMNS, pinched)
        add_between(self.pigeons_at[seat], COLUMNS + 1, pinched)
        pinched[0] &= ~self.pigeons_at[seat][0]
        pinched[1] &= ~self.pigeons_at[seat][1]

    def count_births(self, seat):
        """The births of all pigeons of a seat; each breeds once, for its best value (venezia.breed.once)."""
        near: cython.ulonglong[2]
        if not cython.compiled:
            near = [0, 0]
        add_neighbours(self.tourist_at, near)  # whoever sits on the tourist: venezia.breed.shared
        births = 0
        for i in range(2):
            # venezia.breed.next, venezia.breed.on
            births += BIRTHS_NEXT_TO_TOURIST * count(self.pigeons_at[seat][i] & near[i])
            births += (BIRTHS_ON_TOURIST - BIRTHS_NEXT_TO_TOURIST) * count(
                self.pigeons_at[seat][i] & self.tourist_at[i]
            )
        return births
