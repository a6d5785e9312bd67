"""The small decisions of Venti as they are offered: to declare, pay, lose cards, catch up and discard."""

from collections.abc import Iterable, Mapping
from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action
from ridotto.games.venti import components as c
from ridotto.games.venti.names import card_message, gain_message, move_message, resource_message, worth_message
from ridotto.games.venti.show.offered_moves import OfferedMove
from ridotto.games.venti.show.payment import Payment, count_jokers, payment_moves, suggested_payment
from ridotto.games.venti.show.pieces import declared_id
from ridotto.games.venti.show.view import VentiOwn, VentiPublic

Offered = Mapping[int, OfferedMove]


def small_decisions(public: VentiPublic, own: VentiOwn, offered: Offered) -> Iterable[Action]:
    match public.phase:
        case "declare":
            return [*_declarations(public, own, offered), *_pay_all_at_once(public, own, offered)]
        case "pay":
            return [*_payments(public, own, offered), *_pay_all_at_once(public, own, offered)]
        case "penalty":
            return _losses(offered)
        case "catch up":
            return [_catch_up(public.seats[own.seat].score, move) for move in offered.values()]
    named = points_matter(public, own)
    return [_paying_card(move, named) for move in offered.values()]


def points_matter(public: VentiPublic, own: VentiOwn) -> bool:
    """Whether the points of hand cards are shown: while the catch-up may still come, or to tell equal numbers apart."""
    numbers = [(move - c.HAND_CARD) // 4 for move in own.moves if c.HAND_CARD <= move < c.PERMANENT]
    return public.ten_ahead or len(set(numbers)) < len(numbers)


# Paying


def cheapest_message(plan: Payment) -> Message:
    return msg("Cheapest: {cards}.", cards=_cards_in(plan))


def _cards_in(plan: Payment) -> Any:
    return listing([resource_message(code) for code in plan])


def _pay_all_at_once(public: VentiPublic, own: VentiOwn, offered: Offered) -> list[Action]:
    """One button for the rest of the cheapest payment, if it takes several steps."""
    first, *rest = payment_moves(public, own)
    then = tuple(c.MOVE_TEXTS[move] for move in rest)
    if not then:
        return []
    name = msg("pay like this: {cards}", cards=_cards_in(suggested_payment(public, own)))
    return [Action(offered[first].text, name, clause=offered[first].clause, then=then)]


def _declarations(public: VentiPublic, own: VentiOwn, offered: Offered) -> list[Action]:
    """The cheapest number first."""
    best = suggested_payment(public, own)
    plans = {move: suggested_payment(public, own, move - c.DECLARE) for move in offered}
    cost = {move: (count_jokers(plan), plan != best, move) for move, plan in plans.items()}

    def action(move: int) -> Action:
        take, hints = declared_id(move - c.DECLARE), _joker_cost(cost[move][0])
        return Action(offered[move].text, move_message(move), take, None, offered[move].clause, hints)

    return [action(move) for move in sorted(offered, key=lambda move: cost[move])]


def _joker_cost(jokers: int) -> tuple[Message, ...]:
    if not jokers:
        return (msg("without a joker card"),)
    return (msgs("costs {n} joker card", "costs {n} joker cards", jokers),)


def _payments(public: VentiPublic, own: VentiOwn, offered: Offered) -> list[Action]:
    """The first card of the cheapest payment, then permanent jokers, number cards and joker cards."""
    first = suggested_payment(public, own)[0]

    def rank(move: int) -> tuple[bool, bool, bool, int]:
        number = move - c.PERMANENT if move >= c.PERMANENT else (move - c.HAND_CARD) // 4
        joker = move == c.HAND_CARD + c.JOKER_CLASS
        if joker:
            best = c.AS_NUMBER <= first < c.BY_PERMANENT
        else:
            best = first == (number + c.BY_PERMANENT if move >= c.PERMANENT else number)
        return not best, move < c.PERMANENT, joker, -move

    named = points_matter(public, own)
    return [_paying_card(offered[move], named) for move in sorted(offered, key=rank)]


def _paying_card(offered: OfferedMove, with_points: bool) -> Action:
    """A hand card or a permanent joker, or the end of a blind commitment."""
    move, card = offered.number, offered.card
    if card is None:
        return Action(offered.text, msg("that's all: turn the card up"), clause=offered.clause)
    if move >= c.PERMANENT:
        return Action(offered.text, move_message(move), offered.card_id, None, offered.clause, (msg("stays with you"),))
    name = worth_message(c.CARD_CLASS[card]) if with_points else card_message(card)
    hints = (msg("stands for any card"),) if card >= c.JOKER else ()
    return Action(offered.text, name, offered.card_id, None, offered.clause, hints)


# Penalties and catching up


def _losses(offered: Offered) -> list[Action]:
    """Point cards to lose, the smallest total loss first."""

    def action(move: OfferedMove, loss: int) -> Action:
        total = msgs("{n} point lost in all", "{n} points lost in all", loss)
        name = worth_message(move.number - c.POINT_CARD)
        return Action(move.text, name, move.card_id, None, move.clause, (total,))

    costs = sorted((move.loss or 0, number) for number, move in offered.items())
    return [action(offered[number], loss) for loss, number in costs]


def _catch_up(score: int, offered: OfferedMove) -> Action:
    """venti.catch.choice."""
    if offered.card is None:
        return Action(offered.text, msg("no, thanks"), clause=offered.clause, passes=True)
    points = c.POINTS[offered.card]
    name, hints = worth_message(c.CARD_CLASS[offered.card]), (gain_message(points, score + points),)
    return Action(offered.text, name, offered.card_id, None, offered.clause, hints)
