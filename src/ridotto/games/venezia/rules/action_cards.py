"""The action cards of Venezia: conflicts between them, their decisions and their effects."""

import cython

from ridotto.games.venezia import components

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.note import EVERYBODY
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.city import City
    from ridotto.games.venezia.rules.planning import number_moves


def copy_tables():
    """Copy the tables of components.py into C arrays."""
    for card in range(ACTION_CARDS):
        CARD_PIGEONS[card] = components.CARD_PIGEONS[card]
        FIRST_PHASE_OF_CARD[card] = components.FIRST_PHASE_OF_CARD[card]
    for group in range(2):
        GREY_GROUPS[group] = components.GREY_GROUPS[group]


if cython.compiled:
    copy_tables()


class ActionCards(City):
    """The part of a game that the action cards are about."""

    if not cython.compiled:

        def __init__(self):
            City.__init__(self)
            self.phase = 0  # what is asked
            self.chosen = 0  # the square, slot or place that a decision is about, written as a move; else 0
            self.number = 0  # pigeons gathered, groups of grey pigeons placed or pigeons on the Vespa; else 0

    def seats_with_action(self, card):
        """The seats that have laid this action card, as bits."""
        seats = 0
        for seat in range(self.seats):
            if self.action[seat] == card:
                seats |= 1 << seat
        return seats

    def seats_with_fewest_points(self, seats):
        """Those of these seats that have the fewest points, as bits."""
        fewest = POINTS_TO_WIN
        found = 0
        for seat in range(self.seats):
            if seats >> seat & 1:
                if self.points[seat] < fewest:  # the points before this scoring: venezia.action.conflict.score
                    fewest = self.points[seat]
                    found = 0
                if self.points[seat] == fewest:
                    found |= 1 << seat
        return found

    def conflict_losers(self, involved):
        """Those of the seats with the same card that may not carry it out, as bits (venezia.action.conflict)."""
        if count(involved) < 2:
            return 0
        fewest = self.seats_with_fewest_points(involved)
        # on a tie also those with more points: venezia.action.tie, venezia.action.tie.others
        return involved & ~fewest if count(fewest) == 1 else involved

    def resolve_conflict(self, card):
        """If several seats laid a card, at most one keeps it; the others take it back (venezia.action.back)."""
        involved = self.seats_with_action(card)
        losers = self.conflict_losers(involved)
        if not losers:
            return
        fewest = self.seats_with_fewest_points(involved)
        if losers != involved:
            self.note(EVERYBODY, CONFLICT_WON, card, lowest(fewest), losers)
        else:
            self.note(EVERYBODY, CONFLICT_TIED, card, fewest + 16 * (involved & ~fewest), self.points[lowest(fewest)])
        for seat in range(self.seats):
            if losers >> seat & 1:
                self.action[seat] = NONE

    def discard_action(self, seat):
        """Put a card that was carried out on the played pile (venezia.action.out, venezia.action.pile)."""
        self.played[seat] |= 1 << self.action[seat]
        self.action[seat] = NONE
        self.chosen = 0
        self.number = 0

    # What the cards ask

    def action_options(self, seat):
        """The legal moves as bits. Only optional decisions have STOP (venezia.action.obey)."""
        if self.phase == GATHERING:
            return (self.own_districts(seat) & ~bit(self.home[seat])) << PLACE | bit(STOP)
        if self.phase == MOVING_HOUSE:
            return self.districts_without_home() << PLACE
        if self.phase == TAKING_ALONG:
            return number_moves(0, min(CARD_PIGEONS[HOUSE], self.flock[seat][self.chosen - PLACE]))
        if self.phase == VESPA_FROM:
            return self.own_districts(seat) << PLACE
        if self.phase == VESPA_COUNT:
            return number_moves(1, min(CARD_PIGEONS[VESPA], self.flock[seat][self.chosen - PLACE]))
        if self.phase == VESPA_TO:
            return ones(DISTRICTS, PLACE) & ~bit(self.chosen)
        if self.phase == CARRIER_SLOT:
            return ones(self.laid_count[seat], SLOT) | bit(STOP)
        if self.phase == CARRIER_CARD:  # venezia.action.district_card
            return self.districts_in_hand(seat) << PLACE
        return ones(DISTRICTS, PLACE)  # venezia.action.district

    def decide_action(self, seat, move):
        """Decide about an action card; returns whether the card is carried out with it."""
        if self.phase == GATHERING:
            return self.gather_pigeon(seat, move)
        if self.phase == SENDING_HAWK:
            return self.send_hawk(seat, move - PLACE)
        if self.phase == CATCHING:
            return self.catch_pigeons(seat, move - PLACE)
        if self.phase == SETTING_GREY:
            return self.place_grey(seat, move - PLACE)
        if self.phase == MOVING_HOUSE:
            return self.move_house(seat, move - PLACE)
        if self.phase == TAKING_ALONG:
            return self.take_along(seat, move - NUMBER)
        if self.phase == VESPA_FROM:
            return self.choose_vespa_origin(move)
        if self.phase == VESPA_COUNT:
            return self.choose_vespa_pigeons(move - NUMBER)
        if self.phase == VESPA_TO:
            return self.drive_vespa(seat, move - PLACE)
        if self.phase == CARRIER_SLOT:
            return self.choose_carrier_slot(seat, move)
        return self.exchange_card(seat, move - PLACE)

    # What the cards do. Each method returns whether the card is carried out.

    def gather_pigeon(self, seat, move):
        """Family Gathering: one more pigeon goes home (venezia.card.family_gathering)."""
        if move == STOP:
            return True
        self.flock[seat][move - PLACE] -= 1
        self.flock[seat][self.home[seat]] += 1
        self.number += 1
        self.show(GATHERED, seat, move - PLACE, self.home[seat])
        return self.number == CARD_PIGEONS[FAMILY]

    def send_hawk(self, seat, district):
        """Hawk: nobody lands in this district (venezia.card.hawk)."""
        self.hawk = district
        self.show(HAWK_SENT, seat, district, 0)
        return True

    def catch_pigeons(self, seat, district):
        """City Catcher: every family loses pigeons in this district (venezia.card.catcher)."""
        self.catcher = district
        caught = 0
        for owner in range(self.seats):
            pigeons = min(CARD_PIGEONS[CATCHER], self.flock[owner][district])
            self.flock[owner][district] -= pigeons
            self.supply[owner] += pigeons  # venezia.action.supply
            caught |= pigeons << 6 * owner
        self.show(CAUGHT, seat, district, caught)
        return True

    def place_grey(self, seat, district):
        """Clergy: take all grey pigeons and place them in two groups (venezia.card.clergy)."""
        if self.number == 0:
            for other in range(DISTRICTS):
                self.grey[other] = 0
        pigeons = GREY_GROUPS[self.number]
        self.grey[district] += pigeons
        self.number += 1
        self.show(GREY_SET, seat, district, pigeons)
        return self.number == 2

    def move_house(self, seat, district):
        """Moving House: the home base moves to this district (venezia.card.moving_house)."""
        self.show(HOUSE_MOVED, seat, self.home[seat], district)
        self.chosen = PLACE + self.home[seat]
        self.home[seat] = district
        self.phase = TAKING_ALONG
        return False

    def take_along(self, seat, pigeons):
        """Moving House: pigeons go along to the new home."""
        if pigeons > 0:
            self.flock[seat][self.chosen - PLACE] -= pigeons
            self.flock[seat][self.home[seat]] += pigeons
            self.show(TOOK_ALONG, seat, self.home[seat], pigeons)
        return True

    def choose_vespa_origin(self, origin):
        """Luigi's Vespa: where it starts (venezia.card.vespa)."""
        self.chosen = origin
        self.phase = VESPA_COUNT
        return False

    def choose_vespa_pigeons(self, pigeons):
        self.number = pigeons
        self.phase = VESPA_TO
        return False

    def drive_vespa(self, seat, district):
        origin = self.chosen - PLACE
        self.flock[seat][origin] -= self.number
        self.flock[seat][district] += self.number
        self.show(CARRIED, seat, 8 * origin + district, self.number)
        return True

    def choose_carrier_slot(self, seat, move):
        """Carrier Pigeons: exchange the card in a slot, or none (venezia.card.carrier)."""
        if move == STOP:
            self.show(NO_EFFECT, seat, CARRIER, 0)
            return True
        self.chosen = move
        self.phase = CARRIER_CARD
        return False

    def exchange_card(self, seat, place):
        """Carrier Pigeons: the others learn only the slot (venezia.card.carrier.secret)."""
        slot = self.chosen - SLOT
        self.laid[seat][slot] = place
        self.show(EXCHANGED, seat, slot + 3, 0)
        self.note(1 << seat, EXCHANGED_FACE, seat, slot + 3, place)
        return True
