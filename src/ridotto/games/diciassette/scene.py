"""The table of 17 Diciassette as zones, pieces and actions, drawn up from what one viewer is shown."""

from collections import Counter as Tally
from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, Counter, Panel, Piece, Scene, Who, Zone
from ridotto.games.diciassette import cards as c
from ridotto.games.diciassette.names import ARTS, NUMBER_TINTS, SIGNS, card_message, move_message

View = dict[str, Any]
BACK = "back"


def scene(view: View) -> Scene:
    zones = [row_zone(view), pile_zone(view), discard_zone(view)]
    if view["options"]["hand_backs_public"] == "true":
        zones += [backs_zone(view, seat) for seat in range(len(view["seats"])) if seat != view["viewer"]]
    if view["own"] is not None:
        zones.append(hand_zone(view))
    return Scene(
        view["viewer"], prompt(view), tuple(view["waiting"]), tuple(zones), panels(view), actions(view), notes(view)
    )


# Pieces


def piece(card: str, name: str, **more: Any) -> Piece:
    """A card by its name, or a neutral back."""
    if card == BACK:
        return Piece(name, "back", msg("hidden card"), sign="?", tint="grey", **more)
    kind = c.CARDS[card]
    if kind in ARTS:
        return Piece(
            name, ARTS[kind], card_message(kind), label=card_message(kind), sign=SIGNS[kind], tint="purple", **more
        )
    art = "two-sided" if kind < c.CONCEALED else "one-sided"
    tint = NUMBER_TINTS[c.VALUES[kind] - 1]
    return Piece(name, art, card_message(kind), text=card, tint=tint, **more)


def numbered(cards: list[str], zone: str, **more: Any) -> tuple[Piece, ...]:
    """Cards that lie in no order: each is named after its face and which of its equals it is."""
    return tuple(
        piece(card, f"{zone}.{card.replace('/', '-')}.{cards[:place].count(card) + 1}", **more)
        for place, card in enumerate(cards)
    )


# Zones


def row_zone(view: View) -> Zone:
    pieces = []
    for place, card in enumerate(view["row"]):
        marks = (msg("hidden"),) if card["covered"] else (msg("face down"),) if card["face"] == "down" else ()
        pieces.append(piece(card["card"], f"row.{place + 1}", owner=card["seat"], marks=marks))
    counters = [Counter("total", msg("Visible total"), total_text(view["total"], view["covered"]))]
    own = view["own"]
    if own is not None and own["covered"] != view["covered"]:
        counters.append(Counter("known", msg("Known to you"), total_text(own["total"], own["covered"])))
    return Zone("row", "row", msg("Row"), tuple(pieces), tuple(counters))


def total_text(total: int, covered: int) -> Message:
    """`13 + 2 hidden`."""
    if not covered:
        return msg("{total}", total=total)
    return msg("{total} + {covered} hidden", total=total, covered=covered)


def pile_zone(view: View) -> Zone:
    top = view["pile"]["top"]
    pieces = (piece(top, "pile.top"),) if top is not None else ()
    return Zone("pile", "stack", msg("Draw pile"), pieces, (Counter("left", msg("Cards"), view["pile"]["cards"]),))


def discard_zone(view: View) -> Zone:
    """The discards; those that everybody has seen are listed, and the viewer's own hidden ones."""
    discards = view["discards"]
    counters = [
        Counter("cards", msg("Cards"), discards["cards"]),
        Counter("unknown", msg("Unseen"), sum(discards["unknown"])),
    ]
    for card, number in Tally(discards["known"] or ()).items():
        counters.append(Counter(f"known.{card}", card_message(c.CARDS[card]), number))
    for card, number in Tally(view["own"]["trashed"] if view["own"] else ()).items():
        name = msg("{card}, hidden by you", card=card_message(c.CARDS[card]))
        counters.append(Counter(f"own.{card}", name, number))
    return Zone("discards", "pool", msg("Discard pile"), (), tuple(counters), folded=True)


def backs_zone(view: View, seat: int) -> Zone:
    """Another hand from behind."""
    pieces = numbered(view["seats"][seat]["backs"], f"hand-{seat}", owner=seat)
    return Zone(f"hand-{seat}", "fan", msg("Hand of {who}", who=Who(seat)), pieces, quiet=True)


def hand_zone(view: View) -> Zone:
    playing = any(move < c.PASS for move in view["own"]["moves"])
    return Zone(
        "hand", "fan", msg("Your hand"), numbered(view["own"]["hand"], "hand", owner=view["viewer"], lit=playing)
    )


# Players


def panels(view: View) -> tuple[Panel, ...]:
    return tuple(
        Panel(
            number,
            (
                Counter("victory", msg("Victory tokens"), seat["victory"]),
                Counter("penalty", msg("Penalty tokens"), seat["penalty"]),
                Counter("cards", msg("Cards"), seat["cards"]),
            ),
            marks(view, number),
        )
        for number, seat in enumerate(view["seats"])
    )


def marks(view: View, seat: int) -> tuple[Message, ...]:
    if view["phase"] == "over":
        return (msg("place {place}", place=view["places"][seat]),)
    shown = []
    if view["turn"] == seat:
        shown.append(msg("has the turn") if view["phase"] == "play" else msg("played last"))
    if view["seats"][seat]["victory"] == c.TO_WIN - 1:
        shown.append(msg("one token from victory"))
    if view["seats"][seat]["penalty"] and view["seats"][seat]["victory"]:
        shown.append(msg("one more penalty costs a token"))
    return tuple(shown)


# What is asked


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        winners = [Who(seat) for seat, place in enumerate(view["places"]) if place == 1]
        return msgs("{who} wins.", "{who} win together.", len(winners), who=listing(winners))
    own = view["own"]
    if view["phase"] == "play":
        if view["turn"] != view["viewer"]:
            return msg("{who} is playing.", who=Who(view["turn"]))
        if view["due"] == 2:
            return msg("Play the first of two cards.")
        return msg("Play a card.")
    if own is not None and own["moves"]:
        return msg("17 or more? Call, or pass.")
    if own is not None and own["answer"] == "call":
        return msg("You have called, unless somebody before you does.")
    if own is not None and own["answer"] == "pass":
        return msg("You have passed.")
    return msg("Who calls after the turn of {who}?", who=Who(view["turn"]))


def notes(view: View) -> tuple[Message, ...]:
    if view["phase"] == "over":
        return ()
    shown = [msg("Play goes clockwise.") if view["direction"] == "clockwise" else msg("Play goes counter-clockwise.")]
    if view["double"]:
        shown.append(msg("x2: whoever is next must play two cards."))
    return tuple(shown)


def actions(view: View) -> tuple[Action, ...]:
    """One for each legal move; a two-sided card is the same either way up and is offered once."""
    if view["own"] is None:
        return ()
    offered = []
    for move, clause in zip(view["own"]["moves"], view["own"]["clauses"], strict=True):
        if move >= c.PASS:
            offered.append(Action("pass" if move == c.PASS else "call", move_message(move), clause=clause))
            continue
        kind, down = c.laid_by(move)
        if kind < c.CONCEALED and down:
            continue
        card = c.CARD_NAMES[kind]
        name = card_message(kind) if kind < c.CONCEALED else move_message(move)
        take = f"hand.{card.replace('/', '-')}.1"
        offered.append(Action(f"{card} {'down' if down else 'up'}", name, take=take, clause=clause))
    return tuple(offered)
