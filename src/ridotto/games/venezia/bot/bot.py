"""The bot's knowledge of Venezia.

Pigeons are worth most in districts where a small lead decides, and on the Piazza while there are chicks to raise. A
simulated game is evaluated at the start of the next round.
"""

import cython

if not cython.compiled:
    from ridotto.engine.chance import count, hash64, lowest, mul_high, ones
    from ridotto.engine.knowledge import Knowledge
    from ridotto.engine.state import Moves
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.piazza import NEIGHBOURS, add_neighbours, contains, half_of, nth_square, square_bit
    from ridotto.games.venezia.rules.rules import Venezia

    NEARBY_SQUARES = [[0, 0] for _ in range(SQUARES)]
    CARD_WEIGHTS = [0.0] * ACTION_CARDS

SIMULATIONS = {"casual": 100, "expert": 1000}

for square in range(SQUARES):
    for other in range(SQUARES):
        down, right = other // COLUMNS - square // COLUMNS, other % COLUMNS - square % COLUMNS
        if max(abs(down), abs(right)) <= 2 and other != CAMPANILE:
            NEARBY_SQUARES[square][half_of(other)] |= square_bit(other)

# How often searches of 200 simulations laid each action card. Crumbs has its weight for each pigeon in the supply.
for card, weight in enumerate((0.3, 0.9, 0.9, 1.5, 0.15, 1.2, 0.15, 0.1)):
    CARD_WEIGHTS[card] = weight


def chance_to_lead(lead):
    """How likely a lead over all rivals still is one when all pigeons have landed, roughly."""
    margin: cython.double = lead - 0.5
    return 0.5 + 0.5 * margin / (1.0 + abs(margin))


class VeneziaKnowledge(Knowledge):
    """Values places by leads, and squares by births and pincers."""

    def __init__(self):
        Knowledge.__init__(self)
        self.exploration = 0.5
        self.hand = Moves()
        if not cython.compiled:
            # by place, for the surveyed seat
            self.own_pigeons = [0] * PLACES
            self.rival_pigeons = [0] * PLACES  # of the strongest one
            self.grey = [0] * PLACES
            self.own_points = [0.0] * PLACES  # for a majority of the seat
            self.rival_points = [0.0] * PLACES  # what a majority of the rival costs the seat
            self.place_weights = [0.0] * PLACES
            # sets of squares
            self.free = [0, 0]
            self.near = [0, 0]  # next to tourists
            self.targets = [0, 0]

    def prior(self, state, seat, moves, weights):
        self.prior_at(cython.cast(Venezia, state), seat, moves, weights)

    def rollout_move(self, state, seat, moves, word):
        return self.rollout_move_at(cython.cast(Venezia, state), seat, moves, word)

    def evaluate(self, state, after, shares):
        return after >= 0 and self.evaluate_at(cython.cast(Venezia, state), shares)

    def sample_world(self, world, viewer, word):
        self.sample_world_at(cython.cast(Venezia, world), viewer, word)

    # Places of the city

    def survey_city(self, table, seat, planned):
        """Count the pigeons in all places for a seat, with those of its plan if `planned`, and value the majorities."""
        for place in range(SAN_MICHELE):
            self.own_pigeons[place] = table.flock[seat][place]
            self.rival_pigeons[place] = 0
            self.grey[place] = table.grey[place]
            rival = NONE
            for other in range(table.seats):
                if other != seat and table.flock[other][place] >= self.rival_pigeons[place]:
                    rival = other
                    self.rival_pigeons[place] = table.flock[other][place]
            self.own_points[place] = table.district_points(seat, place)
            self.rival_points[place] = table.district_points(rival, place) / (table.seats - 1.0)
        self.own_points[SAN_GIORGIO] = 1.5 if table.played[seat] else 0.5
        self.rival_points[SAN_GIORGIO] = 0.5
        for i in range(table.laid_count[seat] if planned else 0):
            self.own_pigeons[table.laid[seat][i]] += table.on_card[seat][i + 1]

    def place_value(self, place, own_pigeons, rival_pigeons, grey):
        """The points that a seat can expect from a place, less those that it can expect to lose to the rival."""
        brings = self.own_points[place] * chance_to_lead(own_pigeons - max(rival_pigeons, grey))
        return brings - self.rival_points[place] * chance_to_lead(rival_pigeons - max(own_pigeons, grey))

    def added_value(self, place, more):
        """The value of more pigeons in a place."""
        own_pigeons, rival_pigeons, grey = self.own_pigeons[place], self.rival_pigeons[place], self.grey[place]
        return self.place_value(place, own_pigeons + more, rival_pigeons, grey) - self.place_value(
            place, own_pigeons, rival_pigeons, grey
        )

    def value_per_pigeon(self, place, pigeons):
        """The value of a place for each pigeon sent there, for somebody who has so many pigeons."""
        best: cython.double = 0.01
        for more in range(1, min(pigeons, 8) + 1):
            best = max(best, self.added_value(place, more) / (1.5 + more))
        return best

    # Weights of moves

    def prior_at(self, table, seat, moves, weights):
        phase = table.phase
        if phase == PLANNING:
            self.weigh_plan(table, seat, moves, weights)
        elif phase == PLACING:
            self.weigh_placements(table, seat, moves, weights)
        elif phase in (PICKING, MOVING, JUMPING):
            self.weigh_movements(table, seat, moves, weights)
        else:
            self.survey_city(table, seat, True)
            for i in range(moves.count()):
                move: cython.int = moves.nth(i)
                if move >= NUMBER:
                    weights[move] = self.number_weight(table, seat, move - NUMBER)
                elif phase == RECOVERING:
                    weights[move] = self.card_weight(table, seat, move - ACTION)
                elif phase == USING:
                    worth = 0.12 if move == STOP else 0.02 + max(0.0, self.action_value(table, seat, move - ACTION))
                    weights[move] = worth * worth
                elif PLACE <= move < SLOT:
                    weights[move] = 0.05 + max(0.0, self.place_weight(table, seat, phase, move - PLACE))
                else:
                    weights[move] = 0.3

    def weigh_plan(self, table, seat, moves, weights):
        step = table.step[seat]
        left: cython.int = table.left_in_reserve(seat)
        slot: cython.int = step - PIGEON_COUNT
        self.survey_city(table, seat, True)
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            if step == FIRST_CARD:
                weights[move] = 0.5 if move == FEINT else 1.0 + max(0.0, self.desired_on_piazza(table, seat))
            elif step == ACTION_CARD:
                weights[move] = self.card_weight(table, seat, move - ACTION)
            elif step == DISTRICT_CARD:
                value_per_pigeon = 0.03 if move == STOP else self.value_per_pigeon(move - PLACE, left)
                weights[move] = value_per_pigeon * value_per_pigeon
            elif slot == 0:
                weights[move] = self.first_card_weight(table, seat, move - NUMBER)
            else:
                place = table.laid[seat][slot - 1]
                weights[move] = self.district_card_weight(place, move - NUMBER, left, table.laid_count[seat] - slot + 1)

    def card_weight(self, table, seat, card):
        """The weight of playing an action card or taking it back; a negative number stands for no card."""
        if card < 0:
            return 0.05
        return CARD_WEIGHTS[card] * table.supply[seat] if card == CRUMBS else CARD_WEIGHTS[card]

    def desired_on_piazza(self, table, seat):
        """How many pigeons to add to those on the Piazza: many at first, few once the supply is used up."""
        return min(10.0, 4.0 + 0.21 * table.supply[seat]) - table.count_on_piazza(seat)

    def first_card_weight(self, table, seat, pigeons):
        desired: cython.double = self.desired_on_piazza(table, seat)
        if table.first[seat] == FEINT:
            desired = table.reserve[seat] / 3.0
        deviation: cython.double = (pigeons - desired) / 1.5
        return 1.0 / (1.0 + deviation * deviation)

    def district_card_weight(self, place, pigeons, left, cards):
        """The weight of a number of pigeons on a district card, with so many pigeons left for so many cards."""
        deviation: cython.double = (pigeons - 1.0 * left / cards) / 2.0
        worth = 0.1 + self.added_value(place, pigeons)
        return worth * worth / (1.0 + deviation * deviation)

    def number_weight(self, table, seat, pigeons):
        phase = table.phase
        home = table.home[seat]
        if phase == SPLITTING:
            slot = table.chosen - SLOT
            place = table.laid[seat][slot]
            return self.district_card_weight(place, pigeons, table.on_card[seat][0], table.laid_count[seat] - slot)
        if phase == REINFORCING:
            return 0.1 + max(0.0, self.added_value(home, pigeons) - 0.1 * pigeons)
        if phase == TAKING_ALONG:
            return 0.2 + max(0.0, self.added_value(home, pigeons) + self.added_value(table.chosen - PLACE, -pigeons))
        return 0.2 + pigeons  # by Vespa, or from San Michele

    def place_weight(self, table, seat, phase, place):
        """The value of using an action card in a place."""
        own_pigeons, rival_pigeons, grey = self.own_pigeons[place], self.rival_pigeons[place], self.grey[place]
        now: cython.double = self.place_value(place, own_pigeons, rival_pigeons, grey)
        if phase in (GATHERING, VESPA_FROM):
            return 1.0 + self.added_value(place, -1)
        if phase == VESPA_TO:
            return self.added_value(place, table.number)
        if phase == CARRIER_CARD:
            return self.added_value(place, table.on_card[seat][table.chosen - SLOT + 1])
        if phase == CATCHING:
            left = own_pigeons - min(CARD_PIGEONS[CATCHER], table.flock[seat][place])
            return self.place_value(place, left, max(0, rival_pigeons - CARD_PIGEONS[CATCHER]), grey) - now
        if phase == SETTING_GREY:
            return self.place_value(place, own_pigeons, rival_pigeons, grey + GREY_GROUPS[table.number]) - now
        if phase == SENDING_HAWK:
            return 0.5 + self.place_value(place, table.flock[seat][place], rival_pigeons, grey) - now
        return 1.0

    def action_value(self, table, seat, card):
        """The points that an action card would bring now. Hawk and clergy also keep pigeons from landing."""
        if card == CRUMBS:
            return 0.3 * min(CARD_PIGEONS[CRUMBS], table.supply[seat])
        if card in (FAMILY, VESPA):
            return self.relocation_value(table, seat, card)
        if card in (HOUSE, CARRIER):
            return 0.0 if card == CARRIER and table.laid_count[seat] == 0 else 0.5
        best: cython.double = 0.0
        for place in range(DISTRICTS):
            best = max(best, self.place_weight(table, seat, FIRST_PHASE_OF_CARD[card], place))
        return best + 0.5 if card == CLERGY else best

    def relocation_value(self, table, seat, card):
        """The value of moving the least useful pigeon: home with Family, which is optional, or anywhere by Vespa."""
        home = table.home[seat]
        found: cython.double = self.added_value(home, 1)
        missed: cython.double = -9.0
        for place in range(DISTRICTS):
            if card == VESPA:
                found = max(found, self.added_value(place, 1))
            if table.flock[seat][place] > 0 and (card == VESPA or place != home):
                missed = max(missed, self.added_value(place, -1))
        return max(0.3, found + missed) if card == FAMILY and missed > -9.0 else found + missed

    # The Piazza

    def weigh_placements(self, table, seat, moves, weights):
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            room = self.room(table, seat, move - SQUARE)
            weights[move] = 0.001 + room * room * room

    def room(self, table, seat, square):
        """The number of squares at most two steps away, less for other pigeons of the family nearby."""
        room: cython.double = 0.0
        for i in range(2):
            family = table.pigeons_at[seat][i]
            room += count(NEARBY_SQUARES[square][i])
            room -= 4.0 * count(NEARBY_SQUARES[square][i] & family) + 3.0 * count(NEIGHBOURS[square][i] & family)
        return max(0.0, room)

    def weigh_movements(self, table, seat, moves, weights):
        start: cython.int = table.chosen - SQUARE
        self.survey_piazza(table)
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            if table.phase == PICKING:
                weights[move] = 0.3 if move == STOP else 0.02 + self.best_movement_value(table, seat, move - SQUARE)
            else:
                square = start if move == STOP else move - SQUARE
                weights[move] = 0.1 + max(0.0, self.movement_value(table, seat, start, square))

    def survey_piazza(self, table):
        table.find_free_squares(self.free)
        add_neighbours(table.tourist_at, self.near)

    def best_movement_value(self, table, seat, start):
        best: cython.double = 0.0
        table.find_targets(start, self.targets)
        for i in range(2):
            while self.targets[i]:
                best = max(best, self.movement_value(table, seat, start, HALF * i + lowest(self.targets[i])))
                self.targets[i] &= self.targets[i] - 1
        return best

    def movement_value(self, table, seat, start, square):
        """The value of moving a pigeon: additional births and pinched pigeons."""
        births = self.births_at(table, square) - self.births_at(table, start)
        return births + self.pinch_value(table, seat, start, square)

    def births_at(self, table, square):
        if contains(table.tourist_at, square):
            return BIRTHS_ON_TOURIST
        return BIRTHS_NEXT_TO_TOURIST if contains(self.near, square) else 0

    def pinch_value(self, table, seat, start, square):
        """The value of pinching rivals between this square and a pigeon of the seat other than that from `start`."""
        lost: cython.double = 0.0
        for i in range(2):
            between = NEIGHBOURS[square][i] & ~(self.free[i] | table.pigeons_at[seat][i] | table.hunter_at[i])
            while between:
                middle: cython.int = HALF * i + lowest(between)
                between &= between - 1
                behind: cython.int = 2 * middle - square
                if behind == start or not 0 <= behind < SQUARES:
                    continue
                if contains(NEIGHBOURS[middle], behind) and contains(table.pigeons_at[seat], behind):
                    lost += 1.5 + 0.5 * self.births_at(table, middle)
        return lost

    # Playouts: nearly half of all decisions choose squares, so these are made quickly

    def rollout_move_at(self, table, seat, moves, word):
        if table.phase == PLACING:
            return self.quick_placement(table, seat, word)
        if table.phase == PICKING:
            return self.quick_pick(table, seat)
        moves.clear()
        table.legal(seat, moves)
        if table.phase in (MOVING, JUMPING):
            return self.quick_movement(table, moves, word)
        self.prior_at(table, seat, moves, self.weights)
        return self.pick_weighted(moves, self.weights, word)

    def quick_placement(self, table, seat, word):
        """The best of four free squares."""
        table.find_free_squares(self.free)
        squares: cython.int = count(self.free[0]) + count(self.free[1])
        best: cython.int = NONE
        most_room: cython.double = -1.0
        for i in range(4):
            square = nth_square(self.free, mul_high(hash64(word + i), squares))
            room = self.room(table, seat, square)
            if room > most_room:
                most_room = room
                best = square
        return SQUARE + best

    def quick_pick(self, table, seat):
        """A pigeon that can walk onto a tourist, otherwise one that can walk next to a tourist, otherwise none."""
        self.survey_piazza(table)
        for i in range(2):
            self.targets[i] = table.tourist_at[i] & self.free[i]
        move = self.pick_next_to(table, seat, table.tourist_at)
        if move == STOP:
            for i in range(2):
                self.targets[i] = self.near[i] & self.free[i]
            move = self.pick_next_to(table, seat, self.near)
        return move

    def pick_next_to(self, table, seat, there):
        """A pigeon next to the targets that has not moved yet and is not on a square of `there`."""
        add_neighbours(self.targets, self.targets)
        for i in range(2):
            able = table.pigeons_at[seat][i] & self.targets[i] & ~(table.moved[i] | there[i])
            if able:
                return SQUARE + HALF * i + lowest(able)
        return STOP

    def quick_movement(self, table, moves, word):
        """Move onto a tourist, otherwise next to one. A jump only continues onto a tourist."""
        beside: cython.int = STOP
        add_neighbours(table.tourist_at, self.near)
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            if move != STOP and contains(table.tourist_at, move - SQUARE):
                return move
            if move != STOP and contains(self.near, move - SQUARE):
                beside = move
        if table.phase == JUMPING:
            return STOP
        return beside if beside != STOP else moves.pick(word)

    # What is hidden from a seat

    def sample_world_at(self, table, viewer, word):
        """Clear secret plans, so that they are made again. Choose face-down cards by their weights."""
        for seat in range(table.seats):
            if seat == viewer or table.phase >= RECOVERING:
                continue
            if table.phase == PLANNING:
                table.clear_plan(seat)
                continue
            word = hash64(word)
            self.sample_districts(table, seat, word)
            if table.phase < GATHERING and table.action[seat] != NONE:
                self.hand.clear()
                self.hand.add_bits(table.actions_to_lay(seat), ACTION)
                for i in range(self.hand.count()):
                    self.weights[self.hand.nth(i)] = self.card_weight(table, seat, self.hand.nth(i) - ACTION)
                table.action[seat] = self.pick_weighted(self.hand, self.weights, hash64(word)) - ACTION

    def sample_districts(self, table, seat, word):
        """Choose the district of each card, by the value of the pigeons on it."""
        pigeons: cython.int = 0
        for i in range(table.laid_count[seat]):
            pigeons += table.on_card[seat][i + 1]
        self.survey_city(table, seat, False)
        self.hand.clear()
        self.hand.add_bits(ones(DISTRICT_CARDS, 0), PLACE)
        for place in range(DISTRICT_CARDS):
            self.place_weights[place] = self.value_per_pigeon(place, pigeons)
        for i in range(table.laid_count[seat]):
            for place in range(DISTRICT_CARDS):
                worth = 0.1 + self.added_value(place, table.on_card[seat][i + 1])
                self.weights[PLACE + place] = self.place_weights[place] * worth * worth
            word = hash64(word)
            table.laid[seat][i] = self.pick_weighted(self.hand, self.weights, word) - PLACE
            self.place_weights[table.laid[seat][i]] = 0.0

    # The value of a position

    def evaluate_at(self, table, shares):
        """At the start of a round."""
        if table.phase != PLANNING:
            return False
        highest: cython.int = 0
        for seat in range(table.seats):
            if table.step[seat] != FIRST_CARD:
                return False
            highest = max(highest, table.points[seat])
        late: cython.double = 1.0 * highest / POINTS_TO_WIN
        for seat in range(table.seats):
            shares[seat] = self.prospect(table, seat, late)
        self.softmax(shares, table.seats)
        return True

    def prospect(self, table, seat, late):
        """The logarithm of a seat's share of the victory, up to a constant; `late`: the progress of the leader, 0 to 1.

        Fitted to 12,000 games played by prior weights, which also predicts games of searches. The coefficients hardly
        depend on the number of players. A pigeon on San Giorgio counts 0.
        """
        leads: cython.double = 0.0
        pigeons: cython.int = 0
        for district in range(DISTRICTS):
            rival = table.grey[district]
            for other in range(table.seats):
                if other != seat:
                    rival = max(rival, table.flock[other][district])
            leads += chance_to_lead(table.flock[seat][district] - rival)
            pigeons += table.flock[seat][district]
        standing = 0.22 * late * table.points[seat] + 0.55 * leads + 0.13 * pigeons - 0.08 * count(table.played[seat])
        growing = (
            0.23 * table.reserve[seat] + (0.3 - 0.3 * late) * table.count_on_piazza(seat) + 0.13 * table.supply[seat]
        )
        return standing + growing + 0.12 * table.flock[seat][SAN_MICHELE]


def knowledge() -> Knowledge:
    return VeneziaKnowledge()
