"""Events that follow without a question: answers when a window closes, and automatic moves after a move."""

from collections.abc import Iterator

from ridotto.engine.match import PreparedMove
from ridotto.house.tables.answer_window import public_automatic_move
from ridotto.house.tables.change import Change
from ridotto.house.tables.events import Moved, MovedTogether, moves_of
from ridotto.house.tables.table import Table


def close_window(table: Table, now: int, open_ms: int) -> Change | None:
    """All waiting answers as one event, once the window has been open for `open_ms`; no more than decide the window."""
    window, game, match = table.window, table.game, table.match
    if not table.allows_autoplay or window.opened_at is None or match is None:
        return None
    if window.holds_answers(match.state, now - open_ms):
        return None
    answers: list[tuple[Moved, PreparedMove]] = []
    for seat in match.state.actors():
        previous = answers[-1][1] if answers else None
        move = table.expected_answer(seat)
        if move is not None and game.windows.is_open(previous.after if previous else match.state):
            moved = Moved(seat, game.text(move), "", "" if seat in window.answers else table.substitute_for(seat))
            answers.append((moved, match.prepare(seat, move, previous)))
    return _together(answers) if answers else None


def with_automatic_moves(table: Table, change: Change) -> Change:
    """The change with all automatic moves after it, so that nobody is shown a position in between."""
    if not change.moves or not table.game.has_windows:
        return change
    made = list(zip(moves_of(change.event), change.moves, strict=True))
    return _together([*made, *_automatic_moves(table, change.moves[-1])])


def _together(moves: list[tuple[Moved, PreparedMove]]) -> Change:
    events = [moved for moved, _ in moves]
    return Change(events[0] if len(events) == 1 else MovedTogether(events), tuple(prepared for _, prepared in moves))


def _automatic_moves(table: Table, last: PreparedMove) -> Iterator[tuple[Moved, PreparedMove]]:
    """Public automatic moves and premoves after a move, until somebody must be asked."""
    game, match, premoves = table.game, table.started_match, dict(table.window.premoves)
    while not last.after.over:
        state, moves = last.after, []
        if game.windows.is_open(state):
            for seat in state.actors():
                move = None if table.insists(seat) else public_automatic_move(state, seat)
                if move is not None:
                    moves.append((seat, move, table.substitute_for(seat)))
        else:
            seat = state.actor()
            chosen, term = premoves.pop(seat, (None, 0))
            if chosen is not None and term == game.windows.term(state) and chosen in state.moves(seat):
                moves.append((seat, chosen, ""))
        if not moves:
            return
        for seat, move, by in moves:
            last = match.prepare(seat, move, last)
            yield Moved(seat, game.text(move), "", by), last
