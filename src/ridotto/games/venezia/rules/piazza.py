"""The Piazza San Marco: its squares with pigeons, tourists and hunters, and the moves of pigeons.

A set of squares is two words of 40 bits: the northern half of the Piazza, rows A to D, and the southern half.
"""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, nth
    from ridotto.engine.state import State
    from ridotto.games.venezia.components import *

    USABLE_SQUARES, EDGE_COLUMNS, NEIGHBOURS = [0, 0], [0, 0], [[0, 0] for _ in range(SQUARES)]
    LINE_STEPS = [0, 0, 0, 0]

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


def draw_lines():
    """Fill in how far apart neighbours are in a row, a column and on both diagonals."""
    for i, step in enumerate((1, COLUMNS - 1, COLUMNS, COLUMNS + 1)):
        LINE_STEPS[i] = step


draw_squares()
draw_lines()


def squares_of(squares):
    """The numbers of a set of squares as a list, ascending."""
    return [square for square in range(SQUARES) if contains(squares, square)]


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

    def add_jump_ends(self, start, landing, ends):
        """Add the squares where the pigeon of a square can end a chain of jumps that goes on from another one.

        A chain ends on a tourist (venezia.jump.chain, venezia.jump.ends).
        """
        free: cython.ulonglong[2]
        found: cython.ulonglong[2]
        ahead: cython.ulonglong[2]
        been: cython.ulonglong[2]
        if not cython.compiled:
            free, found, ahead, been = [0, 0], [0, 0], [0, 0], [0, 0]
        self.find_free_squares(free)
        for i in range(2):
            ahead[i] = 0
            been[i] = 0
        ahead[half_of(landing)] = square_bit(landing)
        been[half_of(landing)] = square_bit(landing)
        been[half_of(start)] |= square_bit(start)  # jumps are two squares long: none goes over this square
        while ahead[0] | ahead[1]:
            square = nth_square(ahead, 0)
            ahead[half_of(square)] ^= square_bit(square)
            found[0] = 0
            found[1] = 0
            self.add_jumps(square, free, found)
            for i in range(2):
                found[i] &= ~been[i]
                been[i] |= found[i]
                ends[i] |= found[i]
                ahead[i] |= found[i] & ~self.tourist_at[i]

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
        for i in range(4):  # rows, columns and both diagonals: venezia.pincer.diagonal
            add_between(self.pigeons_at[seat], LINE_STEPS[i], pinched)
        pinched[0] &= ~self.pigeons_at[seat][0]
        pinched[1] &= ~self.pigeons_at[seat][1]

    def count_births(self, seat):
        """The births of all pigeons of a seat."""
        return self.births_on(self.pigeons_at[seat])

    def births_on(self, squares):
        """The births of pigeons on these squares; each breeds once, for its best value (venezia.breed.once)."""
        near: cython.ulonglong[2]
        if not cython.compiled:
            near = [0, 0]
        add_neighbours(self.tourist_at, near)  # whoever sits on the tourist: venezia.breed.shared
        births = 0
        for i in range(2):
            # venezia.breed.next, venezia.breed.on
            births += BIRTHS_NEXT_TO_TOURIST * count(squares[i] & near[i])
            births += (BIRTHS_ON_TOURIST - BIRTHS_NEXT_TO_TOURIST) * count(squares[i] & self.tourist_at[i])
        return births

    # What views ask

    def births(self) -> list[int]:
        """By square: the births of a pigeon there."""
        near: cython.ulonglong[2]
        here: cython.ulonglong[2]
        if not cython.compiled:
            near, here = [0, 0], [0, 0]
        here[0] = 0
        here[1] = 0
        add_neighbours(self.tourist_at, near)
        births = [0] * SQUARES
        for square in range(SQUARES):
            if contains(near, square):
                here[half_of(square)] = square_bit(square)
                births[square] = self.births_on(here)
                here[half_of(square)] = 0
        return births

    def births_of_turn(self, seat: int) -> int:
        """The births of a seat's turn if it ended now."""
        return self.count_births(seat)

    def is_walk(self, start: int, square: int) -> bool:
        """Is a move from one square to another a walk, and not a jump?"""
        return contains(NEIGHBOURS[start], square)

    def owners_beside(self, square: int) -> list[int]:
        """The seats with a pigeon next to a square."""
        return [
            seat
            for seat in range(self.seats)
            if NEIGHBOURS[square][0] & self.pigeons_at[seat][0] or NEIGHBOURS[square][1] & self.pigeons_at[seat][1]
        ]

    def ends_of_move(self, start: int) -> list[int]:
        """The squares where the pigeon of a square can end its move, if it has not moved yet."""
        ends: cython.ulonglong[2]
        if not cython.compiled:
            ends = [0, 0]
        self.find_targets(start, ends)
        self.add_jump_ends(start, start, ends)
        return squares_of(ends)

    def ends_of_jumps(self, start: int, landing: int) -> list[int]:
        """The squares where the pigeon of a square can end its move by further jumps once it has jumped to another."""
        ends: cython.ulonglong[2]
        if not cython.compiled:
            ends = [0, 0]
        ends[0] = 0
        ends[1] = 0
        if not contains(self.tourist_at, landing):  # venezia.jump.ends
            self.add_jump_ends(start, landing, ends)
        return squares_of(ends)

    def jumps_so_far(self, end: int) -> list[tuple[int, int]]:
        """All single jumps from squares where the jumping pigeon has been, before which the square `end` was free."""
        free: cython.ulonglong[2]
        targets: cython.ulonglong[2]
        if not cython.compiled:
            free, targets = [0, 0], [0, 0]
        before: Piazza = self.copy()
        before.visited[0] = 0
        before.visited[1] = 0
        before.find_free_squares(free)
        free[half_of(end)] |= square_bit(end)
        found = []
        for start in squares_of(self.visited):
            targets[0] = 0
            targets[1] = 0
            before.add_jumps(start, free, targets)
            found += [(start, square) for square in squares_of(targets)]
        return found

    def pincers(self, seat: int) -> list[tuple[int, int]]:
        """The squares with pigeons that a seat pinches, each with the square of one of the two that hold it."""
        between: cython.ulonglong[2]
        if not cython.compiled:
            between = [0, 0]
        found = []
        for i in range(4):
            between[0] = 0
            between[1] = 0
            add_between(self.pigeons_at[seat], LINE_STEPS[i], between)
            found += [
                (square, square - LINE_STEPS[i])
                for square in squares_of(between)
                if self.pigeon_owner(square) != NONE and self.pigeon_owner(square) != seat
            ]
        return sorted(found)

    def new_pincers(self, seat: int, start: int, square: int) -> list[int]:
        """The squares with pigeons that a seat does not pinch, and would if it moved a pigeon from square to square."""
        pinched: cython.ulonglong[2]
        more: cython.ulonglong[2]
        if not cython.compiled:
            pinched, more = [0, 0], [0, 0]
        after: Piazza = self.copy()
        after.relocate_pigeon(seat, start, square)
        after.find_pinched(seat, more)
        self.find_pinched(seat, pinched)
        more[0] &= ~pinched[0]
        more[1] &= ~pinched[1]
        return [victim for victim in squares_of(more) if after.pigeon_owner(victim) != NONE]

    def rivals_around(self, seat: int, square: int) -> list[int]:
        """The other seats that would pinch a pigeon of this seat on a square."""
        pinched: cython.ulonglong[2]
        if not cython.compiled:
            pinched = [0, 0]
        rivals = []
        for other in range(self.seats):
            self.find_pinched(other, pinched)
            if other != seat and contains(pinched, square):
                rivals.append(other)
        return rivals
