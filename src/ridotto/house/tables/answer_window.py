"""The answer window of a table: what seats answered, which moves they chose ahead, and their standing orders.

If everybody may know the answer, nobody is asked: the event that opens the window contains the answer, and no screen
shows the question. Every other window stays open for a fixed time, no matter who answered and how: an answer is logged
at once, tells nobody anything, and takes effect together with all others when the window closes. So neither the time
nor the result tells who answered last, who was asked at all, or whose standing order answered.
"""

from typing import TYPE_CHECKING

from ridotto.engine.note import SPECTATOR
from ridotto.engine.standing_orders import HeldAnswers

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.state import State

WINDOW_MS = 1500  # how long a window stays open


class AnswerWindow:
    """The window of a table, open or not, as it follows from the log. Moves are numbers."""

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.opened_at: int | None = None  # when it was opened; None: it is closed
        self.answers: dict[int, int] = {}  # that wait until the window closes
        self.premoves: dict[int, tuple[int, int]] = {}  # moves chosen for after the window, each with its term
        self.dropped: dict[int, int] = {}  # premoves that became impossible, until their seats decide again
        self.insisting: set[int] = set()  # seats that want to be asked everything
        self.orders: dict[int, tuple[str, int]] = {}  # standing orders, with their numbers

    # Events

    def answer(self, state: "State", seat: int, move: int) -> None:
        """Records an answer or a premove. A premove also passes; a mere pass withdraws the premove."""
        asked = seat in state.actors()
        if asked and move in state.moves(seat):
            self.answers[seat] = move
            self.premoves.pop(seat, None)
        elif self.may_withdraw(state, seat, move):
            del self.premoves[seat]
        elif self.may_premove(state, seat, move):
            self.premoves[seat] = move, self.game.windows.term(state)
            if asked:
                self.answers[seat] = self.game.windows.PASS
        else:
            raise ValueError("the move is neither an answer nor a premove")
        self.dropped.pop(seat, None)

    def may_premove(self, state: "State", seat: int, move: int) -> bool:
        """May the seat choose this move for after the window?"""
        return self.opened_at is not None and move in self.game.windows.premoves(self.game.view(state, seat))

    def may_withdraw(self, state: "State", seat: int, move: int) -> bool:
        """Does this move, a repeated pass, withdraw the premove of a seat that is no longer asked?"""
        return seat in self.premoves and seat not in state.actors() and move == self.game.windows.PASS

    def holds_answers(self, state: "State", cutoff: int) -> bool:
        """Are answers still waiting? Windows opened at or before `cutoff` have been open long enough."""
        return self.opened_at is not None and self.opened_at > cutoff and not is_publicly_automatic(state)

    def insist(self, seat: int, wants: bool) -> None:
        """A seat that insists on being asked loses its standing order."""
        if wants:
            self.insisting.add(seat)
            self.orders.pop(seat, None)
        else:
            self.insisting.discard(seat)

    def order(self, seat: int, order: str, number: int) -> None:
        """Sets the standing order of a seat; an empty one revokes it."""
        if order:
            self.orders[seat] = order, number
        else:
            self.orders.pop(seat, None)

    def reset_preferences(self, seat: int) -> None:
        """Forgets what the seat's former player wanted; another person plays it now.

        The former player's answer stands: it was given. The new one may change it while the window is open.
        """
        self.insisting.discard(seat)
        for preferences in (self.orders, self.premoves, self.dropped):
            preferences.pop(seat, None)

    def moved(self, state: "State", seat: int, move: int, by: str, at: int) -> None:
        """A seat has moved; `state` is the state after it."""
        self.answers.pop(seat, None)
        if not by:
            self.dropped.pop(seat, None)
        if self.premoves.get(seat, (None, 0))[0] == move:
            del self.premoves[seat]
        if not self.game.windows.is_open(state):
            self.opened_at = None
            self.answers.clear()
        elif self.opened_at is None:
            self.opened_at = at

    def drop_premoves(self) -> None:
        """After all moves of an event: premoves that were not made when the window closed never will be."""
        if self.opened_at is None and self.premoves:
            self.dropped.update((seat, move) for seat, (move, _) in self.premoves.items())
            self.premoves.clear()

    # What follows from the events

    def standing_order(self, state: "State", seat: int) -> tuple[str, int]:
        """The valid standing order of a seat with its number, or an empty one."""
        name, number = self.orders.get(seat, ("", 0))
        over = any(order.name == name and order.one_term for order in self.game.windows.ORDERS)
        return ("", 0) if over and number != self.game.windows.term(state) else (name, number)

    def held(self, seat: int, answer: int | None) -> HeldAnswers:
        """What the house holds back for a seat, whose answer this is."""
        text = self.game.text
        ahead = (text(self.premoves[seat][0]) if seat in self.premoves else "") if self.opened_at is not None else None
        dropped = text(self.dropped[seat]) if seat in self.dropped else None
        return HeldAnswers(None if answer is None else text(answer), ahead, dropped)


def public_automatic_move(state: "State", seat: int) -> int | None:
    """The move the house makes for a seat without asking: only if everybody may know that it is automatic.

    The table then continues without that person, so nobody may learn from it what only the seat knows.
    """
    game: Game = state.game
    if not game.has_public_automatic_moves or game.automatic_move(game.view(state, SPECTATOR)) is None:
        return None
    return game.automatic_move(game.view(state, seat))


def is_publicly_automatic(state: "State") -> bool:
    """Does everybody know the answer, so that nobody is asked in this window?"""
    return state.game.automatic_move(state.game.view(state, SPECTATOR)) is not None
