"""The city of Venezia: pigeons and home bases in its places, and the majorities."""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, ones
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.planning import Planning


class City(Planning):
    """The part of a game that takes place in the city."""

    if not cython.compiled:

        def __init__(self):
            Planning.__init__(self)
            self.flock = [[0] * PLACES for _ in range(4)]  # pigeons by seat and place
            self.grey = [0] * PLACES
            self.home = [0, 0, 0, 0]  # districts, or NONE
            self.nest = [0, 0, 0, 0]
            self.supply = [0, 0, 0, 0]
            self.points = [0, 0, 0, 0]
            self.hawk = 0  # a district, or NONE
            self.catcher = 0

    def districts_without_home(self):
        """The districts without a home base, as bits; the other places are none (venezia.board.places)."""
        districts = ones(DISTRICTS, 0)
        for seat in range(self.seats):
            if self.home[seat] != NONE:
                districts &= ~bit(self.home[seat])
        return districts

    def own_districts(self, seat):
        """The districts with a pigeon of this seat, as bits."""
        districts = ones(0, 0)
        for district in range(DISTRICTS):
            if self.flock[seat][district] > 0:
                districts |= bit(district)
        return districts

    def count_pigeons(self, place):
        """All pigeons in a place, grey ones included (venezia.chase.grey.count)."""
        pigeons = self.grey[place]
        for seat in range(self.seats):
            pigeons += self.flock[seat][place]
        return pigeons

    def hatch(self, seat, births):
        """Move pigeons from the supply to the nest, as far as it lasts (venezia.breed.nest); returns their number."""
        births = min(births, self.supply[seat])
        self.supply[seat] -= births
        self.nest[seat] += births
        return births

    def majority_holder(self, place):
        """The seat with more pigeons in a place than each rival (venezia.score.relative), else NONE."""
        largest = self.grey[place]  # a neutral family: venezia.score.grey
        holder = NONE
        for seat in range(self.seats):
            if self.flock[seat][place] > largest:
                largest = self.flock[seat][place]
                holder = seat
            elif self.flock[seat][place] == largest:  # venezia.score.tie
                holder = NONE
        return holder

    def is_led_by_grey(self, place):
        """1 if a place has more grey pigeons than pigeons of any family, else 0."""
        largest = 0
        for seat in range(self.seats):
            largest = max(largest, self.flock[seat][place])
        return 1 if self.grey[place] > largest else 0

    def majority_count(self, seat):
        """The number of districts in which a seat holds the majority (venezia.end.strict)."""
        held = 0
        for district in range(DISTRICTS):
            if self.majority_holder(district) == seat:
                held += 1
        return held

    def district_points(self, seat, district):
        """What a seat's majority in a district is worth."""
        for other in range(self.seats):
            if other != seat and self.home[other] == district:
                return CONQUEST_POINTS  # venezia.score.six
        return MAJORITY_POINTS  # venezia.score.three

    def lead(self, seat, place):
        """By how many pigeons a seat is ahead of its largest rival in a place, grey ones included; 0 is a tie."""
        largest = self.grey[place]
        for other in range(self.seats):
            if other != seat:
                largest = max(largest, self.flock[other][place])
        return self.flock[seat][place] - largest

    # What views ask

    def standing(self, place: int) -> tuple[int, int, int, bool]:
        """Of a place: the seat with the majority or -1, by how many pigeons it leads, its points; do grey ones lead?"""
        holder = self.majority_holder(place)
        if holder == NONE:
            return NONE, 0, 0, self.is_led_by_grey(place) == 1
        return holder, self.lead(holder, place), self.majority_points(holder, place), False

    def pigeons_to_lead(self, seat: int, place: int) -> int:
        """How many more pigeons would give a seat the majority in a place; 0 if it has it."""
        return max(0, 1 - self.lead(seat, place))

    def majority_points(self, seat: int, place: int) -> int:
        """What the majority in a place is worth to a seat: nothing on an island."""
        return self.district_points(seat, place) if place < DISTRICTS else 0
