"""The bot's knowledge of Venezia 2099.

The deal decides which tiles stay dry: every card that was dealt is played. So a seat can compute, from its own hand and
the floors of the others, what a treasure of each colour and a pawn on each tile will score on average. All ratings are
in points.
"""

import cython

from ridotto.games.venezia2099 import components

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from ridotto.engine.chance import bit, count, fraction, hash64, lowest, ones
    from ridotto.engine.knowledge import Knowledge
    from ridotto.games.venezia2099.components import *
    from ridotto.games.venezia2099.rules.rules import Venezia2099, lowest_cards, squares_reached, tile_of_card

    DECKS, CARDS_FROM = [0] * 7, [0] * 8

# Priors. Tuned until no step of one number won more of 2000 two-player games played by priors alone.
MOVE_ON_DISCOUNT = 0.3  # per turn left, since the pawn will move on: discounts the final value of where it stands
FALL_COST = 2.0  # of a pawn of its own that falls into the water
OWN_FALL_COST = 3.0  # the same, by a card of its own
RIVAL_FALL_GAIN = 1.0  # of a rival's pawn that falls
COIN_SHORTAGE = 0.7  # how much more a coin is worth for every turn left that needs one
NEXT_TURN_SHARE = 0.5  # the part of a purchase's gain that counts for the following turns
FIRST_TURN_SHARE = 1.0  # the same while pawns are placed
RIDE_COST = 1.0  # the value of a gondola card in the last turn
RIDE_COST_PER_TURN = 0.5  # and what each turn before adds to it
PRIOR_TEMPERATURE = 0.7  # a move better by so many points weighs e times as much
ROLLOUT_NOISE = 0.5  # a move worse by up to so many points may be chosen in simulated games
LET_DROWN_WEIGHT = 0.01  # the weight of letting a pawn drown; the best rescue weighs 1

# Likelihood of hands. By regression on true hands against dealt ones in 400 games; EVIDENCE_TRUST is for human players.
BUYER_EVIDENCE = 2.7  # for each card more in the colour of the first treasure bought
BUYER_EVIDENCE_DECAY = 0.55  # weakens it with every treasure bought
PAWN_EVIDENCE = 1.5  # against a hand with the card of a tile on which the owner's pawn stands
EVIDENCE_TRUST = 0.5
EVIDENCE_THRESHOLD = 1.2  # the higher, the more worlds are rejected

# Evaluation. By regression on 1500 games of two players and 750 of four; the temperatures, on who won them.
MIN_ROLLOUT_DECISIONS = 20  # before evaluating: 3 and 8 were weaker, playing to the end no better and half as fast
COIN_GAIN = 0.9  # what spending a coin gains
LAST_COIN_GAIN = 0.5  # the same in the last turn
FUTURE_TURNS_GAIN = 0.2  # per square of the number of turns left
STANDING_DECAY = 0.78  # per turn left: how much the present square of a pawn counts
MOBILE_PAWN_VALUE = 3.5  # of a pawn that has time to move
RESCUED_PAWN_VALUE = 3.0  # of a pawn that has none, but a gondola card
SPARE_GONDOLA_VALUE = 0.6
WIN_TEMPERATURE = 1.5  # at the end, so many points more make a victory e times as likely
WIN_TEMPERATURE_PER_TURN = 0.3  # added for every turn left

SIMULATIONS = {"casual": 8, "expert": 500}


def fill_card_sets():
    """Fill the tables of card sets: the deck for each unused colour, and all cards from each value up."""
    for card in range(components.CARDS):
        for unused in range(7):  # 0: all colours are in use
            if not unused or (card // 7 != unused - 1 and components.VALUES[card % 7 + 1] not in "78"):
                DECKS[unused] |= bit(card)
        for value in range(card % 7 + 1):
            CARDS_FROM[value] |= bit(card)


fill_card_sets()


class Venezia2099Knowledge(Knowledge):
    """A player who computes how likely each tile is to sink."""

    def __init__(self):
        Knowledge.__init__(self)
        if not cython.compiled:
            self.ratings = [0.0] * 64
            self.own = self.unseen = self.others = 0
            self.rivals = [0] * 5
            self.turns = 0
            self.stay_chance, self.sink_soon_chance = [0.0] * 7, [0.0] * 7
            self.treasure_value, self.tile_value = [0.0] * 6, [0.0] * 49
            self.final_tiles = [0] * 6

    def prior(self, state, seat, moves, weights):
        self.prior_at(cython.cast(Venezia2099, state), seat, weights)

    def rollout_move(self, state, seat, moves, word):
        return self.rollout_move_at(cython.cast(Venezia2099, state), seat, word)

    def evaluate(self, state, after, shares):
        return self.evaluate_at(cython.cast(Venezia2099, state), after, shares)

    def acceptance_probability(self, world, viewer):
        return self.likelihood_at(cython.cast(Venezia2099, world), viewer)

    def prior_at(self, state, seat, weights):
        """The softmax of the ratings; the best move weighs 1."""
        allowed = self.rate(state, seat)
        first: cython.int = FIRST_MOVE[state.phase]
        best = self.ratings[lowest(allowed)]
        left = allowed
        while left:
            best = max(best, self.ratings[lowest(left)])
            left &= left - 1
        while allowed:
            i = lowest(allowed)
            weights[first + i] = exp((self.ratings[i] - best) / PRIOR_TEMPERATURE)
            allowed &= allowed - 1
        if state.phase == RESCUING:
            weights[LET_DROWN] = LET_DROWN_WEIGHT

    def rollout_move_at(self, state, seat, word):
        """The move with the best rating after some noise."""
        allowed = self.rate(state, seat)
        best: cython.double = -1000.0
        chosen: cython.int = 0
        while allowed:
            i = lowest(allowed)
            rating = self.ratings[i] + ROLLOUT_NOISE * fraction(hash64(word + i))
            if rating > best:
                best = rating
                chosen = i
            allowed &= allowed - 1
        return FIRST_MOVE[state.phase] + chosen

    def rate(self, state, seat):
        """Rate all legal moves; returns them as bits, as the rules do."""
        self.update_knowledge(state, seat)
        allowed = state.allowed(seat)
        if state.phase == CHOOSING:
            self.rate_move_options(state, seat, allowed)
        elif state.phase == BUYING:
            self.rate_purchases(state, seat, allowed)
        elif state.phase == PROPHESYING:
            self.rate_prophecies(state, seat, allowed)
        elif state.phase == PLACING:
            self.rate_squares(state, seat, allowed, FIRST_TURN_SHARE, 0.0, 0.0)
        elif state.phase == RESCUING:
            self.rate_squares(state, seat, allowed, NEXT_TURN_SHARE, 0.0, 0.0)
        else:
            otherwise = self.best_purchase_elsewhere(state, seat, state.chosen)
            self.rate_squares(state, seat, allowed, NEXT_TURN_SHARE, 1.0, otherwise)
        return allowed

    # What a seat knows

    def update_knowledge(self, state, seat):
        """Read what the seat knows, and compute the chances again if that has changed."""
        own = state.hands[seat]
        unseen = DECKS[state.unused + 1] & ~own
        for i in range(state.sunk):
            unseen &= ~bit(state.played[i])
        others = self.read_rivals(state, seat)
        if own != self.own or unseen != self.unseen or others != self.others:
            self.own = own
            self.unseen = unseen
            self.others = others
            self.turns = count(own)
            self.compute_card_chances()
            self.compute_tile_values()

    def read_rivals(self, state, seat):
        """List the rivals' floors and numbers of cards, highest floors first; returns all as one number, never 0."""
        found = 0
        for other in range(state.seats):
            if other != seat:
                rival: cython.int = state.floor_of(other) << 4 | count(state.hands[other])
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

    def compute_card_chances(self):
        """The chances that a tile whose card is unseen stays dry, or sinks before the seat's next turn, by value.

        Hand by hand in the order of falling floors, as in forecast.py: each is an even draw from the cards left.
        """
        for value in range(7):
            stay_chance: cython.double = 1.0
            sink_soon_chance: cython.double = 0.0
            taken = 0
            i = 0
            while self.rivals[i] >= 0:
                floor = self.rivals[i] >> 4
                size = self.rivals[i] & 15
                if size and value >= floor:
                    pool: cython.double = count(self.unseen & CARDS_FROM[floor])
                    held: cython.double = stay_chance * size / (pool - taken)
                    stay_chance -= held
                    alike = count(self.unseen & CARDS_FROM[value] & ~CARDS_FROM[value + 1])
                    next_up: cython.double = held / (1.0 + 0.5 * (size - 1) * (alike - 1) / pool)
                    for _ in range(size - 1):
                        next_up *= 1.0 - count(self.unseen & CARDS_FROM[floor] & ~CARDS_FROM[value]) / pool
                    sink_soon_chance += next_up
                taken += size
                i += 1
            self.stay_chance[value] = max(stay_chance, 0.0)
            self.sink_soon_chance[value] = sink_soon_chance

    def compute_tile_values(self):
        """The average worth of a treasure of each colour, and the value of standing on each tile."""
        patience: cython.double = 1.0 / (1.0 + MOVE_ON_DISCOUNT * max(self.turns - 1, 0))
        doomed = lowest_cards(self.own) if self.own else self.own
        for colour in range(COLOUR_COUNT):
            none: cython.double = 1.0  # the chances that no, one or two tiles above the 2 stay dry
            one: cython.double = 0.0
            two: cython.double = 0.0
            left: cython.double = 1.0  # average number of dry tiles, the 2 included
            for value in range(7):
                if self.unseen & bit(7 * colour + value):
                    stay_chance = self.stay_chance[value]
                    left += stay_chance
                    two += stay_chance * (one - two)
                    one += stay_chance * (none - one)
                    none -= stay_chance * none
            min_worth = TREASURE_WORTH[4]
            self.treasure_value[colour] = (
                min_worth + (TREASURE_WORTH[1] - min_worth) * none + (TREASURE_WORTH[2] - min_worth) * one
            )
            self.treasure_value[colour] += (TREASURE_WORTH[3] - min_worth) * two
            self.tile_value[8 * colour] = 2.0 * patience
            for value in range(7):
                card = 7 * colour + value
                tile = tile_of_card(card)
                self.tile_value[tile] = 0.0
                if self.unseen & bit(card):
                    points: cython.double = value + 3 if value < 6 else 2.0 * (left + 1.0 - self.stay_chance[6])
                    fall_cost: cython.double = FALL_COST * self.sink_soon_chance[value]
                    self.tile_value[tile] = patience * self.stay_chance[value] * points - fall_cost
                elif doomed & bit(card):
                    self.tile_value[tile] = -FALL_COST / count(doomed)
        self.tile_value[PLATFORM] = 0.0

    # What moves are worth

    def treasure_gain(self, state, seat, square):
        """What a treasure bought on a square is worth, less its price."""
        price: cython.double = state.coins_on[square] + 1
        coin: cython.double = 1.0 + COIN_SHORTAGE * max(self.turns - 1, 0) / state.coins[seat]
        return self.treasure_value[state.tile[square] >> 3] - coin * price

    def purchase_gain(self, state, seat, square):
        """What a treasure gains on a square if it can be bought there and is worth it, else 0."""
        tile = state.tile[square]
        if tile == PLATFORM or not state.supply[tile >> 3] or state.coins[seat] <= state.coins_on[square]:
            return 0.0
        return max(self.treasure_gain(state, seat, square), 0.0)

    def best_purchase_elsewhere(self, state, seat, pawn):
        """The best purchase gain where the other pawns stand."""
        best: cython.double = 0.0
        for other in range(MAX_PAWNS):
            if other != pawn and state.pawn[seat][other] >= 0:
                best = max(best, self.purchase_gain(state, seat, state.pawn[seat][other]))
        return best

    def rate_squares(self, state, seat, squares, later, now, otherwise):
        """Rate standing on each square and buying there; returns the best rating.

        A purchase there counts `later` for the following turns, and `now` for this one unless `otherwise` is better.
        """
        best: cython.double = -1000.0
        while squares:
            square = lowest(squares)
            gain = self.purchase_gain(state, seat, square)
            rating = self.tile_value[state.tile[square]] + later * gain + now * max(gain, otherwise)
            self.ratings[square] = rating
            best = max(best, rating)
            squares &= squares - 1
        return best

    def rate_move_options(self, state, seat, moves):
        """Rate each walk and ride by its best square, compared with staying."""
        free = state.free_squares()
        ride: cython.double = RIDE_COST + RIDE_COST_PER_TURN * (self.turns - 1)
        walks: cython.double[4]
        rides: cython.double[4]
        if not cython.compiled:
            walks, rides = [0.0] * 4, [0.0] * 4
        now = self.best_purchase_elsewhere(state, seat, NOWHERE)
        for pawn in range(MAX_PAWNS):
            square = state.pawn[seat][pawn]
            if square >= 0:
                otherwise = self.best_purchase_elsewhere(state, seat, pawn)
                gain = self.purchase_gain(state, seat, square)
                stay: cython.double = self.tile_value[state.tile[square]] + NEXT_TURN_SHARE * gain + now
                if moves >> WALK - NO_MOVE + pawn & 1:
                    reached = squares_reached(square, ~free) & free
                    walks[pawn] = self.rate_squares(state, seat, reached, NEXT_TURN_SHARE, 1.0, otherwise) - stay
                if moves >> GONDOLA - NO_MOVE + pawn & 1:
                    rides[pawn] = self.rate_squares(state, seat, free, NEXT_TURN_SHARE, 1.0, otherwise) - stay - ride
        self.ratings[0] = 0.0
        for pawn in range(MAX_PAWNS):
            self.ratings[WALK - NO_MOVE + pawn] = walks[pawn]
            self.ratings[GONDOLA - NO_MOVE + pawn] = rides[pawn]

    def rate_purchases(self, state, seat, purchases):
        self.ratings[0] = 0.0
        for pawn in range(MAX_PAWNS):
            if purchases >> 1 + pawn & 1:
                self.ratings[1 + pawn] = self.treasure_gain(state, seat, state.pawn[seat][pawn])

    def rate_prophecies(self, state, seat, cards):
        while cards:
            card = lowest(cards)
            square = state.square_of[tile_of_card(card)]
            self.ratings[card] = 0.0
            if state.pawns & bit(square):
                mine: cython.int = state.pawn_on(square) // MAX_PAWNS == seat
                self.ratings[card] = -OWN_FALL_COST if mine else RIVAL_FALL_GAIN
            cards &= cards - 1

    # What the others have done

    def likelihood_at(self, state, viewer):
        """Players buy colours of which they hold cards, and do not stand on tiles that they will sink themselves."""
        self.update_knowledge(state, viewer)
        evidence: cython.double = 0.0
        for rival in range(state.seats):
            if rival != viewer and state.hands[rival]:
                evidence += self.holding_evidence(state, rival, self.unseen & CARDS_FROM[state.floor_of(rival)])
        return min(exp(EVIDENCE_TRUST * evidence - EVIDENCE_THRESHOLD), 1.0)

    def holding_evidence(self, state, rival, pool):
        """How far a rival's treasures and pawns speak for its hand in this world, against a random hand of the pool."""
        hand = state.hands[rival]
        share: cython.double = count(hand)
        share /= count(pool)
        bought: cython.int = 0
        held: cython.double = 0.0
        for colour in range(COLOUR_COUNT):
            treasures = state.treasures[rival][colour]
            if treasures:
                cards = ones(7, 7 * colour)
                bought += treasures
                held += treasures * (count(hand & cards) - share * count(pool & cards))
        endangered: cython.double = 0.0  # pawns on tiles of the hand, less the average
        for pawn in range(MAX_PAWNS):
            square = state.pawn[rival][pawn]
            if square >= 0:
                tile = state.tile[square]
                if tile != PLATFORM and tile & 7:
                    card = tile - tile // 8 - 1
                    if pool & bit(card):
                        endangered -= share
                    if hand & bit(card):
                        endangered += 1.0
        return BUYER_EVIDENCE * held / (1.0 + BUYER_EVIDENCE_DECAY * bought) - PAWN_EVIDENCE * endangered

    # Evaluation

    def evaluate_at(self, state, after, shares):
        """At the beginning of a turn or with the last card, judge by the expected scores in this world."""
        left: cython.int = HAND_SIZE[state.seats] * state.seats - state.sunk
        last: cython.int = state.phase == PROPHESYING and left == 1
        if not last and (state.phase != CHOOSING or after < MIN_ROLLOUT_DECISIONS):
            return False
        dry = self.final_dry_squares(state)
        temperature: cython.double = WIN_TEMPERATURE + WIN_TEMPERATURE_PER_TURN * left / state.seats
        for seat in range(state.seats):
            shares[seat] = self.expected_score(state, seat, dry) / temperature
        self.softmax(shares, state.seats)
        return True

    def final_dry_squares(self, state):
        """The squares that no card in any hand will sink; fills `final_tiles`, their number by colour."""
        dry = state.dry
        for seat in range(state.seats):
            cards = state.hands[seat]
            while cards:
                dry &= ~bit(state.square_of[tile_of_card(lowest(cards))])
                cards &= cards - 1
        for colour in range(COLOUR_COUNT):
            self.final_tiles[colour] = 0
            for tile in range(8 * colour, 8 * colour + 8):
                if state.square_of[tile] >= 0 and dry & bit(state.square_of[tile]):
                    self.final_tiles[colour] += 1
        return dry

    def expected_score(self, state, seat, dry):
        """The points of a seat now, and what it can still gain by coins, pawns and gondolas."""
        turns: cython.int = count(state.hands[seat]) if state.phase == CHOOSING else 0
        points: cython.double = state.coins[seat]
        if turns:
            coin_gain: cython.double = COIN_GAIN if turns > 1 else LAST_COIN_GAIN
            points += state.coins[seat] * coin_gain + FUTURE_TURNS_GAIN * (turns - 1) * (turns - 1)
        for colour in range(COLOUR_COUNT):
            points += state.treasures[seat][colour] * TREASURE_WORTH[self.final_tiles[colour]]
        settled: cython.double = 1.0
        for _ in range(turns):
            settled *= STANDING_DECAY
        gondolas = state.gondolas[seat]
        for pawn in range(MAX_PAWNS):
            square = state.pawn[seat][pawn]
            if square >= 0:
                points += (1.0 - settled) * MOBILE_PAWN_VALUE
                tile = state.tile[square]
                if dry & bit(square):
                    if tile != PLATFORM:
                        points += settled * (2 * self.final_tiles[tile >> 3] if tile & 7 == X_VALUE else 2 + (tile & 7))
                elif gondolas:
                    gondolas -= 1
                    points += settled * RESCUED_PAWN_VALUE
        return points + (1.0 - settled) * SPARE_GONDOLA_VALUE * gondolas


def knowledge() -> Knowledge:
    return Venezia2099Knowledge()
