"""The action cards of Venezia: whose card is carried out, what each of them asks, and what it does."""

import cython

from ridotto.games.venezia import components

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.note import EVERYBODY
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.flocks import City
    from ridotto.games.venezia.rules.planning import numbers


def copy_tables():
    """The tables of components.py, in C."""
    for card in range(ACTION_CARDS):
        AMOUNT[card] = components.AMOUNT[card]
        ASKS[card] = components.ASKS[card]
    for group in range(2):
        GREY_GROUPS[group] = components.GREY_GROUPS[group]


if cython.compiled:
    copy_tables()


class Actions(City):
    """The part of a game that action cards speak of."""

    if not cython.compiled:

        def __init__(self):
            City.__init__(self)
            self.phase = 0  # what is asked
            self.chosen = 0  # a square, slot or place that a decision is about, written as a move; else 0
            self.number = 0  # pigeons gathered, groups of grey ones put down, pigeons on the Vespa; else 0

    def holders(self, card):
        """The seats that have laid an action card, as bits."""
        seats = 0
        for seat in range(self.seats):
            if self.action[seat] == card:
                seats |= 1 << seat
        return seats

    def settle_conflict(self, card):
        """venezia.action.conflict, tie, tie.others, back: only whoever alone has the fewest points keeps the card."""
        involved = self.holders(card)
        if count(involved) < 2:
            return
        fewest = TO_WIN
        tied = 0
        for seat in range(self.seats):
            if involved >> seat & 1:
                if self.points[seat] < fewest:
                    fewest = self.points[seat]
                    tied = 0
                if self.points[seat] == fewest:
                    tied |= 1 << seat
        if count(tied) == 1:
            self.note(EVERYBODY, CONFLICT_WON, card, lowest(tied), involved & ~tied)
            involved &= ~tied
        else:
            self.note(EVERYBODY, CONFLICT_TIED, card, tied + 16 * (involved & ~tied), fewest)
        for seat in range(self.seats):
            if involved >> seat & 1:
                self.action[seat] = NONE

    def discard(self, seat):
        """venezia.action.pile: the card was carried out."""
        self.played[seat] |= 1 << self.action[seat]
        self.action[seat] = NONE
        self.chosen = 0
        self.number = 0

    # What the cards ask

    def action_options(self, seat):
        if self.phase == GATHERING:
            return (self.own_districts(seat) & ~bit(self.home[seat])) << PLACE | bit(STOP)
        if self.phase == MOVING_HOUSE:
            return self.districts_without_home() << PLACE
        if self.phase == TAKING_ALONG:
            return numbers(0, min(AMOUNT[HOUSE], self.flock[seat][self.chosen - PLACE]))
        if self.phase == VESPA_FROM:
            return self.own_districts(seat) << PLACE
        if self.phase == VESPA_COUNT:
            return numbers(1, min(AMOUNT[VESPA], self.flock[seat][self.chosen - PLACE]))
        if self.phase == VESPA_TO:
            return ones(DISTRICTS, PLACE) & ~bit(self.chosen)
        if self.phase == CARRIER_SLOT:
            return ones(self.cards[seat], SLOT) | bit(STOP)
        if self.phase == CARRIER_CARD:
            return self.districts_in_hand(seat) << PLACE
        return ones(DISTRICTS, PLACE)

    def carries_out(self, seat, move):
        """A decision about an action card; is the card carried out with it?"""
        if self.phase == GATHERING:
            return self.gather(seat, move)
        if self.phase == SENDING_HAWK:
            return self.send_hawk(seat, move - PLACE)
        if self.phase == CATCHING:
            return self.catch(seat, move - PLACE)
        if self.phase == SETTING_GREY:
            return self.set_grey(seat, move - PLACE)
        if self.phase == MOVING_HOUSE:
            return self.move_house(seat, move - PLACE)
        if self.phase == TAKING_ALONG:
            return self.take_along(seat, move - NUMBER)
        if self.phase == VESPA_FROM:
            return self.start_vespa(move)
        if self.phase == VESPA_COUNT:
            return self.load_vespa(move - NUMBER)
        if self.phase == VESPA_TO:
            return self.carry(seat, move - PLACE)
        if self.phase == CARRIER_SLOT:
            return self.choose_slot(seat, move)
        return self.exchange(seat, move - PLACE)

    # What they do

    def gather(self, seat, move):
        """venezia.card.family_gathering."""
        if move == STOP:
            return True
        self.flock[seat][move - PLACE] -= 1
        self.flock[seat][self.home[seat]] += 1
        self.number += 1
        self.show(GATHERED, seat, move - PLACE, self.home[seat])
        return self.number == AMOUNT[FAMILY]

    def send_hawk(self, seat, district):
        """venezia.card.hawk."""
        self.hawk = district
        self.show(HAWK_SENT, seat, district, 0)
        return True

    def catch(self, seat, district):
        """venezia.card.catcher, venezia.action.supply."""
        self.catcher = district
        caught = 0
        for owner in range(self.seats):
            pigeons = min(AMOUNT[CATCHER], self.flock[owner][district])
            self.flock[owner][district] -= pigeons
            self.supply[owner] += pigeons
            caught |= pigeons << 6 * owner
        self.show(CAUGHT, seat, district, caught)
        return True

    def set_grey(self, seat, district):
        """venezia.card.clergy: all grey pigeons, in two groups."""
        if self.number == 0:
            for other in range(DISTRICTS):
                self.grey[other] = 0
        pigeons = GREY_GROUPS[self.number]
        self.grey[district] += pigeons
        self.number += 1
        self.show(GREY_SET, seat, district, pigeons)
        return self.number == 2

    def move_house(self, seat, district):
        """venezia.card.moving_house."""
        self.show(HOUSE_MOVED, seat, self.home[seat], district)
        self.chosen = PLACE + self.home[seat]
        self.home[seat] = district
        self.phase = TAKING_ALONG
        return False

    def take_along(self, seat, pigeons):
        if pigeons > 0:
            self.flock[seat][self.chosen - PLACE] -= pigeons
            self.flock[seat][self.home[seat]] += pigeons
            self.show(TOOK_ALONG, seat, self.home[seat], pigeons)
        return True

    def start_vespa(self, origin):
        """venezia.card.vespa: from where, how many, and where to."""
        self.chosen = origin
        self.phase = VESPA_COUNT
        return False

    def load_vespa(self, pigeons):
        self.number = pigeons
        self.phase = VESPA_TO
        return False

    def carry(self, seat, district):
        origin = self.chosen - PLACE
        self.flock[seat][origin] -= self.number
        self.flock[seat][district] += self.number
        self.show(CARRIED, seat, 8 * origin + district, self.number)
        return True

    def choose_slot(self, seat, move):
        """venezia.card.carrier: it may be none."""
        if move == STOP:
            self.show(NO_EFFECT, seat, CARRIER, 0)
            return True
        self.chosen = move
        self.phase = CARRIER_CARD
        return False

    def exchange(self, seat, place):
        """venezia.card.carrier.secret."""
        slot = self.chosen - SLOT
        self.laid[seat][slot] = place
        self.show(EXCHANGED, seat, slot + 3, 0)
        self.note(1 << seat, EXCHANGED_FACE, seat, slot + 3, place)
        return True
