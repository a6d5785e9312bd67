"""Zones that only the drawn table of Venti needs. What they say stands elsewhere in words."""

from collections.abc import Mapping

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
    own_resources,
    suggested_payment,
    unspent,
)
from ridotto.games.venti.show.pieces import card_id, declared_id, handle_id, permanent_joker_piece, target_id
from ridotto.games.venti.show.standings import deciding, ending
from ridotto.games.venti.show.turn_actions import helped_targets
from ridotto.games.venti.show.view import VentiOwn, VentiPublic, VentiSeat


def drawn_zones(public: VentiPublic) -> list[Zone]:
    zones = [ruler_zone(public), *permanent_zones(public)]
    if public.phase == "over":
        zones += [ending_zone(public), _figures("deciding", msg("What decides"), deciding(public))]
    return zones


def own_drawn_zones(public: VentiPublic, own: VentiOwn) -> list[Zone]:
    zones = [printed_zone(own), covered_zone(public, own)]
    if own.moves and public.phase == "main":
        zones += [tools_zone(public, own), handles_zone(public, own), pays_zone(public, own)]
        zones += centre_hints(public, own)
    if own.moves and public.phase == "declare":
        zones.append(declare_zone(public, own))
    if own.moves and public.payment and public.seats[own.seat].permanent:
        zones.append(paying_zone(public, own))
    return zones


def _figures(zone: str, name: Message, values: Mapping[str, int | str]) -> Zone:
    return Zone(zone, "pool", name, (), tuple(Counter(id, name, value) for id, value in values.items()), mute=True)


# The race to twenty


def ruler_zone(public: VentiPublic) -> Zone:
    """The points of all players on a scale, and the flag at ten with the colour of the player who was fined there."""
    runners = [runner_piece(seat, cards.score) for seat, cards in enumerate(public.seats)]
    if len(public.seats) > 2:
        runners.append(flag_piece(public.first_to_ten))
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


# What lies before each seat


def permanent_zones(public: VentiPublic) -> list[Zone]:
    """Permanent jokers and additional actions."""
    return [permanent_zone(number, seat, unspent(public, seat.permanent)) for number, seat in enumerate(public.seats)]


def paying_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """While the seat pays, its permanent jokers lie with the hand."""
    return permanent_zone(own.seat, public.seats[own.seat], [])


def permanent_zone(number: int, seat: VentiSeat, jokers: list[int]) -> Zone:
    extra = (Piece(card_id(card), "extra", msg("additional action")) for card in seat.extra)
    name = msg("{who}'s permanent jokers and additional actions", who=SeatName(number))
    pieces = (*map(permanent_joker_piece, jokers), *extra)
    return Zone(f"kept-{number}", "row", name, pieces, seat=number, mute=True)


# What is printed on cards, and what the seat can pay of it


def printed_zone(own: VentiOwn) -> Zone:
    """The conditions printed on hand cards."""
    printed = {card_id(card): condition_text(card) for card in own.hand if card < c.JOKER}
    return _figures("printed", msg("Conditions"), printed)


def covered_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """For each target in sight a text with one digit a slot: 1 if the seat could pay it now, else 0."""
    resources = own_resources(public, own)
    cards = [target.card for target in public.targets if target.card is not None and target.card < c.JOKER]
    slots = {card_id(card): covered(c.CONDITIONS[card], resources) for card in cards}
    values = {id: "".join("1" if slot else "0" for slot in paid) for id, paid in slots.items()}
    return _figures("covered", msg("What you have"), values)


def pays_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """The cards with which the seat would pay each target that is ready."""
    resources, paid = own_resources(public, own), dict[str, list[str]]()
    for place, (target, lacks) in enumerate(zip(public.targets, own.missing, strict=True)):
        if lacks == 0 and target.card is not None and target.freezer is None:
            for card in cards_used(public, own, cheapest_payment(c.CONDITIONS[target.card], resources) or ()):
                paid.setdefault(card_id(card), []).append(str(place + 1))
    return _figures("pays", msg("Pays for"), {id: " ".join(places) for id, places in paid.items()})


def centre_hints(public: VentiPublic, own: VentiOwn) -> list[Zone]:
    """The targets that each centre card helps with, and the centre cards that could be paid if they were targets."""
    helps: dict[str, int | str] = {}
    payable: dict[str, int | str] = {}
    for place, (card, offer) in enumerate(zip(public.centre, own.offers, strict=True)):
        if card is None or offer is None:
            continue
        if targets := helped_targets(public, own, place):
            helps[card_id(card)] = " ".join(str(target + 1) for target in targets)
        if offer.missing == 0:
            payable[card_id(card)] = c.POINTS[card]
    return [_figures("helps", msg("Helps with"), helps), _figures("payable", msg("Payable"), payable)]


# Tools and handles


def tools_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """The tools that are laid on a card. Each has a move whose refusal says why it cannot be used."""
    scored = public.seats[own.seat].points
    card_class = c.CARD_CLASS[scored[-1]] if scored else 0
    unfrozen = [place for place, target in enumerate(public.targets) if target.freezer is None]
    freeze = c.FREEZE + (unfrozen[0] if unfrozen else 0)
    tools = (
        Counter("do.freeze", msg("freeze"), c.MOVE_TEXTS[freeze], "art:act-freeze"),
        Counter("do.joker", msg("make a joker"), c.MOVE_TEXTS[c.MAKE_JOKER + card_class], "art:act-joker"),
        Counter("do.action", msg("gain an action"), c.MOVE_TEXTS[c.MAKE_ACTION + card_class], "art:act-extra"),
    )
    return Zone("deeds", "pool", msg("Other actions"), (), tools, mute=True)


def handles_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """A target that can be exchanged is taken at its handle; a tap on the card itself fulfils it."""
    exchanged = sorted({(move - c.EXCHANGE) // 5 for move in own.moves if c.EXCHANGE <= move < c.FULFIL})
    pieces = tuple(
        Piece(
            handle_id(place),
            "handle",
            msg("exchange target {target} with a centre card", target=place + 1),
            at=str(place + 1),
            on=target_id(place, public.targets[place].card),
        )
        for place in exchanged
    )
    return Zone("handles", "row", msg("Exchange"), pieces, mute=True)


def declare_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """The numbers that can be declared, with a question mark for each joker card that they would cost."""
    pieces = []
    for number in range(NUMBERS):
        move = c.DECLARE + number
        lit = move in own.moves
        jokers = count_jokers(suggested_payment(public, own, number)) if lit else 0
        art, name = f"declare-{number}", msg("declare {n}", n=number)
        piece = Piece(
            declared_id(number), art, name, number_text(number), sign="?" * jokers, lit=lit, move=c.MOVE_TEXTS[move]
        )
        pieces.append(piece)
    return Zone("declare", "row", msg("Numbers"), tuple(pieces), mute=True)


# The end


def ending_zone(public: VentiPublic) -> Zone:
    """How the game ended, step by step."""
    steps = tuple(Piece(f"step.{n}", kind, line) for n, (kind, line) in enumerate(ending(public), 1))
    return Zone("ending", "row", msg("How the game ended"), steps, mute=True)
