"""Zones of the row of 17 Diciassette: the current row, the row of the last call, and the gauge of the total."""

from collections.abc import Iterator

from msgspec.structs import replace

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import UNKNOWN, total_message
from ridotto.games.diciassette.show.pieces import piece
from ridotto.games.diciassette.show.row_totals import HIGHEST
from ridotto.games.diciassette.show.standings import call_message, is_last_call_recent
from ridotto.games.diciassette.show.view import DiciassetteCall, DiciassetteCard, DiciassetteOwn, DiciassettePublic

Row = tuple[DiciassetteCard, ...]

SCALES = (20, 25, 30, 40, 60)  # the ends of the gauge


def row_zones(public: DiciassettePublic) -> list[Zone]:
    """The row, the row before it if it may be looked up, the gauge, and signs on cards turned over."""
    revealed = revealed_call(public)
    zones = [*last_zones(public), row_zone(public), gauge_zone(public)]
    return zones if revealed is None else [*zones, turned_zone(public, revealed)]


def revealed_call(public: DiciassettePublic) -> DiciassetteCall | None:
    """The call whose row is on the table: at the end of the game, and until the first turn of a round is over."""
    return public.last if public.phase == "over" or not public.turns else None


def row_id(public: DiciassettePublic) -> str:
    """The prefix of the ids of cards in the row."""
    return f"row.{public.round}"


def revealed_row_id(public: DiciassettePublic) -> str:
    """The prefix of the ids of cards in a revealed row. It is what it was before the call."""
    return row_id(public) if public.phase == "over" else f"row.{public.round - 1}"


# Zones


def row_zone(public: DiciassettePublic) -> Zone:
    total = total_message(public.total, public.covered)
    note = msg("total {total}", total=total) if public.phase == "over" else msg("visible total {total}", total=total)
    name = msg("Row of round {round}", round=public.round)
    return Zone("row", "row", name, pieces_in_row(public.row, row_id(public)), note=note)


def own_row_zones(public: DiciassettePublic, own: DiciassetteOwn) -> list[Zone]:
    """The row once more for a seat that sees covered cards of its own through their backs."""
    if not own.hidden:
        return []
    zone = row_zone(public)
    known = known_row(public, own)
    pieces = tuple(
        shown if laid == seen else seen_through(seen, shown.id)
        for shown, laid, seen in zip(zone.pieces, public.row, known, strict=True)
    )
    return [replace(zone, pieces=pieces)]


def known_row(public: DiciassettePublic, own: DiciassetteOwn) -> Row:
    """The row with the covered cards that a seat knows, its own."""
    hidden = iter(own.hidden)
    return tuple(
        replace(laid, kind=next(hidden)) if laid.seat == own.seat and laid.kind == c.NEUTRAL else laid
        for laid in public.row
    )


def last_zones(public: DiciassettePublic) -> list[Zone]:
    """The row of the last round, if it may be looked up: first open, then quiet, then folded."""
    last, turns = public.last, public.turns
    if public.phase == "over" or last is None:
        return []
    pieces = pieces_in_row(last.row, "last" if turns else revealed_row_id(public))
    quiet = is_last_call_recent(public)
    folded = turns > 0 and not quiet
    return [Zone("last", "row", msg("Last round"), pieces, note=call_message(last), folded=folded, quiet=quiet)]


def pieces_in_row(row: Row, prefix: str) -> tuple[Piece, ...]:
    """The cards from left to right, with their owners."""
    return tuple(
        piece_in_row(laid, f"{prefix}.{place}", (msg("was hidden"),) if was_hidden(laid) else ())
        for place, laid in enumerate(row, 1)
    )


def piece_in_row(laid: DiciassetteCard, place: str, marks: tuple[Message, ...]) -> Piece:
    return piece(laid.kind, place, owner=laid.seat, marks=marks, source=f"plate-{laid.seat}", sink="discards")


def was_hidden(laid: DiciassetteCard) -> bool:
    """Was this card covered before it was revealed?"""
    return laid.is_down and laid.kind != c.NEUTRAL and laid.kind >= c.CONCEALED


def seen_through(laid: DiciassetteCard, place: str) -> Piece:
    """A covered card as its owner sees it."""
    mark = msg("your trap") if laid.kind == c.TRAP else msg("hidden")
    return replace(piece_in_row(laid, place, (mark,)), sign=UNKNOWN, tint="dark")


# Reading a revealed row


def turned_over(call: DiciassetteCall) -> Iterator[tuple[int, int, int]]:
    """The cards that a call turned over, from left to right: place from 1, kind, and the total before it."""
    kinds = [call.row[place].kind for place in call.turned]
    total = call.total - sum(c.VALUES[kind] for kind in kinds)
    for place, kind in zip(call.turned, kinds, strict=True):
        yield place + 1, kind, total
        total += c.VALUES[kind]


def turned_zone(public: DiciassettePublic, call: DiciassetteCall) -> Zone:
    """On every card that was turned over, the total before and after it, or the trap that sprang; and the caller."""
    prefix = revealed_row_id(public)
    pieces = []
    for place, kind, before in turned_over(call):
        value = c.VALUES[kind]
        shown = msg("trap!") if kind == c.TRAP else Message(f"{before} + {value}")
        art = "sprung" if kind == c.TRAP else "turned"
        pieces.append(Piece(turned_sign(place), art, shown, str(before + value), on=f"{prefix}.{place}"))
    shout = msg("{name} calls 17!", name=SeatName(call.caller))
    return Zone("turned", "row", msg("Turned over"), tuple(pieces), note=shout, seat=call.caller, mute=True)


def turned_sign(place: int) -> str:
    """The id of the sign on a card that was turned over."""
    return f"turned.{place}"


def gauge_zone(public: DiciassettePublic) -> Zone:
    """The visible total as a bar, with five more for every hidden card.

    After a call, cards that were visible before it come first, then those turned over.
    """
    revealed = revealed_call(public)
    row, total, hidden = (revealed.row, revealed.total, 0) if revealed else (public.row, public.total, public.covered)
    late = {place: kind for place, kind, _ in turned_over(revealed)} if revealed else {}
    early = [laid.kind for place, laid in enumerate(row, 1) if laid.kind != c.NEUTRAL and place not in late]
    values = [
        *((c.VALUES[kind], "") for kind in early),
        *((c.VALUES[kind], turned_sign(place)) for place, kind in late.items()),
    ]
    units = [*(("sure", value, on) for value, on in values if value), *[("maybe", HIGHEST, "")] * hidden]
    pieces = tuple(
        Piece(f"gauge.{place}", art, Message(str(value)), str(value), on=on)
        for place, (art, value, on) in enumerate(units, 1)
    )
    name = msg("Total") if revealed else msg("Visible total")
    most = total + HIGHEST * hidden
    counters = (
        Counter("total", name, total),
        Counter("hidden", msg("Hidden"), hidden),
        Counter("most", msg("At most"), most),
        Counter("scale", msg("Scale"), next((scale for scale in SCALES if scale >= most), SCALES[-1])),
    )
    return Zone("gauge", "row", name, pieces, counters, mute=True)
