"""A second referee: the rules of Venti once more, slowly, as one course of events told with lists and names.

It shares nothing with the game but the numbers of the moves; the cards are read from the specification. Chance it
cannot repeat: it asks for the beginner and for every order of the pile, and looks whether the answer is allowed.
"""

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Protocol

from tests.checkout import ROOT

Course = Generator[tuple[int, set[int]], int, None]  # yields who decides and what is possible, gets the move
Terms = tuple[tuple[str, ...], ...]  # of a condition; a term of several atoms is an equality group

END_TURN, DRAW, REPLACE, EXCHANGE, FULFIL, FREEZE = 0, 1, 6, 7, 27, 31
MAKE_JOKER, MAKE_EXTRA, HAND_CARD, PERMANENT, DECLARE, POINT_CARD, DONE = 35, 67, 99, 132, 140, 148, 180
JOKER = 8  # as a number: beside 0 to 7
JOKERS, CHAOS = range(104, 108), range(108, 110)

# number and symbol are for people; condition and points are what the table of section 11.4 says
TABLE = re.findall(r"^(\d+),(\d),\w+,\d+,(.+),(\d)$", (ROOT / "docs/rules/venti.md").read_text("utf-8"), re.MULTILINE)
NUMBER = {int(card): int(number) for card, number, _, _ in TABLE} | dict.fromkeys(JOKERS, JOKER)
POINTS = {int(card): int(points) for card, _, _, points in TABLE}
CONDITION: dict[int, Terms] = {
    int(card): tuple(tuple(term.split("=")) for term in condition.split(" ")) for card, _, condition, _ in TABLE
}


class Chance(Protocol):
    def beginner(self, players: int) -> int: ...

    def shuffled(self, cards: list[int]) -> list[int]:
        """The new draw pile, top first."""


def kind(card: int) -> int:
    """The class of section 5.5."""
    return 32 if card in JOKERS else 4 * NUMBER[card] + POINTS[card] - 1


def lowest(cards: Iterable[int], wanted: int) -> int:
    return min(card for card in cards if kind(card) == wanted)


def total(cards: Iterable[int]) -> int:
    return sum(POINTS[card] for card in cards)


# Conditions


def fits(number: int, atom: str) -> bool:
    return number == JOKER or atom in ("?", str(number), "CTDS"[number // 2])


def declared(group: tuple[str, ...], number: int) -> Terms:
    """An equality group whose number was said: so many slots that want this number."""
    return ((str(number),),) * len(group)


def suiting(group: tuple[str, ...]) -> list[int]:
    return [number for number in range(8) if all(fits(number, atom) for atom in group)]


def without(pool: tuple[int, ...], number: int) -> tuple[int, ...]:
    at = pool.index(number)
    return pool[:at] + pool[at + 1 :]


@lru_cache(100_000)
def payable(terms: Terms, pool: tuple[int, ...]) -> bool:
    """Whether every slot can get a resource of its own, by trying."""
    if not terms:
        return True
    first, rest = terms[0], terms[1:]
    if len(first) > 1:
        return any(payable(declared(first, number) + rest, pool) for number in suiting(first))
    return any(fits(number, first[0]) and payable(rest, without(pool, number)) for number in set(pool))


class Referee:
    def __init__(self, players: int, options: Mapping[str, str], chance: Chance) -> None:
        self.players, self.options, self.chance = players, options, chance
        self.centre: list[int | None] = [None] * (4 if players < 4 else 5)
        self.targets: list[int | None] = [None] * (3 if players < 4 else 4)
        self.frozen_by: dict[int, int] = {}  # target: freezer
        self.pile: list[int] = []  # top first
        self.discards: set[int] = set()
        self.hands: list[set[int]] = [set() for _ in range(players)]
        self.points: list[set[int]] = [set() for _ in range(players)]
        self.permanent: list[set[int]] = [set() for _ in range(players)]
        self.extra: list[set[int]] = [set() for _ in range(players)]
        self.first = self.active = 0
        self.used, self.round = 0, 1
        self.first_to_ten: int | None = None
        self.trigger: int | None = None
        self.queue: list[int] = []
        self.phase = "setup"
        self.attacked: int | None = None  # the target being paid
        self.declared: list[int] = []
        self.committed: list[int] = []
        self.due = 0  # of a penalty
        self.left = 0  # of a catch-up
        self.running: Course
        self.asked: int | None = None
        self.possible: set[int] = set()

    def start(self) -> "Referee":
        self.set_up()
        return self.follow(self.course(self.first))

    def follow(self, course: Course) -> "Referee":
        self.running = course
        self.go_on(lambda: next(course))
        return self

    def play(self, move: int) -> None:
        assert move in self.possible, move
        self.go_on(lambda: self.running.send(move))

    def go_on(self, step: Callable[[], tuple[int, set[int]]]) -> None:
        try:
            self.asked, self.possible = step()
        except StopIteration:
            self.asked, self.possible = None, set()

    # Setup

    def set_up(self) -> None:
        beginner = self.options["start_player"]
        self.first = self.active = self.chance.beginner(self.players) if beginner == "random" else int(beginner)
        assert self.first in range(self.players)
        self.discards = set(range(110))
        self.shuffle({*self.discards})
        for _ in range(3):
            for seat in self.from_seat(self.first):
                while (card := self.pile.pop(0)) in CHAOS:
                    self.discards.add(card)
                self.hands[seat].add(card)
        self.refill()

    def from_seat(self, seat: int) -> list[int]:
        return [(seat + i) % self.players for i in range(self.players)]

    def shuffle(self, cards: set[int]) -> None:
        """Some of the discards become the pile."""
        self.pile = self.chance.shuffled(sorted(cards))
        assert sorted(self.pile) == sorted(cards)
        self.discards -= cards

    # The course of the game

    def course(self, seat: int) -> Course:
        """From the beginning of a turn to the end of the game."""
        while True:
            yield from self.turn(seat)
            self.used = 0
            if self.trigger is not None:
                if not self.queue:
                    break
                seat = self.queue.pop(0)
            else:
                seat = (seat + 1) % self.players
                if seat == self.first and self.round == int(self.options["max_rounds"]):
                    break
            self.round += seat == self.first
        for target in sorted(self.frozen_by):
            yield from self.penalty(self.frozen_by[target])
        self.phase = "over"

    def turn(self, seat: int) -> Course:
        self.active, self.used = seat, 0
        limit = self.limit(seat)
        while self.used < limit:
            self.phase = "main"
            move = yield seat, self.actions(seat)
            if move == END_TURN:
                break
            yield from self.action(seat, move)
            self.used += 1
            if self.options["extra_action_timing"] == "immediate":
                limit = self.limit(seat)
        yield from self.hand_limit(seat)

    def limit(self, seat: int) -> int:
        return 3 + len(self.extra[seat])

    def action(self, seat: int, move: int) -> Course:
        gainer = yield from self.effect(seat, move)
        self.refill()
        if gainer is None:
            return
        fined = False
        if self.players > 2 and self.first_to_ten is None and total(self.points[gainer]) >= 10:
            self.first_to_ten, fined = gainer, True
            last = self.last()
            yield from self.penalty(gainer)
            yield from self.catch_up(self.last() if self.options["catch_up_measure"] == "after_penalty" else last)
        if self.trigger is None and total(self.points[gainer]) >= 20:
            self.trigger, self.queue = gainer, self.last_turns(seat, gainer)
        if fined:
            self.refill()

    def last_turns(self, active: int, trigger: int) -> list[int]:
        if self.options["final_turns"] == "finish_round":
            order = self.from_seat(self.first)
            return order[order.index(active) + 1 :]
        return [seat for seat in self.from_seat((active + 1) % self.players) if seat != trigger]

    # The actions

    def actions(self, seat: int) -> set[int]:
        centre = [c for c, card in enumerate(self.centre) if card is not None]
        open_targets = {t: card for t, card in enumerate(self.targets) if card is not None and t not in self.frozen_by}
        found = {DRAW + c for c in centre}
        found |= {EXCHANGE + 5 * t + c for t in open_targets for c in centre}
        found |= {REPLACE} if centre else set()
        if not centre or self.options["allow_early_end"] == "true":
            found.add(END_TURN)
        numbers = {t: card for t, card in open_targets.items() if card not in JOKERS}
        found |= {FULFIL + t for t, card in numbers.items() if payable(CONDITION[card], self.pool(seat))}
        found |= {FULFIL + t for t in self.frozen_by}
        if len(self.frozen_by) < (1 if self.players < 4 else 2):
            found |= {FREEZE + t for t in numbers}
        if total(self.points[seat]) >= 5:
            found |= {MAKE_JOKER + kind(card) for card in self.points[seat]}
            if len(self.extra[seat]) < 2:
                found |= {MAKE_EXTRA + kind(card) for card in self.points[seat] if POINTS[card] >= 2}
        return found

    def effect(self, seat: int, move: int) -> Generator[tuple[int, set[int]], int, int | None]:
        """Carries an action out, and tells who gained a card by it."""
        if move in range(DRAW, REPLACE):
            self.hands[seat].add(self.taken(self.centre, move - DRAW))
        elif move == REPLACE:
            self.sweep(self.centre)
        elif move in range(EXCHANGE, FULFIL):
            t, c = divmod(move - EXCHANGE, 5)
            self.targets[t], self.centre[c] = self.centre[c], self.targets[t]
        elif move in range(FULFIL, FREEZE):
            return (yield from self.fulfil(seat, move - FULFIL))
        elif move in range(FREEZE, MAKE_JOKER):
            self.frozen_by[move - FREEZE] = seat
        elif move in range(MAKE_JOKER, MAKE_EXTRA):
            self.permanent[seat].add(self.lost(seat, move - MAKE_JOKER))
        else:
            self.extra[seat].add(self.lost(seat, move - MAKE_EXTRA))
        return None

    def taken(self, slots: list[int | None], at: int) -> int:
        card, slots[at] = slots[at], None
        assert card is not None
        return card

    def sweep(self, slots: list[int | None]) -> None:
        """Discards what lies there, but nothing that is frozen."""
        for at, card in enumerate(slots):
            if card is not None and not (slots is self.targets and at in self.frozen_by):
                self.discards.add(self.taken(slots, at))

    def lost(self, seat: int, wanted: int) -> int:
        card = lowest(self.points[seat], wanted)
        self.points[seat].remove(card)
        return card

    def refill(self) -> None:
        aside = set()
        while gap := self.gap():
            if not self.pile:
                if not self.discards:
                    break
                self.shuffle({*self.discards})
            card = self.pile.pop(0)
            at_once = {*self.discards} if not self.pile and self.options.get("reshuffle") == "at_once" else set()
            if card in CHAOS:
                aside.add(card)
                self.sweep(self.centre)
                self.sweep(self.targets)
            else:
                slots, at = gap
                slots[at] = card
            if at_once:  # without what was swept just now
                self.shuffle(at_once)
        self.discards |= aside

    def gap(self) -> tuple[list[int | None], int] | None:
        for slots in (self.centre, self.targets):
            if None in slots:
                return slots, slots.index(None)
        return None

    # Fulfilling

    def fulfil(self, seat: int, target: int) -> Generator[tuple[int, set[int]], int, int | None]:
        card, freezer = self.targets[target], self.frozen_by.get(target)
        assert card is not None
        self.attacked = target
        if freezer is not None and self.options["frozen_attempt"] == "blind_commit":
            yield from self.commit(seat)
            pool = tuple(sorted(NUMBER[paid] for paid in self.committed))
            success = len(pool) == sum(map(len, CONDITION[card])) and payable(CONDITION[card], pool)
        else:
            success = payable(CONDITION[card], self.pool(seat))
            if success:
                self.frozen_by.pop(target, None)
                yield from self.pay(seat, CONDITION[card])
        if success:
            paid = self.hands[seat].intersection(self.committed)
            self.hands[seat] -= paid
            self.discards |= paid
        self.attacked, self.declared, self.committed = None, [], []
        if not success and freezer == seat:
            yield from self.failed_own(seat, target)
            return None
        self.frozen_by.pop(target, None)
        gainer = freezer if freezer is not None and not success else seat
        self.points[gainer].add(self.taken(self.targets, target))
        return gainer

    def failed_own(self, seat: int, target: int) -> Course:
        if self.options["failed_own_freeze"] != "stay_frozen":
            del self.frozen_by[target]
        if self.options["failed_own_freeze"] == "discard":
            self.discards.add(self.taken(self.targets, target))
        yield from self.penalty(seat)

    def resources(self, seat: int) -> dict[int, int]:
        """Everything that is not committed yet: cards by the move that commits them, the lowest id of each."""
        free = (self.hands[seat] | self.permanent[seat]) - set(self.committed)
        return {
            (HAND_CARD + kind(card) if card in self.hands[seat] else PERMANENT + NUMBER[card]): card
            for card in sorted(free, reverse=True)
        }

    def pool(self, seat: int) -> tuple[int, ...]:
        free = (self.hands[seat] | self.permanent[seat]) - set(self.committed)
        return tuple(sorted(NUMBER[card] for card in free))

    def pay(self, seat: int, terms: Terms) -> Course:
        for at, term in enumerate(terms):
            rest = terms[at + 1 :]
            slots: Terms = (term,)
            if len(term) > 1:
                self.phase = "declare"
                pool = self.pool(seat)
                numbers = [number for number in suiting(term) if payable(declared(term, number) + rest, pool)]
                move = yield seat, {DECLARE + number for number in numbers}
                self.declared.append(move - DECLARE)
                slots = declared(term, move - DECLARE)
            for place, (atom,) in enumerate(slots):
                self.phase = "pay"
                pool = self.pool(seat)
                found = {
                    move: card
                    for move, card in self.resources(seat).items()
                    if fits(NUMBER[card], atom) and payable(slots[place + 1 :] + rest, without(pool, NUMBER[card]))
                }
                move = yield seat, set(found)
                self.committed.append(found[move])

    def commit(self, seat: int) -> Course:
        self.phase = "commit"
        while True:
            found = self.resources(seat)
            move = yield seat, {DONE, *found}
            if move == DONE:
                return
            self.committed.append(found[move])

    # Penalty, catch-up, hand limit

    def penalty(self, seat: int) -> Course:
        self.due = 2
        while self.due > 0 and self.points[seat]:
            self.phase = "penalty"
            move = yield seat, {POINT_CARD + kind(card) for card in self.to_lose(seat)}
            card = self.lost(seat, move - POINT_CARD)
            self.discards.add(card)
            self.due -= POINTS[card]
        self.due = 0

    def to_lose(self, seat: int) -> set[int]:
        """Of three cards some two cover two points, and are worth less: no smallest set has three."""
        own = self.points[seat]
        if self.options["penalty_choice"] == "free" or total(own) < self.due:
            return own
        small = [some for size in (1, 2) for some in combinations(own, size) if total(some) >= self.due]
        return {card for some in small if total(some) == min(map(total, small)) for card in some}

    def last(self) -> int | None:
        """Who has the fewest points, if that is a single player."""
        scores = self.scores()
        return scores.index(min(scores)) if scores.count(min(scores)) == 1 else None

    def catch_up(self, seat: int | None) -> Course:
        if seat is None:
            return
        self.left = 2
        while fitting := {card for card in self.hands[seat] - {*JOKERS} if POINTS[card] <= self.left}:
            self.phase = "catch up"
            move = yield seat, {DONE} | {HAND_CARD + kind(card) for card in fitting}
            if move == DONE:
                break
            card = lowest(self.hands[seat], move - HAND_CARD)
            self.hands[seat].remove(card)
            self.points[seat].add(card)
            self.left -= POINTS[card]
        self.left = 0

    def hand_limit(self, seat: int) -> Course:
        discarded = False
        while len(self.hands[seat]) > 10:
            self.phase = "hand limit"
            move = yield seat, {HAND_CARD + kind(card) for card in self.hands[seat]}
            card = lowest(self.hands[seat], move - HAND_CARD)
            self.hands[seat].remove(card)
            self.discards.add(card)
            discarded = True
        if discarded:
            self.refill()

    # The end

    def scores(self) -> list[int]:
        return [total(own) for own in self.points]

    def places(self) -> list[int]:
        counted = self.permanent
        if self.options["tiebreak_sacrificed"] == "all":
            counted = [jokers | extra for jokers, extra in zip(self.permanent, self.extra, strict=True)]
        results = [
            (total(own), -len(own), -total(sacrificed)) for own, sacrificed in zip(self.points, counted, strict=True)
        ]
        return [1 + sum(other > own for other in results) for own in results]
