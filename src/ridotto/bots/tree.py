"""The trees of one searching thread: information-set Monte Carlo tree search over any game, compiled.

Every simulation plays one game in a world redealt for the searching seat. Each seat has its own tree, whose nodes are
hashes of the seat's history: its own moves, and what it observes of the moves of others. So no seat in the simulated
game can answer a card that it does not see, and simultaneous decisions stay blind to each other. A seat leaves its tree
with the first move that it has never tried there, and plays rollout moves from then on.

The trees have no nodes in memory, only edges: a hash table from (history, move) to the results of the move.
"""

from typing import TYPE_CHECKING

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.libc.stdlib import calloc, free
else:
    from math import sqrt

    from ridotto.engine.chance import fraction, hash64
    from ridotto.engine.note import UNSEEN
    from ridotto.engine.rng import Rng
    from ridotto.engine.state import Moves

    MAX_SEATS, MIN_EDGES, MAX_EDGES, MAX_DEPTH, WORLD_TRIES, LEAD_CHECK_INTERVAL = 8, 2048, 524288, 512, 8, 64

    def extended_history(history, seat, code):
        """The hash of a seat's history after one more observation: the move itself, or the code it observes."""
        return hash64(history + (seat + 1) * 65536 + code) | 1

    class PlainEdge:
        """The results of a move after a history."""

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
    """The trees of one thread that searches for one seat.

    Attributes:
        simulations: The number of simulations so far.
        decisions: The number of decisions in all simulations.
    """

    def __init__(self, start: "State", seat: int, knowledge: "Knowledge", seed: int):
        """Prepare a search. The state may be any that the seat cannot tell from the true one.

        Raises:
            ValueError: The game has too many seats.
        """
        if start.seats > MAX_SEATS:
            raise ValueError(f"a search is for up to {MAX_SEATS} seats, not {start.seats}")
        self.start = start.copy()
        self.world = start.copy()
        self.seat = seat
        self.knowledge = knowledge
        self.rng = Rng(seed)
        self.random_counter = hash64(seed % (1 << 62) + 1)  # not cryptographic: no secret depends on these choices
        self.moves = Moves()
        self.simulations = 0
        self.decisions = 0
        self.root = 0  # the history of the searching seat at the start
        self.forced_move = -1  # the first move of every simulation; -1: the most promising one
        self.used = 0
        self.capacity = 0
        self.grow_table()
        if not self.capacity:
            raise MemoryError
        if not cython.compiled:
            self.histories = [0] * MAX_SEATS
            self.path, self.path_seats = [0] * MAX_DEPTH, [0] * MAX_DEPTH
            self.legal_moves, self.slots, self.weights = [0] * 256, [0] * 256, [0.0] * 256
            self.shares = [0.0] * 16

    if cython.compiled:

        def __dealloc__(self):
            free(self.edges)

    def run(self, simulations: int, limit: int = 0) -> bool:
        """Run some simulations. With a limit on all simulations, stop early once no move can overtake the leader.

        Returns:
            Has the search stopped early?
        """
        todo: cython.longlong = simulations
        simulation_limit: cython.longlong = limit
        done: cython.bint = False
        with cython.nogil:
            while todo > 0 and not done:
                self.simulate()
                todo -= 1
                if simulation_limit and self.simulations % LEAD_CHECK_INTERVAL == 0:
                    done = self.visit_lead() > simulation_limit - self.simulations
        self.world.raise_failure()
        return done

    def move_stats(self) -> list[tuple[int, int, float, float]]:
        """Every legal move with its visits, the sum of its shares of the victory, and the sum of their squares."""
        rows = []
        for move in self.start.moves(self.seat):
            slot: cython.int = self.slot_of(extended_history(self.root, self.seat, move))
            rows.append((move, self.edges[slot].visits, self.edges[slot].total, self.edges[slot].squares))
        return rows

    def force_first_move(self, move: int) -> None:
        """Begin all further simulations with this move; -1: with the most promising one again."""
        self.forced_move = move

    def play_line(self, move: int, number: int, horizon: "Horizon") -> "tuple[State, list[Note], State]":
        """Play a game that begins with this move and continues with the best moves found, up to the horizon.

        For every move, the same number gives the same world and the same luck.

        Returns:
            The state at the beginning, all notes, and the state at the end.
        """
        silent: State = self.world
        world: State = self.start.copy()
        world.listen()
        self.world = world
        self.rng = Rng(number)
        self.random_counter = hash64(number % (1 << 62) + 1)
        self.grow_table()
        self.draw_world()
        before: State = world.copy()
        notes: list[Note] = []
        left: cython.int = horizon.times
        self.begin_simulation()
        inside: cython.int = self.seats_with_trees()
        self.tree_move(self.seat, True)  # enters into its history what chance has shown the seat; the move is given
        seat: cython.int = self.seat
        step: cython.int = move
        while world.player >= 0:
            if inside:
                self.tell_observers(seat, step, inside)
            world.apply(seat, step)
            new_notes = world.take_notes()
            notes += new_notes
            left -= sum(note.kind == horizon.kind for note in new_notes)
            if left <= 0 or world.player < 0:
                break
            seat = world.player
            self.added_edge = False
            if inside >> seat & 1:
                step = self.tree_move(seat, False)
                if self.added_edge:
                    inside &= ~(1 << seat)
            else:
                step = self.knowledge.rollout_move(world, seat, self.moves, self.random_word())
        world.raise_failure()
        self.world = silent
        return before, notes, world

    # One simulation

    def simulate(self):
        """Run one simulation: play moves of the trees, then rollout moves, and enter the result in the trees."""
        self.grow_table()
        self.draw_world()
        self.begin_simulation()
        inside: cython.int = self.seats_with_trees()  # the seats that have not left their trees, as bits
        after: cython.int = -1  # decisions since the searching seat has left its tree
        asked: cython.bint = False
        judged: cython.bint = False
        while self.world.player >= 0:
            if asked and self.knowledge.evaluate(self.world, after, self.shares):
                judged = True
                break
            # where several seats decide simultaneously, the searching one is asked first
            seat: cython.int = self.world.player if asked else self.seat
            move: cython.int = 0
            if inside >> seat & 1:
                self.added_edge = False
                move = self.tree_move(seat, not asked)
                if self.added_edge:
                    inside &= ~(1 << seat)
            else:
                move = self.knowledge.rollout_move(self.world, seat, self.moves, self.random_word())
            asked = True
            if not inside >> self.seat & 1:
                after += 1
            if inside:
                self.tell_observers(seat, move, inside)
            self.world.apply(seat, move)
            self.decisions += 1
        if not judged:
            self.world.share_victory(self.shares)
        self.back_up()
        self.simulations += 1

    def begin_simulation(self):
        """Reset histories, shares and path."""
        for seat in range(self.world.seats):
            self.histories[seat] = seat
            self.shares[seat] = 0.0
        self.length = 0

    def seats_with_trees(self):
        """The seats that have a tree, as bits."""
        return (1 << self.world.seats) - 1 if self.knowledge.others_learn else 1 << self.seat

    def draw_world(self):
        """Draw a world that the seat cannot tell from the true one, and that is consistent with the others' moves."""
        for tries in range(WORLD_TRIES):
            self.world.copy_from(self.start)
            self.world.deal_unseen(self.seat, self.rng, True)
            self.knowledge.sample_world(self.world, self.seat, self.random_word())
            if tries < WORLD_TRIES - 1:
                fit: cython.double = self.knowledge.acceptance_probability(self.world, self.seat)
                if fit >= 1.0 or fraction(self.random_word()) < fit:
                    break
        self.world.pending()  # plain rules compute `player` here

    def tree_move(self, seat, first):
        """The move of a seat that is in its tree. `first`: the first decision of the searching seat."""
        self.moves.clear()
        self.world.legal(seat, self.moves)
        count: cython.int = self.moves.write_to(self.legal_moves)
        outcome = self.knowledge.chance_outcome(self.world, seat)
        if outcome:
            self.histories[seat] = hash64(self.histories[seat] ^ outcome)
        if first:
            self.root = self.histories[seat]
            if self.forced_move >= 0:
                slot: cython.int = self.slot_of(extended_history(self.root, seat, self.forced_move))
                self.take_edge(seat, self.forced_move, slot)
                return self.forced_move
        if count == 1 and not first:
            return self.legal_moves[0]
        best: cython.int = self.best_index(seat, count)
        self.take_edge(seat, self.legal_moves[best], self.slots[best])
        return self.legal_moves[best]

    def best_index(self, seat, count):
        """The index in `legal_moves` of the move with the highest mean result plus exploration bonus (PUCT)."""
        self.knowledge.prior(self.world, seat, self.moves, self.weights)
        weight: cython.double = 0.0
        visits: cython.int = 0
        total: cython.double = 0.0
        i: cython.int
        for i in range(count):
            weight += self.weights[self.legal_moves[i]]
            slot: cython.int = self.slot_of(extended_history(self.histories[seat], seat, self.legal_moves[i]))
            self.slots[i] = slot
            visits += self.edges[slot].visits
            total += self.edges[slot].total
        mean: cython.double = total / visits if visits else 0.0
        exploration: cython.double = self.knowledge.exploration * sqrt(visits + 1.0)
        best: cython.int = 0
        highest: cython.double = -1.0
        for i in range(count):
            prior: cython.double = self.weights[self.legal_moves[i]] / weight if weight > 0.0 else 1.0 / count
            if prior <= 0.0:
                continue
            tried: cython.int = self.edges[self.slots[i]].visits
            value: cython.double = self.edges[self.slots[i]].total / tried if tried else mean
            value += exploration * prior / (1.0 + tried)
            value += (self.random_word() >> 40) * 1e-13  # breaks ties at random
            if value > highest:
                highest = value
                best = i
        return best

    def take_edge(self, seat, move, slot):
        """Append an edge to the path of this simulation. If the edge is new, the seat leaves its tree."""
        if self.edges[slot].visits == 0:
            self.added_edge = True
        if self.edges[slot].key == 0:
            if self.used >= self.capacity - self.capacity // 4:
                return
            self.edges[slot].key = extended_history(self.histories[seat], seat, move)
            self.used += 1
        if self.length < MAX_DEPTH:
            self.path[self.length] = slot
            self.path_seats[self.length] = seat
            self.length += 1
        else:
            self.added_edge = True

    def tell_observers(self, seat, move, inside):
        """Extend the history of every seat that is still in its tree by what it observes of a move."""
        for viewer in range(self.world.seats):
            if inside >> viewer & 1:
                code: cython.int = move if viewer == seat else self.world.observe(seat, move, viewer)
                if code != UNSEEN:
                    self.histories[viewer] = extended_history(self.histories[viewer], seat, code)

    def back_up(self):
        """Add the result of the simulation to every edge of its path."""
        for i in range(self.length):
            share: cython.double = self.shares[self.path_seats[i]]
            slot: cython.int = self.path[i]
            self.edges[slot].visits += 1
            self.edges[slot].total += share
            self.edges[slot].squares += share * share

    def random_word(self):
        self.random_counter += 1
        return hash64(self.random_counter)

    def visit_lead(self) -> int:
        """How many visits the most visited move has more than the second."""
        first: cython.int = 0
        second: cython.int = 0
        self.moves.clear()
        self.start.legal(self.seat, self.moves)
        for i in range(self.moves.write_to(self.legal_moves)):
            slot: cython.int = self.slot_of(extended_history(self.root, self.seat, self.legal_moves[i]))
            visits: cython.int = self.edges[slot].visits
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
        return first - second

    # The hash table of edges

    def slot_of(self, key):
        """The slot of the edge with this key, or the free slot for it."""
        at: cython.int = (key >> 1) & (self.capacity - 1)  # bit 0 is always set: key 0 means a free slot
        while self.edges[at].key != key and self.edges[at].key != 0:
            at = (at + 1) & (self.capacity - 1)
        return at

    def grow_table(self):
        """Double the table before it is half full. Without memory, or at the maximum size, it stays as it is."""
        room: cython.int = self.capacity
        if room >= MAX_EDGES or self.used + MAX_DEPTH < room // 2:
            return
        more: cython.int = 2 * room if room else MIN_EDGES
        if cython.compiled:
            old = self.edges
            self.edges = cython.cast(cython.pointer(Edge), calloc(more, cython.sizeof(Edge)))
            if not self.edges:
                self.edges = old
                return
        else:
            old = getattr(self, "edges", [])
            self.edges = [PlainEdge() for _ in range(more)]
        self.capacity = more
        for i in range(room):
            if old[i].key:
                self.edges[self.slot_of(old[i].key)] = old[i]
        if cython.compiled:
            free(old)
