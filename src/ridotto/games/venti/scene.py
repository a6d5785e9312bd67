"""The table of Venti as zones, pieces and actions, drawn up from what one viewer is shown."""

from typing import Any

from ridotto.engine import standings
from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Action, Counter, Panel, Piece, Scene, Who, Zone
from ridotto.games.venti import cards as c
from ridotto.games.venti.names import SIGNS, TINTS, card_message, condition_text, move_message

View = dict[str, Any]


def scene(view: View) -> Scene:
    over = view["phase"] == "over"
    zones = [targets_zone(view), centre_zone(view), *pile_zones(view), *payment_zones(view)]
    if view["own"] is not None:
        zones.append(hand_zone(view))
    waiting = () if over else (view["player"],)
    return Scene(view["viewer"], prompt(view), waiting, tuple(zones), panels(view), actions(view))


# What is asked and offered


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return standings.verdict(view["places"], [seat["score"] for seat in view["seats"]])
    if view["player"] != view["viewer"]:
        return msg("{who} is to decide.", who=Who(view["player"]))
    left = view["actions"]["limit"] - view["actions"]["used"]
    match view["phase"]:
        case "main":
            return msgs("Choose an action; {n} is left.", "Choose an action; {n} are left.", left)
        case "declare":
            return msg("Which number will the group have?")
        case "pay":
            return msg("Pay slot {n} of {condition}.", n=len(view["payment"]["paid"]) + 1, condition=wanted(view))
        case "commit":
            return msg("Put down the cards that fulfil the frozen card, then say that you are done.")
        case "penalty":
            return msgs(
                "Lose point cards worth at least {n} point.",
                "Lose point cards worth at least {n} points.",
                view["penalty"]["due"],
            )
        case "catch up":
            return msgs(
                "You are last: lay down up to {n} point from your hand.",
                "You are last: lay down up to {n} points from your hand.",
                view["ten"]["left"],
            )
        case _:
            return msg("Discard down to ten cards.")


def wanted(view: View) -> str:
    """The condition that is being paid."""
    return condition_text(c.CARDS[view["targets"][view["payment"]["target"] - 1]["card"]])


def actions(view: View) -> tuple[Action, ...]:
    return tuple(_action(move, clause) for move, clause in zip(view["moves"], view["clauses"], strict=True))


def _action(move: int, clause: str) -> Action:
    take = put = None
    if c.DRAW <= move < c.REPLACE:
        take = f"centre.{move - c.DRAW + 1}"
    elif c.EXCHANGE <= move < c.FULFIL:
        target, place = divmod(move - c.EXCHANGE, 5)
        take, put = f"targets.{target + 1}", f"centre.{place + 1}"
    return Action(c.MOVE_TEXTS[move], move_message(move), take, put, clause)


# Zones


def card_piece(name: str, place: str, **more: Any) -> Piece:
    card = c.CARDS[name]
    if card >= c.JOKER:
        return Piece(place, "joker", card_message(card), "?", sign="?", **more)
    number = c.number_of(card)
    text = f"{number}{SIGNS[number // 2]}"
    return Piece(place, f"number-{number}", card_message(card), text, tint=TINTS[number // 2], **more)


def goal_marks(name: str) -> tuple[Message, ...]:
    """What a card wants, and what it brings."""
    card = c.CARDS[name]
    if card >= c.JOKER:
        return ()
    return (msg("{condition} → {points}", condition=condition_text(card), points=c.POINTS[card]),)


def target_piece(view: View, place: int) -> Piece | None:
    target = view["targets"][place]
    here = f"targets.{place + 1}"
    frozen = () if target["frozen_by"] is None else (msg("frozen by {who}", who=Who(target["frozen_by"])),)
    if target["card"] is None:
        return Piece(here, "back", msg("frozen card"), "?", tint="dark", marks=frozen) if frozen else None
    lacking = view["own"]["missing"][place] if view["own"] else None
    hint = () if lacking is None else (msg("payable") if lacking == 0 else msg("{n} missing", n=lacking),)
    return card_piece(target["card"], here, marks=(*goal_marks(target["card"]), *frozen, *hint))


def targets_zone(view: View) -> Zone:
    pieces = (target_piece(view, place) for place in range(len(view["targets"])))
    return Zone("targets", "row", msg("Targets"), tuple(piece for piece in pieces if piece))


def centre_zone(view: View) -> Zone:
    pieces = (
        card_piece(name, f"centre.{place}", marks=goal_marks(name))
        for place, name in enumerate(view["centre"], 1)
        if name is not None
    )
    return Zone("centre", "row", msg("Centre"), tuple(pieces))


def pile_zones(view: View) -> list[Zone]:
    discards = view["discards"]
    pieces = tuple(card_piece(name, f"discards.{name}") for name in discards if c.CARDS[name] < c.CHAOS)
    return [
        Zone("pile", "stack", msg("Draw pile"), (), (Counter("cards", msg("Cards"), view["pile"]),), quiet=True),
        Zone(
            "discards",
            "pool",
            msg("Discard pile"),
            pieces,
            (Counter("cards", msg("Cards"), len(discards)),),
            folded=True,
        ),
    ]


def payment_zones(view: View) -> list[Zone]:
    if view["payment"] is None:
        return []
    pieces = tuple(card_piece(name, f"payment.{slot}") for slot, name in enumerate(view["payment"]["paid"], 1))
    return [Zone("payment", "row", msg("Payment for target {target}", target=view["payment"]["target"]), pieces)]


def hand_zone(view: View) -> Zone:
    pieces = tuple(card_piece(name, f"hand.{name}", marks=goal_marks(name)) for name in view["own"]["hand"])
    return Zone("hand", "fan", msg("Your hand"), pieces)


# Seats


def panels(view: View) -> tuple[Panel, ...]:
    if view["phase"] == "over":
        return standings.final_panels(view["places"], lambda seat: counters(view, seat))
    return tuple(Panel(seat, counters(view, seat), marks(view, seat)) for seat in range(len(view["seats"])))


def counters(view: View, number: int) -> tuple[Counter, ...]:
    seat = view["seats"][number]
    place = (Counter("place", msg("Place"), view["places"][number]),) if view["places"] else ()
    return (
        *place,
        Counter("score", msg("Points"), seat["score"]),
        Counter("scored", msg("Point cards"), len(seat["points"])),
        Counter("cards", msg("Hand"), seat["cards"]),
        Counter(
            "permanent", msg("Permanent jokers"), " ".join(name.split("/")[0] for name in seat["permanent"]) or "–"
        ),
        Counter("sacrificed", msg("Sacrificed"), seat["sacrificed"]),
        Counter("actions", msg("Actions"), c.ACTIONS + len(seat["extra"])),
    )


def marks(view: View, seat: int) -> tuple[Message, ...]:
    found = []
    if seat == view["turn"]:
        found.append(msg("on turn"))
    if seat == view["trigger"]:
        found.append(msg("reached twenty"))
    return tuple(found)
