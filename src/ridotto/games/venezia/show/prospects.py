"""What is drawn on the Piazza of Venezia while a seat moves there: the path so far, jumps, births and pincers."""

from itertools import pairwise
from typing import Any

from ridotto.engine.message import msg, msgs
from ridotto.engine.scene import Piece, SeatName, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.board import square_id
from ridotto.games.venezia.show.move_hints import pinching_rivals
from ridotto.games.venezia.show.move_outlook import NEIGHBOURS, Outlook

View = dict[str, Any]

MOVING = ("pick", "move", "jump")
DIRECTIONS = {1: "row", c.COLUMNS: "column", c.COLUMNS + 1: "falling", c.COLUMNS - 1: "rising"}  # by distance


def prospect_zones(view: View) -> list[Zone]:
    if view["phase"] not in MOVING:
        return []
    outlook = Outlook(view)
    pieces = [*_jump_pieces(view, outlook), *_pincer_pieces(view, outlook)]
    if view["moves"]:
        pieces += [*_birth_pieces(view, outlook), *_target_pieces(view, outlook)]
    return [Zone("prospects", "pool", msg("What this turn may bring"), tuple(pieces), mute=True)]


def _jump_pieces(view: View, outlook: Outlook) -> list[Piece]:
    """Where a jumping pigeon has been, and its path if that is unambiguous."""
    if view["phase"] != "jump":
        return []
    end = c.SQUARE_OF[view["chosen"]]
    been = [
        Piece(f"trace.{at}", "trace", msg("has been on {square}", square=at), at=at, on=square_id(at))
        for at in view["been"]
        if at != view["chosen"]
    ]
    path = [c.SQUARE_NAMES[square] for square in outlook.jump_path(end)]
    return been + [
        Piece(f"way.{a}", "way", msg("jumped from {start} to {end}", start=a, end=b), at=a, on=square_id(b))
        for a, b in pairwise(path)
    ]


def _pincer_pieces(view: View, outlook: Outlook) -> list[Piece]:
    """The pigeons that the moving family pinches now, and from which sides."""
    mover = view["player"]
    return [
        Piece(
            f"pinch.{c.SQUARE_NAMES[victim]}.{a}", DIRECTIONS[(b - a) // 2],
            msg("pinches {who} on {square}", who=SeatName(owner), square=c.SQUARE_NAMES[victim]),
            at=c.SQUARE_NAMES[victim], on=square_id(c.SQUARE_NAMES[victim]),
        )
        for victim, owner in outlook.pinched(mover).items()
        for a, b in outlook.pincer_pairs(victim, mover)
    ]  # fmt: skip


def _birth_piece(at: str, births: int) -> Piece:
    return Piece(
        f"births.{at}", "births", msgs("{n} chick", "{n} chicks", births), f"+{births}", at=at, on=square_id(at)
    )


def _birth_pieces(view: View, outlook: Outlook) -> list[Piece]:
    """The births of the viewer's pigeons where they are, except for one that is moving."""
    standing = [at for at in view["seats"][view["viewer"]]["piazza"] if view["phase"] != "move" or at != view["chosen"]]
    found = [(at, outlook.births(c.SQUARE_OF[at])) for at in standing]
    return [_birth_piece(at, births) for at, births in found if births]


def _target_pieces(view: View, outlook: Outlook) -> list[Piece]:
    """What the chosen pigeon would bring on its target squares: jumps, births, pincers, dangers."""
    if view["phase"] == "pick":
        return []
    start, pieces = c.SQUARE_OF[view["chosen"]], []
    before = outlook.pinched(view["viewer"])
    for square in [move - c.SQUARE for move in view["moves"] if move >= c.SQUARE]:
        at, after = c.SQUARE_NAMES[square], outlook.moved(start, square)
        if square not in NEIGHBOURS[start]:
            pieces.append(Piece(f"jump.{at}", "jump", msg("jump"), at=view["chosen"], on=square_id(at)))
        if after.births(square):
            pieces.append(_birth_piece(at, after.births(square)))
        new = {victim: owner for victim, owner in after.pinched(view["viewer"]).items() if victim not in before}
        pieces += [_pinch_piece(square, victim, owner) for victim, owner in new.items()]
        pieces += [
            Piece(f"peril.{at}.{seat}", "peril", message, at=at, on=square_id(at))
            for seat, message in pinching_rivals(view, after, square)
        ]
    return pieces


def _pinch_piece(square: int, victim: int, owner: int) -> Piece:
    """A rival's pigeon that would be pinched from a square, and the direction to it."""
    at, there = c.SQUARE_NAMES[square], c.SQUARE_NAMES[victim]
    name = msg("pinches {who} on {square}", who=SeatName(owner), square=there)
    return Piece(f"bite.{at}.{there}", "bite", name, DIRECTIONS[abs(victim - square)], at=there, on=square_id(at))
