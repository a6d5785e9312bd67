"""The planning boards of Venezia: what a seat may plan, step by step, and in how many ways it could have planned."""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, nth, ones
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.piazza import Piazza


def numbers(least, most):
    """The moves that name these numbers."""
    return ones(most - least + 1, NUMBER + least)


def spreads(pigeons, cards):
    """In how many ways up to so many pigeons can be put on so many cards."""
    ways = 1
    for card in range(1, cards + 1):
        ways = ways * (pigeons + card) // card
    return ways


class Planning(Piazza):
    """The part of a game in which all seats plan at the same time."""

    if not cython.compiled:

        def __init__(self):
            Piazza.__init__(self)
            self.reserve = [0, 0, 0, 0]  # pigeons leave it when the last plan is complete
            self.played = [0, 0, 0, 0]  # action cards as bits
            self.step = [0, 0, 0, 0]  # the next one of the plan; 0 when nobody plans
            self.first = [0, 0, 0, 0]  # PIAZZA, FEINT or 0
            self.action = [0, 0, 0, 0]  # a card or NONE
            self.laid = [[0, 0, 0] for _ in range(4)]  # places or NONE, from slot 3 on
            self.cards = [0, 0, 0, 0]  # how many of them
            self.on_card = [[0, 0, 0, 0] for _ in range(4)]  # pigeons on slot 1, and from slot 3 on
            self.round = 0

    def clear_plan(self, seat):
        self.step[seat] = FIRST_CARD
        self.first[seat] = 0
        self.action[seat] = NONE
        self.cards[seat] = 0
        self.on_card[seat][0] = 0
        for i in range(MOST_DISTRICT_CARDS):
            self.laid[seat][i] = NONE
            self.on_card[seat][i + 1] = 0

    # What may be planned

    def actions_to_lay(self, seat):
        """venezia.plan.action.hand, venezia.plan.action.round1."""
        return ones(ACTION_CARDS, 0) & ~self.played[seat] if self.round > 1 else ones(0, 0)

    def districts_in_hand(self, seat):
        """venezia.plan.districts.number: each card is there once."""
        hand = ones(DISTRICT_CARDS, 0)
        for i in range(self.cards[seat]):
            hand &= ~bit(self.laid[seat][i])
        return hand

    def unplanned(self, seat):
        """What the plan leaves in the reserve."""
        on_cards = self.on_card[seat][0] + self.on_card[seat][1] + self.on_card[seat][2] + self.on_card[seat][3]
        return self.reserve[seat] - on_cards

    def most_on(self, seat, first, slot, left):
        """venezia.plan.limit, venezia.plan.feint.nolimit: what may be put on slot 1, or on a district card."""
        if slot == 0 and first == PIAZZA:
            return min(left, ON_PIAZZA - self.on_piazza(seat))
        return left

    def plan_options(self, seat):
        """What the seat may decide in its present step, as bits."""
        step = self.step[seat]
        if step == FIRST_CARD:
            return bit(PIAZZA) | bit(FEINT)
        if step == ACTION_CARD:
            return self.actions_to_lay(seat) << ACTION | bit(STOP)
        if step == DISTRICT_CARD:
            return self.districts_in_hand(seat) << PLACE | bit(STOP)
        return numbers(0, self.most_on(seat, self.first[seat], step - COUNT, self.unplanned(seat)))

    # Step by step

    def step_after(self, seat, move):
        """venezia.plan.sequence, venezia.flow.forced: what the seat is asked after this."""
        step = self.step[seat]
        if step == FIRST_CARD:
            return ACTION_CARD if self.actions_to_lay(seat) else DISTRICT_CARD
        if step == ACTION_CARD:
            return DISTRICT_CARD
        if step >= COUNT:
            return self.count_step(seat, self.cards[seat], step - COUNT + 1, self.unplanned(seat) - move + NUMBER)
        if move == STOP:
            return self.count_step(seat, self.cards[seat], 0, self.reserve[seat])
        if self.cards[seat] + 1 < MOST_DISTRICT_CARDS:
            return DISTRICT_CARD
        return self.count_step(seat, MOST_DISTRICT_CARDS, 0, self.reserve[seat])

    def count_step(self, seat, cards, slot, left):
        """The step that asks how many pigeons lie on this slot, or on the next where only 0 is possible."""
        while slot <= cards:
            if self.most_on(seat, self.first[seat], slot, left) > 0:
                return COUNT + slot
            slot += 1
        return COMPLETE

    def write_plan(self, seat, move):
        """venezia.plan.independent: a decision changes the plan of its own seat, and nothing else."""
        step = self.step[seat]
        self.step[seat] = self.step_after(seat, move)
        if step == FIRST_CARD:
            self.first[seat] = move
        elif step >= COUNT:
            self.on_card[seat][step - COUNT] = move - NUMBER
        elif move != STOP and step == ACTION_CARD:
            self.action[seat] = move - ACTION
        elif move != STOP:
            self.laid[seat][self.cards[seat]] = move - PLACE
            self.cards[seat] += 1

    def planners(self):
        """The seats whose plan is not complete, as bits."""
        seats = 0
        for seat in range(self.seats):
            if self.step[seat] != COMPLETE:
                seats |= 1 << seat
        return seats

    # What somebody else may have planned

    def draw_action_card(self, seat, rng):
        """Any of those that are not played."""
        hand = self.actions_to_lay(seat)
        self.action[seat] = nth(hand, rng.below(count(hand)))

    def draw_district_cards(self, seat, cards, rng):
        """Any of them, in any order."""
        deck: cython.short[8]
        if not cython.compiled:
            deck = [0] * DISTRICT_CARDS
        for place in range(DISTRICT_CARDS):
            deck[place] = place
        rng.shuffle(deck, 0, DISTRICT_CARDS, cards)
        for i in range(cards):
            self.laid[seat][i] = deck[i]
        self.cards[seat] = cards

    def draw_plan(self, seat, rng):
        """Any complete plan that this seat could have made, all of them equally likely."""
        self.clear_plan(seat)
        if rng.below(1 + count(self.actions_to_lay(seat))) > 0:
            self.draw_action_card(seat, rng)
        at = rng.below(self.ways_to_plan(seat))
        for first in range(PIAZZA, FEINT + 1):
            for cards in range(MOST_DISTRICT_CARDS + 1):
                for pigeons in range(self.most_on(seat, first, 0, self.reserve[seat]) + 1):
                    ways = self.ways_to_lay(seat, cards, pigeons)
                    if 0 <= at < ways:
                        self.first[seat] = first
                        self.on_card[seat][0] = pigeons
                        self.draw_district_cards(seat, cards, rng)
                        self.put_on_cards(seat, at % spreads(self.reserve[seat] - pigeons, cards))
                    at -= ways
        self.step[seat] = COMPLETE

    def ways_to_plan(self, seat):
        """How many plans there are, the action card left out: less than 10^8."""
        ways = 0
        for first in range(PIAZZA, FEINT + 1):
            for cards in range(MOST_DISTRICT_CARDS + 1):
                for pigeons in range(self.most_on(seat, first, 0, self.reserve[seat]) + 1):
                    ways += self.ways_to_lay(seat, cards, pigeons)
        return ways

    def ways_to_lay(self, seat, cards, pigeons):
        """How many of them have so many district cards, in some order, and so many pigeons on slot 1."""
        orders = 1
        for i in range(cards):
            orders *= DISTRICT_CARDS - i
        return orders * spreads(self.reserve[seat] - pigeons, cards)

    def put_on_cards(self, seat, at):
        """The way with this number to put pigeons on the district cards."""
        for i in range(self.cards[seat]):
            left = self.unplanned(seat)
            after = self.cards[seat] - i - 1
            pigeons = 0
            while at >= spreads(left - pigeons, after):
                at -= spreads(left - pigeons, after)
                pigeons += 1
            self.on_card[seat][i + 1] = pigeons
