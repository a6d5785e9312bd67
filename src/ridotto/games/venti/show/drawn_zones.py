"""Zones that only the drawn table of Venti needs. What they say stands elsewhere in words."""

from collections.abc import Mapping
from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import NUMBERS
from ridotto.games.venti.names import condition_text, number_text
from ridotto.games.venti.show.payment import (
    cards_used,
    cheapest_payment,
    count_jokers,
    covered,
    missing_for,
    open_targets,
    own_resources,
    suggested_payment,
    target_card,
    targets_helped_by,
)
from ridotto.games.venti.show.pieces import card_id, declared_id, handle_id, permanent_joker_piece, target_id
from ridotto.games.venti.show.standings import deciding, ending

View = dict[str, Any]


def drawn_zones(view: View) -> list[Zone]:
    zones = [ruler_zone(view), turn_zone(view), *permanent_zones(view)]
    if view["own"]:
        zones += [printed_zone(view), covered_zone(view)]
    if view["moves"] and view["phase"] == "main":
        zones += [tools_zone(view), handles_zone(view), pays_zone(view), *centre_hints(view)]
    if view["moves"] and view["phase"] == "declare":
        zones.append(declare_zone(view))
    if view["phase"] == "over":
        zones += [ending_zone(view), _figures("deciding", msg("What decides"), deciding(view))]
    return zones


def _figures(zone: str, name: Message, values: Mapping[str, int | str]) -> Zone:
    return Zone(zone, "pool", name, (), tuple(Counter(id, name, value) for id, value in values.items()), mute=True)


# The race to twenty


def ruler_zone(view: View) -> Zone:
    """The points of all players on a scale, and the flag at ten with the colour of the player who was fined there."""
    runners = [runner_piece(seat, cards["score"]) for seat, cards in enumerate(view["seats"])]
    if len(view["seats"]) > 2:
        runners.append(flag_piece(view["first_to_ten"]))
    return Zone("ruler", "row", msg("Race to twenty"), tuple(runners), mute=True)


def runner_piece(seat: int, score: int) -> Piece:
    name = msgs("{who}: {n} point", "{who}: {n} points", score, who=SeatName(seat))
    return Piece(f"runner.{seat}", "runner", name, str(score), at=str(min(score, c.TWENTY)), owner=seat)


def flag_piece(first: int | None) -> Piece:
    """Who was the first to reach ten."""
    if first is None:
        name = msg("The first player to reach ten gives up two points or more.")
    else:
        name = msg("{who} was the first to reach ten.", who=SeatName(first))
    return Piece("flag", "flag", name, at=str(c.TEN), owner=first)


def turn_zone(view: View) -> Zone:
    """The used actions and their limit, the target being paid, and the seats with a last turn to come."""
    values = dict(view["actions"])
    if view["trigger"] is not None:
        values |= {"trigger": view["trigger"], **{f"last-{seat}": 1 for seat in view["final_queue"]}}
    if view["payment"]:
        values |= {
            "paying": view["payment"]["target"],
            "payer": view["turn"],
            "blind": int(view["phase"] == "commit"),
        }
    return _figures("turn", msg("Actions"), values)


# What lies before each seat


def permanent_zones(view: View) -> list[Zone]:
    """Permanent jokers and additional actions. While the viewer pays, the viewer's jokers lie with the hand."""
    zones = []
    for number, seat in enumerate(view["seats"]):
        spent = view["payment"]["paid"] if view["payment"] else []
        left = [name for name in seat["permanent"] if name not in spent]
        jokers = [] if is_paying(view, number) else [permanent_joker_piece(name) for name in left]
        extra = [Piece(card_id(name), "extra", msg("additional action")) for name in seat["extra"]]
        name = msg("{who}'s permanent jokers and additional actions", who=SeatName(number))
        zones.append(Zone(f"kept-{number}", "row", name, (*jokers, *extra), seat=number, mute=True))
    return zones


def is_paying(view: View, seat: int) -> bool:
    return bool(view["own"] and view["payment"] and view["player"] == view["viewer"] == seat)


# What is printed on cards, and what the viewer can pay of it


def printed_zone(view: View) -> Zone:
    """The conditions printed on hand cards."""
    cards = [name for name in view["own"]["hand"] if c.CARDS[name] < c.JOKER]
    return _figures("printed", msg("Conditions"), {card_id(name): condition_text(c.CARDS[name]) for name in cards})


def covered_zone(view: View) -> Zone:
    """For each target in sight a text with one digit a slot: 1 if the viewer could pay it now, else 0."""
    own, values = own_resources(view), {}
    for place, target in enumerate(view["targets"]):
        card = target_card(view, place)
        if card is not None and card < c.JOKER:
            values[card_id(target["card"])] = "".join(str(int(slot)) for slot in covered(c.CONDITIONS[card], own))
    return _figures("covered", msg("What you have"), values)


def pays_zone(view: View) -> Zone:
    """The cards with which the viewer would pay each target that is ready."""
    own, paid = own_resources(view), dict[str, list[str]]()
    for place, card, lacks in open_targets(view):
        if lacks == 0:
            for name in cards_used(view, cheapest_payment(c.CONDITIONS[card], own) or []):
                paid.setdefault(card_id(name), []).append(str(place + 1))
    return _figures("pays", msg("Pays for"), {name: " ".join(places) for name, places in paid.items()})


def centre_hints(view: View) -> list[Zone]:
    """The targets that each centre card helps with, and the centre cards that could be paid if they were targets."""
    own = own_resources(view)
    cards = {name: c.CARDS[name] for name in view["centre"] if name}
    helped = {name: [place + 1 for place, _ in targets_helped_by(view, card)] for name, card in cards.items()}
    helps = {card_id(name): " ".join(map(str, places)) for name, places in helped.items() if places}
    payable = {card_id(name): c.POINTS[card] for name, card in cards.items() if missing_for(card, own) == 0}
    return [_figures("helps", msg("Helps with"), helps), _figures("payable", msg("Payable"), payable)]


# Tools and handles


def tools_zone(view: View) -> Zone:
    """The tools that are laid on a card. Each has a move whose refusal says why it cannot be used."""
    scored = view["seats"][view["viewer"]]["points"]
    card_class = c.CARD_CLASS[c.CARDS[scored[-1]]] if scored else 0
    tools = (
        Counter("do.freeze", msg("freeze"), c.MOVE_TEXTS[c.FREEZE + _first_unfrozen_target(view)], "art:act-freeze"),
        Counter("do.joker", msg("make a joker"), c.MOVE_TEXTS[c.MAKE_JOKER + card_class], "art:act-joker"),
        Counter("do.action", msg("gain an action"), c.MOVE_TEXTS[c.MAKE_ACTION + card_class], "art:act-extra"),
    )
    return Zone("deeds", "pool", msg("Other actions"), (), tools, mute=True)


def _first_unfrozen_target(view: View) -> int:
    """The place of the first target that is not frozen; 0 if all are."""
    return next((place for place, target in enumerate(view["targets"]) if target["frozen_by"] is None), 0)


def handles_zone(view: View) -> Zone:
    """A target that can be exchanged is taken at its handle; a tap on the card itself fulfils it."""
    pieces = tuple(
        Piece(
            handle_id(place),
            "handle",
            msg("exchange target {target} with a centre card", target=place + 1),
            at=str(place + 1),
            on=target_id(place, target["card"]),
        )
        for place, target in enumerate(view["targets"])
        if any(c.EXCHANGE + 5 * place + i in view["moves"] for i in range(5))
    )
    return Zone("handles", "row", msg("Exchange"), pieces, mute=True)


def declare_zone(view: View) -> Zone:
    """The numbers that can be declared, with a question mark for each joker card that they would cost."""
    pieces = []
    for number in range(NUMBERS):
        move = c.DECLARE + number
        lit = move in view["moves"]
        jokers = count_jokers(suggested_payment(view, number)) if lit else 0
        art, name = f"declare-{number}", msg("declare {n}", n=number)
        piece = Piece(
            declared_id(number), art, name, number_text(number), sign="?" * jokers, lit=lit, move=c.MOVE_TEXTS[move]
        )
        pieces.append(piece)
    return Zone("declare", "row", msg("Numbers"), tuple(pieces), mute=True)


# The end


def ending_zone(view: View) -> Zone:
    """How the game ended, step by step."""
    steps = tuple(Piece(f"step.{n}", kind, line) for n, (kind, line) in enumerate(ending(view), 1))
    return Zone("ending", "row", msg("How the game ended"), steps, mute=True)
