"""The cards of Venezia: planning boards, hand, played cards."""

from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.scene import Piece, SeatName, Tint, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import action_message, card_label, card_message, pigeons_message, text_message
from ridotto.games.venezia.show.board import ON_THE_BOARD
from ridotto.games.venezia.show.view import BACK

View = dict[str, Any]

LANDED = ("recover", "fetch", "over")  # phases after the landing, when the cards have no more effect


def card_id(seat: int, card: str) -> str:
    """The id of a card whose face the viewer sees: every player has it once."""
    return f"card-{seat}.{card}"


def plan_id(seat: int) -> str:
    return f"plan-{seat}"


def _tint(card: str) -> Tint:
    if card == BACK:
        return "dark"
    if card in c.ACTION_OF:
        return "purple"
    return "orange" if card in c.FIRST_NAMES else "teal"


def slot_id(seat: int, slot: int) -> str:
    return f"{plan_id(seat)}.{slot}"


def card_piece(seat: int, card: str, source: str = "", move: str = "", lit: bool = False) -> Piece:
    """A card in a hand or in a played pile."""
    name, label, tint = card_message(card), card_label(card), _tint(card)
    return Piece(card_id(seat, card), card, name, "", label, tint=tint, lit=lit, move=move, source=source)


# Planning boards


def plan_zones(view: View) -> list[Zone]:
    """The planning boards; those of others only when all plans are complete."""
    if view["phase"] == "home":
        return []
    return [_plan_zone(view, seat) for seat in range(len(view["seats"])) if _plan(view, seat) is not None]


def _plan(view: View, seat: int) -> View | None:
    plan: View | None = view["own"]["plan"] if seat == view["viewer"] else view["seats"][seat]["plan"]
    return plan


def _plan_zone(view: View, seat: int) -> Zone:
    plan = _plan(view, seat) or {}
    own = seat == view["viewer"]
    spreads = own and (view["phase"] == "feint" or plan["step"] == "pigeons")
    pieces = _slots(view, seat, plan)
    name = msg("Your plan") if own else msg("{who}'s plan", who=SeatName(seat))
    planning = view["phase"] == "plan"
    note = msg("left in the reserve: {pigeons}", pigeons=pigeons_message(view["own"]["left"])) if planning else None
    folded = view["phase"] in (*ON_THE_BOARD, *LANDED) or not pieces
    return Zone(plan_id(seat), "row", name, pieces, note=note, folded=folded, quiet=not spreads, seat=seat)


def _slots(view: View, seat: int, plan: View) -> tuple[Piece, ...]:
    """The cards slot by slot, in the order in which they were laid."""
    pieces = []
    numbers = _numbers(plan)
    if plan["first"]:
        done = view["phase"] != "plan" and numbers[0] == "0"  # its pigeons are gone
        pieces.append(_slot(seat, 1, plan["first"], "" if done else numbers[0]))
    action = _action_in(view, seat, plan)
    if action is not None:
        pieces.append(action)
    pieces += [_slot(seat, 3 + i, card, numbers[1 + i]) for i, card in enumerate(plan["cards"])]
    return tuple(pieces)


def _numbers(plan: View) -> list[str]:
    """The pigeons on slot 1 and from slot 3 on; `?` if the number is asked now."""
    asked = ["?"] if plan.get("step") == "pigeons" else []
    return [*map(str, plan["pigeons"]), *asked, *[""] * c.PIGEON_SLOTS][: c.PIGEON_SLOTS]


def _slot(seat: int, slot: int, card: str, number: str) -> Piece:
    """A card with the pigeons on it."""
    called = msg("hidden") if card == BACK else card_label(card)
    name = msg("{card} {number}", card=called, number=number) if number else called
    plate = f"plate-{seat}"
    sign = "?" if card == BACK else ""
    return Piece(slot_id(seat, slot), card, name, number, called, sign, _tint(card), source=plate, sink=plate)


def _action_in(view: View, seat: int, plan: View) -> Piece | None:
    """The action card in slot 2. From the reveal to the landing it also shows a card that is gone, and why."""
    id, plate = slot_id(seat, 2), f"plate-{seat}"
    if plan["action"] == BACK:
        return Piece(id, BACK, msg("action card"), "", msg("action"), "?", "dark", source=plate, sink=plate)
    if plan["action"]:
        name, label, tint = card_message(plan["action"]), card_label(plan["action"]), _tint(plan["action"])
        asked = view["phase"] == "use" and seat == view["viewer"] and bool(view["moves"])
        move = plan["action"] if asked else ""
        return Piece(id, plan["action"], name, label=label, tint=tint, lit=asked, move=move, source=plate, sink=plate)
    shown = view["seats"][seat]["shown"]["action"]
    if not shown or not is_revealed(view):
        return None
    card = card_message(shown)
    if shown in view["seats"][seat]["played"]:
        return Piece(id, shown, msg("{card} (done)", card=card), label=card_label(shown), sink=plate)
    name = msg("{card} (cancelled)", card=card) if _is_cancelled(view, seat) else msg("{card} (kept)", card=card)
    return Piece(id, shown, name, label=card_label(shown), tint="grey", sink=plate)


def _is_cancelled(view: View, seat: int) -> bool:
    """Has a seat with fewer or equal points revealed the same card (venezia.action.conflict, tie)?"""
    seats = view["seats"]
    others = [other for other in range(len(seats)) if other != seat]
    rivals = [other for other in others if seats[other]["shown"]["action"] == seats[seat]["shown"]["action"]]
    return any(seats[rival]["score"] <= seats[seat]["score"] for rival in rivals)


def is_revealed(view: View) -> bool:
    """Are the action cards of this round revealed, and the districts not scored yet?"""
    return view["phase"] not in ("home", "plan", "feint", *ON_THE_BOARD, *LANDED)


# Hands and played piles


def hand_zone(view: View) -> Zone:
    own, seat = view["own"], view["viewer"]
    first = [card for card in c.FIRST_NAMES if card != own["plan"]["first"]]
    cards = [*first, *own["actions"], *own["districts"]]
    asked = bool(view["moves"]) and view["phase"] in ("plan", "carrier card")
    offered = {c.MOVE_TEXTS[move] for move in view["moves"]} if asked else set()
    pieces = [card_piece(seat, card, f"plate-{seat}", card if asked else "", card in offered) for card in cards]
    return Zone("hand", "row", msg("Your hand"), tuple(pieces), folded=True, seat=seat)


def texts_zone() -> Zone:
    """The texts of all action cards."""
    texts = [(name, action_message(card), text_message(card)) for card, name in enumerate(c.ACTION_NAMES)]
    pieces = tuple(Piece(f"text.{name}", name, title, marks=(text,)) for name, title, text in texts)
    return Zone("texts", "pool", msg("The action cards"), pieces, mute=True)


def played_zones(view: View) -> list[Zone]:
    """The played cards of each seat (venezia.action.pile), unfolded while the viewer plans an action card."""
    planning = view["own"] is not None and view["own"]["plan"]["step"] == "action"
    return [
        Zone(
            f"played-{seat}", "row", msg("{who}'s played cards", who=SeatName(seat)),
            tuple(_played_piece(view, seat, card) for card in things["played"]),
            folded=not planning, quiet=planning, seat=seat,
        )
        for seat, things in enumerate(view["seats"])
        if things["played"]
    ]  # fmt: skip


def _played_piece(view: View, seat: int, card: str) -> Piece:
    recovers = view["phase"] == "recover" and seat == view["viewer"] and bool(view["moves"])
    return card_piece(seat, card, slot_id(seat, 2), lit=recovers)
