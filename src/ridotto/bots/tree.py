"""The tree of one searching thread: information-set Monte Carlo tree search over any game, without the interpreter.

Every simulation plays one game in a world redealt for the searching seat. Each seat walks its own tree, whose nodes are
hashes of what that seat has heard so far: its own moves, and of the moves of others what `seen` shows it. So nobody in
the simulated game can answer a card that it does not see, and choices made at the same time stay blind to each other.
A seat leaves its tree with the first move that it has never tried there; from then on it plays as simulated games go.

There are no nodes, only edges: a flat table from the hash of "having heard this, made this move" to what came of it.
"""

from typing import TYPE_CHECKING

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.libc.stdlib import calloc, free
else:
    from math import sqrt

    from ridotto.engine.chance import fraction, noise
    from ridotto.engine.note import UNSEEN
    from ridotto.engine.rng import Rng
    from ridotto.engine.state import Moves

    SEATS, FEWEST, MOST, DEEPEST, WORLDS, OFTEN = 8, 2048, 524288, 512, 8, 64

    def heard(told, seat, code):
        """What a seat has heard, as one number, after it has heard this too."""
        return noise(told + (seat + 1) * 65536 + code) | 1

    class Entry:
        """An edge."""

        __slots__ = ("key", "squares", "total", "visits")

        def __init__(self):
            self.key = self.visits = 0
            self.total = self.squares = 0.0


if TYPE_CHECKING:
    from ridotto.engine.knowledge import Knowledge
    from ridotto.engine.note import Note
    from ridotto.engine.outcomes import Horizon
    from ridotto.engine.state import State


class Tree:
    """What one thread has found out about the moves of one seat."""

    def __init__(self, start: "State", seat: int, knowledge: "Knowledge", seed: int):
        if start.seats > SEATS:
            raise ValueError(f"a search is for up to {SEATS} seats, not {start.seats}")
        self.start = start.copy()
        self.world = start.copy()
        self.seat = seat
        self.knowledge = knowledge
        self.rng = Rng(seed)
        self.dice = noise(seed % (1 << 62) + 1)  # for choices that no secret depends on
        self.moves = Moves()
        self.simulations = 0  # so far
        self.decisions = 0  # in all of them
        self.root = 0
        self.forced = -1  # the first move of every simulation, if only this one is to be thought about
        self.used = 0
        self.room = 0
        self.grow()
        if not self.room:
            raise MemoryError
        if not cython.compiled:
            self.told = [0] * SEATS
            self.path, self.turns = [0] * DEEPEST, [0] * DEEPEST
            self.listed, self.places, self.weights = [0] * 256, [0] * 256, [0.0] * 256
            self.shares = [0.0] * 16

    if cython.compiled:

        def __dealloc__(self):
            free(self.edges)

    def run(self, simulations: int, limit: int = 0) -> bool:
        """So many simulations more; with a limit, no more when until then no move can catch the leader any more."""
        todo: cython.longlong = simulations
        most: cython.longlong = limit
        done: cython.bint = False
        with cython.nogil:
            while todo > 0 and not done:
                self.simulate()
                todo -= 1
                if most and self.simulations % OFTEN == 0:
                    done = self.lead() > most - self.simulations
        self.world.failure()
        return done

    def tried(self) -> list[tuple[int, int, float, float]]:
        """Every legal move with its visits, the sum of the shares it came to, and of their squares."""
        rows = []
        for move in self.start.moves(self.seat):
            place: cython.int = self.place(heard(self.root, self.seat, move))
            rows.append((move, self.edges[place].visits, self.edges[place].total, self.edges[place].squares))
        return rows

    def think_about(self, move: int) -> None:
        """From now on all simulations begin with this move; -1: with the most promising one again."""
        self.forced = move

    def watch(self, move: int, number: int, ends: "Horizon") -> "tuple[State, list[Note], State]":
        """A game that begins with this move and goes on as was found: the start, all it tells, how it stands then.

        Whatever the move, the same number gives the same world and the same luck.
        """
        bare: State = self.world
        world: State = self.start.copy()
        world.listen()
        self.world = world
        self.rng = Rng(number)
        self.dice = noise(number % (1 << 62) + 1)
        self.grow()
        self.imagine()
        before: State = world.copy()
        notes: list[Note] = []
        left: cython.int = ends.times
        self.begin()
        inside: cython.int = self.learners()
        self.descend(self.seat, True)  # who thinks of this move has looked around before
        seat: cython.int = self.seat
        step: cython.int = move
        while world.player >= 0:
            if inside:
                self.tell(seat, step, inside)
            world.apply(seat, step)
            told = world.told()
            notes += told
            left -= sum(note.kind == ends.kind for note in told)
            if left <= 0 or world.player < 0:
                break
            seat = world.player
            self.grew = False
            if inside >> seat & 1:
                step = self.descend(seat, False)
                if self.grew:
                    inside &= ~(1 << seat)
            else:
                step = self.knowledge.choose(world, seat, self.moves, self.word())
        world.failure()
        self.world = bare
        return before, notes, world

    # One simulation

    def simulate(self):
        """One game: by the trees as far as they go, then on as simulated games go, and back with what came of it."""
        self.grow()
        self.imagine()
        self.begin()
        inside: cython.int = self.learners()  # the seats that are still in their trees
        after: cython.int = -1
        asked: cython.bint = False
        judged: cython.bint = False
        while self.world.player >= 0:
            if asked and self.knowledge.judge(self.world, after, self.shares):
                judged = True
                break
            # where several seats decide at the same time, the searching one is asked first
            seat: cython.int = self.world.player if asked else self.seat
            move: cython.int = 0
            if inside >> seat & 1:
                self.grew = False
                move = self.descend(seat, not asked)
                if self.grew:
                    inside &= ~(1 << seat)
            else:
                move = self.knowledge.choose(self.world, seat, self.moves, self.word())
            asked = True
            if not inside >> self.seat & 1:
                after += 1
            if inside:
                self.tell(seat, move, inside)
            self.world.apply(seat, move)
            self.decisions += 1
        if not judged:
            self.world.share_victory(self.shares)
        self.learn()
        self.simulations += 1

    def begin(self):
        """Nobody has heard anything yet, and nothing has come of it."""
        for each in range(self.world.seats):
            self.told[each] = each
            self.shares[each] = 0.0
        self.length = 0

    def learners(self):
        """The seats that have a tree, as bits."""
        return (1 << self.world.seats) - 1 if self.knowledge.others_learn else 1 << self.seat

    def imagine(self):
        """A world that the seat cannot tell from the truth, and that fits what the others were seen to do."""
        for tries in range(WORLDS):
            self.world.copy_from(self.start)
            self.world.deal_unseen(self.seat, self.rng, True)
            self.knowledge.imagine(self.world, self.seat, self.word())
            if tries < WORLDS - 1:
                fit: cython.double = self.knowledge.fits(self.world, self.seat)
                if fit >= 1.0 or fraction(self.word()) < fit:
                    break
        self.world.pending()  # plain rules find out here whom to ask

    def descend(self, seat, first):
        """The move that a seat makes in its tree."""
        self.moves.clear()
        self.world.legal(seat, self.moves)
        count: cython.int = self.moves.listed(self.listed)
        glimpse = self.knowledge.glimpse(self.world, seat)
        if glimpse:
            self.told[seat] = noise(self.told[seat] ^ glimpse)
        if first:
            self.root = self.told[seat]
            if self.forced >= 0:
                self.follow(seat, self.forced, self.place(heard(self.root, seat, self.forced)))
                return self.forced
        if count == 1 and not first:
            return self.listed[0]
        best: cython.int = self.most_promising(seat, count)
        self.follow(seat, self.listed[best], self.places[best])
        return self.listed[best]

    def most_promising(self, seat, count):
        """The place in the list of the move by what it has come to, by first sight, and by curiosity."""
        self.knowledge.weigh(self.world, seat, self.moves, self.weights)
        weight: cython.double = 0.0
        visits: cython.int = 0
        total: cython.double = 0.0
        i: cython.int
        for i in range(count):
            weight += self.weights[self.listed[i]]
            place: cython.int = self.place(heard(self.told[seat], seat, self.listed[i]))
            self.places[i] = place
            visits += self.edges[place].visits
            total += self.edges[place].total
        mean: cython.double = total / visits if visits else 0.0
        curiosity: cython.double = self.knowledge.exploration * sqrt(visits + 1.0)
        best: cython.int = 0
        highest: cython.double = -1.0
        for i in range(count):
            prior: cython.double = self.weights[self.listed[i]] / weight if weight > 0.0 else 1.0 / count
            if prior <= 0.0:
                continue
            tried: cython.int = self.edges[self.places[i]].visits
            value: cython.double = self.edges[self.places[i]].total / tried if tried else mean
            value += curiosity * prior / (1.0 + tried)
            value += (self.word() >> 40) * 1e-13  # among equals, any
            if value > highest:
                highest = value
                best = i
        return best

    def follow(self, seat, move, place):
        """Remembers that this edge was taken; a new one ends the seat's tree."""
        if self.edges[place].visits == 0:
            self.grew = True
        if self.edges[place].key == 0:
            if self.used >= self.room - self.room // 4:
                return
            self.edges[place].key = heard(self.told[seat], seat, move)
            self.used += 1
        if self.length < DEEPEST:
            self.path[self.length] = place
            self.turns[self.length] = seat
            self.length += 1
        else:
            self.grew = True

    def tell(self, seat, move, inside):
        """Every seat that is still in its tree hears what it can see of a move."""
        for viewer in range(self.world.seats):
            if inside >> viewer & 1:
                code: cython.int = move if viewer == seat else self.world.seen(seat, move, viewer)
                if code != UNSEEN:
                    self.told[viewer] = heard(self.told[viewer], seat, code)

    def learn(self):
        """Every edge that was taken learns what it came to for its seat."""
        for i in range(self.length):
            share: cython.double = self.shares[self.turns[i]]
            place: cython.int = self.path[i]
            self.edges[place].visits += 1
            self.edges[place].total += share
            self.edges[place].squares += share * share

    def word(self):
        self.dice += 1
        return noise(self.dice)

    def lead(self) -> int:
        """By how many visits the first move is before the second."""
        first: cython.int = 0
        second: cython.int = 0
        self.moves.clear()
        self.start.legal(self.seat, self.moves)
        for i in range(self.moves.listed(self.listed)):
            visits: cython.int = self.edges[self.place(heard(self.root, self.seat, self.listed[i]))].visits
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
        return first - second

    # The table of edges

    def place(self, key):
        """Where the edge of this key lies, or would lie."""
        at: cython.int = (key >> 1) & (self.room - 1)  # the last bit says only that there is a key
        while self.edges[at].key != key and self.edges[at].key != 0:
            at = (at + 1) & (self.room - 1)
        return at

    def grow(self):
        """Twice the room, before it gets tight; when there is no more to be had, the tree stays as it is."""
        room: cython.int = self.room
        if room >= MOST or self.used + DEEPEST < room // 2:
            return
        more: cython.int = 2 * room if room else FEWEST
        if cython.compiled:
            old = self.edges
            self.edges = cython.cast(cython.pointer(Edge), calloc(more, cython.sizeof(Edge)))
            if not self.edges:
                self.edges = old
                return
        else:
            old = getattr(self, "edges", [])
            self.edges = [Entry() for _ in range(more)]
        self.room = more
        for i in range(room):
            if old[i].key:
                self.edges[self.place(old[i].key)] = old[i]
        if cython.compiled:
            free(old)
