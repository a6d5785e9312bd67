"""What a good player knows of Venezia 2099.

Which tiles stay dry is settled by the deal: every card that was dealt will be played. So a seat that knows its own hand
and the floors of the others can tell what a treasure of each colour and a pawn on each tile may expect. All ratings are
in points.
"""

import cython

from ridotto.games.venezia2099 import components

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from ridotto.engine.chance import bit, count, fraction, lowest, noise, ones
    from ridotto.engine.knowledge import Knowledge
    from ridotto.games.venezia2099.components import *
    from ridotto.games.venezia2099.rules.rules import Venezia2099, lowest_cards, squares_reached, tile_named

    DECK, FROM = [0] * 7, [0] * 8

# First sight: no step away from one of these numbers won more of 2000 games of two players at first sight
RESTLESS = 0.3  # the pawn will move on: by so much a turn left, the end counts less for where it stands
FALL = 2.0  # what a pawn in the water costs
OWN_FALL = 3.0  # by one's own card
RIVAL_FALL = 1.0  # what it brings when a rival's pawn falls
SHORTAGE = 0.7  # how a coin gains by every turn left that wants one
NEXT_TURN = 0.5  # of what a treasure promises counts also for the turns to come
FIRST_TURN = 1.0  # and that much when pawns are placed
RIDE = 1.0  # what a gondola is worth in the last turn
RIDE_LATER = 0.5  # and more for every turn before
WARMTH = 0.7  # points by which a move must be better to look e times as good
LUCK = 0.5  # points by which a worse move may come before a better one in simulated games
LET_GO = 0.01  # to let a pawn drown that could be rescued, beside the best rescue

# Belief: the odds of true hands against dealt ones in 400 games, by regression; TRUST allows for people
BUYER = 2.7  # for a card more of the colour of the first treasure bought
BUYERS_HABIT = 0.55  # and the less, the more were bought
BAREFOOT = 1.5  # for a pawn that stands on a tile of its owner's hand
TRUST = 0.5
DOUBT = 1.2  # the more, the more worlds are passed over

# Judgement: after regressions over 1500 games of two players and 750 of four; the temperatures, after who won them
HORIZON = 20  # decisions to be simulated: 3 and 8 were weaker, all of them no better and half as fast
COIN = 0.9  # what a coin gains by being spent
LAST_COIN = 0.5  # in the last turn
LEISURE = 0.2  # for the square of the turns to come
SETTLED = 0.78  # by a turn left, what a pawn stands on counts less
ANYWHERE = 3.5  # where a pawn gets if there is time
RESCUE = 3.0  # and by gondola, if there is none
SPARE = 0.6  # a gondola for later
WARM = 1.5  # points that make a victory e times as likely, at the end
WARMER = 0.3  # and more for every turn left

SIMULATIONS = {"casual": 8, "expert": 500}

for card in range(components.CARDS):
    for unused in range(7):  # 0: all colours are in use
        if not unused or (card // 7 != unused - 1 and components.VALUES[card % 7 + 1] not in "78"):
            DECK[unused] |= bit(card)
    for value in range(card % 7 + 1):
        FROM[value] |= bit(card)


class Venezia2099Knowledge(Knowledge):
    """Somebody who counts what may still sink."""

    def __init__(self):
        Knowledge.__init__(self)
        if not cython.compiled:
            self.ratings = [0.0] * 64
            self.own = self.unseen = self.others = 0
            self.rivals = [0] * 5
            self.turns = 0
            self.stays, self.soon = [0.0] * 7, [0.0] * 7
            self.worth, self.hold = [0.0] * 6, [0.0] * 49
            self.lasting = [0] * 6

    def weigh(self, state, seat, moves, weights):
        self.weigh_here(cython.cast(Venezia2099, state), seat, weights)

    def choose(self, state, seat, moves, word):
        return self.choose_here(cython.cast(Venezia2099, state), seat, word)

    def judge(self, state, after, shares):
        return self.judge_here(cython.cast(Venezia2099, state), after, shares)

    def fits(self, world, viewer):
        return self.fits_here(cython.cast(Venezia2099, world), viewer)

    def weigh_here(self, table, seat, weights):
        """The better a move is rated, the more it weighs."""
        allowed = self.rate(table, seat)
        first: cython.int = FIRST_MOVE[table.phase]
        best = self.ratings[lowest(allowed)]
        left = allowed
        while left:
            best = max(best, self.ratings[lowest(left)])
            left &= left - 1
        while allowed:
            i = lowest(allowed)
            weights[first + i] = exp((self.ratings[i] - best) / WARMTH)
            allowed &= allowed - 1
        if table.phase == RESCUING:
            weights[LET_DROWN] = LET_GO

    def choose_here(self, table, seat, word):
        """The best move, with a little luck for others that are nearly as good."""
        allowed = self.rate(table, seat)
        best: cython.double = -1000.0
        chosen: cython.int = 0
        while allowed:
            i = lowest(allowed)
            rating = self.ratings[i] + LUCK * fraction(noise(word + i))
            if rating > best:
                best = rating
                chosen = i
            allowed &= allowed - 1
        return FIRST_MOVE[table.phase] + chosen

    def rate(self, table, seat):
        """The legal moves as the rules give them, in bits, each with its rating."""
        self.look(table, seat)
        allowed = table.allowed(seat)
        if table.phase == CHOOSING:
            self.rate_ways(table, seat, allowed)
        elif table.phase == BUYING:
            self.rate_purchases(table, seat, allowed)
        elif table.phase == PROPHESYING:
            self.rate_prophecies(table, seat, allowed)
        elif table.phase == PLACING:
            self.rate_squares(table, seat, allowed, FIRST_TURN, 0.0, 0.0)
        elif table.phase == RESCUING:
            self.rate_squares(table, seat, allowed, NEXT_TURN, 0.0, 0.0)
        else:
            self.rate_squares(table, seat, allowed, NEXT_TURN, 1.0, self.elsewhere(table, seat, table.chosen))
        return allowed

    # What a seat can foresee

    def look(self, table, seat):
        """What the seat knows; as long as that stays the same, so does all that it can foresee."""
        own = table.hands[seat]
        unseen = DECK[table.unused + 1] & ~own
        for i in range(table.sunk):
            unseen &= ~bit(table.played[i])
        others = self.look_around(table, seat)
        if own != self.own or unseen != self.unseen or others != self.others:
            self.own = own
            self.unseen = unseen
            self.others = others
            self.turns = count(own)
            self.foresee_cards()
            self.foresee_tiles()

    def look_around(self, table, seat):
        """The rivals' floors and numbers of cards, highest floors first; all in one number, which is never 0."""
        found = 0
        for other in range(table.seats):
            if other != seat:
                rival: cython.int = table.floor_of(other) << 4 | count(table.hands[other])
                at = found
                while at and self.rivals[at - 1] < rival:
                    self.rivals[at] = self.rivals[at - 1]
                    at -= 1
                self.rivals[at] = rival
                found += 1
        self.rivals[found] = -1
        others = bit(7 * found)
        for i in range(found):
            others |= self.rivals[i] * bit(7 * i)
        return others

    def foresee_cards(self):
        """How likely a tile of each value, its card unseen, is to stay dry, and to sink before the seat's next turn.

        Hand by hand in the order of falling floors, as in forecast.py: each is an even draw from what is left.
        """
        for value in range(7):
            stays: cython.double = 1.0
            soon: cython.double = 0.0
            taken = 0
            i = 0
            while self.rivals[i] >= 0:
                floor = self.rivals[i] >> 4
                size = self.rivals[i] & 15
                if size and value >= floor:
                    pool: cython.double = count(self.unseen & FROM[floor])
                    held: cython.double = stays * size / (pool - taken)
                    stays -= held
                    alike = count(self.unseen & FROM[value] & ~FROM[value + 1])
                    next_up: cython.double = held / (1.0 + 0.5 * (size - 1) * (alike - 1) / pool)
                    for _ in range(size - 1):
                        next_up *= 1.0 - count(self.unseen & FROM[floor] & ~FROM[value]) / pool
                    soon += next_up
                taken += size
                i += 1
            self.stays[value] = max(stays, 0.0)
            self.soon[value] = soon

    def foresee_tiles(self):
        """What a treasure of each colour will be worth on average, and what it is worth to stand on each tile now."""
        patience: cython.double = 1.0 / (1.0 + RESTLESS * max(self.turns - 1, 0))
        doomed = lowest_cards(self.own) if self.own else self.own
        for colour in range(COLOURS_IN_ALL):
            none: cython.double = 1.0  # of the tiles above the 2
            one: cython.double = 0.0
            two: cython.double = 0.0
            left: cython.double = 1.0
            for value in range(7):
                if self.unseen & bit(7 * colour + value):
                    stays = self.stays[value]
                    left += stays
                    two += stays * (one - two)
                    one += stays * (none - one)
                    none -= stays * none
            self.worth[colour] = WORTH[4] + (WORTH[1] - WORTH[4]) * none + (WORTH[2] - WORTH[4]) * one
            self.worth[colour] += (WORTH[3] - WORTH[4]) * two
            self.hold[8 * colour] = 2.0 * patience
            for value in range(7):
                card = 7 * colour + value
                tile = tile_named(card)
                self.hold[tile] = 0.0
                if self.unseen & bit(card):
                    points: cython.double = value + 3 if value < 6 else 2.0 * (left + 1.0 - self.stays[6])
                    self.hold[tile] = patience * self.stays[value] * points - FALL * self.soon[value]
                elif doomed & bit(card):
                    self.hold[tile] = -FALL / count(doomed)
        self.hold[PLATFORM] = 0.0

    # What moves are worth

    def gain(self, table, seat, square):
        """What a treasure bought on this square is worth beyond its price."""
        price: cython.double = table.coins_on[square] + 1
        coin: cython.double = 1.0 + SHORTAGE * max(self.turns - 1, 0) / table.coins[seat]
        return self.worth[table.tile[square] >> 3] - coin * price

    def bargain(self, table, seat, square):
        """The same, if one can buy here and would."""
        tile = table.tile[square]
        if tile == PLATFORM or not table.supply[tile >> 3] or table.coins[seat] <= table.coins_on[square]:
            return 0.0
        return max(self.gain(table, seat, square), 0.0)

    def elsewhere(self, table, seat, pawn):
        """The best bargain where the other pawns stand."""
        best: cython.double = 0.0
        for other in range(MOST_PAWNS):
            if other != pawn and table.pawn[seat][other] >= 0:
                best = max(best, self.bargain(table, seat, table.pawn[seat][other]))
        return best

    def rate_squares(self, table, seat, squares, later, now, otherwise):
        """To stand on each square and buy there, later and perhaps now, if that is better than `otherwise`."""
        best: cython.double = -1000.0
        while squares:
            square = lowest(squares)
            here = self.bargain(table, seat, square)
            rating = self.hold[table.tile[square]] + later * here + now * max(here, otherwise)
            self.ratings[square] = rating
            best = max(best, rating)
            squares &= squares - 1
        return best

    def rate_ways(self, table, seat, ways):
        """Each way to move by the best square it leads to, against staying where one is."""
        free = table.free()
        ride: cython.double = RIDE + RIDE_LATER * (self.turns - 1)
        walks: cython.double[4]
        rides: cython.double[4]
        if not cython.compiled:
            walks, rides = [0.0] * 4, [0.0] * 4
        now = self.elsewhere(table, seat, NOWHERE)
        for pawn in range(MOST_PAWNS):
            square = table.pawn[seat][pawn]
            if square >= 0:
                otherwise = self.elsewhere(table, seat, pawn)
                stay: cython.double = (
                    self.hold[table.tile[square]] + NEXT_TURN * self.bargain(table, seat, square) + now
                )
                if ways >> WALK - NO_MOVE + pawn & 1:
                    reached = squares_reached(square, ~free) & free
                    walks[pawn] = self.rate_squares(table, seat, reached, NEXT_TURN, 1.0, otherwise) - stay
                if ways >> GONDOLA - NO_MOVE + pawn & 1:
                    rides[pawn] = self.rate_squares(table, seat, free, NEXT_TURN, 1.0, otherwise) - stay - ride
        self.ratings[0] = 0.0
        for pawn in range(MOST_PAWNS):
            self.ratings[WALK - NO_MOVE + pawn] = walks[pawn]
            self.ratings[GONDOLA - NO_MOVE + pawn] = rides[pawn]

    def rate_purchases(self, table, seat, purchases):
        self.ratings[0] = 0.0
        for pawn in range(MOST_PAWNS):
            if purchases >> 1 + pawn & 1:
                self.ratings[1 + pawn] = self.gain(table, seat, table.pawn[seat][pawn])

    def rate_prophecies(self, table, seat, cards):
        while cards:
            card = lowest(cards)
            square = table.where[tile_named(card)]
            self.ratings[card] = 0.0
            if table.pawns & bit(square):
                mine: cython.int = table.pawn_on(square) // MOST_PAWNS == seat
                self.ratings[card] = -OWN_FALL if mine else RIVAL_FALL
            cards &= cards - 1

    # What others were seen to do

    def fits_here(self, table, viewer):
        """Who buys a colour holds cards of it, and nobody likes to stand on a tile that he will sink himself."""
        self.look(table, viewer)
        evidence: cython.double = 0.0
        for rival in range(table.seats):
            if rival != viewer and table.hands[rival]:
                evidence += self.evidence(table, rival, self.unseen & FROM[table.floor_of(rival)])
        return min(exp(TRUST * evidence - DOUBT), 1.0)

    def evidence(self, table, rival, pool):
        """How far a rival's treasures and pawns speak for this hand, against any hand out of the pool."""
        hand = table.hands[rival]
        share: cython.double = count(hand)
        share /= count(pool)
        bought: cython.int = 0
        held: cython.double = 0.0
        for colour in range(COLOURS_IN_ALL):
            treasures = table.treasures[rival][colour]
            if treasures:
                cards = ones(7, 7 * colour)
                bought += treasures
                held += treasures * (count(hand & cards) - share * count(pool & cards))
        barefoot: cython.double = 0.0
        for pawn in range(MOST_PAWNS):
            square = table.pawn[rival][pawn]
            if square >= 0:
                tile = table.tile[square]
                if tile != PLATFORM and tile & 7:
                    card = tile - tile // 8 - 1
                    if pool & bit(card):
                        barefoot -= share
                    if hand & bit(card):
                        barefoot += 1.0
        return BUYER * held / (1.0 + BUYERS_HABIT * bought) - BAREFOOT * barefoot

    # How it will end

    def judge_here(self, table, after, shares):
        """At the beginning of a turn, or with the last card: by what everybody may expect to score in this world."""
        left: cython.int = DEALT[table.seats] * table.seats - table.sunk
        last: cython.int = table.phase == PROPHESYING and left == 1
        if not last and (table.phase != CHOOSING or after < HORIZON):
            return False
        dry = self.dry_at_the_end(table)
        temperature: cython.double = WARM + WARMER * left / table.seats
        for seat in range(table.seats):
            shares[seat] = self.outcome(table, seat, dry) / temperature
        self.divide(shares, table.seats)
        return True

    def dry_at_the_end(self, table):
        """The squares that no card in any hand will sink; `lasting` has the number of tiles of each colour."""
        dry = table.dry
        for seat in range(table.seats):
            cards = table.hands[seat]
            while cards:
                dry &= ~bit(table.where[tile_named(lowest(cards))])
                cards &= cards - 1
        for colour in range(COLOURS_IN_ALL):
            self.lasting[colour] = 0
            for tile in range(8 * colour, 8 * colour + 8):
                if table.where[tile] >= 0 and dry & bit(table.where[tile]):
                    self.lasting[colour] += 1
        return dry

    def outcome(self, table, seat, dry):
        """The points that a seat may expect: what it has, and what it can still make of coins, pawns and gondolas."""
        turns: cython.int = count(table.hands[seat]) if table.phase == CHOOSING else 0
        points: cython.double = table.coins[seat]
        if turns:
            points += table.coins[seat] * (COIN if turns > 1 else LAST_COIN) + LEISURE * (turns - 1) * (turns - 1)
        for colour in range(COLOURS_IN_ALL):
            points += table.treasures[seat][colour] * WORTH[self.lasting[colour]]
        settled: cython.double = 1.0
        for _ in range(turns):
            settled *= SETTLED
        gondolas = table.gondolas[seat]
        for pawn in range(MOST_PAWNS):
            square = table.pawn[seat][pawn]
            if square >= 0:
                points += (1.0 - settled) * ANYWHERE
                tile = table.tile[square]
                if dry & bit(square):
                    if tile != PLATFORM:
                        points += settled * (2 * self.lasting[tile >> 3] if tile & 7 == X_VALUE else 2 + (tile & 7))
                elif gondolas:
                    gondolas -= 1
                    points += settled * RESCUE
        return points + (1.0 - settled) * SPARE * gondolas


def knowledge() -> Knowledge:
    return Venezia2099Knowledge()
