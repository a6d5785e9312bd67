"""The pigeons of the city: how many of each family are where, who is at home where, and who has the majority."""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, ones
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.planning import Planning


class City(Planning):
    """The part of a game that stands in the city."""

    if not cython.compiled:

        def __init__(self):
            Planning.__init__(self)
            self.flock = [[0] * PLACES for _ in range(4)]  # pigeons by seat and place
            self.grey = [0] * PLACES
            self.home = [0, 0, 0, 0]  # districts, or NONE
            self.nest = [0, 0, 0, 0]
            self.supply = [0, 0, 0, 0]
            self.points = [0, 0, 0, 0]
            self.hawk = 0  # his district, or NONE
            self.catcher = 0

    def districts_without_home(self):
        districts = ones(DISTRICTS, 0)
        for seat in range(self.seats):
            if self.home[seat] != NONE:
                districts &= ~bit(self.home[seat])
        return districts

    def own_districts(self, seat):
        """The districts with a pigeon of this seat."""
        districts = ones(0, 0)
        for district in range(DISTRICTS):
            if self.flock[seat][district] > 0:
                districts |= bit(district)
        return districts

    def pigeons_in(self, place):
        """venezia.chase.grey.count."""
        pigeons = self.grey[place]
        for seat in range(self.seats):
            pigeons += self.flock[seat][place]
        return pigeons

    def hatch(self, seat, births):
        """From the supply to the nest; how many there are."""
        births = min(births, self.supply[seat])
        self.supply[seat] -= births
        self.nest[seat] += births
        return births

    def majority(self, place):
        """venezia.score.relative, tie, grey: the seat with more pigeons than anybody else, grey ones included."""
        most = self.grey[place]
        holder = NONE
        for seat in range(self.seats):
            if self.flock[seat][place] > most:
                most = self.flock[seat][place]
                holder = seat
            elif self.flock[seat][place] == most:
                holder = NONE
        return holder

    def led_by_grey(self, place):
        """venezia.score.grey: 1 if there are more grey pigeons than of any family, else 0."""
        most = 0
        for seat in range(self.seats):
            most = max(most, self.flock[seat][place])
        return 1 if self.grey[place] > most else 0

    def majorities(self, seat):
        """venezia.end.strict: in how many districts the seat holds the majority."""
        held = 0
        for district in range(DISTRICTS):
            if self.majority(district) == seat:
                held += 1
        return held

    def worth(self, seat, district):
        """venezia.score.three, venezia.score.six."""
        for other in range(self.seats):
            if other != seat and self.home[other] == district:
                return CONQUEST
        return POINTS

    def leaders(self) -> list[int]:
        """The seats with the majority, by place; -1 where nobody has it."""
        return [self.majority(place) for place in range(PLACES)]
