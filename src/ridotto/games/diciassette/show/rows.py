"""Zones of the row of 17 Diciassette: the current row, the row of the last call, and the gauge of the total."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import BACK, UNKNOWN, total_message
from ridotto.games.diciassette.show.pieces import piece
from ridotto.games.diciassette.show.row_totals import HIGHEST
from ridotto.games.diciassette.show.standings import call_message, called_row, is_last_call_recent

View = dict[str, Any]
Row = Sequence[dict[str, Any]]

SCALES = (20, 25, 30, 40, 60)  # the ends of the gauge


def row_zones(view: View) -> list[Zone]:
    """The row, the row before it if it may be looked up, the gauge, and signs on cards turned over."""
    zones = [*last_zones(view), row_zone(view), gauge_zone(view)]
    return [*zones, turned_zone(view)] if is_revealed(view) else zones


def is_revealed(view: View) -> bool:
    """Is a revealed row on the table? It is at the end of the game, and until the first turn of a round is over."""
    return view["last"] is not None and (view["phase"] == "over" or not view["turns"])


def row_on_table(view: View) -> tuple[str, Row]:
    """The row on the table and the prefix of its cards' ids, which stays the same when the row is revealed."""
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
    """The row of the last round, if it may be looked up: first open, then quiet, then folded."""
    last, turns = view["last"], view["turns"]
    if view["phase"] == "over" or last is None:
        return []
    pieces = pieces_in_row(last["row"], "last" if turns else f"row.{view['round'] - 1}")
    quiet = is_last_call_recent(view)
    folded = turns > 0 and not quiet
    return [Zone("last", "row", msg("Last round"), pieces, note=call_message(view), folded=folded, quiet=quiet)]


def pieces_in_row(row: Row, zone: str) -> tuple[Piece, ...]:
    """The cards from left to right, with their owners; the viewer sees its own covered cards through their backs."""
    pieces = []
    for place, laid in enumerate(row, 1):
        seat = laid["seat"]
        whence = {"source": f"plate-{seat}", "sink": "discards"}
        card = piece(laid["card"], f"{zone}.{place}", owner=seat, marks=row_marks(laid), **whence)
        seen_through = laid.get("covered") and laid["card"] != BACK
        pieces.append(replace(card, sign=UNKNOWN, tint="dark") if seen_through else card)
    return tuple(pieces)


def row_marks(laid: dict[str, Any]) -> tuple[Message, ...]:
    """Whether a concealed card is or was hidden."""
    if laid["face"] == "up" or laid["card"] == BACK or not is_concealed(laid):
        return ()
    if laid.get("covered"):
        return (msg("your trap") if laid["card"] == "trap" else msg("hidden"),)
    return (msg("was hidden"),)


def is_concealed(laid: dict[str, Any]) -> bool:
    return c.CARDS[laid["card"]] >= c.CONCEALED


# Reading the row


def turned_over(row: Row) -> Iterator[tuple[int, str, int]]:
    """The cards that a call turned over, from left to right: place, card, and the total before it."""
    hidden = [place for place, laid in enumerate(row, 1) if laid["face"] == "down" and is_concealed(laid)]
    total = sum(value_of(laid) for place, laid in enumerate(row, 1) if place not in hidden)
    for place in hidden:
        yield place, row[place - 1]["card"], total
        total += value_of(row[place - 1])


def value_of(laid: dict[str, Any]) -> int:
    return c.VALUES[c.CARDS[laid["card"]]]


def turned_zone(view: View) -> Zone:
    """On every card that was turned over, the total before and after it, or the trap that sprang; and the caller."""
    zone, row = row_on_table(view)
    pieces = []
    for place, card, before in turned_over(row):
        value = value_of(row[place - 1])
        shown = msg("trap!") if card == "trap" else Message(f"{before} + {value}")
        art = "sprung" if card == "trap" else "turned"
        pieces.append(Piece(turned_sign(place), art, shown, str(before + value), on=f"{zone}.{place}"))
    caller = view["last"]["caller"]
    shout = msg("{name} calls 17!", name=SeatName(caller))
    return Zone("turned", "row", msg("Turned over"), tuple(pieces), note=shout, seat=caller, mute=True)


def turned_sign(place: int) -> str:
    """The id of the sign on a card that was turned over."""
    return f"turned.{place}"


def gauge_zone(view: View) -> Zone:
    """The visible total as a bar (diciassette.info.visible_total), with five more for every hidden card.

    After a call, cards that were visible before it come first, then those turned over.
    """
    row = row_on_table(view)[1]
    seen = {place: laid for place, laid in enumerate(row, 1) if laid["card"] != BACK and not laid.get("covered")}
    late = {place for place, _, _ in turned_over(row)} if is_revealed(view) else set()
    values = [(value_of(seen[place]), place) for place in sorted(seen, key=lambda place: (place in late, place))]
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
