"""The planning boards of Venezia: legal steps of a plan, and random plans for what others have hidden."""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, nth, ones
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.piazza import Piazza


def number_moves(low, high):
    """The moves for the numbers from `low` to `high`, as bits."""
    return ones(high - low + 1, NUMBER + low)


def count_spreads(pigeons, cards):
    """The number of ways to put up to so many pigeons on so many cards."""
    ways = 1
    for card in range(1, cards + 1):
        ways = ways * (pigeons + card) // card
    return ways


class Planning(Piazza):
    """The part of a game that takes place on the planning boards."""

    if not cython.compiled:

        def __init__(self):
            Piazza.__init__(self)
            self.reserve = [0, 0, 0, 0]  # pigeons leave it when the last plan is complete
            self.played = [0, 0, 0, 0]  # action cards as bits
            self.step = [0, 0, 0, 0]  # the next step of the plan; 0 outside the planning phase
            self.first = [0, 0, 0, 0]  # PIAZZA, FEINT or 0
            self.action = [0, 0, 0, 0]  # a card or NONE
            self.laid = [[0, 0, 0] for _ in range(4)]  # places or NONE, from slot 3 on
            self.laid_count = [0, 0, 0, 0]  # number of laid district cards
            self.on_card = [[0, 0, 0, 0] for _ in range(4)]  # pigeons on slot 1, and from slot 3 on
            self.round = 0

    def clear_plan(self, seat):
        """Clear a seat's planning board; its cards are in hand again."""
        self.step[seat] = FIRST_CARD
        self.first[seat] = 0
        self.action[seat] = NONE
        self.laid_count[seat] = 0
        self.on_card[seat][0] = 0
        for i in range(MAX_DISTRICT_CARDS):
            self.laid[seat][i] = NONE
            self.on_card[seat][i + 1] = 0

    # What may be planned

    def actions_to_lay(self, seat):
        """The action cards a seat may lay: none in round 1 (venezia.plan.action.round1), then those in hand.

        Every seat has the same eight, except those it has played (venezia.setup.cards, venezia.plan.action.hand).
        """
        return ones(ACTION_CARDS, 0) & ~self.played[seat] if self.round > 1 else ones(0, 0)

    def districts_in_hand(self, seat):
        """The district cards a seat has not laid; each exists once (venezia.plan.districts.number)."""
        hand = ones(DISTRICT_CARDS, 0)  # San Giorgio included: venezia.plan.districts.giorgio
        for i in range(self.laid_count[seat]):
            hand &= ~bit(self.laid[seat][i])
        return hand

    def left_in_reserve(self, seat):
        """The pigeons that the plan leaves in the reserve, its only source (venezia.plan.pigeons.source)."""
        on_cards = self.on_card[seat][0] + self.on_card[seat][1] + self.on_card[seat][2] + self.on_card[seat][3]
        return self.reserve[seat] - on_cards

    def max_on_slot(self, seat, first, slot, left):
        """The most pigeons a slot can take (venezia.plan.limit, venezia.plan.feint.nolimit)."""
        if slot == 0 and first == PIAZZA:
            return min(left, MAX_ON_PIAZZA - self.count_on_piazza(seat))
        return left

    def plan_options(self, seat):
        """The legal moves of a planning seat, as bits: a set has four kinds of cards (venezia.setup.cards.split)."""
        step = self.step[seat]
        if step == FIRST_CARD:  # venezia.plan.first, venezia.plan.first.must
            return bit(PIAZZA) | bit(FEINT)
        if step == ACTION_CARD:  # venezia.plan.action.optional
            return self.actions_to_lay(seat) << ACTION | bit(STOP)
        if step == DISTRICT_CARD:  # venezia.plan.districts
            return self.districts_in_hand(seat) << PLACE | bit(STOP)
        # venezia.plan.pigeons.split
        return number_moves(
            0, self.max_on_slot(seat, self.first[seat], step - PIGEON_COUNT, self.left_in_reserve(seat))
        )

    # Step by step

    def next_step(self, seat, move):
        """What a seat is asked after a move (venezia.plan.sequence), at most five cards in all (venezia.plan.five)."""
        step = self.step[seat]
        if step == FIRST_CARD:
            return ACTION_CARD if self.actions_to_lay(seat) else DISTRICT_CARD
        if step == ACTION_CARD:
            return DISTRICT_CARD
        if step >= PIGEON_COUNT:
            return self.next_count_step(
                seat, self.laid_count[seat], step - PIGEON_COUNT + 1, self.left_in_reserve(seat) - move + NUMBER
            )
        if move == STOP:
            return self.next_count_step(seat, self.laid_count[seat], 0, self.reserve[seat])
        if self.laid_count[seat] + 1 < MAX_DISTRICT_CARDS:
            return DISTRICT_CARD
        return self.next_count_step(seat, MAX_DISTRICT_CARDS, 0, self.reserve[seat])

    def next_count_step(self, seat, cards, slot, left):
        """The step that asks for the pigeons on this slot, or on the next one that can take any (venezia.flow.forced).

        With an empty reserve the plan is complete without pigeons (venezia.plan.empty). The slot of the action card is
        not among them (venezia.plan.pigeons.notaction).
        """
        while slot <= cards:
            if self.max_on_slot(seat, self.first[seat], slot, left) > 0:
                return PIGEON_COUNT + slot
            slot += 1
        return COMPLETE

    def extend_plan(self, seat, move):
        """Add a decision to a seat's plan; it changes nothing else (venezia.plan.independent)."""
        step = self.step[seat]
        self.step[seat] = self.next_step(seat, move)
        if step == FIRST_CARD:
            self.first[seat] = move
        elif step >= PIGEON_COUNT:
            self.on_card[seat][step - PIGEON_COUNT] = move - NUMBER
        elif move != STOP and step == ACTION_CARD:
            self.action[seat] = move - ACTION
        elif move != STOP:
            self.laid[seat][self.laid_count[seat]] = move - PLACE
            self.laid_count[seat] += 1

    def planning_seats(self):
        """The seats whose plan is not complete, as bits."""
        seats = 0
        for seat in range(self.seats):
            if self.step[seat] != COMPLETE:
                seats |= 1 << seat
        return seats

    # What views ask

    def room_on_piazza(self, seat: int) -> int:
        """How many more pigeons a plan may send to the Piazza."""
        return self.max_on_slot(seat, PIAZZA, 0, MAX_ON_PIAZZA)

    # Hidden plans of others

    def draw_action_card(self, seat, rng):
        """Replace a laid action card by a random one of those not played."""
        hand = self.actions_to_lay(seat)
        self.action[seat] = nth(hand, rng.below(count(hand)))

    def draw_district_cards(self, seat, cards, rng):
        """Lay so many random district cards, in random order."""
        deck: cython.short[8]
        if not cython.compiled:
            deck = [0] * DISTRICT_CARDS
        for place in range(DISTRICT_CARDS):
            deck[place] = place
        rng.shuffle(deck, 0, DISTRICT_CARDS, cards)
        for i in range(cards):
            self.laid[seat][i] = deck[i]
        self.laid_count[seat] = cards

    def draw_plan(self, seat, rng):
        """Replace a plan by a random complete one, all that this seat could have made equally likely."""
        self.clear_plan(seat)
        if rng.below(1 + count(self.actions_to_lay(seat))) > 0:
            self.draw_action_card(seat, rng)
        at = rng.below(self.count_plans(seat))
        for first in range(PIAZZA, FEINT + 1):
            for cards in range(MAX_DISTRICT_CARDS + 1):
                for pigeons in range(self.max_on_slot(seat, first, 0, self.reserve[seat]) + 1):
                    ways = self.count_plans_with(seat, cards, pigeons)
                    if 0 <= at < ways:
                        self.first[seat] = first
                        self.on_card[seat][0] = pigeons
                        self.draw_district_cards(seat, cards, rng)
                        self.spread_pigeons(seat, at % count_spreads(self.reserve[seat] - pigeons, cards))
                    at -= ways
        self.step[seat] = COMPLETE

    def count_plans(self, seat):
        """The number of plans without an action card: less than 10^8."""
        ways = 0
        for first in range(PIAZZA, FEINT + 1):
            for cards in range(MAX_DISTRICT_CARDS + 1):
                for pigeons in range(self.max_on_slot(seat, first, 0, self.reserve[seat]) + 1):
                    ways += self.count_plans_with(seat, cards, pigeons)
        return ways

    def count_plans_with(self, seat, cards, pigeons):
        """The number of plans with so many district cards, in some order, and so many pigeons on slot 1."""
        orders = 1
        for i in range(cards):
            orders *= DISTRICT_CARDS - i
        return orders * count_spreads(self.reserve[seat] - pigeons, cards)

    def spread_pigeons(self, seat, at):
        """Put pigeons on the district cards, in the way with this number."""
        for i in range(self.laid_count[seat]):
            left = self.left_in_reserve(seat)
            after = self.laid_count[seat] - i - 1
            pigeons = 0
            while at >= count_spreads(left - pigeons, after):
                at -= count_spreads(left - pigeons, after)
                pigeons += 1
            self.on_card[seat][i + 1] = pigeons
