"""The prompt, the offered actions and the notes for a viewer of Venti."""

from collections.abc import Sequence
from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, SeatName
from ridotto.games.venti import components as c
from ridotto.games.venti.names import atoms_of
from ridotto.games.venti.show.payment import missing_at, payment_moves, target_card, wanted_in_slot
from ridotto.games.venti.show.small_decisions import cheapest_message, small_decisions
from ridotto.games.venti.show.standings import ending, result_message, turns_are_over
from ridotto.games.venti.show.turn_actions import turn_action

View = dict[str, Any]

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


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return result_message(view)
    if view["own"] is None or view["player"] != view["viewer"]:
        return _waiting(view)
    match view["phase"]:
        case "main":
            actions = view["actions"]
            return msg("Action {n} of {limit}: what will you do?", n=actions["used"] + 1, limit=actions["limit"])
        case "declare":
            return msg("These cards must be equal: which number?")
        case "pay":
            return _slot_question(view)
        case "commit":
            return msg("Put down the cards you want to pay with; then the target is turned up.")
        case "penalty":
            return _fine_question(view)
        case "catch up":
            return msgs(
                "You're in last place and may add hand cards worth up to {n} point:",
                "You're in last place and may add hand cards worth up to {n} points:",
                view["ten"]["left"],
            )
        case _:
            over = len(view["own"]["hand"]) - c.HAND_LIMIT
            return msgs("Discard {n} card:", "Discard {n} cards:", over)


def _slot_question(view: View) -> Message:
    card = target_card(view, view["payment"]["target"] - 1)
    assert card is not None
    paid = len(view["payment"]["paid"])
    args = {"target": view["payment"]["target"], "n": paid + 1, "slots": len(atoms_of(card))}
    wanted = wanted_in_slot(view, paid, card)
    if wanted == "?":
        return msg("Card {n} of {slots} for target {target}: pay with any card.", **args)
    if wanted.isdecimal():
        return msg("Card {n} of {slots} for target {target}: pay with a {number}.", number=wanted, **args)
    return msg("Card {n} of {slots} for target {target}: pay with any {sign}.", sign=wanted, **args)


def _fine_question(view: View) -> Message:
    """What the penalty is for, and how much is still due."""
    due = view["penalty"]["due"]
    match view["penalty"]["for"]:
        case "first to ten":
            return msgs(
                "First to ten! Give up point cards: at least {n} point.",
                "First to ten! Give up point cards: at least {n} points.",
                due,
            )
        case "own freeze":
            return msgs(
                "You failed. Give up point cards: at least {n} point.",
                "You failed. Give up point cards: at least {n} points.",
                due,
            )
    return msgs(
        "Your target {target} is still frozen. Give up point cards: at least {n} point.",
        "Your target {target} is still frozen. Give up point cards: at least {n} points.",
        due,
        target=view["penalty"]["target"],
    )


def _waiting(view: View) -> Message:
    who = SeatName(view["player"])
    match view["phase"]:
        case "main":
            actions = view["actions"]
            return msg("{who}: action {n} of {limit}.", who=who, n=actions["used"] + 1, limit=actions["limit"])
        case "declare" | "pay" | "commit":
            return msg("{who} is paying for target {target}.", who=who, target=view["payment"]["target"])
        case "penalty":
            return msg("{who} must give up point cards.", who=who)
        case "catch up":
            return msg("{who} is in last place and may add hand cards.", who=who)
        case _:
            return msg("{who} must discard hand cards.", who=who)


def prompt_clause(view: View) -> str:
    """The clause that the prompt is based on."""
    if view["phase"] == "penalty":
        return _FINE_CLAUSES.get(view["penalty"]["for"], "venti.frozen.end")
    return _PROMPT_CLAUSES[view["phase"]]


_PROMPT_CLAUSES = {
    "main": "venti.turn.three",
    "declare": "venti.fulfil.equal",
    "pay": "venti.fulfil.pay_order",
    "commit": "venti.frozen.attempt.reveal",
    "catch up": "venti.catch.last",
    "hand limit": "venti.turn.hand_limit",
    "over": "venti.end.winner",
}
_FINE_CLAUSES = {"first to ten": "venti.ten.penalty", "own freeze": "venti.frozen.fail.own"}


# What is offered


def actions(view: View) -> tuple[Action, ...]:
    offered = dict(zip(view["moves"], view["clauses"], strict=True))
    if not offered:
        return ()
    if view["phase"] != "main":
        return tuple(small_decisions(view, offered))
    ordered = [move for kind in _ACTION_ORDER for move in kind if move in offered]
    return tuple(turn_action(view, move, offered[move]) for move in ordered)


# Notes


def notes(view: View) -> tuple[Message, ...]:
    if view["phase"] == "over":
        return tuple(line for _, line in ending(view))
    if view["player"] != view["viewer"]:
        return tuple(_last_turns(view))
    return (*(() if view["payment"] else _last_turns(view)), *_own_notes(view))


def _last_turns(view: View) -> list[Message]:
    """Who has a last turn to come."""
    if view["trigger"] is None or turns_are_over(view):
        return []
    lines = [msg("{who} has reached twenty.", who=SeatName(view["trigger"]))]
    if view["final_queue"]:
        lines.append(msg("Last turns to come: {who}.", who=listing([SeatName(seat) for seat in view["final_queue"]])))
    else:
        lines.append(msg("This is the last turn."))
    return lines


def _own_notes(view: View) -> list[Message]:
    match view["phase"]:
        case "main":
            return _within_reach(view) + _too_many_cards(view)
        case "declare" | "pay" if len(payment_moves(view)) == 1:  # else a button offers it
            return [cheapest_message(view)]
        case "hand limit" if any(c.CARDS[name] >= c.JOKER for name in view["own"]["hand"]):
            return [msg("A joker stands for any card: think twice before you discard it.")]
    return []


def _within_reach(view: View) -> list[Message]:
    """The targets that can be paid now; if none, the simplest thing to do."""
    payable = [place for place in range(len(view["targets"])) if c.FULFIL + place in view["moves"]]
    ready = [place + 1 for place in payable if missing_at(view, place) == 0]
    if ready:
        return [
            msgs("You can pay target {targets}.", "You can pay targets {targets}.", len(ready), targets=listing(ready)),
            *_ten_warnings(view, ready),
        ]
    if view["trigger"] is None and any(c.DRAW <= move < c.REPLACE for move in view["moves"]):
        return [msg("Take a card from the centre, or do something else.")]
    return []


def _ten_warnings(view: View, ready: Sequence[int]) -> list[Message]:
    """Which of these targets would make the viewer the first to ten, and cost a penalty."""
    if len(view["seats"]) < 3 or view["first_to_ten"] is not None:
        return []
    score = view["seats"][view["viewer"]]["score"]
    cards = {place: target_card(view, place - 1) for place in ready}
    across = [place for place, card in cards.items() if card is not None and score + c.POINTS[card] >= c.TEN]
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


def _too_many_cards(view: View) -> list[Message]:
    """The number of cards above the hand limit."""
    over = len(view["own"]["hand"]) - c.HAND_LIMIT
    if over <= 0:
        return []
    return [
        msgs(
            "You have {n} card too many: you may keep ten at the end of your turn.",
            "You have {n} cards too many: you may keep ten at the end of your turn.",
            over,
        )
    ]
