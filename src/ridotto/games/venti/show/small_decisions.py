"""The small decisions of Venti as they are offered: to declare, pay, lose cards, catch up and discard."""

from collections.abc import Iterable, Mapping
from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action
from ridotto.games.venti import components as c
from ridotto.games.venti.names import card_message, gain_message, move_message, resource_message, worth_message
from ridotto.games.venti.show.payment import count_jokers, payment_moves, suggested_payment
from ridotto.games.venti.show.pieces import card_id, declared_id

View = dict[str, Any]
Offered = Mapping[int, str]  # moves with their clauses


def small_decisions(view: View, offered: Offered) -> Iterable[Action]:
    match view["phase"]:
        case "declare":
            return [*_declarations(view, offered), *_pay_all_at_once(view, offered)]
        case "pay":
            return [*_payments(view, offered), *_pay_all_at_once(view, offered)]
        case "penalty":
            return _losses(view, offered)
        case "catch up":
            return [_catch_up(view, move, clause) for move, clause in offered.items()]
    return [_hand_card(view, move, clause) for move, clause in offered.items()]


def points_matter(view: View) -> bool:
    """Whether the points of hand cards are shown: while the catch-up may still come, or to tell equal numbers apart."""
    if len(view["seats"]) > 2 and view["first_to_ten"] is None:
        return True
    numbers = [(move - c.HAND_CARD) // 4 for move in view["moves"] if c.HAND_CARD <= move < c.PERMANENT]
    return len(set(numbers)) < len(numbers)


# Paying


def cheapest_message(view: View) -> Message:
    return msg("Cheapest: {cards}.", cards=_cheapest(view))


def _cheapest(view: View) -> Any:
    return listing([resource_message(code) for code in suggested_payment(view)])


def _pay_all_at_once(view: View, offered: Offered) -> list[Action]:
    """One button for the rest of the cheapest payment, if it takes several steps."""
    first, *rest = payment_moves(view)
    then = tuple(c.MOVE_TEXTS[move] for move in rest)
    if not then:
        return []
    name = msg("pay like this: {cards}", cards=_cheapest(view))
    return [Action(c.MOVE_TEXTS[first], name, clause=offered[first], then=then)]


def _declarations(view: View, offered: Offered) -> list[Action]:
    """The cheapest number first."""
    best = suggested_payment(view)
    plans = {move: suggested_payment(view, move - c.DECLARE) for move in offered}
    cost = {move: (count_jokers(plan), plan != best, move) for move, plan in plans.items()}

    def action(move: int) -> Action:
        take, hints = declared_id(move - c.DECLARE), _joker_cost(cost[move][0])
        return Action(c.MOVE_TEXTS[move], move_message(move), take, None, offered[move], hints)

    return [action(move) for move in sorted(offered, key=lambda move: cost[move])]


def _joker_cost(jokers: int) -> tuple[Message, ...]:
    if not jokers:
        return (msg("without a joker card"),)
    return (msgs("costs {n} joker card", "costs {n} joker cards", jokers),)


def _payments(view: View, offered: Offered) -> list[Action]:
    """The first card of the cheapest payment, then permanent jokers, number cards and joker cards."""
    first = suggested_payment(view)[0]

    def rank(move: int) -> tuple[bool, bool, bool, int]:
        number = move - c.PERMANENT if move >= c.PERMANENT else (move - c.HAND_CARD) // 4
        joker = move == c.HAND_CARD + c.JOKER_CLASS
        if joker:
            best = c.AS_NUMBER <= first < c.BY_PERMANENT
        else:
            best = first == (number + c.BY_PERMANENT if move >= c.PERMANENT else number)
        return not best, move < c.PERMANENT, joker, -move

    return [_hand_card(view, move, offered[move]) for move in sorted(offered, key=rank)]


def _hand_card(view: View, move: int, clause: str) -> Action:
    """A hand card or a permanent joker, or the end of a blind commitment."""
    text = c.MOVE_TEXTS[move]
    if move == c.DONE:
        return Action(text, msg("that's all: turn the card up"), clause=clause)
    if move >= c.PERMANENT:
        number = move - c.PERMANENT
        joker = next(name for name in _uncommitted(view, "permanent") if c.number_of(c.CARDS[name]) == number)
        return Action(text, move_message(move), card_id(joker), None, clause, (msg("stays with you"),))
    card_class = move - c.HAND_CARD
    hints = (msg("stands for any card"),) if card_class == c.JOKER_CLASS else ()
    name = worth_message(card_class) if points_matter(view) else card_message(c.CARDS[_held(view, card_class)])
    return Action(text, name, card_id(_held(view, card_class)), None, clause, hints)


def _uncommitted(view: View, kind: str) -> list[str]:
    spent = view["payment"]["paid"] if view["payment"] else []
    cards = view["own"]["hand"] if kind == "hand" else view["seats"][view["viewer"]]["permanent"]
    return [name for name in cards if name not in spent]


def _held(view: View, card_class: int) -> str:
    """The card of a class that would go, by venti.pile.lowest_id."""
    return next(name for name in _uncommitted(view, "hand") if c.CARD_CLASS[c.CARDS[name]] == card_class)


# Penalties and catching up


def _losses(view: View, offered: Offered) -> list[Action]:
    """Point cards to lose, the smallest total loss first."""
    due, scored = view["penalty"]["due"], view["seats"][view["viewer"]]["points"]
    worth = sorted(c.POINTS[c.CARDS[name]] for name in scored)

    def loss(points: int) -> int:
        """The total loss if this card goes first. At most one more is needed."""
        rest = worth.copy()
        rest.remove(points)
        return points + (rest[0] if points < due and rest else 0)

    def action(move: int) -> Action:
        card_class = move - c.POINT_CARD
        name = next(name for name in scored if c.CARD_CLASS[c.CARDS[name]] == card_class)
        total = msgs("{n} point lost in all", "{n} points lost in all", loss(card_class % 4 + 1))
        return Action(c.MOVE_TEXTS[move], worth_message(card_class), card_id(name), None, offered[move], (total,))

    return [action(move) for move in sorted(offered, key=lambda move: (loss((move - c.POINT_CARD) % 4 + 1), move))]


def _catch_up(view: View, move: int, clause: str) -> Action:
    """venti.catch.choice."""
    if move == c.DONE:
        return Action(c.MOVE_TEXTS[move], msg("no, thanks"), clause=clause, passes=True)
    card_class = move - c.HAND_CARD
    total = view["seats"][view["viewer"]]["score"] + card_class % 4 + 1
    hints = (gain_message(card_class % 4 + 1, total),)
    return Action(c.MOVE_TEXTS[move], worth_message(card_class), card_id(_held(view, card_class)), None, clause, hints)
