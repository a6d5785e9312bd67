"""What a call of 17 Diciassette would bring, as far as a viewer knows: of traps it knows only its own."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.diciassette import components as c

View = dict[str, Any]


def own_traps(view: View) -> int:
    """How many traps of the viewer lie face down in the row."""
    return sum(
        laid["seat"] == view["viewer"] and laid["card"] == "trap" and laid["face"] == "down" for laid in view["row"]
    )


def if_right(view: View) -> Message:
    return msg("right: {what}", what=listing(_brings(view, right=True)))


def if_wrong(view: View) -> Message:
    return msg("wrong: {what}", what=listing(_brings(view, right=False)))


def _brings(view: View, right: bool) -> list[Message]:
    """The change of the viewer's tokens by its call, with its own traps (diciassette.settle.own_trap).

    A victory token for a trap comes before all penalties, so both values of the option `settlement` give the same.
    """
    tokens, traps = view["seats"][view["viewer"]], own_traps(view)
    rewarded = right or traps > 0
    pairs, penalty = divmod(tokens["penalty"] + traps + (not right), 2)
    victory = max(0, tokens["victory"] + rewarded - pairs)
    if victory < tokens["victory"]:
        lost = tokens["victory"] - victory
        return [msgs("second penalty, {n} victory lost", "second penalty, {n} victories lost", lost)]
    if penalty < tokens["penalty"]:
        return [msg("second penalty, both discarded")]
    received = []
    if victory > tokens["victory"]:
        received.append(msg("your third victory") if victory == c.TO_WIN else msg("+1 victory"))
    if penalty > tokens["penalty"]:
        received.append(msg("+1 penalty"))
    return received or [msg("no change")]


def stakes_of_last_player(view: View) -> tuple[Message, ...]:
    """Warns if a call would mean more than one token to the player it is against."""
    who, tokens = SeatName(view["turn"]), view["seats"][view["turn"]]
    lines = []
    if tokens["victory"] == c.TO_WIN - 1:
        lines.append(msg("A wrong call gives {who} the third victory token.", who=who))
    if tokens["penalty"] and tokens["victory"]:
        lines.append(msg("A right call costs {who} a victory token.", who=who))
    return tuple(lines)
