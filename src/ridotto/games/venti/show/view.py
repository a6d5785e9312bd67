"""The view of Venti: what one viewer may know (section 7 of the specification), built from nothing.

Cards are numbers, as in `components.py`; so are the places of the centre and of the targets, from 0.
"""

from msgspec import Struct

from ridotto.engine.view import OwnView, PublicView, View
from ridotto.games.venti import components as c
from ridotto.games.venti.rules.rules import Venti
from ridotto.games.venti.rules.snapshot import CAUSES, PHASES, Cause, Phase, extra, final_queue, number_or_none


class VentiTarget(Struct, frozen=True, gc=False):
    """A target as everybody sees it."""

    card: int | None  # None: it is face down, or the place is empty
    freezer: int | None


class VentiPayment(Struct, frozen=True, gc=False):
    """A target that is being paid."""

    place: int
    declared: tuple[int, ...]  # the numbers of its groups, as far as they are chosen
    paid: tuple[int, ...]  # the cards, slot by slot; put down blindly, in any order


class VentiPenalty(Struct, frozen=True, gc=False):
    """A penalty that is being paid."""

    cause: Cause
    due: int  # points, at least
    place: int | None  # of the target that is still frozen


class VentiTenRule(Struct, frozen=True, gc=False):
    """The ten rule while it is carried out."""

    gainer: int  # the seat that has reached ten
    last: int | None  # the seat alone in last place
    left: int  # points that it may still lay down


class VentiSeat(Struct, frozen=True, gc=False):
    """What everybody sees of a seat: of the hand only its size."""

    cards: int
    points: tuple[int, ...]  # the point cards
    score: int
    permanent: tuple[int, ...]  # the permanent jokers
    extra: tuple[int, ...]  # the cards that give additional actions
    actions: int  # in each of its turns
    sacrificed: int  # points, as the tie-break counts them


class VentiPublic(PublicView, frozen=True, gc=False):
    """What everybody sees."""

    round: int
    starter: int
    turn: int
    phase: Phase
    player: int | None  # the seat that has to decide
    actions_used: int
    action_limit: int
    centre: tuple[int | None, ...]
    targets: tuple[VentiTarget, ...]
    pile: int
    discards: tuple[int, ...]
    payment: VentiPayment | None
    penalty: VentiPenalty | None
    ten_rule: VentiTenRule | None
    ten_ahead: bool  # may a seat still be the first to ten?
    first_to_ten: int | None
    trigger: int | None  # the seat that has reached twenty
    final_queue: tuple[int, ...]  # the seats with a last turn to come
    seats: tuple[VentiSeat, ...]


class VentiOffer(Struct, frozen=True, gc=False):
    """What a card of the centre would do for a seat."""

    missing: int | None  # the cards that the seat lacks to pay it, were it a target; None for a joker
    with_it: tuple[int | None, ...]  # by target: the cards that the seat lacks with this card in hand


class VentiOwn(OwnView, frozen=True, gc=False):
    """What only the seat itself sees: its hand, and what it can do with it."""

    hand: tuple[int, ...]
    cards: tuple[int | None, ...]  # by move: the card that it uses
    losses: tuple[int | None, ...]  # by move: the points that the penalty costs at least
    missing: tuple[int | None, ...]  # by target: the cards that the seat lacks to pay it; None if no condition is seen
    offers: tuple[VentiOffer | None, ...]  # by place of the centre, while the seat chooses an action


VentiView = View[VentiPublic, VentiOwn]


# What everybody sees


def public_view(state: Venti, options: dict[str, str], places: tuple[int, ...] | None) -> VentiPublic:
    return VentiPublic(
        options,
        places,
        round=state.round,
        starter=state.starter,
        turn=state.active,
        phase=PHASES[state.phase],
        player=number_or_none(state.player),
        actions_used=state.actions_used,
        action_limit=state.action_limit,
        centre=centre(state),
        targets=targets(state),
        pile=state.pile_size,
        discards=tuple(c.cards_in(state.discards)),
        payment=payment(state),
        penalty=penalty(state),
        ten_rule=ten_rule(state),
        ten_ahead=state.is_ten_ahead(),
        first_to_ten=number_or_none(state.first_to_ten),
        trigger=number_or_none(state.trigger_player),
        final_queue=tuple(final_queue(state)),
        seats=seats(state),
    )


def centre(state: Venti) -> tuple[int | None, ...]:
    return tuple(map(number_or_none, state.centre[: c.CENTRE_SIZE[state.seats]]))


def targets(state: Venti) -> tuple[VentiTarget, ...]:
    """venti.freeze.owner.public: a frozen target without its face, but with its freezer."""
    cards, freezers = state.targets, state.frozen_by
    return tuple(
        VentiTarget(number_or_none(cards[place]) if is_face_up(state, place) else None, number_or_none(freezers[place]))
        for place in range(c.TARGET_COUNT[state.seats])
    )


def is_face_up(state: Venti, place: int) -> bool:
    """Whether everybody sees this target's face. The freezer of a frozen one sees no more: venti.freeze.no_peek."""
    return bool(state.frozen_by[place] < 0 or state.frozen_view == c.OPEN or state.glimpse == place)


def payment(state: Venti) -> VentiPayment | None:
    if state.phase not in (c.DECLARING, c.PAYING, c.COMMITTING):
        return None
    paid = c.cards_in(state.committed) if state.phase == c.COMMITTING else state.paid[: state.slots_paid]
    return VentiPayment(state.target, tuple(number for number in state.declared if number >= 0), tuple(paid))


def penalty(state: Venti) -> VentiPenalty | None:
    if state.phase != c.PENALTY:
        return None
    return VentiPenalty(CAUSES[state.cause], state.due, number_or_none(state.target))


def ten_rule(state: Venti) -> VentiTenRule | None:
    if state.gainer < 0:
        return None
    return VentiTenRule(state.gainer, number_or_none(state.last_seat), state.catch_up_left)


def seats(state: Venti) -> tuple[VentiSeat, ...]:
    points, scores, permanent = state.points_pile, state.scores(), state.permanent
    return tuple(
        VentiSeat(
            state.cards_in_hand(seat),
            tuple(c.cards_in(points[seat])),
            scores[seat],
            tuple(c.cards_in(permanent[seat])),
            tuple(extra(state, seat)),  # venti.info.extra
            state.actions_per_turn(seat),
            state.points_sacrificed(seat),
        )
        for seat in range(state.seats)
    )


# What only the seat itself sees


def own_view(state: Venti, seat: int, moves: tuple[int, ...], clauses: tuple[str, ...]) -> VentiOwn:
    in_sight = [target.card for target in targets(state)]
    fined = state.phase == c.PENALTY
    return VentiOwn(
        seat,
        moves,
        clauses,
        hand=tuple(c.cards_in(state.hand[seat])),  # venti.info.hand
        cards=tuple(number_or_none(state.card_used(seat, move)) for move in moves),
        losses=tuple(state.least_penalty(seat, move) if fined else None for move in moves),
        missing=tuple(missing(state, seat, card) for card in in_sight),
        offers=offers(state, seat, in_sight) if moves and state.phase == c.MAIN else (),
    )


def missing(state: Venti, seat: int, card: int | None, more: int = c.NO_CARD) -> int | None:
    """The cards that the seat lacks to pay a condition; with `more`, if it had this card in hand."""
    return None if card is None or card >= c.JOKER else state.cards_missing(seat, card, more)


def offers(state: Venti, seat: int, in_sight: list[int | None]) -> tuple[VentiOffer | None, ...]:
    """venti.draw.take, venti.exchange.swap: what each card of the centre would do."""
    return tuple(
        None
        if card is None
        else VentiOffer(missing(state, seat, card), tuple(missing(state, seat, target, card) for target in in_sight))
        for card in centre(state)
    )
