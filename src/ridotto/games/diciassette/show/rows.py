"""The row of 17 Diciassette: as it grows, as the last call has turned it over, and measured against the limit."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Counter, Piece, Who, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import BACK, UNKNOWN, total_message
from ridotto.games.diciassette.show.pieces import piece
from ridotto.games.diciassette.show.standings import call_message, called_row, fresh
from ridotto.games.diciassette.show.totals import HIGHEST

View = dict[str, Any]
Row = Sequence[dict[str, Any]]

SCALES = (20, 25, 30, 40, 60)  # how far the gauge reaches


def row_zones(view: View) -> list[Zone]:
    """The row, the one before it if it may be looked at, and what helps to read them."""
    zones = [*last_zones(view), row_zone(view), gauge_zone(view)]
    return [*zones, turned_zone(view)] if is_revealed(view) else zones


def is_revealed(view: View) -> bool:
    """Does a row lie there that a call has turned over? In the end, and until the next round has its first card."""
    return view["last"] is not None and (view["phase"] == "over" or not view["turns"])


def lying(view: View) -> tuple[str, Row]:
    """The row on the table, and the zone its cards have their ids from: it stays where it is when it is revealed."""
    if is_revealed(view) and view["phase"] != "over":
        return f"row.{view['round'] - 1}", called_row(view)
    return f"row.{view['round']}", view["row"]


# Zones


def row_zone(view: View) -> Zone:
    total = total_message(view["total"], view["covered"])
    note = msg("visible total {total}", total=total) if view["phase"] != "over" else msg("total {total}", total=total)
    name = msg("Row of round {round}", round=view["round"])
    return Zone("row", "row", name, pieces_in_row(view["row"], f"row.{view['round']}"), note=note)


def last_zones(view: View) -> list[Zone]:
    """The row of the last round, if it may be looked at: open at first, then in few words, then folded away."""
    last, turns = view["last"], view["turns"]
    if view["phase"] == "over" or last is None:
        return []
    pieces = pieces_in_row(last["row"], "last" if turns else f"row.{view['round'] - 1}")
    quiet = fresh(view)
    folded = turns > 0 and not quiet
    return [Zone("last", "row", msg("Last round"), pieces, note=call_message(view), folded=folded, quiet=quiet)]


def pieces_in_row(row: Row, zone: str) -> tuple[Piece, ...]:
    """From left to right, each with its owner; a covered card that the viewer knows is seen through its back."""
    pieces = []
    for place, laid in enumerate(row, 1):
        seat = laid["seat"]
        whence = {"source": f"plate-{seat}", "sink": "discards"}
        card = piece(laid["card"], f"{zone}.{place}", owner=seat, marks=row_marks(laid), **whence)
        seen_through = laid.get("covered") and laid["card"] != BACK
        pieces.append(replace(card, sign=UNKNOWN, tint="dark") if seen_through else card)
    return tuple(pieces)


def row_marks(laid: dict[str, Any]) -> tuple[Message, ...]:
    """How a card lies there, if that matters."""
    if laid["face"] == "up" or laid["card"] == BACK or not is_concealed(laid):
        return ()
    if laid.get("covered"):
        return (msg("your trap") if laid["card"] == "trap" else msg("hidden"),)
    return (msg("was hidden"),)


def is_concealed(laid: dict[str, Any]) -> bool:
    return c.CARDS[laid["card"]] >= c.CONCEALED


# Reading the row


def turned(row: Row) -> Iterator[tuple[int, str, int]]:
    """The cards that a call has turned over, from left to right: place, card, and the total before it."""
    hidden = [place for place, laid in enumerate(row, 1) if laid["face"] == "down" and is_concealed(laid)]
    total = sum(worth(laid) for place, laid in enumerate(row, 1) if place not in hidden)
    for place in hidden:
        yield place, row[place - 1]["card"], total
        total += worth(row[place - 1])


def worth(laid: dict[str, Any]) -> int:
    return c.VALUES[c.CARDS[laid["card"]]]


def turned_zone(view: View) -> Zone:
    """On each card that was turned over, what the total was and became; a trap has sprung. And who has called."""
    zone, row = lying(view)
    pieces = []
    for place, card, before in turned(row):
        value = worth(row[place - 1])
        shown = msg("trap!") if card == "trap" else Message(f"{before} + {value}")
        art = "sprung" if card == "trap" else "turned"
        pieces.append(Piece(turned_sign(place), art, shown, str(before + value), on=f"{zone}.{place}"))
    caller = view["last"]["caller"]
    shout = msg("{name} calls 17!", name=Who(caller))
    return Zone("turned", "row", msg("Turned over"), tuple(pieces), note=shout, seat=caller, mute=True)


def turned_sign(place: int) -> str:
    """What lies on a card that was turned over."""
    return f"turned.{place}"


def gauge_zone(view: View) -> Zone:
    """diciassette.info.visible_total: what everybody can add up, as a bar of units, and five for each hidden card.

    After a call, what was visible before it comes first, and then the cards as they were turned over.
    """
    row = lying(view)[1]
    seen = {place: laid for place, laid in enumerate(row, 1) if laid["card"] != BACK and not laid.get("covered")}
    late = {place for place, _, _ in turned(row)} if is_revealed(view) else set()
    values = [(worth(seen[place]), place) for place in sorted(seen, key=lambda place: (place in late, place))]
    total, hidden = sum(value for value, _ in values), len(row) - len(seen)
    most = total + HIGHEST * hidden
    name = msg("Total") if is_revealed(view) else msg("Visible total")
    units = [
        *(("sure", value, turned_sign(place) if place in late else "") for value, place in values if value),
        *[("maybe", HIGHEST, "")] * hidden,
    ]
    pieces = tuple(
        Piece(f"gauge.{place}", art, Message(str(value)), str(value), on=on)
        for place, (art, value, on) in enumerate(units, 1)
    )
    counters = (
        Counter("total", name, total),
        Counter("hidden", msg("Hidden"), hidden),
        Counter("most", msg("At most"), most),
        Counter("scale", msg("Scale"), next((scale for scale in SCALES if scale >= most), SCALES[-1])),
    )
    return Zone("gauge", "row", name, pieces, counters, mute=True)
