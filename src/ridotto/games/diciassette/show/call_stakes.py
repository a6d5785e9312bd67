"""What a call of 17 Diciassette would bring, as far as a seat knows: of traps it knows only its own."""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.view import DiciassetteOwn, DiciassettePublic, DiciassetteTokens


def stakes(public: DiciassettePublic, own: DiciassetteOwn) -> tuple[Message, ...]:
    """What happens to the tokens of a seat by its call."""
    if own.if_right is None or own.if_wrong is None:
        return ()
    now, right, wrong = public.seats[own.seat], own.if_right[own.seat], own.if_wrong[own.seat]
    return (
        msg("right: {what}", what=listing(_brings(now, right))),
        msg("wrong: {what}", what=listing(_brings(now, wrong))),
    )


def _brings(now: DiciassetteTokens, then: DiciassetteTokens) -> list[Message]:
    if then.victory < now.victory:
        lost = now.victory - then.victory
        return [msgs("second penalty, {n} victory lost", "second penalty, {n} victories lost", lost)]
    if then.penalty < now.penalty:
        return [msg("second penalty, both discarded")]
    received = []
    if then.victory > now.victory:
        received.append(msg("your third victory") if then.victory == c.TO_WIN else msg("+1 victory"))
    if then.penalty > now.penalty:
        received.append(msg("+1 penalty"))
    return received or [msg("no change")]


def stakes_of_last_player(public: DiciassettePublic, own: DiciassetteOwn) -> tuple[Message, ...]:
    """Warns if a call would mean more than one token to the player it is against."""
    if own.if_right is None or own.if_wrong is None:
        return ()
    last = public.turn
    lines = []
    if own.if_wrong[last].victory == c.TO_WIN:
        lines.append(msg("A wrong call gives {who} the third victory token.", who=SeatName(last)))
    if own.if_right[last].victory < public.seats[last].victory:
        lines.append(msg("A right call costs {who} a victory token.", who=SeatName(last)))
    return tuple(lines)
