"""Zones of the hands of 17 Diciassette: the viewer's own, face up or face down, and the others from behind."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import move_message
from ridotto.games.diciassette.show.call_answers import offered_premoves
from ridotto.games.diciassette.show.pieces import copies, copy_id, face_down_id, hand_id, piece

View = dict[str, Any]


def hand_zones(view: View) -> list[Zone]:
    """All hands, as far as the viewer sees them; its own comes last."""
    zones = [behind_zone(view, seat) for seat in range(len(view["seats"])) if seat != view["viewer"]]
    return [*zones, under_zone(view), hand_zone(view)] if view["own"] is not None else zones


def hand_zone(view: View) -> Zone:
    """The viewer's own cards; `quiet`, unless one of them is to be played."""
    playing = is_playing(view)
    pieces = tuple(
        piece(
            card,
            hand_id(card, copy),
            lit=playing,
            move=f"{card} up",
            source="pile",
            sink="discards",
            marks=_chosen(view, f"{card} up", copy),
        )
        for card, copy in copies(view["own"]["hand"])
    )
    return Zone("hand", "row", msg("Your hand"), pieces, quiet=not playing)


def under_zone(view: View) -> Zone:
    """Under every concealed card, the place to touch to lay it face down."""
    pieces = tuple(
        Piece(
            face_down_id(card, copy),
            "down",
            move_message(c.CARDS[card] + c.DOWN),
            on=hand_id(card, copy),
            lit=is_playing(view),
            move=f"{card} down",
            marks=_chosen(view, f"{card} down", copy),
        )
        for card, copy in copies(view["own"]["hand"])
        if c.CARDS[card] >= c.CONCEALED
    )
    return Zone("under", "row", msg("Face down"), pieces, mute=True)


def _chosen(view: View, move: str, copy: int) -> tuple[Message, ...]:
    """Marks the card chosen in advance; of equal cards, the first."""
    return (msg("chosen"),) if copy == 1 and view.get("ahead") == move else ()


def is_playing(view: View) -> bool:
    """Must the viewer play a card, or may it choose one in advance?"""
    return any(move < c.PASS for move in (*view["moves"], *offered_premoves(view)))


def behind_zone(view: View, seat: int) -> Zone:
    """The backs of a hand (diciassette.info.hand), or only the number of its cards, if backs are hidden."""
    held, place = view["seats"][seat], f"behind.{seat}"
    if held["backs"] is None:
        pieces = [Piece(f"{place}.{copy}", "shielded", msg("unseen card")) for copy in range(1, held["cards"] + 1)]
    else:
        pieces = [
            piece(card, copy_id(place, card, copy), source="pile", sink="discards")
            for card, copy in copies(held["backs"])
        ]
    return Zone(place, "row", msg("Hand of {who}", who=SeatName(seat)), tuple(pieces), seat=seat, mute=True)
