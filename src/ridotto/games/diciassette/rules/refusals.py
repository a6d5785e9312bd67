"""Why a move of 17 Diciassette is refused, and the clause behind a legal one. Uses only what the seat itself knows."""

from ridotto.engine.errors import IllegalMove
from ridotto.engine.message import msg
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import card_message
from ridotto.games.diciassette.rules.rules import Diciassette

_FACE_UP = {
    c.REVERSE: "diciassette.reverse.face_up",
    c.TRASH: "diciassette.trash.face_up",
    c.DOUBLE: "diciassette.double.face_up",
    c.TRAP: "diciassette.trap.face_up",
}
_FACE_DOWN = {
    c.REVERSE: "diciassette.reverse.face_down",
    c.TRASH: "diciassette.trash.face_down",
    c.DOUBLE: "diciassette.double.face_down",
    c.TRAP: "diciassette.trap.face_down_only",
}


def refusal(state: Diciassette, seat: int, move: int) -> IllegalMove:
    if state.over:
        return IllegalMove("over", "diciassette.end.freeze", msg("The game is over."))
    if state.phase == c.CALLING:
        return _no_answer(state, seat)
    if move in (c.PASS, c.CALL):
        return IllegalMove("phase", "diciassette.call.decided", msg("Nobody can call 17 right now."))
    if seat != state.turn:
        return IllegalMove("turn", "diciassette.turn.next", msg("It's not your turn."))
    if not 0 <= move < c.PASS:
        return IllegalMove("phase", "diciassette.turn.must_play", msg("Play a card now."))
    kind, _ = c.card_and_face(move)
    return IllegalMove(
        "no-card",
        "diciassette.turn.one_card",
        msg("You don't have this card in your hand: {card}.", card=card_message(kind)),
    )


def _no_answer(state: Diciassette, seat: int) -> IllegalMove:
    if seat == state.turn:
        return IllegalMove("last-player", "diciassette.call.who", msg("You've just played: now the others may call."))
    if not 0 <= seat < state.seats:
        return IllegalMove("turn", "diciassette.call.who", msg("It's not your turn."))
    if (state.passed | state.called) >> seat & 1:
        return IllegalMove("answered", "diciassette.call.answer_once", msg("You've already answered."))
    return IllegalMove("phase", "diciassette.call.pending", msg("Call 17 or pass now."))


def clause(state: Diciassette, seat: int, move: int) -> str:
    return clause_of(move)


def clause_of(move: int) -> str:
    """The clause to read about a move."""
    if move == c.PASS:
        return "diciassette.call.free"
    if move == c.CALL:
        return "diciassette.call.any_row"
    kind, down = c.card_and_face(move)
    if kind < c.CONCEALED:
        return "diciassette.play.two_sided_either_way"
    return (_FACE_DOWN if down else _FACE_UP).get(kind, "diciassette.play.face_choice")
