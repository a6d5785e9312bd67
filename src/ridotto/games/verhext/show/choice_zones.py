"""What a player of Verhext! can choose, as pieces to take: prophecies, new attempts, potions and zero cards."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Counter, Piece, Tint, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import play_value, signed, worth_message
from ridotto.games.verhext.show.pieces import offered_id, prophecy_piece
from ridotto.games.verhext.show.tricks import cards_of

View = dict[str, Any]
LEADS = "♔"  # sign of a prophecy with which the viewer would take the lead


def prophecy_choice(view: View, move: int) -> Piece:
    """One side of a prophecy card, from a stack or of one of the viewer's failed cards."""
    is_rebid = move >= c.REBID
    prophecy = move - c.REBID + 1 if is_rebid else move
    sign, lit = c.PROPHECIES[prophecy], move in view["moves"]
    return prophecy_piece(
        offered_id(move),
        prophecy,
        tuple(view["points"][sign]),
        sign=LEADS if lit and would_lead(view, prophecy) else "",
        lit=lit,
        move=f"{'rebid' if is_rebid else 'prophecy'} {sign}",
    )


def would_lead(view: View, prophecy: int) -> bool:
    """Would this prophecy take the lead? Of equal potentials the last one chosen leads."""
    if view["leading"] is None:
        return False
    highest = view["potentials"][view["seats"][view["leading"]]["prophecy"]]
    return bool(view["potentials"][c.PROPHECIES[prophecy]] >= highest)


def retry_zones(view: View) -> list[Zone]:
    """The failed cards that the viewer may try again now, both sides of each."""
    rebids = [move for move in view["moves"] if c.REBID <= move < c.BASE]
    zones = []
    for number in (1, 2, 3):
        moves = [move for move in rebids if c.number(move - c.REBID + 1) == number]
        if moves:
            name = msg("new attempt with your failed {n}", n=number)
            before = Counter("before", msg("Failed"), signed(failed_points(view, number)))
            pieces = tuple(prophecy_choice(view, move) for move in moves)
            zones.append(Zone(f"again-{number}", "row", name, pieces, (before,), seat=view["viewer"], mute=True))
    return zones


def failed_points(view: View, number: int) -> int:
    """The minus points of the failed card of this number that would be tried again (verhext.rebid.which)."""
    failed = view["seats"][view["viewer"]]["failed"]
    return int(min(view["points"][card][1] for card in failed if card[0] == str(number)))


def decision_zones(view: View) -> list[Zone]:
    """The answers to a potion step or a zero-card question, each with its result; nothing in other phases."""
    if not view["moves"] or view["moves"][0] < c.NO_POTION:
        return []
    piece_of = _zero_answer if view["phase"] == "count" else _potion_answer
    pieces = tuple(piece_of(view, move, i) for i, move in enumerate(view["moves"]))
    return [Zone("ways", "row", msg("Your choice"), pieces, mute=True)]


def _potion_answer(view: View, move: int, i: int) -> Piece:
    """The complete play after a potion or none, and how it would stand in the trick."""
    cards = cards_of(view["own"]["laid"])
    art, text = "none", "no potion"
    if move != c.NO_POTION:
        value = move - c.ATTACH + 1
        cards.append(c.FIRST_POTION + value - 1)
        art, text = f"potion-{value}", f"add {value}"
    top = view["own"]["tops"][i]
    tint, mark = _standing(view["viewer"], top) if top else ("", ())
    return Piece(f"ways.{i}", art, worth_message(cards), str(play_value(cards)), tint=tint, marks=mark, move=text)


def _standing(seat: int, top: list[int]) -> tuple[Tint, tuple[Message, ...]]:
    if seat not in top:
        return "grey", (msg("loses"),)
    return ("green", (msg("wins"),)) if len(top) == 1 else ("purple", (msg("ties"),))


def _zero_answer(view: View, move: int, i: int) -> Piece:
    """The points of the prophecy with or without zero cards."""
    plus, minus = view["points"][view["seats"][view["viewer"]]["prophecy"]]
    if move == c.SPEND_ZERO:
        return Piece(f"ways.{i}", "zero", msg("fulfilled"), signed(plus), tint="green", move="spend zero")
    return Piece(f"ways.{i}", "none", msg("failed"), signed(minus), tint="grey", move="keep zero")
