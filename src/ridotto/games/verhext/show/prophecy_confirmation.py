"""The questions that Verhext! asks about a prophecy card once it is picked up, before it is laid down."""

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import SecondStep
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import prophecy_message, signed
from ridotto.games.verhext.show.choice_zones import failed_points
from ridotto.games.verhext.show.pieces import offered_id
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic


def steps(public: VerhextPublic, own: VerhextOwn) -> tuple[SecondStep, ...]:
    return tuple(
        _from_stack(public, move) if move < c.REBID else _new_attempt(public, own.seat, move)
        for move in own.moves
        if move < c.BASE
    )


def _from_stack(public: VerhextPublic, prophecy: int) -> SecondStep:
    if prophecy == 0:
        return SecondStep(offered_id(0), msg("Predict 0 tricks? No points, but a zero card for later."))
    last = public.stacks[c.number(prophecy)] == 1
    notes = (msg("last card: the game ends after this round"),) if last else ()
    asked = msg("Predict {prophecy}? {plus} if you make it, {minus} if not.", **_worth(public, prophecy))
    return SecondStep(offered_id(prophecy), asked, notes)


def _new_attempt(public: VerhextPublic, seat: int, move: int) -> SecondStep:
    prophecy = move - c.REBID + 1
    before = signed(failed_points(public, seat, c.number(prophecy)))
    asked = msg(
        "Try again with {prophecy}? {plus} if you make it, {minus} if not, instead of {before} now.",
        before=before,
        **_worth(public, prophecy),
    )
    return SecondStep(offered_id(move), asked)


def _worth(public: VerhextPublic, prophecy: int) -> dict[str, str | Message]:
    plus, minus = public.points[prophecy]
    return {"prophecy": prophecy_message(prophecy), "plus": signed(plus), "minus": signed(minus)}
