"""Why a move of Venti is refused, and the clause behind a legal one. Uses only what the seat itself knows."""

from ridotto.engine.errors import IllegalMove
from ridotto.engine.message import Message, msg
from ridotto.games.venti import components as c
from ridotto.games.venti.names import worth_message
from ridotto.games.venti.rules.rules import Venti

_PROMPTS = {
    c.MAIN: ("venti.turn.costs", msg("Choose an action now.")),
    c.DECLARING: ("venti.fulfil.pay_order", msg("Choose the number for the equal cards now.")),
    c.PAYING: ("venti.fulfil.pay_order", msg("Choose the next card to pay with.")),
    c.COMMITTING: ("venti.frozen.attempt", msg("Put down a card now, or say you're done.")),
    c.PENALTY: ("venti.penalty.choice", msg("Choose a point card to give up now.")),
    c.CATCHING_UP: ("venti.catch.choice", msg("Add a card that fits now, or say you're done.")),
    c.DISCARDING: ("venti.turn.hand_limit", msg("Discard a hand card now.")),
}
_MOVES_ASKED_FOR = {
    c.MAIN: range(c.END_TURN, c.HAND_CARD),
    c.DECLARING: range(c.DECLARE, c.POINT_CARD),
    c.PAYING: range(c.HAND_CARD, c.DECLARE),
    c.COMMITTING: (*range(c.HAND_CARD, c.DECLARE), c.DONE),
    c.PENALTY: range(c.POINT_CARD, c.DONE),
    c.CATCHING_UP: (*range(c.HAND_CARD, c.PERMANENT), c.DONE),
    c.DISCARDING: range(c.HAND_CARD, c.PERMANENT),
}

_HAND_CLAUSES = {
    c.PAYING: "venti.fulfil.hand_only",
    c.COMMITTING: "venti.fulfil.hand_only",
    c.CATCHING_UP: "venti.catch.choice",
    c.DISCARDING: "venti.turn.hand_limit.choice",
}


def refusal(state: Venti, seat: int, move: int) -> IllegalMove:
    if state.over:
        return IllegalMove("over", "venti.end.last_turns", msg("The game is over."))
    if seat != state.player:
        return IllegalMove("turn", "venti.turn.order", msg("It's not your turn."))
    if move not in _MOVES_ASKED_FOR[state.phase]:
        return IllegalMove("phase", *_wrong_phase(state, move))
    match state.phase:
        case c.MAIN:
            return _no_such_action(state, seat, move)
        case c.DECLARING:
            return IllegalMove(
                "not-payable", "venti.fulfil.pay_order", msg("With {n} you couldn't pay the rest.", n=move - c.DECLARE)
            )
        case c.PAYING | c.COMMITTING:
            return _no_payment(state, seat, move)
        case c.PENALTY:
            return _no_loss(state, seat, move - c.POINT_CARD)
        case _:
            return _no_hand_card(state, seat, move - c.HAND_CARD)


def _wrong_phase(state: Venti, move: int) -> tuple[str, Message]:
    """The clause and the message that say what is asked for instead."""
    clause, message = _PROMPTS[state.phase]
    if state.phase == c.MAIN and c.HAND_CARD <= move < c.PERMANENT:
        message = msg("You spend cards from your hand on a target: tap the target.")
    elif state.phase == c.MAIN and c.PERMANENT <= move < c.DECLARE:
        message = msg("You use a permanent joker to pay for a target: tap the target.")
    return clause, message


def _no_such_action(state: Venti, seat: int, move: int) -> IllegalMove:
    if move == c.END_TURN:
        return IllegalMove("no-pass", "venti.turn.no_pass", msg("You must use all your actions."))
    if move < c.REPLACE:
        return IllegalMove("no-card", "venti.draw.take", msg("There's no card in that spot of the centre."))
    if move == c.REPLACE:
        return IllegalMove("no-card", "venti.replace.all", msg("The centre is empty."))
    if move < c.FULFIL:
        return _no_exchange(state, *divmod(move - c.EXCHANGE, 5))
    if move < c.FREEZE:
        return _no_fulfilment(state, move - c.FULFIL)
    if move < c.MAKE_JOKER:
        return _no_freeze(state, move - c.FREEZE)
    return _no_sacrifice(state, seat, move)


def _no_target(target: int, clause: str) -> IllegalMove:
    return IllegalMove("no-card", clause, msg("There's no target {target}.", target=target + 1))


def _no_exchange(state: Venti, target: int, place: int) -> IllegalMove:
    if state.targets[target] < 0:
        return _no_target(target, "venti.exchange.swap")
    if state.frozen_by[target] >= 0:
        return IllegalMove("frozen", "venti.exchange.frozen", msg("A frozen target cannot be exchanged."))
    return IllegalMove("no-card", "venti.exchange.swap", msg("There's no card in that spot of the centre."))


def _no_fulfilment(state: Venti, target: int) -> IllegalMove:
    card = state.targets[target]
    if card < 0:
        return _no_target(target, "venti.fulfil.payable")
    if card >= c.JOKER:
        return IllegalMove("joker", "venti.fulfil.joker_target", msg("A joker among the targets cannot be fulfilled."))
    return IllegalMove("not-payable", "venti.fulfil.payable", msg("You cannot pay this target."))


def _no_freeze(state: Venti, target: int) -> IllegalMove:
    card = state.targets[target]
    if card < 0:
        return _no_target(target, "venti.freeze.turn_down")
    if state.frozen_by[target] >= 0:
        return IllegalMove("frozen", "venti.freeze.face_up_first", msg("This target is frozen already."))
    if card >= c.JOKER:
        return IllegalMove("joker", "venti.freeze.no_joker", msg("A joker among the targets cannot be frozen."))
    return IllegalMove("limit", "venti.freeze.limit", msg("No more targets can be frozen at the moment."))


def _no_sacrifice(state: Venti, seat: int, move: int) -> IllegalMove:
    extra = move >= c.MAKE_ACTION
    card_class = move - (c.MAKE_ACTION if extra else c.MAKE_JOKER)
    if state.scores()[seat] < c.MIN_POINTS_TO_SACRIFICE:
        clause = "venti.extra.five" if extra else "venti.joker.five"
        return IllegalMove("five", clause, msg("You need at least five points for that."))
    if extra and state.extra[seat][1] >= 0:
        return IllegalMove("two", "venti.extra.max_two", msg("You have two additional actions already."))
    if extra and card_class % 4 + 1 < c.MIN_EXTRA_POINTS:
        return IllegalMove(
            "worth", "venti.extra.min_two", msg("Only a card worth two points or more can become an additional action.")
        )
    return _not_owned(card_class, "venti.extra.one_per_action" if extra else "venti.joker.card")


def _not_owned(card_class: int, clause: str) -> IllegalMove:
    return IllegalMove(
        "no-card", clause, msg("You don't have this point card: {card}.", card=worth_message(card_class))
    )


def _no_payment(state: Venti, seat: int, move: int) -> IllegalMove:
    if move < c.PERMANENT:
        return _no_hand_card(state, seat, move - c.HAND_CARD)
    number = move - c.PERMANENT
    if any(c.number_of(card) == number for card in c.cards_in(state.permanent[seat])):
        return IllegalMove(
            "not-payable", "venti.fulfil.pjoker", msg("Your permanent joker {n} cannot be used here.", n=number)
        )
    return IllegalMove("no-card", "venti.fulfil.pjoker", msg("You have no permanent joker {n}.", n=number))


def _no_hand_card(state: Venti, seat: int, card_class: int) -> IllegalMove:
    held = [card for card in c.cards_in(state.hand[seat]) if not c.has(state.committed, card)]
    if card_class not in {c.CARD_CLASS[card] for card in held}:
        message = msg("You don't have this card in your hand: {card}.", card=worth_message(card_class))
        return IllegalMove("no-card", _HAND_CLAUSES[state.phase], message)
    if state.phase == c.CATCHING_UP:
        message = msg("You may only add cards worth up to {points}.", points=state.catch_up_left)
        return IllegalMove("worth", "venti.catch.limit", message)
    return IllegalMove(
        "not-payable", "venti.fulfil.pay_order", msg("This card doesn't fit, or you couldn't pay the rest.")
    )


def _no_loss(state: Venti, seat: int, card_class: int) -> IllegalMove:
    if card_class not in {c.CARD_CLASS[card] for card in c.cards_in(state.points_pile[seat])}:
        return _not_owned(card_class, "venti.penalty.only_points")
    return IllegalMove("not-minimal", "venti.penalty.choice", msg("You must lose as few points as possible."))


_ACTION_CLAUSES = (
    (c.DRAW, "venti.turn.no_pass"),
    (c.REPLACE, "venti.draw.take"),
    (c.EXCHANGE, "venti.replace.all"),
    (c.FULFIL, "venti.exchange.swap"),
    (c.FREEZE, "venti.fulfil.pay"),
    (c.MAKE_JOKER, "venti.freeze.turn_down"),
    (c.MAKE_ACTION, "venti.joker.card"),
    (c.HAND_CARD, "venti.extra.one"),
)
_STEP_CLAUSES = {
    c.DECLARING: "venti.fulfil.equal",
    c.PAYING: "venti.fulfil.pay_order",
    c.COMMITTING: "venti.frozen.attempt",
    c.PENALTY: "venti.penalty.choice",
    c.CATCHING_UP: "venti.catch.choice",
    c.DISCARDING: "venti.turn.hand_limit.choice",
}


def clause(state: Venti, seat: int, move: int) -> str:
    """The clause that a legal move rests on."""
    if c.FULFIL <= move < c.FREEZE and state.frozen_by[move - c.FULFIL] >= 0:
        return "venti.frozen.attempt"
    if state.phase == c.MAIN:
        return next(rests_on for above, rests_on in _ACTION_CLAUSES if move < above)
    return _STEP_CLAUSES[state.phase]
