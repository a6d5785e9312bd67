"""The actions of a turn of Venti as they are offered: what each would bring and cost."""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, SeatName, SecondStep
from ridotto.games.venti import components as c
from ridotto.games.venti.names import card_message, gain_message, move_message, number_text, resource_message
from ridotto.games.venti.show.offered_moves import OfferedMove
from ridotto.games.venti.show.payment import cheapest_payment, own_resources
from ridotto.games.venti.show.pieces import card_id, handle_id, target_id
from ridotto.games.venti.show.view import VentiOwn, VentiPublic


def turn_action(public: VentiPublic, own: VentiOwn, offered: OfferedMove) -> Action:
    move, text, clause = offered.number, offered.text, offered.clause
    if c.DRAW <= move < c.REPLACE:
        return _draw(public, own, move - c.DRAW, clause)
    if c.EXCHANGE <= move < c.FULFIL:
        return _exchange(public, own, move, clause)
    if c.FULFIL <= move < c.FREEZE:
        return _fulfil(public, own, move - c.FULFIL, clause)
    if c.FREEZE <= move < c.MAKE_JOKER:
        return _freeze(public, move - c.FREEZE, clause)
    if c.MAKE_JOKER <= move < c.MAKE_ACTION:
        number, points = divmod(move - c.MAKE_JOKER, 4)
        name = msg("make {card} a joker: \N{MINUS SIGN}{points}", card=number_text(number), points=points + 1)
        return Action(text, name, "do.joker", offered.card_id, clause)
    if c.MAKE_ACTION <= move < c.HAND_CARD:
        number, points = divmod(move - c.MAKE_ACTION, 4)
        name = msg("make {card} an action: \N{MINUS SIGN}{points}", card=number_text(number), points=points + 1)
        return Action(text, name, "do.action", offered.card_id, clause)
    return Action(text, move_message(move), clause=clause, passes=move == c.END_TURN)


def steps(moves: tuple[int, ...]) -> tuple[SecondStep, ...]:
    """What to choose next once a tool or a handle is taken."""
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


def _target_piece_id(public: VentiPublic, place: int) -> str:
    """The id of the target's piece."""
    return target_id(place, public.targets[place].card)


def helped_targets(public: VentiPublic, own: VentiOwn, place: int) -> list[int]:
    """The targets that a card of the centre would help the seat with in hand, but for frozen ones."""
    offer = own.offers[place]
    lacks = zip(offer.with_it if offer else (), own.missing, strict=False)
    return [
        target
        for target, (after, now) in enumerate(lacks)
        if after is not None and now is not None and after < now and public.targets[target].freezer is None
    ]


def _draw(public: VentiPublic, own: VentiOwn, place: int, clause: str) -> Action:
    card, offer = public.centre[place], own.offers[place]
    assert card is not None
    assert offer is not None
    alike = [other for other in public.centre if other is not None and card_message(other) == card_message(card)]
    name = _draw_name(card, place + 1 if len(alike) > 1 else None)
    ready = [target + 1 for target in helped_targets(public, own, place) if offer.with_it[target] == 0]
    hints = (
        (msgs("lets you pay target {targets}", "lets you pay targets {targets}", len(ready), targets=listing(ready)),)
        if ready
        else ()
    )
    return Action(c.MOVE_TEXTS[c.DRAW + place], name, card_id(card), None, clause, hints)


def _draw_name(card: int, place: int | None) -> Message:
    """Names the place only where another card of the centre looks the same."""
    if card >= c.JOKER:
        return msg("take the joker") if place is None else msg("take the joker (centre {n})", n=place)
    number = number_text(c.number_of(card))
    return msg("take {card}", card=number) if place is None else msg("take {card} (centre {n})", card=number, n=place)


def _exchange(public: VentiPublic, own: VentiOwn, move: int, clause: str) -> Action:
    target, place = divmod(move - c.EXCHANGE, 5)
    card, offer = public.centre[place], own.offers[place]
    assert card is not None
    assert offer is not None
    hints = (msg("then you could pay it: +{points}", points=c.POINTS[card]),) if offer.missing == 0 else ()
    return Action(c.MOVE_TEXTS[move], move_message(move), handle_id(target), card_id(card), clause, hints)


def _freeze(public: VentiPublic, place: int, clause: str) -> Action:
    """Warns in the last turns: a frozen card will probably cost a penalty."""
    move = c.FREEZE + place
    hints: tuple[Message, ...] = ()
    warning = None
    if public.trigger is not None:
        hints = (msg("if it's still frozen at the end, it costs you two points or more"),)
        warning = msg(
            "These are the last turns: if it's still frozen at the end, it costs you two points or more. Freeze it?"
        )
    name, put = move_message(move), _target_piece_id(public, place)
    commit = msg("Freeze target {target}", target=place + 1)
    return Action(c.MOVE_TEXTS[move], name, "do.freeze", put, clause, hints, warning, commit=commit)


# Fulfil


def _fulfil(public: VentiPublic, own: VentiOwn, place: int, clause: str) -> Action:
    move, take = c.MOVE_TEXTS[c.FULFIL + place], _target_piece_id(public, place)
    freezer = public.targets[place].freezer
    if freezer is None:
        name = msg("fulfil target {target}", target=place + 1)
        return Action(move, name, take, None, clause, _gains(public, own, place))
    sure = own.missing[place] == 0
    hints = _gains(public, own, place) if sure else _risks(own, place, freezer)
    name = msg("try frozen target {target}", target=place + 1)
    blind = public.options["frozen_attempt"] == "blind_commit"
    warning = None if sure and not blind else _warning(own, place, freezer)
    commit = msg("Try frozen target {target}", target=place + 1)
    return Action(move, name, take, None, clause, hints, warning, commit=commit)


def _gains(public: VentiPublic, own: VentiOwn, place: int) -> tuple[Message, ...]:
    """What the target brings, what follows from that, and what to pay with."""
    card = public.targets[place].card
    assert card is not None
    total = public.seats[own.seat].score + c.POINTS[card]
    lines = [gain_message(c.POINTS[card], total)]
    if total >= c.TEN and public.ten_ahead:
        lines.append(msg("first to ten: you give up two points or more"))
    if total >= c.TWENTY and public.trigger is None:
        lines.append(msg("starts the last turns"))
    plan = cheapest_payment(c.CONDITIONS[card], own_resources(public, own))
    if plan:
        lines.append(msg("with {cards}", cards=listing([resource_message(code) for code in plan])))
    return tuple(lines)


def _risks(own: VentiOwn, place: int, freezer: int) -> tuple[Message, ...]:
    """venti.frozen.fail.other, fail.own."""
    lacks = own.missing[place]
    known = () if lacks is None else (msgs("{n} missing", "{n} missing", lacks),)
    if freezer == own.seat:
        return (*known, msg("if you fail, you give up two points or more"))
    return (*known, msg("if you fail, {who} gets it", who=SeatName(freezer)))


def _warning(own: VentiOwn, place: int, freezer: int) -> Message:
    if freezer == own.seat:
        return msg(
            "If you can't pay target {target}, you give up two points or more. Try it?",
            target=place + 1,
        )
    return msg(
        "If you can't pay target {target}, {who} gets the card and its points. Try it?",
        target=place + 1,
        who=SeatName(freezer),
    )
