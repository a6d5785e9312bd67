"""The table of Venezia as zones, pieces and actions, drawn up from what one viewer is shown."""

from typing import Any

from ridotto.engine.message import Message, listing, msg
from ridotto.engine.scene import Action, Counter, Panel, Piece, Scene, Who, Zone
from ridotto.engine.standings import final_panels, verdict
from ridotto.games.venezia import city as c
from ridotto.games.venezia.names import action_message, first_message, move_message, pigeons_message, place_message
from ridotto.games.venezia.reasons import NOW, PLAN
from ridotto.games.venezia.snapshot import PHASES, STEPS
from ridotto.games.venezia.view import BACK

View = dict[str, Any]


def scene(view: View) -> Scene:
    zones = [piazza_zone(view), *(place_zone(view, place) for place in range(c.PLACES)), *plan_zones(view)]
    if view["own"] is not None:
        zones.append(hand_zone(view))
    panels = tuple(Panel(seat, counters(view, seat), marks(view, seat)) for seat in range(len(view["seats"])))
    if view["phase"] == "over":
        panels = final_panels(view["places"], lambda seat: counters(view, seat))
    actions = tuple(
        Action(c.MOVE_TEXTS[move], move_message(move), clause=clause)
        for move, clause in zip(view["moves"], view["clauses"], strict=True)
    )
    return Scene(view["viewer"], prompt(view), tuple(view["waiting"]), tuple(zones), panels, actions)


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return verdict(view["places"], [seat["score"] for seat in view["seats"]])
    if view["viewer"] not in view["waiting"]:
        return msg("Waiting for {who}.", who=listing([Who(seat) for seat in view["waiting"]]))
    if view["phase"] == "plan":
        return PLAN[STEPS.index(view["own"]["plan"]["step"])][1]
    return NOW[PHASES.index(view["phase"])][1]


# The Piazza


def piazza_zone(view: View) -> Zone:
    offered = {c.SQUARE_NAMES[move - c.SQUARE] for move in view["moves"] if move >= c.SQUARE}
    pieces = [square_piece(square, square in offered) for square in c.SQUARE_NAMES]
    for kind, name, sign in (("tourists", msg("tourist"), "☺"), ("hunters", msg("pigeon hunter"), "⌖")):
        pieces += [Piece(f"{kind}.{at}", kind, name, sign=sign, at=at, on=f"piazza.{at}") for at in view[kind]]
    for seat, things in enumerate(view["seats"]):
        pieces += [pigeon_piece(view, seat, at) for at in things["piazza"]]
    columns = tuple(str(column + 1) for column in range(c.COLUMNS))
    return Zone("piazza", "grid", msg("Piazza San Marco"), tuple(pieces), columns=columns, rows=tuple("ABCDEFGH"))


def square_piece(square: str, lit: bool) -> Piece:
    if square == c.SQUARE_NAMES[c.CAMPANILE]:
        return Piece(f"piazza.{square}", "campanile", msg("Campanile"), sign="▲", tint="brown", at=square)
    return Piece(f"piazza.{square}", "square", msg("{square}", square=square), at=square, lit=lit)


def pigeon_piece(view: View, seat: int, at: str) -> Piece:
    remarks = [msg("has moved")] if at in view["moved"] else []
    remarks += [msg("picked")] if at == view["chosen"] else []
    name = msg("pigeon of {who}", who=Who(seat))
    return Piece(f"pigeon.{at}", "pigeon", name, at=at, on=f"piazza.{at}", owner=seat, marks=tuple(remarks))


# The city


def place_zone(view: View, place: int) -> Zone:
    """Pigeons by family, home base and holder of a place."""
    key = c.PLACE_NAMES[place]
    numbers = [Counter(f"seat-{seat}", msg("{who}", who=Who(seat)), things["places"].get(key, 0))
               for seat, things in enumerate(view["seats"])]  # fmt: skip
    if key in view["grey"]:
        numbers.append(Counter("grey", msg("grey"), view["grey"][key]))
    remarks = [
        msg("home of {who}", who=Who(seat)) for seat, things in enumerate(view["seats"]) if things["home"] == key
    ]
    remarks += [msg("hawk")] if view["hawk"] == key else []
    remarks += [msg("city catcher")] if view["catcher"] == key else []
    remarks += [msg("majority: {who}", who=Who(view["holders"][key]))] if key in view["holders"] else []
    note = listing(remarks) if remarks else None
    return Zone(f"place-{key}", "pool", place_message(place), (), tuple(numbers), note=note)


# Cards


def card_piece(card: str, zone: str, slot: int, number: int | None) -> Piece:
    """A card by the face that the viewer sees, with the pigeons on it."""
    text = "" if number is None else str(number)
    if card == BACK:
        return Piece(f"{zone}.{slot}", BACK, msg("hidden card"), text, sign="?", tint="dark")
    return Piece(f"{zone}.{slot}", card, card_message(card), text, card_message(card))


def card_message(card: str) -> Message:
    if card in c.ACTION_OF:
        return action_message(c.ACTION_OF[card])
    if card in c.FIRST_NAMES:
        return first_message(1 + c.FIRST_NAMES.index(card))
    return place_message(c.PLACE_OF[card])


def plan_pieces(plan: View, zone: str) -> tuple[Piece, ...]:
    slots: list[tuple[int, str, int | None]] = []
    numbers = [*plan["pigeons"], None, None, None, None]
    if plan["first"]:
        slots.append((1, plan["first"], numbers[0]))
    if plan["action"]:
        slots.append((2, plan["action"], None))
    slots += [(3 + i, card, numbers[1 + i]) for i, card in enumerate(plan["cards"])]
    return tuple(card_piece(card, zone, slot, number) for slot, card, number in slots)


def plan_zones(view: View) -> list[Zone]:
    """What lies on the planning boards, the viewer's own cards face up."""
    zones = []
    for seat, things in enumerate(view["seats"]):
        plan = view["own"]["plan"] if seat == view["viewer"] else things["plan"]
        if plan is not None and plan["first"]:
            zone = f"plan-{seat}"
            zones.append(Zone(zone, "row", msg("Plan of {who}", who=Who(seat)), plan_pieces(plan, zone)))
    return zones


def hand_zone(view: View) -> Zone:
    cards = [*view["own"]["actions"], *view["own"]["districts"]]
    pieces = tuple(Piece(f"hand.{card}", card, card_message(card), label=card_message(card)) for card in cards)
    left = msg("left to plan: {pigeons}", pigeons=pigeons_message(view["own"]["left"]))
    return Zone("hand", "row", msg("Your hand"), pieces, note=left if view["phase"] == "plan" else None)


# Players


def counters(view: View, seat: int) -> tuple[Counter, ...]:
    things = view["seats"][seat]
    led = sum(holder == seat for place, holder in view["holders"].items() if c.PLACE_OF[place] < c.DISTRICTS)
    return (
        Counter("score", msg("Points"), things["score"]),
        Counter("led", msg("Districts"), led),
        Counter("reserve", msg("Reserve"), things["reserve"]),
        Counter("nest", msg("Nest"), things["nest"]),
        Counter("supply", msg("Supply"), things["supply"]),
        Counter("piazza", msg("Piazza"), len(things["piazza"])),
        Counter("played", msg("Played"), len(things["played"])),
    )


def marks(view: View, seat: int) -> tuple[Message, ...]:
    return (msg("start player"),) if seat == view["start"] else ()
