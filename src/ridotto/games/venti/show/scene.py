"""The table of Venti as zones, pieces and actions: what everybody sees, and what one seat sees besides."""

from collections.abc import Container, Iterable
from typing import Any

from msgspec.structs import replace

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import SPECTATOR
from ridotto.engine.scene import Counter, OwnScene, Piece, Scene, SeatName, Zone
from ridotto.games.venti import components as c
from ridotto.games.venti.names import atoms_of, condition_text, number_text
from ridotto.games.venti.show.actions import actions, notes, own_notes, prompt, prompt_clause, question
from ridotto.games.venti.show.drawn_zones import drawn_zones, own_drawn_zones
from ridotto.games.venti.show.payment import target_card, unspent, wanted_in_slot
from ridotto.games.venti.show.pieces import (
    DISCARDS,
    PILE,
    centre_piece,
    frozen_piece,
    number_piece,
    open_target_piece,
    permanent_joker_piece,
    plate_id,
    target_id,
)
from ridotto.games.venti.show.standings import final_panels, panels
from ridotto.games.venti.show.turn_actions import helped_targets, steps
from ridotto.games.venti.show.unseen_cards import browsable_zones, must_give_up, own_browsable_zones
from ridotto.games.venti.show.view import VentiOffer, VentiOwn, VentiPayment, VentiPublic, VentiTarget, VentiView


def waiting(public: VentiPublic) -> tuple[int, ...]:
    """The seats that the table waits for."""
    return () if public.player is None else (public.player,)


def public_scene(public: VentiPublic) -> Scene:
    zones = [*count_zones(public), targets_zone(public), centre_zone(public)]
    if public.payment:
        zones.append(payment_zone(public, public.payment))
    zones += [*browsable_zones(public), *drawn_zones(public)]
    seats = panels(public) if public.places is None else final_panels(public)
    remarks = notes(public)
    asked, clause = prompt(public), prompt_clause(public)
    return Scene(SPECTATOR, asked, waiting(public), tuple(zones), seats, notes=remarks, clause=clause)


def own_scene(view: VentiView) -> OwnScene:
    public, own = view.public, view.own
    assert own is not None
    zones = []
    if any(lacks is not None for lacks in own.missing):
        zones.append(own_targets_zone(public, own))
    if own.offers:
        zones.append(own_centre_zone(public, own))
    if public.phase != "over":
        zones.append(hand_zone(public, own))
    zones += [*own_browsable_zones(public, own), *own_drawn_zones(public, own)]
    if not own.moves:
        return OwnScene(own.seat, tuple(zones))
    return OwnScene(
        own.seat,
        tuple(zones),
        actions=actions(public, own),
        steps=steps(own.moves),
        prompt=question(public, own),
        notes=own_notes(public, own),
    )


# The display


def count_zones(public: VentiPublic) -> list[Zone]:
    """The counters of the whole table, a zone each."""
    zones = [
        _count("round", msg("Round"), public.round),
        _count("pile", msg("Draw pile"), public.pile),
        _count("discards", msg("Discards"), len(public.discards)),
    ]
    if len(public.seats) > 2:
        first = public.first_to_ten
        who = msg("nobody yet") if first is None else msg("{who}", who=SeatName(first))
        zones.append(_count("ten", msg("First to ten"), who))
    return zones


def _count(zone: str, name: Message, value: int | Message) -> Zone:
    return Zone(zone, "stack", name, counters=(Counter(zone, name, value),), quiet=True)


def targets_zone(public: VentiPublic) -> Zone:
    return _targets(public, (target_piece(place, target) for place, target in enumerate(public.targets)))


def own_targets_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """The targets, with what the seat lacks to pay them."""
    laid, asked = enumerate(zip(public.targets, own.missing, strict=True)), bool(own.moves)
    return _targets(public, (own_target_piece(place, target, lacks, asked) for place, (target, lacks) in laid))


def _targets(public: VentiPublic, pieces: Iterable[Piece | None]) -> Zone:
    """The targets. They are quiet when the player chooses neither an action nor a card to discard."""
    over, quiet = public.phase == "over", public.phase not in ("main", "hand limit")
    laid = tuple(piece for piece in pieces if piece)
    return Zone("targets", "row", msg("Targets"), laid, folded=over, quiet=quiet)


def target_piece(place: int, target: VentiTarget) -> Piece | None:
    at, freezer, move = str(place + 1), target.freezer, c.MOVE_TEXTS[c.FULFIL + place]
    if target.card is None:
        return None if freezer is None else frozen_piece(place, freezer, at=at, move=move)
    source, marks = (PILE, ()) if freezer is None else (target_id(place, None), (msg("frozen"),))
    return open_target_piece(target.card, at=at, owner=freezer, move=move, source=source, marks=marks)


def own_target_piece(place: int, target: VentiTarget, lacks: int | None, asked: bool) -> Piece | None:
    piece = target_piece(place, target)
    if piece is None or lacks is None:
        return piece
    mark = msg("ready") if lacks == 0 else msgs("{n} missing", "{n} missing", lacks)
    glows = lacks == 0 and asked
    return replace(piece, lit=glows, tint="gold" if glows else "", marks=(*piece.marks, mark))


def centre_zone(public: VentiPublic) -> Zone:
    """The centre. A card that the player takes goes to the player's plate; otherwise only chaos sweeps it away."""
    sink = plate_id(public.turn) if public.phase == "main" else DISCARDS
    laid = ((place, card) for place, card in enumerate(public.centre) if card is not None)
    pieces = tuple(
        centre_piece(card, at=str(place + 1), move=c.MOVE_TEXTS[c.DRAW + place], source=PILE, sink=sink)
        for place, card in laid
    )
    quiet, over = public.phase != "main", public.phase == "over"
    return Zone("centre", "row", msg("Centre"), pieces, folded=over, quiet=quiet)


def own_centre_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """The centre for the seat that chooses an action: what it takes is in its hand, and not on its way to its plate."""
    zone = centre_zone(public)
    marks = [centre_marks(public, own, place, offer) for place, offer in enumerate(own.offers) if offer]
    pieces = tuple(replace(piece, sink=DISCARDS, marks=said) for piece, said in zip(zone.pieces, marks, strict=True))
    helps = any(mark.text.startswith("→") for said in marks for mark in said)
    return replace(zone, pieces=pieces, note=msg("→ helps with that target") if helps else None)


def centre_marks(public: VentiPublic, own: VentiOwn, place: int, offer: VentiOffer) -> tuple[Message, ...]:
    """The targets that this centre card would help with, and whether it could be paid itself."""
    marks = []
    if helped := [target + 1 for target in helped_targets(public, own, place)]:
        marks.append(Message("→ " + ", ".join(map(str, helped))))
    if offer.missing == 0:
        marks.append(msg("payable"))
    return tuple(marks)


# The payment


def payment_zone(public: VentiPublic, payment: VentiPayment) -> Zone:
    """The slots of the condition, filled one after another; or the cards put down blindly."""
    target = payment.place + 1
    if public.phase == "commit":
        pieces = tuple(paid_piece(public, card) for card in payment.paid)
        return Zone("payment", "row", msg("Put down for target {target}", target=target), pieces)
    card = target_card(public, payment)
    name = msg(
        "Target {target}: {condition} for {points}",
        target=target,
        condition=condition_text(card),
        points=c.POINTS[card],
    )
    slots = range(len(atoms_of(card)))
    return Zone("payment", "row", name, tuple(slot_piece(public, payment, slot, card) for slot in slots))


def slot_piece(public: VentiPublic, payment: VentiPayment, slot: int, card: int) -> Piece:
    paid, wanted = payment.paid, wanted_in_slot(payment, slot, card)
    if slot < len(paid):
        return paid_piece(public, paid[slot], at=wanted)
    now = slot == len(paid)
    state = msg("now") if now else msg("open")
    return Piece(f"payment.{slot + 1}", "slot", state, wanted, state, tint="gold" if now else "grey", lit=now)


def paid_piece(public: VentiPublic, card: int, **more: Any) -> Piece:
    if card in public.seats[public.turn].permanent:
        return permanent_joker_piece(card, source=plate_id(public.turn), **more)
    return number_piece(card, source=plate_id(public.turn), sink=DISCARDS, **more)


# The hand


def hand_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """The hand, by number, jokers last; during a payment also the permanent jokers."""
    name, permanent = msg("Your hand"), public.seats[own.seat].permanent
    pieces = [hand_piece(card, own.moves) for card in unspent(public, own.hand)]
    if own.moves and public.payment and permanent:
        name = msg("Your hand and your permanent jokers")
        pieces += [
            permanent_joker_piece(joker, lit=c.PERMANENT + c.number_of(joker) in own.moves)
            for joker in unspent(public, permanent)
        ]
    quiet, note = must_give_up(public, own.seat), hand_note(public, permanent)
    return Zone("hand", "fan", name, tuple(pieces), note=note, quiet=quiet, seat=own.seat)


def hand_piece(card: int, allowed: Container[int]) -> Piece:
    move = c.HAND_CARD + c.CARD_CLASS[card]
    return number_piece(card, lit=move in allowed, move=c.MOVE_TEXTS[move], source=PILE, sink=DISCARDS)


def hand_note(public: VentiPublic, jokers: tuple[int, ...]) -> Message | None:
    """What the dots mean, until there are permanent jokers; then these, unless they lie with the hand."""
    if not jokers:
        return msg("dots: points as a target")
    if public.payment:
        return None
    return msg("Permanent jokers: {cards}", cards=listing([number_text(c.number_of(card)) for card in jokers]))
