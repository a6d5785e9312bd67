"""Windows (`engine/windows.py`): what seats have answered, chosen ahead and ordered, and when it takes effect.

Where everybody may know the answer nobody is asked: it is given in the entry that opens the window, and no screen shows
the question. Any other window stays open for a fixed time, whoever has answered and however: an answer is written down
at once, tells nobody anything, and takes effect together with all others when that time has come. So neither the time
nor the reply tells who was last, who was asked at all, or whose standing order has answered.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ridotto.engine.note import SPECTATOR
from ridotto.house.tables.events import Event, Moved, Together, moves_of

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.state import State
    from ridotto.house.tables.table import Table

HOLD = 1500  # milliseconds that a window stays open


class Window:
    """The window of a table, open or not: what follows from the log about it. Moves are numbers here."""

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.opened: int | None = None  # since when it is open
        self.given: dict[int, int] = {}  # answers that wait for their time
        self.ahead: dict[int, tuple[int, int]] = {}  # moves chosen for after the window, and the term they hold for
        self.dropped: dict[int, int] = {}  # those that came to nothing, until their seats decide again
        self.insisting: set[int] = set()  # who wants to be asked everything
        self.orders: dict[int, tuple[str, int]] = {}

    # Entries

    def answer(self, state: "State", seat: int, move: int) -> None:
        """A seat answers, or chooses a move for afterwards, which is a pass; a mere pass takes such a move back."""
        asked = seat in state.actors()
        if asked and move in state.moves(seat):
            self.given[seat] = move
            self.ahead.pop(seat, None)
        elif self.may_withdraw(state, seat, move):
            del self.ahead[seat]
        elif self.may_choose(state, seat, move):
            self.ahead[seat] = move, self.game.windows.term(state)
            if asked:
                self.given[seat] = self.game.windows.PASS
        else:
            raise ValueError("nothing that could be answered")
        self.dropped.pop(seat, None)

    def may_choose(self, state: "State", seat: int, move: int) -> bool:
        """Is this a move that the seat may choose for after the window?"""
        return self.opened is not None and move in self.game.windows.ahead(self.game.view(state, seat))

    def may_withdraw(self, state: "State", seat: int, move: int) -> bool:
        """Does a seat that has passed long ago take back what it has chosen, by passing once more?"""
        return seat in self.ahead and seat not in state.actors() and move == self.game.windows.PASS

    def is_held(self, state: "State", ripe: int) -> bool:
        """Do answers wait for their time? Those windows have had it that were open at a moment before."""
        return self.opened is not None and self.opened > ripe and not is_foregone(state)

    def insist(self, seat: int, wants: bool) -> None:
        """Whoever is asked everything has no orders."""
        if wants:
            self.insisting.add(seat)
            self.orders.pop(seat, None)
        else:
            self.insisting.discard(seat)

    def order(self, seat: int, order: str, number: int) -> None:
        if order:
            self.orders[seat] = order, number
        else:
            self.orders.pop(seat, None)

    def forget(self, seat: int) -> None:
        """Somebody else plays this seat: what the person before wanted of the house is not what they want.

        An answer is no wish. It was given, and stands; whoever plays now may change it as long as the window is open.
        """
        self.insisting.discard(seat)
        for wishes in (self.orders, self.ahead, self.dropped):
            wishes.pop(seat, None)

    def moved(self, state: "State", seat: int, move: int, by: str, at: int) -> None:
        """A seat has made a move, and this is how it stands now."""
        self.given.pop(seat, None)
        if not by:
            self.dropped.pop(seat, None)
        if self.ahead.get(seat, (None, 0))[0] == move:
            del self.ahead[seat]
        if not self.game.windows.is_open(state):
            self.opened = None
            self.given.clear()
        elif self.opened is None:
            self.opened = at

    def settle(self) -> None:
        """All moves of an entry are made: what was chosen for after the window, and is not made by now, never will."""
        if self.opened is None and self.ahead:
            self.dropped.update((seat, move) for seat, (move, _) in self.ahead.items())
            self.ahead.clear()

    # What follows

    def standing_order(self, state: "State", seat: int) -> tuple[str, int]:
        """The order of a seat that still holds, or an empty one."""
        name, number = self.orders.get(seat, ("", 0))
        over = any(order.name == name and order.one_term for order in self.game.windows.ORDERS)
        return ("", 0) if over and number != self.game.windows.term(state) else (name, number)

    def remarks(self, viewer: int, given: int | None, insisting: list[int]) -> dict[str, Any]:
        """What a viewer is shown of all this besides the position: its own, and who wants to be asked everything."""
        text = self.game.text
        own = viewer >= 0 and self.opened is not None
        return {
            "insisting": insisting,
            "given": None if given is None else text(given),
            "ahead": (text(self.ahead[viewer][0]) if viewer in self.ahead else "") if own else None,
            "dropped": text(self.dropped[viewer]) if viewer in self.dropped else None,
        }


def goes_without_asking(state: "State", seat: int) -> int | None:
    """What the house answers for a seat: the obvious, where everybody may know that it is.

    The table goes on then without that person, and so nobody must learn from it what the seat alone knows.
    """
    game = state.game
    if not game.foregone_steps or game.obvious(game.view(state, SPECTATOR)) is None:
        return None
    return game.obvious(game.view(state, seat))


def is_foregone(state: "State") -> bool:
    """Is nobody asked in this window, since everybody may know the answer?"""
    return state.game.obvious(state.game.view(state, SPECTATOR)) is not None


def foreseen(table: "Table", seat: int) -> int | None:
    """What a seat that is asked in a window will have answered, as things stand: what it has said, else its order."""
    window, state, game = table.window, table.playing.state, table.game
    if window.opened is None or seat not in table.asked:
        return None
    if seat in window.given:
        return window.given[seat]
    if table.chairs[seat].played:
        return goes_without_asking(state, seat)
    if seat in window.insisting:
        return None
    view = game.view(state, seat)
    ordered = game.windows.answer(view, *window.standing_order(state, seat))
    return game.obvious(view) if ordered is None else ordered


# Entries that the house makes


def due(table: "Table", now: int, hold: int) -> Event | None:
    """All answers that have waited for their time, as one entry; no more of them than it takes to decide the window."""
    window, game = table.window, table.game
    if not table.going_on or window.opened is None:
        return None
    state = table.playing.state.copy()
    if window.is_held(state, now - hold):
        return None
    moves = []
    for seat in state.actors():
        move = foreseen(table, seat)
        if move is not None and game.windows.is_open(state):
            state.play(seat, move)
            moves.append(Moved(seat, game.text(move), "", "" if seat in window.given else table.helper(seat)))
    return Together(moves) if len(moves) > 1 else moves[0] if moves else None


def with_what_follows(table: "Table", entry: Event) -> Event:
    """An entry together with the moves that need no question after it: nobody is shown anything in between."""
    moves = moves_of(entry)
    if not moves or not table.game.has_windows:
        return entry
    state = table.playing.state.copy()
    for move in moves:
        state.play(move.seat, table.game.parse(move.move))
    following = list(_following(table, state))
    return Together([*moves, *following]) if following else entry


def _following(table: "Table", state: "State") -> Iterator[Moved]:
    """Answers that go without asking, and the move that whoever is next has chosen ahead; they are made on the way."""
    game, ahead = table.game, dict(table.window.ahead)
    while not state.over:
        moves = []
        if game.windows.is_open(state):
            for seat in state.actors():
                move = None if table.insists(seat) else goes_without_asking(state, seat)
                if move is not None:
                    moves.append(Moved(seat, game.text(move), "", table.helper(seat)))
        else:
            seat = state.actor()
            chosen, term = ahead.pop(seat, (None, 0))
            if chosen is not None and term == game.windows.term(state) and chosen in state.moves(seat):
                moves.append(Moved(seat, game.text(chosen), ""))
        if not moves:
            return
        for one in moves:
            state.play(one.seat, game.parse(one.move))
            yield one
