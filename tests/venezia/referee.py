"""A second referee: the rules of Venezia once more, slowly, as one course of events told with names and sets.

It shares nothing with the game but the numbers of the moves. Chance it cannot repeat: it is told who starts, and asks
where the spinners point.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

STOP = "stop"
ACTIONS = ("family_gathering", "hawk_card", "catcher_card", "clergy_card", "moving_house", "vespa", "crumbs", "carrier")
DISTRICTS = ("cannaregio", "castello", "dorsoduro", "giudecca", "san_marco", "san_polo", "santa_croce")
PLACES = (*DISTRICTS, "san_giorgio")
SLOTS = ("slot 3", "slot 4", "slot 5")
SQUARES = tuple(f"{column}{row}" for row in "ABCDEFGH" for column in range(1, 11))
USABLE = frozenset(SQUARES) - {"8G"}  # there stands the Campanile
DIRECTIONS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if (right, down) != (0, 0)]

Thing = str | int
MOVES: tuple[Thing, ...] = (STOP, "piazza", "feint", *ACTIONS, *PLACES, *SLOTS, *range(41), *SQUARES)
CODE = {thing: code for code, thing in enumerate(MOVES)}

Question = tuple[str, list[Thing]]  # which decision of section 5.2, and what is possible
Questions = dict[int, Question]  # by the seats that owe a decision
Course = Generator[Questions, tuple[int, Thing], None]
Answer = Generator[Questions, tuple[int, Thing], Any]
Spin = Callable[[frozenset[str]], str]


@cache
def beyond(square: str, right: int, down: int) -> str | None:
    """The next square in a direction, if the grid has one."""
    there = f"{int(square[:-1]) + right}{chr(ord(square[-1]) + down)}"
    return there if there in SQUARES else None


@cache
def neighbours(square: str) -> frozenset[str]:
    return frozenset(there for way in DIRECTIONS if (there := beyond(square, *way)))


def majority(birds: Mapping[int, int], grey: int = 0) -> int | None:
    """Who has more than each rival and more than the grey ones."""
    for seat, own in birds.items():
        if own > grey and all(own > others for other, others in birds.items() if other != seat):
            return seat
    return None


@dataclass
class Plan:
    """Board A: the cards of one player and the pigeons on them."""

    first: str | None = None
    action: str | None = None
    districts: list[str] = field(default_factory=list)
    pigeons: list[int] = field(default_factory=list)  # on the first card, and on the district cards


class Family:
    def __init__(self, reserve: int) -> None:
        self.reserve, self.nest, self.supply = reserve, 0, 40 - reserve
        self.home: str | None = None
        self.score = 0
        self.plan = Plan()
        self.shown = Plan()  # what everybody has seen last of the plans
        self.actions = set(ACTIONS)  # in hand; the laid one is taken out when its plan is complete
        self.played: set[str] = set()
        self.piazza: set[str] = set()
        self.city: Counter[str] = Counter()  # in the seven districts and on San Giorgio
        self.san_michele = 0

    def fly(self, number: int, origin: str, target: str) -> None:
        assert 0 <= number <= self.city[origin]
        self.city[origin] -= number
        self.city[target] += number

    def lose(self, squares: Iterable[str]) -> None:
        """To San Michele."""
        lost = self.piazza & set(squares)
        self.piazza -= lost
        self.san_michele += len(lost)


class Referee:
    def __init__(self, players: int, options: Mapping[str, str], start: int, spin: Spin) -> None:
        self.players, self.start = players, start
        self.number_of_tourists, self.number_of_hunters = int(options["tourists"]), int(options["hunters"])
        self.max_rounds = int(options["max_rounds"])
        self.cancelled_blocks = options["cancelled_gathering"] == "blocks"
        self.may_decline = options["action_use"] == "may"
        self.spin = spin
        self.families = [Family(int(options["start_reserve"])) for _ in range(players)]
        self.round = 0
        self.edge, self.grey = 6, Counter[str]()  # grey pigeons at the board edge and in the districts
        self.tourists: list[str] = []  # in the order in which they come
        self.hunters: list[str] = []
        self.last_tourists: list[str] = []
        self.last_hunters: list[str] = []
        self.hawk: str | None = None
        self.catcher: str | None = None
        self.moved: set[str] = set()  # where pigeons stand that have moved in this turn
        self.path: list[str] = []  # where the pigeon that is moving has been in this move
        self.held: dict[str, int | None] = {}  # who held the districts at the last scoring
        self.running = self.course()
        self.asked: Questions = next(self.running)

    def possible(self, seat: int) -> set[int]:
        return {CODE[thing] for thing in self.asked[seat][1]}

    def play(self, seat: int, move: int) -> None:
        assert move in self.possible(seat)
        self.asked = next_or_none(self.running, (seat, MOVES[move])) or {}

    def ask(self, seat: int, decision: str, things: Iterable[Thing]) -> Answer:
        """What a seat answers; with a single thing possible it is not asked."""
        possible = list(things)
        assert possible
        if len(possible) == 1:
            return possible[0]
        answer = yield {seat: (decision, possible)}
        assert answer[0] == seat
        return answer[1]

    def in_turn(self) -> list[int]:
        return [(self.start + i) % self.players for i in range(self.players)]

    # The course of the game

    def course(self) -> Course:
        for seat in self.in_turn():
            self.families[seat].home = yield from self.ask(seat, "HOME", self.without_home_base())
        while True:
            self.round += 1
            yield from self.planning()
            yield from self.piazza()
            yield from self.actions()
            self.landing()
            self.score_districts()
            if self.is_over():
                return
            yield from self.recovering()
            yield from self.fetching()
            self.chase()
            self.clear()

    def without_home_base(self) -> list[str]:
        return [district for district in DISTRICTS if district not in [family.home for family in self.families]]

    # 1 Planning

    def planning(self) -> Course:
        plans = [self.plan(seat) for seat in range(self.players)]
        asked: Questions = {}
        for plan in plans:
            asked |= next(plan)
        while asked:
            seat, answer = yield dict(asked)
            del asked[seat]
            asked |= next_or_none(plans[seat], (seat, answer)) or {}
        for family in self.families:
            family.reserve -= sum(family.plan.pigeons)
            family.actions -= {family.plan.action}
            family.shown.first, family.shown.pigeons = family.plan.first, list(family.plan.pigeons)

    def plan(self, seat: int) -> Course:
        family = self.families[seat]
        plan = family.plan = Plan()
        plan.first = yield from self.ask(seat, "PLAN_FIRST", ["piazza", "feint"])
        if self.round > 1:
            action = yield from self.ask(seat, "PLAN_ACTION", [STOP, *family.actions])
            plan.action = None if action == STOP else action
        while len(plan.districts) < 3:
            card = yield from self.ask(seat, "PLAN_DISTRICT", [STOP, *(set(PLACES) - set(plan.districts))])
            if card == STOP:
                break
            plan.districts.append(card)
        most = family.reserve
        if plan.first == "piazza":
            most = min(most, 10 - len(family.piazza))
        number = yield from self.ask(seat, "PLAN_COUNT", range(most + 1))
        plan.pigeons.append(number)
        for _ in plan.districts:
            number = yield from self.ask(seat, "PLAN_COUNT", range(family.reserve - sum(plan.pigeons) + 1))
            plan.pigeons.append(number)

    # 2 Piazza San Marco

    def piazza(self) -> Course:
        for seat in self.in_turn():
            if self.families[seat].plan.first == "piazza":
                yield from self.place(seat)
            else:
                yield from self.split(seat)
        while len(self.tourists) < self.number_of_tourists:
            self.tourists.append(self.spun())
        while len(self.hunters) < self.number_of_hunters:
            hunter = self.spun()
            self.hunters.append(hunter)
            for family in self.families:
                family.lose({hunter} | neighbours(hunter))
        for seat in self.in_turn():
            yield from self.moving(seat)
            self.pincers(seat)
            self.offspring(seat)

    def place(self, seat: int) -> Course:
        family = self.families[seat]
        while family.plan.pigeons[0]:
            square = yield from self.ask(seat, "PLACE", USABLE - self.standing())
            family.plan.pigeons[0] -= 1
            family.piazza.add(square)

    def split(self, seat: int) -> Course:
        family, pigeons = self.families[seat], self.families[seat].plan.pigeons
        for slot in range(1, len(pigeons)):
            last = slot == len(pigeons) - 1
            number = yield from self.ask(seat, "FEINT_SPLIT", [pigeons[0]] if last else range(pigeons[0] + 1))
            pigeons[0] -= number
            pigeons[slot] += number
        family.reserve += pigeons[0]
        pigeons[0] = 0

    def spun(self) -> str:
        allowed = USABLE.difference(self.tourists, self.hunters)
        square = self.spin(allowed)
        assert square in allowed
        return square

    def standing(self) -> set[str]:
        return set().union(*(family.piazza for family in self.families))

    def free(self) -> frozenset[str]:
        """Where a pigeon may go: empty squares, and tourists without a pigeon."""
        return USABLE.difference(self.standing(), self.hunters)

    def moving(self, seat: int) -> Course:
        family = self.families[seat]
        while True:
            movable = [square for square in family.piazza - self.moved if self.walks(square) or self.jumps(square)]
            start = yield from self.ask(seat, "MOVE_PICK", [STOP, *movable])
            if start == STOP:
                break
            self.path = [start]
            here = yield from self.ask(seat, "MOVE_TARGET", self.walks(start) | self.jumps(start))
            self.go(family, here)
            if here not in neighbours(start):
                while here not in self.tourists:
                    here = yield from self.ask(seat, "JUMP_ON", [STOP, *self.jumps(here)])
                    if here == STOP:
                        break
                    self.go(family, here)
            self.moved.add(self.path[-1])
            self.path = []
        self.moved = set()

    def go(self, family: Family, target: str) -> None:
        family.piazza.remove(self.path[-1])
        family.piazza.add(target)
        self.path.append(target)

    def walks(self, square: str) -> frozenset[str]:
        return neighbours(square) & self.free()

    def jumps(self, square: str) -> frozenset[str]:
        """Over one pigeon that sits on no tourist, to where this pigeon has not been in this move."""
        springboards = self.standing().difference(self.tourists)
        steps = [(beyond(square, *way), way) for way in DIRECTIONS]
        landings = {beyond(over, *way) for over, way in steps if over in springboards}
        return (self.free() - set(self.path)) & landings

    def pincers(self, seat: int) -> None:
        own = self.families[seat].piazza
        pinched = {
            square
            for square in self.standing() - own
            if any(beyond(square, x, y) in own and beyond(square, -x, -y) in own for x, y in DIRECTIONS)
        }
        for family in self.families:
            family.lose(pinched)

    def offspring(self, seat: int) -> None:
        family = self.families[seat]
        births = 0
        for square in family.piazza:
            if square in self.tourists:
                births += 5
            elif neighbours(square).intersection(self.tourists):
                births += 2
        births = min(births, family.supply)
        family.supply -= births
        family.nest += births

    # 3 Districts

    def actions(self) -> Course:
        laid = {seat: self.families[seat].plan.action for seat in self.in_turn()}
        for seat, card in laid.items():
            self.families[seat].shown.action = card
        force = self.in_force(laid)
        for seat, family in enumerate(self.families):
            if family.plan.action and seat not in force:
                family.actions.add(family.plan.action)
                family.plan.action = None
        gathered = False
        for seat, action in force.items():
            if action == "family_gathering":
                gathered = yield from self.carry_out(seat)
        if not (gathered or (self.cancelled_blocks and "family_gathering" in laid.values())):
            for seat in self.in_turn():
                yield from self.reinforce(seat)
        for seat, action in force.items():
            if action != "family_gathering":
                yield from self.carry_out(seat)

    def in_force(self, laid: Mapping[int, str | None]) -> dict[int, str]:
        """Of those who laid the same card, the one with the fewest points carries it out; on a tie nobody."""
        force = {}
        for seat, action in laid.items():
            rivals = [other for other in laid if other != seat and laid[other] == action]
            if action and all(self.families[seat].score < self.families[rival].score for rival in rivals):
                force[seat] = action
        return force

    def carry_out(self, seat: int) -> Answer:
        """Or not, where one may decline."""
        family = self.families[seat]
        action = family.plan.action
        assert action
        uses = not self.may_decline or (yield from self.ask(seat, "ACT_USE", [STOP, action])) != STOP
        if uses:
            yield from getattr(self, action)(seat, family)
        family.plan.action = None
        (family.played if uses else family.actions).add(action)
        return uses

    def reinforce(self, seat: int) -> Course:
        family = self.families[seat]
        assert family.home
        number = yield from self.ask(seat, "REINFORCE", range(family.nest + 1))
        family.nest -= number
        family.city[family.home] += number

    def family_gathering(self, seat: int, family: Family) -> Course:
        for _ in range(4):
            others = [district for district in DISTRICTS if family.city[district] and district != family.home]
            origin = yield from self.ask(seat, "ACT_FAMILY", [STOP, *others])
            if origin == STOP:
                return
            assert family.home
            family.fly(1, origin, family.home)

    def hawk_card(self, seat: int, family: Family) -> Course:
        self.hawk = yield from self.ask(seat, "ACT_HAWK", DISTRICTS)

    def catcher_card(self, seat: int, family: Family) -> Course:
        self.catcher = yield from self.ask(seat, "ACT_CATCHER", DISTRICTS)
        for each in self.families:
            caught = min(2, each.city[self.catcher])
            each.city[self.catcher] -= caught
            each.supply += caught

    def clergy_card(self, seat: int, family: Family) -> Course:
        first = yield from self.ask(seat, "ACT_CLERGY", DISTRICTS)
        self.edge, self.grey = 3, Counter({first: 3})
        second = yield from self.ask(seat, "ACT_CLERGY", DISTRICTS)
        self.edge = 0
        self.grey[second] += 3

    def moving_house(self, seat: int, family: Family) -> Course:
        old = family.home
        assert old
        new = family.home = yield from self.ask(seat, "ACT_HOUSE_TO", self.without_home_base())
        number = yield from self.ask(seat, "ACT_HOUSE_TAKE", range(min(3, family.city[old]) + 1))
        family.fly(number, old, new)

    def vespa(self, seat: int, family: Family) -> Course:
        origins = [district for district in DISTRICTS if family.city[district]]
        if origins:
            origin = yield from self.ask(seat, "ACT_VESPA_FROM", origins)
            number = yield from self.ask(seat, "ACT_VESPA_COUNT", range(1, min(2, family.city[origin]) + 1))
            others = [district for district in DISTRICTS if district != origin]
            target = yield from self.ask(seat, "ACT_VESPA_TO", others)
            family.fly(number, origin, target)

    def crumbs(self, seat: int, family: Family) -> Course:
        number = min(4, family.supply)
        family.supply -= number
        family.nest += number
        yield from ()

    def carrier(self, seat: int, family: Family) -> Course:
        laid = family.plan.districts
        slot = yield from self.ask(seat, "ACT_CARRIER_SLOT", [STOP, *SLOTS[: len(laid)]])
        if slot != STOP:
            card = yield from self.ask(seat, "ACT_CARRIER_CARD", set(PLACES) - set(laid))
            laid[SLOTS.index(slot)] = card

    def landing(self) -> None:
        for family in self.families:
            plan = family.plan
            family.shown.districts = plan.districts
            for slot, place in enumerate(plan.districts, start=1):
                if place == self.hawk:
                    family.reserve += plan.pigeons[slot]
                else:
                    family.city[place] += plan.pigeons[slot]
                plan.pigeons[slot] = 0

    # 4 Scoring

    def score_districts(self) -> None:
        self.held = {district: majority(self.birds(district), self.grey[district]) for district in DISTRICTS}
        for district, holder in self.held.items():
            if holder is not None:
                rivals = [family.home for seat, family in enumerate(self.families) if seat != holder]
                self.families[holder].score += 6 if district in rivals else 3

    def birds(self, place: str) -> dict[int, int]:
        return {seat: family.city[place] for seat, family in enumerate(self.families)}

    def districts_held(self, seat: int) -> int:
        return list(self.held.values()).count(seat)

    def is_over(self) -> bool:
        five = any(self.districts_held(seat) >= 5 for seat in range(self.players))
        fifty = any(family.score >= 50 for family in self.families)
        return five or fifty or self.round == self.max_rounds

    def places(self) -> list[int]:
        results = []
        for seat, family in enumerate(self.families):
            held = self.districts_held(seat)
            results.append((held >= 5, family.score, held, sum(family.city[district] for district in DISTRICTS)))
        return [1 + sum(other > own for other in results) for own in results]

    def recovering(self) -> Course:
        holder = majority(self.birds("san_giorgio"))
        if holder is not None:
            family = self.families[holder]
            card = yield from self.ask(holder, "RECOVER", [STOP, *family.played])
            if card != STOP:
                family.played.remove(card)
                family.actions.add(card)

    def fetching(self) -> Course:
        holder = majority({seat: family.san_michele for seat, family in enumerate(self.families)})
        if holder is not None:
            family = self.families[holder]
            number = yield from self.ask(holder, "FETCH", range(min(2, family.san_michele) + 1))
            family.san_michele -= number
            family.reserve += number

    def chase(self) -> None:
        total = {place: sum(self.birds(place).values()) + self.grey[place] for place in PLACES}
        fullest = [place for place in PLACES if total[place] == max(total.values())]
        if len(fullest) == 1:
            for family in self.families:
                family.reserve += family.city.pop(fullest[0], 0)
            self.edge += self.grey.pop(fullest[0], 0)

    def clear(self) -> None:
        for family in self.families:
            family.reserve += family.nest
            family.nest = 0
            family.plan = Plan()
        self.last_tourists, self.last_hunters = self.tourists, self.hunters
        self.tourists, self.hunters = [], []
        self.hawk = self.catcher = None
        self.held = {}
        self.start = (self.start + 1) % self.players


def next_or_none(course: Course, answer: tuple[int, Thing]) -> Questions | None:
    try:
        return course.send(answer)
    except StopIteration:
        return None
