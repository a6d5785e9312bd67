"""The cards of Venezia: planning boards, hand, played cards."""

from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, SeatName, Tint, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import (
    action_label,
    action_message,
    first_label,
    first_message,
    pigeons_message,
    place_label,
    place_message,
    text_message,
)
from ridotto.games.venezia.show.board import ON_THE_BOARD
from ridotto.games.venezia.show.view import BACK, Face, VeneziaLaidPlan, VeneziaOwn, VeneziaPublic

LANDED = ("recover", "fetch", "over")  # phases after the landing, when the cards have no more effect


def card_id(seat: int, card: str) -> str:
    """The id of a card whose face the viewer sees: every player has it once."""
    return f"card-{seat}.{card}"


def plan_id(seat: int) -> str:
    return f"plan-{seat}"


def slot_id(seat: int, slot: int) -> str:
    return f"{plan_id(seat)}.{slot}"


# Faces


class CardFace(NamedTuple):
    """The face of a card."""

    art: str  # also the text of the move that lays it
    name: Message
    label: Message
    tint: Tint


HIDDEN = CardFace(BACK, msg("hidden"), msg("hidden"), "dark")
HIDDEN_ACTION = CardFace(BACK, msg("action card"), msg("action"), "dark")


@cache
def first_face(first: int) -> CardFace:
    return CardFace(c.MOVE_TEXTS[first], first_message(first), first_label(first), "orange")


@cache
def action_face(card: Face) -> CardFace:
    if card == BACK:
        return HIDDEN_ACTION
    return CardFace(c.ACTION_NAMES[card], action_message(card), action_label(card), "purple")


@cache
def place_face(place: Face) -> CardFace:
    if place == BACK:
        return HIDDEN
    return CardFace(c.PLACE_NAMES[place], place_message(place), place_label(place), "teal")


# Planning boards


def plan_zones(public: VeneziaPublic) -> list[Zone]:
    """The planning boards, once all plans are complete."""
    return [
        _plan_zone(public, seat, msg("{who}'s plan", who=SeatName(seat)), _laid_pieces(public, seat, things.plan))
        for seat, things in enumerate(public.seats)
        if things.plan is not None
    ]


def own_plan_zones(public: VeneziaPublic, own: VeneziaOwn) -> list[Zone]:
    """The planning board of a seat with all its faces; there is none before the first round."""
    if public.phase == "home":
        return []
    zone = _plan_zone(public, own.seat, msg("Your plan"), _own_pieces(public, own))
    left = msg("left in the reserve: {pigeons}", pigeons=pigeons_message(own.left)) if public.phase == "plan" else None
    spreads = public.phase == "feint" or own.plan.step == "pigeons"
    return [replace(zone, note=left, quiet=not spreads)]


def _plan_zone(public: VeneziaPublic, seat: int, name: Message, pieces: list[Piece]) -> Zone:
    folded = public.phase in (*ON_THE_BOARD, *LANDED) or not pieces
    return Zone(plan_id(seat), "row", name, tuple(pieces), folded=folded, quiet=True, seat=seat)


def _laid_pieces(public: VeneziaPublic, seat: int, plan: VeneziaLaidPlan) -> list[Piece]:
    """The cards of a complete plan, slot by slot."""
    numbers = [str(number) for number in plan.pigeons]
    action = _action_pieces(public, seat, plan.action)
    return [*_first_pieces(public, seat, plan.first, numbers), *action, *_district_pieces(seat, plan.cards, numbers)]


def _own_pieces(public: VeneziaPublic, own: VeneziaOwn) -> list[Piece]:
    """The cards of the own plan as far as they are laid; `?` stands for a number that is asked now."""
    seat, plan, asked = own.seat, own.plan, ["?"] if own.plan.step == "pigeons" else []
    numbers = [*map(str, plan.pigeons), *asked, *[""] * c.PIGEON_SLOTS]
    action = _action_pieces(public, seat, plan.action)
    if public.phase == "use" and own.moves:
        action = [replace(piece, lit=True, move=piece.art) for piece in action]
    return [*_first_pieces(public, seat, plan.first, numbers), *action, *_district_pieces(seat, plan.cards, numbers)]


def _first_pieces(public: VeneziaPublic, seat: int, first: int | None, numbers: list[str]) -> list[Piece]:
    if first is None:
        return []
    done = public.phase != "plan" and numbers[0] == "0"  # its pigeons are gone
    return [_slot(seat, 1, first_face(first), "" if done else numbers[0])]


def _district_pieces(seat: int, cards: tuple[Face, ...], numbers: list[str]) -> list[Piece]:
    return [_slot(seat, 3 + i, place_face(card), numbers[1 + i]) for i, card in enumerate(cards)]


def _slot(seat: int, slot: int, face: CardFace, number: str) -> Piece:
    """A card with the pigeons on it."""
    name = msg("{card} {number}", card=face.label, number=number) if number else face.label
    plate, sign = f"plate-{seat}", "?" if face is HIDDEN else ""
    return Piece(slot_id(seat, slot), face.art, name, number, face.label, sign, face.tint, source=plate, sink=plate)


def _action_pieces(public: VeneziaPublic, seat: int, action: Face | None) -> list[Piece]:
    """The action card in slot 2. From the reveal to the landing it also shows a card that is gone, and why."""
    if action is None:
        return _gone_action_pieces(public, seat)
    plate, face = f"plate-{seat}", action_face(action)
    sign = "?" if face is HIDDEN_ACTION else ""
    return [Piece(slot_id(seat, 2), face.art, face.name, "", face.label, sign, face.tint, source=plate, sink=plate)]


def _gone_action_pieces(public: VeneziaPublic, seat: int) -> list[Piece]:
    things = public.seats[seat]
    if things.shown.action is None or not is_revealed(public):
        return []
    id, face, plate = slot_id(seat, 2), action_face(things.shown.action), f"plate-{seat}"
    if things.shown.action in things.played:
        return [Piece(id, face.art, msg("{card} (done)", card=face.name), label=face.label, sink=plate)]
    kept = not things.shown.cancelled
    name = msg("{card} (kept)", card=face.name) if kept else msg("{card} (cancelled)", card=face.name)
    return [Piece(id, face.art, name, label=face.label, tint="grey", sink=plate)]


def is_revealed(public: VeneziaPublic) -> bool:
    """Are the action cards of this round revealed, and the districts not scored yet?"""
    return public.phase not in ("home", "plan", "feint", *ON_THE_BOARD, *LANDED)


def planned_pigeons(own: VeneziaOwn, place: int) -> int:
    """How many pigeons a seat has planned for a place."""
    slot = 1 + own.plan.cards.index(place) if place in own.plan.cards else c.PIGEON_SLOTS
    return own.plan.pigeons[slot] if slot < len(own.plan.pigeons) else 0


# Hands and played piles


def hand_zone(public: VeneziaPublic, own: VeneziaOwn) -> Zone:
    first = [first_face(card) for card in (c.PIAZZA, c.FEINT) if card != own.plan.first]
    faces = [*first, *map(action_face, own.actions), *map(place_face, own.districts)]
    asked = bool(own.moves) and public.phase in ("plan", "carrier card")
    offered = {c.MOVE_TEXTS[move] for move in own.moves} if asked else set()
    pieces = [_hand_piece(own.seat, face, face.art if asked else "", face.art in offered) for face in faces]
    return Zone("hand", "row", msg("Your hand"), tuple(pieces), folded=True, seat=own.seat)


def _hand_piece(seat: int, face: CardFace, move: str, lit: bool) -> Piece:
    return Piece(
        card_id(seat, face.art), face.art, face.name, "", face.label, tint=face.tint, lit=lit, move=move,
        source=f"plate-{seat}",
    )  # fmt: skip


def played_zones(public: VeneziaPublic) -> list[Zone]:
    """The played cards of each seat (venezia.action.pile)."""
    return [
        Zone(
            f"played-{seat}", "row", msg("{who}'s played cards", who=SeatName(seat)),
            tuple(_played_piece(seat, action_face(card)) for card in things.played), folded=True, seat=seat,
        )
        for seat, things in enumerate(public.seats)
        if things.played
    ]  # fmt: skip


def own_played_zones(public: VeneziaPublic, own: VeneziaOwn) -> list[Zone]:
    """The played cards, unfolded while a seat plans an action card; else none."""
    if own.plan.step != "action":
        return []
    return [replace(zone, folded=False, quiet=True) for zone in played_zones(public)]


def _played_piece(seat: int, face: CardFace) -> Piece:
    id, source = card_id(seat, face.art), slot_id(seat, 2)
    return Piece(id, face.art, face.name, "", face.label, tint=face.tint, source=source)


def _texts_zone() -> Zone:
    texts = [(name, action_message(card), text_message(card)) for card, name in enumerate(c.ACTION_NAMES)]
    pieces = tuple(Piece(f"text.{name}", name, title, marks=(text,)) for name, title, text in texts)
    return Zone("texts", "pool", msg("The action cards"), pieces, mute=True)


TEXTS_ZONE = _texts_zone()  # the texts of all action cards
