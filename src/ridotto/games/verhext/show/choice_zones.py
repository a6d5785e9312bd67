"""What a player of Verhext! can choose, as pieces to take: prophecies, new attempts, potions and zero cards."""

from functools import lru_cache

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Counter, Piece, Tint, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import play_value, signed, worth_message
from ridotto.games.verhext.show.pieces import offered_id, prophecy_piece
from ridotto.games.verhext.show.standings import prophecy_of
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic

LEADS = "♔"  # sign of a prophecy with which the viewer would take the lead


def stack_zones(public: VerhextPublic) -> list[Zone]:
    """The stacks of prophecy cards, with both sides and their points."""
    return [_stack_zone(public, number, ()) for number in range(4)]


def advised_stacks(public: VerhextPublic, own: VerhextOwn) -> list[Zone]:
    """The stacks again where they have a sign that only the seat sees that is choosing: it would take the lead."""
    numbers = {c.number(move) for move in own.moves if move < c.REBID and move in public.leading_prophecies}
    return [_stack_zone(public, number, public.leading_prophecies) for number in sorted(numbers)]


def _stack_zone(public: VerhextPublic, number: int, leads: tuple[int, ...]) -> Zone:
    prophecies = [prophecy for prophecy in range(7) if c.number(prophecy) == number]
    sides = tuple((prophecy, public.points[prophecy], prophecy in leads) for prophecy in prophecies)
    quiet = public.phase != "prophecy"  # later the tricks need the room
    return _cached_stack_zone(number, public.stacks[number], sides, quiet)


@lru_cache(4000)
def _cached_stack_zone(
    number: int, left: int, sides: tuple[tuple[int, tuple[int, int], bool], ...], quiet: bool
) -> Zone:
    counters = [Counter("left", msg("Cards"), left)]
    for prophecy, (plus, minus), _ in sides:
        kind, name = ("least", msg("at least")) if c.is_at_least(prophecy) else ("exact", msg("exactly"))
        counters.append(Counter(kind, name, f"{signed(plus)} / {signed(minus)}"))
    warning = None
    if number and left == 0:
        warning = msg("empty: the game ends after this round")
    elif number and left == 1:
        warning = msg("last card: if it's taken, the game ends after this round")
    pieces = tuple(_prophecy_side(*shown) for shown in sides)
    return Zone(
        f"stack-{number}",
        "stack",
        msg("Prophecy {n}", n=number),
        pieces if left else (),  # verhext.setup.stack_display: the sides are shown while a card is left
        tuple(counters),
        note=warning,
        quiet=quiet,
    )


def _prophecy_side(prophecy: int, points: tuple[int, int], leads: bool) -> Piece:
    """One side of the cards of a stack."""
    move = f"prophecy {c.PROPHECIES[prophecy]}"
    return prophecy_piece(offered_id(prophecy), prophecy, points, sign=LEADS if leads else "", move=move)


def retry_zones(public: VerhextPublic, own: VerhextOwn) -> list[Zone]:
    """The failed cards that the viewer may try again now, both sides of each."""
    rebids = [move for move in own.moves if c.REBID <= move < c.BASE]
    zones = []
    for number in (1, 2, 3):
        moves = [move for move in rebids if c.number(move - c.REBID + 1) == number]
        if moves:
            name = msg("new attempt with your failed {n}", n=number)
            before = Counter("before", msg("Failed"), signed(failed_points(public, own.seat, number)))
            pieces = tuple(_failed_side(public, move) for move in moves)
            zones.append(Zone(f"again-{number}", "row", name, pieces, (before,), seat=own.seat, mute=True))
    return zones


def _failed_side(public: VerhextPublic, move: int) -> Piece:
    """One side of a failed card that the viewer may try again."""
    prophecy = move - c.REBID + 1
    sign = LEADS if prophecy in public.leading_prophecies else ""
    text = f"rebid {c.PROPHECIES[prophecy]}"
    return prophecy_piece(offered_id(move), prophecy, public.points[prophecy], sign=sign, lit=True, move=text)


def failed_points(public: VerhextPublic, seat: int, number: int) -> int:
    """The minus points of the failed card of this number that would be tried again (verhext.rebid.which)."""
    return min(public.points[card][1] for card in public.seats[seat].failed if c.number(card) == number)


def decision_zones(public: VerhextPublic, own: VerhextOwn) -> list[Zone]:
    """The answers to a potion step or a zero-card question, each with its result; nothing in other phases."""
    if not own.moves or own.moves[0] < c.NO_POTION:
        return []
    if public.phase == "count":
        points = public.points[prophecy_of(public, own.seat)]
        pieces = tuple(_zero_answer(points, move, i) for i, move in enumerate(own.moves))
    else:
        pieces = tuple(_potion_answer(own, move, i) for i, move in enumerate(own.moves))
    return [Zone("ways", "row", msg("Your choice"), pieces, mute=True)]


def _potion_answer(own: VerhextOwn, move: int, i: int) -> Piece:
    """The complete play after a potion or none, and how it would stand in the trick."""
    cards, art, text = own.laid, "none", "no potion"
    if move != c.NO_POTION:
        value = move - c.ATTACH + 1
        cards = (*cards, c.FIRST_POTION + value - 1)
        art, text = f"potion-{value}", f"add {value}"
    top = own.tops[i]
    tint, mark = _standing(own.seat, top) if top else ("", ())
    return Piece(f"ways.{i}", art, worth_message(cards), str(play_value(cards)), tint=tint, marks=mark, move=text)


def _standing(seat: int, top: tuple[int, ...]) -> tuple[Tint, tuple[Message, ...]]:
    if seat not in top:
        return "grey", (msg("loses"),)
    return ("green", (msg("wins"),)) if len(top) == 1 else ("purple", (msg("ties"),))


def _zero_answer(points: tuple[int, int], move: int, i: int) -> Piece:
    """The points of the prophecy with or without zero cards."""
    plus, minus = points
    if move == c.SPEND_ZERO:
        return Piece(f"ways.{i}", "zero", msg("fulfilled"), signed(plus), tint="green", move="spend zero")
    return Piece(f"ways.{i}", "none", msg("failed"), signed(minus), tint="grey", move="keep zero")
