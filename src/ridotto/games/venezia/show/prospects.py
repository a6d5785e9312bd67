"""What is drawn on the Piazza of Venezia while a seat moves there: the path so far, jumps, births and pincers."""

from itertools import pairwise

from ridotto.engine.message import msg, msgs
from ridotto.engine.scene import Piece, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.board import square_id
from ridotto.games.venezia.show.effects import VeneziaPincer, VeneziaTarget
from ridotto.games.venezia.show.move_hints import danger_message, pincer_message
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic

MOVING = ("pick", "move", "jump")
DIRECTIONS = {1: "row", c.COLUMNS: "column", c.COLUMNS + 1: "falling", c.COLUMNS - 1: "rising"}  # by distance


def prospect_zones(public: VeneziaPublic) -> list[Zone]:
    return [_zone(_common_pieces(public))] if public.phase in MOVING else []


def own_prospect_zones(public: VeneziaPublic, own: VeneziaOwn) -> list[Zone]:
    """The same for the seat that moves, with what it may bring; else none."""
    if public.phase not in MOVING or not own.moves:
        return []
    targets = [effect for effect in own.effects if isinstance(effect, VeneziaTarget)]
    target_pieces = [piece for target in targets for piece in _target_pieces(public, target)]
    return [_zone([*_common_pieces(public), *_birth_pieces(public, own), *target_pieces])]


def _zone(pieces: list[Piece]) -> Zone:
    return Zone("prospects", "pool", msg("What this turn may bring"), tuple(pieces), mute=True)


def _common_pieces(public: VeneziaPublic) -> list[Piece]:
    """Where a jumping pigeon has been, its path if that is certain, and whom the moving family pinches now."""
    traces = [_trace_piece(square) for square in public.been if square != public.picked]
    ways = [_way_piece(start, end) for start, end in pairwise(public.way)]
    return [*traces, *ways, *map(_pincer_piece, public.pincers)]


def _trace_piece(square: int) -> Piece:
    at = c.SQUARE_NAMES[square]
    return Piece(f"trace.{at}", "trace", msg("has been on {square}", square=at), at=at, on=square_id(square))


def _way_piece(start: int, end: int) -> Piece:
    a, b = c.SQUARE_NAMES[start], c.SQUARE_NAMES[end]
    return Piece(f"way.{a}", "way", msg("jumped from {start} to {end}", start=a, end=b), at=a, on=square_id(end))


def _pincer_piece(pincer: VeneziaPincer) -> Piece:
    """A pigeon that is pinched now, and from which sides."""
    at = c.SQUARE_NAMES[pincer.square]
    id, on = f"pinch.{at}.{pincer.side}", square_id(pincer.square)
    return Piece(id, _direction(pincer), pincer_message(pincer), at=at, on=on)


def _direction(pincer: VeneziaPincer) -> str:
    return DIRECTIONS[abs(pincer.square - pincer.side)]


def _birth_pieces(public: VeneziaPublic, own: VeneziaOwn) -> list[Piece]:
    """The births of a seat's pigeons where they are, except for one that is moving."""
    lifted = public.picked if public.phase == "move" else None
    standing = [square for square in public.seats[own.seat].piazza if square != lifted]
    return [piece for square in standing for piece in _births_on(public, square)]


def _births_on(public: VeneziaPublic, square: int) -> list[Piece]:
    at, births = c.SQUARE_NAMES[square], public.births[square]
    if not births:
        return []
    name = msgs("{n} chick", "{n} chicks", births)
    return [Piece(f"births.{at}", "births", name, f"+{births}", at=at, on=square_id(square))]


def _target_pieces(public: VeneziaPublic, target: VeneziaTarget) -> list[Piece]:
    """What the chosen pigeon would bring on a target square: a jump, births, pincers, dangers."""
    assert public.picked is not None
    start, at, on = c.SQUARE_NAMES[public.picked], c.SQUARE_NAMES[target.square], square_id(target.square)
    return [
        *([Piece(f"jump.{at}", "jump", msg("jump"), at=start, on=on)] if target.jump else []),
        *_births_on(public, target.square),
        *map(_bite_piece, target.pincers),
        *(Piece(f"peril.{at}.{rival}", "peril", danger_message(rival), at=at, on=on) for rival in target.rivals),
    ]


def _bite_piece(pincer: VeneziaPincer) -> Piece:
    """A rival's pigeon that would be pinched from a square, and the direction to it."""
    at, there, on = c.SQUARE_NAMES[pincer.side], c.SQUARE_NAMES[pincer.square], square_id(pincer.side)
    return Piece(f"bite.{at}.{there}", "bite", pincer_message(pincer), _direction(pincer), at=there, on=on)
