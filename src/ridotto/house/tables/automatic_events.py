"""Events that follow without a question: answers when a window closes, and automatic moves after a move."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ridotto.house.tables.answer_window import public_automatic_move
from ridotto.house.tables.events import Event, Moved, MovedTogether, moves_of
from ridotto.house.tables.table import Table

if TYPE_CHECKING:
    from ridotto.engine.state import State


def close_window(table: Table, now: int, open_ms: int) -> Event | None:
    """All waiting answers as one event, once the window has been open for `open_ms`; no more than decide the window."""
    window, game = table.window, table.game
    if not table.allows_autoplay or window.opened_at is None:
        return None
    state = table.started_match.state.copy()
    if window.holds_answers(state, now - open_ms):
        return None
    moves = []
    for seat in state.actors():
        move = table.expected_answer(seat)
        if move is not None and game.windows.is_open(state):
            state.play(seat, move)
            moves.append(Moved(seat, game.text(move), "", "" if seat in window.answers else table.substitute_for(seat)))
    return MovedTogether(moves) if len(moves) > 1 else moves[0] if moves else None


def with_automatic_moves(table: Table, event: Event) -> Event:
    """The event with all automatic moves after it, so that nobody is shown a position in between."""
    moves = moves_of(event)
    if not moves or not table.game.has_windows:
        return event
    state = table.started_match.state.copy()
    for move in moves:
        state.play(move.seat, table.game.parse(move.move))
    following = list(_play_automatic_moves(table, state))
    return MovedTogether([*moves, *following]) if following else event


def _play_automatic_moves(table: Table, state: "State") -> Iterator[Moved]:
    """Plays public automatic moves and premoves on `state` until somebody must be asked."""
    game, premoves = table.game, dict(table.window.premoves)
    while not state.over:
        moves = []
        if game.windows.is_open(state):
            for seat in state.actors():
                move = None if table.insists(seat) else public_automatic_move(state, seat)
                if move is not None:
                    moves.append(Moved(seat, game.text(move), "", table.substitute_for(seat)))
        else:
            seat = state.actor()
            chosen, term = premoves.pop(seat, (None, 0))
            if chosen is not None and term == game.windows.term(state) and chosen in state.moves(seat):
                moves.append(Moved(seat, game.text(chosen), ""))
        if not moves:
            return
        for one in moves:
            state.play(one.seat, game.parse(one.move))
            yield one
