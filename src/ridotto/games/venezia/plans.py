"""The cards of Venezia: what lies on the planning boards, what is in hand and what was played."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, Tint, Who, Zone
from ridotto.games.venezia import city as c
from ridotto.games.venezia.board import ON_THE_BOARD
from ridotto.games.venezia.names import card_label, card_message, pigeons_message
from ridotto.games.venezia.view import BACK

View = dict[str, Any]

LANDED = ("recover", "fetch", "over")  # phases after the landing: the cards have done their work


def card_id(seat: int, card: str) -> str:
    """Of a card whose face the viewer sees: every player has it once."""
    return f"card-{seat}.{card}"


def plan_id(seat: int) -> str:
    return f"plan-{seat}"


def _tint(card: str) -> Tint:
    if card in c.ACTION_OF:
        return "purple"
    return "orange" if card in c.FIRST_NAMES else "teal"


def card_piece(seat: int, card: str, name: Message | None = None, text: str = "") -> Piece:
    return Piece(card_id(seat, card), card, name or card_message(card), text, card_label(card), tint=_tint(card))


# Planning boards


def plan_zones(view: View) -> list[Zone]:
    """What lies on the planning boards; nothing that others plan before all have finished."""
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
    name = msg("Your plan") if own else msg("Plan of {who}", who=Who(seat))
    planning = view["phase"] == "plan"
    note = msg("left in the reserve: {pigeons}", pigeons=pigeons_message(view["own"]["left"])) if planning else None
    folded = view["phase"] in (*ON_THE_BOARD, *LANDED) or not pieces
    return Zone(plan_id(seat), "row", name, pieces, note=note, folded=folded, quiet=not spreads)


def _slots(view: View, seat: int, plan: View) -> tuple[Piece, ...]:
    """Slot by slot, in the order in which the cards were laid."""
    pieces = []
    numbers = _numbers(plan)
    if plan["first"]:
        done = view["phase"] != "plan" and numbers[0] == "0"  # its pigeons have left it
        pieces.append(_slot(seat, 1, plan["first"], "" if done else numbers[0]))
    action = _action_in(view, seat, plan)
    if action is not None:
        pieces.append(action)
    pieces += [_slot(seat, 3 + i, card, numbers[1 + i]) for i, card in enumerate(plan["cards"])]
    return tuple(pieces)


def _numbers(plan: View) -> list[str]:
    """The pigeons on slot 1 and from slot 3 on; a question mark where the number is asked."""
    asked = ["?"] if plan.get("step") == "pigeons" else []
    return [*map(str, plan["pigeons"]), *asked, *[""] * c.SLOTS][: c.SLOTS]


def _slot(seat: int, slot: int, card: str, number: str) -> Piece:
    """A card with the pigeons on it."""
    called = msg("hidden") if card == BACK else card_label(card)
    name = msg("{card} {number}", card=called, number=number) if number else called
    if card == BACK:
        return Piece(f"{plan_id(seat)}.{slot}", BACK, name, number, called, "?", "dark")
    return card_piece(seat, card, name, number)


def _action_in(view: View, seat: int, plan: View) -> Piece | None:
    """Slot 2; from the reveal to the landing also a card that does not lie there any more, with what became of it."""
    if plan["action"] == BACK:
        return Piece(f"{plan_id(seat)}.2", BACK, msg("action card"), label=msg("action"), sign="?", tint="dark")
    if plan["action"]:
        return card_piece(seat, plan["action"])
    shown = view["seats"][seat]["shown"]["action"]
    if not shown or not is_revealed(view):
        return None
    card = card_message(shown)
    done = shown in view["seats"][seat]["played"]
    name = msg("{card} (done)", card=card) if done else msg("{card} (cancelled)", card=card)
    return Piece(f"{plan_id(seat)}.2", shown, name, label=card_label(shown))


def is_revealed(view: View) -> bool:
    """Are the action cards of this round turned up, and the districts not yet scored?"""
    return view["phase"] not in ("home", "plan", "feint", *ON_THE_BOARD, *LANDED)


# Hands and played piles


def hand_zone(view: View) -> Zone:
    own, seat = view["own"], view["viewer"]
    first = [card for card in c.FIRST_NAMES if card != own["plan"]["first"]]
    cards = [*first, *own["actions"], *own["districts"]]
    return Zone("hand", "row", msg("Your hand"), tuple(card_piece(seat, card) for card in cards), folded=True)


def played_zones(view: View) -> list[Zone]:
    """venezia.action.pile: open to all, and worth a look when action cards are planned."""
    asks = view["own"] is not None and view["own"]["plan"]["step"] == "action"
    return [
        Zone(
            f"played-{seat}", "row", msg("Played pile of {who}", who=Who(seat)),
            tuple(card_piece(seat, card) for card in things["played"]), folded=not asks, quiet=asks,
        )
        for seat, things in enumerate(view["seats"])
        if things["played"]
    ]  # fmt: skip
