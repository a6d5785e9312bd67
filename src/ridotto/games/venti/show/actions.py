"""The prompt, the offered actions and the notes for a viewer of Venti."""

from collections.abc import Sequence

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, SeatName
from ridotto.games.venti import components as c
from ridotto.games.venti.names import atoms_of
from ridotto.games.venti.show.offered_moves import offered_moves
from ridotto.games.venti.show.payment import payment_moves, suggested_payment, target_card, wanted_in_slot
from ridotto.games.venti.show.small_decisions import cheapest_message, small_decisions
from ridotto.games.venti.show.standings import ending, result_message, turns_are_over
from ridotto.games.venti.show.turn_actions import turn_action
from ridotto.games.venti.show.view import VentiOwn, VentiPayment, VentiPenalty, VentiPublic

# The order in which actions are offered.
_ACTION_ORDER = (
    range(c.DRAW, c.REPLACE),
    range(c.FULFIL, c.FREEZE),
    range(c.FREEZE, c.MAKE_JOKER),
    range(c.MAKE_JOKER, c.MAKE_ACTION),
    range(c.MAKE_ACTION, c.HAND_CARD),
    range(c.REPLACE, c.EXCHANGE),
    range(c.EXCHANGE, c.FULFIL),
    range(c.END_TURN, c.DRAW),
)


# The prompt for everybody


def prompt(public: VentiPublic) -> Message:
    if public.player is None:
        return result_message(public)
    who = SeatName(public.player)
    if public.payment:
        return msg("{who} is paying for target {target}.", who=who, target=public.payment.place + 1)
    match public.phase:
        case "main":
            n, limit = public.actions_used + 1, public.action_limit
            return msg("{who}: action {n} of {limit}.", who=who, n=n, limit=limit)
        case "penalty":
            return msg("{who} must give up point cards.", who=who)
        case "catch up":
            return msg("{who} is in last place and may add hand cards.", who=who)
        case _:
            return msg("{who} must discard hand cards.", who=who)


def prompt_clause(public: VentiPublic) -> str:
    """The clause that the prompt is based on."""
    if public.penalty:
        return _PENALTY_CLAUSES[public.penalty.cause]
    return _PROMPT_CLAUSES[public.phase]


_PROMPT_CLAUSES = {
    "main": "venti.turn.three",
    "declare": "venti.fulfil.equal",
    "pay": "venti.fulfil.pay_order",
    "commit": "venti.frozen.attempt.reveal",
    "catch up": "venti.catch.last",
    "hand limit": "venti.turn.hand_limit",
    "over": "venti.end.winner",
}
_PENALTY_CLAUSES = {
    "first to ten": "venti.ten.penalty",
    "own freeze": "venti.frozen.fail.own",
    "still frozen": "venti.frozen.end",
}


# The question to the seat that is asked


def question(public: VentiPublic, own: VentiOwn) -> Message:
    if public.penalty:
        return _penalty_question(public.penalty)
    if public.payment and public.phase == "pay":
        return _slot_question(public.payment, target_card(public, public.payment))
    match public.phase:
        case "main":
            n, limit = public.actions_used + 1, public.action_limit
            return msg("Action {n} of {limit}: what will you do?", n=n, limit=limit)
        case "declare":
            return msg("These cards must be equal: which number?")
        case "commit":
            return msg("Put down the cards you want to pay with; then the target is turned up.")
        case "catch up":
            return msgs(
                "You're in last place and may add hand cards worth up to {n} point:",
                "You're in last place and may add hand cards worth up to {n} points:",
                public.ten_rule.left if public.ten_rule else 0,
            )
        case _:
            return msgs("Discard {n} card:", "Discard {n} cards:", len(own.hand) - c.HAND_LIMIT)


def _slot_question(payment: VentiPayment, card: int) -> Message:
    paid = len(payment.paid)
    args = {"target": payment.place + 1, "n": paid + 1, "slots": len(atoms_of(card))}
    wanted = wanted_in_slot(payment, paid, card)
    if wanted == "?":
        return msg("Card {n} of {slots} for target {target}: pay with any card.", **args)
    if wanted.isdecimal():
        return msg("Card {n} of {slots} for target {target}: pay with a {number}.", number=wanted, **args)
    return msg("Card {n} of {slots} for target {target}: pay with any {sign}.", sign=wanted, **args)


def _penalty_question(penalty: VentiPenalty) -> Message:
    """What the penalty is for, and how much is still due."""
    if penalty.place is not None:
        return msgs(
            "Your target {target} is still frozen. Give up point cards: at least {n} point.",
            "Your target {target} is still frozen. Give up point cards: at least {n} points.",
            penalty.due,
            target=penalty.place + 1,
        )
    if penalty.cause == "first to ten":
        return msgs(
            "First to ten! Give up point cards: at least {n} point.",
            "First to ten! Give up point cards: at least {n} points.",
            penalty.due,
        )
    return msgs(
        "You failed. Give up point cards: at least {n} point.",
        "You failed. Give up point cards: at least {n} points.",
        penalty.due,
    )


# What is offered


def actions(public: VentiPublic, own: VentiOwn) -> tuple[Action, ...]:
    offered = offered_moves(own)
    if public.phase != "main":
        return tuple(small_decisions(public, own, offered))
    ordered = [offered[move] for kind in _ACTION_ORDER for move in kind if move in offered]
    return tuple(turn_action(public, own, move) for move in ordered)


# Notes


def notes(public: VentiPublic) -> tuple[Message, ...]:
    """Notes for everybody: how the game ended, or who has a last turn to come."""
    return tuple(line for _, line in ending(public)) if public.phase == "over" else _last_turns(public)


def _last_turns(public: VentiPublic) -> tuple[Message, ...]:
    if public.trigger is None or turns_are_over(public):
        return ()
    reached = msg("{who} has reached twenty.", who=SeatName(public.trigger))
    if public.final_queue:
        who = listing([SeatName(seat) for seat in public.final_queue])
        return reached, msg("Last turns to come: {who}.", who=who)
    return reached, msg("This is the last turn.")


def own_notes(public: VentiPublic, own: VentiOwn) -> tuple[Message, ...]:
    """Notes for the seat that is asked."""
    match public.phase:
        case "main":
            return *_last_turns(public), *_within_reach(public, own), *_too_many_cards(own)
        case "declare" | "pay":
            cheapest = suggested_payment(public, own)
            return (cheapest_message(cheapest),) if len(payment_moves(public, own)) == 1 else ()  # else a button has it
        case "hand limit" if any(card >= c.JOKER for card in own.hand):
            joker = msg("A joker stands for any card: think twice before you discard it.")
            return *_last_turns(public), joker
    return () if public.payment else _last_turns(public)


def _within_reach(public: VentiPublic, own: VentiOwn) -> list[Message]:
    """The targets that can be paid now; if none, the simplest thing to do."""
    ready = [place for place, lacks in enumerate(own.missing) if lacks == 0 and c.FULFIL + place in own.moves]
    if ready:
        numbers = listing([place + 1 for place in ready])
        return [
            msgs("You can pay target {targets}.", "You can pay targets {targets}.", len(ready), targets=numbers),
            *_ten_warnings(public, own, ready),
        ]
    if public.trigger is None and any(c.DRAW <= move < c.REPLACE for move in own.moves):
        return [msg("Take a card from the centre, or do something else.")]
    return []


def _ten_warnings(public: VentiPublic, own: VentiOwn, ready: Sequence[int]) -> list[Message]:
    """Which of these targets would make the seat the first to ten, and cost a penalty."""
    if not public.ten_ahead:
        return []
    score = public.seats[own.seat].score
    cards = {place + 1: public.targets[place].card for place in ready}
    across = [number for number, card in cards.items() if card is not None and score + c.POINTS[card] >= c.TEN]
    if not across:
        return []
    return [
        msgs(
            "Target {targets} makes you the first to ten: you give up two points or more.",
            "Targets {targets} make you the first to ten: you give up two points or more.",
            len(across),
            targets=listing(across),
        )
    ]


def _too_many_cards(own: VentiOwn) -> list[Message]:
    """The number of cards above the hand limit."""
    over = len(own.hand) - c.HAND_LIMIT
    if over <= 0:
        return []
    return [
        msgs(
            "You have {n} card too many: you may keep ten at the end of your turn.",
            "You have {n} cards too many: you may keep ten at the end of your turn.",
            over,
        )
    ]
