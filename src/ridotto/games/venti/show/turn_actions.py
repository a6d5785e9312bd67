"""The actions of a turn of Venti as they are offered: what each would bring and cost."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, SeatName, SecondStep
from ridotto.games.venti import components as c
from ridotto.games.venti.names import card_message, gain_message, move_message, number_text, resource_message
from ridotto.games.venti.show.payment import (
    cheapest_payment,
    missing_at,
    missing_for,
    own_resources,
    target_card,
    targets_helped_by,
)
from ridotto.games.venti.show.pieces import card_id, handle_id, target_id

View = dict[str, Any]


def turn_action(view: View, move: int, clause: str) -> Action:
    text, name = c.MOVE_TEXTS[move], move_message(move)
    if c.DRAW <= move < c.REPLACE:
        return _draw(view, move - c.DRAW, clause)
    if c.EXCHANGE <= move < c.FULFIL:
        return _exchange(view, move, clause)
    if c.FULFIL <= move < c.FREEZE:
        return _fulfil(view, move - c.FULFIL, clause)
    if c.FREEZE <= move < c.MAKE_JOKER:
        return _freeze(view, move - c.FREEZE, clause)
    if c.MAKE_JOKER <= move < c.MAKE_ACTION:
        number, points = divmod(move - c.MAKE_JOKER, 4)
        name = msg("make {card} a joker: \N{MINUS SIGN}{points}", card=number_text(number), points=points + 1)
        return Action(text, name, "do.joker", _point_card_id(view, move - c.MAKE_JOKER), clause)
    if c.MAKE_ACTION <= move < c.HAND_CARD:
        number, points = divmod(move - c.MAKE_ACTION, 4)
        name = msg("make {card} an action: \N{MINUS SIGN}{points}", card=number_text(number), points=points + 1)
        return Action(text, name, "do.action", _point_card_id(view, move - c.MAKE_ACTION), clause)
    return Action(text, name, clause=clause, passes=move == c.END_TURN)


def steps(view: View) -> tuple[SecondStep, ...]:
    """What to choose next once a tool or a handle is taken."""
    if view["phase"] != "main":
        return ()
    moves = view["moves"]
    exchanged = sorted({(move - c.EXCHANGE) // 5 for move in moves if c.EXCHANGE <= move < c.FULFIL})
    found = [
        SecondStep(handle_id(place), msg("Which centre card replaces target {target}?", target=place + 1))
        for place in exchanged
    ]
    if any(c.FREEZE <= move < c.MAKE_JOKER for move in moves):
        found.append(SecondStep("do.freeze", msg("Which target will you freeze? It's turned face down.")))
    if any(c.MAKE_JOKER <= move < c.MAKE_ACTION for move in moves):
        asked = msg("Which point card becomes your permanent joker? You lose its points.")
        found.append(SecondStep("do.joker", asked))
    if any(c.MAKE_ACTION <= move < c.HAND_CARD for move in moves):
        asked = msg("Which point card do you give up for an additional action? You lose its points.")
        found.append(SecondStep("do.action", asked))
    return tuple(found)


def _target_piece_id(view: View, place: int) -> str:
    """The id of the target's piece."""
    return target_id(place, view["targets"][place]["card"])


def _point_card_id(view: View, card_class: int) -> str:
    """The piece id of a point card of this class."""
    scored = view["seats"][view["viewer"]]["points"]
    return card_id(next(name for name in scored if c.CARD_CLASS[c.CARDS[name]] == card_class))


def _draw(view: View, place: int, clause: str) -> Action:
    card_name = view["centre"][place]
    card = c.CARDS[card_name]
    alike = [other for other in view["centre"] if other and card_message(c.CARDS[other]) == card_message(card)]
    name = _draw_name(card, place + 1 if len(alike) > 1 else None)
    ready = [target + 1 for target, still in targets_helped_by(view, card) if still == 0]
    hints = (
        (msgs("lets you pay target {targets}", "lets you pay targets {targets}", len(ready), targets=listing(ready)),)
        if ready
        else ()
    )
    return Action(c.MOVE_TEXTS[c.DRAW + place], name, card_id(card_name), None, clause, hints)


def _draw_name(card: int, place: int | None) -> Message:
    """Names the place only where another card of the centre looks the same."""
    if card >= c.JOKER:
        return msg("take the joker") if place is None else msg("take the joker (centre {n})", n=place)
    number = number_text(c.number_of(card))
    return msg("take {card}", card=number) if place is None else msg("take {card} (centre {n})", card=number, n=place)


def _exchange(view: View, move: int, clause: str) -> Action:
    target, place = divmod(move - c.EXCHANGE, 5)
    name = view["centre"][place]
    card = c.CARDS[name]
    payable = missing_for(card, own_resources(view)) == 0
    hints = (msg("then you could pay it: +{points}", points=c.POINTS[card]),) if payable else ()
    return Action(c.MOVE_TEXTS[move], move_message(move), handle_id(target), card_id(name), clause, hints)


def _freeze(view: View, place: int, clause: str) -> Action:
    """Warns in the last turns: a frozen card will probably cost a penalty."""
    move = c.FREEZE + place
    hints: tuple[Message, ...] = ()
    warning = None
    if view["trigger"] is not None:
        hints = (msg("if it's still frozen at the end, it costs you two points or more"),)
        warning = msg(
            "These are the last turns: if it's still frozen at the end, it costs you two points or more. Freeze it?"
        )
    name, put = move_message(move), _target_piece_id(view, place)
    commit = msg("Freeze target {target}", target=place + 1)
    return Action(c.MOVE_TEXTS[move], name, "do.freeze", put, clause, hints, warning, commit=commit)


# Fulfil


def _fulfil(view: View, place: int, clause: str) -> Action:
    move, take = c.MOVE_TEXTS[c.FULFIL + place], _target_piece_id(view, place)
    freezer = view["targets"][place]["frozen_by"]
    if freezer is None:
        return Action(move, msg("fulfil target {target}", target=place + 1), take, None, clause, _gains(view, place))
    sure = missing_at(view, place) == 0
    hints = _gains(view, place) if sure else _risks(view, place, freezer)
    name = msg("try frozen target {target}", target=place + 1)
    blind = view["options"]["frozen_attempt"] == "blind_commit"
    warning = None if sure and not blind else _warning(view, place, freezer)
    commit = msg("Try frozen target {target}", target=place + 1)
    return Action(move, name, take, None, clause, hints, warning, commit=commit)


def _gains(view: View, place: int) -> tuple[Message, ...]:
    """What the target brings, what follows from that, and what to pay with."""
    card = target_card(view, place)
    assert card is not None
    total = view["seats"][view["viewer"]]["score"] + c.POINTS[card]
    lines = [gain_message(c.POINTS[card], total)]
    if total >= c.TEN and len(view["seats"]) > 2 and view["first_to_ten"] is None:
        lines.append(msg("first to ten: you give up two points or more"))
    if total >= c.TWENTY and view["trigger"] is None:
        lines.append(msg("starts the last turns"))
    plan = cheapest_payment(c.CONDITIONS[card], own_resources(view))
    if plan:
        lines.append(msg("with {cards}", cards=listing([resource_message(code) for code in plan])))
    return tuple(lines)


def _risks(view: View, place: int, freezer: int) -> tuple[Message, ...]:
    """venti.frozen.fail.other, fail.own."""
    lacks = missing_at(view, place)
    known = () if lacks is None else (msgs("{n} missing", "{n} missing", lacks),)
    if freezer == view["viewer"]:
        return (*known, msg("if you fail, you give up two points or more"))
    return (*known, msg("if you fail, {who} gets it", who=SeatName(freezer)))


def _warning(view: View, place: int, freezer: int) -> Message:
    if freezer == view["viewer"]:
        return msg(
            "If you can't pay target {target}, you give up two points or more. Try it?",
            target=place + 1,
        )
    return msg(
        "If you can't pay target {target}, {who} gets the card and its points. Try it?",
        target=place + 1,
        who=SeatName(freezer),
    )
