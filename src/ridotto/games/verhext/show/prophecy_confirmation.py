"""The questions that Verhext! asks about a prophecy card once it is picked up, before it is laid down."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import SecondStep
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import prophecy_message, signed
from ridotto.games.verhext.show.choice_zones import failed_points
from ridotto.games.verhext.show.pieces import offered_id

View = dict[str, Any]


def steps(view: View) -> tuple[SecondStep, ...]:
    return tuple(
        _from_stack(view, move) if move < c.REBID else _new_attempt(view, move)
        for move in view["moves"]
        if move < c.BASE
    )


def _from_stack(view: View, prophecy: int) -> SecondStep:
    if prophecy == 0:
        return SecondStep(offered_id(0), msg("Predict 0 tricks? No points, but a zero card for later."))
    last = view["stacks"][c.number(prophecy)] == 1
    notes = (msg("last card: the game ends after this round"),) if last else ()
    asked = msg("Predict {prophecy}? {plus} if you make it, {minus} if not.", **_worth(view, prophecy))
    return SecondStep(offered_id(prophecy), asked, notes)


def _new_attempt(view: View, move: int) -> SecondStep:
    prophecy = move - c.REBID + 1
    before = signed(failed_points(view, c.number(prophecy)))
    asked = msg(
        "Try again with {prophecy}? {plus} if you make it, {minus} if not, instead of {before} now.",
        before=before,
        **_worth(view, prophecy),
    )
    return SecondStep(offered_id(move), asked)


def _worth(view: View, prophecy: int) -> dict[str, str | Message]:
    plus, minus = view["points"][c.PROPHECIES[prophecy]]
    return {"prophecy": prophecy_message(prophecy), "plus": signed(plus), "minus": signed(minus)}
