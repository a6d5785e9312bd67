"""The views of Venezia: what everybody may know, and what one seat knows besides (section 7 of the specification).

Squares, places and cards are the numbers of components.py.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, get_args

from msgspec import Struct

from ridotto.engine.view import OwnView, PublicView, View
from ridotto.games.venezia import components as c
from ridotto.games.venezia.rules.rules import Venezia
from ridotto.games.venezia.rules.snapshot import (
    PHASES,
    Phase,
    Step,
    actions_in_hand,
    laid,
    pigeons,
    player,
    square_numbers,
    step,
)
from ridotto.games.venezia.show.effects import (
    VeneziaEffect,
    VeneziaPincer,
    VeneziaPlace,
    effects,
    known,
    owners,
    place_view,
)

BACK: Final = "back"  # stands for a card that lies face down
Face = int | Literal["back"]  # a card as everybody sees it

Ending = Literal["five", "fifty", "limit"]  # five districts, fifty points, the last round
ENDINGS: tuple[Ending, ...] = get_args(Ending)

# The numbers of the phases in the rulebook; 0 is before the first round.
PHASE_NUMBERS: Final = {
    "home": 0, "plan": 1, "place": 2, "feint": 2, "pick": 2, "move": 2, "jump": 2, "recover": 4, "fetch": 4, "over": 4,
}  # fmt: skip
DISTRICT_PHASE: Final = 3  # the number of all other phases

PHASES_WITH_A_CARD = (c.USING, *c.CARD_OF_PHASE)  # in which an action card is used, or may be


class VeneziaLaidPlan(Struct, frozen=True, gc=False):
    """A complete plan as everybody sees it."""

    first: int  # PIAZZA or FEINT
    action: Face | None
    cards: tuple[Face, ...]  # district cards, from slot 3 on
    pigeons: tuple[int, ...]  # on slot 1 and from slot 3 on


class VeneziaOwnPlan(Struct, frozen=True, gc=False):
    """A plan as its owner sees it, perhaps unfinished."""

    step: Step | None  # while all plan
    first: int | None  # PIAZZA or FEINT
    action: int | None
    cards: tuple[int, ...]  # district cards, from slot 3 on
    pigeons: tuple[int, ...]  # on slot 1 and from slot 3 on, as far as they are decided


class VeneziaShownPlan(Struct, frozen=True, gc=False):
    """What everybody has seen last of a plan: in this round, or else in the round before."""

    first: int | None
    action: int | None
    cards: tuple[int, ...]
    pigeons: tuple[int, ...]  # when the plan was complete
    cancelled: bool  # has a conflict of this round sent the action card back?


class VeneziaSeat(Struct, frozen=True, gc=False):
    """What everybody sees of a seat."""

    score: int
    home: int | None  # a district
    reserve: int
    nest: int
    supply: int
    piazza: tuple[int, ...]  # squares
    played: tuple[int, ...]  # action cards
    plan: VeneziaLaidPlan | None
    shown: VeneziaShownPlan


class VeneziaPublic(PublicView, frozen=True, gc=False):
    """What everybody may know."""

    round: int
    start: int
    phase: Phase
    player: int | None  # the seat that is asked; None while all plan
    waiting: tuple[int, ...]
    card: int | None  # the action card that the player uses, or may use
    picked: int | None  # the square of the pigeon that moves
    slot: int | None  # the district card that gets pigeons or is swapped: 0 for slot 3
    origin: int | None  # the district that pigeons leave
    number: int  # pigeons gathered, groups of grey pigeons placed or pigeons on the Vespa
    moved: tuple[int, ...]  # squares of pigeons that have moved in this turn
    been: tuple[int, ...]  # squares where the jumping pigeon has been in this move
    way: tuple[int, ...]  # the same in their order; empty if that is not certain
    tourists: tuple[int, ...]
    hunters: tuple[int, ...]  # in the order in which they came
    births: tuple[int, ...]  # by square: the births of a pigeon there
    births_of_turn: int  # of the moving seat, if it stopped now
    pincers: tuple[VeneziaPincer, ...]  # of the moving seat, if it stopped now; one for each pair of its pigeons
    last_tourists: tuple[int, ...]  # in the round before
    last_hunters: tuple[int, ...]
    hawk: int | None  # a district
    catcher: int | None
    edge: int  # grey pigeons at the board edge
    city: tuple[VeneziaPlace, ...]  # by place
    fullest: int | None  # the place from which all would be chased now
    seats: tuple[VeneziaSeat, ...]
    ending: Ending | None  # why the game is over

    @property
    def phase_number(self) -> int:
        """The number of the phase in the rulebook."""
        return PHASE_NUMBERS.get(self.phase, DISTRICT_PHASE)


class VeneziaOwn(OwnView, frozen=True, gc=False):
    """What one seat knows besides: its plan and its hand."""

    plan: VeneziaOwnPlan
    left: int  # in its reserve by its plan
    room: int  # for so many more pigeons on the Piazza
    actions: tuple[int, ...]  # action cards in its hand
    districts: tuple[int, ...]  # district cards in its hand
    to_lead: tuple[int, ...]  # by place: how many more pigeons would take the lead; 0 if the seat leads
    worth: tuple[int, ...]  # by place: the points that the majority would bring the seat
    effects: tuple[VeneziaEffect | None, ...]  # what each move would bring


VeneziaView = View[VeneziaPublic, VeneziaOwn]


def public_view(state: Venezia, options: dict[str, str], places: tuple[int, ...] | None) -> VeneziaPublic:
    """What everybody sees; a spectator sees nothing else (venezia.info.spectator)."""
    is_moving = c.PICKING <= state.phase <= c.JUMPING
    return VeneziaPublic(
        options=options,
        places=places,
        round=state.round,
        start=state.start,
        phase=PHASES[state.phase],
        player=player(state),
        waiting=tuple(state.actors()),
        card=known(state.action[state.player]) if state.phase in PHASES_WITH_A_CARD else None,
        picked=chosen_from(state, c.SQUARE, c.MOVES),
        slot=chosen_from(state, c.SLOT, c.NUMBER),
        origin=chosen_from(state, c.PLACE, c.SLOT),
        number=state.number,
        moved=squares(state.moved),
        been=squares(state.visited),
        way=way(state) if state.phase == c.JUMPING else (),
        tourists=squares(state.tourist_at),
        hunters=in_order(state.hunter_order),
        births=tuple(state.births()),
        births_of_turn=state.births_of_turn(state.player) if is_moving else 0,
        pincers=pincers(state) if is_moving else (),
        last_tourists=squares(state.last_tourists),
        last_hunters=in_order(state.last_hunter_order),
        hawk=known(state.hawk),
        catcher=known(state.catcher),
        edge=c.GREY_PIGEONS - sum(state.grey),
        city=tuple(place_view(state, place) for place in range(c.PLACES)),
        fullest=known(state.fullest_place()),
        seats=tuple(seat_view(state, seat) for seat in range(state.seats)),
        ending=ENDINGS[state.why_over()] if state.over else None,
    )


def chosen_from(state: Venezia, first: int, end: int) -> int | None:
    """What the decision is about, if it is of the kind that these moves are about."""
    return state.chosen - first if first <= state.chosen < end else None


def squares(halves: Sequence[int]) -> tuple[int, ...]:
    return tuple(square_numbers(halves))


def in_order(moves: Sequence[int]) -> tuple[int, ...]:
    """Squares that are written as moves, in their order; 0 is none."""
    return tuple(move - c.SQUARE for move in moves if move)


def pincers(state: Venezia) -> tuple[VeneziaPincer, ...]:
    whose = owners(state)
    return tuple(VeneziaPincer(square, whose[square], side) for square, side in state.pincers(state.player))


def way(state: Venezia) -> tuple[int, ...]:
    """The squares of the jumping pigeon in order, ending where it is; empty if several orders are possible."""
    end = state.chosen - c.SQUARE
    ways = list(ways_to(end, set(square_numbers(state.visited)) - {end}, state.jumps_so_far(end)))
    return ways[0] if len(ways) == 1 else ()


def ways_to(end: int, left: set[int], jumps: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """All ways of single jumps to a square that touch each of the squares that are left once."""
    if not left:
        yield (end,)
    for start, landing in jumps:
        if landing == end and start in left:
            yield from ((*way, end) for way in ways_to(start, left - {start}, jumps))


def seat_view(state: Venezia, seat: int) -> VeneziaSeat:
    """What everybody sees of a seat (venezia.info.open).

    Pigeons leave a reserve when all plans are complete, and not before (venezia.info.reserve).
    """
    return VeneziaSeat(
        score=state.points[seat],
        home=known(state.home[seat]),
        reserve=state.reserve[seat],
        nest=state.nest[seat],
        supply=state.supply[seat],
        piazza=squares(state.pigeons_at[seat]),
        played=tuple(c.members(state.played[seat])),
        plan=laid_plan(state, seat) if state.first[seat] and state.phase != c.PLANNING else None,
        shown=shown_plan(state, seat),
    )


def laid_plan(state: Venezia, seat: int) -> VeneziaLaidPlan:
    """What everybody sees of a complete plan: filled slots, counts, and the faces turned up so far (venezia.info.hand).

    All others are backs (venezia.plan.facedown).
    """
    action, cards = known(state.action[seat]), laid(state, seat)
    backs: tuple[Face, ...] = tuple(BACK for _ in cards)
    return VeneziaLaidPlan(
        first=state.first[seat],
        action=BACK if action is not None and state.phase < c.GATHERING else action,
        cards=tuple(cards) if state.phase >= c.RECOVERING else backs,
        pigeons=tuple(pigeons(state, seat)),
    )


def shown_plan(state: Venezia, seat: int) -> VeneziaShownPlan:
    return VeneziaShownPlan(
        first=state.shown_first[seat] or None,
        action=known(state.shown_action[seat]),
        cards=tuple(place for place in state.shown_cards[seat] if place != c.NONE),
        pigeons=tuple(state.shown_pigeons[seat]),
        cancelled=state.is_cancelled(seat),
    )


def own_view(state: Venezia, seat: int, moves: tuple[int, ...], clauses: tuple[str, ...]) -> VeneziaOwn:
    cards = tuple(laid(state, seat))
    return VeneziaOwn(
        seat=seat,
        moves=moves,
        clauses=clauses,
        plan=VeneziaOwnPlan(
            step=step(state, seat),
            first=state.first[seat] or None,
            action=known(state.action[seat]),
            cards=cards,
            pigeons=tuple(pigeons(state, seat)),
        ),
        left=state.pigeons_left(seat),
        room=state.room_on_piazza(seat),
        actions=tuple(actions_in_hand(state, seat)),
        districts=tuple(place for place in range(c.DISTRICT_CARDS) if place not in cards),
        to_lead=tuple(state.pigeons_to_lead(seat, place) for place in range(c.PLACES)),
        worth=tuple(state.majority_points(seat, place) for place in range(c.PLACES)),
        effects=effects(state, seat, moves),
    )
