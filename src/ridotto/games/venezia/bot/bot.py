"""What a good player knows of Venezia.

Where pigeons are worth their while: in the city by a margin, on the Piazza as long as there are pigeons to come. A
simulated game is judged when the next round begins.
"""

import cython

if not cython.compiled:
    from ridotto.engine.chance import count, high, lowest, noise, ones
    from ridotto.engine.knowledge import Knowledge
    from ridotto.engine.state import Moves
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.piazza import NEAR, half, has, nth_square, spot, spread
    from ridotto.games.venezia.rules.rules import Venezia

    BLOCK = [[0, 0] for _ in range(SQUARES)]
    POWER = [0.0] * ACTION_CARDS

SIMULATIONS = {"casual": 100, "expert": 1000}

for square in range(SQUARES):
    for other in range(SQUARES):
        down, right = other // COLUMNS - square // COLUMNS, other % COLUMNS - square % COLUMNS
        if max(abs(down), abs(right)) <= 2 and other != CAMPANILE:
            BLOCK[square][half(other)] |= spot(other)

# By how often searches of 200 simulations laid each card. That of Crumbs counts for every pigeon in the supply.
for card, power in enumerate((0.3, 0.9, 0.9, 1.5, 0.15, 1.2, 0.15, 0.1)):
    POWER[card] = power


def chance_to_lead(lead):
    """How likely it is, about, that so many pigeons more than any rival are still more when all have landed."""
    margin: cython.double = lead - 0.5
    return 0.5 + 0.5 * margin / (1.0 + abs(margin))


class VeneziaKnowledge(Knowledge):
    def __init__(self):
        Knowledge.__init__(self)
        self.exploration = 0.5
        self.hand = Moves()
        if not cython.compiled:
            # the places, as one seat sees them
            self.mine = [0] * PLACES
            self.theirs = [0] * PLACES  # of the strongest rival
            self.grey = [0] * PLACES
            self.gain = [0.0] * PLACES  # what a majority brings the seat
            self.loss = [0.0] * PLACES  # and what it costs the seat if the rival has it
            self.liking = [0.0] * PLACES
            # sets of squares
            self.free = [0, 0]
            self.near = [0, 0]  # next to tourists
            self.targets = [0, 0]

    def weigh(self, state, seat, moves, weights):
        self.weigh_here(cython.cast(Venezia, state), seat, moves, weights)

    def choose(self, state, seat, moves, word):
        return self.choose_here(cython.cast(Venezia, state), seat, moves, word)

    def judge(self, state, after, shares):
        return after >= 0 and self.judge_here(cython.cast(Venezia, state), shares)

    def imagine(self, world, viewer, word):
        self.imagine_here(cython.cast(Venezia, world), viewer, word)

    # The city

    def survey(self, table, seat, planned):
        """How the places stand for a seat, the pigeons that it lets land there included if `planned`."""
        for place in range(SAN_MICHELE):
            self.mine[place] = table.flock[seat][place]
            self.theirs[place] = 0
            self.grey[place] = table.grey[place]
            rival = NONE
            for other in range(table.seats):
                if other != seat and table.flock[other][place] >= self.theirs[place]:
                    rival = other
                    self.theirs[place] = table.flock[other][place]
            self.gain[place] = table.worth(seat, place)
            self.loss[place] = table.worth(rival, place) / (table.seats - 1.0)
        self.gain[SAN_GIORGIO] = 1.5 if table.played[seat] else 0.5
        self.loss[SAN_GIORGIO] = 0.5
        for i in range(table.cards[seat] if planned else 0):
            self.mine[table.laid[seat][i]] += table.on_card[seat][i + 1]

    def value(self, place, mine, theirs, grey):
        """What a place will probably bring, less what it will bring the rival."""
        brings = self.gain[place] * chance_to_lead(mine - max(theirs, grey))
        return brings - self.loss[place] * chance_to_lead(theirs - max(mine, grey))

    def with_more(self, place, more):
        """What so many pigeons more in a place are worth."""
        mine, theirs, grey = self.mine[place], self.theirs[place], self.grey[place]
        return self.value(place, mine + more, theirs, grey) - self.value(place, mine, theirs, grey)

    def appeal(self, place, pigeons):
        """What a place is worth, by pigeon, to somebody who has so many to send out."""
        best: cython.double = 0.01
        for more in range(1, min(pigeons, 8) + 1):
            best = max(best, self.with_more(place, more) / (1.5 + more))
        return best

    # First sight

    def weigh_here(self, table, seat, moves, weights):
        phase = table.phase
        if phase == PLANNING:
            self.weigh_plan(table, seat, moves, weights)
        elif phase == PLACING:
            self.weigh_squares(table, seat, moves, weights)
        elif phase in (PICKING, MOVING, JUMPING):
            self.weigh_walks(table, seat, moves, weights)
        else:
            self.survey(table, seat, True)
            for i in range(moves.count()):
                move: cython.int = moves.nth(i)
                if move >= NUMBER:
                    weights[move] = self.weight_of_number(table, seat, move - NUMBER)
                elif phase == RECOVERING:
                    weights[move] = self.power(table, seat, move - ACTION)
                elif phase == USING:
                    worth = 0.12 if move == STOP else 0.02 + max(0.0, self.worth_of_using(table, seat, move - ACTION))
                    weights[move] = worth * worth
                elif PLACE <= move < SLOT:
                    weights[move] = 0.05 + max(0.0, self.weight_of_place(table, seat, phase, move - PLACE))
                else:
                    weights[move] = 0.3

    def weigh_plan(self, table, seat, moves, weights):
        step = table.step[seat]
        left: cython.int = table.unplanned(seat)
        slot: cython.int = step - COUNT
        self.survey(table, seat, True)
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            if step == FIRST_CARD:
                weights[move] = 0.5 if move == FEINT else 1.0 + max(0.0, self.wanted_on_piazza(table, seat))
            elif step == ACTION_CARD:
                weights[move] = self.power(table, seat, move - ACTION)
            elif step == DISTRICT_CARD:
                appeal = 0.03 if move == STOP else self.appeal(move - PLACE, left)
                weights[move] = appeal * appeal
            elif slot == 0:
                weights[move] = self.weight_on_first(table, seat, move - NUMBER)
            else:
                place = table.laid[seat][slot - 1]
                weights[move] = self.weight_on_district(place, move - NUMBER, left, table.cards[seat] - slot + 1)

    def power(self, table, seat, card):
        """How readily an action card is played or taken back; none at all has a number below 0."""
        if card < 0:
            return 0.05
        return POWER[card] * table.supply[seat] if card == CRUMBS else POWER[card]

    def wanted_on_piazza(self, table, seat):
        """How many pigeons should join those on the Piazza: all at first, few when there are none to come any more."""
        return min(10.0, 4.0 + 0.21 * table.supply[seat]) - table.on_piazza(seat)

    def weight_on_first(self, table, seat, pigeons):
        wanted: cython.double = self.wanted_on_piazza(table, seat)
        if table.first[seat] == FEINT:
            wanted = table.reserve[seat] / 3.0
        off: cython.double = (pigeons - wanted) / 1.5
        return 1.0 / (1.0 + off * off)

    def weight_on_district(self, place, pigeons, left, cards):
        """Of somebody who has so many left for so many cards."""
        off: cython.double = (pigeons - 1.0 * left / cards) / 2.0
        worth = 0.1 + self.with_more(place, pigeons)
        return worth * worth / (1.0 + off * off)

    def weight_of_number(self, table, seat, pigeons):
        phase = table.phase
        home = table.home[seat]
        if phase == SPLITTING:
            slot = table.chosen - SLOT
            place = table.laid[seat][slot]
            return self.weight_on_district(place, pigeons, table.on_card[seat][0], table.cards[seat] - slot)
        if phase == REINFORCING:
            return 0.1 + max(0.0, self.with_more(home, pigeons) - 0.1 * pigeons)
        if phase == TAKING_ALONG:
            return 0.2 + max(0.0, self.with_more(home, pigeons) + self.with_more(table.chosen - PLACE, -pigeons))
        return 0.2 + pigeons  # by Vespa, or from San Michele

    def weight_of_place(self, table, seat, phase, place):
        """What an action card is worth there."""
        mine, theirs, grey = self.mine[place], self.theirs[place], self.grey[place]
        now: cython.double = self.value(place, mine, theirs, grey)
        if phase in (GATHERING, VESPA_FROM):
            return 1.0 + self.with_more(place, -1)
        if phase == VESPA_TO:
            return self.with_more(place, table.number)
        if phase == CARRIER_CARD:
            return self.with_more(place, table.on_card[seat][table.chosen - SLOT + 1])
        if phase == CATCHING:
            left = mine - min(AMOUNT[CATCHER], table.flock[seat][place])
            return self.value(place, left, max(0, theirs - AMOUNT[CATCHER]), grey) - now
        if phase == SETTING_GREY:
            return self.value(place, mine, theirs, grey + GREY_GROUPS[table.number]) - now
        if phase == SENDING_HAWK:
            return 0.5 + self.value(place, table.flock[seat][place], theirs, grey) - now
        return 1.0

    def worth_of_using(self, table, seat, card):
        """What an action card would bring now, in points; hawk and clergy keep off what is still to land."""
        if card == CRUMBS:
            return 0.3 * min(AMOUNT[CRUMBS], table.supply[seat])
        if card in (FAMILY, VESPA):
            return self.worth_of_moving(table, seat, card)
        if card in (HOUSE, CARRIER):
            return 0.0 if card == CARRIER and table.cards[seat] == 0 else 0.5
        best: cython.double = 0.0
        for place in range(DISTRICTS):
            best = max(best, self.weight_of_place(table, seat, ASKS[card], place))
        return best + 0.5 if card == CLERGY else best

    def worth_of_moving(self, table, seat, card):
        """One pigeon from where it is missed least: home, if one likes, or by Vespa anywhere."""
        home = table.home[seat]
        found: cython.double = self.with_more(home, 1)
        missed: cython.double = -9.0
        for place in range(DISTRICTS):
            if card == VESPA:
                found = max(found, self.with_more(place, 1))
            if table.flock[seat][place] > 0 and (card == VESPA or place != home):
                missed = max(missed, self.with_more(place, -1))
        return max(0.3, found + missed) if card == FAMILY and missed > -9.0 else found + missed

    # The Piazza

    def weigh_squares(self, table, seat, moves, weights):
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            room = self.room(table, seat, move - SQUARE)
            weights[move] = 0.001 + room * room * room

    def room(self, table, seat, square):
        """How many squares are within a pigeon's reach, less for others of its family that reach them too."""
        room: cython.double = 0.0
        for i in range(2):
            family = table.birds[seat][i]
            room += count(BLOCK[square][i])
            room -= 4.0 * count(BLOCK[square][i] & family) + 3.0 * count(NEAR[square][i] & family)
        return max(0.0, room)

    def weigh_walks(self, table, seat, moves, weights):
        start: cython.int = table.chosen - SQUARE
        self.look_at_piazza(table)
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            if table.phase == PICKING:
                weights[move] = 0.3 if move == STOP else 0.02 + self.best_walk(table, seat, move - SQUARE)
            else:
                square = start if move == STOP else move - SQUARE
                weights[move] = 0.1 + max(0.0, self.walk(table, seat, start, square))

    def look_at_piazza(self, table):
        table.find_free(self.free)
        spread(table.tourist_at, self.near)

    def best_walk(self, table, seat, start):
        best: cython.double = 0.0
        table.find_targets(start, self.targets)
        for i in range(2):
            while self.targets[i]:
                best = max(best, self.walk(table, seat, start, HALF * i + lowest(self.targets[i])))
                self.targets[i] &= self.targets[i] - 1
        return best

    def walk(self, table, seat, start, square):
        """What a pigeon gains by going there."""
        births = self.births_at(table, square) - self.births_at(table, start)
        return births + self.pinched_from(table, seat, start, square)

    def births_at(self, table, square):
        if has(table.tourist_at, square):
            return BIRTHS_ON
        return BIRTHS_NEXT if has(self.near, square) else 0

    def pinched_from(self, table, seat, start, square):
        """What rivals lose between this square and another pigeon of the seat than the one from `start`."""
        lost: cython.double = 0.0
        for i in range(2):
            between = NEAR[square][i] & ~(self.free[i] | table.birds[seat][i] | table.hunter_at[i])
            while between:
                middle: cython.int = HALF * i + lowest(between)
                between &= between - 1
                behind: cython.int = 2 * middle - square
                if behind == start or not 0 <= behind < SQUARES:
                    continue
                if has(NEAR[middle], behind) and has(table.birds[seat], behind):
                    lost += 1.5 + 0.5 * self.births_at(table, middle)
        return lost

    # Simulated games: nearly half of all decisions are those about squares, which are made by few looks

    def choose_here(self, table, seat, moves, word):
        if table.phase == PLACING:
            return self.place_quickly(table, seat, word)
        if table.phase == PICKING:
            return self.pick_quickly(table, seat)
        moves.clear()
        table.legal(seat, moves)
        if table.phase in (MOVING, JUMPING):
            return self.walk_quickly(table, moves, word)
        self.weigh_here(table, seat, moves, self.weights)
        return self.drawn(moves, self.weights, word)

    def place_quickly(self, table, seat, word):
        """The best of four free squares."""
        table.find_free(self.free)
        squares: cython.int = count(self.free[0]) + count(self.free[1])
        best: cython.int = NONE
        most: cython.double = -1.0
        for i in range(4):
            square = nth_square(self.free, high(noise(word + i), squares))
            room = self.room(table, seat, square)
            if room > most:
                most = room
                best = square
        return SQUARE + best

    def pick_quickly(self, table, seat):
        """A pigeon that can walk onto a tourist, else one that can walk next to one, else none."""
        self.look_at_piazza(table)
        for i in range(2):
            self.targets[i] = table.tourist_at[i] & self.free[i]
        move = self.pick_for(table, seat, table.tourist_at)
        if move == STOP:
            for i in range(2):
                self.targets[i] = self.near[i] & self.free[i]
            move = self.pick_for(table, seat, self.near)
        return move

    def pick_for(self, table, seat, there):
        """A pigeon next to the targets that has not moved and is not there yet."""
        spread(self.targets, self.targets)
        for i in range(2):
            able = table.birds[seat][i] & self.targets[i] & ~(table.moved[i] | there[i])
            if able:
                return SQUARE + HALF * i + lowest(able)
        return STOP

    def walk_quickly(self, table, moves, word):
        """Onto a tourist, else next to one; a jump goes on for a tourist only."""
        beside: cython.int = STOP
        spread(table.tourist_at, self.near)
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            if move != STOP and has(table.tourist_at, move - SQUARE):
                return move
            if move != STOP and has(self.near, move - SQUARE):
                beside = move
        if table.phase == JUMPING:
            return STOP
        return beside if beside != STOP else moves.pick(word)

    # What others hide

    def imagine_here(self, table, viewer, word):
        """Plans that nobody has seen are still to be made; cards that lie face down are such as their owners like."""
        for seat in range(table.seats):
            if seat == viewer or table.phase >= RECOVERING:
                continue
            if table.phase == PLANNING:
                table.clear_plan(seat)
                continue
            word = noise(word)
            self.imagine_districts(table, seat, word)
            if table.phase < GATHERING and table.action[seat] != NONE:
                self.hand.clear()
                self.hand.add_bits(table.actions_to_lay(seat), ACTION)
                for i in range(self.hand.count()):
                    self.weights[self.hand.nth(i)] = self.power(table, seat, self.hand.nth(i) - ACTION)
                table.action[seat] = self.drawn(self.hand, self.weights, noise(word)) - ACTION

    def imagine_districts(self, table, seat, word):
        """Card by card, by what the pigeons on it are worth in a place."""
        pigeons: cython.int = 0
        for i in range(table.cards[seat]):
            pigeons += table.on_card[seat][i + 1]
        self.survey(table, seat, False)
        self.hand.clear()
        self.hand.add_bits(ones(DISTRICT_CARDS, 0), PLACE)
        for place in range(DISTRICT_CARDS):
            self.liking[place] = self.appeal(place, pigeons)
        for i in range(table.cards[seat]):
            for place in range(DISTRICT_CARDS):
                worth = 0.1 + self.with_more(place, table.on_card[seat][i + 1])
                self.weights[PLACE + place] = self.liking[place] * worth * worth
            word = noise(word)
            table.laid[seat][i] = self.drawn(self.hand, self.weights, word) - PLACE
            self.liking[table.laid[seat][i]] = 0.0

    # Judgement

    def judge_here(self, table, shares):
        """When a round begins."""
        if table.phase != PLANNING:
            return False
        most: cython.int = 0
        for seat in range(table.seats):
            if table.step[seat] != FIRST_CARD:
                return False
            most = max(most, table.points[seat])
        late: cython.double = 1.0 * most / TO_WIN
        for seat in range(table.seats):
            shares[seat] = self.prospect(table, seat, late)
        self.divide(shares, table.seats)
        return True

    def prospect(self, table, seat, late):
        """The logarithm of a seat's chance, but for a constant; `late` is the share of all points that the leader has.

        Fitted to 12,000 games that the weights played, with two, three and four seats: the numbers came out alike.
        Numbers fitted to such games foretell those of searches, too. A pigeon on San Giorgio counts as 0.
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
        growing = 0.23 * table.reserve[seat] + (0.3 - 0.3 * late) * table.on_piazza(seat) + 0.13 * table.supply[seat]
        return standing + growing + 0.12 * table.flock[seat][SAN_MICHELE]


def knowledge() -> Knowledge:
    return VeneziaKnowledge()
