"""Zones of the hands of 17 Diciassette: all from behind, and for a seat its own, to lay face up or face down."""

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import move_message
from ridotto.games.diciassette.show.call_answers import offered_premoves
from ridotto.games.diciassette.show.pieces import copies, copy_id, face_down_id, hand_id, piece
from ridotto.games.diciassette.show.view import DiciassetteOwn, DiciassettePublic


def hand_zone(own: DiciassetteOwn) -> Zone:
    """The own cards of a seat; `quiet`, unless one of them is to be played."""
    playing = is_playing(own)
    pieces = tuple(
        piece(
            kind,
            hand_id(kind, copy),
            lit=playing,
            move=c.MOVE_TEXTS[kind],
            source="pile",
            sink="discards",
            marks=_chosen(own, kind, copy),
        )
        for kind, copy in copies(own.hand)
    )
    return Zone("hand", "row", msg("Your hand"), pieces, quiet=not playing)


def under_zone(own: DiciassetteOwn) -> Zone:
    """Under every concealed card, the place to touch to lay it face down."""
    pieces = tuple(
        Piece(
            face_down_id(kind, copy),
            "down",
            move_message(kind + c.DOWN),
            on=hand_id(kind, copy),
            lit=is_playing(own),
            move=c.MOVE_TEXTS[kind + c.DOWN],
            marks=_chosen(own, kind + c.DOWN, copy),
        )
        for kind, copy in copies(own.hand)
        if kind >= c.CONCEALED
    )
    return Zone("under", "row", msg("Face down"), pieces, mute=True)


def _chosen(own: DiciassetteOwn, move: int, copy: int) -> tuple[Message, ...]:
    """Marks the card chosen in advance; of equal cards, the first."""
    return (msg("chosen"),) if copy == 1 and own.held.ahead == c.MOVE_TEXTS[move] else ()


def is_playing(own: DiciassetteOwn) -> bool:
    """Must the seat play a card, or may it choose one in advance?"""
    return any(move < c.PASS for move in (*own.moves, *offered_premoves(own)))


def behind_zones(public: DiciassettePublic) -> list[Zone]:
    return [behind_zone(public, seat) for seat in range(len(public.seats))]


def behind_zone(public: DiciassettePublic, seat: int) -> Zone:
    """The backs of a hand (diciassette.info.hand), or only the number of its cards, if backs are hidden."""
    held, place = public.seats[seat], behind_id(seat)
    if held.backs is None:
        pieces = [Piece(f"{place}.{copy}", "shielded", msg("unseen card")) for copy in range(1, held.cards + 1)]
    else:
        pieces = [
            piece(kind, copy_id(place, kind, copy), source="pile", sink="discards") for kind, copy in copies(held.backs)
        ]
    return Zone(place, "row", msg("Hand of {who}", who=SeatName(seat)), tuple(pieces), seat=seat, mute=True)


def behind_id(seat: int) -> str:
    """The id of the zone of a hand from behind. Its owner does not need it."""
    return f"behind.{seat}"
