"""The hands of 17 Diciassette: one's own with the two ways of playing it, and the others from behind."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, Who, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import move_message
from ridotto.games.diciassette.show.pieces import copies, in_hand, numbered, piece, under
from ridotto.games.diciassette.show.window_answers import ahead_moves

View = dict[str, Any]


def hand_zones(view: View) -> list[Zone]:
    """All hands, as far as they are seen; the viewer's own comes last."""
    zones = [behind_zone(view, seat) for seat in range(len(view["seats"])) if seat != view["viewer"]]
    return [*zones, under_zone(view), hand_zone(view)] if view["own"] is not None else zones


def hand_zone(view: View) -> Zone:
    """The viewer's own cards; they need room when one of them is to be played."""
    playing = is_playing(view)
    pieces = tuple(
        piece(
            card,
            in_hand(card, copy),
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
    """Under each card that can be hidden, the place that one touches to lay it face down."""
    pieces = tuple(
        Piece(
            under(card, copy),
            "down",
            move_message(c.CARDS[card] + c.DOWN),
            on=in_hand(card, copy),
            lit=is_playing(view),
            move=f"{card} down",
            marks=_chosen(view, f"{card} down", copy),
        )
        for card, copy in copies(view["own"]["hand"])
        if c.CARDS[card] >= c.CONCEALED
    )
    return Zone("under", "row", msg("Face down"), pieces, mute=True)


def _chosen(view: View, move: str, copy: int) -> tuple[Message, ...]:
    """The card that is laid when nobody calls; of equal ones, any."""
    return (msg("chosen"),) if copy == 1 and view.get("ahead") == move else ()


def is_playing(view: View) -> bool:
    """Is the viewer to play a card, or may it choose one already?"""
    return any(move < c.PASS for move in (*view["moves"], *ahead_moves(view)))


def behind_zone(view: View, seat: int) -> Zone:
    """diciassette.info.hand: the backs of a hand, or, where they are shielded, only how many cards there are."""
    held, place = view["seats"][seat], f"behind.{seat}"
    if held["backs"] is None:
        pieces = [Piece(f"{place}.{copy}", "shielded", msg("unseen card")) for copy in range(1, held["cards"] + 1)]
    else:
        pieces = [
            piece(card, numbered(place, card, copy), source="pile", sink="discards")
            for card, copy in copies(held["backs"])
        ]
    return Zone(place, "row", msg("Hand of {who}", who=Who(seat)), tuple(pieces), seat=seat, mute=True)
