"""The table of Venti as zones, pieces and actions, made from the view of one viewer alone."""

from collections.abc import Container
from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, Piece, Scene, SeatName, Zone
from ridotto.games.venti import components as c
from ridotto.games.venti.names import atoms_of, condition_text, number_text
from ridotto.games.venti.show.actions import actions, notes, prompt, prompt_clause
from ridotto.games.venti.show.drawn_zones import drawn_zones, is_paying
from ridotto.games.venti.show.payment import (
    missing_at,
    missing_for,
    own_resources,
    target_card,
    targets_helped_by,
    wanted_in_slot,
)
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
from ridotto.games.venti.show.turn_actions import steps
from ridotto.games.venti.show.unseen_cards import browsable_zones, must_give_up

View = dict[str, Any]


def waiting(view: View) -> tuple[int, ...]:
    """The seats that the table waits for."""
    return () if view["phase"] == "over" else (view["player"],)


def scene(view: View) -> Scene:
    over = view["phase"] == "over"
    zones = [*count_zones(view), targets_zone(view), centre_zone(view)]
    if view["payment"]:
        zones.append(payment_zone(view))
    if view["own"] and not over:
        zones.append(hand_zone(view))
    zones += [*browsable_zones(view), *drawn_zones(view)]
    seats = final_panels(view) if over else panels(view)
    asked, offered = prompt(view), actions(view)
    rest = notes(view), prompt_clause(view), steps(view)
    return Scene(view["viewer"], asked, waiting(view), tuple(zones), seats, offered, *rest)


def is_asked(view: View) -> bool:
    return bool(view["own"] and view["player"] == view["viewer"])


# The display


def count_zones(view: View) -> list[Zone]:
    """The counters of the whole table, a zone each."""
    zones = [
        _count("round", msg("Round"), view["round"]),
        _count("pile", msg("Draw pile"), view["pile"]),
        _count("discards", msg("Discards"), len(view["discards"])),
    ]
    if len(view["seats"]) > 2:
        first = view["first_to_ten"]
        who = msg("nobody yet") if first is None else msg("{who}", who=SeatName(first))
        zones.append(_count("ten", msg("First to ten"), who))
    return zones


def _count(zone: str, name: Message, value: int | Message) -> Zone:
    return Zone(zone, "stack", name, counters=(Counter(zone, name, value),), quiet=True)


def targets_zone(view: View) -> Zone:
    """The targets. They are quiet when the player chooses neither an action nor a card to discard."""
    laid = [target_piece(view, place) for place in range(len(view["targets"]))]
    pieces = tuple(piece for piece in laid if piece)
    over = view["phase"] == "over"
    return Zone(
        "targets", "row", msg("Targets"), pieces, folded=over, quiet=view["phase"] not in ("main", "hand limit")
    )


def target_piece(view: View, place: int) -> Piece | None:
    target, at = view["targets"][place], str(place + 1)
    freezer, move = target["frozen_by"], c.MOVE_TEXTS[c.FULFIL + place]
    if target["card"] is None:
        return None if freezer is None else frozen_piece(place, freezer, at=at, move=move)
    lacks = missing_at(view, place) if view["own"] else None
    marks = [msg("frozen")] if freezer is not None else []
    if lacks is not None:
        marks.append(msg("ready") if lacks == 0 else msgs("{n} missing", "{n} missing", lacks))
    source = PILE if freezer is None else target_id(place, None)
    return open_target_piece(
        target["card"],
        lacks == 0 and is_asked(view),
        at=at,
        owner=freezer,
        move=move,
        source=source,
        marks=tuple(marks),
    )


def centre_zone(view: View) -> Zone:
    """The centre. A card that another player takes goes to that player's plate."""
    sink = DISCARDS if view["turn"] == view["viewer"] else plate_id(view["turn"])
    pieces = tuple(
        centre_piece(
            name,
            at=str(place + 1),
            move=c.MOVE_TEXTS[c.DRAW + place],
            source=PILE,
            sink=sink,
            marks=centre_marks(view, c.CARDS[name]),
        )
        for place, name in enumerate(view["centre"])
        if name is not None
    )
    over = view["phase"] == "over"
    helps = any(mark.text.startswith("→") for piece in pieces for mark in piece.marks)
    note = msg("→ helps with that target") if helps else None
    return Zone("centre", "row", msg("Centre"), pieces, note=note, folded=over, quiet=view["phase"] != "main")


def centre_marks(view: View, card: int) -> tuple[Message, ...]:
    """The targets that this centre card would help with, and whether it could be paid itself."""
    if not is_asked(view) or view["phase"] != "main":
        return ()
    marks = []
    if helped := [place + 1 for place, _ in targets_helped_by(view, card)]:
        marks.append(Message("→ " + ", ".join(map(str, helped))))
    if missing_for(card, own_resources(view)) == 0:
        marks.append(msg("payable"))
    return tuple(marks)


# The payment


def payment_zone(view: View) -> Zone:
    """The slots of the condition, filled one after another; or the cards put down blindly."""
    payment = view["payment"]
    target = payment["target"]
    if view["phase"] == "commit":
        pieces = tuple(paid_piece(view, name) for name in payment["paid"])
        return Zone("payment", "row", msg("Put down for target {target}", target=target), pieces)
    card = target_card(view, target - 1)
    assert card is not None
    name = msg(
        "Target {target}: {condition} for {points}",
        target=target,
        condition=condition_text(card),
        points=c.POINTS[card],
    )
    return Zone("payment", "row", name, tuple(slot_piece(view, slot, card) for slot in range(len(atoms_of(card)))))


def slot_piece(view: View, slot: int, card: int) -> Piece:
    paid, wanted = view["payment"]["paid"], wanted_in_slot(view, slot, card)
    if slot < len(paid):
        return paid_piece(view, paid[slot], at=wanted)
    now = slot == len(paid)
    state = msg("now") if now else msg("open")
    return Piece(f"payment.{slot + 1}", "slot", state, wanted, state, tint="gold" if now else "grey", lit=now)


def paid_piece(view: View, name: str, **more: Any) -> Piece:
    if name in view["seats"][view["turn"]]["permanent"]:
        return permanent_joker_piece(name, source=plate_id(view["turn"]), **more)
    return number_piece(name, source=plate_id(view["turn"]), sink=DISCARDS, **more)


# What belongs to the viewer


def hand_zone(view: View) -> Zone:
    """The hand, by number, jokers last; during a payment also the permanent jokers."""
    spent = view["payment"]["paid"] if view["payment"] and view["player"] == view["viewer"] else []
    allowed = set(view["moves"])
    pieces = [hand_piece(name, allowed) for name in view["own"]["hand"] if name not in spent]
    name = msg("Your hand")
    if is_paying(view, view["viewer"]) and view["seats"][view["viewer"]]["permanent"]:
        name = msg("Your hand and your permanent jokers")
        pieces += [
            permanent_joker_piece(joker, lit=c.PERMANENT + c.number_of(c.CARDS[joker]) in allowed)
            for joker in view["seats"][view["viewer"]]["permanent"]
            if joker not in spent
        ]
    quiet = must_give_up(view, view["viewer"])
    return Zone("hand", "fan", name, tuple(pieces), note=hand_note(view), quiet=quiet, seat=view["viewer"])


def hand_piece(name: str, allowed: Container[int]) -> Piece:
    move = c.HAND_CARD + c.CARD_CLASS[c.CARDS[name]]
    return number_piece(name, lit=move in allowed, move=c.MOVE_TEXTS[move], source=PILE, sink=DISCARDS)


def hand_note(view: View) -> Message | None:
    """What the dots mean, until there are permanent jokers; then these, unless they lie with the hand."""
    jokers = view["seats"][view["viewer"]]["permanent"]
    if not jokers:
        return msg("dots: points as a target")
    if view["payment"]:
        return None
    numbers = [number_text(c.number_of(c.CARDS[name])) for name in jokers]
    return msg("Permanent jokers: {cards}", cards=listing(numbers))
