"""What a move of Venezia would bring, asked of the rules, as far as the seat that makes it can know."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from ridotto.games.venezia import components as c
from ridotto.games.venezia.rules.rules import Venezia
from ridotto.games.venezia.rules.snapshot import laid, pigeons, square_numbers


class VeneziaPlace(Struct, frozen=True, gc=False):
    """The pigeons in a place, and the majority: as they are, or as they would be."""

    flocks: tuple[int, ...]  # by seat
    grey: int
    led_by_grey: bool
    holder: int | None  # the seat with the majority
    margin: int  # by how many pigeons the holder leads
    points: int  # that the majority brings the holder


class VeneziaPincer(Struct, frozen=True, gc=False):
    """A pigeon that is pinched, or would be."""

    square: int
    owner: int
    side: int  # the square of one of the two pigeons that hold it


class VeneziaPigeon(Struct, frozen=True, gc=False, tag=True):
    """A pigeon that may be picked, or that stays."""

    square: int
    ends: tuple[int, ...]  # the squares where it can end its move
    pincers: tuple[VeneziaPincer, ...]  # that it can bring about, by end
    rivals: tuple[int, ...]  # those that have it between two of their pigeons


class VeneziaTarget(Struct, frozen=True, gc=False, tag=True):
    """A square that the picked pigeon can reach at once."""

    square: int
    jump: bool
    further: tuple[int, ...]  # the squares where further jumps can end
    pincers: tuple[VeneziaPincer, ...]  # in addition
    rivals: tuple[int, ...]  # those that have the square between two of their pigeons
    beside: tuple[int, ...]  # seats with a pigeon next to the square


class VeneziaCompletion(Struct, frozen=True, gc=False, tag=True):
    """A plan that is complete with a move."""

    cards: tuple[int, ...]  # district cards, from slot 3 on
    pigeons: tuple[int, ...]  # on slot 1 and from slot 3 on
    left: int  # in the reserve


class VeneziaChange(Struct, frozen=True, gc=False, tag=True):
    """A place after a move, or after the landing of a card, as far as it is known."""

    place: int
    after: VeneziaPlace


VeneziaEffect = VeneziaPigeon | VeneziaTarget | VeneziaCompletion | VeneziaChange


def known(component: int) -> int | None:
    return component if component != c.NONE else None


def place_view(state: Venezia, place: int) -> VeneziaPlace:
    holder, margin, points, led_by_grey = state.standing(place)
    flocks = tuple(flock[place] for flock in state.flock[: state.seats])
    return VeneziaPlace(flocks, state.grey[place], led_by_grey, known(holder), margin, points)


def owners(state: Venezia) -> dict[int, int]:
    """The seats of the pigeons on the Piazza, by square."""
    halves = state.pigeons_at
    return {square: seat for seat in range(state.seats) for square in square_numbers(halves[seat])}


def effects(state: Venezia, seat: int, moves: tuple[int, ...]) -> tuple[VeneziaEffect | None, ...]:
    """What each of these moves would bring; None where there is nothing to tell."""
    effect = EFFECTS.get(state.phase) if moves else None
    return tuple(effect(state, seat, move) for move in moves) if effect else (None,) * len(moves)


# The Piazza


def _pigeon(state: Venezia, seat: int, move: int) -> VeneziaEffect | None:
    return None if move == c.STOP else _pigeon_on(state, seat, move - c.SQUARE)


def _pigeon_on(state: Venezia, seat: int, square: int) -> VeneziaPigeon:
    ends, whose = state.ends_of_move(square), owners(state)
    pincers = tuple(pincer for end in ends for pincer in _new_pincers(state, seat, square, end, whose))
    return VeneziaPigeon(square, tuple(ends), pincers, tuple(state.rivals_around(seat, square)))


def _new_pincers(
    state: Venezia, seat: int, start: int, end: int, whose: Mapping[int, int]
) -> tuple[VeneziaPincer, ...]:
    return tuple(VeneziaPincer(victim, whose[victim], end) for victim in state.new_pincers(seat, start, end))


def _target(state: Venezia, seat: int, move: int) -> VeneziaEffect | None:
    start, square = state.chosen - c.SQUARE, move - c.SQUARE
    if move == c.STOP:
        return VeneziaPigeon(start, (), (), tuple(state.rivals_around(seat, start)))
    jump = not state.is_walk(start, square)
    return VeneziaTarget(
        square=square,
        jump=jump,
        further=tuple(state.ends_of_jumps(start, square)) if jump else (),
        pincers=_new_pincers(state, seat, start, square, owners(state)),
        rivals=tuple(state.rivals_around(seat, square)),
        beside=tuple(state.owners_beside(square)),
    )


# Plans and places


def _completion(state: Venezia, seat: int, move: int) -> VeneziaEffect | None:
    after = state.after_decision(seat, move)
    if after.step[seat] != c.COMPLETE:
        return None
    return VeneziaCompletion(tuple(laid(after, seat)), tuple(pigeons(after, seat)), after.pigeons_left(seat))


def _change(state: Venezia, seat: int, move: int) -> VeneziaEffect | None:
    """A district after a decision of an action card."""
    place = move - c.PLACE
    return VeneziaChange(place, place_view(state.after_decision(seat, move), place))


def _fetched(state: Venezia, seat: int, move: int) -> VeneziaEffect | None:
    return VeneziaChange(c.SAN_MICHELE, place_view(state.after_decision(seat, move), c.SAN_MICHELE))


def _landing(state: Venezia, seat: int, move: int) -> VeneziaEffect | None:
    """A place after the landing of a card that may be exchanged."""
    if move == c.STOP:
        return None
    slot = move - c.SLOT
    place = laid(state, seat)[slot]
    return VeneziaChange(place, place_view(state.after_landing(seat, slot), place))


def _landing_of_new_card(state: Venezia, seat: int, move: int) -> VeneziaEffect | None:
    return _landing(state.after_decision(seat, move), seat, state.chosen)


EFFECTS: Mapping[int, Callable[[Venezia, int, int], VeneziaEffect | None]] = {  # by phase
    c.PLANNING: _completion,
    c.PICKING: _pigeon,
    c.MOVING: _target,
    c.JUMPING: _target,
    c.CATCHING: _change,
    c.SETTING_GREY: _change,
    c.VESPA_TO: _change,
    c.CARRIER_SLOT: _landing,
    c.CARRIER_CARD: _landing_of_new_card,
    c.FETCHING: _fetched,
}
