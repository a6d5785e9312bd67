"""Why a move of Verhext! is refused, and the clause behind a legal one. Uses only what the seat itself knows."""

from ridotto.engine.errors import IllegalMove
from ridotto.engine.message import Message, msg
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import card_message, suit_message
from ridotto.games.verhext.rules.rules import Verhext

_PHASES = (  # moves below this number belong to this phase, if not to one before
    (c.BASE, c.PROPHECY_PHASE),
    (c.NO_POTION, c.PLAY_BASE),
    (c.KEEP_ZERO, c.ADD_POTION),
    (c.MOVE_COUNT, c.COUNT_ZERO),
)
_ASKED: dict[int, Message] = {
    c.PROPHECY_PHASE: msg("Choose a prophecy now."),
    c.PLAY_BASE: msg("Play a card now."),
    c.ADD_POTION: msg("Add a potion to your card, or play it without."),
    c.COUNT_ZERO: msg("Keep or use your zero cards now."),
}
_ASKED_CLAUSE = {
    c.PROPHECY_PHASE: "verhext.bid.mandatory",
    c.PLAY_BASE: "verhext.trick.order",
    c.ADD_POTION: "verhext.potion.simultaneous",
    c.COUNT_ZERO: "verhext.zero.optional",
}
_TURN_CLAUSE = {c.PROPHECY_PHASE: "verhext.bid.order", c.COUNT_ZERO: "verhext.zero.order"}


def asked_in(move: int) -> int | None:
    """The phase a move belongs to; None if there is no such move."""
    return next((phase for end, phase in _PHASES if 0 <= move < end), None)


def refusal(state: Verhext, seat: int, move: int) -> IllegalMove:
    if state.over:
        return IllegalMove("over", "verhext.end.finish_round", msg("The game is over."))
    if seat != state.player:
        return IllegalMove("turn", _TURN_CLAUSE.get(state.phase, "verhext.trick.order"), msg("It's not your turn."))
    if asked_in(move) != state.phase:
        return IllegalMove("phase", _ASKED_CLAUSE[state.phase], _ASKED[state.phase])
    if state.phase == c.PROPHECY_PHASE:
        return _no_prophecy(move)
    if state.phase == c.ADD_POTION:
        potion = card_message(c.FIRST_POTION + move - c.ATTACH)
        return IllegalMove("no-card", "verhext.potion.attach", msg("You have no {card} left to add.", card=potion))
    return _no_play(state, seat, move - c.BASE)


def _no_prophecy(move: int) -> IllegalMove:
    if move >= c.REBID:
        number = c.number(move - c.REBID + 1)
        return IllegalMove(
            "no-failed-card",
            "verhext.rebid.own_failed",
            msg("You have no failed {number} to try again.", number=number),
        )
    return IllegalMove(
        "empty-stack", "verhext.bid.empty_stack", msg("The stack of {number} is empty.", number=c.number(move))
    )


def _no_play(state: Verhext, seat: int, card: int) -> IllegalMove:
    if card not in c.cards_in(state.hands[seat]):
        return IllegalMove("no-card", "verhext.follow.choice", msg("You don't have {card}.", card=card_message(card)))
    led = c.suit(c.played_cards(state.plays[state.trick * state.seats])[0])
    clause = "verhext.follow.must"
    if led == c.POTION:
        clause = "verhext.follow.potion_is_suit"
    elif c.suit(card) == c.POTION:
        clause = "verhext.follow.potion_not_wild"
    return IllegalMove("follow", clause, msg("You must follow suit: {suit} was led.", suit=suit_message(led)))


def clause(state: Verhext, seat: int, move: int) -> str:
    """The clause to read about a legal move."""
    if move < c.REBID:
        return "verhext.bid.max" if move else "verhext.zero.success"
    if move < c.BASE:
        return "verhext.rebid.allowed"
    if move < c.NO_POTION:
        if not state.played:
            return "verhext.trick.lead_any"
        led = c.suit(c.played_cards(state.plays[state.trick * state.seats])[0])
        return "verhext.follow.must" if c.suit(move - c.BASE) == led else "verhext.follow.free"
    if move < c.KEEP_ZERO:
        return "verhext.potion.attach" if move > c.NO_POTION else "verhext.potion.optional"
    return "verhext.zero.bonus"
